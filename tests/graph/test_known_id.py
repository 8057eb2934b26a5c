"""The id that people know an imported element by: which ids these are, and what is found by them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.graph.foreign import FOREIGN_ID, REQIF_ID, known_id
from graphwright.operations.staged import StagedGraph
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId
from tests.graph.build import graph_of

pytestmark = pytest.mark.requirement("X-180")
CLOCK = NodeId("Clock:REQ")


def known_by(**known: str) -> Graph:
    """Requirements of these names, with the ids that another tool knows them by."""
    graph = graph_of(*(f"{name}:REQ" for name in known))
    for node in [*graph.nodes.values()]:
        graph.put_node(replace(node, attributes={FOREIGN_ID: known[node.name]}))
    assert [*graph.nodes] == [f"{name}:REQ" for name in known]
    return graph


def renumbered(node: Node, known: str) -> Node:
    return replace(node, attributes={FOREIGN_ID: known})


@pytest.mark.parametrize("said", ["ZEP-2", "REQ004", "R30", "SRS_014", "SDOC-SRS-12", "SYS.3.1", "3a"])
def test_letters_with_digits_are_an_id_that_people_know(said: str) -> None:
    assert known_id({FOREIGN_ID: said}) == said


@pytest.mark.parametrize(
    "unsaid",
    [
        "12",
        "checkout",
        "7",
        "R",
        "",
        "2c84e85a-59d1-11da-8ef5-afdbd01c7a71",
        "REQUIREMENT-e83944ee-8223-4a8f-a59c-370191e140d1",
        "_QPtMsGokEeuExICsU7Acmg",
        "two words 2",
        "R30\n",
        "R" + 40 * "3",
        12,
        None,
    ],
)
def test_a_number_a_word_and_what_a_machine_made_are_none(unsaid: JsonValue) -> None:
    assert known_id({FOREIGN_ID: unsaid}) is None


def test_what_reqif_calls_an_object_is_known_where_its_own_id_is_not_and_only_of_what_was_imported() -> None:
    assert known_id({FOREIGN_ID: "_53a1474b", REQIF_ID: "SRD-7"}) == "SRD-7"
    assert known_id({FOREIGN_ID: "R003", REQIF_ID: "SRD-7"}) == "R003"
    assert known_id({REQIF_ID: "SRD-7"}) is None


def test_an_element_is_found_by_it_however_it_is_written_and_as_long_as_it_has_it() -> None:
    graph = known_by(Clock="ZEP-2", Radio="ZEP-3")

    assert (graph.find("ZEP-2"), graph.find("zep-2"), graph.find("ZEP-4")) == ([CLOCK], [CLOCK], [])
    graph.put_node(renumbered(graph.nodes[CLOCK], "ZEP-4"))
    assert (graph.find("ZEP-2"), graph.find("ZEP-4")) == ([], [CLOCK])
    graph.drop_node(CLOCK)
    assert graph.find("ZEP-4") == []


def test_what_is_only_planned_is_found_by_it_in_the_plan_alone() -> None:
    graph = known_by(Clock="ZEP-2")
    staged = StagedGraph(graph)

    staged.put_node(renumbered(graph.nodes[CLOCK], "ZEP-9"))

    assert (staged.find("ZEP-9"), staged.find("ZEP-2")) == ([CLOCK], [])
    assert (graph.find("ZEP-9"), graph.find("ZEP-2")) == ([], [CLOCK])


def test_our_own_ids_are_meant_first_and_of_several_none_is_chosen() -> None:
    graph = known_by(Clock="ZEP-2", Radio="RQ1", Lamp="ZEP-2")

    assert graph.find("RQ1") == [CLOCK]
    assert graph.find("ZEP-2") == [CLOCK, NodeId("Lamp:REQ")]
