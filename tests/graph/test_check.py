"""When rules run: around a change exactly what the change did, over everything in slices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from graphwright.graph.check import (
    Breaches,
    TouchedElements,
    blocks,
    check_all,
    evaluate_local,
    evaluate_pairwise,
    local_calls,
    survey,
    sweep,
    swept,
)
from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.graph.picture import Picture
from graphwright.graph.rules import RULES
from graphwright.graph.similarity import MAX_PAIRS, SimilarityIndex, index_graph
from graphwright.operations.staged import StagedGraph
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Change, Edge, EdgeChange, Node, NodeChange
from graphwright.protocol.ids import NodeId, SemanticId
from graphwright.protocol.operations import EdgeCreate, Finding, FindingsDelta, NodeCreate, Operation
from graphwright.protocol.texts import Term
from graphwright.text.messages import message_of
from tests.graph.build import edges_of, graph_of, node_of, profile_with
from tests.graph.test_rules import EVERYTHING

T = TypeVar("T")


def local_findings(graph: Graph) -> list[Finding]:
    return [finding for finding in check_all(graph) if finding.reach == "local"]


def rules_of(findings: list[Finding]) -> set[str]:
    return {finding.rule_id for finding in findings}


def around(graph: Graph, changes: Sequence[Change], after: Graph | None = None) -> Breaches:
    """What the local rules find where changes touched a graph, or will: `after` is the graph with them."""
    found = Breaches()
    evaluate_local(found, graph, local_calls(after or graph, TouchedElements.of(changes)))
    return found


def rules_called(graph: Graph, changes: Sequence[Change]) -> dict[NodeId, list[str]]:
    """Which local rules look again at which nodes, by name."""
    nodes, _ = local_calls(graph, TouchedElements.of(changes))
    return {graph.nodes[node_id].name: [each.rule.id for each in rules] for node_id, _, rules in nodes}


def alike(graph: Graph, changes: Sequence[Change], index: SimilarityIndex) -> Breaches:
    """What the pairwise rules find there."""
    found = Breaches()
    evaluate_pairwise(found, graph, TouchedElements.of(changes), index)
    return found


def between(before: list[Finding], after: list[Finding]) -> FindingsDelta:
    """What came and went from one list of findings to another."""
    old = {finding.finding_id for finding in before}
    new = {finding.finding_id: finding for finding in after}
    introduced = [finding for finding_id, finding in new.items() if finding_id not in old]
    return FindingsDelta(introduced=introduced, resolved=sorted(old - new.keys()))


def added(graph: Graph, *lines: str) -> list[Change]:
    """The changes that add some lines to a graph, which gets them too."""
    changes: list[Change] = []
    for line in lines:
        if "->" in line:
            for edge in edges_of(line, graph):
                graph.put_edge(edge)
                changes.append(EdgeChange(before=None, after=edge))
        else:
            node = node_of(line, graph)
            graph.put_node(node)
            changes.append(NodeChange(before=None, after=node))
    return changes


# around a change ---------------------------------------------------------------------------------------------------

NAMES = ("Order", "order", "Ask", "CheckOrder", "Bill", "P")
TYPES = ("SYS", "UC", "ACTOR", "FCHAIN", "FUNC", "FUNC", "FUNC", "FLOW", "FLOW", "REQ", "TEST", "MOD", "SCHEMA")
RELATIONS = ("compose", "compose", "io", "io", "satisfy", "verify", "allocate", "relation")
TEXTS = ("", "a state", "Checks the order and gives the bill")
ATTRIBUTES: tuple[dict[str, JsonValue], ...] = (
    {},
    {"kind": "quality"},
    {"volatility": "high"},
    {"category": "ProtocolSchema"},
    {"struct": "{}"},
    {"struct": "{"},
    {"Type": "sync"},
)


STARTS = (
    (),
    ("Sys:SYS", "Fast:REQ [kind=quality]", "Sys -st-> Fast", "Top:UC", "Top -st-> Fast", "Fast -vf-> T", "T:TEST"),
    ("Top:UC", "Way:FCHAIN", "Me:ACTOR", "Ask:FLOW", "Top -cp-> Way", "Way -cp-> Me", "Me -io-> Ask", "Ask -io-> Me"),
    ("P:FUNC", "A:FUNC", "B:FUNC", "F:FLOW", "P -cp-> A", "A -io-> F", "F -io-> B", "Q:FUNC", "Q -cp-> P"),
    ("A:FUNC", "F:FLOW", "B:FUNC", "A -io-> F", "F -io-> B", "S:SCHEMA", "F -rl-> S", "C:FUNC", "F -io-> C"),
    ("A:FUNC [volatility=high]", "F:FLOW", "A -io-> F", "F -io-> B, C", "B:FUNC", "C:FUNC", "D:FUNC", "M:MOD"),
    ("A:FUNC | Checks the ask and gives the bill", "Ask:FLOW", "Bill:FLOW", "Ask -io-> A", "A -io-> Bill"),
)
"""What a random graph grows from: the surroundings that rules look at."""


def change_one(draw: st.DrawFn, graph: Graph, number: int) -> list[Change]:
    """One random change of a graph, as a commit would list it; the graph gets it too."""
    nodes, edges = list(graph.nodes.values()), list(graph.edges.values())
    kind = draw(st.sampled_from(("add node", "change node", "drop node", "add edge", "add edge", "drop edge")))
    if kind == "add node" or not nodes:
        fresh = node_of(f"N{number}:{draw(st.sampled_from(TYPES))}", graph)
        fresh = replace(fresh, name=draw(st.sampled_from(NAMES)), attributes=draw(st.sampled_from(ATTRIBUTES)))
        graph.put_node(fresh)
        return [NodeChange(before=None, after=fresh)]
    node = draw(st.sampled_from(nodes))
    if kind == "change node":
        after = replace(
            node,
            name=draw(st.sampled_from(NAMES)),
            descr=draw(st.sampled_from(TEXTS)),
            attributes=draw(st.sampled_from(ATTRIBUTES)),
        )
        graph.put_node(after)
        return [NodeChange(before=node, after=after)]
    if kind == "drop node":
        mine = [edge for edge in edges if node.node_id in (edge.source, edge.target)]
        for edge in mine:
            graph.drop_edge(edge.edge_id)
        graph.drop_node(node.node_id)
        return [*(EdgeChange(before=edge, after=None) for edge in mine), NodeChange(before=node, after=None)]
    if kind == "add edge" or not edges:
        relation = draw(st.sampled_from(RELATIONS))
        # Mostly legal, so that rules about what is connected have something to look at.
        fitting = [other for other in nodes if EVERYTHING.allows(relation, node.node_type, other.node_type)]
        other = draw(st.sampled_from(fitting or nodes))
        return added(graph, f"{node.node_id} -{relation}-> {other.node_id} #{number}")
    gone = draw(st.sampled_from(edges))
    graph.drop_edge(gone.edge_id)
    return [EdgeChange(before=gone, after=None)]


@st.composite
def graphs_and_changes(draw: st.DrawFn) -> tuple[Graph, Graph, list[Change]]:
    """A random graph, itself after a random change set, and that change set."""
    before = graph_of(*draw(st.sampled_from(STARTS)), ontology=EVERYTHING)
    for number in range(draw(st.integers(0, 8))):
        change_one(draw, before, number)
    after = Graph(EVERYTHING)
    after.load(before.snapshot())
    changes = [change for number in range(draw(st.integers(1, 6))) for change in change_one(draw, after, 100 + number)]
    return before, after, changes


@pytest.mark.slow
@pytest.mark.requirement("K-24", "A-30")
@given(graphs_and_changes())
def test_looking_around_a_change_finds_what_looking_everywhere_finds(case: tuple[Graph, Graph, list[Change]]) -> None:
    before, after, changes = case

    assert in_any_order(around(after, changes).since(around(before, changes, after))) == in_any_order(
        between(local_findings(before), local_findings(after))
    )


def in_any_order(delta: FindingsDelta) -> FindingsDelta:
    return FindingsDelta(
        introduced=sorted(delta.introduced, key=lambda finding: finding.finding_id), resolved=delta.resolved
    )


@pytest.mark.requirement("K-24")
@given(graphs_and_changes())
def test_a_staged_graph_is_judged_like_the_live_one(case: tuple[Graph, Graph, list[Change]]) -> None:
    before, after, changes = case
    # As the live graph was, of a snapshot: which of several twins is told first is an affair of their order.
    loaded = Graph(EVERYTHING)
    loaded.load(before.snapshot())
    staged = StagedGraph(loaded)
    staged.apply(changes, 1)
    assert around(staged, changes).since(Breaches()) == around(after, changes).since(Breaches())


@pytest.mark.requirement("K-24")
def test_moving_a_function_is_felt_by_the_functions_below_it() -> None:
    lines = ("Top:FUNC", "P:FUNC", "A:FUNC", "B:FUNC", "F:FLOW", "Top -cp-> B", "P -cp-> A", "A -io-> F", "F -io-> B")
    before, after = graph_of(*lines), graph_of(*lines)
    changes = added(after, "Top -cp-> P")

    delta = around(after, changes).since(around(before, changes, after))

    # B talked past Top while P, with A in it, stood outside.
    [past] = [each for each in local_findings(before) if each.node_ids == ["B:FUNC", "F:FLOW"]]
    assert past.finding_id in delta.resolved
    assert in_any_order(delta) == in_any_order(between(local_findings(before), local_findings(after)))


@pytest.mark.requirement("K-24")
def test_two_flows_that_are_joined_both_ways_are_told_the_same_whichever_is_looked_at_first() -> None:
    lines = ("Ask:FLOW", "Bill:FLOW", "Bill -io-> Ask", "Bill -cp-> Ask")
    before, after = (graph_of(*lines, ontology=EVERYTHING) for _ in range(2))
    [gone] = [edge for edge in after.edges.values() if edge.edge_type == "compose"]
    after.drop_edge(gone.edge_id)
    # The end of the first change is looked at first, and that is the flow that stands second in the graph.
    changes: list[Change] = [EdgeChange(before=gone, after=None), *added(after, "Ask:FLOW -io-> Bill:FLOW")]

    delta = around(after, changes).since(around(before, changes, after))

    assert in_any_order(delta) == in_any_order(between(local_findings(before), local_findings(after)))


@pytest.mark.requirement("K-24")
def test_a_rule_whose_triggers_did_not_fire_does_not_run() -> None:
    graph = graph_of("place order:FUNC")
    node = graph.nodes[graph.find("PlaceOrder.FN.001")[0]]
    described = replace(node, descr="Checks it")
    graph.put_node(described)

    findings = around(graph, [NodeChange(before=node, after=described)]).findings()

    assert rules_of(findings) == {"func_description_quality"}


@pytest.mark.requirement("K-24")
def test_a_node_that_comes_or_goes_makes_and_mends_what_is_told_of_its_namesakes() -> None:
    one, two = graph_of("Pay:FUNC"), graph_of("Pay:FUNC")
    [node] = two.nodes.values()
    twin = replace(node, node_id=NodeId("twin"), semantic_id=SemanticId("Pay.FN.002"))
    two.put_node(twin)

    came = around(two, [NodeChange(before=None, after=twin)]).since(
        around(one, [NodeChange(before=None, after=twin)], two)
    )
    went = around(one, [NodeChange(before=twin, after=None)]).since(
        around(two, [NodeChange(before=twin, after=None)], one)
    )

    assert in_any_order(came) == in_any_order(between(local_findings(one), local_findings(two)))
    assert in_any_order(went) == in_any_order(between(local_findings(two), local_findings(one)))
    assert {each.node_ids[0] for each in came.introduced if each.rule_id == "no_duplicate_nodes"} == {
        node.node_id,
        "twin",
    }


@pytest.mark.requirement("K-24")
def test_a_rule_is_not_asked_about_an_edge_to_what_it_does_not_look_at() -> None:
    graph = graph_of("Order:UC", "Way:FCHAIN", "Order -cp-> Way", "Place:FUNC", "Me:ACTOR")

    called = [rules_called(graph, added(graph, f"Way -cp-> {part}")) for part in ("Place", "Me")]

    of_any_node = ["no_duplicate_nodes", "isolation"]
    assert called == [
        {"Way": of_any_node, "Place": [*of_any_node, "millers_law"]},
        {"Way": [*of_any_node, "fchain_actor_boundary"], "Me": of_any_node, "Order": ["leaf_usecase_actor"]},
    ]


@pytest.mark.requirement("K-24")
@pytest.mark.parametrize("there", [1, 2, 3])
@pytest.mark.parametrize("then", [1, 2, 3])
def test_edges_that_say_the_same_are_told_however_many_come_or_go_at_once(there: int, then: int) -> None:
    lines = [f"Me -io-> Ask #{number}" for number in range(max(there, then))]
    nodes = ("Me:ACTOR", "Ask:FLOW")
    before, after = graph_of(*nodes, *lines[:there]), graph_of(*nodes, *lines[:there])
    changes = added(after, *lines[there:then])
    for edge in list(after.edges.values())[then:]:
        after.drop_edge(edge.edge_id)
        changes.append(EdgeChange(before=edge, after=None))

    delta = around(after, changes).since(around(before, changes, after))

    assert in_any_order(delta) == in_any_order(between(local_findings(before), local_findings(after)))
    assert len(delta.introduced) == max(0, then - there)
    assert len(delta.resolved) == max(0, there - then)


class CountingGraph(Graph):
    """Counts the edges that somebody looks at."""

    looked_at = 0

    def outgoing(self, *args, **options) -> Iterator[Edge]:
        return self._count(super().outgoing(*args, **options))

    def incoming(self, *args, **options) -> Iterator[Edge]:
        return self._count(super().incoming(*args, **options))

    def targets(self, *args, **options) -> Iterator[Node]:
        return self._count(super().targets(*args, **options))

    def sources(self, *args, **options) -> Iterator[Node]:
        return self._count(super().sources(*args, **options))

    def leads_to(self, node_id: NodeId, edge_type: str, node_type: str) -> bool:
        return any(self.targets(node_id, edge_type, node_type))

    def comes_from(self, node_id: NodeId, edge_type: str, node_type: str) -> bool:
        return any(self.sources(node_id, edge_type, node_type))

    def _count(self, found: Iterator[T]) -> Iterator[T]:
        for each in found:
            self.looked_at += 1
            yield each


def shops(count: int) -> CountingGraph:
    """Many small chains side by side under one system: customer, order, function, answer, requirement."""
    graph = CountingGraph(default_ontology())
    added(graph, "Shop:SYS")
    for number in range(count):
        added(
            graph,
            f"Customer{number}:ACTOR",
            f"Order{number}:FLOW",
            f"Place{number}:FUNC",
            f"Answer{number}:FLOW",
            f"Req{number}:REQ",
            f"Customer{number}:ACTOR -io-> Order{number}:FLOW",
            f"Order{number}:FLOW -io-> Place{number}:FUNC",
            f"Place{number}:FUNC -io-> Answer{number}:FLOW",
            f"Answer{number}:FLOW -io-> Customer{number}:ACTOR",
            f"Place{number}:FUNC -satisfy-> Req{number}:REQ",
        )
    graph.looked_at = 0
    return graph


TEN_OPERATIONS = (
    "Ship:FUNC", "Parcel:FLOW", "Label:FLOW", "ShipReq:REQ", "ShipTest:TEST",
    "Label:FLOW -io-> Ship:FUNC", "Ship:FUNC -io-> Parcel:FLOW", "Place0:FUNC -io-> Label:FLOW",
    "Ship:FUNC -satisfy-> ShipReq:REQ", "ShipReq:REQ -verify-> ShipTest:TEST",
)  # fmt: skip


@pytest.mark.requirement("K-24", "R-40")
def test_the_work_of_a_local_check_does_not_grow_with_the_graph() -> None:
    work = {}
    for count in (2, 200):
        graph = shops(count)
        changes = added(graph, *TEN_OPERATIONS)
        graph.looked_at = 0
        around(graph, changes)
        work[count] = graph.looked_at
    assert work[2] == work[200] < 200


@pytest.mark.requirement("K-22")
def test_only_hard_rules_block_an_ai() -> None:
    ontology = default_ontology()
    assert {rule for rule in RULES if blocks(rule, ontology)} == {
        "no_duplicate_nodes",
        "no_duplicate_edges",
        "no_self_loops",
        "valid_edge_types",
        "schema_struct_property",
        "io_bidirectional_flow",
        "nested_func_isolation",
        "func_near_duplicate",
        "schema_near_duplicate",
    }


@pytest.mark.requirement("K-13", "K-19")
def test_a_finding_says_rule_phase_weight_subjects_and_what_to_do() -> None:
    graph = graph_of(
        "place order:FLOW", "Customer:ACTOR", "Customer -io-> place order", "Customer -io-> place order #2"
    )
    node_id = graph.find("PlaceOrder.FL.001")[0]
    [finding] = [each for each in check_all(graph) if each.rule_id == "flow_connectivity"]
    assert finding == Finding(
        finding_id=finding.finding_id,
        rule_id="flow_connectivity",
        phase=2,
        severity="error",
        reach="local",
        node_ids=[node_id],
        edge_ids=[],
        case="broken",
        values={"node": "FLOW 'place order'", "missing": [Term(key="terms.noConsumer")]},
    )


@pytest.mark.requirement("K-24")
def test_a_finding_is_the_same_one_however_its_words_change() -> None:
    before, after = graph_of("A:FUNC"), graph_of("A:FUNC")
    node = next(iter(after.nodes.values()))
    after.put_node(replace(node, name="B", descr="What B is about."))

    assert between(check_all(before), check_all(after)) == FindingsDelta(introduced=[], resolved=[])


@pytest.mark.requirement("K-24")
def test_a_rule_that_the_profile_does_not_name_never_runs() -> None:
    ontology = profile_with(rules=[{"id": "isolation", "phase": 4, "severity": "info"}], gates=[])
    assert rules_of(check_all(graph_of("place order:FUNC | ", ontology=ontology))) == {"isolation"}


# similar nodes -----------------------------------------------------------------------------------------------------


@pytest.mark.requirement("K-22", "K-24")
def test_a_change_is_told_of_the_function_it_repeats() -> None:
    live = graph_of("ValidateOrder:FUNC | Checks the order of a customer")
    index = index_graph(live)
    staged = StagedGraph(live)
    changes = added(staged, "CheckOrder:FUNC | Checks the order of a customer")

    [finding] = alike(staged, changes, index).findings()

    assert (finding.rule_id, sorted(finding.node_ids)) == (
        "func_near_duplicate",
        ["CheckOrder:FUNC", "ValidateOrder:FUNC"],
    )
    assert alike(live, changes, index).findings() == []


@pytest.mark.requirement("K-24")
def test_the_index_may_still_know_the_old_words_of_what_is_renamed() -> None:
    live = graph_of("SendBill:FUNC | Sends the bill", "SendBills:FUNC | Sends the bill")
    index = index_graph(live)
    staged = StagedGraph(live)
    node = live.nodes[live.find("SendBills.FN.002")[0]]
    renamed = replace(node, name="CalculateTax", descr="Works out taxes")
    staged.put_node(renamed)
    changes = [NodeChange(before=node, after=renamed)]

    delta = alike(staged, changes, index).since(alike(live, changes, index))

    assert (delta.introduced, len(delta.resolved)) == ([], 1)


@pytest.mark.requirement("K-24", "R-40")
def test_what_is_said_about_one_node_is_bounded_and_says_that_there_is_more() -> None:
    graph = graph_of(*(f"CheckOrder{number}:FUNC | Checks the order" for number in range(MAX_PAIRS + 10)))
    changes = [NodeChange(before=None, after=graph.nodes[graph.find("CheckOrder0.FN.001")[0]])]

    findings = alike(graph, changes, index_graph(graph)).findings()

    assert len(findings) == MAX_PAIRS
    assert [
        message_of(finding, "en")
        for finding in findings
        if "more are like CheckOrder0.FN.001" in message_of(finding, "en")
    ] == [message_of(findings[-1], "en")]


# everything --------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("K-24", "R-40")
def test_a_sweep_pauses_often_and_reads_the_graph_it_took_a_picture_of() -> None:
    graph = shops(1_000)
    picture = Picture(graph)
    for _ in picture.take():
        pass
    slices = swept(picture)
    first = next(slices)
    for node in list(graph.of_type("FUNC")):
        for edge in [*graph.outgoing(node.node_id), *graph.incoming(node.node_id)]:
            graph.drop_edge(edge.edge_id)
        graph.drop_node(node.node_id)
    rest = list(slices)

    assert first == []
    assert len(rest) > 10
    assert {finding.rule_id for found in rest for finding in found} == {"full_traceability"}


@pytest.mark.requirement("K-24", "R-40")
@pytest.mark.parametrize("changes", [0, 1, 1_000])
def test_a_picture_is_taken_in_slices_and_is_of_one_revision_however_often_the_graph_changes(changes: int) -> None:
    graph = shops(6_000)
    picture = Picture(graph)
    taking = picture.take()
    slices = 0
    for _ in taking:
        slices += 1
        if slices <= changes:
            new = node_of(f"New{slices}:REQ", graph)
            graph.apply([NodeChange(before=None, after=new, operation_id="op")], graph.revision + 1)

    assert (picture.revision, picture.nodes) == (graph.revision, list(graph.nodes.values()))
    assert slices > 2


@pytest.mark.requirement("K-24")
def test_a_survey_goes_on_while_the_graph_changes_under_it() -> None:
    graph = shops(100)
    slices = survey(graph, index_graph(graph))
    next(slices)
    graph.put_node(node_of("Late:REQ", graph))
    for edge in [*graph.outgoing(graph.find("Place99.FN.100")[0]), *graph.incoming(graph.find("Place99.FN.100")[0])]:
        graph.drop_edge(edge.edge_id)
    graph.drop_node(graph.find("Place99.FN.100")[0])

    found = {finding.rule_id: finding for each in slices for finding in each}

    assert "requirements_verification" in found


@pytest.mark.requirement("K-24")
def test_many_broken_chains_are_told_in_slices_and_each_names_a_few_members() -> None:
    members = [f"F{number}:FUNC" for number in range(300)]
    chains = [f"C{number}:FCHAIN" for number in range(10)]
    graph = graph_of(*members, *chains, *(f"{chain} -cp-> {', '.join(members)}" for chain in chains))

    slices = [[each for each in found if each.rule_id == "fchain_connectivity"] for found in sweep(graph)]

    told = [each for found in slices for each in found]
    assert len([found for found in slices if found]) > 1
    assert len(told) == 10
    assert message_of(told[0], "en").endswith(
        "no flow joins F1.FN.002, F2.FN.003, F3.FN.004, F4.FN.005, F5.FN.006 and 294 more to the rest."
    )


@pytest.mark.requirement("K-09")
def test_a_chain_longer_than_the_stack_is_deep_is_searched_for_cycles() -> None:
    graph = Graph(default_ontology())
    count = 3_000
    added(graph, *(f"F{number}:FUNC" for number in range(count)), *(f"D{number}:FLOW" for number in range(count)))
    added(graph, *(f"F{number}:FUNC -io-> D{number}:FLOW" for number in range(count)))
    added(graph, *(f"D{number}:FLOW -io-> F{(number + 1) % count}:FUNC" for number in range(count)))

    [cycle] = [finding for each in sweep(graph) for finding in each if finding.rule_id == "flow_cycles"]

    assert message_of(cycle, "en").startswith("Data runs in a circle of 6,000 elements")


# repairs -----------------------------------------------------------------------------------------------------------

BROKEN = (
    "Shop:MOD", "PlaceOrder:FUNC | Takes the order", "Order:FLOW", "Fast:REQ", "FastTest:TEST",
    "PlaceOrderReq:REQ",
)  # fmt: skip


def carry_out(graph: Graph, repair: list[Operation]) -> None:
    """The least that a commit would do with these operations."""
    made: dict[str, str] = {}
    for operation in repair:
        if isinstance(operation, NodeCreate):
            node = node_of(f"{operation.name}:{operation.node_type}", graph)
            attributes = operation.attributes
            graph.put_node(replace(node, descr=operation.descr, attributes=attributes))
            made[str(operation.temp_id)] = node.node_id
        else:
            assert isinstance(operation, EdgeCreate)
            ends = [made.get(end, end) for end in (operation.source, operation.target)]
            added(graph, f"{ends[0]} -{operation.edge_type}-> {ends[1]}")


@pytest.mark.requirement("K-22", "A-31")
@pytest.mark.parametrize(
    "rule", ["function_requirements", "requirements_verification", "function_allocation", "flow_data_schema"]
)
def test_a_repair_mends_its_finding_and_breaks_nothing_hard(rule: str) -> None:
    graph = graph_of(*BROKEN)
    finding = next(each for each in check_all(graph) if each.rule_id == rule)
    assert finding.repair
    before = check_all(graph)

    carry_out(graph, finding.repair)

    delta = between(before, check_all(graph))
    assert finding.finding_id in delta.resolved
    assert [each.rule_id for each in delta.introduced if blocks(each.rule_id, graph.ontology)] == []
    assert [message_of(each, "en") for each in delta.introduced if each.rule_id in {"valid_edge_types", "naming"}] == []


@pytest.mark.requirement("A-31")
def test_there_is_no_repair_where_a_person_must_choose() -> None:
    graph = graph_of("Shop:MOD", "Store:MOD", "PlaceOrder:FUNC")
    [finding] = [each for each in check_all(graph) if each.rule_id == "function_allocation"]
    assert not finding.repair
