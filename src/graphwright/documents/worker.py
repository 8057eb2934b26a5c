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
from graphwright.documents.restricting import restrict
from graphwright.settings import DocumentLimits

_RECURSION: Final = 3_000


def main() -> None:
    """Answer with a line of facts or a refusal; after facts the content follows."""
    task = msgspec.json.decode(sys.stdin.buffer.readline(), type=ReadingTask)
    sys.setrecursionlimit(_RECURSION)
    restrict(memory=task.limits.memory, seconds=task.limits.seconds)
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


if __name__ == "__main__":
    main()
