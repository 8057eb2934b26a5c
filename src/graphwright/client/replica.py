"""A client's copy of one project: a state, and every event after it. Pure; it never asks and never waits.

How it is folded stands in `project_copy`; here is how events come, and what is drawn of them. What is not stored (text
that streams, ghosts, who is here) is in `passing`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, cast, get_args

from graphwright.client.canvases import NOTHING, Canvases, CanvasUpdates, canvases_of
from graphwright.client.passing import PassingState
from graphwright.client.projections import (
    ChatMetadata,
    ChatUpdate,
    GraphUpdate,
    TextUpdate,
    chat_update,
    drawn_edge,
    drawn_node,
    graph_updates,
    in_all,
    row,
    text_updates,
    what_came_of_it,
)
from graphwright.project_copy import ProjectCopy
from graphwright.protocol.commands import Since
from graphwright.protocol.events import (
    CommitAnnounced,
    CommitApplied,
    DurableEvent,
    Heard,
    LayoutChanged,
    MessageCompleted,
    SessionOpened,
)
from graphwright.protocol.ids import (
    CommitId,
    MessageId,
    ThreadId,
)
from graphwright.protocol.operations import Commit
from graphwright.protocol.state import State
from graphwright.protocol.threads import Message

DRAWN_VIEW: Final = "hierarchy"
"""The view whose positions the graph canvas shows when nobody names another."""

DURABLE: Final = get_args(DurableEvent)


class Replica(ProjectCopy):
    """One project as one client knows it."""

    def __init__(self) -> None:
        super().__init__()
        self.needs_state = True
        """The events alone do not lead on: fetch the state and `load` it."""
        self.gaps = 0
        """How often a sequence did not come. Never, unless the server or the line is broken."""
        self.passing = PassingState()
        self._made: dict[MessageId, dict[CommitId, ChatMetadata]] = {}

    @property
    def since(self) -> Since | None:
        """Where to go on after the line was lost."""
        if self.project is None or self.needs_state:
            return None
        return Since(epoch=self.project.epoch, sequence=self.sequence)

    def load(self, state: State) -> None:
        """Begin from a state. What is over and was known stays; what was under way is only what the state says."""
        super().load(state)
        self.needs_state = False

    def load_messages(self, messages: Iterable[Message]) -> None:
        """Add the history of a thread, oldest first; what was heard since is newer and stays."""
        known = self.messages
        history = {message.message_id: known.get(message.message_id, message) for message in messages}
        self.messages = history | known

    def load_commits(self, commits: Iterable[Commit]) -> None:
        """Add earlier commits, for what came of earlier messages."""
        for commit in commits:
            self._note(commit)

    def canvases(self, thread_id: ThreadId | None = None, *, view: str = DRAWN_VIEW) -> Canvases:
        """What a screen shows: of one thread, or of all."""
        completed = [message for message in self.messages.values() if message.status != "streaming"]
        return canvases_of(
            self.nodes.values(),
            self.edges.values(),
            [message for message in completed if thread_id in {None, message.thread_id}],
            positions=self.layouts.get(view, {}),
            came_of={message_id: in_all(made.values()) for message_id, made in self._made.items()},
        )

    def drawn(self) -> CanvasUpdates:
        """Everything there is, as updates: what a canvas that was just opened begins from."""
        positions = self.layouts.get(DRAWN_VIEW, {})
        shown = self.canvases()
        return CanvasUpdates(
            shown.chat,
            [TextUpdate(type="row-add", table=node.node_type, data=row(node)) for node in self.nodes.values()],
            [
                *(GraphUpdate(type="node-add", node=drawn_node(node, positions)) for node in self.nodes.values()),
                *(GraphUpdate(type="edge-add", edge=drawn_edge(edge)) for edge in self.edges.values()),
            ],
        )

    # hearing -----------------------------------------------------------------------------------------------------

    def hear(self, event: Heard) -> CanvasUpdates:
        """Take an event in, and say what it changes on the canvases. What is part of the copy changes nothing."""
        if isinstance(event, SessionOpened):
            self.passing = PassingState()
            self.needs_state = self.needs_state or event.resume == "reload"
            return NOTHING
        sequence: int | None = getattr(event, "sequence", None)
        if sequence is not None:
            if sequence <= self.sequence:
                return NOTHING
            if sequence > self.sequence + 1:
                self.gaps += 1
                self.needs_state = True
                return NOTHING
            self.sequence = sequence
        self.passing.hear(event)
        return self._taken(event)

    def _taken(self, event: Heard) -> CanvasUpdates:
        if isinstance(event, CommitApplied):
            return self._committed(event)
        if isinstance(event, CommitAnnounced):
            self.needs_state = True
        elif isinstance(event, DURABLE):
            self.fold(cast("DurableEvent", event), self.sequence)
            if isinstance(event, LayoutChanged):
                return self._laid_out(event)
            if isinstance(event, MessageCompleted):
                message = self.messages[event.message_id]
                return CanvasUpdates([chat_update(message, self._came_of(event.message_id))], [], [])
        return NOTHING  # passing, or of a newer server

    def _committed(self, commit: CommitApplied) -> CanvasUpdates:
        self.fold(commit, self.sequence)
        self._note(commit)
        return CanvasUpdates(
            self._said_before(commit.message_id),
            list(text_updates(commit.changes, commit.findings.introduced)),
            list(graph_updates(commit.changes, self.layouts.get(DRAWN_VIEW, {}))),
        )

    def _note(self, commit: Commit) -> None:
        if commit.message_id is not None:
            self._made.setdefault(commit.message_id, {})[commit.commit_id] = what_came_of_it(commit.changes)

    def _came_of(self, message_id: MessageId) -> ChatMetadata | None:
        made = self._made.get(message_id)
        return None if made is None else in_all(made.values())

    def _said_before(self, message_id: MessageId | None) -> list[ChatUpdate]:
        """The message again whose proposal was accepted after it was complete."""
        message = None if message_id is None else self.messages.get(message_id)
        if message is None or message.status == "streaming":
            return []
        return [chat_update(message, self._came_of(message.message_id))]

    def _laid_out(self, event: LayoutChanged) -> CanvasUpdates:
        positions = self.layouts[event.view]
        if event.view != DRAWN_VIEW:
            return NOTHING
        moved = [self.nodes[node_id] for node_id in event.positions if node_id in self.nodes]
        return CanvasUpdates(
            [], [], [GraphUpdate(type="node-update", node=drawn_node(node, positions)) for node in moved]
        )
