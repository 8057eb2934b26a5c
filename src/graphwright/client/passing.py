"""What a client knows and nobody stores: streaming text, ghosts of growing proposals, who is here and where. Pure."""

from __future__ import annotations

from msgspec import Struct

from graphwright.protocol.events import (
    CommitAnnounced,
    CommitApplied,
    Heard,
    MemberJoined,
    MemberLeft,
    MessageCompleted,
    MessageDelta,
    MessageStarted,
    PresenceChanged,
    ProposalChanged,
    ProposalGrowing,
    ProposalOpened,
    ProposalWithdrawn,
    RunFinished,
    SessionGap,
    StepFinished,
    StepProgressed,
)
from graphwright.protocol.ids import MessageId, ProposalId, RunId, SessionId, StepId
from graphwright.protocol.operations import Operation


class StreamingText(Struct):
    """The text so far of a message; `None` = a piece was missed, and the whole comes with `message.completed`."""

    attempt: int
    text: str | None = ""


class GrowingProposal(Struct):
    """The ghosts of an answer that is still being written."""

    run_id: RunId
    attempt: int
    operations: list[Operation]


class PassingState:
    """The memory of one connection; after an opening everything that still holds is told anew."""

    def __init__(self) -> None:
        self.streaming: dict[MessageId, StreamingText] = {}
        self.growing: dict[ProposalId, GrowingProposal] = {}
        self.here: dict[SessionId, PresenceChanged] = {}
        self.progress: dict[StepId, StepProgressed] = {}

    def hear(self, event: Heard) -> None:  # noqa: C901, PLR0912  # one arm per event is the point
        """Remember what begins and goes on, forget what ends."""
        match event:
            case MessageStarted():
                self.streaming[event.message_id] = StreamingText(event.attempt)
            case MessageDelta():
                self._streamed(event)
            case SessionGap():
                self.streaming[event.message_id] = StreamingText(event.attempt, event.text)
            case MessageCompleted():
                self.streaming.pop(event.message_id, None)
            case ProposalGrowing():
                self._grown(event)
            case ProposalWithdrawn():
                growing = self.growing.get(event.proposal_id)
                if growing is not None and growing.attempt <= event.attempt:
                    del self.growing[event.proposal_id]
            case ProposalOpened() | ProposalChanged():
                self.growing.pop(event.proposal_id, None)
            case CommitApplied() | CommitAnnounced() | RunFinished():
                self._settled(event.run_id)
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

    def _grown(self, ghost: ProposalGrowing) -> None:
        """A higher attempt withdraws what the lower ones drew; an operation replaces the one with its id."""
        growing = self.growing.get(ghost.proposal_id)
        if growing is None or growing.attempt < ghost.attempt:
            growing = self.growing[ghost.proposal_id] = GrowingProposal(ghost.run_id, ghost.attempt, [])
        if growing.attempt == ghost.attempt:
            kept = [operation for operation in growing.operations if operation.id != ghost.operation.id]
            growing.operations = [*kept, ghost.operation]

    def _settled(self, run_id: RunId | None) -> None:
        for proposal_id in [key for key, growing in self.growing.items() if growing.run_id == run_id]:
            del self.growing[proposal_id]
