"""The process that reads files, one after the other: `python -m graphwright.documents.worker`, tasks and files come in.

It takes its limits upon itself before it looks at the first file; the time of each is watched from outside. It is given
no secrets, writes no file, and whatever happens in it, the server only sees answers or its end.
"""

from __future__ import annotations

import sys
from typing import Final

import msgspec

from graphwright.documents.limits import UnreadableFile
from graphwright.documents.reading import FileFacts, FileRefusal, ReadingTask, read_file
from graphwright.documents.restricting import allow, restrict
from graphwright.settings import DocumentLimits

MAX_FILES: Final = 1_000
"""That one process reads: what a library leaves behind goes with it."""
_RECURSION: Final = 3_000


def main() -> None:
    """For each file: a line of facts or a refusal, a line with the size of what follows, the content."""
    given, told = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what a library prints is no answer
    sys.setrecursionlimit(_RECURSION)
    is_restricted = False
    while line := given.readline():
        task = msgspec.json.decode(line, type=ReadingTask)
        if not is_restricted:
            restrict(memory=task.limits.memory, seconds=task.limits.seconds * MAX_FILES)
            is_restricted = True
        allow(task.limits.seconds)
        answer, content = _answer(task, given.read(task.size))
        told.write(msgspec.json.encode(answer) + b"\n%d\n" % len(content))
        told.write(content)
        told.flush()


def _answer(task: ReadingTask, data: bytes) -> tuple[FileFacts | FileRefusal, bytes]:
    try:
        return read_file(task, data)
    except UnreadableFile as error:
        return FileRefusal(error.reason, error.message), b""
    except MemoryError:
        return FileRefusal("tooMuchMemory", too_much_memory(task.limits)), b""
    except RecursionError:
        return FileRefusal("tooDeep", "its parts are nested too deeply; simplify the document"), b""


def too_much_memory(limits: DocumentLimits) -> str:
    """What to do about a file that cannot be read in the memory allowed."""
    return (
        f"reading the file takes more than {limits.memory:,} bytes of memory; split it, "
        "or raise GRAPHWRIGHT_DOCUMENT_MEMORY"
    )


if __name__ == "__main__":
    main()
