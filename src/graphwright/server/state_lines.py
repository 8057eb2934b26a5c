"""The lines of a state, each made when the one before is on its way: memory and waits do not grow with the model."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from operator import sub
from typing import Final, TypeVar

from msgspec.structs import replace

from graphwright.ports import Clock
from graphwright.projects import Project
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import Finding
from graphwright.protocol.state import Elements, State
from graphwright.protocol.state_lines import EdgeEnds, EdgeRest, IdColumn, NodeNames, NodeTexts, StateLine
from graphwright.protocol.wire import encode

T = TypeVar("T")

SLICE: Final = 8_000
"""Elements in a line: 4 ms to make. A line is a turn of the loop and of a thread; on a busy machine many come late."""

_UUID: Final = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_BYTES: Final = 16
_TAIL: Final = 10


async def state_lines(state: State, project: Project, clock: Clock) -> AsyncGenerator[bytes]:
    """All of them. Findings are read last, as everything beside the graph: events after the state say them again."""
    for line in _elements_of(state):
        yield encode(line) + b"\n"
        await clock.sleep(0)  # who zips waits for that besides
    for findings in _slices(await project.read_all(Finding)):
        yield encode(StateLine(findings=findings)) + b"\n"
        await clock.sleep(0)  # who zips waits for that besides
    yield encode(StateLine(mark="whole")) + b"\n"


def _elements_of(state: State) -> Iterator[StateLine]:
    nodes, edges = state.graph.nodes, state.graph.edges
    yield StateLine(head=replace(state, graph=Elements(nodes=[], edges=[])))
    for part in _slices(nodes):
        yield StateLine(nodes=_names(part))
    places = {node.node_id: place for place, node in enumerate(nodes)}
    yield from (StateLine(edges=_ends(part, places)) for part in _slices(edges))
    yield StateLine(mark="outlined")
    yield from (StateLine(texts=_texts(part)) for part in _slices(nodes))
    yield from (StateLine(rest=_rest(part)) for part in _slices(edges))


def _names(nodes: Sequence[Node]) -> NodeNames:
    return NodeNames(
        node_ids=id_column([node.node_id for node in nodes]),
        semantic_ids=[after_name(node) for node in nodes],
        node_types=[node.node_type for node in nodes],
        names=[node.name for node in nodes],
    )


def after_name(node: Node) -> str:
    """The semantic id without the name that it begins with; where it does not, `=` and all of it."""
    begins = node.semantic_id.startswith(f"{node.name}.")
    return node.semantic_id[len(node.name) :] if begins else f"={node.semantic_id}"


def _ends(edges: Sequence[Edge], places: Mapping[NodeId, int]) -> EdgeEnds:
    sources = [places[edge.source] for edge in edges]
    return EdgeEnds(
        edge_types=[edge.edge_type for edge in edges],
        sources=_steps(sources),
        targets=list(map(sub, (places[edge.target] for edge in edges), sources)),
    )


def id_column(ids: Sequence[str]) -> IdColumn:
    """What no other tells of them: the times of ids that were made together are the same, the rest is by chance."""
    if any(_UUID.fullmatch(each) is None for each in ids):
        return IdColumn(plain=list(ids))
    told = bytes.fromhex("".join(ids).replace("-", ""))
    ends = range(_BYTES, len(told) + 1, _BYTES)
    times = [int.from_bytes(told[end - _BYTES : end - _TAIL], "big") for end in ends]
    tails = b"".join(told[end - _TAIL : end] for end in ends)
    return IdColumn(times=_steps(times), tails=b64encode(tails).decode("ascii"))


def _steps(numbers: Sequence[int]) -> list[int]:
    return [later - before for before, later in pairwise(chain((0,), numbers))]


def _texts(nodes: Sequence[Node]) -> NodeTexts:
    return NodeTexts(
        descrs=[node.descr for node in nodes],
        attributes=[node.attributes for node in nodes],
        created_revisions=[node.created_revision for node in nodes],
        revisions=[node.revision for node in nodes],
    )


def _rest(edges: Sequence[Edge]) -> EdgeRest:
    return EdgeRest(
        edge_ids=id_column([edge.edge_id for edge in edges]),
        attributes=[edge.attributes for edge in edges],
        revisions=[edge.revision for edge in edges],
    )


def _slices(records: list[T]) -> Iterator[list[T]]:
    for start in range(0, len(records), SLICE):
        yield records[start : start + SLICE]
