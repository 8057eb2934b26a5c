"""Which operation of a change set makes the node or edge that another one speaks of. Pure.

Words are compared as they stand, so an edge is found by the words it was made with. In a plan every ref is resolved
already, and then one word is one element.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from graphwright.operations.refs import names_of
from graphwright.protocol.ids import OperationId
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    EdgeUpdate,
    NodeCreate,
    NodeDelete,
    NodeUpdate,
    Operation,
)

# Named once: a union written at the place is made anew for every operation.
_OF_NODE: Final = (NodeUpdate, NodeDelete)


class Creators:
    """The operations of one change set, by what they make."""

    def __init__(self, operations: Sequence[Operation]) -> None:
        self._operations = operations
        self._nodes: dict[str, OperationId] = {}
        self.makes = 0
        """How many of them make something."""
        for operation in operations:
            if isinstance(operation, EdgeCreate):
                self.makes += 1
            elif isinstance(operation, NodeCreate):
                self.makes += 1
                for name in names_of(operation):
                    self._nodes.setdefault(name, operation.id)

    def needed_by(self, operation: Operation) -> tuple[OperationId, ...]:
        """The makers of all that an operation speaks of and does not make itself."""
        # Those that are many first: to see that something is no instance of a record takes four times as long.
        creators = self._nodes
        if isinstance(operation, EdgeCreate):
            return _known(creators.get(operation.source), creators.get(operation.target))
        if isinstance(operation, NodeCreate):
            return ()
        if isinstance(operation, _OF_NODE):
            return _known(creators.get(operation.ref), None)
        ends = (None if end is None else creators.get(end) for end in (operation.source, operation.target))
        return *_known(*ends), *_known(self.of_edge(operation), None)

    def of_edge(self, operation: EdgeUpdate | EdgeDelete) -> OperationId | None:
        """The operation that makes the edge which this one addresses."""
        if operation.ref is not None:
            return self._edges.get(operation.ref)
        return self._edges.get(self._joint(operation))

    @cached_property
    def _edges(self) -> dict[object, OperationId]:
        edges: dict[object, OperationId] = {}
        for operation in self._operations:
            if isinstance(operation, EdgeCreate):
                edges.setdefault(self._joint(operation), operation.id)
                if operation.temp_id is not None:
                    edges.setdefault(operation.temp_id, operation.id)
        return edges

    def _joint(self, operation: EdgeCreate | EdgeUpdate | EdgeDelete) -> object:
        """What an edge joins and how. Without a direction, because it may have been written the wrong way round."""
        ends = frozenset(self._nodes.get(str(end), end) for end in (operation.source, operation.target))
        return operation.edge_type, ends


def _known(one: OperationId | None, other: OperationId | None) -> tuple[OperationId, ...]:
    """Those of two makers that there are."""
    if one is None:
        return () if other is None else (other,)
    return (one,) if other is None else (one, other)
