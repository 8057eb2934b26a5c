"""A StrictDoc document as blocks: a tag, its fields, its relations. What they mean comes later."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from graphwright.errors import InvalidCommand

_TAG: Final = re.compile(r"\[\[?(/?)([A-Z][A-Z0-9_]*)\]\]?\s*")
_FIELD: Final = re.compile(r"([A-Z][A-Z0-9_]*):(?: (.*))?")
_RELATION: Final = re.compile(r"(- TYPE|  VALUE|  ROLE): (.*)")


class DocumentBlock(Struct):
    """What stands under one tag."""

    tag: str
    line: int
    is_end: bool = False
    fields: dict[str, str] = {}
    relations: list[dict[str, str]] = []


def blocks_of(text: str, name: str) -> Iterator[DocumentBlock]:
    """The blocks of a document in order. `InvalidCommand` with the line where one is damaged."""
    lines = text.splitlines()
    block: DocumentBlock | None = None
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        tag, field = _TAG.fullmatch(line), _FIELD.fullmatch(line)
        if tag is not None:
            if block is not None:
                yield block
            block = DocumentBlock(tag[2], at, is_end=bool(tag[1]))
        elif block is None:
            if line.strip():
                raise InvalidCommand(f"{name}, line {at}: text before the first tag, such as [DOCUMENT]")
        elif field is not None and field[2] == ">>>":
            end = next((number for number in range(at, len(lines)) if lines[number].rstrip() == "<<<"), None)
            if end is None:
                raise InvalidCommand(f"{name}, line {at}: the text that begins here has no end; close it with <<<")
            block.fields[field[1]] = "\n".join(lines[at:end])
            at = end + 1
        elif field is not None:
            block.fields[field[1]] = field[2] or ""
        elif block.tag != "GRAMMAR" and (relation := _RELATION.fullmatch(line)) is not None:
            if relation[1] == "- TYPE" or not block.relations:
                block.relations.append({})
            block.relations[-1][relation[1][2:]] = relation[2].strip()
    if block is not None:
        yield block
