"""A block of JSON in an answer: which operations are complete while it still streams, and what it is as a whole.

`JsonScanner` finds where each element of `operations` ends, so that people see it at once; `JsonBlock` reads the
elements and, when the block has ended, has the last word about it: operations in any form that `dialects` knows, an
answer with a text, or an illustration that is none of both. Comments and other liberties are `formats.json_text`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from graphwright.formats.json_text import load_loose_json
from graphwright.formats.unreadable import UnreadableText, shortened
from graphwright.operations.dialects import elements_of, is_operation, read_operation, unwrapped
from graphwright.protocol.base import JsonValue
from graphwright.protocol.ids import OperationId
from graphwright.protocol.operations import Operation, Problem

_TEXT_KEYS: Final = ("response", "textResponse", "text", "answer", "message", "explanation")
OPERATIONS_KEYS: Final = ("operations", "changes", "actions", "tool_calls", "toolCalls")
_LIST_KEY: Final = re.compile(rf"[\"']?({'|'.join(OPERATIONS_KEYS)})[\"']?\s*:\s*\Z")
_RECENT: Final = 60
"""Characters before a list that tell its key."""
_START: Final = re.compile(r"\s*(?:\{\s*(?:\Z|[\"'{\[/#}]|[^\W\d]\w*\s*:)|\[\s*(?:\Z|[\"{\[/]))")
_BEGUN: Final = re.compile(r"\s*[{\[]\s*[\"{\[]")
"""Enough of a line to know that it is JSON: such an answer often is one long line."""
_SMELL: Final = re.compile(
    r"[\"']?\b(?:operations|nodeType|node_type|semanticId|tempId|temp_id|relType|edgeType|edge_type|op|dependsOn)\b[\"']?"
    r"\s*:|\b(?:create|add|update|delete|remove)[_-](?:node|edge|relationship)",
)
_OUTSIDE: Final = re.compile(r"[\"'{}\[\]/#]")
_INSIDE: Final = {'"': re.compile(r'["\\]'), "'": re.compile(r"['\\]")}
_ELEMENT_DEPTH: Final = 2
"""An element of `operations` is opened inside the answer's object and the list: `{ [ {`."""


def begins_json(line: str, *, whole: bool) -> bool:
    """Whether a line, or the beginning of one that is not `whole` yet, opens a block of JSON."""
    return (_START if whole else _BEGUN).match(line) is not None


def smells_of_operations(text: str) -> bool:
    """Whether JSON uses words that only operations use, so that it is no illustration."""
    return _SMELL.search(text) is not None


class JsonScanner:
    """Finds the complete elements of the outermost list of operations (or of an outermost list) as text arrives."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._quote = ""
        self._escaped = False
        self._comment = ""
        """What ends the comment that is open."""
        self._slash = False
        self._recent = ""
        self._element: list[str] | None = None
        self._in_operations = False
        self.is_complete = False
        """The outermost bracket is closed; what follows is prose."""

    def feed(self, text: str) -> tuple[list[str], int]:
        """Take more text; answers with the elements it completes, and how much of it belongs to the JSON."""
        found: list[str] = []
        at = mark = 0
        if self._quote and not self._escaped and self._quote not in text and "\\" not in text:
            return self._inside_text(text)
        while at < len(text) and not self.is_complete:
            at = self._skip(text, at)
            if at >= len(text):
                break
            character = text[at]
            if character in "{[":
                if self._opens_element(character, text, at):
                    self._element, mark = [], at
                self._open.append(character)
            elif character in "}]" and self._open:
                element = self._close(text[mark : at + 1])
                if element is not None:
                    found.append(element)
            at += 1
        if self._element is not None:
            self._element.append(text[mark:])
        if not self._in_operations:  # the key of the list is looked for until it has come
            self._recent = (self._recent + text[-_RECENT:])[-_RECENT:]
        return found, at

    def _inside_text(self, text: str) -> tuple[list[str], int]:
        """A piece that lies in a text of the JSON as a whole: most pieces do."""
        if self._element is not None:
            self._element.append(text)
        if not self._in_operations:
            self._recent = (self._recent + text[-_RECENT:])[-_RECENT:]
        return [], len(text)

    def _skip(self, text: str, at: int) -> int:
        """The next bracket that is in no text and in no comment; the end where there is none."""
        while at < len(text):
            if self._comment:
                end = text.find(self._comment, at)
                if end == -1:
                    return len(text)
                at, self._comment = end + len(self._comment), ""
            elif self._quote:
                at = self._inside(text, at)
            else:
                found = _OUTSIDE.search(text, at)
                if found is None:
                    self._slash = text.endswith("/")
                    return len(text)
                at = found.start()
                if text[at] in "{}[]":
                    return at
                at = self._opens(text, at)
        return at

    def _opens(self, text: str, at: int) -> int:
        """A text or a comment begins, perhaps."""
        character = text[at]
        if character == "#":
            self._comment = "\n"
        elif character != "/":
            self._quote = character
        elif text.startswith(("//", "/*"), at) or self._slash:
            block = text.startswith("/*", at)
            self._comment = "*/" if block else "\n"
            at += 0 if self._slash else 1
        self._slash = False
        return at + 1

    def _inside(self, text: str, at: int) -> int:
        """The place behind what closes the open text, or the end."""
        if self._escaped:
            self._escaped = False
            return at + 1
        found = _INSIDE[self._quote].search(text, at)
        if found is None:
            return len(text)
        if found[0] == "\\":
            self._escaped = True
        else:
            self._quote = ""
        return found.end()

    def _opens_element(self, character: str, text: str, at: int) -> bool:
        depth = len(self._open)
        if character == "[" and depth <= 1:
            before = self._recent + text[max(0, at - _RECENT) : at]
            self._in_operations = self._in_operations or depth == 0 or _LIST_KEY.search(before) is not None
        return character == "{" and self._in_operations and self._element is None and self._open[-1:] == ["["]

    def _close(self, until_here: str) -> str | None:
        opened = self._open.pop()
        self.is_complete = not self._open
        if self._element is not None and len(self._open) <= _ELEMENT_DEPTH and self._open[-1:] == ["["]:
            element, self._element = "".join([*self._element, until_here]), None
            return element
        if opened == "[" and self._element is None and len(self._open) <= 1:
            self._in_operations = False
        return None


class Whole(Struct, frozen=True, kw_only=True):
    """What a block of JSON turned out to be."""

    texts: list[str] = []
    operations: list[Operation | Problem] = []
    """Those that were not told while it streamed."""
    base_revision: int | None = None
    fault: UnreadableText | None = None
    """Why the block cannot be read as a whole, so that nothing of it counts."""
    is_illustration: bool = False
    """It is about something else: an example, a struct."""


class JsonBlock:
    """Reads one block."""

    def __init__(self, projects: frozenset[str], *, first: int = 0) -> None:
        self.first = first
        """Operations that were read before it."""
        self.had_ids = False
        self.written: dict[OperationId, str] = {}
        self._projects = projects
        self._scanner = JsonScanner()
        self._parts: list[str] = []
        self._count = 0
        self._told = False
        self._is_faulty = False
        self._strange = 0
        """Elements of a list without a key that are no operations."""

    @property
    def text(self) -> str:
        """Everything so far."""
        return "".join(self._parts)

    @property
    def line_count(self) -> int:
        """Line breaks so far."""
        return sum(part.count("\n") for part in self._parts)

    def feed(self, text: str) -> tuple[list[Operation | Problem], str | None]:
        """Take more text: the operations it completes and, once the block has ended, the text behind it."""
        elements, end = self._scanner.feed(text)
        self._parts.append(text[:end])
        found = [each for element in elements for each in self._element(element)] if elements else []
        return found, text[end:] if self._scanner.is_complete else None

    def end(self) -> Whole:
        """The whole block."""
        text = self.text
        try:
            value = load_loose_json(text)
        except UnreadableText as error:
            if self._is_faulty:
                return Whole()
            smells = self._told or smells_of_operations(text)
            return Whole(fault=UnreadableText("jsonBlock", **error.values)) if smells else Whole(is_illustration=True)
        if isinstance(value, dict):
            return self._of_object(value, text)
        if self._strange and not self._told:
            smells = smells_of_operations(text)
            return Whole(fault=UnreadableText("jsonList")) if smells else Whole(is_illustration=True)
        return Whole(is_illustration=not self._told and not self._is_faulty)

    def _element(self, text: str) -> list[Operation | Problem]:
        """An operation is complete: show it."""
        try:
            value = load_loose_json(text)
        except UnreadableText as error:
            self._count += 1
            self._is_faulty = True
            path = f"$.operations[{self._count - 1}]"
            return [Problem(code="malformed", case=error.case, path=path, values=error.values, candidates=[])]
        if not isinstance(value, dict):
            return []
        if self._scanner_list_is_bare and not is_operation(value):
            self._strange += 1
            return []
        return self._read(value, text)

    @property
    def _scanner_list_is_bare(self) -> bool:
        return self._parts[0].lstrip().startswith("[") if self._parts else False

    def _read(self, value: dict[str, JsonValue], text: str) -> list[Operation | Problem]:
        position, self._count = self._count, self._count + 1
        self.had_ids = self.had_ids or "id" in value
        self._told = True
        found = read_operation(value, position=position, first=self.first, projects=self._projects)
        if isinstance(found, Problem):
            self._is_faulty = True
            return [found]
        short = shortened(" ".join(text.split()))
        self.written.update({operation.id: short for operation in found})
        return [*found]

    def _of_object(self, value: dict[str, JsonValue], text: str) -> Whole:
        value = unwrapped(value)
        texts = [said for key in _TEXT_KEYS if isinstance(said := value.get(key), str)][:1]
        base = value.get("baseRevision")
        revision = base if isinstance(base, int) and not isinstance(base, bool) else None
        key = next((key for key in OPERATIONS_KEYS if key in value), None)
        operations = None if key is None else value[key]
        if isinstance(operations, list):
            if not all(isinstance(item, dict) for item in operations):
                return Whole(texts=texts, fault=UnreadableText("jsonObjects"))
            late = [] if self._told or self._is_faulty else operations
            found = [each for item in late if isinstance(item, dict) for each in self._read(item, str(item))]
            return Whole(texts=texts, operations=found, base_revision=revision)
        if key is not None:  # null: an answer that changes nothing
            fault = None if operations is None else UnreadableText("jsonNoList", key=key)
            return Whole(texts=texts, base_revision=revision, fault=fault)
        found = [each for element in self._elements(value) for each in self._read(element, text)]
        if found or texts:
            return Whole(texts=texts, operations=found, base_revision=revision)
        if smells_of_operations(text):
            return Whole(fault=UnreadableText("jsonEmpty"))
        return Whole(is_illustration=True)

    def _elements(self, value: dict[str, JsonValue]) -> Iterator[dict[str, JsonValue]]:
        """The object as operations: itself one, or a graph of nodes and edges to be made."""
        if is_operation(value):
            yield value
        else:
            yield from elements_of(value)
