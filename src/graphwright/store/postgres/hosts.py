"""An address that names several hosts of one database, of which one is the primary: all of them are asked at once.

The driver asks one after the other, and a host that hangs or has lost its power says nothing, for as long as anybody
waits. Which of them is the primary is not decided here: whoever keeps them (Patroni, for example) sees that one is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeVar
from urllib.parse import parse_qsl, urlencode, urlsplit

_WANTED: Final = "target_session_attrs"

C = TypeVar("C")


def each_host(address: str) -> list[str]:
    """An address for each host that one names (`HOST:PORT,HOST:PORT`), where there are several that of the primary.

    Raises `ValueError` for what is no address.
    """
    split = urlsplit(address)
    who, at, hosts = split.netloc.rpartition("@")
    if "," not in hosts:
        return [address]
    asked = [(_WANTED, "primary"), *((name, value) for name, value in parse_qsl(split.query) if name != _WANTED)]
    return [split._replace(netloc=f"{who}{at}{host}", query=urlencode(asked)).geturl() for host in hosts.split(",")]


async def first_of(asking: Sequence[Awaitable[C]], drop: Callable[[C], None], tells: Callable[[Exception], bool]) -> C:
    """The first that succeeds; what comes too late is dropped.

    When none does, raises an error that `tells` something, or that of the first.
    """
    tasks = [asyncio.ensure_future(each) for each in asking]
    chosen: asyncio.Future[C] | None = None

    def let_go(task: asyncio.Future[C]) -> None:
        if task is not chosen and not task.cancelled() and task.exception() is None:
            drop(task.result())

    try:
        waiting = {*tasks}
        while waiting and chosen is None:
            done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            chosen = next((task for task in tasks if task in done and task.exception() is None), None)
        if chosen is not None:
            return chosen.result()
        errors = [error for task in tasks if isinstance(error := task.exception(), Exception)]
        raise next(filter(tells, errors), errors[0])
    finally:
        for task in tasks:
            task.add_done_callback(let_go)
            task.cancel()
