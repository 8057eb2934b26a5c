"""An answer of the language model that may change the graph: read when it is whole, merged with its repair."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from graphwright.llm.base import ModelResponse
from graphwright.operations.parse import AnswerReader
from graphwright.projects import Project
from graphwright.protocol.base import Record
from graphwright.protocol.operations import Operation, Problem
from graphwright.protocol.runs import Usage
from graphwright.turns.asking_back import listed


class ModelReply(Record, frozen=True, kw_only=True):
    """A whole answer, read."""

    text: str
    """The prose."""
    whole: str
    """As it came, with its operations."""
    operations: list[Operation]
    problems: list[Problem]
    questions: list[str] = []
    """Lines in which it asks back."""
    had_ids: bool
    model: str
    usage: Usage


class AnswerDraft(Record, frozen=True, kw_only=True):
    """What the language model wants to change so far, and what is wrong with it."""

    operations: list[Operation]
    problems: list[Problem]
    had_ids: bool = False


def read_reply(project: Project, response: ModelResponse) -> ModelReply:
    """The answer as prose, operations and problems. A tool that nobody offered is a problem like any other."""
    reader = AnswerReader(project.ontology, projects=names_of(project))
    reader.feed(response.text)
    answer = reader.close(truncated=response.finish_reason == "length")
    return ModelReply(
        text=answer.text,
        whole=response.text,
        operations=answer.operations,
        problems=[*answer.problems, *(_unknown_tool(call.name) for call in response.tool_calls)],
        questions=answer.questions,
        had_ids=answer.had_ids,
        model=response.model,
        usage=response.usage,
    )


def after(said: Sequence[str], reply: ModelReply) -> ModelReply:
    """The answer behind what was said before it asked back; questions that nobody waits for stand at its end."""
    parts = [*said, reply.text, listed(reply.questions)]
    return replace(reply, text="\n\n".join(part for part in parts if part))


def merged(draft: AnswerDraft, reply: ModelReply) -> AnswerDraft:
    """The draft after a repair: what had problems leaves it, and an operation replaces the one with its id.

    An answer whose operations carry no ids cannot be matched, so it replaces the whole draft (design section 5).
    """
    if not (draft.had_ids and reply.had_ids):
        return AnswerDraft(operations=reply.operations, problems=reply.problems, had_ids=reply.had_ids)
    faulty = {problem.operation_id for problem in draft.problems}
    kept = {operation.id: operation for operation in draft.operations if operation.id not in faulty}
    kept.update({operation.id: operation for operation in reply.operations})
    return AnswerDraft(operations=list(kept.values()), problems=reply.problems, had_ids=True)


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
