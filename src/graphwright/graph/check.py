"""Which rules run when: around a change, between similar nodes, over the whole graph (ADR-07, K-24).

`evaluate_local` and `evaluate_pairwise` look only where a change could matter and work alike on the live graph and on a
staged one, so a plan calls them on both and compares: what is only in the second was introduced. Where that is,
`local_calls` finds once for both. `survey` and `sweep`
look at everything, in slices with a pause between (ADR-18). What a finding forbids is decided elsewhere; `blocks` only
answers for its row of table K-22.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from graphwright.graph.picture import Picture
from graphwright.graph.rules.active import ActiveRule, ActiveRules, Breaches, active_rules, finding
from graphwright.graph.rules.base import EdgeRule, NearTrigger, NodeRule
from graphwright.graph.rules.elements import parallel_edges
from graphwright.graph.similarity import COMPARED, SimilarityIndex, SurroundingsCache, index_graph, similar_nodes
from graphwright.graph.touched import TouchedElements
from graphwright.protocol.ids import EdgeId, FindingId, NodeId
from graphwright.protocol.operations import Finding

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.graph.ontology import Ontology
    from graphwright.protocol.graph import Node

__all__ = [
    "Breaches",
    "TouchedElements",
    "blocks",
    "check_all",
    "compared",
    "evaluate_local",
    "evaluate_pairwise",
    "found_at",
    "local_calls",
    "needs_sweep",
    "pairs_of",
    "survey",
    "sweep",
]

T = TypeVar("T")

# A large model has one function of a name in every branch; a rename need not visit more of them than this (ADR-07).
_MAX_NAMESAKES: Final = 200
# A branch that is moved is smaller than this, or its flows are judged anew by the next survey.
_MAX_BELOW: Final = 1_000
# What a survey looks at between two pauses, about 1 ms each: a node costs 20 us, an edge 4, one node compared with
# its candidates 1,000.
_NODES, _EDGES, _COMPARED = 50, 250, 1
# Findings between two pauses of a sweep; making one costs 5 us.
_FINDINGS: Final = 200

_NONE: Final[dict[NodeId, None]] = {}


def blocks(rule_id: str, ontology: Ontology) -> bool:
    """Whether a change set written by an AI is refused for introducing such a finding (K-22)."""
    setting = ontology.rules.get(rule_id)
    return setting is not None and setting.hard


# around a change ---------------------------------------------------------------------------------------------------


class LocalCalls(NamedTuple):
    """Where local rules must look again because of a change, in the graph with it and in the one without it."""

    nodes: list[tuple[NodeId, str, Sequence[ActiveRule[NodeRule]]]]
    """Nodes of a type; in one of the two graphs a node may be missing, or be of another type."""
    edges: list[tuple[EdgeId, Sequence[ActiveRule[EdgeRule]]]]


def local_calls(after: Graph, touched: TouchedElements, *, joined_by_plan: bool = False) -> LocalCalls:
    """Which local rules a change calls for, found once, in the graph with the change.

    What only the graph without it leads to was cut off by the change, and so is touched itself. `joined_by_plan`: no
    new edge breaks a rule that a plan holds every edge against.
    """
    active = active_rules(after.ontology)
    calls: dict[tuple[NodeId, str], Sequence[ActiveRule[NodeRule]]] = {}
    further: list[tuple[Sequence[ActiveRule[NodeRule]], Iterable[NodeId]]] = []
    for node_id in touched.nodes:
        for node_type, name in touched.names[node_id]:
            called = active.called_for(node_type, None)
            calls[node_id, node_type] = called.here
            namesakes = after.named(node_type, name, _MAX_NAMESAKES)
            if namesakes != [node_id]:  # the most have none
                further.append((called.at_namesakes, namesakes))
    for node_id, fired in touched.fired(after).items():
        node = after.nodes[node_id]
        called = active.called_for(node.node_type, fired)
        calls[node_id, node.node_type] = called.here
        if called.at_namesakes:
            names = touched.names.get(node_id) or [(node.node_type, node.name)]
            further += [(called.at_namesakes, after.named(*name, _MAX_NAMESAKES)) for name in names]
        further += [(rules, _ends(after, [node_id], relation)) for relation, rules in called.further]
    further += [(rules, _around_moved(after, near, touched)) for near, rules in active.moved.items()]
    for wanted, node_ids in further:
        for node_id in node_ids:
            node_type = after.nodes[node_id].node_type
            known = calls.get((node_id, node_type), ())
            more = [each for each in wanted if each not in known and each.judges(node_type)]
            if more:
                calls[node_id, node_type] = [*known, *more]
    edges = _calls_of_edges(after, active, touched, joined_by_plan=joined_by_plan)
    return LocalCalls([(*node, rules) for node, rules in calls.items()], list(edges))


def evaluate_local(found: Breaches, graph: Graph, calls: LocalCalls) -> None:
    """Add the local breaches that a change may have made or mended, as they are in this graph (live or staged)."""
    for node_id, node_type, rules in calls.nodes:
        node = graph.nodes.get(node_id)
        if node is not None and node.node_type == node_type:
            for each in rules:
                breaches = each.rule.check(graph, node, each.options)
                if breaches:
                    found.collect(each, breaches)
    for edge_id, edge_rules in calls.edges:
        edge = graph.edges.get(edge_id)
        if edge is not None:
            for edge_rule in edge_rules:
                breaches = edge_rule.rule.check(graph, edge, edge_rule.options)
                if breaches:
                    found.collect(edge_rule, breaches)


def evaluate_pairwise(found: Breaches, graph: Graph, touched: TouchedElements, index: SimilarityIndex) -> None:
    """Add near-duplicates of the touched functions and schemas; the index follows the live graph, not this change."""
    nodes = [graph.nodes[node_id] for node_id in _compared(graph, touched)]
    fresh = SimilarityIndex(nodes)
    cache = SurroundingsCache(graph)
    for node in nodes:
        _collect_pairs(found, graph, node, index, fresh, cache=cache)


def compared(graph: Graph, touched: TouchedElements) -> list[NodeId]:
    """The nodes that a change may have made more or less alike others, as they are in this graph."""
    return list(_compared(graph, touched))


def pairs_of(
    graph: Graph, node_id: NodeId, index: SimilarityIndex, cache: SurroundingsCache | None = None
) -> list[Finding]:
    """The near-duplicates of one node; none of a node that is gone. Index and `cache` follow this graph."""
    found = Breaches()
    if node_id in graph.nodes:
        _collect_pairs(found, graph, graph.nodes[node_id], index, cache=cache)
    return found.findings()


def found_at(graph: Graph, told: Iterable[Finding]) -> list[Finding]:
    """The local findings of the elements that these local findings are about, as they are found and worded now."""
    local = [each for each in told if each.reach == "local"]
    found = Breaches()
    _look_at_nodes(found, graph, dict.fromkeys(node_id for each in local for node_id in each.node_ids))
    _look_at_edges(found, graph, dict.fromkeys(edge_id for each in local for edge_id in each.edge_ids))
    return found.findings()


def _look_at_nodes(found: Breaches, graph: Graph, node_ids: Iterable[NodeId]) -> None:
    active = active_rules(graph.ontology)
    for node in [graph.nodes[node_id] for node_id in node_ids if node_id in graph.nodes]:
        for node_rule in active.nodes:
            if node_rule.judges(node.node_type):
                found.collect(node_rule, node_rule.rule.check(graph, node, node_rule.options))


def _look_at_edges(found: Breaches, graph: Graph, edge_ids: Iterable[EdgeId]) -> None:
    active = active_rules(graph.ontology)
    for edge in [graph.edges[edge_id] for edge_id in edge_ids if edge_id in graph.edges]:
        for edge_rule in active.edges:
            found.collect(edge_rule, edge_rule.rule.check(graph, edge, edge_rule.options))


def _ends(graph: Graph, node_ids: Iterable[NodeId], relation: str) -> dict[NodeId, None]:
    """What a relation joins these nodes with, in either direction."""
    found: dict[NodeId, None] = {}
    for node_id in node_ids:
        for edge in graph.outgoing(node_id, relation):
            found[edge.target] = None
        for edge in graph.incoming(node_id, relation):
            found[edge.source] = None
    return found


def _around_moved(graph: Graph, near: NearTrigger, touched: TouchedElements) -> dict[NodeId, None]:
    """One hop from everything of a type below the nodes that were put into another one."""
    # Below a node that came all are touched, down to those that stayed and were put into it.
    stayed = [target for _, target in touched.by_relation.get(near.trigger, ()) if target not in touched.nodes]
    if not stayed:
        return {}
    below = [graph.nodes[each] for each in _all_below(graph, stayed)]
    return _ends(graph, [node.node_id for node in below if node.node_type == near.at], near.by)


def _all_below(graph: Graph, node_ids: Iterable[NodeId]) -> dict[NodeId, None]:
    """Nodes and what they are composed of, all the way down."""
    found = dict.fromkeys(node_ids)
    waiting = list(found)
    while waiting and len(found) < _MAX_BELOW:
        for edge in graph.outgoing(waiting.pop(), "compose"):
            if edge.target not in found:
                found[edge.target] = None
                waiting.append(edge.target)
    return found


def _calls_of_edges(
    graph: Graph, active: ActiveRules, touched: TouchedElements, *, joined_by_plan: bool
) -> Iterator[tuple[EdgeId, Sequence[ActiveRule[EdgeRule]]]]:
    """The touched edges, also those that are gone, and those that stand beside them; which rules look at each."""
    beside: dict[EdgeId, None] = {}
    for edge_id, edge in touched.edges.items():
        if joined_by_plan and edge_id in touched.new_edges:
            if active.unplanned:
                yield edge_id, active.unplanned
            continue
        others = parallel_edges(graph, edge)
        for other in others:
            beside[other.edge_id] = None
        # An edge that came is not in the graph without the change, so here is all there is to see.
        yield edge_id, active.edges if others or edge_id not in touched.new_edges else active.alone
    for edge_id in beside:
        if edge_id not in touched.edges:
            yield edge_id, active.edges


def _compared(graph: Graph, touched: TouchedElements) -> dict[NodeId, None]:
    """Functions and schemas whose words or surroundings changed."""
    found = dict(touched.nodes)
    for name in ("name", "descr", "struct"):
        found.update(touched.by_field.get(name, _NONE))
    for relation, joints in touched.by_relation.items():
        for source, target in joints:
            found.update({target: None} if relation == "compose" else {source: None, target: None})
    for node_id in touched.by_field.get("name", _NONE):
        if node_id in graph.nodes and graph.nodes[node_id].node_type == "FLOW":
            found.update(dict.fromkeys(graph.neighbours(node_id)))
    return {
        node_id: None
        for node_id in found
        if (node := graph.nodes.get(node_id)) is not None and node.node_type in COMPARED
    }


def _collect_pairs(
    found: Breaches,
    graph: Graph,
    node: Node,
    index: SimilarityIndex,
    fresh: SimilarityIndex | None = None,
    *,
    cache: SurroundingsCache | None = None,
) -> None:
    rules = [each for each in active_rules(graph.ontology).pairs if node.node_type in each.rule.of]
    if not rules:
        return
    for pair in similar_nodes(graph, node, index, fresh, cache):
        for pair_rule in rules:
            found.collect(pair_rule, pair_rule.rule.check(pair, pair_rule.options))


# everything --------------------------------------------------------------------------------------------------------


def check_all(graph: Graph) -> list[Finding]:
    """Every finding of every rule of the profile, at once."""
    slices = chain(survey(graph, index_graph(graph)), sweep(graph))
    findings: dict[FindingId, Finding] = {}
    for each in chain.from_iterable(slices):
        findings.setdefault(each.finding_id, each)
    return list(findings.values())


def survey(graph: Graph, index: SimilarityIndex) -> Iterator[list[Finding]]:
    """The local and pairwise findings of the whole graph, some with each pause; a pair may come twice.

    The graph may change while the caller pauses: each node is judged as it is when its turn comes, so together with the
    findings of those changes the result is complete. The index follows the graph.
    """
    for node_ids in _slices(list(graph.nodes), _NODES):
        found = Breaches()
        _look_at_nodes(found, graph, node_ids)
        yield found.findings()
    for edge_ids in _slices(list(graph.edges), _EDGES):
        found = Breaches()
        _look_at_edges(found, graph, edge_ids)
        yield found.findings()
    cache = SurroundingsCache(graph)
    for node_ids in _slices([node.node_id for node_type in COMPARED for node in graph.of_type(node_type)], _COMPARED):
        found = Breaches()
        for node_id in node_ids:
            if node_id in graph.nodes:
                _collect_pairs(found, graph, graph.nodes[node_id], index, cache=cache)
        yield found.findings()


def sweep(graph: Graph) -> Iterator[list[Finding]]:
    """The findings of the graph rules, some with each pause; all true of one revision, whatever changes meanwhile."""
    picture = Picture(graph)
    for _ in picture.take():
        yield []
    yield from swept(picture)


def swept(picture: Picture) -> Iterator[list[Finding]]:
    """The findings of the graph rules, of a graph that was taken a picture of."""
    active = active_rules(picture.ontology).graph
    for _ in picture.develop(sorted({relation for each in active for relation in each.rule.edges})):
        yield []
    findings: dict[FindingId, Finding] = {}
    for each in active:
        for breach in each.rule.check(picture, each.options):
            if breach is not None:
                found = finding(each, breach)
                findings[found.finding_id] = found
            if breach is None or len(findings) == _FINDINGS:
                yield list(findings.values())
                findings = {}
    yield list(findings.values())


def needs_sweep(ontology: Ontology, touched: TouchedElements) -> bool:
    """Whether a change may make or mend what a graph rule finds: a rename seldom does."""
    types = {node_type for node_id in touched.nodes for node_type, _ in touched.names[node_id]}
    for each in active_rules(ontology).graph:
        rule = each.rule
        judged = {*rule.of, *rule.needs}
        if types and (not judged or not judged.isdisjoint(types)):
            return True
        if not rule.edges.isdisjoint(touched.by_relation) or not rule.fields.isdisjoint(touched.by_field):
            return True
    return False


def _slices(ids: list[T], size: int) -> Iterator[list[T]]:
    return (ids[start : start + size] for start in range(0, len(ids), size))
