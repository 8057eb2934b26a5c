"""How far an import is, for whoever waits: its stage, and how many elements were read."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Final, Literal, TypeAlias

from graphwright.protocol.base import Count, Record

Stage: TypeAlias = Literal["reading", "comparing", "applying"]
"""The file is read; it is compared with the model and checked; from here on a commit is not stopped, a proposal is."""
EVERY: Final = 2_000
"""Elements between two words about how many were read."""


class ImportProgress(Record, frozen=True, kw_only=True):
    """A stage that has begun, or goes on."""

    stage: Stage
    read: Count = 0
    """Elements so far."""


TellProgress: TypeAlias = Callable[[ImportProgress], None]

_READ: Final[ContextVar[Callable[[int], None] | None]] = ContextVar("read", default=None)


def told_how_many_are_read(tell: Callable[[int], None]) -> None:
    """Have it told, in this context, how many elements have been read."""
    _READ.set(tell)


def have_read(count: int) -> None:
    """So many elements have been read; told now and then, to whoever wants to know."""
    if count % EVERY == 0 and (tell := _READ.get()) is not None:
        tell(count)
