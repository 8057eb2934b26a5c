"""A message on its way: told while it streams, over all model calls, tries and continuations that it is made of.

A model call goes on where the one before it stopped. Only when that is not possible - a try failed, or the run was
taken up again by another process - the message begins anew, with a higher attempt and all that was said so far; so a
late or forgetful client is whole again. What a language model only thinks is never told; except where its template has
opened the thought already and only `</think>` is in the answer: until that tag comes nothing tells such a text from an
answer, and to hold back all of every answer would stop the streaming. The completed message, which replaces what was
told, holds none of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from msgspec import Struct

from graphwright.formats.suggestions import SuggestionFilter
from graphwright.formats.thoughts import ThoughtFilter
from graphwright.llm.complete import Seam
from graphwright.operations.parse import Piece
from graphwright.protocol.events import (
    MessageCompleted,
    MessageDelta,
    MessageStarted,
    ProposalGrowing,
    ProposalWithdrawn,
)
from graphwright.protocol.ids import MessageId, ProposalId, RunId, ThreadId
from graphwright.protocol.operations import Operation, Problem
from graphwright.protocol.runs import Usage
from graphwright.protocol.threads import (
    CitationPart,
    Message,
    MessageAuthor,
    MessageStatus,
    Part,
    ProposalPart,
    SuggestionsPart,
    TextPart,
    TextSpan,
)
from graphwright.runs.scope import StepScope
from graphwright.threads import completed
from graphwright.turns.preparation import TurnContext

BETWEEN: Final = "\n\n"
"""Between the texts of two model calls in one message."""
_TRIES: Final = 100
"""More tries than one model call has, its continuations among them."""
_CALLS: Final = 100
"""More model calls than one answer has."""


class MessageHead(Struct, frozen=True, kw_only=True):
    """Whose message it is and where it stands: the same from its first event to its last."""

    run_id: RunId
    thread_id: ThreadId
    parent_id: MessageId
    message_id: MessageId
    author: MessageAuthor
    round: int | None = None
    turn: int | None = None
    """Absent for an aside and for the last word of a discussion: they have no turn of their own."""
    proposal_id: ProposalId | None = None
    """Where drafts of changes are drawn; `None`: this message may hold none."""

    def started(self, attempt: int) -> MessageStarted:
        """Its beginning."""
        fields = {name: getattr(self._message([], "streaming", attempt), name) for name in Message.__struct_fields__}
        return MessageStarted(**fields)

    def completed(
        self,
        text: str,
        usage: Usage,
        *,
        proposal_id: ProposalId | None = None,
        citations: Sequence[CitationPart] = (),
        unsupported: list[TextSpan] | None = None,
        suggestions: Sequence[str] = (),
    ) -> MessageCompleted:
        """Its end; `proposal_id` is the proposal that was opened with it, `suggestions` what may be said next."""
        parts: list[Part] = [TextPart(text=text, unsupported=unsupported), *citations]
        if suggestions:
            parts.append(SuggestionsPart(texts=list(suggestions)))
        if proposal_id is not None:
            parts.append(ProposalPart(proposal_id=proposal_id))
        return completed(self._message(parts, "complete", 1), usage)

    def _message(self, parts: list[Part], status: MessageStatus, attempt: int) -> Message:
        return Message(
            message_id=self.message_id,
            thread_id=self.thread_id,
            author=self.author,
            parts=parts,
            status=status,
            attempt=attempt,
            parent_message_id=self.parent_id,
            turn=self.turn,
            round=self.round,
            run_id=self.run_id,
        )


class StreamReader(Protocol):
    """Reads a text while it comes."""

    def feed(self, text: str) -> Sequence[Piece]:
        """The prose and the operations that this completes."""
        ...


class Prose:
    """Everything is prose: a message that changes nothing by what it says."""

    def feed(self, text: str) -> Sequence[Piece]:
        """The text as it is."""
        return (text,)


class MessageStream:
    """Tells everybody one message. Made anew on every pass over a workflow's code; a replay opens no stream."""

    def __init__(
        self,
        head: MessageHead,
        reader: Callable[[], StreamReader] = Prose,
        *,
        number: int = 0,
        drafted: Sequence[Operation] = (),
        problems: Sequence[Problem] = (),
    ) -> None:
        """`number` tells several streams of one message apart: a later one replaces what an earlier one told.

        `drafted` are operations that stay drawn while the message goes on, with the `problems` that they have.
        """
        self.head = head
        self.was_continued = False
        """Whether an answer reached its length limit and was continued."""
        self.pieces = 0
        """How many pieces of text the newest attempt has told."""
        self._told_s = (0.0, 0.0)
        """When the first and the last of them were told, by the monotonic clock."""
        self._new_reader = reader
        self._drafted = drafted
        self._problems = problems
        self._number = number
        self._call = 0
        self._said = ""
        self._attempt: int | None = None
        """Of the open stream; `None`: the next try begins the message anew."""
        self._step: StepScope | None = None
        self._reader = reader()
        self._seam = Seam("")
        self._thoughts = ThoughtFilter()
        self._suggestions = SuggestionFilter()
        self._has_spoken = False
        self._offset = 0
        self._shown = 0

    def next_call(self, number: int, said: str) -> None:
        """Another model call goes on with the message. `said`: the text of those before it."""
        self._call, self._said = number, said
        self._thoughts, self._suggestions, self._has_spoken = ThoughtFilter(), SuggestionFilter(), False

    async def begin(self, step: StepScope, number: int, before: str) -> None:
        """A try begins. `before`: what the answer held up to this continuation, as it came."""
        self._step, self._seam = step, Seam(before)
        if self._attempt is not None:
            return
        calls = self._number * _CALLS + self._call
        attempt = (calls * _TRIES + number) * 10 + step.attempt
        await step.record([self.head.started(attempt)])
        self._attempt, self._offset, self._shown, self.pieces = attempt, 0, 0, 0
        self._reader, self._has_spoken = self._new_reader(), False
        self._thoughts, self._suggestions = ThoughtFilter(), SuggestionFilter()
        for operation in self._drafted:
            self._show(operation, attempt)
        if self._said:
            self._tell(self._said)
        self._hear(before)

    def on_text(self, text: str) -> None:
        """More text has come."""
        self._hear(self._seam.feed(text))

    def end(self, *, is_whole: bool) -> None:
        """The try has ended well; a continuation follows where its answer is not whole."""
        self._hear(self._seam.finish())
        if is_whole:
            self._speak(self._thoughts.finish())
            self._tell(self._suggestions.finish())

    def discard(self, reason: str) -> None:
        """What was heard in this try will not count. Its text goes when the next one begins, its operations now."""
        if self._shown and self.head.proposal_id is not None and self._attempt is not None:
            self._publisher.publish(
                ProposalWithdrawn(
                    proposal_id=self.head.proposal_id,
                    run_id=self._publisher.run_id,
                    attempt=self._attempt,
                    reason=reason,
                )
            )
        self._attempt = None

    @property
    def streaming_ms(self) -> int:
        """From the first piece of text of the newest attempt to the last."""
        first, last = self._told_s
        return round((last - first) * 1_000) if self.pieces else 0

    @property
    def _publisher(self) -> StepScope:
        if self._step is None:  # pragma: no cover - a program error of ours
            message = "a message stream was told of text before a try began"
            raise RuntimeError(message)
        return self._step

    def _hear(self, text: str) -> None:
        self._speak(self._thoughts.feed(text))

    def _speak(self, text: str) -> None:
        if not self._has_spoken:
            text = text.lstrip()
            if not text:
                return
            self._has_spoken = True
            if self._said:
                text = f"{BETWEEN}{text}"
        self._tell(self._suggestions.feed(text))

    def _tell(self, text: str) -> None:
        if self._attempt is None or not text:
            return
        for piece in self._reader.feed(text):
            if isinstance(piece, str):
                delta = MessageDelta(
                    message_id=self.head.message_id, attempt=self._attempt, part=0, offset=self._offset, text=piece
                )
                self._publisher.publish(delta)
                self._offset += len(piece)
                now = self._publisher.execution.host.clock.monotonic()
                self._told_s = (self._told_s[0] if self.pieces else now, now)
                self.pieces += 1
            else:
                self._show(piece, self._attempt)

    def _show(self, operation: Operation, attempt: int) -> None:
        if self.head.proposal_id is None:
            return
        self._shown += 1
        problems = [problem for problem in self._problems if problem.operation_id == operation.id]
        is_drafted = any(operation is each for each in self._drafted)
        self._publisher.publish(
            ProposalGrowing(
                proposal_id=self.head.proposal_id,
                run_id=self._publisher.run_id,
                attempt=attempt,
                operation=operation,
                problems=problems if is_drafted else [],
            )
        )


def assistant_head(turn_context: TurnContext) -> MessageHead:
    """The assistant's answer to a person's message."""
    return MessageHead(
        run_id=turn_context.run_id,
        thread_id=turn_context.thread_id,
        parent_id=turn_context.question_id,
        message_id=turn_context.message_id,
        author=MessageAuthor(kind="assistant", name=turn_context.assistant),
        proposal_id=turn_context.proposal_id,
    )


def joined(said: str, more: str) -> str:
    """The text of an answer with that of its next model call."""
    more = more.strip()
    return f"{said}{BETWEEN}{more}" if said and more else said or more
