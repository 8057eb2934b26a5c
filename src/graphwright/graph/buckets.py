"""What belongs to each key of an index, kept small: nearly every name has one bearer, and a node few edges.

A dict for each key would be most of what a graph takes. So a bearer that is alone stands there itself, and few edges
are a tuple; a dict comes where there are more, since a hub loses one of its thousand edges without a look at the
others. Only a dict is changed in place, and only the one in `index[key]`, for which an overlay gives a copy of its own
(`operations.staged`).
"""

from __future__ import annotations

from collections.abc import Collection, MutableMapping
from typing import Final, TypeAlias, cast

from graphwright.protocol.graph import Edge
from graphwright.protocol.ids import EdgeId, NodeId

Bearers: TypeAlias = MutableMapping[str, NodeId | MutableMapping[NodeId, None]]
"""The nodes that each text stands for, in the order they came."""
Ends: TypeAlias = MutableMapping[NodeId, tuple[Edge, ...] | MutableMapping[EdgeId, Edge]]
"""The edges that begin, or end, at each node, in the order they came."""

_FEW: Final = 8
"""Edges in a tuple: to copy so many takes no longer than to find one in a dict."""


def bearers_of(index: Bearers, key: str) -> Collection[NodeId]:
    """The nodes that a text stands for."""
    found = index.get(key)
    return () if found is None else (found,) if isinstance(found, str) else found


def add_bearer(index: Bearers, key: str, node_id: NodeId) -> None:
    """Let a text stand for a node, too."""
    found = index.get(key)
    if found is None:
        index[key] = node_id
    elif not isinstance(found, str):
        cast("MutableMapping[NodeId, None]", index[key])[node_id] = None
    elif found != node_id:
        index[key] = {found: None, node_id: None}


def drop_bearer(index: Bearers, key: str, node_id: NodeId) -> None:
    """Let a text stand for a node no more."""
    found = index.get(key)
    if isinstance(found, str):
        if found == node_id:
            del index[key]
    elif found is not None:
        several = cast("MutableMapping[NodeId, None]", index[key])
        several.pop(node_id, None)
        if not several:
            del index[key]


def edges_at(index: Ends, node_id: NodeId) -> Collection[Edge]:
    """The edges of a node."""
    found = index.get(node_id, ())
    return found if isinstance(found, tuple) else found.values()


def put_at(index: Ends, node_id: NodeId, edge: Edge) -> None:
    """Give a node one more edge, or another in place of the one with its id."""
    found = index.get(node_id, ())
    if not isinstance(found, tuple):
        cast("MutableMapping[EdgeId, Edge]", index[node_id])[edge.edge_id] = edge
        return
    for at, each in enumerate(found):
        if each.edge_id == edge.edge_id:
            index[node_id] = (*found[:at], edge, *found[at + 1 :])
            return
    few = (*found, edge)
    index[node_id] = few if len(few) <= _FEW else {each.edge_id: each for each in few}


def drop_at(index: Ends, node_id: NodeId, edge_id: EdgeId) -> None:
    """Take an edge away from a node."""
    found = index[node_id]
    if not isinstance(found, tuple):
        del found[edge_id]
    else:
        index[node_id] = tuple(each for each in found if each.edge_id != edge_id)
    if not index[node_id]:
        del index[node_id]
