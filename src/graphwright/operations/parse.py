"""Text of a language model (or of a file) becomes prose and operations, while it still streams.

An answer is prose with at most a few blocks of operations in it: Format E in diff form (what we ask for), or JSON
(what seed 000 asked for). Inside a block every complete line or JSON element is an operation at once. Liberties: code
fences or none, several blocks, prose before and after, a last block whose end is missing (its complete operations stay
a draft). Everything else that begins like operations and cannot be read is `malformed` as a whole: never guessed, never
prose. Refs stay as written; `refs` and `plan` give them a meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from graphwright.errors import MalformedOutput
from graphwright.formats.diff import DiffReader, looks_like_diff
from graphwright.graph.ontology import Ontology
from graphwright.operations.dialects import read_operation
from graphwright.operations.json_answer import OPERATIONS_KEY, JsonScanner, load_json
from graphwright.protocol.base import JsonValue
from graphwright.protocol.operations import Operation, Problem

ANSWER_CHARACTERS: Final = 8_000_000
"""More than 1,000 operations with the longest descriptions a model writes; import files have their own limit."""

Piece: TypeAlias = str | Operation
"""What a reader finds: a piece of prose, or an operation that is complete."""
_Place: TypeAlias = Literal["prose", "fence", "diff", "json", "code"]

_FENCE = re.compile(r"\s*(`{3,}|~{3,})\s*([A-Za-z0-9_+-]*)\s*$")
_CLAIMED: Final = frozenset(
    {"", "json", "json5", "diff", "text", "txt", "format-e", "formate", "format_e", "operations"}
)
"""Languages of code fences that may hold operations; a fence of another language is an illustration."""
_MUST_READ: Final = frozenset({"json", "format-e", "formate", "format_e", "operations"})
_TEXT_KEYS: Final = ("response", "textResponse", "text", "answer")
_JSON_START = re.compile(r"\s*(\{|\[)\s*($|[\"{\[])")
_JSON_BEGUN = re.compile(r"\s*[{\[]\s*[\"{\[]")
"""Enough of a line to know that it is JSON: such an answer often is one long line."""
_OPENERS: Final = ("`", "~", "<", "{", "[", "#", "*", "+", "-", "N", "E")
"""A line that begins so may be the start of a block, so it is held back until it is complete."""


class ParsedAnswer(Struct, frozen=True):
    """A whole answer."""

    text: str
    operations: list[Operation]
    problems: list[Problem]
    base_revision: int | None
    """What the answer says it was made on, where it says so."""
    had_ids: bool
    """Whether operations carried their own ids: decides how a repair is merged with the draft (design 5)."""


class AnswerReader:
    """Reads one answer, fed in pieces of any size."""

    def __init__(self, ontology: Ontology, *, projects: Iterable[str] = ()) -> None:
        self._projects = frozenset(projects)
        self._diff = DiffReader(ontology)
        self._place: _Place = "prose"
        self._fence = ""
        self._language = ""
        self._tagged = False
        self._line = ""
        self._line_number = 0
        self._shown = 0
        self._scanner = JsonScanner()
        self._characters = 0
        self._prose: list[str] = []
        self._operations: list[Operation] = []
        self._problems: list[Problem] = []
        self._json_count = 0
        self._had_ids = False
        self._base: int | None = None

    def feed(self, text: str) -> list[Piece]:
        """Take more text; answers with the prose and operations that it completes."""
        self._characters += len(text)
        if self._characters > ANSWER_CHARACTERS:
            if not any(problem.code == "limitExceeded" for problem in self._problems):
                message = f"the answer is longer than {ANSWER_CHARACTERS:,} characters"
                self._problem("limitExceeded", message, "Answer in several messages.")
            return []
        pieces: list[Piece] = []
        for part in text.splitlines(keepends=True):
            if self._place == "json":
                pieces += self._json(part)
                continue
            self._line += part
            if self._line.endswith("\n"):
                line, self._line = self._line, ""
                pieces += self._complete_line(line)
            elif self._place in {"prose", "fence"} and not self._shown and _JSON_BEGUN.match(self._line):
                line, self._line = self._line, ""
                pieces += self._start_json(line)
            elif self._place == "prose" and not self._line.lstrip().startswith(_OPENERS) and self._line.strip():
                pieces += self._show(self._line[self._shown :])
                self._shown = len(self._line)
        return pieces

    def close(self, *, truncated: bool = False) -> ParsedAnswer:
        """The answer as a whole. `truncated`: the provider said that it was cut."""
        if self._line:
            line, self._line = self._line, ""
            if truncated and self._place in {"diff", "fence"}:
                self._problem("malformed", f"the answer was cut in its last line: {line[:80]!r}", _CUT)
            else:
                self._complete_line(line)
        if self._place == "json":
            self._end_json(cut=True)
        elif self._place == "diff" and (truncated or self._tagged):
            self._problem("malformed", "the answer ends inside its block of operations", _CUT)
        elif truncated and self._operations:
            self._problem("malformed", "the answer was cut at the provider's limit", _CUT)
        return ParsedAnswer(
            text="".join(self._prose).strip(),
            operations=self._operations,
            problems=self._problems,
            base_revision=self._base if self._base is not None else self._diff.base_revision,
            had_ids=self._had_ids,
        )

    # lines -------------------------------------------------------------------------------------------------------

    def _complete_line(self, line: str) -> list[Piece]:
        self._line_number += 1
        shown, self._shown = self._shown, 0
        match self._place:
            case "prose":
                return self._prose_line(line, shown)
            case "fence":
                return self._first_line(line)
            case "diff":
                return self._diff_line(line)
            case "code" | "json":
                if _FENCE.match(line) and line.strip().startswith(self._fence):
                    self._place = "prose"
                return self._show(line)

    def _prose_line(self, line: str, shown: int) -> list[Piece]:
        fence = _FENCE.match(line)
        if fence is not None and not shown:
            self._fence, self._language = fence[1], fence[2].casefold()
            self._place = "fence" if self._language in _CLAIMED else "code"
            return [] if self._place == "fence" else self._show(line)
        if not shown and _JSON_START.match(line):
            return self._start_json(line)
        if not shown and line.lstrip().casefold().startswith("<operations"):
            self._fence = ""
            return self._start_diff(line)
        return self._show(line[shown:])

    def _first_line(self, line: str) -> list[Piece]:
        """The first line of a fence that may hold operations decides what it is."""
        if not line.strip():
            return []
        if line.strip() == self._fence:
            self._place = "prose"
            return []
        if _JSON_START.match(line):
            return self._start_json(line)
        if looks_like_diff(line) or line.lstrip().startswith("#"):
            return self._start_diff(line)
        self._place = "code"
        if self._language in _MUST_READ:
            message = f"the {self._language} block begins with {line.strip()[:80]!r}, which is no operation"
            self._problem("malformed", message, "Begin the block with <operations> and one operation a line.")
            return []
        return self._show(f"{self._fence}{self._language}\n{line}")

    def _start_diff(self, line: str) -> list[Piece]:
        self._place, self._tagged = "diff", False
        return self._diff_line(line)

    def _diff_line(self, line: str) -> list[Piece]:
        word = line.strip().casefold()
        if self._fence and word == self._fence:
            self._place, self._tagged = "prose", False
            self._diff.feed(line.rstrip("\r\n"), self._line_number)
            return []
        if word.startswith("<operations"):
            self._tagged = True
        found = self._diff.feed(line.rstrip("\r\n"), self._line_number)
        if word.startswith("</operations"):
            self._tagged = False
            if not self._fence:
                self._place = "prose"
        if isinstance(found, Problem):
            self._problems.append(found)
            return []
        self._operations += found
        return list(found)

    # JSON --------------------------------------------------------------------------------------------------------

    def _start_json(self, text: str) -> list[Piece]:
        self._place, self._scanner, self._json_count = "json", JsonScanner(), 0
        return self._json(text)

    def _json(self, text: str) -> list[Piece]:
        pieces: list[Piece] = []
        for position, character in enumerate(text):
            element = self._scanner.feed(character)
            if element is not None:
                pieces += self._element(element)
            if self._scanner.is_complete:
                self._end_json(cut=False)
                rest = text[position + 1 :]
                if rest.strip() and rest.strip() != self._fence:
                    pieces += self.feed(rest)
                elif self._fence and rest.strip() != self._fence:
                    self._place, self._language = "fence", ""
                return pieces
        return pieces

    def _element(self, text: str) -> list[Piece]:
        """An operation of a JSON answer is complete: show it. `_end_json` reads the whole and has the last word."""
        try:
            value = load_json(text)
        except MalformedOutput as error:
            self._problem("malformed", error.message, "Send this operation again as valid JSON.")
            value = None
        position, self._json_count = self._json_count, self._json_count + 1
        if not isinstance(value, dict):
            return []
        self._had_ids = self._had_ids or "id" in value
        found = read_operation(value, position=position, projects=self._projects)
        if isinstance(found, Problem):
            self._problems.append(found)
            return []
        self._operations += found
        return list(found)

    def _end_json(self, *, cut: bool) -> None:
        self._place = "prose"
        if cut:
            self._problem("malformed", "the JSON of the answer ends before it is complete", _CUT)
            return
        try:
            value = load_json(self._scanner.text)
        except MalformedOutput as error:
            if not self._problems:
                self._withdraw(error.message)
            return
        self._envelope(value)

    def _envelope(self, value: JsonValue) -> None:
        if not isinstance(value, dict):
            return
        self._prose += [text for key in _TEXT_KEYS if isinstance(text := value.get(key), str)][:1]
        base = value.get("baseRevision")
        if isinstance(base, int) and not isinstance(base, bool):
            self._base = base
        operations = value.get(OPERATIONS_KEY)
        if operations is None and not any(key in value for key in _TEXT_KEYS):
            self._withdraw("the JSON has neither a text nor operations")
        elif operations is not None and not isinstance(operations, list):
            self._withdraw("operations must be a list")
        elif isinstance(operations, list) and not all(isinstance(item, dict) for item in operations):
            self._withdraw("every operation must be an object")

    # shared ------------------------------------------------------------------------------------------------------

    def _withdraw(self, message: str) -> None:
        """The block cannot be read as a whole, so nothing of it counts."""
        self._operations.clear()
        self._problem("malformed", message, "Send the whole answer again in the documented form.")

    def _show(self, text: str) -> list[Piece]:
        if text:
            self._prose.append(text)
        return [text] if text else []

    def _problem(self, code: Literal["malformed", "limitExceeded"], message: str, hint: str) -> None:
        path = f"line {max(1, self._line_number) + self._scanner.text.count(chr(10))}"
        self._problems.append(Problem(code=code, path=path, message=message, hint=hint, candidates=[]))


_CUT: Final = "Repeat the block of operations from its beginning, shorter if it does not fit."


def read_answer(text: str, ontology: Ontology, *, projects: Iterable[str] = ()) -> ParsedAnswer:
    """A whole answer that is there already: a file."""
    reader = AnswerReader(ontology, projects=projects)
    reader.feed(text)
    return reader.close()
