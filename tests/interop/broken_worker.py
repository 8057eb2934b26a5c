"""A process of ours that breaks in the way that the first line of its input names: `python -m tests.interop.broken_worker`."""

from __future__ import annotations

import os
import signal
import sys

from graphwright.errors import InvalidCommand
from graphwright.interop.apart import Work, answering

BROKEN = Work("tests.interop.broken_worker", "reading the file", "bring in a part of it")


def break_by(way: str) -> None:
    """Raise, exit or be killed."""
    match way:
        case "refusal":
            raise InvalidCommand("line 7: not so")
        case "fault":
            raise ValueError("what somebody wrote")
        case "memory":
            raise MemoryError
        case "signal":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "exit":
            os._exit(3)
        case _:
            return


if __name__ == "__main__":
    with answering(BROKEN):
        break_by(sys.stdin.buffer.readline().decode().strip())
