"""An answer of the language model that may change the graph: read when it is whole, merged with its repair."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.formats.suggestions import split_suggestions
from graphwright.languages import LANGUAGES, load
from graphwright.llm.base import ModelResponse
from graphwright.operations.mending import Mending
from graphwright.operations.parse import AnswerReader, Piece
from graphwright.operations.subsets import dependencies, falling_with
from graphwright.projects import Project
from graphwright.protocol.base import Record
from graphwright.protocol.ids import OperationId
from graphwright.protocol.operations import Operation, Problem
from graphwright.protocol.runs import Usage
from graphwright.protocol.texts import Term
from graphwright.text.recognition import Recogniser
from graphwright.turns.asking_back import listed
from graphwright.turns.message_stream import StreamReader, joined

_LINE: Final = re.compile(r"line (\d+)")
_LABEL: Final = Recogniser(r"\b(?:<blocks.alternative>)\s+([A-Z]|\d)\b")
_QUOTE: Final = 120


class ModelReply(Record, frozen=True, kw_only=True):
    """A whole answer, read."""

    text: str
    """The prose."""
    whole: str
    """As it came, with its operations."""
    operations: list[Operation]
    problems: list[Problem]
    proposes: bool = False
    """It wants people to look at its operations, whatever the policy."""
    suggestions: list[str] = []
    """What the person may say next."""
    questions: list[str] = []
    """Lines in which it asks back."""
    had_ids: bool
    model: str
    usage: Usage
    notes: list[Term] = []
    written: dict[OperationId, str] = {}
    """The line of each operation, as the language model wrote it."""

    def line_of(self, problem: Problem) -> str | None:
        """The line that a problem of reading speaks of."""
        number = _LINE.match(problem.path)
        lines = self.whole.splitlines()
        if number is None or not 0 < int(number[1]) <= len(lines):
            return None
        return lines[int(number[1]) - 1].strip()[:_QUOTE]


class AnswerDraft(Record, frozen=True, kw_only=True):
    """What the language model wants to change so far, and what is wrong with it."""

    operations: list[Operation] = []
    unreadable: list[Problem] = []
    """What was wrong with the answer itself."""
    problems: list[Problem] = []
    """All that was wrong when the draft was held against the graph."""
    had_ids: bool = False
    proposes: bool = False
    """It wants people to look at them, whatever the policy."""
    text: str = ""
    """What it told the person so far."""
    notes: list[Term] = []
    written: dict[OperationId, str] = {}
    unread: list[str] = []
    """Lines that could not be read."""
    unanswered: list[OperationId] = []
    """Operations that had problems and were not said again by the last repair."""
    dropped: list[str] = []
    """Lines that could not be read and that no repair said again."""

    @property
    def is_open(self) -> bool:
        """Whether there is anything that could change the graph, or was meant to."""
        return bool(self.operations or self.unreadable)

    @property
    def faulty(self) -> set[OperationId]:
        """The operations that something is wrong with."""
        return {each.operation_id for each in self.problems if each.operation_id is not None}

    def given_up(self, problems: Sequence[Problem]) -> list[OperationId]:
        """Operations that did not hold, do not hold now, and were not said again: left out, and what needs them."""
        broken = {each.operation_id for each in problems if each.code != "ruleViolation"}
        still = [each for each in self.unanswered if each in broken]
        return [*still, *falling_with(dependencies(self.operations), still)] if still else []

    def without(self, left_out: Sequence[OperationId], problems: list[Problem]) -> AnswerDraft:
        """The draft as it goes on: less what is left out, with what is wrong now."""
        operations = [operation for operation in self.operations if operation.id not in left_out]
        dropped = [*self.dropped, *(self.written.get(each, each) for each in left_out)]
        return replace(self, operations=operations, problems=problems, dropped=dropped, unanswered=[])

    def line_of(self, problem: Problem, reply: ModelReply) -> str:
        """The words of the language model that a problem is about; empty where it is about the whole."""
        if problem.operation_id is not None:
            return self.written.get(problem.operation_id, problem.operation_id)
        return reply.line_of(problem) or ""


def read_reply(project: Project, response: ModelResponse) -> ModelReply:
    """The answer as prose, operations and problems. A tool that nobody offered is a problem like any other."""
    reader = AnswerReader(project.ontology, projects=names_of(project))
    reader.feed(response.text)
    answer = reader.close(truncated=response.finish_reason == "length")
    text, suggestions = split_suggestions(answer.text)
    return ModelReply(
        text=text,
        whole=response.text,
        operations=answer.operations,
        problems=[*answer.problems, *(_unknown_tool(call.name) for call in response.tool_calls)],
        proposes=answer.proposes,
        suggestions=suggestions,
        questions=answer.questions,
        had_ids=answer.had_ids,
        model=response.model,
        usage=response.usage,
        notes=answer.notes,
        written=answer.written,
    )


def after(said: Sequence[str], reply: ModelReply) -> ModelReply:
    """The answer behind what was said before it asked back; questions that nobody waits for stand at its end."""
    parts = [*said, reply.text, listed(reply.questions)]
    return replace(reply, text="\n\n".join(part for part in parts if part))


def merged(draft: AnswerDraft, reply: ModelReply) -> AnswerDraft:
    """The draft with an answer, or with the repair of one (`operations.mending`)."""
    text = draft.text if reply.text in draft.text else joined(draft.text, reply.text)
    unread = [line for problem in reply.problems if (line := reply.line_of(problem)) is not None]
    if not draft.is_open:
        return AnswerDraft(
            operations=reply.operations,
            unreadable=reply.problems,
            had_ids=reply.had_ids,
            proposes=reply.proposes,
            text=text,
            notes=reply.notes,
            written=reply.written,
            unread=unread,
        )
    if not reply.operations and not reply.problems:
        return replace(draft, text=text)  # words alone mend nothing, and take nothing away
    mending = Mending(draft.operations, draft.faulty, by_id=draft.had_ids and reply.had_ids)
    written = dict(draft.written)
    for operation in reply.operations:
        taken = mending.take(operation)
        if taken is not None:
            written[taken.id] = reply.written.get(operation.id, "")
    mended = mending.result()
    return AnswerDraft(
        operations=mended.operations,
        unreadable=reply.problems,
        had_ids=draft.had_ids and reply.had_ids,
        proposes=draft.proposes or reply.proposes,
        text=text,
        notes=[*draft.notes, *reply.notes],
        written=written,
        unread=unread,
        unanswered=mended.unanswered,
        dropped=[*draft.dropped, *(draft.unread if mended.added < len(draft.unread) else [])],
    )


class _RepairReader:
    """Reads a repair while it streams: its operations are told as they stand in the draft."""

    def __init__(self, reader: AnswerReader, draft: AnswerDraft) -> None:
        self._reader = reader
        self._mending = Mending(draft.operations, draft.faulty, by_id=draft.had_ids)

    def feed(self, text: str) -> Sequence[Piece]:
        """The prose, and the operations in the place of those that they mend."""
        pieces = (piece if isinstance(piece, str) else self._mending.take(piece) for piece in self._reader.feed(text))
        return [piece for piece in pieces if piece is not None]


def reader_of(project: Project, draft: AnswerDraft | None = None) -> Callable[[], StreamReader]:
    """Readers that find the operations in an answer: in a first one, or in a repair of a draft."""

    def new() -> StreamReader:
        reader = AnswerReader(project.ontology, projects=names_of(project))
        return _RepairReader(reader, draft) if draft is not None and draft.operations else reader

    return new


def offers_alternatives(text: str) -> bool:
    """Whether an answer describes several ways from which a person is to choose."""
    return len({label.casefold() for label in (match[1] for match in _LABEL.finditer(text))}) > 1


def claims_a_change(text: str) -> bool:
    """Whether prose says that the model was changed, in any language of the product."""
    patterns = (load(language, "sentences", "claims", dict[str, str])["pattern"] for language in LANGUAGES)
    return any(re.search(pattern, text, re.IGNORECASE) for pattern in patterns)


def names_of(project: Project) -> Sequence[str]:
    """What an operation may call this project."""
    return project.header.name, project.project_id


def _unknown_tool(name: str) -> Problem:
    said = repr(name[:80])
    return Problem(code="malformed", case="tool", path=f"tool call {said}", values={"tool": said}, candidates=[])
