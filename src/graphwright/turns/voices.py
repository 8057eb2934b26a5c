"""A persona's turn on its way: told while it streams, across the tries and continuations of its model call.

A try that failed is withdrawn by the next one's higher attempt. A continuation is a new attempt too, which first tells
again what is there already, so everybody sees one text that grows, and a late or forgetful client is whole again.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from graphwright.llm.complete import Seam
from graphwright.operations.parse import AnswerReader
from graphwright.projects import Project
from graphwright.protocol.base import UnsetType
from graphwright.protocol.events import (
    MessageCompleted,
    MessageDelta,
    MessageStarted,
    ProposalGrowing,
    ProposalWithdrawn,
)
from graphwright.protocol.ids import MessageId, ProposalId, RunId, ThreadId
from graphwright.protocol.operations import Operation
from graphwright.protocol.runs import Usage
from graphwright.protocol.threads import MessageAuthor, Part, ProposalPart, TextPart, text_digest
from graphwright.runs.scope import StepScope
from graphwright.turns.answers import names_of
from graphwright.turns.model_calls import Listener
from graphwright.turns.telling import BETWEEN

_PART: Final = 10
"""Numbers of tries: 1 to 9 for an answer, from 11 for its first continuation, from 21 for its second."""


class Speech(Struct, frozen=True, kw_only=True):
    """One message of a persona."""

    run_id: RunId
    thread_id: ThreadId
    parent_id: MessageId
    message_id: MessageId
    persona: str
    round: int | UnsetType
    turn: int | UnsetType
    """Absent for an aside and for the last word: they have no turn of their own."""
    proposal_id: ProposalId | None
    """Where ghosts of changes are drawn; `None`: this persona may not propose any."""


class Voice:
    """A persona as the tool loop's `Teller`: what it says before and after it looked something up is one message."""

    def __init__(self, project: Project, speech: Speech, *, attempt: int) -> None:
        self._project = project
        self._speech = speech
        self._attempt = attempt
        self._model_call = 0
        self._hearing = Hearing(project, speech, attempt=attempt)
        self._was_continued = False

    def listener(self, step: StepScope, *, number: int, said: str, model_call: int) -> Listener:
        """See `tool_loop.Teller`."""
        if model_call != self._model_call:
            self._was_continued = self.was_continued
            self._model_call = model_call
            attempt = self._attempt * _PART + model_call
            self._hearing = Hearing(self._project, self._speech, attempt=attempt, said=said)
        return self._hearing.listen(step, number)

    @property
    def was_continued(self) -> bool:
        """Whether this process heard a continuation of any of its model calls."""
        return self._was_continued or self._hearing.was_continued


class Hearing:
    """Hears all tries of one model call; hand `listen` to `ModelCalls.ask`."""

    def __init__(self, project: Project, speech: Speech, *, attempt: int, said: str = "") -> None:
        self._project = project
        self._speech = speech
        self._attempt = attempt
        self.said = f"{said}{BETWEEN}" if said else ""
        """What the persona said in this message before this model call."""
        self._part = 0
        self._before = ""
        self._now = ""

    def listen(self, step: StepScope, number: int) -> _Try:
        """See `model_calls.Listen`."""
        if number // _PART != self._part:
            self._part = number // _PART
            self._before += self._now
        self._now = ""
        return _Try(self._project, self._speech, step, self, (self._attempt * 100 + number) * 10 + step.attempt)

    @property
    def before(self) -> str:
        """What the answer and its earlier continuations held, as far as this process heard it."""
        return self._before

    @property
    def was_continued(self) -> bool:
        """Whether this process heard a continuation; a replay hears nothing."""
        return self._part > 0

    def note(self, text: str) -> None:
        """More of the part that is under way."""
        self._now += text


class _Try:
    def __init__(self, project: Project, speech: Speech, step: StepScope, hearing: Hearing, attempt: int) -> None:
        self._speech = speech
        self._step = step
        self._hearing = hearing
        self._attempt = attempt
        self._reader = AnswerReader(project.ontology, projects=names_of(project))
        self._seam = Seam(hearing.before)
        self._offset = 0
        self._ghosts = 0

    async def begin(self) -> None:
        """See `model_calls.Listener`."""
        speech = self._speech
        await self._step.record(
            [
                MessageStarted(
                    message_id=speech.message_id,
                    thread_id=speech.thread_id,
                    parent_message_id=speech.parent_id,
                    run_id=speech.run_id,
                    author=MessageAuthor(kind="persona", name=speech.persona),
                    parts=[],
                    status="streaming",
                    attempt=self._attempt,
                    turn=speech.turn,
                    round=speech.round,
                )
            ]
        )
        self._tell(self._hearing.said + self._hearing.before)

    def hear(self, text: str) -> None:
        """See `model_calls.Listener`."""
        fresh = self._seam.feed(text)
        self._hearing.note(fresh)
        self._tell(fresh)

    def withdraw(self, reason: str) -> None:
        """See `model_calls.Listener`."""
        if self._ghosts and self._speech.proposal_id is not None:
            self._step.publish(
                ProposalWithdrawn(
                    proposal_id=self._speech.proposal_id,
                    run_id=self._step.run_id,
                    attempt=self._attempt,
                    reason=reason,
                )
            )

    def _tell(self, text: str) -> None:
        if not text:
            return
        for piece in self._reader.feed(text):
            if isinstance(piece, str):
                delta = MessageDelta(
                    message_id=self._speech.message_id,
                    attempt=self._attempt,
                    part=0,
                    offset=self._offset,
                    text=piece,
                )
                self._step.publish(delta)
                self._offset += len(piece)
            else:
                self._show(piece)

    def _show(self, operation: Operation) -> None:
        if self._speech.proposal_id is not None:
            self._ghosts += 1
            self._step.publish(
                ProposalGrowing(
                    proposal_id=self._speech.proposal_id,
                    run_id=self._step.run_id,
                    attempt=self._attempt,
                    operation=operation,
                )
            )


class Unheard:
    """Listens to what is not for people's ears: a ballot, a summary."""

    async def begin(self) -> None:
        """See `model_calls.Listener`."""

    def hear(self, text: str) -> None:
        """See `model_calls.Listener`."""

    def withdraw(self, reason: str) -> None:
        """See `model_calls.Listener`."""


def unheard(_step: StepScope, _number: int) -> Unheard:
    """See `model_calls.Listen`."""
    return Unheard()


def spoken(speech: Speech, text: str, usage: Usage, *, opened: ProposalId | None = None) -> MessageCompleted:
    """The message as it stands for ever, with the digest that everybody can check what they heard against (D11)."""
    parts: list[Part] = [TextPart(text=text)]
    if opened is not None:
        parts.append(ProposalPart(proposal_id=opened))
    return MessageCompleted(
        message_id=speech.message_id,
        thread_id=speech.thread_id,
        parent_message_id=speech.parent_id,
        run_id=speech.run_id,
        author=MessageAuthor(kind="persona", name=speech.persona),
        parts=parts,
        status="complete",
        attempt=1,
        usage=usage,
        turn=speech.turn,
        round=speech.round,
        digest=text_digest(text),
    )
