"""Relations as matrices, for an export: all elements of the types that a relation joins stand at the edges.

A mark stands where two are joined. What does not fit into a matrix stays a column of the tables.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from graphwright.graph.document import Graph
from graphwright.interop.tables.from_graph import header_of, ids_in_tables
from graphwright.interop.tables.sheets import ARROW
from graphwright.protocol.ids import NodeId

_SIDE: Final = 2_000
_CELLS: Final = 250_000
"""Of one matrix; more are for nobody to look at."""


class WrittenMatrix(NamedTuple):
    """One relation that is to be written."""

    header: str
    """With its arrow."""
    targets: list[str]
    rows: list[tuple[str, set[str]]]
    """The id of each source, and those of its targets."""


def matrices_of(graph: Graph) -> list[WrittenMatrix]:
    """A matrix for each relation that fits into one, of all elements of the types that it joins."""
    ids = ids_in_tables(graph)
    joined: dict[str, list[tuple[NodeId, NodeId]]] = {}
    for edge in graph.edges.values():
        header, source, target = header_of(edge)
        joined.setdefault(header, []).append((source, target))
    return [
        matrix
        for header, pairs in joined.items()
        if header.startswith(ARROW) and (matrix := _matrix(graph, ids, header, pairs))
    ]


def _matrix(
    graph: Graph, ids: dict[NodeId, str], header: str, pairs: list[tuple[NodeId, NodeId]]
) -> WrittenMatrix | None:
    if len(set(pairs)) < len(pairs):  # a mark says nothing of a second one
        return None
    types = [{graph.nodes[pair[end]].node_type for pair in pairs} for end in (0, 1)]
    sources, targets = ([key for key, node in graph.nodes.items() if node.node_type in each] for each in types)
    if max(len(sources), len(targets)) > _SIDE or len(sources) * len(targets) > _CELLS:
        return None
    named: dict[NodeId, set[str]] = {each: set() for each in sources}
    for source, target in pairs:
        named[source].add(ids[target])
    return WrittenMatrix(header, [ids[each] for each in targets], [(ids[each], named[each]) for each in sources])
