"""What nodes and edges are called in a conversation about a model that has moved on since: by the ids of now. Pure.

What was removed keeps the semantic id that it had; what nobody remembers is called that, and never by an internal id,
which tells a language model nothing and costs it a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from graphwright.graph.document import Graph
from graphwright.protocol.graph import Change, Edge, Node, NodeChange
from graphwright.protocol.ids import EdgeId
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    EdgeUpdate,
    NodeCreate,
    NodeDelete,
    NodeUpdate,
    Operation,
)

FORGOTTEN: Final = "(a removed node)"
_INTERNAL: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_NOBODY: Final[Mapping[str, str]] = {}


class Names:
    """The names of one moment."""

    def __init__(self, graph: Graph, removed: Mapping[str, str] = _NOBODY, *, whole: bool = False) -> None:
        """`removed` gives the semantic ids of nodes that are no more; `whole`: for people, who know no short ids."""
        self.graph = graph
        self._removed = removed
        self._whole = whole

    def of(self, ref: str) -> str:
        """A node by its id of now, by the one that it had, or as it was called where it was only wished for."""
        found = self.graph.find(ref)
        if len(found) == 1:
            node = self.graph.nodes[found[0]]
            return node.semantic_id if self._whole else self.graph.short_id(node)
        return self._removed.get(ref) or (FORGOTTEN if _INTERNAL.fullmatch(ref) else ref)

    def knows(self, ref: str) -> bool:
        """Can the node be named at all?"""
        return self.of(ref) != FORGOTTEN

    def ends(self, operation: EdgeCreate | EdgeUpdate | EdgeDelete) -> tuple[str, str, str] | None:
        """Source, relation and target of the edge an operation is about: as named, as it is, or as it was proposed."""
        if isinstance(operation, EdgeCreate):
            return operation.source, operation.edge_type, operation.target
        source, edge_type, target = operation.source, operation.edge_type, operation.target
        if not (source is None or edge_type is None or target is None):
            return source, edge_type, target
        edge = None if operation.ref is None else self.graph.edges.get(EdgeId(operation.ref))
        before = getattr(operation, "before", None) if edge is None else edge
        return (before.source, before.edge_type, before.target) if isinstance(before, Edge) else None

    def without(self, refs: Iterable[str]) -> set[str]:
        """Those of these ids that are internal and stand for nothing that is there."""
        return {ref for ref in refs if _INTERNAL.fullmatch(ref) and not self.graph.find(ref)}


def refs_of(operation: Operation) -> Iterator[str]:
    """What an operation calls nodes, or was shown on."""
    match operation:
        case NodeUpdate() | NodeDelete():
            yield operation.ref
        case EdgeCreate():
            yield from (operation.source, operation.target)
        case EdgeUpdate() | EdgeDelete():
            before = getattr(operation, "before", None)
            named = (operation.source, operation.target)
            yield from (ref for ref in named if ref is not None)
            if isinstance(before, Edge):
                yield from (before.source, before.target)
        case NodeCreate():
            pass


def removed_by(changes: Iterable[Change]) -> dict[str, str]:
    """The nodes that changes remove: the semantic id of each."""
    return {
        change.before.node_id: change.before.semantic_id
        for change in changes
        if isinstance(change, NodeChange) and change.after is None and isinstance(change.before, Node)
    }
