"""An answer of the language model on its way: told while it streams, read when it is whole, merged with its repair."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.llm.base import ModelResponse
from graphwright.operations.parse import AnswerReader
from graphwright.projects import Project
from graphwright.protocol.base import UNSET, Record, UnsetType
from graphwright.protocol.events import (
    MessageCompleted,
    MessageDelta,
    MessageStarted,
    ProposalGrowing,
    ProposalWithdrawn,
)
from graphwright.protocol.ids import ProposalId
from graphwright.protocol.operations import Operation, Problem
from graphwright.protocol.runs import Usage
from graphwright.protocol.threads import CitationPart, MessageAuthor, Part, ProposalPart, TextPart, TextSpan
from graphwright.runs.scope import StepScope
from graphwright.turns.preparation import Talk


class Reply(Record, frozen=True, kw_only=True):
    """A whole answer, read."""

    text: str
    """The prose."""
    whole: str
    """As it came, with its operations."""
    operations: list[Operation]
    problems: list[Problem]
    had_ids: bool
    model: str
    usage: Usage


class Draft(Record, frozen=True, kw_only=True):
    """What the language model wants to change so far, and what is wrong with it."""

    operations: list[Operation]
    problems: list[Problem]
    had_ids: bool = False


class Listening:
    """Hears one try: its prose becomes deltas, its operations ghosts, and both can be withdrawn."""

    def __init__(self, project: Project, step: StepScope, talk: Talk, *, attempt: int) -> None:
        self._step = step
        self._talk = talk
        self._attempt = attempt * 10 + step.attempt
        self._reader = AnswerReader(project.ontology, projects=names_of(project))
        self._offset = 0
        self._ghosts = 0

    async def begin(self) -> None:
        """See `model_calls.Listener`."""
        talk = self._talk
        await self._step.record(
            [
                MessageStarted(
                    message_id=talk.message_id,
                    thread_id=talk.thread_id,
                    parent_message_id=talk.question_id,
                    run_id=talk.run_id,
                    author=MessageAuthor(kind="assistant", name=talk.assistant),
                    parts=[],
                    status="streaming",
                    attempt=self._attempt,
                )
            ]
        )

    def hear(self, text: str) -> None:
        """See `model_calls.Listener`."""
        for piece in self._reader.feed(text):
            if isinstance(piece, str):
                self._tell(piece)
            else:
                self._show(piece)

    def withdraw(self, reason: str) -> None:
        """See `model_calls.Listener`."""
        if self._ghosts:
            self._step.publish(
                ProposalWithdrawn(
                    proposal_id=self._talk.proposal_id,
                    run_id=self._step.run_id,
                    attempt=self._attempt,
                    reason=reason,
                )
            )

    def _tell(self, text: str) -> None:
        self._step.publish(
            MessageDelta(
                message_id=self._talk.message_id, attempt=self._attempt, part=0, offset=self._offset, text=text
            )
        )
        self._offset += len(text)

    def _show(self, operation: Operation) -> None:
        self._ghosts += 1
        self._step.publish(
            ProposalGrowing(
                proposal_id=self._talk.proposal_id,
                run_id=self._step.run_id,
                attempt=self._attempt,
                operation=operation,
            )
        )


def read_reply(project: Project, response: ModelResponse) -> Reply:
    """The answer as prose, operations and problems. A tool that nobody offered is a problem like any other."""
    reader = AnswerReader(project.ontology, projects=names_of(project))
    reader.feed(response.text)
    answer = reader.close(truncated=response.finish_reason == "length")
    return Reply(
        text=answer.text,
        whole=response.text,
        operations=answer.operations,
        problems=[*answer.problems, *(_unknown_tool(call.name) for call in response.tool_calls)],
        had_ids=answer.had_ids,
        model=response.model,
        usage=response.usage,
    )


def merged(draft: Draft, reply: Reply) -> Draft:
    """The draft after a repair: what had problems leaves it, and an operation replaces the one with its id.

    An answer whose operations carry no ids cannot be matched, so it replaces the whole draft (design section 5).
    """
    if not (draft.had_ids and reply.had_ids):
        return Draft(operations=reply.operations, problems=reply.problems, had_ids=reply.had_ids)
    faulty = {problem.operation_id for problem in draft.problems}
    kept = {operation.id: operation for operation in draft.operations if operation.id not in faulty}
    kept.update({operation.id: operation for operation in reply.operations})
    return Draft(operations=list(kept.values()), problems=reply.problems, had_ids=True)


def message_completed(
    talk: Talk,
    text: str,
    usage: Usage,
    *,
    proposal_id: ProposalId | None = None,
    citations: Sequence[CitationPart] = (),
    unsupported: list[TextSpan] | UnsetType = UNSET,
) -> MessageCompleted:
    """The assistant's message as it stands for ever (D11)."""
    parts: list[Part] = [TextPart(text=text, unsupported=unsupported), *citations]
    if proposal_id is not None:
        parts.append(ProposalPart(proposal_id=proposal_id))
    return MessageCompleted(
        message_id=talk.message_id,
        thread_id=talk.thread_id,
        parent_message_id=talk.question_id,
        run_id=talk.run_id,
        author=MessageAuthor(kind="assistant", name=talk.assistant),
        parts=parts,
        status="complete",
        attempt=1,
        usage=usage,
    )


def names_of(project: Project) -> Sequence[str]:
    """What an operation may call this project."""
    return project.header.name, project.project_id


def _unknown_tool(name: str) -> Problem:
    return Problem(
        code="malformed",
        path=f"tool call {name[:80]!r}",
        message=f"there is no tool {name[:80]!r}; this conversation offers none",
        hint="Write the operations into the answer, in the form that was asked for.",
        candidates=[],
    )
