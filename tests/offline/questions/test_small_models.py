"""Questions of everyday about six small models, in three languages, by what they have in common."""

from __future__ import annotations

import pytest

from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import ReadOnlyAnswer, Situation
from tests.offline.documented import model_of
from tests.offline.questions.small_models import (
    BREWERY,
    FERRY,
    LAUNDRY,
    LIFT,
    MUSEUM,
    NOTHING,
    PORT,
    Asked,
    answered,
    check,
)


@pytest.mark.requirement("U-420")
@pytest.mark.parametrize(
    "asked",
    [
        (FERRY, "how heavy can the load get?", {"120 t"}, {"15 minutes"}),
        (LIFT, "at what wind does the lift stop?", {"60 km/h"}, NOTHING),
        (BREWERY, "bei wie viel Grad lagern wir das Bier?", {"4 °C"}, {"60 Minuten"}),
        (MUSEUM, "wie feucht darf es höchstens sein?", {"55 %"}, {"80 kg"}),
        (MUSEUM, "Nach wie vielen Sekunden muss der Alarm da sein?", {"5 Sekunden"}, NOTHING),
        (LAUNDRY, "à quelle température faut-il laver les draps ?", {"60 °C"}, {"24 heures"}),
        (PORT, "sous combien de jours le pêcheur est-il payé ?", {"3 jours"}, NOTHING),
        (PORT, "wie warm darf es in der Halle sein?", {"4 °C"}, NOTHING),
    ],
)
def test_a_size_is_found_by_its_kind_its_unit_or_a_bound_and_by_the_words_beside_it(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-420")
@pytest.mark.parametrize(
    ("model", "said", "rationale"),
    [
        (LIFT, "why does the lift stop above 60?", "Chairs swing"),
        (MUSEUM, "warum nicht mehr als 55 Prozent?", "schimmelt"),
        (LAUNDRY, "Pourquoi laver à 60 degrés ?", "microbes"),
    ],
)
def test_why_a_number_is_so_tells_of_the_requirement_that_holds_it(model: str, said: str, rationale: str):
    assert rationale in answered(model, said)


@pytest.mark.requirement("U-420")
@pytest.mark.parametrize("said", ["how long is the bridge?", "how warm is the sea?", "how many lux does it need?"])
def test_a_size_that_no_text_tells_is_not_made_up(said: str):
    graph = model_of(FERRY)
    found = understand(said, Situation(graph, NodeIndex(graph), findings_of=list))

    assert "RQ." not in found.text


@pytest.mark.requirement("U-421")
@pytest.mark.parametrize(
    "asked",
    [
        (BREWERY, "Was kommt nach dem Schroten?", {"Maische erhitzen"}, {"Bier abfüllen"}),
        (MUSEUM, "was folgt auf die Einlagerung?", {"Bild restaurieren"}, {"Bild hängen"}),
        (LAUNDRY, "qu'est-ce qui vient après la pesée ?", {"Doser la lessive"}, {"Essorer les draps"}),
        (LAUNDRY, "comment on va du tri à l'essorage ?", {"Peser le sac", "Doser la lessive"}, NOTHING),
        (PORT, "l'étiquetage se fait sur quelle machine ?", {"Imprimante"}, {"Bascule"}),
        (PORT, "juste après l'inspection, on fait quoi ?", {"Étiqueter le lot"}, {"Lancer"}),
        (FERRY, "What comes before assigning a lane?", {"Weigh car"}, {"Scan ticket"}),
    ],
)
def test_the_noun_of_a_deed_speaks_of_the_deed(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-422")
@pytest.mark.parametrize(
    "asked",
    [
        (FERRY, "what has to be done before the gate is opened?", {"Scan ticket", "Print ticket"}, {"Weigh car"}),
        (FERRY, "what comes right before the gate is opened?", {"Scan ticket"}, {"Print ticket"}),
        (FERRY, "which steps come after printing the ticket?", {"Scan ticket", "Open gate"}, {"Assign lane"}),
        (BREWERY, "Welche Arbeiten gehen dem Kochen der Würze voraus?", {"Malz schroten", "Maische erhitzen"}, NOTHING),
        (
            BREWERY,
            "Was muss alles erledigt sein, bevor das Bier abgefüllt wird?",
            {"Malz schroten", "Würze kochen"},
            NOTHING,
        ),
        (
            PORT,
            "qu'est-ce qu'il faut avoir fait avant l'enchère ?",
            {"Peser la caisse", "Inspecter le poisson"},
            NOTHING,
        ),
        (PORT, "quelles opérations précèdent l'étiquetage ?", {"Peser la caisse", "Inspecter le poisson"}, {"enchère"}),
    ],
)
def test_what_must_be_done_before_is_the_whole_way_and_what_comes_right_before_is_one_step(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-423")
@pytest.mark.parametrize(
    "asked",
    [
        (LIFT, "who is in charge of slowing the chairs down?", {"Operator"}, {"Skier"}),
        (MUSEUM, "wer kümmert sich um die Restaurierung der Bilder?", {"Restaurator"}, {"Kuratorin"}),
        (MUSEUM, "wer bewacht die Säle?", {"Aufsicht"}, {"Leihgeber"}),
        (BREWERY, "sag mir mal, wer die Fässer ausliefert", {"Fahrer"}, {"Wirtin"}),
        (LAUNDRY, "qui ramène le linge aux hôtels ?", {"Chauffeur"}, {"Repasseuse"}),
        (PORT, "qui mène les enchères ?", {"Commissaire-priseur"}, {"Mareyeur"}),
    ],
)
def test_who_does_something_is_told_by_who_is_joined_to_it_or_by_whose_text_says_so(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-424")
@pytest.mark.parametrize(
    "asked",
    [
        (FERRY, "who else besides the skipper is there?", {"Deckhand", "Cashier", "Passenger"}, {"Skipper"}),
        (LIFT, "what else does the drive do besides stopping the lift?", {"Slow down chair"}, NOTHING),
        (BREWERY, "Welche Module gibt es außer dem Sudhaus?", {"Abfüllanlage", "Kühlhaus"}, {"Sudhaus"}),
        (PORT, "quels acteurs y a-t-il à part le mareyeur ?", {"Pêcheur", "Vétérinaire"}, {"Mareyeur"}),
    ],
)
def test_who_or_what_else_leaves_out_what_is_named_behind_that(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-425")
@pytest.mark.parametrize(
    "asked",
    [
        (FERRY, "which parts have nothing to do?", {"Bridge console"}, {"Gate post", "Scale plate"}),
        (LIFT, "and what about the ticket office, does it do anything?", {"carries no functions"}, {"Yes."}),
        (BREWERY, "welche Module machen gar nichts?", {"Kühlhaus"}, {"Sudhaus"}),
        (MUSEUM, "Macht die Kasse irgendwas?", {"Nein."}, {"Ja."}),
        (
            LAUNDRY,
            "Quelles fonctions ne tournent nulle part ?",
            {"Trier le linge", "Repasser les draps"},
            {"Peser le sac"},
        ),
        (PORT, "qui n'a rien à faire là-dedans ?", {"Pêcheur"}, {"Mareyeur", "Vétérinaire"}),
        (PORT, "donne-moi la liste de tout ce qui n'est pas testé", {"Traçabilité", "Paiement rapide"}, {"Fraîcheur"}),
    ],
)
def test_what_does_nothing_runs_nowhere_or_is_not_proven_is_listed(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-426")
@pytest.mark.parametrize(
    "asked",
    [
        (PORT, "à qui va la facture, et d'où vient-elle ?", {"Mareyeur", "Facturer l'acheteur"}, NOTHING),
        (MUSEUM, "wird die Alarmzeit geprüft, und wenn ja wodurch?", {"Ja.", "Alarmübung"}, NOTHING),
        (BREWERY, ["Wer meldet die Steuer?", "Und wer bestellt das Bier?"], {"Wirtin"}, {"Büro-PC"}),
        (
            LAUNDRY,
            ["Qui repasse les draps ?", "elle fait autre chose aussi ?"],
            {"Repasseuse (Repasseuse.AC.002, acteur"},
            NOTHING,
        ),
        (LIFT, ["Which requirements has stopping the lift?", "are they tested?"], {"No.", "Safe stop"}, {"Wind limit"}),
    ],
)
def test_a_second_question_leans_on_the_first_and_a_pronoun_means_who_was_asked_for(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-427")
@pytest.mark.parametrize(
    "asked",
    [
        (
            MUSEUM,
            "gib mir bitte eine Liste aller Anforderungen ohne Test",
            {"Traglast", "Feuchtegrenze"},
            {"Alarmzeit"},
        ),
        (MUSEUM, "ich bräuchte eine Liste der Funktionen ohne Modul", {"Führung buchen"}, {"Feuchte messen"}),
        (LAUNDRY, "il me faudrait la liste des exigences sans test", {"Délai"}, {"Dosage juste"}),
        (FERRY, "I need a list of the requirements without a test", {"Load limit"}, {"Head count"}),
        (LIFT, "give me a rundown of what the drive is in charge of", {"Stop lift", "Slow down chair"}, {"Check pass"}),
        (PORT, "je voudrais savoir ce que devient le poids", {"Inspecter le poisson"}, NOTHING),
    ],
)
def test_a_list_that_somebody_wishes_for_is_told_and_makes_nothing(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-428")
@pytest.mark.parametrize(
    ("model", "said", "denied"),
    [(MUSEUM, "Wer passt auf die Säle auf?", "Säle"), (FERRY, "who polishes the ramp?", "ramp")],
)
def test_nothing_is_denied_of_which_a_text_speaks(model: str, said: str, denied: str):
    graph = model_of(model)
    found = understand(said, Situation(graph, NodeIndex(graph), findings_of=list))

    assert not isinstance(found, ReadOnlyAnswer), found
    assert isinstance(understand(said.replace(denied, "Anker"), Situation(graph, NodeIndex(graph))), ReadOnlyAnswer)
