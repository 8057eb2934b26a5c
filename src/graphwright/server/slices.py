"""Large answers as JSON, encoded in slices so that nobody else waits for a large model (ADR-18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.ports import Clock
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.state import Elements, State
from graphwright.protocol.wire import encode

SLICE: Final = 1_000
"""Records between two pauses: 1 ms."""
PAUSE_S: Final = 0.001
_NONE: Final = b'{"nodes":[],"edges":[]}'


async def encode_state(state: State, clock: Clock) -> bytes:
    """The whole state; nodes and edges are records that never change, so the pauses are safe."""
    frame = encode(replace(state, graph=Elements(nodes=[], edges=[])))
    before, found, after = frame.partition(b'"graph":' + _NONE)
    if not found:
        message = "the state does not begin its graph where its record says"
        raise AssertionError(message)
    return before + b'"graph":' + await _elements(state.graph.nodes, state.graph.edges, clock) + after


async def encode_graph(
    project_id: ProjectId, revision: int, nodes: Sequence[Node], edges: Sequence[Edge], clock: Clock
) -> bytes:
    """The lossless form of a graph, as `formats.graph_json` writes it for people."""
    frame = encode({"projectId": project_id, "revision": revision})
    return frame[:-1] + b"," + (await _elements(nodes, edges, clock))[1:]


async def _elements(nodes: Sequence[Node], edges: Sequence[Edge], clock: Clock) -> bytes:
    return b'{"nodes":[' + await _list(nodes, clock) + b'],"edges":[' + await _list(edges, clock) + b"]}"


async def _list(records: Sequence[Node | Edge], clock: Clock) -> bytes:
    parts: list[bytes] = []
    for start in range(0, len(records), SLICE):
        parts.append(encode(records[start : start + SLICE])[1:-1])
        if start + SLICE < len(records):
            await clock.sleep(PAUSE_S)
    return b",".join(parts)
