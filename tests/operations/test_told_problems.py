"""What is told of what cannot be: which operation, where in it, what was said, and what may be meant instead."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.operations.digests import digest_of, proposed
from graphwright.operations.holding import holding
from graphwright.operations.plan import Plan, plan
from graphwright.operations.refs import renamed
from graphwright.operations.subsets import dependencies, falling_with
from graphwright.ports import ManualClock
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
    Problem,
)
from graphwright.protocol.texts import Term
from tests.graph.build import graph_of
from tests.operations.test_plan import SHOP, link, make, planned
from tests.places import START, seeded_ids

DID_YOU_MEAN, CREATE = "terms.didYouMean", "terms.createOrUse"


def told(problem: Problem) -> tuple[str, str, str, dict[str, Any], list[str]]:
    """Case, operation, place, values and candidates; of advice its key."""
    values = {key: value.key if isinstance(value, Term) else value for key, value in problem.values.items()}
    return problem.case, problem.operation_id or "", problem.path, values, problem.candidates


AMBIGUOUS = (*SHOP, "Send:FUNC <Send.FN.001>", "Pay:FUNC <Pay.FN.001>")
FLOW, SHIP = "Order.FL.001", "Ship.FN.001"


@pytest.mark.requirement("A-27", "R-20", "R-143")
@pytest.mark.parametrize(
    ("operations", "expected"),
    [
        (
            [NodeUpdate(id="u", ref="Nowhere.FN.099", set=NodeSet(name="X"))],
            ("nowhere", "u", "$.operations[0].ref", {"ref": "'Nowhere.FN.099'", "advice": CREATE}, []),
        ),
        (
            [NodeUpdate(id="u", ref="Shipp.FN.009", set=NodeSet(name="X"))],
            ("nowhere", "u", "$.operations[0].ref", {"ref": "'Shipp.FN.009'", "advice": DID_YOU_MEAN}, [SHIP]),
        ),
        (
            [NodeDelete(id="d", ref="fn1")],
            ("several", "d", "$.operations[0].ref", {"ref": "'fn1'", "count": 3, "advice": DID_YOU_MEAN},
             [SHIP, "Send.FN.001", "Pay.FN.001"]),
        ),
        (
            [EdgeDelete(id="d", ref="e9")],
            ("edgeId", "d", "$.operations[0]", {"ref": "'e9'", "advice": CREATE}, []),
        ),
        ([EdgeDelete(id="d", source=SHIP)], ("edgeAddress", "d", "$.operations[0]", {"advice": CREATE}, [])),
        (
            [EdgeUpdate(id="u", edge_type="io", source=SHIP, target=FLOW, set=EdgeSet(attributes={"a": 1}))],
            ("noEdge", "u", "$.operations[0]",
             {"relation": "io", "source": f"'{SHIP}'", "target": f"'{FLOW}'", "advice": CREATE}, []),
        ),
        (
            [EdgeDelete(id="d", edge_type="io", source="Nobody.FN.099", target=FLOW)],
            ("nowhere", "d", "$.operations[0]", {"ref": "'Nobody.FN.099'", "advice": CREATE}, []),
        ),
        (
            [EdgeDelete(id="d", edge_type="io", source=FLOW, target="Nobody.FN.099")],
            ("nowhere", "d", "$.operations[0]", {"ref": "'Nobody.FN.099'", "advice": CREATE}, []),
        ),
        ([link(SHIP, "cp", SHIP)], ("self", "link 1", "$.operations[0]", {"name": "'Ship'"}, [])),
        (
            [link("Customer.AC.001", "io", FLOW)],
            ("edge", "link 1", "$.operations[0]", {"edge": "Customer -io-> Order"}, []),
        ),
        (
            [make("X", "ROBOT")],
            ("nodeType", "make X", "$.operations[0].nodeType",
             {"type": "'ROBOT'", "profile": "'systems'", "types": [*graph_of(*SHOP).ontology.node_types]},
             [*graph_of(*SHOP).ontology.node_types]),
        ),
        (
            [make("A"), replace(make("B"), temp_id="A")],
            ("newNode", "make B", "$.operations[1]", {"name": "'A'"}, []),
        ),
    ],
)  # fmt: skip
def test_a_problem_names_the_operation_the_place_what_was_said_and_what_may_be_meant(
    operations: list[Operation], expected: tuple[str, str, str, dict[str, Any], list[str]]
):
    found = planned(graph_of(*AMBIGUOUS), *operations)

    assert [told(problem) for problem in found.problems] == [expected]


@pytest.mark.requirement("A-27", "R-143")
def test_of_many_nodes_that_may_be_meant_five_are_named_and_all_are_counted():
    graph = graph_of(*(f"Part{at}:FUNC <Part{at}.FN.001>" for at in range(7)))
    (problem,) = planned(graph, NodeDelete(id="d", ref="FN1")).problems

    assert (problem.values["count"], problem.candidates) == (7, [f"Part{at}.FN.001" for at in range(5)])


@pytest.mark.requirement("A-25", "R-149")
def test_an_operation_speaks_of_nodes_by_the_names_that_they_have_now():
    names = {"A": "n1", "B": "n2"}
    assert [
        renamed(NodeDelete(id="d", ref="A"), names),
        renamed(NodeUpdate(id="u", ref="C", set=NodeSet(name="A")), names),
        renamed(EdgeCreate(id="e", edge_type="io", source="A", target="B"), names),
        renamed(EdgeDelete(id="x", edge_type="io", source="C", target="B"), names),
        renamed(make("A"), names),
    ] == [
        NodeDelete(id="d", ref="n1"),
        NodeUpdate(id="u", ref="C", set=NodeSet(name="A")),
        EdgeCreate(id="e", edge_type="io", source="n1", target="n2"),
        EdgeDelete(id="x", edge_type="io", source="C", target="n2"),
        make("A"),
    ]


@pytest.mark.requirement("A-25", "R-149")
def test_an_edge_is_meant_by_its_type_in_any_word_and_by_its_ends_however_it_was_turned():
    graph = graph_of(
        *SHOP, "Till:MOD", "Proof:TEST", "Ship -satisfy-> Fast", "Till -allocate-> Ship", "Fast -verify-> Proof"
    )
    for word, source, target in (
        ("satisfy", SHIP, "Fast.RQ.001"),
        ("st", SHIP, "Fast.RQ.001"),
        ("allocate", "Till.MD.001", SHIP),
        ("allocate", SHIP, "Till.MD.001"),
        ("verify", "Proof.TS.001", "Fast.RQ.001"),
    ):
        find = {node.name: node.semantic_id for node in graph.nodes.values()}
        ends = [find[each.partition(".")[0]] for each in (source, target)]
        found = planned(graph, EdgeDelete(id="d", edge_type=word, source=ends[0], target=ends[1]))
        assert found.problems == []
        assert [change.after for change in found.changes] == [None]


# what holds ----------------------------------------------------------------------------------------------------------


def plan_with(problems: list[Problem]) -> Plan:
    graph = graph_of(*SHOP)
    empty = plan(graph, ChangeSet(base_revision=1, operations=[]), ids=seeded_ids(ManualClock(START)))
    return replace(empty, problems=problems)


def problem_of(operation_id: str | None) -> Problem:
    return Problem(code="malformed", case="x", operation_id=operation_id, path="$", values={}, candidates=[])


NEEDS = st.lists(st.sets(st.integers(0, 6), max_size=2), min_size=1, max_size=7)


@pytest.mark.requirement("R-150")
@given(NEEDS, st.sets(st.integers(0, 6)), st.sets(st.integers(0, 6)))
def test_what_holds_is_what_needs_nothing_that_is_faulty_also_not_what_turns_out_later(needs, faulty, later):
    """`later`: what is faulty only without the first faulty ones."""
    operations = [
        replace(make(f"N{at}"), depends_on=[f"make N{need}" for need in sorted(wanted) if need < at])
        for at, wanted in enumerate(needs)
    ]
    ids = [operation.id for operation in operations]
    first = {f"make N{at}" for at in faulty} & set(ids)
    second = ({f"make N{at}" for at in later} & set(ids)) if first else set()

    def falling(gone: set[str]) -> set[str]:
        fallen = set(gone)
        for operation in operations:
            if set(operation.depends_on) & fallen:
                fallen.add(operation.id)
        return fallen

    def plan_of(kept: list[Operation]) -> Plan:
        return plan_with([problem_of(each.id) for each in kept if each.id in second])

    left = [each for each in ids if each not in falling(first | second)]
    assert holding(operations, [problem_of(each) for each in ids if each in first], plan_of) == left


@pytest.mark.requirement("R-150")
def test_nothing_holds_where_a_problem_is_of_no_operation_or_never_ends():
    operations = [make(f"N{at}") for at in range(20)]

    def never(kept: list[Operation]) -> Plan:
        return plan_with([problem_of(kept[-1].id)])

    assert holding(operations, [problem_of(None)], never) == []
    assert holding(operations[:12], [problem_of(operations[11].id)], never) == []
    assert holding(operations, [problem_of(operations[19].id)], never) == []

    def enough(kept: list[Operation]) -> Plan:
        return plan_with([] if len(kept) == 9 else [problem_of(kept[-1].id)])

    assert holding(operations, [problem_of(operations[19].id)], enough) == [each.id for each in operations[:9]]
    assert holding(operations, [problem_of(operations[19].id), problem_of(None)], enough) == [
        each.id for each in operations[:9]
    ]
    assert holding(operations, [], never) == [each.id for each in operations]


@pytest.mark.requirement("R-150")
@given(NEEDS, st.sets(st.integers(0, 6)))
def test_what_falls_with_something_is_told_level_by_level(needs: list[set[int]], rejected: set[int]):
    depends_on = {f"o{at}": [f"o{need}" for need in sorted(wanted)] for at, wanted in enumerate(needs)}
    level = [f"o{at}" for at in sorted(rejected)]
    seen, fallen = set(level), list[str]()
    while level:
        level = [each for each in depends_on if each not in seen and set(depends_on[each]) & set(level)]
        seen.update(level)
        fallen += level
    told_of = falling_with(depends_on, [f"o{at}" for at in sorted(rejected)])

    assert sorted(told_of) == sorted(fallen)
    places = {each: at for at, each in enumerate(told_of)}
    for each in told_of:
        needed = [need for need in depends_on[each] if need in places and places[need] < places[each]]
        assert needed or any(need in {f"o{at}" for at in rejected} for need in depends_on[each])


@pytest.mark.requirement("R-150", "WA-07")
def test_operations_need_what_they_name_and_what_makes_the_elements_that_they_speak_of():
    operations: list[Operation] = [
        make("A"),
        make("B"),
        replace(link("A", "cp", "B"), depends_on=["make B", "nobody", "link 1"]),
        EdgeUpdate(id="u", edge_type="cp", source="A", target="B", set=EdgeSet(attributes={"a": 1})),
        NodeUpdate(id="w", ref="A", set=NodeSet(descr="X")),
        NodeDelete(id="d", ref=SHIP),
    ]

    needs = dependencies(operations)
    assert {each: set(found) for each, found in needs.items()} == {
        "link 1": {"make A", "make B"},
        "u": {"link 1", "make A", "make B"},
        "w": {"make A"},
    }


@pytest.mark.requirement("R-150")
def test_a_digest_is_of_the_operations_whatever_their_order_and_before_is_what_stands_there():
    graph: Graph = graph_of(*SHOP, "Ship -satisfy-> Fast")
    operations: list[Operation] = [
        NodeUpdate(id="u", ref="Ship:FUNC", set=NodeSet(descr="X")),
        EdgeDelete(id="e", ref="Ship:FUNC -satisfy-> Fast:REQ"),
        EdgeDelete(id="f", edge_type="satisfy", source="Ship:FUNC", target="Fast:REQ"),
        make("A"),
        NodeDelete(id="d", ref="nobody"),
    ]
    bound = proposed(graph, operations)

    assert digest_of(bound) == digest_of(bound[::-1])
    assert len({each.digest for each in bound}) == len(bound)
    assert digest_of(bound[1:]) != digest_of(bound)
    assert [each.id for each in bound] == ["u", "e", "f", "make A", "d"]
    assert [each.before is None for each in bound] == [False, False, True, True, True]


def test_a_node_that_is_only_made_here_is_found_by_its_temp_id_before_one_of_the_model():
    graph = graph_of(*SHOP)
    found = planned(
        graph,
        NodeCreate(id="n", node_type="FUNC", name="New", descr="D.", temp_id=SHIP),
        link(SHIP, "st", "Fast.RQ.001"),
    )

    assert found.problems == []
    (edge,) = [change.after for change in found.changes if change.operation_id == "link 1"]
    assert edge is not None
    assert edge.source == found.aliases[SHIP] != "Ship:FUNC"  # type: ignore[union-attr]
