"""The model before a sentence, and the talk before it: as an import and a conversation would have made them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from random import Random

from graphwright.formats.diff_text import write_diff
from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.llm.base import ChatMessage
from graphwright.operations.plan import Plan, plan
from graphwright.ports import Ids, ManualClock
from graphwright.protocol.ids import OperationId, Ref
from graphwright.protocol.operations import ChangeSet, EdgeCreate, NodeCreate, Operation
from tests.offline.judging.entries import Entry, Given


class Stage:
    """A model at each of its revisions, and what was said so far."""

    def __init__(self, entry: Entry) -> None:
        last = [each.last_change_added for each in entry.given if each.last_change_added]
        self.revisions = {0: Graph(default_ontology())}
        self._messages: list[ChatMessage] = []
        before = [each for each in entry.given if not _speaks_of(each, last)]
        self._import(_operations(before, entry.given, {}))
        if last:
            ids = {node.name: Ref(node.node_id) for node in self.graph.nodes.values()}
            made = _operations([each for each in entry.given if _speaks_of(each, last)], entry.given, ids)
            self._import(made)
            self._told(last[0], f"+ {', '.join(last)}", made)
        for each in entry.given:
            if each.last_mentioned:
                self._told(each.last_mentioned, f"What is {each.last_mentioned}?", [])

    @property
    def graph(self) -> Graph:
        """The model that is spoken of: the newest."""
        return self.revisions[max(self.revisions)]

    @property
    def messages(self) -> list[ChatMessage]:
        """What was said so far."""
        return self._messages

    async def graph_at(self, revision: int) -> Graph:
        """The model as it was."""
        return self.revisions[revision]

    def _import(self, operations: list[Operation]) -> None:
        """A further revision, each a graph of its own."""
        before = self.graph
        after = copy_of(before)
        planned = plan_of(after, operations, importing=True)
        assert planned.problems == [], planned.problems
        after.apply(planned.changes, before.revision + 1)
        self.revisions[after.revision] = after

    def _told(self, name: str, asked: str, made: list[Operation]) -> None:
        """A message that named an element and the answer to it, as the history of a conversation holds them."""
        node = next(node for node in self.graph.nodes.values() if node.name == name)
        told = f"{node.name} ({node.node_type}, {node.semantic_id}): {node.descr}"
        if made:
            block = write_diff(made, self.graph.ontology, graph=self.graph)
            applied = f"[applied to the model as revision {self.graph.revision}]"
            told = f"I have added {node.name}.\n```format-e\n{block}\n```\n{applied}"
        self._messages += [ChatMessage(role="user", text=asked), ChatMessage(role="assistant", text=told)]


def plan_of(graph: Graph, operations: list[Operation], *, importing: bool = False) -> Plan:
    """A change set held against a model, as the assistant's or as an import's."""
    ids = Ids(ManualClock(datetime(2025, 1, 1, tzinfo=UTC)), random_bytes=Random(graph.revision).randbytes)
    change_set = ChangeSet(base_revision=graph.revision, operations=operations)
    return plan(graph, change_set, ids=ids, ai=not importing, importing=importing, loose=not importing)


def copy_of(graph: Graph) -> Graph:
    """The same model once more; nodes and edges are values and shared."""
    copy = Graph(graph.ontology)
    for node in graph.nodes.values():
        copy.put_node(node)
    for edge in graph.edges.values():
        copy.put_edge(edge)
    copy.counters.update(graph.counters)
    copy.revision = graph.revision
    return copy


def _speaks_of(each: Given, names: list[str]) -> bool:
    return not {each.name, each.source, each.target}.isdisjoint(names)


def _operations(lines: list[Given], all_lines: list[Given], known: dict[str, Ref]) -> list[Operation]:
    """Elements and relations as operations. A relation that the ontology lacks is kept as the one that joins anything."""
    types = {each.name: each.type for each in all_lines if each.type}
    pairs = {name: set(relation.pairs) for name, relation in default_ontology().relations.items()}
    made: list[Operation] = []
    for number, each in enumerate(lines):
        key = OperationId(f"given-{number}-{each.name or each.source}")
        if each.type:
            attributes = {"text": each.text} if each.text else {}
            if each.type == "SCHEMA":
                attributes["struct"] = json.dumps(dict.fromkeys(each.fields, "string"), ensure_ascii=False)
            made.append(
                NodeCreate(
                    id=key,
                    node_type=each.type,
                    name=each.name,
                    descr=f"{each.name}, as it was.",
                    temp_id=each.name,
                    attributes=attributes,
                )
            )
        elif each.source:
            ends = (types[each.source], types[each.target])
            relation = each.relation if ends in pairs[each.relation] else "relation"
            source, target = (known.get(end, Ref(end)) for end in (each.source, each.target))
            made.append(EdgeCreate(id=key, edge_type=relation, source=source, target=target))
    return made
