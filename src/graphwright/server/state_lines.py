"""The lines of a state, each made when the one before is on its way: memory and waits do not grow with the model."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator, Sequence
from typing import Final, TypeVar

from msgspec.structs import replace

from graphwright.ports import Clock
from graphwright.projects import Project
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.operations import Finding
from graphwright.protocol.state import Elements, State
from graphwright.protocol.state_lines import EdgeEnds, EdgeRest, NodeNames, NodeTexts, StateLine
from graphwright.protocol.wire import encode

T = TypeVar("T")

SLICE: Final = 8_000
"""Elements in a line: 4 ms to make. A line is a turn of the loop and of a thread; on a busy machine many come late."""


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
    for ends in _slices(edges):
        yield StateLine(
            edges=EdgeEnds(
                edge_types=[edge.edge_type for edge in ends],
                sources=[places[edge.source] for edge in ends],
                targets=[places[edge.target] for edge in ends],
            )
        )
    yield StateLine(mark="outlined")
    yield from (StateLine(texts=_texts(part)) for part in _slices(nodes))
    yield from (StateLine(rest=_rest(part)) for part in _slices(edges))


def _names(nodes: Sequence[Node]) -> NodeNames:
    return NodeNames(
        node_ids=[node.node_id for node in nodes],
        semantic_ids=[after_name(node) for node in nodes],
        node_types=[node.node_type for node in nodes],
        names=[node.name for node in nodes],
    )


def after_name(node: Node) -> str:
    """The semantic id without the name that it begins with; where it does not, `=` and all of it."""
    begins = node.semantic_id.startswith(f"{node.name}.")
    return node.semantic_id[len(node.name) :] if begins else f"={node.semantic_id}"


def _texts(nodes: Sequence[Node]) -> NodeTexts:
    return NodeTexts(
        descrs=[node.descr for node in nodes],
        attributes=[node.attributes for node in nodes],
        created_revisions=[node.created_revision for node in nodes],
        revisions=[node.revision for node in nodes],
    )


def _rest(edges: Sequence[Edge]) -> EdgeRest:
    return EdgeRest(
        edge_ids=[edge.edge_id for edge in edges],
        attributes=[edge.attributes for edge in edges],
        revisions=[edge.revision for edge in edges],
    )


def _slices(records: list[T]) -> Iterator[list[T]]:
    for start in range(0, len(records), SLICE):
        yield records[start : start + SLICE]
