"""Where long work can be interrupted: each step of it says so, and whoever runs it decides whether to rest there.

Work that is pure knows no event loop. On its own a pause is nothing; `ports.in_slices` runs work so that everybody else
gets their turn in its pauses (ADR-18).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from typing import Final, TypeVar

T = TypeVar("T")

REST: Final[ContextVar[Callable[[], None] | None]] = ContextVar("rest", default=None)
"""What happens in a pause; set by whoever runs work in slices."""
_EACH: Final = 32
"""Elements of a model between two pauses: less than 1 ms of the slowest question about one."""


def pause() -> None:
    """Rest here, where the work runs in slices.

    Not inside a `functools.cached_property`: it is locked until it has its value, also for those who get their turn.
    """
    rest = REST.get()
    if rest is not None:
        rest()


def paced(items: Iterable[T], each: int = _EACH) -> Iterator[T]:
    """The same items, with a pause behind so many."""
    for number, item in enumerate(items, 1):
        yield item
        if number % each == 0:
            pause()
