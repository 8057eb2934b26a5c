"""Forms of everyday speech, each in English, German and French: what is left out, what stands for nothing, no commas."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import Meant, means
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, OpenQuestion, ReadOnlyAnswer, Situation, Understood
from graphwright.protocol.operations import NodeCreate
from tests.graph.build import graph_of
from tests.offline.meaning.readings import made

DEEDS = ("ACTOR", "MOD", "SYS", "FUNC")
"""What the deeds of a sentence and those who do them are; use cases, chains and flows follow from them."""


def told(text: str) -> Meant:
    """What a message means for an empty model."""
    model = graph_of()
    return means(read(text), model, NodeIndex(model))


def deeds(text: str) -> set[str]:
    """Who takes part in what a message tells, and what is done."""
    return {each for each in made(told(text))[0] if each.split(" ")[0] in DEEDS}


def heard(text: str, *model: str) -> Understood:
    """What comes of a message about a model."""
    graph = graph_of(*model)
    return understand(text, Situation(graph, NodeIndex(graph)))


@pytest.mark.requirement("U-146")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "The florist cuts the roses, the apprentice the tulips.",
            {"ACTOR Florist", "FUNC Cut roses", "ACTOR Apprentice", "FUNC Cut tulips"},
        ),
        (
            "Die Gärtnerin gießt die Rosen, der Lehrling die Tulpen.",
            {"ACTOR Gärtnerin", "FUNC Rosen gießen", "ACTOR Lehrling", "FUNC Tulpen gießen"},
        ),
        (
            "Le fleuriste coupe les roses, l'apprenti les tulipes.",
            {"ACTOR Fleuriste", "FUNC Couper les roses", "ACTOR Apprenti", "FUNC Couper les tulipes"},
        ),
    ],
)
def test_a_clause_that_leaves_its_verb_out_has_the_verb_before(text, wanted):
    assert deeds(text) == wanted


@pytest.mark.requirement("U-146")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("If it rains, the motor closes the skylight.", {"MOD Motor", "FUNC Close skylight"}),
        ("when it gets dark the motor closes the blinds", {"MOD Motor", "FUNC Close blinds"}),
        ("Wenn es schneit, räumt der Hausmeister den Hof.", {"ACTOR Hausmeister", "FUNC Hof räumen"}),
        ("S'il gèle, le gardien purge les tuyaux.", {"ACTOR Gardien", "FUNC Purger les tuyaux"}),
        ("Quand il fait nuit, le moteur ferme la lucarne.", {"MOD Moteur", "FUNC Fermer la lucarne"}),
    ],
)
def test_the_weather_and_the_hour_are_nobody(text, wanted):
    meaning = told(text)

    assert [each.code for each in meaning.doubts] == []
    assert deeds(text) == wanted


@pytest.mark.requirement("U-146")
def test_a_person_in_a_condition_is_asked_for():
    assert isinstance(heard("If he pays, the gate opens."), OpenQuestion)


@pytest.mark.requirement("U-146")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "the irrigation computer does this:\n1) measures the soil moisture\n2) reports broken hoses to the gardener",
            {"SYS Irrigation computer", "FUNC Measure soil moisture", "FUNC Report broken hoses", "ACTOR Gardener"},
        ),
        (
            "Der Heizungsregler macht Folgendes:\n- misst die Vorlauftemperatur\n- meldet Störungen an die Hausverwaltung",
            {
                "SYS Heizungsregler",
                "FUNC Vorlauftemperatur messen",
                "FUNC Störungen melden",
                "ACTOR Hausverwaltung",
            },
        ),
        (
            "La borne fait ceci :\n1) lit la carte\n2) enregistre l'heure d'arrivée\n3) ouvre la grille",
            {"SYS Borne", "FUNC Lire la carte", "FUNC Enregistrer l'heure d'arrivée", "FUNC Ouvrir la grille"},
        ),
    ],
)
def test_rows_behind_does_this_are_done_by_who_does_it(text, wanted):
    assert deeds(text) == wanted


@pytest.mark.requirement("U-146")
@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("Weigh parcel > label > sort > load", ["Weigh parcel", "Label", "Sort", "Load"]),
        ("Teig anrühren => ausrollen => backen", ["Teig anrühren", "Ausrollen", "Backen"]),
        ("rincer la cuve => vider => boucher => étiqueter", ["Rincer la cuve", "Vider", "Boucher", "Étiqueter"]),
    ],
)
def test_a_verb_alone_in_a_chain_of_deeds_is_a_deed(text, steps):
    assert deeds(text) == {f"FUNC {each}" for each in steps}


@pytest.mark.requirement("U-146")
def test_those_who_stand_in_a_chain_stay_who_they_are():
    assert {"ACTOR Caissier", "ACTOR Boucher", "ACTOR Client"} <= deeds("caissier -> boucher -> client")


@pytest.mark.requirement("U-146")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "I need a system that counts the bees and warns the beekeeper when the hive is too hot.",
            {"FUNC Count bees", "FUNC Warn beekeeper", "ACTOR Beekeeper"},
        ),
        (
            "Ich brauche ein System, das Schrauben automatisch zählt und den Lageristen warnt.",
            {"FUNC Schrauben zählen", "FUNC Lageristen warnen", "ACTOR Lageristen"},
        ),
        (
            "Il me faut un système qui arrose les tomates et prévient le jardinier.",
            {"FUNC Arroser les tomates", "FUNC Prévenir le jardinier", "ACTOR Jardinier"},
        ),
        ("We need a robot that mows the lawn.", {"SYS Robot", "FUNC Mow lawn"}),
        ("Wir suchen eine App, die Fahrten plant.", {"SYS App", "FUNC Fahrten planen"}),
        ("Nous cherchons un robot qui tond la pelouse.", {"SYS Robot", "FUNC Tondre la pelouse"}),
    ],
)
def test_what_is_needed_does_what_describes_it(text, wanted):
    assert deeds(text) == wanted


@pytest.mark.requirement("U-146")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "der sensor misst die feuchte dann öffnet die steuerung das ventil",
            {"MOD Sensor", "FUNC Feuchte messen", "MOD Steuerung", "FUNC Ventil öffnen"},
        ),
        ("wenn der kunde klingelt öffnet die kellnerin die tür", {"ACTOR Kellnerin", "FUNC Tür öffnen"}),
        (
            "when the timer rings the cook opens the oven",
            {"MOD Timer", "ACTOR Cook", "FUNC Open oven"},
        ),
    ],
)
def test_clauses_without_a_comma_are_clauses(text, wanted):
    assert deeds(text) == wanted


@pytest.mark.requirement("U-146")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "Nimm den Schlüssel, öffne das Tor und schalte die Pumpe ein.",
            {"FUNC Schlüssel nehmen", "FUNC Tor öffnen", "FUNC Pumpe einschalten"},
        ),
        (
            "First weigh the flour, then add water and knead the dough.",
            {"FUNC Weigh flour", "FUNC Add water", "FUNC Knead dough"},
        ),
        (
            "D'abord pesez la farine, puis ajoutez l'eau et pétrissez la pâte.",
            {"FUNC Peser la farine", "FUNC Ajouter l'eau", "FUNC Pétrir la pâte"},
        ),
    ],
)
def test_orders_in_a_row_are_steps_also_where_one_of_them_adds(text, wanted):
    assert {each for each in deeds(text) if each.startswith("FUNC")} == wanted


@pytest.mark.requirement("U-146")
@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Der Mähroboter setzt sich zusammen aus Fahrwerk, Messer sowie einer Ladestation.", 3),
        ("Der Mähroboter setzt sich aus Fahrwerk und Messer zusammen.", 2),
    ],
)
def test_the_half_of_a_verb_may_stand_before_what_is_told_at_length(text, parts):
    edges = made(told(text))[1]

    assert len(edges) == parts
    assert all(each.startswith("Mähroboter -compose-> ") for each in edges)


@pytest.mark.requirement("U-146")
@pytest.mark.parametrize(
    ("text", "demand"),
    [
        ("new requirement - the freezer holds the samples below -18 °C", "the freezer holds the samples below -18 °C"),
        ("Neue Anforderung – die Boje sendet alle 10 Minuten", "die Boje sendet alle 10 Minuten"),
        ("nouvelle exigence - la balise émet toutes les 10 minutes", "la balise émet toutes les 10 minutes"),
    ],
)
def test_a_dash_announces_a_requirement_as_a_colon_does(text, demand):
    found = heard(text)

    assert isinstance(found, Change)
    assert found.proposes
    [made_node] = [each for each in found.operations if isinstance(each, NodeCreate)]
    assert (made_node.node_type, made_node.attributes["text"]) == ("REQ", demand)


@pytest.mark.requirement("U-147")
@pytest.mark.parametrize(
    "text", ["The winch pulls the boat up the ramp.", "The crane lifts the car.", "The conveyor moves the bus."]
)
def test_what_is_moved_is_told_nothing(text):
    assert not any(each.startswith("ACTOR") for each in made(told(text))[0])


@pytest.mark.requirement("U-147")
@pytest.mark.parametrize(
    "text",
    [
        "Neither the pilot nor the copilot may open the door.",
        "Weder der Pilot noch der Copilot darf die Tür öffnen.",
        "Ni le pilote ni le copilote ne peut ouvrir la porte.",
    ],
)
def test_what_neither_may_do_is_a_requirement_and_no_deed(text):
    assert {each.split(" ")[0] for each in made(told(text))[0]} == {"REQ"}


@pytest.mark.requirement("U-147")
@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Add a test for the requirement.", "Range"),
        ("Füge einen Test für die Anforderung hinzu.", "Range"),
        ("Ajoute un test pour l'exigence.", "Range"),
    ],
)
def test_a_type_alone_is_the_only_one_or_is_asked(text, word):
    asked = heard(text, "Range:REQ", "Noise:REQ")
    only = heard(text, "Range:REQ")

    assert isinstance(asked, OpenQuestion)
    assert any(word in each.written() for each in asked.lines)
    assert isinstance(only, Change)
    assert [each.node_type for each in only.operations if isinstance(each, NodeCreate)] == ["TEST"]


@pytest.mark.requirement("U-146")
@pytest.mark.parametrize(
    "text",
    [
        "ok, got to run, back after lunch",
        "what's up? I'm new here",
        "Na, alles klar? Ich bin neu hier.",
        "bin dann mal weg, bis nachher",
        "je file, à tout de suite",
    ],
)
def test_who_comes_or_goes_is_answered_and_nothing_is_built(text):
    assert isinstance(heard(text, "Planner:SYS"), ReadOnlyAnswer)


@pytest.mark.requirement("U-182")
@pytest.mark.parametrize(
    ("told_first", "asked", "actor"),
    [
        ("The trainer checks the harness.", "Who checks the harness?", "Trainer"),
        ("Die Verkäuferin wiegt den Käse.", "Wer wiegt den Käse?", "Verkäuferin"),
        ("La vendeuse pèse le fromage.", "Qui pèse le fromage ?", "Vendeuse"),
    ],
)
def test_who_does_something_is_told_by_those_who_take_part_alone(told_first, asked, actor):
    graph = means(read(told_first), graph_of(), NodeIndex(graph_of())).draft.graph
    model = graph_of()
    for node in graph.nodes.values():
        model.put_node(node)
    for edge in graph.edges.values():
        model.put_edge(edge)

    answer = understand(asked, Situation(model, NodeIndex(model)))

    assert isinstance(answer, ReadOnlyAnswer)
    assert f": {actor}" in answer.text
    assert {model.nodes[each].node_type for each in answer.node_ids} <= {"ACTOR", "UC", "FUNC"}


@pytest.mark.requirement("U-342")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "Drückt der Gast die Klingel, öffnet der Motor die Tür.",
            {"ACTOR Gast", "FUNC Klingel drücken", "MOD Motor", "FUNC Tür öffnen"},
        ),
        (
            "When the guest presses the bell, the motor opens the door.",
            {"ACTOR Guest", "FUNC Press bell", "MOD Motor", "FUNC Open door"},
        ),
        ("Hat der Kunde ein Konto, druckt die Kasse einen Beleg.", {"MOD Kasse", "FUNC Beleg drucken"}),
    ],
)
def test_what_happens_first_is_done_by_somebody_also_where_only_the_order_of_words_says_so(text, wanted):
    assert deeds(text) == wanted


@pytest.mark.requirement("U-342")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Zum Fahrrad gehören der Rahmen, der Sattel und zwei Räder.", {"Rahmen", "Sattel", "Räder"}),
        (
            "Zum Drehkran gehören der Ausleger, der Stromabnehmer und zwei Gestelle.",
            {"Ausleger", "Stromabnehmer", "Gestelle"},
        ),
    ],
)
def test_a_vehicle_has_its_parts_whatever_a_part_may_be_elsewhere(text, wanted):
    assert {each.removeprefix("MOD ") for each in deeds(text) if each.startswith("MOD ")} == wanted


@pytest.mark.requirement("U-342")
@pytest.mark.parametrize(
    "text",
    [
        "First explain the model, then list the risks.",
        "Erkläre zuerst das Modell, dann nenne die Risiken.",
        "Explique d'abord le modèle, puis résume les risques.",
    ],
)
def test_two_orders_for_whoever_answers_are_no_steps(text):
    assert not isinstance(heard(text), Change)


@pytest.mark.requirement("U-343")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Das System hat einen Lieferanten, der Angebote schickt.", {"ACTOR Lieferant", "FUNC Angebote schicken"}),
        ("Es gibt einen Boten, der Briefe bringt.", {"ACTOR Bote", "FUNC Briefe bringen"}),
        ("Wir haben eine Köchin, die Suppe kocht.", {"ACTOR Köchin", "FUNC Suppe kochen"}),
        (
            "Der Bote klingelt, die Köchin öffnet die Tür.",
            {"ACTOR Bote", "FUNC Klingeln", "ACTOR Köchin", "FUNC Tür öffnen"},
        ),
    ],
)
def test_a_relative_that_looks_like_an_article_is_who_was_just_named(text, wanted):
    assert deeds(text) == wanted


@pytest.mark.requirement("U-343")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The robot cleans silently.", {"MOD Robot", "FUNC Clean"}),
        ("Der Roboter reinigt leise.", {"MOD Roboter", "FUNC Reinigen"}),
        ("Le robot nettoie silencieusement.", {"MOD Robot", "FUNC Nettoyer"}),
        ("The barrier lifts.", {"MOD Barrier", "FUNC Lift barrier"}),
    ],
)
def test_who_cleans_does_not_clean_itself(text, wanted):
    assert deeds(text) == wanted


@pytest.mark.requirement("U-343")
@pytest.mark.parametrize(
    "text",
    [
        "The roaster roasts the beans.",
        "Die MTA stellt die Belichtung ein.",
        "Le souffleur souffle la pièce.",
    ],
)
def test_what_may_be_a_trade_as_well_as_a_device_is_supposed_to_be_the_trade_and_only_proposed(text):
    found = heard(text)

    assert isinstance(found, Change)
    assert found.proposes
