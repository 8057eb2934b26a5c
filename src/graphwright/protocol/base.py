"""The base classes of all records and commands, and the value types they share.

Records are tolerant: unknown fields are ignored, so old code reads new data. Commands (what a client sends) are
strict. msgspec ties this to the class, so there are two bases (ADR-12). `kw_only` is not inherited and must be
repeated.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

if TYPE_CHECKING:
    JsonValue: TypeAlias = "str | int | float | bool | list[JsonValue] | dict[str, JsonValue] | None"
else:
    JsonValue = Any

__all__ = ["UNSET", "Command", "Count", "JsonValue", "Record", "Time", "UnsetType"]

Time: TypeAlias = Annotated[datetime, Meta(tz=True)]
"""An instant with its zone; kept in UTC."""

# JavaScript counts exactly up to here, so nothing we send may be larger.
MAX_SAFE_INTEGER = 2**53 - 1
Count: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_SAFE_INTEGER)]


class Record(Struct, frozen=True, kw_only=True, rename="camel"):
    """Something stored or sent by the server."""


class Command(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Something a client sends; an unknown field is an error."""
