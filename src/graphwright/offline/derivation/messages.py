"""What is said with a derivation, in three languages: why a change follows, how sure that is, first descriptions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from graphwright.offline.lexicon import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class DerivationMessages:
    """The sentences of one language, with places in braces."""

    derived: str
    nothing: str
    cannot: str
    only_proposed: str
    reason: str
    # why a function follows
    answers_verb: str
    carries_out: str
    only_function: str
    likest_function: str
    unsatisfied: str
    # why a test follows
    measured: str
    decidable: str
    described: str
    undescribed: str
    beyond: str
    # why a flow follows
    unread: str
    unwritten: str
    one_actor: str
    first_actor: str
    # why a module follows
    part: str
    exchanges: str
    same_chain: str
    volatile: str
    first_of_many: str
    alone: str
    # first descriptions
    function_descr: str
    satisfying_descr: str
    test_descr: str
    beyond_descr: str


_EN: Final = DerivationMessages(
    derived="I derive {names}. Each change says why it follows and how sure that is; a person decides it.",
    nothing="From what the model holds no {type} follow.",
    cannot="I cannot derive {type}; I can derive functions, tests, flows and modules.",
    only_proposed="What I derive is only ever proposed: say it without choosing the story build.",
    reason="a rule, {percent} % sure: {why}",
    answers_verb="its use case begins with a verb that systems answer in one known way",
    carries_out="no function carries out the use case",
    only_function="the use case that asks for the requirement has this function alone",
    likest_function="of the functions of its use case this one speaks most like the requirement",
    unsatisfied="no function satisfies the requirement",
    measured="the requirement obliges and names a number",
    decidable="the requirement names something that can be checked",
    described="the requirement is described, but without a criterion",
    undescribed="the requirement has a name only",
    beyond="a number in a requirement is a limit, and what lies beyond it is tested too",
    unread="this flow of the same chain is read by nobody",
    unwritten="this flow of the same chain is written by nobody",
    one_actor="the function's chain has one actor",
    first_actor="the function's chain has several actors; this is the first of them",
    part="it is part of a function that this module carries",
    exchanges="it exchanges a flow with a function of this module",
    same_chain="a function of the same chain is in this module",
    volatile="what changes often is kept apart",
    first_of_many="it exchanges flows with functions that no module carries yet",
    alone="it exchanges nothing with other functions",
    function_descr="Carries out {use_case}: {text}",
    satisfying_descr="Does what {name} demands: {text}",
    test_descr="Shows that this holds: {text}",
    beyond_descr="Goes beyond the limit and shows that it is noticed: {text}",
)
_DE: Final = DerivationMessages(
    derived="Ich leite {names} ab. Jede Änderung sagt, warum sie folgt und wie sicher das ist; ein Mensch entscheidet.",
    nothing="Aus dem, was im Modell steht, folgen keine {type}.",
    cannot="{type} kann ich nicht ableiten; ableiten kann ich Funktionen, Tests, Flüsse und Module.",
    only_proposed="Abgeleitetes wird immer nur vorgeschlagen: sagen Sie es, ohne die Geschichte build zu wählen.",
    reason="eine Regel, {percent} % sicher: {why}",
    answers_verb="der Anwendungsfall beginnt mit einem Verb, auf das Systeme in bekannter Weise antworten",
    carries_out="keine Funktion führt den Anwendungsfall aus",
    only_function="der Anwendungsfall, der die Anforderung stellt, hat nur diese Funktion",
    likest_function="von den Funktionen ihres Anwendungsfalls spricht diese am ehesten wie die Anforderung",
    unsatisfied="keine Funktion erfüllt die Anforderung",
    measured="die Anforderung verpflichtet und nennt eine Zahl",
    decidable="die Anforderung nennt etwas, das sich prüfen lässt",
    described="die Anforderung ist beschrieben, aber ohne Kriterium",
    undescribed="die Anforderung hat nur einen Namen",
    beyond="eine Zahl in einer Anforderung ist eine Grenze, und auch was dahinter liegt, wird geprüft",
    unread="diesen Fluss derselben Kette liest niemand",
    unwritten="diesen Fluss derselben Kette schreibt niemand",
    one_actor="die Kette der Funktion hat einen Akteur",
    first_actor="die Kette der Funktion hat mehrere Akteure; dies ist der erste",
    part="sie ist Teil einer Funktion, die dieses Modul trägt",
    exchanges="sie tauscht einen Fluss mit einer Funktion dieses Moduls",
    same_chain="eine Funktion derselben Kette liegt in diesem Modul",
    volatile="was sich oft ändert, bleibt für sich",
    first_of_many="sie tauscht Flüsse mit Funktionen, die noch kein Modul trägt",
    alone="sie tauscht mit anderen Funktionen nichts aus",
    function_descr="Führt {use_case} aus: {text}",
    satisfying_descr="Tut, was {name} verlangt: {text}",
    test_descr="Zeigt, dass dies gilt: {text}",
    beyond_descr="Geht über die Grenze hinaus und zeigt, dass es bemerkt wird: {text}",
)
_FR: Final = DerivationMessages(
    derived="Je déduis {names}. Chaque modification dit pourquoi et avec quelle certitude ; une personne décide.",
    nothing="De ce que contient le modèle, il ne suit pas de {type}.",
    cannot="Je ne peux pas déduire de {type} ; je déduis des fonctions, des tests, des flux et des modules.",
    only_proposed="Ce que je déduis n’est que proposé : dites-le sans choisir l’histoire build.",
    reason="une règle, sûre à {percent} % : {why}",
    answers_verb="le cas d’utilisation commence par un verbe auquel les systèmes répondent d’une manière connue",
    carries_out="aucune fonction ne réalise le cas d’utilisation",
    only_function="le cas d’utilisation qui demande l’exigence n’a que cette fonction",
    likest_function="des fonctions de son cas d’utilisation, celle-ci parle le plus comme l’exigence",
    unsatisfied="aucune fonction ne satisfait l’exigence",
    measured="l’exigence oblige et donne un nombre",
    decidable="l’exigence dit quelque chose de vérifiable",
    described="l’exigence est décrite, mais sans critère",
    undescribed="l’exigence n’a qu’un nom",
    beyond="un nombre dans une exigence est une limite, et ce qui la dépasse est testé aussi",
    unread="personne ne lit ce flux de la même chaîne",
    unwritten="personne n’écrit ce flux de la même chaîne",
    one_actor="la chaîne de la fonction a un seul acteur",
    first_actor="la chaîne de la fonction a plusieurs acteurs ; voici le premier",
    part="elle fait partie d’une fonction que ce module porte",
    exchanges="elle échange un flux avec une fonction de ce module",
    same_chain="une fonction de la même chaîne est dans ce module",
    volatile="ce qui change souvent reste à part",
    first_of_many="elle échange des flux avec des fonctions qu’aucun module ne porte encore",
    alone="elle n’échange rien avec d’autres fonctions",
    function_descr="Réalise {use_case} : {text}",
    satisfying_descr="Fait ce que demande {name} : {text}",
    test_descr="Montre que ceci est vrai : {text}",
    beyond_descr="Dépasse la limite et montre que cela se remarque : {text}",
)
DERIVE_WORDS: Final[Mapping[Language, DerivationMessages]] = {"en": _EN, "de": _DE, "fr": _FR}
