"""A cure while it is planned: ordinary operations, what they move and end, and what speaks against it. Pure.

Nothing here is a new kind of change: the operations go through the one door, so the journal, undo, conflicts and
proposals know nothing of cures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from graphwright.graph.document import Graph, former_ids
from graphwright.graph.foreign import FORMER_FOREIGN_IDS, FORMER_IDS, foreign_names
from graphwright.operations.cures.mentions import mentioning_texts, rewritten
from graphwright.operations.staged import StagedGraph
from graphwright.protocol.base import JsonValue
from graphwright.protocol.cures import CeasedId, CureReport, EdgeFate, FieldFate, TextMention
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import OperationId, Ref
from graphwright.protocol.operations import NodeDelete, NodeSet, NodeUpdate, Operation, Problem, ProblemCode
from graphwright.protocol.texts import Values

CONFIRMED: Final = "confirmed"
"""The attribute of an edge that says at which revision somebody last saw to it (ADR-30)."""


def seen_to(edge: Edge) -> int:
    """At which revision somebody last saw to an edge (ADR-30)."""
    confirmed = edge.attributes.get(CONFIRMED)
    return confirmed if isinstance(confirmed, int) else edge.revision


class Cure(Struct, frozen=True):
    """What a wish comes to on one graph."""

    operations: list[Operation]
    """None where everything is as it is wished already."""
    report: CureReport
    problems: list[Problem]
    """Why it must not be, each with a hint; what the planner would say of the operations comes on top."""


class CureBuilder:
    """Collects operations with ids of their own, and the graph as it will be where edges are counted."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.staged = StagedGraph(graph)
        self.operations: list[Operation] = []
        self.edges: list[EdgeFate] = []
        self.fields: list[FieldFate] = []
        self.ceased: list[CeasedId] = []
        self.mentions: list[TextMention] = []
        self.problems: list[Problem] = []

    def next_id(self) -> OperationId:
        """The id of the operation that is made now."""
        return OperationId(f"cure-{len(self.operations) + 1}")

    def add(self, operation: Operation) -> None:
        """One operation more."""
        self.operations.append(operation)

    def report(self, code: ProblemCode, case: str, path: str, values: Values, *candidates: str) -> None:
        """Note why it must not be."""
        self.problems.append(Problem(code=code, case=case, path=path, values=values, candidates=[*candidates]))

    def end(self, node: Node, now: str) -> None:
        """Remove a node whose place another one took; only together with everything that saves what it held."""
        needed = [each.id for each in self.operations if not isinstance(each, NodeDelete)]
        self.add(NodeDelete(id=self.next_id(), ref=Ref(node.semantic_id), depends_on=needed))
        self.ceased.append(CeasedId(node_id=node.node_id, semantic_id=node.semantic_id, now=now))

    def mention(self, gone: Sequence[Node], now: str | None) -> dict[str, NodeSet]:
        """Texts elsewhere that name what ceases, by their elements; rewritten where the id of now is known."""
        names = [node.semantic_id for node in gone]
        sets: dict[str, NodeSet] = {}
        for found in mentioning_texts(self.graph, names, without={node.node_id for node in gone}):
            self.mentions += [
                TextMention(
                    semantic_id=found.node.semantic_id, field=field, ceased=ceased, is_rewritten=now is not None
                )
                for field, ceased in found.mentions
            ]
            if now is not None:
                sets[found.node.semantic_id] = rewritten(found, dict.fromkeys(names, now))
        return sets

    def set_fields(self, sets: dict[str, NodeSet]) -> None:
        """One update for each node."""
        for semantic_id, fields in sets.items():
            self.add(NodeUpdate(id=self.next_id(), ref=Ref(semantic_id), set=fields))

    def done(self) -> Cure:
        """The whole; without operations where something speaks against it."""
        report = CureReport(edges=self.edges, fields=self.fields, ceased=self.ceased, mentions=self.mentions)
        return Cure([] if self.problems else self.operations, report, self.problems)


def taken_ids(nodes: Sequence[Node]) -> dict[str, JsonValue]:
    """The attributes of whoever takes their place: every id that leads to these nodes now, here and in other tools."""
    foreign: list[JsonValue] = [name for node in nodes for name in foreign_names(node.node_type, node.attributes)]
    ids: list[JsonValue] = [each for node in nodes for each in (node.semantic_id, node.node_id, *former_ids(node))]
    return {FORMER_IDS: ids, **({FORMER_FOREIGN_IDS: foreign} if foreign else {})}


def with_former_ids(fields: NodeSet, node: Node, gone: Sequence[Node]) -> NodeSet:
    """Fields of a node that is also found by the ids of others from now on."""
    taken = taken_ids(gone)
    former: dict[str, JsonValue] = {
        key: [*before, *now]
        for key, now in taken.items()
        if isinstance(now, list)
        for before in [node.attributes.get(key, [])]
        if isinstance(before, list)
    }
    return replace(fields, attributes={**fields.attributes, **former})
