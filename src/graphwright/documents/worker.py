"""The process that reads one file and ends: `python -m graphwright.documents.worker`, task and file on standard input.

It takes its limits upon itself before it looks at the file; the time is watched from outside. It is given no secrets,
writes no file, and whatever happens in it, the server only sees an answer or its end.
"""

from __future__ import annotations

import sys
from typing import Final

import msgspec

from graphwright.documents.limits import UnreadableFile
from graphwright.documents.reading import FileFacts, FileRefusal, ReadingTask, read_file
from graphwright.settings import DocumentLimits

_OPEN_FILES: Final = 64
_RECURSION: Final = 3_000


def main() -> None:
    """Answer with a line of facts or a refusal; after facts the content follows."""
    task = msgspec.json.decode(sys.stdin.buffer.readline(), type=ReadingTask)
    _restrict(task.limits)
    answer: FileFacts | FileRefusal
    content = b""
    try:
        answer, content = read_file(task, sys.stdin.buffer.read())
    except UnreadableFile as error:
        answer = FileRefusal(error.reason, error.message)
    except MemoryError:
        answer = FileRefusal("tooMuchMemory", too_much_memory(task.limits))
    except RecursionError:
        answer = FileRefusal("tooDeep", "its parts are nested too deeply; simplify the document")
    sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n" + content)
    sys.stdout.buffer.flush()


def too_much_memory(limits: DocumentLimits) -> str:
    """What to do about a file that cannot be read in the memory allowed."""
    return (
        f"reading the file takes more than {limits.memory:,} bytes of memory; split it, "
        "or raise GRAPHWRIGHT_DOCUMENT_MEMORY"
    )


def _restrict(limits: DocumentLimits) -> None:
    try:
        import resource  # noqa: PLC0415  only on POSIX
    except ImportError:
        return
    sys.setrecursionlimit(_RECURSION)
    for what, most in (
        (resource.RLIMIT_AS, limits.memory),
        (resource.RLIMIT_CPU, limits.seconds + 1),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
    ):
        try:
            resource.setrlimit(what, (most, most))
        except (OSError, ValueError):
            continue  # macOS knows no limit of the address space; the time still ends it


if __name__ == "__main__":
    main()
