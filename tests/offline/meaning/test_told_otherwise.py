"""Who has which task, what stands before its verb, steps that are announced, and steps beside others."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.offline.dialogue.certainty import misreadings
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import Meant, means
from graphwright.protocol.operations import EdgeCreate, EdgeDelete, NodeCreate, NodeUpdate
from tests.graph.build import graph_of

STEPS = (
    "Weigh parcel:FUNC", "Print label:FUNC", "Parcel:FLOW", "Paket wiegen:FUNC", "Etikett drucken:FUNC", "Paket:FLOW",
    "Weigh parcel -io-> Parcel", "Parcel -io-> Print label", "Paket wiegen -io-> Paket", "Paket -io-> Etikett drucken",
)  # fmt: skip


def _meant(text: str, *lines: str) -> Meant:
    graph = graph_of(*lines)
    return means(read(text), graph, NodeIndex(graph))


def _made(text: str, *lines: str) -> set[str]:
    operations = _meant(text, *lines).draft.operations
    return {f"{each.node_type} {each.name}" for each in operations if isinstance(each, NodeCreate)}


@pytest.mark.requirement("U-415")
@pytest.mark.parametrize(
    ("text", "function", "part"),
    [
        ("feeding the fish is up to the pump", "Feed fish", "Pump"),
        ("watering the beds is the job of the pump", "Water beds", "Pump"),
        ("cooling is done by the fan", "Cooling", "Fan"),
        ("das Öffnen der Klappen ist Sache des Motors", "Öffnen der Klappen", "Motor"),
        ("l'arrosage est l'affaire de la pompe", "Arrosage", "Pompe"),
    ],
)
def test_a_part_carries_the_task_that_is_said_to_be_its_own(text: str, function: str, part: str) -> None:
    meant = _meant(text)

    assert _made(text) == {f"FUNC {function}", f"MOD {part}"}
    assert [each.edge_type for each in meant.draft.operations if isinstance(each, EdgeCreate)] == ["allocate"]


@pytest.mark.requirement("U-415")
def test_who_goes_somewhere_is_no_task() -> None:
    assert "FUNC Robot" not in _made("je voudrais un robot qui revient à sa base")


@pytest.mark.requirement("U-416")
@pytest.mark.parametrize(
    ("text", "part"),
    [("die Feuchte misst eine Sonde", "Sonde"), ("eine Sonde misst die Feuchte", "Sonde"),
     ("die Temperatur überwacht eine Kamera", "Kamera")],
)  # fmt: skip
def test_german_what_is_measured_may_stand_first(text: str, part: str) -> None:
    assert {each for each in _made(text) if each.startswith("MOD")} == {f"MOD {part}"}


@pytest.mark.requirement("U-416")
def test_german_who_does_it_is_shown_where_no_case_tells() -> None:
    reading, graph = read("die Brötchen formt eine Maschine"), graph_of()
    codes = {each.code for each in misreadings(reading, means(reading, graph, NodeIndex(graph)))}

    assert "eitherDoes" in codes


@pytest.mark.requirement("U-417")
@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Add a step: after the mashing, the brewer filters the wort.", {"ACTOR Brewer", "FUNC Filter wort"}),
        ("Noch ein Schritt: der Brauer filtert die Würze.", {"ACTOR Brauer", "FUNC Würze filtern"}),
        ("Ajoute une étape : le parfumeur filtre le concentré.", {"ACTOR Parfumeur", "FUNC Filtrer le concentré"}),
    ],
)
def test_a_step_that_is_announced_is_read_as_it_is_told(text: str, made: set[str]) -> None:
    assert {each for each in _made(text) if each.startswith(("ACTOR", "FUNC"))} == made


@pytest.mark.requirement("U-417")
@pytest.mark.parametrize(
    "text",
    [
        "Mr Hall reports: the clerk checks the form.",
        "Herr Krause berichtet: Der Sachbearbeiter prüft das Formular.",
        "M. Roux explique : l'employé vérifie le formulaire.",
    ],
)
def test_who_reports_what_is_done_does_none_of_it(text: str) -> None:
    assert len([each for each in _made(text) if each.startswith("ACTOR")]) == 1


@pytest.mark.requirement("U-418")
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Add the step Stamp parcel after Weigh parcel", "Stamp parcel"),
        ("insert Stamp parcel before Print label", "Stamp parcel"),
        ('Insert "Stamp parcel" between weighing and printing', "Stamp parcel"),
        ("Füge nach Paket wiegen den Schritt Paket stempeln ein", "Paket stempeln"),
        ('Zwischen dem Wiegen und dem Drucken fehlt noch der Schritt "Paket stempeln".', "Paket stempeln"),
    ],
)
def test_a_step_is_put_beside_another_and_takes_its_way(text: str, name: str) -> None:
    operations = _meant(text, *STEPS).draft.operations

    assert {each for each in _made(text, *STEPS) if each.startswith("FUNC")} == {f"FUNC {name}"}
    assert len([each for each in operations if isinstance(each, EdgeDelete)]) == 2


@pytest.mark.requirement("U-418")
def test_a_test_is_put_after_no_step() -> None:
    assert _made("add a test after Weigh parcel", *STEPS) == set()


@pytest.mark.requirement("U-419")
def test_a_name_across_the_word_that_joins_two_orders_is_none() -> None:
    lines = ("Bogen drucken:FUNC", "Bogen falzen:FUNC")
    meant = _meant("aus Bogen drucken machst du Beidseitig drucken und aus Bogen falzen wird Kreuzbruch falzen", *lines)

    assert [each.set.name for each in meant.draft.operations if isinstance(each, NodeUpdate)] == [
        "Beidseitig drucken", "Kreuzbruch falzen",
    ]  # fmt: skip


@pytest.mark.requirement("U-419")
def test_several_functions_go_to_another_part_together() -> None:
    lines = ("Tank:MOD", "Station:MOD", "Blow air:FUNC", "Control pressure:FUNC", "Tank -allocate-> Blow air",
             "Tank -allocate-> Control pressure")  # fmt: skip
    operations = _meant("Blow air and Control pressure belong to Station, not to Tank", *lines).draft.operations

    assert len([each for each in operations if isinstance(each, EdgeCreate)]) == 2
    assert len([each for each in operations if isinstance(each, EdgeDelete)]) == 2
