"""JSON in an answer: which operations are complete while it still streams, and the whole of it when it has ended.

`JsonScanner` only finds where each element of `operations` ends, so that people see it at once; `load_json` then reads
the text strictly with the standard parser, because only that one can tell a key that stands twice and NaN apart.
"""

from __future__ import annotations

import json
import math
from typing import Final, NoReturn

from graphwright.errors import MalformedOutput
from graphwright.protocol.base import JsonValue

OPERATIONS_KEY: Final = "operations"
_ELEMENT_DEPTH: Final = 2
"""An element of `operations` is opened inside the answer's object and the list: `{ [ {`."""


class JsonScanner:
    """Finds the complete elements of the outermost `operations` list (or of an outermost list) as text arrives."""

    def __init__(self) -> None:
        self._text: list[str] = []
        self._open: list[str] = []
        self._in_text = False
        self._escaped = False
        self._string: list[str] = []
        self._last_string = ""
        self._element: list[str] | None = None
        self._in_operations = False
        self.is_complete = False
        """The outermost bracket is closed; what follows is prose."""

    @property
    def text(self) -> str:
        """Everything scanned so far."""
        return "".join(self._text)

    def feed(self, character: str) -> str | None:
        """Take one character; answers with the text of an element that it completes."""
        self._text.append(character)
        if self._element is not None:
            self._element.append(character)
        if self._in_text:
            self._inside_string(character)
            return None
        if character == '"':
            self._in_text, self._string = True, []
        elif character in "{[":
            self._opened(character)
        elif character in "}]" and self._open:
            return self._closed()
        return None

    def _inside_string(self, character: str) -> None:
        if self._escaped:
            self._escaped = False
        elif character == "\\":
            self._escaped = True
        elif character == '"':
            self._in_text, self._last_string = False, "".join(self._string)
            return
        self._string.append(character)

    def _opened(self, character: str) -> None:
        depth = len(self._open)
        if character == "[" and (depth == 0 or (depth == 1 and self._last_string == OPERATIONS_KEY)):
            self._in_operations = True
        elif character == "{" and self._in_operations and self._element is None and self._open[-1] == "[":
            self._element = [character]
        self._open.append(character)

    def _closed(self) -> str | None:
        opened = self._open.pop()
        self.is_complete = not self._open
        if self._element is not None and len(self._open) <= _ELEMENT_DEPTH and self._open[-1:] == ["["]:
            element, self._element = "".join(self._element), None
            return element
        if opened == "[" and self._element is None and len(self._open) <= 1:
            self._in_operations = False
        return None


def load_json(text: str) -> JsonValue:
    """JSON, read strictly. `MalformedOutput` says where it is no JSON, where a key stands twice, where NaN is."""
    try:
        value: JsonValue = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_finite)
    except RecursionError:
        raise MalformedOutput("the JSON is nested too deeply") from None
    except json.JSONDecodeError as error:
        message = f"the JSON cannot be read at line {error.lineno}, column {error.colno}: {error.msg}"
        raise MalformedOutput(message) from None
    return value


def _once(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    found: dict[str, JsonValue] = {}
    for key, value in pairs:
        if key in found:
            message = f"the key {key!r} stands twice in one object, so it is not clear which one is meant"
            raise MalformedOutput(message)
        found[key] = value
    return found


def _no_constant(name: str) -> NoReturn:
    message = f"{name} is no JSON value"
    raise MalformedOutput(message)


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        message = f"the number {text[:40]} is too large"
        raise MalformedOutput(message)
    return value
