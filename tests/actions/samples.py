"""Commands made from the registry: the least that each must say, about things that are not there."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.inspect import DictType, IntType, ListType, LiteralType, StrType, StructType, Type, type_info

from graphwright.protocol.commands import Writing

NOTHING = "01900000-0000-7000-8000-ffffffffffff"
INSTEAD: dict[str, Any] = {
    "message.send": {"text": " "},  # no run is started
    "message.edit": {"text": " "},
    "commit.revert": {"commitId": NOTHING},  # one of several
    "form.answer": {"skip": True},
}
"""What is said beside the least or instead of it."""


def tag_of(command: type[msgspec.Struct]) -> str:
    """What a command is called on the wire."""
    return str(command.__struct_config__.tag)


def least(command: type[Writing]) -> dict[str, Any]:
    """The fields of a command, as they cross the wire."""
    info = type_info(command)
    assert isinstance(info, StructType)
    said = {field.encode_name: value_of(field.type) for field in info.fields if field.required}
    return {"type": info.tag, **said, **INSTEAD.get(str(info.tag), {})}


def value_of(kind: Type) -> Any:
    match kind:
        case LiteralType():
            return kind.values[0]
        case StrType():
            return NOTHING
        case IntType():
            return 0
        case ListType():
            return [value_of(kind.item_type) for _ in range(kind.min_length or 0)]
        case DictType():
            return {}
        case _:
            raise AssertionError(kind)
