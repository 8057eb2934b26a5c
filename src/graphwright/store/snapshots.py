"""A snapshot as compressed parts: no single step of writing or reading one holds the interpreter for long.

Measured with 100,000 nodes and 200,000 edges: 61 MB of JSON become 17 MB; reading takes 0.5 s in steps of 3 ms.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import structs

from graphwright.errors import InvalidCommand, StoreDamaged
from graphwright.protocol.graph import Edge, Node, Snapshot
from graphwright.protocol.shared_texts import SharedTexts
from graphwright.protocol.wire import decode, encode

# 2,000 elements decode in about 2 ms, the longest that the loop should be kept waiting (ADR-18).
_PART: Final = 2_000

# Level 3 takes half as long again and saves 3 % more.
_LEVEL: Final = 1


def parts_of(snapshot: Snapshot) -> Iterator[bytes]:
    """The snapshot in parts; each is a small snapshot of its own."""
    yield _packed(structs.replace(snapshot, nodes=[], edges=[]))
    for start in range(0, len(snapshot.nodes), _PART):
        nodes = snapshot.nodes[start : start + _PART]
        yield _packed(Snapshot(revision=snapshot.revision, nodes=nodes, edges=[], counters={}))
    for start in range(0, len(snapshot.edges), _PART):
        edges = snapshot.edges[start : start + _PART]
        yield _packed(Snapshot(revision=snapshot.revision, nodes=[], edges=edges, counters={}))


def joined(parts: Iterable[bytes]) -> Snapshot:
    """The snapshot again. `StoreDamaged` when a part cannot be read."""
    whole: Snapshot | None = None
    texts = SharedTexts()
    for packed in parts:
        try:
            part = decode(zlib.decompress(packed), Snapshot)
        except (zlib.error, InvalidCommand) as error:
            raise StoreDamaged(f"a snapshot cannot be read: {error}; restore a backup") from None
        if whole is None:
            whole = part
        else:
            whole.nodes.extend(_shared_node(node, texts) for node in part.nodes)
            whole.edges.extend(_shared_edge(edge, texts) for edge in part.edges)
    if whole is None:
        raise StoreDamaged("a snapshot has lost its parts; restore a backup")
    return whole


def _shared_node(node: Node, texts: SharedTexts) -> Node:
    """The same node, of texts that are there already."""
    return Node(
        node_id=texts.once(node.node_id),
        semantic_id=node.semantic_id,
        node_type=texts.once(node.node_type),
        name=node.name,
        descr=node.descr,
        attributes=texts.attributes(node.attributes),
        created_revision=node.created_revision,
        revision=node.revision,
    )


def _shared_edge(edge: Edge, texts: SharedTexts) -> Edge:
    return Edge(
        edge_id=edge.edge_id,
        edge_type=texts.once(edge.edge_type),
        source=texts.once(edge.source),
        target=texts.once(edge.target),
        attributes=texts.attributes(edge.attributes),
        revision=edge.revision,
    )


def _packed(snapshot: Snapshot) -> bytes:
    return zlib.compress(encode(snapshot), _LEVEL)
