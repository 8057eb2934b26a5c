"""Reads one file whole: recognise, read, structure, split. Runs in the worker's process, on nothing but the bytes."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from graphwright.documents.blocks import UnsplitDocument
from graphwright.documents.content import written
from graphwright.documents.limits import CHARACTERS, Reason, UnreadableFile
from graphwright.documents.read_html import read_html, too_long
from graphwright.documents.read_office import READERS
from graphwright.documents.read_text import read_markdown, read_text
from graphwright.documents.recognise import recognised
from graphwright.documents.split import passages_of
from graphwright.documents.structure import structured
from graphwright.protocol.documents import DocumentFormat
from graphwright.protocol.ids import DocumentId
from graphwright.protocol.texts import Term
from graphwright.settings import DocumentLimits
from graphwright.text.language import language_of

TITLE_LENGTH: Final = 200
_SAMPLES: Final = 5
_SAMPLE: Final = 2_000
"""Characters; the language is judged by a few places, not by the title page alone."""
_SURROGATES: Final = re.compile("[\ud800-\udfff]")


class ReadingTask(Struct, frozen=True):
    """What the worker is told about the file that follows."""

    name: str
    document_id: DocumentId
    size: int
    """Bytes of the file."""
    limits: DocumentLimits


class FileFacts(Struct, frozen=True, tag="read"):
    """What a file turned out to be; its content follows."""

    format: DocumentFormat
    title: str
    language: str
    characters: int
    passages: int
    pages: int
    suspicious: int
    notes: list[Term]


class FileRefusal(Struct, frozen=True, tag="refused"):
    """Why a file is not taken in."""

    reason: Reason
    message: str


def read_file(task: ReadingTask, data: bytes) -> tuple[FileFacts, bytes]:
    """What the file is, and the blob of its text and passages. `UnreadableFile` says why not."""
    draft = _without_surrogates(_draft(task, data))
    if len(draft.text) > CHARACTERS:
        raise too_long()
    passages = passages_of(draft.text, structured(draft), task.document_id)
    if not passages:
        raise UnreadableFile("noText", "no text was found in the file; there is nothing to cite")
    headings = [block for block in draft.blocks if block.kind == "heading"]
    first = draft.text[headings[0].start : headings[0].end] if headings and draft.format != "xlsx" else ""
    facts = FileFacts(
        format=draft.format,
        title=" ".join((draft.title or first or task.name.rpartition("/")[2]).split())[:TITLE_LENGTH],
        language=language_of(_sample(draft.text)),
        characters=len(draft.text),
        passages=len(passages),
        pages=draft.pages,
        suspicious=sum(bool(each.suspicious) for each in passages),
        notes=draft.notes,
    )
    return facts, written(task.document_id, draft.text, passages)


def _draft(task: ReadingTask, data: bytes) -> UnsplitDocument:
    found, text, notes = recognised(data, task.name, task.limits)
    if found == "markdown":
        draft = read_markdown(text)
    elif found == "text":
        draft = read_text(text)
    elif found == "html":
        draft = read_html(text, task.limits)
    else:
        draft = READERS[found](data, task.limits)
    return UnsplitDocument(
        draft.format, draft.text, draft.blocks, draft.title, draft.pages, [*notes, *draft.notes], draft.is_flat
    )


def _without_surrogates(draft: UnsplitDocument) -> UnsplitDocument:
    """Halves of characters, which broken files hold, cannot be stored; the length stays, so the places hold."""
    if _SURROGATES.search(draft.text) is None and _SURROGATES.search(draft.title) is None:
        return draft
    text, title = _SURROGATES.sub("\ufffd", draft.text), _SURROGATES.sub("\ufffd", draft.title)
    return UnsplitDocument(draft.format, text, draft.blocks, title, draft.pages, draft.notes, draft.is_flat)


def _sample(text: str) -> str:
    step = max(len(text) // _SAMPLES, _SAMPLE)
    return " ".join(text[start : start + _SAMPLE] for start in range(0, len(text), step))
