"""What declarations of other people's SysML v2 become: the node type, and the relation to what they stand in."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from graphwright.interop.sysml.declarations import Declaration

DEFINITIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "part": "MOD",
        "item": "SCHEMA",
        "attribute": "SCHEMA",
        "enum": "SCHEMA",
        "port": "SCHEMA",
        "interface": "SCHEMA",
        "connection": "SCHEMA",
        "flow": "SCHEMA",
        "action": "FUNC",
        "requirement": "REQ",
        "concern": "REQ",
        "use case": "UC",
        "verification": "TEST",
    }
)
USAGES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "part": "MOD",
        "item": "FLOW",
        "port": "SCHEMA",
        "flow": "FLOW",
        "message": "FLOW",
        "action": "FUNC",
        "requirement": "REQ",
        "concern": "REQ",
        "use case": "UC",
        "verification": "TEST",
    }
)
CATEGORIES: Final[Mapping[str, str]] = MappingProxyType(
    {"attribute": "TypeSchema", "enum": "TypeSchema", "port": "ProtocolSchema", "interface": "ProtocolSchema",
     "connection": "ProtocolSchema", "flow": "ProtocolSchema"}
)  # fmt: skip
_PEOPLE: Final = frozenset({"actor", "stakeholder"})
_NAMED_ELSEWHERE: Final = frozenset({"satisfy", "verify", "subject", "objective", "assume", "frame"})
"""Roles whose element is meant, not made."""


def node_type_of(read: Declaration) -> str:
    """The node type of a declaration; empty for what is no element of ours."""
    if read.role in _PEOPLE:
        return "ACTOR"
    if read.role in _NAMED_ELSEWHERE and not (read.role in {"satisfy", "verify"} and read.keyword and read.name):
        return ""
    return (DEFINITIONS if read.is_definition else USAGES).get(read.keyword, "")


def kind_within(owner: str, element: str, read: Declaration) -> str:
    """What an element is to the one it stands in, as a relation of ours or in a word of SysML."""
    if read.is_reference and not read.direction:
        return "reference"
    match owner, element:
        case _, "ACTOR":
            return "actor"
        case "MOD" | "SYS", "FUNC":
            return "allocate"
        case "REQ", "REQ":
            return "satisfy"
        case "TEST", "TEST":
            return "verify"
        case "FUNC" | "ACTOR", "FLOW" if read.direction in {"in", "out"}:
            return "io"
        case _, "SCHEMA":
            return "port" if read.keyword == "port" and not read.is_definition else "contains"
        case _:
            return "compose"
