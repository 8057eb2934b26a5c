"""Lives of the program that end in a test: processes of their own, forked from one that has imported the program.

A start costs more than most lives; so a process that nothing has happened in yet holds what all of them import. The
functions that are lived stand in modules, where they are found by name (ADR-70).
"""

from __future__ import annotations

import asyncio
import os
import signal
import traceback
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final, Self, TypeAlias

from msgspec import Struct

Tell: TypeAlias = "Callable[[Any], None]"
"""How a life tells something."""
Main: TypeAlias = "Callable[..., Awaitable[None]]"
"""A life: how it tells comes first, then what it is given."""
PROGRAM: Final = (
    "graphwright.app",
    "graphwright.context.meaning",
    "graphwright.interop.registry",
    "graphwright.llm.providers",
    "graphwright.offline.assistant",
    "graphwright.offline.names",
    "graphwright.search.local",
    "graphwright.search.vectors",
    "pytest",
)
"""What the first process imports: the program, and what it would import later on its way."""
PATIENCE_S: Final = 120.0

_processes = get_context("forkserver")
_processes.set_forkserver_preload(list(PROGRAM))


class _Failed(Struct, frozen=True):
    """What went wrong in a life that should have ended otherwise."""

    trace: str


class Life:
    """One process that lives `main(tell, *given)`, killed at the end of its block if it still lives."""

    def __init__(self, main: Main, *given: object) -> None:
        self._ear, mouth = _processes.Pipe(duplex=False)
        self._process = _processes.Process(target=_live, args=(mouth, main, given, dict(os.environ)))
        self._process.start()
        mouth.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.kill()
        self._ear.close()
        self._process.close()

    def told(self) -> Any:
        """What it tells next; `EOFError` when it has ended and told everything."""
        if not self._ear.poll(PATIENCE_S):
            raise TimeoutError
        told = self._ear.recv()
        assert not isinstance(told, _Failed), told.trace
        return told

    def rest(self) -> list[Any]:
        """Whatever it tells until its end."""
        rest: list[Any] = []
        with suppress(EOFError):
            while True:
                rest.append(self.told())
        return rest

    def kill(self) -> None:
        """End it without a word to it, as a loss of power would."""
        self._process.kill()
        self._process.join(PATIENCE_S)

    def is_killed(self) -> bool:
        """Whether a kill was its end; waits for the end."""
        self._process.join(PATIENCE_S)
        assert self._process.exitcode in {0, -signal.SIGKILL}
        return self._process.exitcode == -signal.SIGKILL


def whole_life(main: Main, *given: object) -> tuple[bool, list[Any]]:
    """Whether a process was killed, as it does to itself, and all that it told."""
    with Life(main, *given) as life:
        told = life.rest()
        return life.is_killed(), told


def outcome_of(main: Main, *given: object) -> Any | None:
    """What a process tells in the end; nothing when it killed itself."""
    was_killed, told = whole_life(main, *given)
    return None if was_killed else told[-1]


def _live(mouth: Connection, main: Main, given: tuple[object, ...], environment: Mapping[str, str]) -> None:
    os.environ.clear()  # it is that of the first process
    os.environ.update(environment)

    async def live() -> None:
        await main(mouth.send, *given)

    try:
        asyncio.run(live())
    except Exception:  # noqa: BLE001 - whoever waits for what is told is told that
        mouth.send(_Failed(traceback.format_exc()))
