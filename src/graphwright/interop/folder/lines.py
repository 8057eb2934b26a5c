r"""Long lines of Format E in a folder: an indented line continues the one before it, so changes are small.

A description breaks where it has a line break itself (`\n`), attributes stand one on each line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from graphwright.formats.attributes import write_attributes
from graphwright.formats.elements import write_node
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node

INDENT: Final = "  "
_BREAK: Final = re.compile(r"\\(.)", re.DOTALL)
_ENDS_WITH_BREAK: Final = re.compile(r"(?<!\\)(?:\\\\)*\\n\Z")


def folded_lines(node: Node) -> Iterator[str]:
    """The lines of a node."""
    line = write_node(node.name, node.node_type, node.semantic_id, node.descr, {})
    head_length = len(write_node(node.name, node.node_type, node.semantic_id, "", {}))
    yield line[:head_length]
    pieces = [*_at_breaks(line[head_length:])]
    attributes = _attributes(node.attributes)
    if pieces and attributes and _ENDS_WITH_BREAK.search(pieces[-1]):
        # What follows a break is taken for the next line of the description.
        pieces[-1] = f"{pieces[-1]} {attributes.pop(0)}"
    for piece in (*pieces, *attributes):
        yield INDENT + piece


def unfolded_lines(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Whole lines, each with the number of its first one."""
    first, whole = 0, ""
    for number, line in lines:
        if whole and line[:1].isspace() and line.strip():
            whole = whole + ("" if _ENDS_WITH_BREAK.search(whole) else " ") + line.strip()
            continue
        if whole:
            yield first, whole
        first, whole = number, line.strip()
    if whole:
        yield first, whole


def _at_breaks(text: str) -> Iterator[str]:
    start = 0
    for found in _BREAK.finditer(text):
        following = text[found.end() : found.end() + 1]
        if found[1] == "n" and following and not following.isspace():
            yield text[start : found.end()]
            start = found.end()
    if text[start:]:
        yield text[start:]


def _attributes(attributes: Mapping[str, JsonValue]) -> list[str]:
    """The pieces of `[key:value, key:value]`, in the order of the keys."""
    pieces = [write_attributes({key: attributes[key]})[1:-1] for key in sorted(attributes)]
    if not pieces:
        return []
    pieces[0] = f"[{pieces[0]}"
    return [*(f"{piece}," for piece in pieces[:-1]), f"{pieces[-1]}]"]
