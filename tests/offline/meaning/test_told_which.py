"""Clauses that only say which ones, two of whom either does it, and how or within which limit something is."""

from __future__ import annotations

import pytest

from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation
from tests.graph.build import graph_of
from tests.offline.judging.givens import copy_of, plan_of


def _after(said: str, *lines: str) -> Graph:
    graph = graph_of(*lines)
    found = understand(said, Situation(graph, NodeIndex(graph), suggests=False))
    assert isinstance(found, Change), found
    after = copy_of(graph)
    after.apply(plan_of(after, found.operations).changes, after.revision + 1)
    return after


def _names(graph: Graph, node_type: str) -> set[str]:
    return {each.name for each in graph.of_type(node_type)}


@pytest.mark.requirement("U-746")
@pytest.mark.parametrize(
    ("said", "function"),
    [
        ("La nuit, le ventilateur tourne à pleine vitesse.", "Tourner à pleine vitesse"),
        ("Le ventilateur tourne à mi-puissance la nuit.", "Tourner à mi-puissance"),
        ("Abends läuft der Lüfter mit voller Drehzahl.", "Mit voller Drehzahl laufen"),
        ("The compressor runs at full speed at night.", "Run at full speed"),
    ],
)
def test_how_fast_something_runs_is_no_part_that_carries_it(said: str, function: str):
    after = _after(said)

    [carrier] = after.of_type("MOD")
    assert {each.name for each in after.targets(carrier.node_id, "allocate", "FUNC")} == {function}
    assert _names(after, "FUNC") == {function}


@pytest.mark.requirement("U-747")
@pytest.mark.parametrize(
    ("said", "doers"),
    [
        ("Aussi bien le boulanger que le serveur peuvent nettoyer le four.", {"Boulanger", "Serveur"}),
        ("Tant le nageur que le club peuvent réserver une ligne.", {"Nageur", "Club"}),
        ("Le boulanger comme le serveur nettoient le four.", {"Boulanger", "Serveur"}),
        ("Der Gast wie der Koch können den Ofen öffnen.", {"Gast", "Koch"}),
        ("Both the baker and the waiter can clean the oven.", {"Baker", "Waiter"}),
    ],
)
def test_of_two_who_are_said_to_do_it_none_is_lost(said: str, doers: set[str]):
    after = _after(said)

    [chain] = after.of_type("FCHAIN")
    assert {each.name for each in after.targets(chain.node_id, "compose", "ACTOR")} == doers


@pytest.mark.requirement("U-748")
@pytest.mark.parametrize(
    ("said", "old", "new", "case"),
    [
        ("Instead of the baker, the waiter may also clean the oven.", "Baker", "Waiter", "Clean oven"),
        ("Au lieu du boulanger, le serveur peut aussi nettoyer le four.", "Boulanger", "Serveur", "Nettoyer le four"),
    ],
)
@pytest.mark.parametrize("known", [True, False])
def test_who_may_also_do_it_takes_it_from_nobody(said: str, old: str, new: str, case: str, known: bool):
    others = [f"{new}:ACTOR"] if known else []
    after = _after(said, f"{old}:ACTOR", f"{case}:UC", f"{old} -relation-> {case}", *others)

    [node], [chain] = after.of_type("UC"), after.of_type("FCHAIN")
    assert {each.name for each in after.sources(node.node_id, "relation", "ACTOR")} == {old}
    assert {each.name for each in after.targets(chain.node_id, "compose", "ACTOR")} == {new}


@pytest.mark.requirement("U-748")
@pytest.mark.parametrize(
    "said",
    [
        "Anstelle der Köchin darf auch der Kellner den Ofen reinigen.",
        "Statt der Köchin kann auch der Kellner den Ofen reinigen.",
    ],
)
def test_a_deed_behind_its_doer_is_no_new_name(said: str):
    graph = graph_of("Köchin:ACTOR", "Ofen:MOD")
    found = understand(said, Situation(graph, NodeIndex(graph), suggests=False))

    assert isinstance(found, Change)
    assert not any("Kellner den Ofen" in str(each) and "set=" in str(each) for each in found.operations)


@pytest.mark.requirement("U-749")
@pytest.mark.parametrize(
    ("said", "functions"),
    [
        ("Le capteur détecte les nageurs qui coulent.", {"Détecter les nageurs"}),
        ("Le portillon compte les personnes qui entrent et qui sortent.", {"Compter les personnes"}),
        ("Der Sensor erkennt Schwimmer, die ertrinken.", {"Schwimmer erkennen"}),
        ("Die Schranke zählt die Personen, die eintreten und hinausgehen.", {"Personen zählen"}),
        ("Der Zähler zählt die Fahrzeuge, die den Hof verlassen.", {"Fahrzeuge zählen"}),
        ("The gate counts the persons who enter and leave.", {"Count persons"}),
        ("The camera detects a rower who crosses the line.", {"Detect rower"}),
        ("Le nageur qui perd sa clé paie 15 euros.", {"Payer"}),
        ("Der Badegast, der seinen Schlüssel verliert, zahlt 15 Euro.", {"Zahlen"}),
        ("The parent who forgets the form pays the fee.", {"Pay fee"}),
    ],
)
def test_who_is_sensed_or_when_somebody_pays_is_no_deed_of_its_own(said: str, functions: set[str]):
    after = _after(said)

    assert _names(after, "FUNC") == functions
    assert _names(after, "UC") <= functions


@pytest.mark.requirement("U-749")
@pytest.mark.parametrize(
    ("said", "deed"),
    [
        ("The courier sends the letter to the clerk, who prints it.", "Print letter"),
        ("The guard sees the visitor, who signs the list.", "Sign list"),
        ("The sensor detects the robot, which sorts the parcels.", "Sort parcels"),
        ("Der Pförtner sieht den Besucher, der die Liste unterschreibt.", "Liste unterschreiben"),
        ("Le facteur remet la lettre au commis qui la timbre.", "Timbrer la lettre"),
        ("The clerk who prints the letter signs it.", "Print letter"),
    ],
)
def test_what_a_relative_tells_as_a_step_stays_one(said: str, deed: str):
    assert deed in _names(_after(said), "FUNC")


@pytest.mark.requirement("U-750")
@pytest.mark.parametrize(
    ("said", "part"),
    [
        ("Die Wassertemperatur im Kinderbecken muss mindestens 32 Grad betragen.", "Kinderbecken"),
        ("Der Chlorgehalt im Kinderbecken darf höchstens 0,6 mg/l betragen.", "Kinderbecken"),
        ("The pressure in the boiler must be at least 3 bar.", "Boiler"),
        ("La pression dans la chaudière doit être d'au moins 3 bars.", "Chaudière"),
    ],
)
def test_a_limit_that_must_hold_is_a_requirement_and_no_property(said: str, part: str):
    after = _after(said, f"{part}:MOD")

    [demand] = after.of_type("REQ")
    [node] = after.of_type("MOD")
    assert demand.attributes["text"] == said
    assert node.attributes == {}
