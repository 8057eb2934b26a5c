"""Rows of bare orders are steps, also where a verb is unknown or mistyped; and what only tells which ones is no step."""

from __future__ import annotations

import pytest

from tests.offline.meaning.test_changing import changed, lines_of, told

ROW = "Depot:SYS"


def _functions(text: str) -> list[str]:
    """The functions that a text makes, in order."""
    return [node.name for node in told(text, ROW).draft.graph.of_type("FUNC")]


@pytest.mark.requirement("U-403")
@pytest.mark.parametrize(
    ("text", "functions"),
    [
        ("jack up the van, drain the oil, swap the filter and refil it",
         ["Jack up van", "Drain oil", "Swap filter", "Refil filter"]),
        ("scrub the hull, sand it, then repaint the keel", ["Scrub hull", "Sand hull", "Repaint keel"]),
        ("book the room, chek in guests, hand over keys", ["Book room", "Chek in guests", "Hand over keys"]),
        ("erde sieben, töpfe füllen, kerne einlegen, alles giessn",
         ["Erde sieben", "Töpfe füllen", "Kerne einlegen", "Alles giessn"]),
        ("holz sägen, kanten schleifen und dan beglaubigen", ["Holz sägen", "Kanten schleifen", "Beglaubigen"]),
        ("tomaten und gurken schneiden, salat waschen, teller anrichtn",
         ["Tomaten und gurken schneiden", "Salat waschen", "Teller anrichtn"]),
        ("trier le linge, le laver, puis emballer le ligne", ["Trier le linge", "Laver le linge", "Emballer le ligne"]),
        ("plier le drap, aller en salle, servir les clients",
         ["Plier le drap", "Aller en salle", "Servir les clients"]),
    ],
)  # fmt: skip
def test_a_row_of_bare_orders_is_read_by_what_most_of_its_parts_are(text: str, functions: list[str]) -> None:
    assert _functions(text) == functions


@pytest.mark.requirement("U-403")
@pytest.mark.parametrize(
    "text",
    [
        "water pump, drive belt, brake disc and control unit",
        "Pumpen, Ventile, Filter und Leitungen",
        "nurses take the blood, doctors check the form, patients wait",
        "The clerk opens the box, weighs the parcel and prints the label.",
    ],
)
def test_nouns_and_clauses_with_a_doer_are_no_row_of_orders(text: str) -> None:
    assert not {each for each in _functions(text) if each.startswith(("Water", "Pumpen", "Nurses", "Clerk"))}


@pytest.mark.requirement("U-404")
@pytest.mark.parametrize(
    ("text", "functions"),
    [
        ("Visitors who have no badge are registered by the guard.", ["Register visitors"]),
        ("Visitors who have a badge are registered by the guard.", ["Register visitors"]),
        ("Parcels that weigh more than 30 kg are carried by the porter.", ["Carry parcels"]),
        ("Besucher, die keinen Ausweis haben, werden vom Pförtner registriert.", ["Besucher registrieren"]),
        ("Wer eine Waffe trägt, wird vom Wachtmeister abgewiesen.", ["Abweisen"]),
        ("Les visiteurs qui n'ont pas de badge sont enregistrés par le gardien.", ["Enregistrer les visiteurs"]),
    ],
)
def test_a_relative_that_tells_which_ones_is_no_deed(text: str, functions: list[str]) -> None:
    meant = told(text, ROW)

    assert ([node.name for node in meant.draft.graph.of_type("FUNC")], meant.left_out) == (functions, ())


@pytest.mark.requirement("U-404")
@pytest.mark.parametrize(
    ("text", "functions"),
    [
        ("Once the porter has received the parcel and scanned it, the concierge informs the tenant.", "Scan parcel"),
        ("As soon as the driver has loaded the van and locked it, the manager signs the list.", "Lock van"),
        ("L'opérateur emballe le colis, étiquette le carton et appelle le chauffeur.", "Étiqueter le carton"),
    ],
)
def test_a_verb_that_goes_on_keeps_its_subject_and_its_object(text: str, functions: str) -> None:
    assert functions in _functions(text)


@pytest.mark.requirement("U-405")
@pytest.mark.parametrize(
    ("text", "whole", "parts"),
    [
        ("The bus has a cab and a saloon. In the cab there are a seat and a dashboard.", "Cab", {"Seat", "Dashboard"}),
        ("Das Hausboot hat ein Deck und eine Kajüte. In der Kajüte gibt es ein Bett und einen Ofen.", "Kajüte",
         {"Bett", "Ofen"}),
        ("Le voilier possède une coque et un gréement. Le gréement comprend un mât et une bôme.", "Gréement",
         {"Mât", "Bôme"}),
    ],
)  # fmt: skip
def test_what_lies_in_a_part_is_a_part_of_it(text: str, whole: str, parts: set[str]) -> None:
    lines = lines_of(told(text, "Yard:ACTOR").draft.graph)

    assert {each.rpartition("-> ")[2] for each in lines if each.startswith(f"{whole} -compose->")} == parts


@pytest.mark.requirement("U-406")
@pytest.mark.parametrize(
    ("text", "carried"),
    [
        ("Crush glass runs on the shredder, Remove iron is allocated to the magnet.",
         {"Shredder -allocate-> Crush glass", "Magnet -allocate-> Remove iron"}),
        ("Remove iron soll auf dem Magneten laufen.", {"Magneten -allocate-> Remove iron"}),
        ("Crush glass tourne sur le broyeur, Remove iron est affectée à l'aimant.",
         {"Broyeur -allocate-> Crush glass", "Aimant -allocate-> Remove iron"}),
    ],
)  # fmt: skip
def test_a_function_that_is_there_is_carried_by_a_part_that_is_new(text: str, carried: set[str]) -> None:
    meant = told(text, "Plant:SYS", "Crush glass:FUNC", "Remove iron:FUNC")
    gone, new = changed(meant)

    assert (gone, {each for each in new if "-allocate->" in each}) == (set(), carried)
    assert {node.name for node in meant.draft.graph.of_type("FUNC")} == {"Crush glass", "Remove iron"}


@pytest.mark.requirement("U-406")
@pytest.mark.parametrize("text", ["Crush glass is allocated to the clerk.", "Crush glass runs on Mondays."])
def test_neither_people_nor_days_carry_a_function(text: str) -> None:
    _, new = changed(told(text, "Plant:SYS", "Crush glass:FUNC"))

    assert not {each for each in new if "allocate-> Crush glass" in each}


@pytest.mark.requirement("U-407")
@pytest.mark.parametrize(
    "text",
    [
        'With the function "Close gate" the requirement "Safe access" is met.',
        'Mit der Funktion "Close gate" wird die Anforderung "Safe access" erfüllt.',
        "Avec la fonction « Close gate », l'exigence « Safe access » est satisfaite.",
    ],
)
def test_what_joins_elements_may_begin_with_by_what_it_is_done(text: str) -> None:
    meant = told(text, ROW)

    assert changed(meant) == (set(), {"Close gate:FUNC", "Safe access:REQ", "Close gate -satisfy-> Safe access"})


@pytest.mark.requirement("U-408")
@pytest.mark.parametrize(
    "text",
    [
        "At least 2 guards must be on duty, and the water shall be tested every 4 hours.",
        "Two guards must be present at the gate and the gate shall be checked every hour.",
    ],
)
def test_a_second_demand_of_testing_something_is_no_test_of_the_first(text: str) -> None:
    graph = told(text, ROW).draft.graph

    assert [node.attributes["text"] for node in graph.of_type("REQ")] == [text]
    assert list(graph.of_type("TEST")) == []
