"""What our own text keeps beside SysML: the node type and attributes as metadata, the rest as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from graphwright.errors import InvalidCommand
from graphwright.interop.sysml.mapping import JSON
from graphwright.interop.sysml.statements import Statement
from graphwright.interop.sysml.tokens import TokenKind
from graphwright.protocol.base import JsonValue

_VALUE: Final = 3
"""Tokens of `name = "value"`."""


def metadata_in(body: Sequence[Statement], known: Sequence[str]) -> tuple[str, dict[str, str]]:
    """The first metadata of a known name, and its values; nothing where there is none."""
    for statement in body:
        head = [token.text for token in statement.head[:2]]
        if len(head) > 1 and head[0] == "@" and head[1] in known:
            return head[1], {
                each.head[0].text: each.head[2].text
                for each in statement.body
                if len(each.head) == _VALUE and each.head[2].kind is TokenKind.STRING
            }
    return "", {}


def exact_in(body: Sequence[Statement], place: str) -> dict[str, JsonValue]:
    """What the textual representation in JSON holds. `InvalidCommand` with the place where it is no JSON object."""
    for statement in body:
        head = statement.head
        if len(head) == _VALUE + 1 and head[0].text == "rep" and head[2].text == JSON:
            try:
                return msgspec.json.decode(head[3].text[2:-2], type=dict[str, JsonValue])
            except (msgspec.MsgspecError, RecursionError) as error:
                raise InvalidCommand(f"{place}: the representation in JSON cannot be read: {error}") from None
    return {}
