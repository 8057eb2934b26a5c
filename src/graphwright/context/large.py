"""What a language model sees of a graph too large to be shown whole: an index of names, and what is talked about.

The index depends on the graph alone, so it stands in the stable part of a prompt. What lies around the words of a
request stands with the request. Both keep to a budget of tokens, and say what they left out.
"""

from __future__ import annotations

import heapq
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import islice
from typing import Final

from msgspec import Struct

from graphwright.context.data_block import escape_roles
from graphwright.context.disclosure import cut_node, shown_attributes
from graphwright.context.tokens import Tokenizer
from graphwright.formats.encoding import COMPACT, Places, document_lines
from graphwright.graph.document import Graph
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import EdgeId, NodeId

_SLICE: Final = 2_000
"""Nodes looked at between two pauses: about 1 ms (ADR-18)."""
LINE_TOKENS: Final = 5
"""Of the shortest line of the index."""
_EDGE_TOKENS: Final = 6
_FOR_NODES: Final = 0.7
"""Share of the budget that node lines may take before edges have theirs."""
FOCUS: Final = 20
"""Nodes whose edges are all shown; of the others only those between them."""
_MAX_EDGES: Final = 200
"""Looked at of one node."""


class GraphExcerpt(Struct, frozen=True):
    """The part of a graph around some nodes."""

    text: str
    node_ids: list[NodeId]
    """Also those that only stand at the end of an edge."""
    shown: int
    """Nodes with lines of their own."""


async def names_of(graph: Graph, counter: Tokenizer, *, budget: int, pause: Callable[[], Awaitable[None]]) -> str:
    """The names of a graph by type, as many as fit; the most connected ones where not all do."""
    headings = [_heading(each, count, count) for each in graph.ontology.node_types if (count := graph.count(each))]
    budget -= sum(counter.count(f"{each}\n") for each in headings)
    most = max(1, budget // LINE_TOKENS)
    node_ids = list(graph.nodes)
    best: list[tuple[int, NodeId]] = []
    for start in range(0, len(node_ids), _SLICE):
        some = [(graph.degree(each), each) for each in node_ids[start : start + _SLICE] if each in graph.nodes]
        best = heapq.nlargest(most, [*best, *some])
        if start + _SLICE < len(node_ids):
            await pause()
    places = Places(COMPACT, graph)
    kept: dict[str, list[Node]] = {}
    for _, node_id in best:
        node = graph.nodes.get(node_id)
        if node is None:
            continue
        budget -= counter.count(f"{_stub(node, places)}\n")
        if budget < 0:
            break
        kept.setdefault(node.node_type, []).append(node)
    lines: list[str] = []
    for node_type in [each for each in graph.ontology.node_types if graph.count(each)]:
        nodes = sorted(kept.get(node_type, []), key=lambda node: places.key(node.node_id))
        count = graph.count(node_type)
        lines.append(f"# {node_type}" if len(nodes) == count else _heading(node_type, len(nodes), count))
        lines += [_stub(node, places) for node in nodes]
    return "\n".join(lines)


def _heading(node_type: str, shown: int, count: int) -> str:
    return f"# {node_type}: {shown} of {count}"


def around(graph: Graph, ranked: Sequence[NodeId], counter: Tokenizer, *, budget: int) -> GraphExcerpt:
    """The lines of as many nodes as fit, best first, and their edges; of the first ones also those that lead away."""
    places = Places(COMPACT, graph)
    shown = shown_attributes(graph.ontology)
    nodes: dict[NodeId, Node] = {}
    left = int(budget * _FOR_NODES)
    for node_id in dict.fromkeys(ranked):
        if node_id not in graph.nodes:
            continue
        node = cut_node(graph.nodes[node_id])
        left -= counter.count(COMPACT.node(node, places.ref(node_id), shown(node)))
        if left < 0 and nodes:
            break
        nodes[node_id] = node
    spent = int(budget * _FOR_NODES) - max(0, left)
    edges = list(islice(_edges(graph, nodes).values(), max(0, (budget - spent) // _EDGE_TOKENS)))
    while True:
        ends = dict.fromkeys(end for edge in edges for end in (edge.source, edge.target) if end not in nodes)
        neighbours = [graph.nodes[end] for end in ends]
        lines = list(document_lines(COMPACT, graph, nodes.values(), edges, neighbours=neighbours, attributes_of=shown))
        tokens = sum(counter.count(f"{line}\n") for line in lines)
        if tokens <= budget or not edges:
            break
        # An edge that leads away brings a line about its other end, too.
        edges = edges[: min(len(edges) - 1, len(edges) * budget // tokens)]
    return GraphExcerpt(escape_roles("\n".join(lines)), [*nodes, *ends], len(nodes))


def _edges(graph: Graph, nodes: Iterable[NodeId]) -> dict[EdgeId, Edge]:
    """Those between the nodes first, then those that lead away from the first ones."""
    kept = dict.fromkeys(nodes)
    inner = {
        edge.edge_id: edge
        for node_id in kept
        for edge in islice(graph.outgoing(node_id), _MAX_EDGES)
        if edge.target in kept
    }
    for node_id in islice(kept, FOCUS):
        for edges in (graph.outgoing(node_id), graph.incoming(node_id)):
            inner.update((edge.edge_id, edge) for edge in islice(edges, _MAX_EDGES))
    return inner


def _stub(node: Node, places: Places) -> str:
    return escape_roles(COMPACT.stub(node, places.ref(node.node_id)))
