"""What a command prints: text for people or one JSON object for programs, and where each goes."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from itertools import takewhile
from typing import Final, TextIO, TypeAlias

import msgspec

from graphwright.actions.refusals import refusal
from graphwright.cli.secret import read_secret
from graphwright.cli.words import Word, said
from graphwright.errors import GraphwrightError
from graphwright.formats.cleaning import visible, visible_in_json
from graphwright.graph.foreign import read_by_people
from graphwright.languages import supported
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    EdgeUpdate,
    Finding,
    NodeCreate,
    NodeDelete,
    NodeUpdate,
    Operation,
    Problem,
    ProposedNodeUpdate,
)
from graphwright.protocol.texts import Term, Value
from graphwright.text.messages import hint_of, message_of, term

SHOWN: Final = 60
"""Characters of an old or a new value in a line."""
_BEFORE: Final = 15
"""Of those, in front of what is different."""
NO_NAMES: Final[Mapping[str, str]] = {}
Line: TypeAlias = str | Finding | Problem | Term
"""What a command prints for people: text, or what `Output` says in their language."""


def show_passing(text: str) -> None:
    """Write a line over the one before, where somebody looks at it."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


class Output:
    """Standard output and standard error of one command. Whatever a text holds, it cannot move the cursor (ADR-21)."""

    def __init__(
        self,
        *,
        as_json: bool,
        to: TextIO | None = None,
        notes: TextIO | None = None,
        given: bytes | None = None,
        passing: Callable[[str], None] | None = None,
    ) -> None:
        self.as_json = as_json
        self._notes = notes
        self._passing = passing or show_passing
        self._given = given
        self.language = "auto"
        """Of whoever reads this: as set, or that of the terminal; `auto` is English until a conversation tells."""
        self.is_told = False
        """Has the one JSON object been printed?"""
        self._to = to

    def speaks(self, language: str) -> None:
        """The language of a conversation, where whoever reads has chosen none."""
        if self.language == "auto":
            self.language = language

    def say(self, word: Word, **values: Value) -> str:
        """One of the command line's own texts."""
        return said(word, self.language, **values)

    def result(self, record: object, lines: Iterable[Line]) -> None:
        """The command's result, in the form that was asked for. As JSON only the first one counts."""
        if not self.as_json:
            self._write("".join(f"{_shown(text)}\n" for line in lines for text in lines_of(line, self.language)))
        elif not self.is_told:
            self._write(visible_in_json(msgspec.json.encode(record).decode()) + "\n")
            self.is_told = True

    def document(self, text: str) -> None:
        """A whole model in one of its text forms, which escape what cannot be seen themselves."""
        self._write(text if text.endswith("\n") else text + "\n")
        self.is_told = True

    def text(self, text: str) -> None:
        """A piece of text as it comes, for people only."""
        if not self.as_json:
            self._write(_shown(text))

    def _write(self, text: str) -> None:
        # Looked up late: tests and `contextlib.redirect_stdout` exchange it.
        stream = self._to or sys.stdout
        stream.write(text)
        stream.flush()

    def note(self, line: Line) -> None:
        """Something beside the result: progress, a hint, a warning."""
        for text in lines_of(line, self.language):
            (self._notes or sys.stderr).write(visible(text) + "\n")

    @contextmanager
    def passing(self) -> Generator[Callable[[str], None]]:
        """A line that says how far it is, each time anew; on a terminal only, and gone in the end."""
        try:
            yield lambda text: self._passing(visible(text))
        finally:
            self._passing("")

    def standard_input(self, most: int) -> bytes:
        """What was piped in, at most so many bytes."""
        return sys.stdin.buffer.read(most) if self._given is None else self._given[:most]

    def secret(self, most: int) -> bytes:
        """What somebody typed without its being shown, or piped in."""
        return read_secret(most) if self._given is None else self._given[:most]

    def failure(self, error: GraphwrightError) -> None:
        """The reason of a non-zero exit code."""
        self.note(f"graphwright: {refusal(error, supported(self.language)).message}")


def in_utf8() -> None:
    """Print UTF-8 whatever the locale says: JSON and exported files are nothing else."""
    stream: TextIO = sys.stdout
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def counted(count: int, noun: str) -> str:
    """`1 problem`, `2 problems`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def operation_line(operation: Operation, names: Mapping[str, str] = NO_NAMES) -> str:
    """One operation in one line; `names` gives readable names for ids."""

    def name(ref: object) -> str:
        return visible(names.get(str(ref), str(ref)))

    match operation:
        case NodeCreate():
            return f"+ {operation.node_type} {visible(operation.name)}"
        case NodeUpdate():
            return f"~ {name(operation.ref)} ({visible(', '.join(_changes(operation)) or 'nothing')})"
        case NodeDelete():
            return f"- {name(operation.ref)}"
        case EdgeCreate():
            return f"+ {name(operation.source)} -{operation.edge_type}-> {name(operation.target)}"
        case EdgeUpdate() | EdgeDelete():
            sign = "~" if isinstance(operation, EdgeUpdate) else "-"
            if not _is_set(operation.source):
                return f"{sign} edge {name(operation.ref)}"
            return f"{sign} {name(operation.source)} -{operation.edge_type}-> {name(operation.target)}"


def _changes(operation: NodeUpdate) -> list[str]:
    """Each changed field with its old value, where the operation is shown on one, and its new one."""
    before = operation.before if isinstance(operation, ProposedNodeUpdate) else None
    changes: list[tuple[str, object, object]] = [
        (field, "" if before is None else getattr(before, field), value)
        for field, value in (("name", operation.set.name), ("descr", operation.set.descr))
        if _is_set(value)
    ]
    old = {} if before is None else before.attributes
    changes += [(key, old.get(key, ""), value) for key, value in read_by_people(operation.set.attributes).items()]
    told = [f"{key}: {_differing(was, now)}" if was else f"{key}: {_short(now)}" for key, was, now in changes]
    return told + [f"without {key}" for key in operation.unset]


def _differing(was: object, now: object) -> str:
    """Two values, each cut around what is different."""
    old, new = _text(was), _text(now)
    pairs = zip(old, new, strict=False) if max(len(old), len(new)) > SHOWN else ()
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    start = max(0, same - _BEFORE)
    lead = "…" if start else ""
    return f"{lead}{_short(old[start:])} → {lead}{_short(new[start:])}"


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _short(value: object) -> str:
    text = _text(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def batch_lines(
    output: Output, operations: Sequence[Operation], batches: Sequence[Sequence[str]], names: Mapping[str, str]
) -> list[str]:
    """The operations in their batches; `names` gives readable names for ids."""
    by_id: dict[str, Operation] = {operation.id: operation for operation in operations}
    lines: list[str] = []
    for number, batch in enumerate(batches, start=1):
        lines.append(output.say("batch", number=number, count=len(batches)))
        lines += [f"    {operation_line(by_id[operation_id], names)}" for operation_id in batch]
    return lines


def lines_of(line: Line, language: str) -> list[str]:
    """A line of text as it is; a finding, problem or note in the words of a language."""
    match line:
        case Finding():
            told = [f"  {line.severity}: {message_of(line, language)}  [{line.rule_id}]", hint_of(line, language)]
        case Problem():
            where = line.path if line.operation_id is None else f"{line.operation_id} {line.path}"
            told = [f"  {line.code} at {where}: {message_of(line, language)}", hint_of(line, language)]
        case Term():
            return [visible(said("note", language, text=term(line.key, line.values, language)))]
        case _:
            return [line]
    return [visible(told[0]), *([f"      {visible(told[1])}"] if told[1] else [])]


def _is_set(value: object) -> bool:
    return value is not None


def _shown(text: str) -> str:
    return "\n".join(visible(line) for line in text.split("\n"))
