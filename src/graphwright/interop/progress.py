"""How far an import or export is, for whoever waits: its stage, and how many elements are done."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Final, Literal, TypeAlias

from graphwright.protocol.base import Count, Record

Stage: TypeAlias = Literal["waiting", "reading", "comparing", "applying"]
"""As many files are read as may be at once; the file is read; it is compared with the model and checked; from here on a
commit is not stopped, a proposal is."""
EVERY: Final = 2_000
"""Elements between two words about how many were read."""


class ImportProgress(Record, frozen=True, kw_only=True):
    """A stage that has begun, or goes on."""

    stage: Stage
    read: Count = 0
    """Elements so far."""


class ExportProgress(Record, frozen=True, kw_only=True):
    """How far an export is: it waits for others, elements are handed to the process that writes, or it writes."""

    stage: Literal["waiting", "handing", "writing"]
    done: Count = 0
    """Elements handed over."""
    total: Count = 0
    """Of so many."""


TellExport: TypeAlias = Callable[[ExportProgress], None]
TellProgress: TypeAlias = Callable[[ImportProgress], None]

_READ: Final[ContextVar[Callable[[int], None] | None]] = ContextVar("read", default=None)


def told_how_many_are_read(tell: Callable[[int], None]) -> None:
    """Have it told, in this context, how many elements have been read."""
    _READ.set(tell)


def have_read(count: int, more: int = 1) -> None:
    """So many elements have been read, the last `more` of them now; told now and then, to whoever wants to know."""
    if count // EVERY != (count - more) // EVERY and (tell := _READ.get()) is not None:
        tell(count)
