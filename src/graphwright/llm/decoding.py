"""JSON of a provider, read as a type or told as malformed. Knows no dialect."""

from __future__ import annotations

from typing import Final, TypeVar

import msgspec

from graphwright.llm.faults import malformed

T = TypeVar("T")

NULL: Final = msgspec.Raw(b"null")
"""A field that is not there, of those that are read apart."""
_UNREADABLE: Final = (msgspec.MsgspecError, UnicodeError, RecursionError)


def read_as(decoder: msgspec.json.Decoder[T], data: bytes | msgspec.Raw, provider: str, what: str = "an event") -> T:
    """What was sent. Raises `ProviderUnavailable` when it cannot be read."""
    try:
        return decoder.decode(data)
    except _UNREADABLE as error:
        raise malformed(provider, f"{what} cannot be read ({error})") from None


def read_if_possible(decoder: msgspec.json.Decoder[T], data: bytes | msgspec.Raw | str) -> T | None:
    """What was sent, where an answer can do without it."""
    try:
        return decoder.decode(data)
    except _UNREADABLE:
        return None
