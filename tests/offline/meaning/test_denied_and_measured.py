"""What is told, and leads to nothing or to less than it might: denied, measured, or named by a word that is none."""

from __future__ import annotations

import pytest

from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation, Understood
from graphwright.protocol.operations import NodeCreate
from tests.graph.build import graph_of


def _heard(said: str, graph: Graph) -> Understood:
    return understand(said, Situation(graph, NodeIndex(graph), suggests=False))


def _made(said: str, graph: Graph) -> list[tuple[str, str]]:
    """The types and names of what a message makes."""
    found = _heard(said, graph)
    assert isinstance(found, Change), found
    return [(each.node_type, each.name) for each in found.operations if isinstance(each, NodeCreate)]


@pytest.mark.requirement("U-654")
def test_what_is_not_done_again_leads_nowhere_back() -> None:
    made = _made("The machine fills the bag, weighs it and does not repeat the filling.", graph_of())

    assert [name for node_type, name in made if node_type == "FLOW"] == ["Bag"]


@pytest.mark.requirement("U-654")
def test_what_must_be_done_for_a_time_is_a_demand_and_no_row_of_steps() -> None:
    made = _made(
        "To make cider, you have to wash the apples for 10 minutes, crush them and press the pulp.", graph_of()
    )

    assert {node_type for node_type, _ in made} == {"REQ"}


@pytest.mark.requirement("U-654")
def test_what_nobody_needs_is_not_made() -> None:
    assert not isinstance(_heard("As actors we do not need a pilot and a cook.", graph_of()), Change)


@pytest.mark.requirement("U-655")
@pytest.mark.parametrize(
    ("said", "made"),
    [
        ("Add a retort to the pot still.", [("MOD", "Retort")]),
        ("Add a retort to the pot still, and a lid to the washback.", [("MOD", "Retort"), ("MOD", "Lid")]),
        ("The pot still contains a retort.", [("MOD", "Retort")]),
        ("The pot still distils the wash.", []),
    ],
)
def test_a_name_of_the_model_is_read_to_its_end(said: str, made: list[tuple[str, str]]) -> None:
    assert _made(said, graph_of("Pot still:MOD", "Washback:MOD", "Distil wash:FUNC")) == made
