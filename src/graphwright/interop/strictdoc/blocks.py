"""A StrictDoc document as blocks: a tag, its fields, its relations. What they mean comes later."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from graphwright.errors import InvalidCommand

_TAG: Final = re.compile(r"\[\[?(/?)([A-Z][A-Z0-9_]*)\]\]?\s*")
_FIELD: Final = re.compile(r"([A-Z][A-Z0-9_]*):(?: (.*))?")
_RELATION: Final = re.compile(r"(- [A-Z_]+|  [A-Z_]+): (.*)")


class DocumentBlock(Struct):
    """What stands under one tag."""

    tag: str
    line: int
    is_end: bool = False
    text: str = ""
    """As it stands in the document."""
    fields: dict[str, str] = {}
    repeated: dict[str, list[str]] = {}
    """Those that stand several times, such as comments; among the fields they are one text."""
    long: list[str] = []
    """Fields of several lines."""
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
                yield _whole(block, lines, at - 1)
            block = DocumentBlock(tag[2], at, is_end=bool(tag[1]))
        elif block is None:
            if line.strip():
                raise InvalidCommand(f"{name}, line {at}: text before the first tag, such as [DOCUMENT]")
        elif field is not None and field[2] == ">>>":
            end = next((number for number in range(at, len(lines)) if lines[number].rstrip() == "<<<"), None)
            if end is None:
                raise InvalidCommand(f"{name}, line {at}: the text that begins here has no end; close it with <<<")
            _put(block, field[1], "\n".join(lines[at:end]))
            block.long.append(field[1])
            at = end + 1
        elif field is not None:
            _put(block, field[1], field[2] or "")
        elif block.tag != "GRAMMAR" and not _is_part(block, line):
            raise InvalidCommand(f"{name}, line {at}: a relation begins with its type, such as - TYPE: Parent")
    if block is not None:
        yield _whole(block, lines, len(lines))


def _put(block: DocumentBlock, field: str, value: str) -> None:
    if field in block.fields:
        block.repeated.setdefault(field, [block.fields[field]]).append(value)
        value = "\n\n".join(block.repeated[field])
    block.fields[field] = value


def _is_part(block: DocumentBlock, line: str) -> bool:
    """Takes a line of a relation in; `False` where the relation has not begun with its type."""
    relation = _RELATION.fullmatch(line)
    if relation is None:
        return True
    key = relation[1]
    is_first = key.startswith("-") or not block.relations
    if is_first and key != "- TYPE" and "RELATIONS" in block.fields:
        return False
    if is_first:
        block.relations.append({})
    block.relations[-1][key[2:]] = relation[2].strip()
    return True


def _whole(block: DocumentBlock, lines: list[str], end: int) -> DocumentBlock:
    block.text = "\n".join(lines[block.line - 1 : end]).rstrip()
    return block
