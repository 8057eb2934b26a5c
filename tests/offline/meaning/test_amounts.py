"""A requirement that is named gets another amount: the number in its sentence changes, as a proposal."""

from __future__ import annotations

import pytest

from graphwright.graph.document import Graph
from graphwright.graph.statement import statement_of
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, OpenQuestion, Situation, UnclearMessage, Understood
from tests.graph.build import graph_of
from tests.offline.meaning.test_changing import told


def lift() -> Graph:
    """Requirements with ids of their own tool, and one that a test holds to its number."""
    return graph_of(
        "Lights:REQ | The lamps shall give at least 40 lux. [foreign.id=PN-2]",
        "Floor stop:REQ | The lift shall stop within 0.5 meters. [text=The lift shall stop within 0.5 meters.]",
        "R3:REQ | The doors shall open within 3 s and close within 4 s.",
        "R4:REQ | The store shall hold 5-8 °C and stay at −2 bar.",
        "Quiet:REQ | The hall shall be quiet.",
        "Motor:MOD | Turns with 3 kW.",
        "Light test:TEST | Measures whether it is 40 lux.",
        "Lights -verify-> Light test",
    )


def said(order: str) -> Understood:
    graph = lift()
    return understand(order, Situation(graph, NodeIndex(graph), findings_of=list, suggests=False))


def sentence_after(order: str, name: str) -> str:
    """What a requirement says once a proposal is taken."""
    graph, change = lift(), said(order)
    assert isinstance(change, Change), change
    assert change.proposes
    [node] = [each for each in graph.nodes.values() if each.name == name]
    [update] = [each for each in change.operations if graph.find(each.ref) == [node.node_id]]
    return update.set.attributes["text"]


@pytest.mark.requirement("U-692")
@pytest.mark.parametrize(
    "order",
    [
        "Change PN-2 to 60 lux.",
        "Could you raise Lights to 60 lx?",
        "Please set the requirement PN-2 to 60 lux",
        "Ändere PN-2 auf 60 Lux.",
        "PN-2 auf 60 Lux erhöhen",
        "Passe Lights auf 60 lx an",
        "Mets PN-2 à 60 lux.",
        "Change Lights à 60 lux",
        "Fixe PN-2 à 60 lux",
    ],
)
def test_the_number_with_that_unit_changes_in_its_sentence(order: str) -> None:
    assert sentence_after(order, "Lights") == "The lamps shall give at least 60 lux."


@pytest.mark.requirement("U-692")
def test_a_test_that_cites_the_number_is_proposed_with_it() -> None:
    change = said("Change PN-2 to 60 lux.")

    assert isinstance(change, Change)
    assert [each.set.descr for each in change.operations][1:] == ["Measures whether it is 60 lux."]


@pytest.mark.requirement("U-692")
@pytest.mark.parametrize(
    ("order", "text"),
    [
        ("Change the floor stop to 0.2 m", "The lift shall stop within 0.2 meters."),
        ("Change the floor stop to 1 meter", "The lift shall stop within 1 meter."),
        ("Setze Floor stop auf 0,2 Meter", "The lift shall stop within 0,2 meters."),
    ],
)
def test_the_unit_stays_as_it_is_written_where_the_number_allows(order: str, text: str) -> None:
    assert sentence_after(order, "Floor stop") == text


@pytest.mark.requirement("U-692")
def test_a_sign_goes_with_its_number() -> None:
    assert sentence_after("Set R4 to 3 bar", "R4") == "The store shall hold 5-8 °C and stay at 3 bar."


@pytest.mark.requirement("U-693")
@pytest.mark.parametrize("order", ["Set R3 to 5 s", "Setze R3 auf 5 s", "Mets R3 à 5 s"])
def test_of_several_with_that_unit_it_is_asked_which(order: str) -> None:
    asked = said(order)

    assert isinstance(asked, OpenQuestion)
    [line] = asked.lines
    assert line.options[:2] == ("shall open within 3 s", "and close within 4 s")


@pytest.mark.requirement("U-693")
def test_the_one_that_was_chosen_changes() -> None:
    meant = told(
        "Set R3 to 5 s",
        "R3:REQ | The doors shall open within 3 s and close within 4 s.",
        choices={("whichAmount", "R3"): "and close within 4 s"},
    )

    [node] = meant.draft.graph.of_type("REQ")
    assert statement_of(node) == "The doors shall open within 3 s and close within 5 s."


@pytest.mark.requirement("U-693")
@pytest.mark.parametrize(
    ("order", "held"),
    [
        ("Set PN-2 to 5 m", "40 lux"),
        ("Setze PN-2 auf 5 m", "40 lux"),
        ("Mets PN-2 à 5 m", "40 lux"),
        ("Set R3 to 5 kg", "holds 3 s and 4 s, and nothing in kg"),
        ("Set R4 to 7 °C", "5-8 °C"),  # neither end of a range is what was said
    ],
)
def test_without_that_unit_it_is_said_what_it_holds(order: str, held: str) -> None:
    refused = said(order)

    assert isinstance(refused, UnclearMessage)
    assert held in refused.text


@pytest.mark.requirement("U-693")
@pytest.mark.parametrize("order", ["Set Quiet to 3 s", "Setze Quiet auf 3 s", "Mets Quiet à 3 s"])
def test_where_it_holds_no_amount_that_is_said(order: str) -> None:
    refused = said(order)

    assert isinstance(refused, UnclearMessage)
    assert "Quiet" in refused.text


@pytest.mark.requirement("U-692")
def test_what_is_no_requirement_keeps_its_sentence() -> None:
    assert isinstance(said("Set the motor to 5 kW"), UnclearMessage)
