"""From a query to rows of the graph. Pure: nothing is said here, nothing is changed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from msgspec import Struct

from graphwright.graph.document import Graph
from graphwright.languages import Language
from graphwright.offline.questions.links import PARTNERS, belonging, linked
from graphwright.offline.questions.query import Bound, Query
from graphwright.offline.questions.texts import dates_of, is_said_value, quantities_of, speaks_of, tells_of
from graphwright.pauses import paced
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId
from graphwright.text.folding import fold
from graphwright.text.words import words

ANY_UNIT: Final = "*"
"""Of a size: whatever it is counted in."""
POINT_OF_TIME: Final = "@"
"""Of a size: a day, a date or a time of day, which has no unit."""
_MADE_OF: Final = frozenset({"MOD", "SYS"})
"""What something is made of, where it is made of anything; what it does is no part of it."""
_FEW: Final = 3
"""Sizes of a kind of which one is meant where nothing more is said."""
_FURTHEST: Final = 5_000
"""Nodes that a walk visits; more is no answer."""


class QueryRows(Struct, frozen=True):
    """What answers a query."""

    nodes: Sequence[Node] = ()
    """The rows, in the order of the graph or of their rank."""
    others: Sequence[Node] = ()
    """A second list: what is reached further on, what only the other has."""
    rest: Sequence[Node] = ()
    """A third: what only the second of two has."""
    steps: Sequence[tuple[Edge, Node]] = ()
    """Of a path: each edge with the node that it leads to."""
    counts: Sequence[float] = ()
    """A number for each row, or for each type."""
    holds: bool | None = None
    """Whether what is asked about is so."""


def rows_of(query: Query, graph: Graph) -> QueryRows:
    """The rows of a query."""
    evaluate = _EVALUATED.get(query.kind)
    return QueryRows() if evaluate is None else evaluate(query, graph)


def anchored(query: Query, graph: Graph) -> list[Node]:
    """All nodes that a query names."""
    return [graph.nodes[each] for anchor in query.anchors for each in anchor if each in graph.nodes]


def neighbour_rows(query: Query, node: Node, graph: Graph) -> list[Node]:
    """The nodes that the connection of a query leads to from one node, of the types that are asked for."""
    if query.relation:
        found = linked(graph, node, query.relation, query.asked)
        return [each for each in found if not query.types or each.node_type in query.types]
    return _unique(each for node_type in query.types for each in belonging(graph, node, node_type))


def _unique(nodes: Iterable[Node]) -> list[Node]:
    return list({node.node_id: node for node in nodes}.values())


# rows ----------------------------------------------------------------------------------------------------------------


def _nodes(query: Query, graph: Graph) -> QueryRows:
    """Nodes of a type that have, or lack, what is said."""
    pool: Iterable[Node] = (node for node_type in query.types for node in graph.of_type(node_type))
    if not query.types:
        pool = graph.nodes.values()
    if query.within:
        pool = [graph.nodes[each] for each in query.within if each in graph.nodes]
        pool = (node for node in pool if not query.types or node.node_type in query.types)
    left = (node for node in paced(pool) if node.node_id not in query.without)
    return QueryRows(nodes=[node for node in left if _fits(query, node, graph)])


def _fits(query: Query, node: Node, graph: Graph) -> bool:
    if query.words and not all(speaks_of(node, word) for word in query.words):
        return False
    if query.attribute:
        holders = belonging(graph, node, query.partner) if query.partner else [node]
        return any(_holds(query, each) for each in holders) != query.negated
    if query.relation or query.partner:
        found = len(_partners(query, node, graph))
        if query.bound is not None:
            return is_within(query.bound, found, query.number or 0)
        return bool(found) != query.negated
    return True


def _holds(query: Query, node: Node) -> bool:
    """Has a node the attribute that is asked for, with the value where one is said?"""
    value = node.attributes.get(query.attribute)
    return is_said_value(value, query.value) if query.value else bool(value)


def _partners(query: Query, node: Node, graph: Graph) -> list[Node]:
    """What stands at the other end of a query's connection."""
    if not query.relation:
        return belonging(graph, node, query.partner)
    found = linked(graph, node, query.relation, query.asked)
    return [each for each in found if not query.partner or each.node_type == query.partner]


def is_within(bound: Bound, value: float, number: float) -> bool:
    """Does a value keep to a bound?"""
    match bound:
        case "more":
            return value > number
        case "less":
            return value < number
        case "atLeast":
            return value >= number
        case "atMost":
            return value <= number
        case _:
            return value == number


def _linked(query: Query, graph: Graph) -> QueryRows:
    """What hangs on the named ones by a connection; the other direction only where this one can have no rows."""
    anchors = anchored(query, graph)
    found = _unique(each for node in anchors for each in neighbour_rows(query, node, graph))
    if not found and query.types and not query.relation and all(node.node_type == "SYS" for node in anchors):
        found = _unique(each for node_type in query.types for each in graph.of_type(node_type))
    if not found and query.types and query.relation in {"contain", "use", "connect"}:
        found = _unique(each for one in anchors for kind in query.types for each in belonging(graph, one, kind))
    if query.relation == "compose" and query.asked == "thing" and not query.types:
        found = [node for node in found if node.node_type in _MADE_OF] or found
    named = {node.node_id for node in anchors} | set(query.without)
    rows = [node for node in found if node.node_id not in named or query.relation == "connect"]
    kept = [node for node in rows if not query.within or node.node_id in query.within]
    return QueryRows(nodes=[node for node in kept if node.node_id not in query.without])


def _link(query: Query, graph: Graph) -> QueryRows:
    """Do two named ones stand in a connection?"""
    first = [graph.nodes[each] for each in query.anchors[0]]
    second = set(query.anchors[1])
    rows = _unique(each for node in first for each in linked(graph, node, query.relation, query.asked))
    return QueryRows(nodes=rows, holds=any(node.node_id in second for node in rows))


def _kind_of(query: Query, graph: Graph) -> QueryRows:
    nodes = anchored(query, graph)
    return QueryRows(nodes=nodes, holds=any(node.node_type in query.types for node in nodes))


def _path(query: Query, graph: Graph) -> QueryRows:
    """The way that data takes; where there is none, the shortest way over any edges."""
    starts, ends = query.anchors[0], set(query.anchors[1])
    for follows in (_flows_on, _leads_on, _any_way):
        steps = _shortest(starts, ends, partial(follows, graph), graph)
        if steps is not None:
            first = steps[0][0].source if steps[0][0].target == steps[0][1].node_id else steps[0][0].target
            start = graph.nodes[first]
            if start.node_type == "FLOW":
                # What is on its way began with whoever sends it.
                sent = next((edge for edge in graph.incoming(first, "io") if edge.source not in ends), None)
                steps = [(sent, start), *steps] if sent is not None else steps
                start = graph.nodes[sent.source] if sent is not None else start
            return QueryRows(steps=steps, nodes=[start, *(node for _, node in steps)], holds=True)
    return QueryRows(nodes=anchored(query, graph), holds=False)


def _flows_on(graph: Graph, node_id: NodeId) -> Iterable[tuple[Edge, NodeId]]:
    return ((edge, edge.target) for edge in graph.outgoing(node_id, "io"))


def _leads_on(graph: Graph, node_id: NodeId) -> Iterable[tuple[Edge, NodeId]]:
    return ((edge, edge.target) for edge in graph.outgoing(node_id))


def _any_way(graph: Graph, node_id: NodeId) -> Iterable[tuple[Edge, NodeId]]:
    yield from ((edge, edge.target) for edge in graph.outgoing(node_id))
    yield from ((edge, edge.source) for edge in graph.incoming(node_id))


def _shortest(
    starts: Sequence[NodeId],
    ends: set[NodeId],
    follows: Callable[[NodeId], Iterable[tuple[Edge, NodeId]]],
    graph: Graph,
) -> list[tuple[Edge, Node]] | None:
    """Breadth first: the edges of a shortest way, `None` when there is none."""
    came: dict[NodeId, tuple[NodeId, Edge] | None] = dict.fromkeys(starts)
    waiting = deque(starts)
    while waiting and len(came) < _FURTHEST:
        node_id = waiting.popleft()
        for edge, other in follows(node_id):
            if other in came:
                continue
            came[other] = (node_id, edge)
            if other in ends:
                return _traced(came, other, graph)
            waiting.append(other)
    return None


def _traced(came: dict[NodeId, tuple[NodeId, Edge] | None], end: NodeId, graph: Graph) -> list[tuple[Edge, Node]]:
    steps: list[tuple[Edge, Node]] = []
    at = end
    while (before := came[at]) is not None:
        steps.append((before[1], graph.nodes[at]))
        at = before[0]
    return steps[::-1]


def _impact(query: Query, graph: Graph) -> QueryRows:
    """What a change reaches: what hangs on it at once, and what flows, carriers and requirements carry it on to."""
    starts = [each for each in query.anchors[0] if each in graph.nodes]
    direct = _unique(graph.nodes[other] for start in starts for other in graph.neighbours(start) if other not in starts)
    seen: dict[NodeId, None] = dict.fromkeys(starts)
    waiting = deque(starts)
    while waiting and len(seen) < _FURTHEST:
        for other in _reached(graph, waiting.popleft()):
            if other not in seen:
                seen[other] = None
                waiting.append(other)
    near = {node.node_id for node in direct}
    further = [graph.nodes[each] for each in seen if each not in near and each not in starts]
    if query.types:
        direct = [node for node in direct if node.node_type in query.types]
        further = [node for node in further if node.node_type in query.types]
    return QueryRows(nodes=direct, others=further)


def _reached(graph: Graph, node_id: NodeId) -> Iterable[NodeId]:
    """What a change of a node is handed on to: parts, carried functions, receivers, requirements, their tests."""
    is_kept = graph.nodes[node_id].node_type not in {"REQ", "TEST", "FCHAIN", "UC"}
    for edge in graph.outgoing(node_id):
        if edge.edge_type in {"io", "allocate", "satisfy", "verify"} or (edge.edge_type == "compose" and is_kept):
            yield edge.target


def _compared(query: Query, graph: Graph) -> QueryRows:
    """What two have both, and what only one of them has."""
    one, other = (
        {each: None for node_id in anchor for each in graph.neighbours(node_id)} for anchor in query.anchors[:2]
    )

    def told(ids: Iterable[NodeId]) -> list[Node]:
        return [graph.nodes[each] for each in ids]

    both = told(each for each in one if each in other)
    return QueryRows(nodes=both, others=told(each for each in one if each not in other),
                     rest=told(each for each in other if each not in one), holds=bool(both))  # fmt: skip


def _ranked(query: Query, graph: Graph) -> QueryRows:
    """The first by the number of what they have, or by a number in their text."""
    of_types = [node for node_type in query.types for node in paced(graph.of_type(node_type))]
    pool = of_types or list(graph.nodes.values())
    scores: list[tuple[float, Node]] = []
    for node in paced(pool):
        if query.attribute == "number":
            values = quantities_of(node)
            scores += [(values[0].amount, node)] if values else []
        elif query.relation or query.partner:
            scores.append((len(_partners(query, node, graph)), node))
        else:
            scores.append((graph.degree(node.node_id), node))
    if not scores:
        return QueryRows()
    best = (max if query.most else min)(score for score, _ in scores)
    return QueryRows(nodes=[node for score, node in scores if score == best], counts=[best])


def _measured(query: Query, graph: Graph) -> QueryRows:
    """Nodes with a quantity of this unit above or below a number."""
    unit, number = fold(query.unit), query.number or 0.0
    chosen: list[Node] = []
    for node in paced(node for node_type in query.types for node in graph.of_type(node_type)):
        values = [each.number for each in quantities_of(node) if not unit or each.unit == unit]
        fits = any(is_within(query.bound or "exactly", value, number) for value in values)
        chosen += [node] if fits else []
    return QueryRows(nodes=chosen)


def _sized(query: Query, graph: Graph) -> QueryRows:
    """What speaks of something named, or of some words, and holds a quantity of these units.

    How *high* something is asks for metres, and of what is no thing for whatever it is measured in: a content, a price.
    """
    units, named = frozenset(query.unit.split()), anchored(query, graph)
    if own := units - {ANY_UNIT} if ANY_UNIT in units else None:
        found = _of_units(query, own, named, graph)
        if found.nodes or any(node.node_type in PARTNERS for node in named):
            return found
        found = _of_units(query, units, named, graph)
        told = [node for node in found.nodes if all(tells_of(node, word, query.language) for word in query.words)]
        return QueryRows(nodes=told)
    return _of_units(query, units, named, graph)


def _of_units(query: Query, units: frozenset[str], named: Sequence[Node], graph: Graph) -> QueryRows:
    near = [graph.nodes[other] for node in named for other in graph.neighbours(node.node_id)]
    names = [words(each.name) for each in named]
    speaking = [node for node in paced(graph.of_type("REQ")) if any(_speaks_of_all(node, each) for each in names)]
    pool = _unique([*named, *(node for node in near if node.node_type == "REQ"), *speaking])
    found = [node for node in paced(pool) if _holds_size(node, units)]
    if found:
        return QueryRows(nodes=_nearest(query.words, found, query.language) or found)
    # Most sizes stand in requirements; all others are only looked through where none does.
    sizes = [node for node in paced(graph.of_type("REQ")) if _holds_size(node, units)]
    sizes = sizes or [node for node in paced(graph.nodes.values()) if _holds_size(node, units)]
    said = (*query.words, *(word for name in names for word in name))
    return QueryRows(nodes=_nearest(said, sizes, query.language) if said or len(sizes) > _FEW else sizes)


def _holds_size(node: Node, units: frozenset[str]) -> bool:
    if POINT_OF_TIME in units and dates_of(node):
        return True
    return any(each.unit and (each.unit in units or ANY_UNIT in units) for each in quantities_of(node))


def _nearest(said: Sequence[str], nodes: Sequence[Node], language: Language) -> list[Node]:
    """The nodes that speak of most of some words; none where that is less than half of them."""
    spoken = [(sum(tells_of(node, word, language) for word in said), node) for node in paced(nodes)]
    most = max((count for count, _ in spoken), default=0)
    return [node for count, node in spoken if count == most] if most and most * 2 >= len(said) else []


def _speaks_of_all(node: Node, name: Sequence[str]) -> bool:
    """Does the text of an element speak of another by its whole name?"""
    return all(speaks_of(node, word) for word in name)


def _balanced(query: Query, graph: Graph) -> QueryRows:
    """How many there are of two types, or how many of one two named ones have."""
    if query.anchors:
        named = ([graph.nodes[each] for each in anchor if each in graph.nodes] for anchor in query.anchors)
        first, second = (sum(len(neighbour_rows(query, node, graph)) for node in nodes) for nodes in named)
    else:
        first, second = (graph.count(node_type) for node_type in query.types[:2])
    return QueryRows(counts=[first, second], holds=first > second if query.most else first < second)


def _described(query: Query, graph: Graph) -> QueryRows:
    """What is named, what it is connected with, and for a reason what these lead to."""
    nodes = anchored(query, graph)
    near = _unique(graph.nodes[other] for node in nodes for other in graph.neighbours(node.node_id))
    if query.kind != "why":
        return QueryRows(nodes=nodes, others=near)
    named = {node.node_id for node in (*nodes, *near)}
    beyond = _unique(
        graph.nodes[other]
        for node in near
        if node.node_type not in {"SYS", "ACTOR"}
        for other in (*graph.neighbours(node.node_id), *_two_on(graph, node.node_id))
        if other not in named
    )
    return QueryRows(nodes=nodes, others=near, rest=beyond)


def _two_on(graph: Graph, node_id: NodeId) -> Iterable[NodeId]:
    """What is reached from a node in two steps."""
    return (further for other in _reached(graph, node_id) for further in _reached(graph, other))


_EVALUATED: Final[dict[str, Callable[[Query, Graph], QueryRows]]] = {
    "nodes": _nodes,
    "linked": _linked,
    "link": _link,
    "kindOf": _kind_of,
    "path": _path,
    "impact": _impact,
    "compare": _compared,
    "common": _compared,
    "rank": _ranked,
    "sizes": _sized,
    "measure": _measured,
    "balance": _balanced,
    "describe": _described,
    "why": _described,
    "quoted": lambda query, graph: QueryRows(nodes=anchored(query, graph)),
    "attribute": lambda query, graph: QueryRows(nodes=anchored(query, graph)),
}
