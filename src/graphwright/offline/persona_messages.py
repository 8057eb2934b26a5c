"""The sentences of the offline voices, in the three languages of the product. Texts only."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class PersonaMessages(Struct, frozen=True, kw_only=True):
    """One language."""

    by_rules: str
    claim: str
    whole_model: str
    figures: str
    impact: str
    no_impact: str
    found: str
    no_findings: str
    nothing_more: str
    can_mend: str
    mends: str
    cannot_mend: str
    nothing_to_mend: str
    weighed: str
    open: str
    stays_open: str
    open_mark: str
    """Part of `stays_open`, by which a ballot knows the claim."""
    nothing_open: str
    needs_person: str
    question: str
    mend_it: str
    accept_it: str
    by_model: str
    answered: str
    decided: str


WORDS: Final[dict[str, PersonaMessages]] = {
    "en": PersonaMessages(
        by_rules="(Offline: fixed rules speak here, no language model.)",
        claim="Claim",
        whole_model="the whole model",
        figures="It is about {about}: {nodes} elements and {edges} edges within two steps ({types}).",
        impact="A change there touches {count} more elements: {names}.",
        no_impact="Nothing else in the model is connected to it.",
        found="The rules find {all} points there; I take up {count} of them:",
        no_findings="The rules find nothing to object to there.",
        nothing_more="All findings have been taken up; I have nothing new.",
        can_mend="For {count} of {all} findings the rules know a repair:",
        mends="the repair of {what} is mechanical and takes nothing away",
        cannot_mend="For {count} of them there is no mechanical repair.",
        nothing_to_mend="There is nothing for me to mend.",
        weighed="{count} of these points can be settled by the repairs that were proposed.",
        open="{count} need somebody who knows the system:",
        stays_open="only a person can decide about {what}",
        open_mark="only a person can decide",
        nothing_open="There is nothing left to weigh.",
        needs_person="the rules do not say what is meant",
        question="How shall this be settled?",
        mend_it="Mend it in the model",
        accept_it="Accept it as it is",
        by_model="it follows from the model and its rules",
        answered="a person has answered it",
        decided="Of {count} findings about the topic {seen} were discussed: {mended} can be mended by the proposed "
        "changes, {left} are left to people.",
    ),
    "de": PersonaMessages(
        by_rules="(Offline: hier sprechen feste Regeln, kein Sprachmodell.)",
        claim="Behauptung",
        whole_model="das ganze Modell",
        figures="Es geht um {about}: {nodes} Elemente und {edges} Kanten im Umkreis von zwei Schritten ({types}).",
        impact="Eine Änderung dort berührt {count} weitere Elemente: {names}.",
        no_impact="Sonst hängt nichts im Modell daran.",
        found="Die Regeln finden dort {all} Punkte; ich greife {count} davon auf:",
        no_findings="Die Regeln haben dort nichts einzuwenden.",
        nothing_more="Alle Befunde sind aufgegriffen; ich habe nichts Neues.",
        can_mend="Für {count} von {all} Befunden kennen die Regeln eine Reparatur:",
        mends="die Reparatur von {what} ist mechanisch und nimmt nichts weg",
        cannot_mend="Für {count} davon gibt es keine mechanische Reparatur.",
        nothing_to_mend="Für mich gibt es nichts zu reparieren.",
        weighed="{count} dieser Punkte lassen sich mit den vorgeschlagenen Reparaturen erledigen.",
        open="{count} brauchen jemanden, der das System kennt:",
        stays_open="nur ein Mensch kann entscheiden über {what}",
        open_mark="nur ein Mensch kann entscheiden",
        nothing_open="Es ist nichts mehr abzuwägen.",
        needs_person="die Regeln sagen nicht, was gemeint ist",
        question="Wie soll das erledigt werden?",
        mend_it="Im Modell beheben",
        accept_it="So lassen, wie es ist",
        by_model="es folgt aus dem Modell und seinen Regeln",
        answered="ein Mensch hat es beantwortet",
        decided="Von {count} Befunden zum Thema wurden {seen} besprochen: {mended} lassen sich mit den vorgeschlagenen "
        "Änderungen beheben, {left} bleiben Menschen überlassen.",
    ),
    "fr": PersonaMessages(
        by_rules="(Hors ligne : des règles fixes parlent ici, pas un modèle de langage.)",
        claim="Affirmation",
        whole_model="tout le modèle",
        figures="Il s'agit de {about} : {nodes} éléments et {edges} arêtes à deux pas ({types}).",
        impact="Une modification y touche {count} autres éléments : {names}.",
        no_impact="Rien d'autre dans le modèle n'y est lié.",
        found="Les règles y trouvent {all} points ; j'en reprends {count} :",
        no_findings="Les règles n'y trouvent rien à redire.",
        nothing_more="Tous les constats ont été repris ; je n'ai rien de nouveau.",
        can_mend="Pour {count} constats sur {all} les règles connaissent une réparation :",
        mends="la réparation de {what} est mécanique et n'enlève rien",
        cannot_mend="Pour {count} d'entre eux il n'y a pas de réparation mécanique.",
        nothing_to_mend="Je n'ai rien à réparer.",
        weighed="{count} de ces points peuvent être réglés par les réparations proposées.",
        open="{count} demandent quelqu'un qui connaît le système :",
        stays_open="seule une personne peut décider de {what}",
        open_mark="seule une personne peut décider",
        nothing_open="Il ne reste rien à peser.",
        needs_person="les règles ne disent pas ce qui est voulu",
        question="Comment faut-il régler cela ?",
        mend_it="Le corriger dans le modèle",
        accept_it="Le laisser tel quel",
        by_model="cela découle du modèle et de ses règles",
        answered="une personne y a répondu",
        decided="Sur {count} constats liés au sujet, {seen} ont été discutés : {mended} peuvent être corrigés par les "
        "modifications proposées, {left} sont laissés aux personnes.",
    ),
}
