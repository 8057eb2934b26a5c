"""Questions about a graph that need more than one hop: neighbourhoods, counts, roots, levels, and names nearly meant.

Everything here is bounded and only reads. Asking in sentences is for `offline/` and the workflows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import islice
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from graphwright.graph.identity import identifier, parse_semantic_id
from graphwright.pauses import paced

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.protocol.graph import Node
    from graphwright.protocol.ids import EdgeId, NodeId

Direction: TypeAlias = Literal["out", "in", "both"]

# Names compared letter by letter for one suggestion: 20 us each.
_MAX_COMPARED: Final = 200
_LONGEST: Final = 200
"""Characters of a reference that are looked at; a name has no more."""
_BEGINNING: Final = 3
"""Letters that a slip of the pen leaves as they are, mostly."""
_LEAD: Final = 0.1
"""`OrderFlow.FL.009` means a FLOW rather than a FUNC, but not at the price of another word."""
# Less alike than this is another word, not a slip of the pen (difflib's own default).
_MIN_ALIKE: Final = 0.6
# Deeper than any decomposition; ends a walk where an import brought a circle.
_DEEPEST: Final = 100


class Neighbourhood(NamedTuple):
    """What lies around some nodes."""

    distances: dict[NodeId, int]
    """Nodes in the order they were met, nearest first, with their hops from the nearest start."""
    edges: list[EdgeId]
    """Every edge that was followed or closes a circle between these nodes."""
    is_cut: bool
    """Whether there were more nodes than allowed."""


def neighbourhood(
    graph: Graph,
    starts: Iterable[NodeId],
    *,
    depth: int = 1,
    relations: frozenset[str] | None = None,
    direction: Direction = "both",
    most: int = 200,
) -> Neighbourhood:
    """Walk outward from some nodes, over some relations or all, until `depth` hops or `most` nodes."""
    distances: dict[NodeId, int] = {start: 0 for start in starts if start in graph.nodes}
    edges: dict[EdgeId, None] = {}
    is_cut = False
    ring = list(distances)
    # Plain loops over what the graph remembers: a question walks from several hits.
    for distance in range(1, depth + 1):
        following: list[NodeId] = []
        for node_id in ring:
            for other, edge_id in _steps(graph, node_id, relations, direction):
                if other not in distances:
                    if len(distances) >= most:
                        is_cut = True
                        continue
                    distances[other] = distance
                    following.append(other)
                edges[edge_id] = None
        ring = following
    return Neighbourhood(distances, list(edges), is_cut)


def _steps(
    graph: Graph, node_id: NodeId, relations: frozenset[str] | None, direction: Direction
) -> Sequence[tuple[NodeId, EdgeId]]:
    """The other ends of a node's edges, with the edges: of some relations, in one direction, or all."""
    if relations is None and direction == "both":
        return graph.around(node_id)
    steps: list[tuple[NodeId, EdgeId]] = []
    if direction != "in":
        leaving = graph.outgoing(node_id)
        steps += [(edge.target, edge.edge_id) for edge in leaving if relations is None or edge.edge_type in relations]
    if direction != "out":
        arriving = graph.incoming(node_id)
        steps += [(edge.source, edge.edge_id) for edge in arriving if relations is None or edge.edge_type in relations]
    return steps


def histogram(graph: Graph) -> dict[str, int]:
    """How many nodes of each type there are, in the ontology's order, types without nodes left out (B-24)."""
    counts = {node_type: graph.count(node_type) for node_type in graph.ontology.node_types}
    return {node_type: count for node_type, count in counts.items() if count}


def roots(graph: Graph) -> list[Node]:
    """The nodes that are composed of others and part of none: where a tree view begins."""
    return [
        node
        for node_type in graph.ontology.node_types
        for node in paced(graph.of_type(node_type))
        if any(graph.outgoing(node.node_id, "compose")) and not any(graph.incoming(node.node_id, "compose"))
    ]


def level(graph: Graph, node_id: NodeId) -> int:
    """How many nodes a node is nested in: 0 for a root. What a rollup level counts (B-03)."""
    depth = 0
    parent = graph.parent(node_id)
    while parent is not None and depth < _DEEPEST:
        depth += 1
        parent = graph.parent(parent.node_id)
    return depth


def suggest(graph: Graph, text: str, limit: int = 3) -> list[str]:
    """Semantic ids that were perhaps meant by a reference that names nothing, best first.

    What took the place of a node with this id comes first, then nodes with exactly this name, then ids whose name
    begins alike or contains it, compared letter by letter.
    Costs about 20 ms at 100,000 nodes: ask for the first few references of a change set, not for thousands.
    """
    parsed = parse_semantic_id(text)
    same_name = (node_id for node_type in graph.ontology.node_types for node_id in graph.named(node_type, text, limit))
    successor = graph.successor(text)
    found = {} if successor is None else {str(successor.semantic_id): None}
    found.update(dict.fromkeys(str(graph.nodes[node_id].semantic_id) for node_id in same_name))
    wanted = parsed.identifier if parsed else identifier(text[:_LONGEST], type_word="")
    if wanted:
        found.update(dict.fromkeys(_alike(graph, wanted.casefold(), parsed.abbreviation if parsed else "")))
    return list(found)[:limit]


def _alike(graph: Graph, wanted: str, abbreviation: str) -> Iterator[str]:
    """Semantic ids whose name begins like `wanted` or contains it, most alike first; the named type gets a lead."""
    begin = wanted[:_BEGINNING]
    folded = ((semantic_id, semantic_id.casefold()) for semantic_id in graph.semantic_ids())
    near = (semantic_id for semantic_id, name in folded if name.startswith(begin) or wanted in name)
    scored: list[tuple[float, str]] = []
    for semantic_id in islice(near, _MAX_COMPARED):
        name, _, rest = semantic_id.casefold().partition(".")
        score = SequenceMatcher(None, name, wanted).ratio()
        if score >= _MIN_ALIKE:
            lead = _LEAD if rest.startswith(abbreviation.casefold()) else 0
            scored.append((-score - lead, semantic_id))
    return (semantic_id for _, semantic_id in sorted(scored))
