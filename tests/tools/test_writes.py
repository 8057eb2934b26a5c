"""Writes only collect operations: checked at once, named for later calls, and never a change of the graph."""

from __future__ import annotations

import json

import pytest

from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    EdgeSet,
    EdgeUpdate,
    NodeCreate,
    NodeDelete,
    NodeSet,
    NodeUpdate,
)
from graphwright.protocol.projects import RIGHTS
from tests.tools.place import bench


@pytest.mark.requirement("D-77", "D-78", "WD-12")
async def test_a_new_node_and_its_edges_come_from_several_calls_of_one_turn():
    place = await bench()
    before = place.table.model()
    made = await place.propose(
        "create_node",
        node_type="FUNC",
        name="Ship",
        descr="Sends",
        attributes={"volatility": "high"},
    )
    assert made["proposed"] == [{"operation": "p1", "create": "Ship", "type": "FUNC", "refer_to": "new1"}]
    await place.propose("create_edge", edge_type="cp", source="HandleOrder", target="new1")
    await place.propose("create_edge", edge_type="satisfy", source="Ship", target="RQ1")
    graph = place.project.graph
    chain, requirement = graph.find("FC1")[0], graph.find("RQ1")[0]
    assert place.drafted.operations == [
        NodeCreate(
            id="p1", node_type="FUNC", name="Ship", descr="Sends", attributes={"volatility": "high"}, temp_id="new1"
        ),
        EdgeCreate(id="p2", edge_type="cp", source=chain, target="new1"),
        EdgeCreate(id="p3", edge_type="satisfy", source="new1", target=requirement),
    ]
    assert place.table.model() == before


@pytest.mark.requirement("D-79", "D-81")
async def test_updates_deletes_and_moves_name_what_is_there():
    place = await bench()
    graph = place.project.graph
    node = {word: graph.find(word)[0] for word in ("FN1", "FN2", "AC1")}
    (io,) = graph.incoming(node["FN1"], "io")
    (part,) = graph.incoming(node["FN2"], "compose")
    await place.propose("update_node", node="FN1", name="Check", remove_attributes=["volatility"])
    await place.propose("delete_node", node="Customer")
    await place.propose("update_edge", edge_id=io.edge_id, attributes={"label": "in"})
    await place.propose("delete_edge", edge_type="satisfy", source="FN1", target="RQ1")
    await place.propose("move_node", node="PayOrder", parent="ValidateOrder")
    assert place.drafted.operations == [
        NodeUpdate(id="p1", ref=node["FN1"], set=NodeSet(name="Check"), unset=["volatility"]),
        NodeDelete(id="p2", ref=node["AC1"]),
        EdgeUpdate(id="p3", ref=io.edge_id, set=EdgeSet(attributes={"label": "in"})),
        EdgeDelete(id="p4", edge_type="satisfy", source=node["FN1"], target=graph.find("RQ1")[0]),
        EdgeDelete(id="p5", ref=part.edge_id),
        EdgeCreate(id="p6", edge_type="compose", source=node["FN1"], target=node["FN2"]),
    ]


@pytest.mark.requirement("D-81", "WD-10")
async def test_a_batch_is_taken_whole_or_not_at_all_in_any_order():
    place = await bench()
    edge = {"change": "create_edge", "edge_type": "compose", "source": "HandleOrder", "target": "ship"}
    node = {"change": "create_node", "node_type": "FUNC", "name": "Ship", "temp_id": "ship"}
    await place.read("propose_changes", changes=[edge, node], reason="belongs together")
    assert [type(operation).__name__ for operation in place.drafted.operations] == ["EdgeCreate", "NodeCreate"]
    assert sorted(operation.id for operation in place.drafted.operations) == ["p1", "p2"]
    wrong = {"change": "create_edge", "edge_type": "satisfy", "source": "Shop", "target": "Customer"}
    loop = {"change": "create_edge", "edge_type": "io", "source": "Order", "target": "Order"}
    told = await place.error("propose_changes", changes=[{**node, "temp_id": "other"}, wrong, loop], reason="r")
    assert [problem["code"] for problem in told["problems"]] == ["illegalPair", "selfLoop"]
    assert len(place.drafted.operations) == 2


@pytest.mark.requirement("WD-11")
async def test_every_problem_of_a_write_is_told_and_nothing_of_it_is_taken():
    place = await bench()
    told = {
        "unknown": await place.refused("delete_node", node="ValidateOrders"),
        "type": await place.refused("create_node", node_type="ZEBRA", name="x"),
        "nothing": await place.refused("update_node", node="FN1"),
        "edge": await place.refused("delete_edge", source="FN1"),
        "no reason": await place.error("propose_changes", changes=[{"change": "delete_node", "node": "FN1"}]),
        "twice": await place.refused("create_edge", edge_type="io", source="Customer", target="Order"),
        "empty": await place.error("propose_changes", changes=[], reason="r"),
        "taken": await place.refused("create_node", node_type="FUNC", name="x", temp_id="FN1"),
        "there": await place.refused("move_node", node="FN1", parent="FC1"),
        "cycle": await place.refused("move_node", node="Ordering", parent="HandleOrder"),
    }
    assert {name: each["error"]["code"] for name, each in told.items()} == {
        "unknown": "notFound",
        "type": "malformed",
        "nothing": "invalidCommand",
        "edge": "invalidCommand",
        "no reason": "invalidCommand",
        "twice": "duplicateRef",
        "empty": "invalidCommand",
        "taken": "invalidCommand",
        "there": "invalidCommand",
        "cycle": told["cycle"]["error"]["code"],
    }
    assert told["unknown"]["error"]["message"].endswith("did you mean ValidateOrder.FN.001?")
    assert place.drafted.operations == []


async def test_what_is_only_proposed_can_be_used_and_changed_but_not_deleted():
    place = await bench()
    await place.propose("create_node", node_type="FUNC", name="Ship")
    await place.propose("update_node", node="new1", descr="Sends goods")
    told = await place.refused("delete_node", node="Ship")
    assert "only proposed in this turn" in told["error"]["message"]


async def test_a_rule_that_is_broken_until_the_draft_is_finished_is_told_as_open_and_refuses_nothing():
    place = await bench()
    made = await place.propose("create_node", node_type="FUNC", name="validateOrder")
    assert {problem["code"] for problem in made["still_open"]} == {"ruleViolation"}
    assert len(place.drafted.operations) == 1


@pytest.mark.requirement("WD-07", "T-11", "R-22")
async def test_a_write_is_refused_to_whoever_may_not_build_even_if_it_is_called():
    place = await bench()
    for tool in ("propose_changes",):
        answer = await place.call(tool, RIGHTS["approver"], node="FN1", reason="r")
        assert json.loads(answer.content)["error"]["code"] == "accessDenied"
        assert (answer.is_error, answer.operations) == (True, [])


@pytest.mark.requirement("M-59")
async def test_what_holds_json_may_be_given_as_an_object_and_is_kept_as_text():
    place = await bench()
    made = await place.propose(
        "create_node",
        node_type="SCHEMA",
        name="OrderData",
        descr="An order",
        attributes={"category": "DataSchema", "struct": {"orderId": "string", "amount": "number"}},
    )
    assert "still_open" not in made
    (operation,) = place.drafted.operations
    assert isinstance(operation, NodeCreate)
    assert operation.attributes == {"category": "DataSchema", "struct": '{"orderId":"string","amount":"number"}'}


@pytest.mark.requirement("M-59")
async def test_an_update_says_what_it_changes_and_a_deletion_what_goes_with_it():
    place = await bench()
    changed = await place.propose("update_node", node="FN1", name="Check", attributes={"volatility": "high"})
    deleted = await place.propose("delete_node", node="Customer")
    cut = await place.propose("delete_edge", edge_type="satisfy", source="FN1", target="RQ1")
    assert [each["proposed"] for each in (changed, deleted, cut)] == [
        [
            {
                "operation": "p1",
                "change": "FN1 ValidateOrder",
                "from_to": {"name": ["ValidateOrder", "Check"], "volatility": ["low", "high"]},
            }
        ],
        [{"operation": "p2", "delete": "AC1 Customer", "edges_that_go_with_it": 1}],
        [{"operation": "p3", "delete": "FN1 -satisfy-> RQ1"}],
    ]


@pytest.mark.requirement("M-59")
async def test_a_corrected_proposal_takes_the_place_of_the_wrong_one():
    place = await bench()
    node = place.project.graph.find("FN1")[0]
    await place.propose("update_node", node="FN1", descr="Chekcs", attributes={"volatility": "high"})
    await place.propose("update_node", node="FN1", descr="Checks")
    assert place.drafted.operations == [
        NodeUpdate(id="p1", ref=node, set=NodeSet(attributes={"volatility": "high"})),
        NodeUpdate(id="p2", ref=node, set=NodeSet(descr="Checks")),
    ]
    await place.propose("update_node", node="FN1", remove_attributes=["volatility"])
    assert [operation.id for operation in place.drafted.operations] == ["p2", "p3"]
