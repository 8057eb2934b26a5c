"""A message of many sentences and a model of many elements are read in slices, so that nobody waits (ADR-18)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import islice
from typing import Final, TypeVar

from graphwright.graph.document import Graph
from graphwright.pauses import paced
from graphwright.ports import Clock, Overtaken, of_one_revision

T = TypeVar("T")

AT_ONCE: Final = 1_000
"""Elements of a model that is read at once: whatever is asked, it is read in some ms."""
_SHORT: Final = 500
"""Characters of a message that is read at once: two or three sentences, each a few ms."""


async def read_in_slices(
    read: Callable[[], T], graph: Graph, clock: Clock, *, tried: int = 0, characters: int = 0
) -> T:
    """What comes of reading a model for a message; `Overtaken` where the model has changed meanwhile.

    `tried`: how often that has happened already. `characters`: of the message.
    """
    if len(graph.nodes) <= AT_ONCE and characters <= _SHORT:
        return read()
    return await of_one_revision(read, graph, clock, tried=tried)


async def found_in_slices(items: Iterable[T], count: int, graph: Graph, clock: Clock) -> list[T]:
    """The first so many of what is found by reading a model; only those found so far where it has changed meanwhile."""
    found = list[T]()

    def look() -> None:
        for each in paced(islice(items, count), 1):
            found.append(each)

    with suppress(Overtaken):
        await read_in_slices(look, graph, clock)
    return found
