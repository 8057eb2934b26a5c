"""What is wrong with a change set is said all at once, and nothing of it happens."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.graph.load import load_profile
from graphwright.operations.plan import Plan, plan
from graphwright.operations.values import DEPTH
from graphwright.ports import Ids, ManualClock
from graphwright.protocol.graph import EdgeChange, NodeChange
from graphwright.protocol.operations import (
    ChangeSet,
    EdgeCreate,
    EdgeDelete,
    EdgeSet,
    EdgeUpdate,
    NodeCreate,
    NodeDelete,
    NodeSet,
    NodeUpdate,
    Operation,
)
from graphwright.protocol.texts import Term
from graphwright.text.messages import hint_of, message_of
from tests.graph.build import graph_of
from tests.places import START, seeded_ids


def planned(
    graph: Graph, *operations: Operation, ai: bool = False, importing: bool = False, limit: int = 10_000
) -> Plan:
    ids: Ids = seeded_ids(ManualClock(START))
    change_set = ChangeSet(base_revision=graph.revision, operations=list(operations))
    return plan(graph, change_set, ids=ids, ai=ai, importing=importing, limit=limit)


def make(name: str, node_type: str = "FUNC", **fields: object) -> NodeCreate:
    return NodeCreate(id=f"make {name}", node_type=node_type, name=name, descr="Does.", temp_id=name, **fields)


def link(source: str, edge_type: str, target: str, number: int = 1) -> EdgeCreate:
    return EdgeCreate(id=f"link {number}", edge_type=edge_type, source=source, target=target)


def codes(found: Plan) -> list[tuple[str, str]]:
    return [(problem.code, problem.operation_id or "") for problem in found.problems]


SHOP = ("Shop:SYS", "Order:FLOW", "Customer:ACTOR", "Ship:FUNC", "Fast:REQ", "Customer -io-> Order", "Order -io-> Ship")


@pytest.mark.requirement("R-20", "A-30", "A-27", "R-43")
@pytest.mark.parametrize(
    ("operation", "code"),
    [
        (make("X", "ROBOT"), "malformed"),
        (link("Ship.FN.001", "loves", "Fast.RQ.001"), "malformed"),
        (link("Ship.FN.001", "st", "Nowhere.RQ.009"), "unknownRef"),
        (link("Ship.FN.001", "st", "Shop.SY.001"), "illegalPair"),
        (link("Ship.FN.001", "cp", "Ship.FN.001"), "selfLoop"),
        (link("Customer.AC.001", "io", "Order.FL.001"), "duplicateRef"),
        (make("X", semantic_id="Ship.FN.001"), "duplicateRef"),
        (make("X" * 201), "limitExceeded"),
        (make("X" * 10_000_000), "limitExceeded"),
        (make("   "), "malformed"),
        (make("\u200b\u2060"), "malformed"),
        (make("\u3164\u2800"), "malformed"),
        (make("a\x00b"), "malformed"),
        (make("a\ud800b"), "malformed"),
        (make("a\nb"), "malformed"),
        (make("X", attributes={"name": "other"}), "malformed"),
        (make("X", attributes={"x": float("nan")}), "malformed"),
        (NodeUpdate(id="u", ref="Nowhere", set=NodeSet(name="X")), "unknownRef"),
        (NodeDelete(id="d", ref="Nowhere"), "unknownRef"),
        (EdgeDelete(id="e", edge_type="io", source="Ship.FN.001", target="Order.FL.001"), "unknownRef"),
        (EdgeDelete(id="e"), "unknownRef"),
    ],
)
def test_each_kind_of_mistake_has_its_code_and_changes_nothing(operation: Operation, code: str):
    found = planned(graph_of(*SHOP), operation)

    assert codes(found) == [(code, operation.id)]
    assert found.changes == []
    assert hint_of(found.problems[0], "en")


@pytest.mark.requirement("A-30", "A-31")
def test_all_problems_are_reported_at_once_and_one_mistake_once():
    found = planned(
        graph_of(*SHOP), make("A", "ROBOT"), link("A", "st", "Fast.RQ.001", 1), link("Ship.FN.001", "st", "Nobody", 2)
    )

    assert codes(found) == [("malformed", "make A"), ("unknownRef", "link 2")]


@pytest.mark.requirement("A-27", "WA-04")
def test_an_unknown_ref_names_what_was_perhaps_meant():
    found = planned(graph_of(*SHOP), link("Shipp.FN.001", "st", "Fast.RQ.001"))

    assert found.problems[0].candidates[:1] == ["Ship.FN.001"]


@pytest.mark.requirement("A-30")
def test_two_operations_with_one_id_and_two_nodes_with_one_temp_id_are_refused():
    found = planned(graph_of(*SHOP), make("A"), make("B"), make("B"))

    assert codes(found) == [("duplicateRef", "make B")]
    assert message_of(found.problems[0], "en") == "'make B' is already the id of operation 2"


@pytest.mark.requirement("A-18")
def test_a_cycle_names_nodes_by_their_names_and_edges_by_their_ends():
    edge = EdgeCreate(id="link", edge_type="satisfy", source="A", target="Fast.RQ.001", depends_on=["make A"])
    found = planned(graph_of(*SHOP), make("A", depends_on=["link"]), edge)

    (problem,) = found.problems
    assert "A (make A) -> A -satisfy-> Fast.RQ.001 (link) -> A (make A)" in message_of(problem, "en")


@pytest.mark.requirement("A-15", "WA-07")
def test_deletes_make_the_last_batch_and_take_their_edges_along():
    graph = graph_of(*SHOP)
    found = planned(graph, NodeDelete(id="gone", ref="Order.FL.001"), make("New"))

    assert found.batches == [["make New"], ["gone"]]
    assert [type(change) for change in found.changes] == [NodeChange, EdgeChange, EdgeChange, NodeChange]
    assert all(change.operation_id == "gone" for change in found.changes[1:])


@pytest.mark.requirement("A-30")
def test_delete_and_create_of_one_semantic_id_is_an_update_that_keeps_the_node():
    graph = graph_of(*SHOP)
    found = planned(
        graph,
        NodeDelete(id="old", ref="Ship.FN.001"),
        NodeCreate(id="new", node_type="FUNC", name="Ship", descr="Ships the order.", semantic_id="Ship.FN.001"),
    )

    (change,) = found.changes
    assert isinstance(change, NodeChange)
    assert change.before == graph.nodes["Ship:FUNC"]
    assert change.after is not None
    assert (change.after.node_id, change.after.descr) == ("Ship:FUNC", "Ships the order.")


@pytest.mark.requirement("A-30")
def test_turning_an_edge_round_in_one_change_set_is_legal():
    found = planned(
        graph_of("A:FUNC", "B:FUNC", "A -cp-> B"),
        EdgeDelete(id="old", edge_type="compose", source="A.FN.001", target="B.FN.002"),
        link("B.FN.002", "cp", "A.FN.001"),
    )

    assert [problem.code for problem in found.problems] == []


@pytest.mark.requirement("K-01", "K-02")
@pytest.mark.parametrize(
    ("source", "relation", "target"), [("T.TS.001", "vf", "Fast.RQ.001"), ("Ship.FN.001", "al", "M.MD.001")]
)
def test_an_edge_in_the_other_traditions_direction_is_turned_and_said(source: str, relation: str, target: str):
    graph = graph_of("Ship:FUNC", "Fast:REQ", "T:TEST", "M:MOD")
    found = planned(graph, link(source, relation, target))

    (change,) = found.changes
    assert isinstance(change, EdgeChange)
    assert change.after is not None
    assert graph.nodes[change.after.source].semantic_id == target
    assert [note.key for note in found.notes] == ["notes.turned"]


@pytest.mark.requirement("K-22")
def test_a_composition_that_contains_itself_is_refused_for_everybody():
    found = planned(
        graph_of("A:FUNC", "B:FUNC", "C:FUNC", "A -cp-> B", "B -cp-> C"), link("C.FN.003", "cp", "A.FN.001")
    )

    (problem,) = found.problems
    assert problem.code == "dependencyCycle"
    assert message_of(problem, "en") == "compose cycle: C -> A -> B -> C"


@pytest.mark.requirement("K-22", "A-30")
def test_a_composition_that_contains_itself_is_the_fault_of_a_compose_edge():
    found = planned(
        graph_of("A:MOD", "B:MOD", "A -cp-> B"),
        link("A.MD.001", "relation", "B.MD.002", 1),
        link("B.MD.002", "cp", "A.MD.001", 2),
    )

    assert codes(found) == [("dependencyCycle", "link 2")]


@pytest.mark.requirement("K-22", "A-31")
def test_hard_rules_stop_an_ai_and_are_findings_for_people():
    twice = (
        make("Ship2"),
        EdgeCreate(id="w", edge_type="io", source="Ship2", target="Order.FL.001"),
        link("Order.FL.001", "io", "Ship2", 9),
    )

    assert planned(graph_of(*SHOP), *twice).problems == []
    problems = planned(graph_of(*SHOP), *twice, ai=True).problems
    assert {problem.code for problem in problems} == {"ruleViolation"}
    assert any("io_bidirectional_flow" in problem.path for problem in problems)


@pytest.mark.requirement("K-19", "K-20")
def test_free_names_and_missing_descriptions_are_findings_and_block_nobody():
    found = planned(graph_of(), NodeCreate(id="n", node_type="FUNC", name="manage_sheds #2"), ai=True)

    assert found.problems == []
    assert {"naming", "required_properties"} <= {finding.rule_id for finding in found.findings.introduced}


@pytest.mark.requirement("A-73", "A-75", "WF-09")
def test_counters_are_never_used_twice_even_after_a_delete():
    graph = graph_of("A:FUNC", "B:FUNC")
    graph.drop_node("B:FUNC")

    (change,) = planned(graph, make("C")).changes

    assert isinstance(change, NodeChange)
    assert change.after is not None
    assert change.after.semantic_id == "C.FN.003"


@pytest.mark.requirement("K-12")
def test_an_import_keeps_semantic_ids_that_are_well_formed_and_free():
    found = planned(
        graph_of(),
        make("A", semantic_id="Alpha.FN.040"),
        make("B", semantic_id="not an id"),
        importing=True,
    )

    assert [
        change.after.semantic_id for change in found.changes if isinstance(change, NodeChange) and change.after
    ] == [
        "Alpha.FN.040",
        "B.FN.041",
    ]


@pytest.mark.requirement("R-40")
def test_more_operations_than_the_limit_are_refused_unread():
    found = planned(graph_of(), *(make(f"N{number}") for number in range(21)), limit=20)

    assert codes(found) == [("limitExceeded", "")]
    assert found.problems[0].values == {"count": 21, "limit": 20}
    assert len(planned(graph_of(), *(make(f"N{number}") for number in range(20)), limit=20).changes) == 20


@pytest.mark.requirement("A-14", "WA-05", "A-25")
def test_an_update_waits_for_the_node_that_it_changes_and_both_make_one_change():
    found = planned(graph_of(), NodeUpdate(id="u", ref="A", set=NodeSet(descr="Later.")), make("A"))

    assert found.batches == [["make A"], ["u"]]
    (change,) = found.changes
    assert isinstance(change, NodeChange)
    assert change.before is None
    assert change.after is not None
    assert change.after.descr == "Later."


@pytest.mark.requirement("A-30")
def test_an_update_that_changes_nothing_is_said_and_makes_no_change():
    found = planned(graph_of(*SHOP), NodeUpdate(id="u", ref="Ship.FN.001", set=NodeSet(name="Ship")))

    assert (found.changes, found.problems) == ([], [])
    assert found.notes == [Term(key="notes.sameNode", values={"operation": "u", "id": "Ship.FN.001"})]


# edges that the change set makes itself -------------------------------------------------------------------------------


def label(edge_type: str = "io", source: str = "F", target: str = "Ship.FN.001", **address: str) -> EdgeUpdate:
    address = address or {"edge_type": edge_type, "source": source, "target": target}
    return EdgeUpdate(id="label", set=EdgeSet(attributes={"label": "in"}), **address)


def edges_of(found: Plan) -> list[tuple[str, dict[str, object], str]]:
    return [
        (change.after.edge_type, change.after.attributes, change.operation_id)
        for change in found.changes
        if isinstance(change, EdgeChange) and change.after is not None
    ]


@pytest.mark.requirement("A-10", "A-14", "A-22")
def test_an_edge_is_updated_in_the_change_set_that_makes_it_whichever_stands_first():
    found = planned(graph_of(*SHOP), label(), make("F", "FLOW"), link("F", "io", "Ship.FN.001"))

    assert codes(found) == []
    assert edges_of(found) == [("io", {"label": "in"}, "link 1")]
    assert found.batches == [["make F"], ["link 1"], ["label"]]


@pytest.mark.requirement("A-10", "A-30")
def test_an_edge_is_made_also_where_a_node_has_the_id_that_it_gets():
    graph = graph_of(*SHOP)
    taken = seeded_ids(ManualClock(START)).new()
    graph.put_node(replace(graph.nodes["Ship:FUNC"], node_id=taken, semantic_id="Bill.FN.002", name="Bill"))

    found = planned(
        graph, link("Bill.FN.002", "st", "Fast.RQ.001"), NodeUpdate(id="u", ref=taken, set=NodeSet(name="B"))
    )

    made = [(each.operation_id, each.after.edge_id) for each in found.changes if isinstance(each, EdgeChange)]
    assert made == [("link 1", taken)]
    assert [each.operation_id for each in found.changes if isinstance(each, NodeChange)] == ["u"]


@pytest.mark.requirement("A-10", "A-25")
def test_two_new_edges_between_the_same_ends_are_told_apart_by_their_temp_ids():
    graph = graph_of("Ask:STEP", "Tell:STEP", ontology=load_profile("workflow"))
    first, second = (
        EdgeCreate(id=f"make {way}", edge_type="link", source="Ask:STEP", target="Tell:STEP", temp_id=way,
                   attributes={"targetHandle": way})
        for way in ("left", "right")
    )  # fmt: skip

    found = planned(graph, label(ref="right"), first, second)

    assert codes(found) == []
    assert [edge[1] for edge in edges_of(found)] == [
        {"targetHandle": "left"},
        {"targetHandle": "right", "label": "in"},
    ]


@pytest.mark.requirement("A-25")
def test_two_new_edges_with_one_temp_id_are_refused():
    first, second = (
        EdgeCreate(id=f"link {flow}", edge_type="io", source=flow, target="Ship.FN.001", temp_id="it")
        for flow in ("F", "G")
    )

    found = planned(graph_of(*SHOP), make("F", "FLOW"), make("G", "FLOW"), first, second)

    assert codes(found) == [("duplicateRef", "link G")]


@pytest.mark.requirement("A-30", "A-31")
def test_an_update_of_an_edge_whose_making_is_refused_is_no_second_problem():
    found = planned(
        graph_of(*SHOP), link("Ship.FN.001", "st", "Shop.SY.001"), label("st", "Ship.FN.001", "Shop.SY.001")
    )

    assert codes(found) == [("illegalPair", "link 1")]


@pytest.mark.requirement("A-10")
def test_an_edge_that_was_turned_round_is_updated_in_the_words_it_was_made_with():
    words = ("Proof.TS.001", "vf", "Fast.RQ.001")
    found = planned(graph_of(*SHOP, "Proof:TEST"), link(*words), label("vf", "Proof.TS.001", "Fast.RQ.001"))

    assert codes(found) == []
    assert edges_of(found) == [("verify", {"label": "in"}, "link 1")]


@pytest.mark.requirement("R-40", "A-30")
@pytest.mark.parametrize("of", [list, dict])
def test_a_value_may_be_nested_as_deeply_as_the_limit_says_and_no_deeper(of: type):
    def nested(depth: int) -> object:
        value: object = "kept"
        for _ in range(depth):
            value = [value] if of is list else {"in": value}
        return value

    assert planned(graph_of(*SHOP), make("X", attributes={"notes": nested(DEPTH)})).problems == []
    assert codes(planned(graph_of(*SHOP), make("X", attributes={"notes": nested(DEPTH + 1)}))) == [
        ("malformed", "make X")
    ]


@pytest.mark.requirement("A-30")
def test_an_edge_that_is_deleted_and_made_again_is_one_update_for_which_nobody_waits():
    graph = graph_of(*SHOP)
    again = replace(link("Order.FL.001", "io", "Ship.FN.001"), attributes={"note": "urgent"})
    found = planned(
        graph,
        EdgeDelete(id="cut", edge_type="io", source="Order.FL.001", target="Ship.FN.001"),
        replace(make("Pack"), depends_on=["cut"]),
        again,
    )

    assert found.problems == []
    changes = [(type(change), change.before is None, change.after is None) for change in found.changes]
    assert changes == [(NodeChange, True, False), (EdgeChange, False, False)]
