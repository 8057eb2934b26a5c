"""Text of a language model (or of a file) becomes prose and operations, while it still streams.

An answer is prose with at most a few blocks of operations in it: Format E in diff form (what we ask for), or JSON
(what many write). Inside a block every complete line or JSON element is an operation at once. What begins a
block is decided by the words of the ontology, not by its wrapping: a code fence of any language, a heading, a tag, or
nothing at all. What a model thinks aloud is neither. A last block whose end is missing keeps its complete operations as
a draft. Whatever else looks like operations and cannot be read is a problem: never guessed, never prose. Refs stay as
written; `meant` and `plan` give them a meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from graphwright.formats.diff import DiffReader, begins_operations
from graphwright.formats.elements import is_whole_element
from graphwright.formats.loose_lines import is_prose, may_open, section_of
from graphwright.formats.thoughts import ThoughtFilter
from graphwright.formats.unreadable import quoted
from graphwright.graph.ontology import Ontology
from graphwright.operations.json_answer import JsonBlock, begins_json, smells_of_operations
from graphwright.protocol.ids import OperationId
from graphwright.protocol.operations import Operation, Problem, ProblemCode
from graphwright.protocol.texts import Term, Values

ANSWER_CHARACTERS: Final = 8_000_000
"""More than 1,000 operations with the longest descriptions a model writes; import files have their own limit."""

Piece: TypeAlias = str | Operation
"""What a reader finds: a piece of prose, or an operation that is complete."""
_Place: TypeAlias = Literal["prose", "fence", "diff", "json", "code", "questions"]

_BY_LINE: Final = frozenset({"diff", "code", "questions"})
"""Places in which nothing happens before a line is complete."""
_FENCE = re.compile(r"\s*(`{3,}|~{3,})\s*+([A-Za-z0-9_+.-]*+)[^`\n]*+$")
_OURS: Final = frozenset({"format-e", "formate", "format_e", "operations"})
"""Languages of fences that hold nothing but operations."""
_QUESTIONS: Final = frozenset({"questions", "question"})
"""Languages of fences in which a model asks back; the same words are its tags."""
_QUESTION_TAG: Final = re.compile(r"(?i)\s*<(/?)questions?>\s*$")
_JSON_TOO: Final = frozenset({"json", "json5", "jsonc"})
_TOOL_TAG: Final = re.compile(
    r"\s*(?:</?(?:tool_calls?|function_calls?|function|invoke|actions?)>|\[/?TOOL_CALLS?\])\s*"
)
_CALL_IN_WORDS: Final = re.compile(
    r"\b(?:propose_)?(?:create|add|update|delete|remove|connect)_(?:node|edge|relationship)s?\s*\(\s*[\w\"'{]",
    re.IGNORECASE,
)


class ParsedAnswer(Struct, frozen=True):
    """A whole answer."""

    text: str
    operations: list[Operation]
    problems: list[Problem]
    base_revision: int | None
    """What the answer says it was made on, where it says so."""
    had_ids: bool
    """Whether operations carried their own ids: decides how a repair is merged with the draft."""
    proposes: bool = False
    """Whether it wants people to look at its operations, whatever the policy."""
    questions: list[str] = []
    """Lines in which the model asks back."""
    notes: list[Term] = []
    """Liberties that were taken, to be said."""
    written: dict[OperationId, str] = {}
    """Each operation as it was written, cut to what recognises it: whoever wrote it is told of it in these words."""


class AnswerReader:
    """Reads one answer, fed in pieces of any size."""

    def __init__(self, ontology: Ontology, *, projects: Iterable[str] = ()) -> None:
        self._ontology = ontology
        self._projects = frozenset(projects)
        self._thoughts = ThoughtFilter()
        self._thought_until = 0
        self._characters = 0
        self._begin()

    def _begin(self) -> None:
        """As if nothing had been said."""
        self._diff = DiffReader(self._ontology)
        self._place: _Place = "prose"
        self._fence = ""
        self._language = ""
        self._tagged = False
        self._line = ""
        self._line_number = 0
        self._shown = 0
        self._held: list[str] = []
        """Lines that may belong to a block that has not shown itself yet."""
        self._json = JsonBlock(self._projects)
        self._prose: list[str] = []
        self._operations: list[Operation] = []
        self._problems: list[Problem] = []
        self._questions: list[str] = []
        self._written: dict[OperationId, str] = {}
        self._illustrations = 0
        self._had_ids = False
        self._base: int | None = None

    def feed(self, text: str) -> list[Piece]:
        """Take more text; answers with the prose and operations that it completes."""
        self._characters += len(text)
        if self._characters > ANSWER_CHARACTERS:
            if not any(problem.code == "limitExceeded" for problem in self._problems):
                self._problem("answer", {"limit": ANSWER_CHARACTERS}, code="limitExceeded")
            return []
        text = self._thoughts.feed(text)
        if self._thoughts.lonely_end != self._thought_until:
            # A thought ended whose beginning the model's template swallowed: what was read so far was thought.
            self._begin()
            self._thought_until = self._thoughts.lonely_end
            text = text[self._thought_until - self._thoughts.shown + len(text) :]
        return self._read(text)

    def close(self, *, truncated: bool = False) -> ParsedAnswer:
        """The answer as a whole. `truncated`: the provider said that it was cut."""
        self._read(self._thoughts.finish())
        if self._line:
            line, self._line = self._line, ""
            if truncated and self._place in {"diff", "fence"}:
                self._problem("cutLine", {"line": quoted(line)})
            else:
                self._complete_line(line)
        if self._place == "json":
            self._end_json(cut=True)
        elif self._place == "diff":
            self._take(self._diff.flush())
            if truncated or self._tagged:
                self._problem("cutBlock")
        elif truncated and self._operations:
            self._problem("cutAnswer")
        if len(self._held) > 1 or (self._held and self._place == "prose"):
            self._release()
        text = "".join(self._prose).strip()
        self._check_words(text)
        return ParsedAnswer(
            text=text,
            operations=self._operations,
            problems=self._problems,
            base_revision=self._base if self._base is not None else self._diff.base_revision,
            had_ids=self._had_ids,
            proposes=self._diff.proposes,
            questions=self._questions,
            notes=self._diff.notes,
            written={**self._written, **self._diff.written},
        )

    def _check_words(self, text: str) -> None:
        """Operations that stand in the prose itself are said, where nothing else was made of the answer."""
        if self._operations or self._problems:
            return
        call = _CALL_IN_WORDS.search(text) if "_" in text else None
        if call is not None:
            self._problem("callInWords", {"call": quoted(text[call.start() :])})
        elif self._illustrations and not self._has_prose:
            self._problem("jsonEmpty")

    @property
    def _has_prose(self) -> bool:
        return len("".join(self._prose).split()) > self._illustrations

    def _read(self, text: str) -> list[Piece]:
        if self._place in _BY_LINE and "\n" not in text:  # by far the most pieces of a block of operations
            self._line += text
            return []
        pieces: list[Piece] = []
        end = 0
        while end < len(text):
            if self._place == "json":
                return pieces + self._feed_json(text[end:])
            start, end = end, text.find("\n", end) + 1 or len(text)
            part = text[start:end]
            if self._shown and not part.endswith("\n"):
                self._line += part
                self._shown += len(part)
                pieces += self._show(part)
                continue
            self._line += part
            if self._line.endswith("\n"):
                line, self._line = self._line, ""
                pieces += self._complete_line(line)
            elif self._place in {"prose", "fence"} and begins_json(self._line, whole=False):
                line, self._line = self._line, ""
                pieces += self._start_json(line)
            elif self._place == "prose" and not self._held and not may_open(self._line):
                pieces += self._show(self._line)
                self._shown = len(self._line)
        return pieces

    # lines -------------------------------------------------------------------------------------------------------

    def _complete_line(self, line: str) -> list[Piece]:
        self._line_number += 1
        shown, self._shown = self._shown, 0
        if shown:
            return self._show(line[shown:])
        match self._place:
            case "prose":
                return self._prose_line(line)
            case "fence":
                return self._fence_line(line)
            case "diff":
                return self._diff_line(line)
            case "questions":
                return self._question_line(line)
            case "code" | "json":
                return self._code_line(line)

    def _prose_line(self, line: str) -> list[Piece]:
        if not self._held and is_prose(line):
            return self._show(line)
        if self._held and not line.strip():
            self._held.append(line)
            return []
        is_listed = bool(self._held) and is_whole_element(line.strip(), self._ontology)
        if is_listed or begins_operations(line, self._ontology, removals=self._is_list_of_changes()):
            self._fence = ""
            return self._start_diff(line)
        pieces = self._release()
        tag = _QUESTION_TAG.match(line)
        if tag is not None:
            self._place, self._fence = ("prose" if tag[1] else "questions"), ""
            return pieces
        fence = _FENCE.match(line)
        if fence is not None:
            self._open_fence(line, fence)
            return pieces
        if begins_json(line, whole=True):
            return pieces + self._start_json(line)
        if section_of(line) is not None:
            self._held = [line]
            return pieces
        tool = _TOOL_TAG.match(line)
        if tool is None:
            return pieces + self._show(line)
        rest = line[tool.end() :]
        return pieces + (self._prose_line(rest) if rest.strip() else [])

    def _is_list_of_changes(self) -> bool:
        """Whether the heading that is held announces operations: then a minus removes, and is no bullet."""
        return any(section_of(line) == "operations" for line in self._held)

    def _open_fence(self, line: str, fence: re.Match[str]) -> None:
        self._place, self._held = "fence", [line]
        self._fence, self._language = fence[1], fence[2].casefold()
        if self._language in _QUESTIONS:
            self._place, self._held = "questions", []

    def _question_line(self, line: str) -> list[Piece]:
        """In a block in which the model asks back: nothing of it is prose, people get it as a form."""
        tag = _QUESTION_TAG.match(line)
        if (self._fence and line.strip() == self._fence) or (tag is not None and tag[1]):
            self._place, self._fence = "prose", ""
        elif tag is None and begins_operations(line, self._ontology, removals=False):
            return self._start_diff(line)  # nobody can answer these: the end of the block was forgotten
        elif not self._fence and (fence := _FENCE.match(line)) is not None:
            self._open_fence(line, fence)  # same
        elif line.strip() and tag is None:
            self._questions.append(line.strip())
        return []

    def _fence_line(self, line: str) -> list[Piece]:
        """In a fence that has not shown yet what it holds."""
        if line.strip() == self._fence:
            self._place = "prose"
            is_empty = all(not held.strip() for held in self._held[1:])
            if not is_empty and self._language not in _OURS:
                self._held.append(line)
                return self._release()
            self._held = []
            return []
        if begins_json(line, whole=True):
            self._held = []
            return self._start_json(line)
        if begins_operations(line, self._ontology):
            return self._start_diff(line)
        if not line.strip() or line.lstrip().startswith("#") or section_of(line) is not None:
            self._held.append(line)
            return []
        if self._language in _OURS:
            return self._only_operations(line)
        return self._code_begins(line)

    def _only_operations(self, line: str) -> list[Piece]:
        """The fence says that it holds operations, and this line is none."""
        self._problem("fence", {"language": self._language, "line": quoted(line.strip())})
        self._held = []
        self._place = "diff"
        return []

    def _code_begins(self, line: str) -> list[Piece]:
        if self._language in _JSON_TOO:
            self._problem("fenceJson", {"language": self._language, "line": quoted(line.strip())})
        self._place = "code"
        return self._release() + self._show(line)

    def _code_line(self, line: str) -> list[Piece]:
        fence = _FENCE.match(line)
        if fence is not None and fence[2] and line.strip().startswith(self._fence):
            self._open_fence(line, fence)  # the one before it was not closed
            return []
        if fence is not None and line.strip().startswith(self._fence):
            self._place = "prose"
        elif begins_operations(line, self._ontology, removals=False):
            return [*self._show(f"{self._fence}\n"), *self._start_diff(line)]
        return self._show(line)

    def _start_diff(self, line: str) -> list[Piece]:
        self._place, self._tagged = "diff", False
        for held in self._held:
            self._diff.feed(held.rstrip("\r\n"), self._line_number)
        self._held = []
        return self._diff_line(line)

    def _diff_line(self, line: str) -> list[Piece]:
        if line.startswith(("+ ", "~ ")):
            return self._take(self._diff.feed(line.rstrip("\r\n"), self._line_number))
        word = line.strip().casefold().replace("&lt;", "<").replace("&gt;", ">")
        if self._fence and word == self._fence:
            self._place, self._tagged, self._fence = "prose", False, ""
            return self._take([*self._diff.flush(), *self._diff.feed(line.rstrip("\r\n"), self._line_number)])
        if not self._fence and not self._tagged and self._ends_bare(line):
            self._place = "prose"
            return self._take([*self._diff.flush(), *self._diff.feed("```", self._line_number)]) + self._prose_line(
                line
            )
        if word.startswith("<operations"):
            self._tagged = True
        pieces = self._take(self._diff.feed(line.rstrip("\r\n"), self._line_number))
        if word.startswith("</operations"):
            self._tagged = False
            self._place = "diff" if self._fence else "prose"
        return pieces

    def _ends_bare(self, line: str) -> bool:
        """Whether a block without fence and tag ends before this line."""
        if not line.strip() or self._diff.is_waiting or section_of(line) is not None:
            return False
        if line.lstrip().startswith(("+", "~", "#")) or is_whole_element(line.strip(), self._ontology):
            return False
        return not begins_operations(line, self._ontology)

    def _take(self, found: Iterable[Operation | Problem]) -> list[Piece]:
        pieces: list[Piece] = []
        for each in found:
            if isinstance(each, Problem):
                self._problems.append(each)
            else:
                self._operations.append(each)
                pieces.append(each)
        return pieces

    # JSON --------------------------------------------------------------------------------------------------------

    def _start_json(self, text: str) -> list[Piece]:
        self._place, self._json = "json", JsonBlock(self._projects, first=len(self._operations))
        return self._feed_json(text)

    def _feed_json(self, text: str) -> list[Piece]:
        found, rest = self._json.feed(text)
        pieces = self._take(found) if found else []
        if rest is None:
            return pieces
        pieces += self._end_json(cut=False)
        line, separator, after = rest.partition("\n")
        if line.strip() and line.strip() != self._fence:
            return pieces + self._read(rest)
        if self._fence and line.strip() != self._fence:
            self._place, self._language = "fence", ""
        return pieces + (self._read(after) if separator else [])

    def _end_json(self, *, cut: bool) -> list[Piece]:
        """The block has ended: what it is as a whole has the last word."""
        self._place = "prose"
        block = self._json
        whole = None if cut else block.end()
        self._had_ids = self._had_ids or block.had_ids
        self._written.update(block.written)
        if cut and smells_of_operations(block.text):
            self._problem("cutJson")
            return []
        if whole is None or whole.is_illustration:
            self._illustrations += len(block.text.split())
            opening = f"{self._fence}{self._language}\n" if self._fence else ""
            return self._show(f"{opening}{block.text}\n" + (f"{self._fence}\n" if opening else ""))
        self._prose += whole.texts
        self._base = whole.base_revision if whole.base_revision is not None else self._base
        if whole.fault is not None:
            del self._operations[block.first :]
            self._problem(whole.fault.case, whole.fault.values)
            return []
        return self._take(whole.operations)

    # shared ------------------------------------------------------------------------------------------------------

    def _release(self) -> list[Piece]:
        """What was held back is prose after all."""
        held, self._held = self._held, []
        return [piece for line in held for piece in self._show(line)]

    def _show(self, text: str) -> list[Piece]:
        if text:
            self._prose.append(text)
        return [text] if text else []

    def _problem(self, case: str, values: Values | None = None, *, code: ProblemCode = "malformed") -> None:
        path = f"line {max(1, self._line_number) + self._json.line_count}"
        self._problems.append(Problem(code=code, case=case, path=path, values=values or {}, candidates=[]))


def read_answer(text: str, ontology: Ontology, *, projects: Iterable[str] = ()) -> ParsedAnswer:
    """A whole answer that is there already: a file."""
    reader = AnswerReader(ontology, projects=projects)
    reader.feed(text)
    return reader.close()
