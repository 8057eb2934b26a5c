"""Has a specification set on paper in a process of its own, and says in our errors what became of it."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec

from graphwright.documents.restricting import is_restricted
from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.interop.paper.content import PaperDocument
from graphwright.interop.paper.worker import SECONDS, WRITERS, PaperAnswer, PaperTask, too_much
from graphwright.ports import apart

_FILE_BYTES: Final = 256 * 1024 * 1024


def set_on_paper(form: str, document: PaperDocument, at: datetime, *, seconds: float = SECONDS) -> bytes:
    """The file. `LimitExceeded` and `InvalidCommand` say why not and what to do."""
    if is_restricted():  # this process has limits already and may be stopped
        return WRITERS[form](document, at)
    task = msgspec.json.encode(PaperTask(form, at, document))
    ended = apart("graphwright.interop.paper.worker", task, seconds=seconds, most=_FILE_BYTES)
    if ended.why == "tooSlow":
        raise LimitExceeded(f"setting the document takes longer than {seconds:g} s; export a part of the model")
    head, _, data = ended.out.partition(b"\n")
    if ended.why == "tooMuch" or ended.code != 0 or not head:
        raise LimitExceeded(too_much())
    answer = msgspec.json.decode(head, type=PaperAnswer)
    if answer.refused:
        raise InvalidCommand(answer.refused)
    return data
