"""The process that sets one specification on paper and ends: `python -m graphwright.interop.paper.worker`.

The document stands on its standard input. It takes its limits upon itself before the libraries see a text of anybody;
the time is watched from outside. It is given no secrets and writes no file.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

import msgspec

from graphwright.documents.restricting import restrict
from graphwright.errors import GraphwrightError
from graphwright.interop.paper.content import PaperDocument
from graphwright.interop.paper.docx_file import write_docx
from graphwright.interop.paper.pdf import write_pdf

SECONDS: Final = 120
MEMORY: Final = 4 * 1024 * 1024 * 1024
WRITERS: Final[Mapping[str, Callable[[PaperDocument, datetime], bytes]]] = {"pdf": write_pdf, "docx": write_docx}


class PaperTask(msgspec.Struct, frozen=True):
    """What is to be set."""

    form: str
    """A key of `WRITERS`."""
    at: datetime
    document: PaperDocument


class PaperAnswer(msgspec.Struct, frozen=True):
    """What became of it; where nothing was refused the file follows."""

    refused: str = ""


def main() -> None:
    """Answer with a line, and the file."""
    restrict(memory=MEMORY, seconds=SECONDS)
    answer, data = PaperAnswer(), b""
    try:
        task = msgspec.json.decode(sys.stdin.buffer.read(), type=PaperTask)
        data = WRITERS[task.form](task.document, task.at)
    except GraphwrightError as error:
        answer = PaperAnswer(error.message)
    except MemoryError:
        answer = PaperAnswer(too_much())
    sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n" + data)
    sys.stdout.buffer.flush()


def too_much() -> str:
    """What to do about a document that cannot be set in the memory allowed."""
    return f"setting the document takes more than {MEMORY // 1024**3} GiB of memory; export a part of the model"


if __name__ == "__main__":
    main()
