"""The base classes of all records and commands, and the value types they share.

Records are tolerant: unknown fields are ignored, so old code reads new data. Commands (what a client sends) are
strict. msgspec ties this to the class, so there are two bases (ADR-12). `kw_only` is not inherited and must be
repeated. In both, a field that stands at its default is not written: what is `None` in the code is absent on the wire.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

if TYPE_CHECKING:
    JsonValue: TypeAlias = "str | int | float | bool | list[JsonValue] | dict[str, JsonValue] | None"
else:
    JsonValue = Any

Time: TypeAlias = Annotated[datetime, Meta(tz=True)]
"""An instant with its zone; kept in UTC."""

# JavaScript counts exactly up to here, so nothing we send may be larger.
MAX_SAFE_INTEGER = 2**53 - 1
Count: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_SAFE_INTEGER)]

NOT_GIVEN = UNSET
OptionalRaw: TypeAlias = Raw | UnsetType
"""JSON kept as it came, or `NOT_GIVEN`. It cannot be `None` as other fields, because msgspec reads `Raw | None` as null
only; code asks `given`."""


class Record(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Something stored or sent by the server."""


class Command(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True, forbid_unknown_fields=True):
    """Something a client sends; an unknown field is an error."""


def given(raw: OptionalRaw) -> Raw | None:
    """What stands in the field, or `None`."""
    return None if isinstance(raw, UnsetType) else raw
