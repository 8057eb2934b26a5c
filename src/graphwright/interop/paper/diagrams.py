"""The diagrams of a specification: what the system is composed of, and who passes what to whom.

Boxes have the colours that the ontology gives their types. What would be too much for a page is not drawn, and counted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from graphwright.formats.cleaning import clean
from graphwright.graph.document import Graph
from graphwright.graph.query import roots
from graphwright.interop.paper.drawing import Box, Drawing, wrapped
from graphwright.interop.paper.layers import ranks_of
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId

_BOXES: Final = 18
"""In one diagram: more are too small to read on a page."""
_DIAGRAMS: Final = 12
"""Of chains: the first ones; each has a page."""
_TOPS: Final = ("SYS", "MOD", "UC", "FUNC")
_SHOWN: Final = frozenset({"SYS", "UC", "MOD", "FUNC", "FCHAIN"})


class Diagram(Struct, frozen=True, rename="camel"):
    """A drawing with its caption."""

    title: str
    svg: str
    width: int
    height: int
    left_out: int = 0
    """Elements that are not drawn."""


def diagrams_of(graph: Graph, decomposition: str, flow: str) -> list[Diagram]:
    """The diagrams that a graph has something for."""
    return [*_decomposition(graph, decomposition), *_flows(graph, flow)]


def _decomposition(graph: Graph, title: str) -> Iterator[Diagram]:
    """The greatest trees first, from the top down, as deep as there is room."""
    tops = [node for node in roots(graph) if node.node_type in _TOPS and any(graph.children(node.node_id))]
    tops.sort(key=lambda node: (_TOPS.index(node.node_type), -sum(1 for _ in graph.children(node.node_id))))
    found: list[Node] = []
    edges: list[tuple[str, str]] = []
    seen: set[NodeId] = set()
    for top in tops:
        waiting: deque[tuple[Node, NodeId | None]] = deque([(top, None)])
        while waiting:
            node, parent = waiting.popleft()
            if node.node_type not in _SHOWN or node.node_id in seen:
                continue
            seen.add(node.node_id)
            if len(found) < _BOXES:
                found.append(node)
                edges += [(parent, node.node_id)] if parent is not None else []
            waiting.extend((child, node.node_id) for child in graph.children(node.node_id))
    if edges:
        yield _drawn(graph, title, found, edges, labels={}, left_out=len(seen) - len(found))


def _flows(graph: Graph, title: str) -> Iterator[Diagram]:
    """Of each chain, else of the whole model: its functions and actors with the flows between them."""
    chains = [
        (chain, {each.node_id for each in graph.targets(chain.node_id, "compose")}) for chain in graph.of_type("FCHAIN")
    ]
    passed = _passed(graph)
    found = 0
    for chain, members in chains:
        inside = {pair: names for pair, names in passed.items() if set(pair) <= members}
        if inside and found < _DIAGRAMS:
            found += 1
            yield _flow(graph, f"{title}: {clean(chain.name)}", inside)
    if not found and passed:
        yield _flow(graph, title, passed)


def _passed(graph: Graph) -> dict[tuple[str, str], list[str]]:
    """What is passed from whom to whom, by the names of the flows."""
    passed: dict[tuple[str, str], list[str]] = {}
    for flow in graph.of_type("FLOW"):
        sources = [edge.source for edge in graph.incoming(flow.node_id, "io")]
        targets = [edge.target for edge in graph.outgoing(flow.node_id, "io")]
        for source in sources:
            for target in targets:
                if source != target:
                    passed.setdefault((source, target), []).append(clean(flow.name))
    return passed


def _flow(graph: Graph, title: str, passed: Mapping[tuple[str, str], list[str]]) -> Diagram:
    """Those with most flows where there is no room for all."""
    busy: dict[str, int] = {}
    for pair in passed:
        for end in pair:
            busy[end] = busy.get(end, 0) + 1
    chosen = set(sorted(busy, key=lambda each: (-busy[each], each))[:_BOXES])
    nodes = [node for node in graph.nodes.values() if node.node_id in chosen]
    labels = {pair: ", ".join(names) for pair, names in passed.items() if set(pair) <= chosen}
    return _drawn(graph, title, nodes, [*labels], labels=labels, left_out=len(busy) - len(nodes))


def _drawn(
    graph: Graph, title: str, nodes: Sequence[Node], edges: Sequence[tuple[str, str]], *,
    labels: Mapping[tuple[str, str], str], left_out: int,
) -> Diagram:  # fmt: skip
    boxes = {node.node_id: _box(graph, node) for node in nodes}
    drawing = Drawing(boxes, ranks_of([*boxes], edges), has_labels=bool(labels))
    return Diagram(title, drawing.svg(edges, labels), drawing.width, drawing.height, left_out)


def _box(graph: Graph, node: Node) -> Box:
    node_type = graph.ontology.node_types[node.node_type]
    _, abbreviation, counter = node.semantic_id.rsplit(".", 2)
    return Box([f"{abbreviation}{counter.lstrip('0')}", *wrapped(clean(node.name))], node_type.fill, node_type.stroke)
