"""What a client knows and nobody stores: streaming text, ghosts of growing proposals, who is here and where. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from graphwright.protocol.events import (
    Heard,
    MemberJoined,
    MemberLeft,
    MessageCompleted,
    MessageDelta,
    MessageStarted,
    PresenceChanged,
    ProposalGrowing,
    SessionGap,
    StepFinished,
    StepProgressed,
)
from graphwright.protocol.ids import MessageId, ProposalId, SessionId, StepId
from graphwright.rooms.draft_operations import DraftOperations


class StreamingText(Struct):
    """The text so far of a message; `None` = a piece was missed, and the whole comes with `message.completed`."""

    attempt: int
    text: str | None = ""


class PassingState:
    """The memory of one connection; after an opening everything that still holds is told anew."""

    def __init__(self) -> None:
        self.streaming: dict[MessageId, StreamingText] = {}
        self._drafts = DraftOperations()
        self.here: dict[SessionId, PresenceChanged] = {}
        self.progress: dict[StepId, StepProgressed] = {}

    @property
    def growing(self) -> Mapping[ProposalId, Sequence[ProposalGrowing]]:
        """The ghosts of answers that are still being written."""
        return self._drafts.growing

    def hear(self, event: Heard) -> None:  # one arm per event is the point
        """Remember what begins and goes on, forget what ends."""
        self._drafts.hear(event)
        match event:
            case MessageStarted():
                self.streaming[event.message_id] = StreamingText(event.attempt)
            case MessageDelta():
                self._streamed(event)
            case SessionGap():
                self.streaming[event.message_id] = StreamingText(event.attempt, event.text)
            case MessageCompleted():
                self.streaming.pop(event.message_id, None)
            case StepProgressed():
                self.progress[event.step_id] = event
            case StepFinished():
                self.progress.pop(event.step_id, None)
            case MemberJoined():
                self.here[event.session_id] = PresenceChanged(person=event.person, session_id=event.session_id)
            case PresenceChanged():
                self.here[event.session_id] = event
            case MemberLeft():
                self.here.pop(event.session_id, None)
            case _:
                pass

    def _streamed(self, delta: MessageDelta) -> None:
        """Offsets count characters, so a piece that was missed or comes twice is noticed."""
        stream = self.streaming.get(delta.message_id)
        if stream is None or delta.attempt > stream.attempt:
            stream = self.streaming[delta.message_id] = StreamingText(delta.attempt)
        if delta.attempt < stream.attempt or stream.text is None:
            return
        if delta.offset > len(stream.text):
            stream.text = None
        else:
            stream.text += delta.text[len(stream.text) - delta.offset :]
