"""Files on their way into a library, and what became of each. How they are read and kept is the library's."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal

from msgspec import Struct

from graphwright.protocol.base import Count, Record
from graphwright.protocol.documents import SourceDocument
from graphwright.protocol.runs import StoredError


class AddedDocument(Record, frozen=True, kw_only=True):
    """What became of a file."""

    outcome: Literal["added", "replaced", "unchanged"]
    document: SourceDocument
    kept: Count
    """Passages that stood in the version before, with the same id."""


class FileRefused(Record, frozen=True, kw_only=True):
    """A file that was not taken in."""

    name: str
    error: StoredError


class FileToAdd(Struct, frozen=True):
    """A file on its way in."""

    name: str
    read: Callable[[], Awaitable[bytes]]
    """Its bytes, when their turn comes; raises one of our errors where they cannot be had."""
