"""Work on files in processes of their own: a place for each, its end in our words, and a fault of ours told as ours.

Both sides stand here: `told_apart` for whoever waits, `answering` for the process. What is read or written does not.
"""

from __future__ import annotations

import signal
import sys
import traceback
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Iterator, Sequence
from contextlib import aclosing, contextmanager
from pathlib import PurePath
from typing import Any, Final

import msgspec
from msgspec import Struct

from graphwright.documents.restricting import restrict
from graphwright.errors import GraphwrightError, LimitExceeded, Refused
from graphwright.ports import ProcessDied, ProcessPlaces, told_by_process
from graphwright.protocol.operations import Problem
from graphwright.protocol.runs import StoredError
from graphwright.protocol.wire import stored_error
from graphwright.runs.failures import error_of

SECONDS: Final = 1_800
"""Room for half a million elements on a slow machine."""
MEMORY: Final = 8 * 1024 * 1024 * 1024
_PIECE: Final = 384 * 1024
"""Bytes."""
_FRAMES: Final = 8
"""Innermost calls of a fault that are named."""
_KILLED: Final = frozenset({-signal.SIGKILL, -signal.SIGABRT})
"""How a process ends that is given no more memory, by the system or by a library."""


def pieces(data: bytes) -> Iterator[bytes]:
    """A file in pieces, each about 1 ms to hand on."""
    return (data[start : start + _PIECE] for start in range(0, len(data), _PIECE))


class ProcessFault(Exception):
    """A fault of this program in a process that it started: nothing that who asked could mend."""

    def __init__(self, what: str, places: Sequence[str] = ()) -> None:
        super().__init__(" at ".join([what, *places[-1:]]))
        self.places = list(places)
        """In our code over there, the innermost last: `builder.py:61 in node`."""


class WorkRefusal(Struct, frozen=True, tag="refused"):
    """The work is not done, and why."""

    error: StoredError
    problems: list[Problem] | None = None
    """Of operations that cannot be."""


class WorkFault(Struct, frozen=True, tag="fault"):
    """Something went wrong that should never: what, and where in our code, for the log."""

    what: str
    places: list[str]


WorkEnd = WorkRefusal | WorkFault


class Work(Struct, frozen=True):
    """What a process is to do, in the words of its limits: `reading the file`, `bring in a part of it`."""

    module: str
    doing: str
    remedy: str

    @property
    def takes_too_much(self) -> str:
        """What to do about work that has no room in the memory allowed."""
        return f"{self.doing} takes more than {MEMORY // 1024**3} GiB of memory; {self.remedy}"


async def told_apart(
    work: Work,
    given: Iterable[bytes],
    decoder: msgspec.json.Decoder[Any],
    *,
    places: ProcessPlaces,
    waits: Callable[[], None],
    seconds: float = SECONDS,
) -> AsyncGenerator[Any]:
    """The lines of a process, decoded; it is killed when nobody listens any more (`aclosing`).

    Raises what it was refused with; `LimitExceeded` for too much memory or time, `ProcessFault` for a fault of ours.
    """
    async with places.taken(waits):
        try:
            async with aclosing(told_by_process(work.module, given, seconds=seconds)) as lines:
                async for line in lines:
                    match decoder.decode(line):
                        case WorkRefusal() as refusal:
                            raise _error_of(refusal)
                        case WorkFault(what, places_of):
                            raise ProcessFault(what, places_of)
                        case told:
                            yield told
        except TimeoutError:
            raise LimitExceeded(f"{work.doing} takes longer than {seconds:,} s; {work.remedy}") from None
        except ProcessDied as end:
            if end.code == -signal.SIGXCPU:
                message = f"{work.doing} takes more than {seconds:,} s of the processor; {work.remedy}"
                raise LimitExceeded(message) from None
            if end.code in _KILLED:
                raise LimitExceeded(work.takes_too_much) from None
            raise ProcessFault(f"{work.module} ended with {end.code} while {work.doing}") from None


@contextmanager
def answering(work: Work) -> Generator[None]:
    """In the process: take the limits, and tell refusals and faults instead of raising them."""
    restrict(memory=MEMORY, seconds=SECONDS)
    try:
        yield
    except GraphwrightError as error:
        problems = (
            [each for each in error.problems if isinstance(each, Problem)] if isinstance(error, Refused) else None
        )
        say(WorkRefusal(stored_error(error), problems))
    except MemoryError:
        say(WorkRefusal(stored_error(LimitExceeded(work.takes_too_much))))
    except RecursionError:
        say(WorkRefusal(stored_error(LimitExceeded("the parts of the file are nested too deeply"))))
    except Exception as error:  # noqa: BLE001  the last door of this process: whoever waits is told, and logs it
        say(WorkFault(f"{type(error).__name__}: {error}", _places(error)))


def say(line: object) -> None:
    """Tell a line to whoever waits."""
    sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
    sys.stdout.buffer.flush()


def _places(error: BaseException) -> list[str]:
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    return [f"{PurePath(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]


def _error_of(refusal: WorkRefusal) -> Exception:
    error = refusal.error
    if refusal.problems is not None:
        return Refused(error.message, problem_code=error.code, problems=refusal.problems)
    return error_of(error)
