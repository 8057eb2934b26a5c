"""What waits as a proposal while a message speaks of it: it is not in the model yet, and whoever asks is told so.

A message that means nothing for the model is read once more against what a proposal would make or change, and against
nothing else. What it would do to that is not done: the proposal is what people decide on first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from msgspec import Struct

from graphwright.context.naming import refs_of
from graphwright.graph.document import Graph
from graphwright.languages import Language
from graphwright.offline.dialogue.forms import quoted, shortened
from graphwright.offline.dialogue.messages import dialogue_words
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, ReadOnlyAnswer, Situation, Understood
from graphwright.offline.wording import enumerated, wording
from graphwright.operations.plan import plan
from graphwright.operations.proposals import open_proposals
from graphwright.ports import Clock, Ids
from graphwright.projects import Project
from graphwright.protocol.graph import NodeChange
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import ChangeSet, NodeDelete, NodeUpdate, Operation, Proposal

_LOOKED_AT: Final = 50
"""Newest proposals of a project, decided ones among them."""
_TRIED: Final = 5
"""Of those that wait, the newest are read against."""


class WaitingPart(Struct, frozen=True):
    """The part of a model that a proposal would make or change, as it would be."""

    graph: Graph
    said: str
    """What it is proposed for."""
    changed: frozenset[NodeId]
    """What it makes or changes; the other nodes only hold the ends of its edges."""


async def waiting_in(project: Project) -> list[Proposal]:
    """The proposals of a project that wait, the newest first."""
    return (await open_proposals(project, newest=_LOOKED_AT))[: -_TRIED - 1 : -1]


def waiting_parts(proposals: Iterable[Proposal], graph: Graph, clock: Clock) -> Iterator[WaitingPart]:
    """What each would make or change of the model; nothing where it cannot be planned any more."""
    ids = Ids(clock)
    for proposal in proposals:
        part = Graph(graph.ontology)
        for ref in (ref for operation in proposal.operations for ref in refs_of(operation)):
            for node_id in graph.find(ref):
                part.put_node(graph.nodes[node_id])
        for node_id in list(part.nodes):
            for edge in graph.outgoing(node_id):
                if edge.target in part.nodes:
                    part.put_edge(edge)
        change_set = ChangeSet(base_revision=part.revision, operations=list[Operation](proposal.operations))
        planned = plan(part, change_set, ids=ids, importing=True)
        if not planned.problems:
            part.apply(planned.changes, part.revision + 1)
            nodes = (each.after or each.before for each in planned.changes if isinstance(each, NodeChange))
            changed = frozenset(each.node_id for each in nodes if each is not None)
            yield WaitingPart(part, proposal.reason or proposal.author.name, changed)


def about_waiting(
    words: str, situation: Situation, parts: Iterable[WaitingPart], language: Language
) -> ReadOnlyAnswer | None:
    """That a message speaks of what only waits; `None` where it does not."""
    for part in parts:
        there = replace(situation, graph=part.graph, index=NodeIndex(part.graph), before=None)
        found = understand(words, there)
        ids = _changed_by(found, part.graph) & part.changed
        if ids:
            text = dialogue_words(language).waits_only.format(
                names=_names([part.graph.nodes[each].name for each in sorted(ids)], language),
                said=quoted(shortened(part.said), language),
            )
            return ReadOnlyAnswer(text, [], language)
    return None


def beside_waiting(change: Change, graph: Graph, parts: Iterable[WaitingPart]) -> Change:
    """A change of what a proposal changes, too, is only proposed: people are told of both before they accept either."""
    language, ids = change.language, _changed_by(change, graph)
    lines = [
        dialogue_words(language).waits_too.format(
            names=_names([graph.nodes[each].name for each in sorted(both)], language),
            said=quoted(shortened(part.said), language),
        )
        for part in parts
        if (both := ids & part.changed & graph.nodes.keys())
    ]
    if not lines:
        return change
    say = dialogue_words(language)
    text = change.text.replace(say.understood, say.proposes, 1)
    return replace(change, text="\n".join([text, *lines]), proposes=True)


def changes_what_is_there(understood: Understood) -> bool:
    """Does it change or remove elements that the model has?"""
    operations = understood.operations if isinstance(understood, Change) else []
    return any(isinstance(each, NodeUpdate | NodeDelete) for each in operations)


def _changed_by(understood: Understood, graph: Graph) -> frozenset[NodeId]:
    """The nodes of a graph that would be changed, removed, or joined anew."""
    if not isinstance(understood, Change) or understood.refused:
        return frozenset()
    refs = (ref for operation in understood.operations for ref in refs_of(operation))
    return frozenset(node_id for ref in refs for node_id in graph.find(ref))


def _names(names: Sequence[str], language: Language) -> str:
    return enumerated(names, wording(language))
