"""What is kept of a document besides its header: one blob of lines, the text and then each passage.

Lines, because a large document is then read in slices. The document's id stands in it, so no two documents share a blob
and forgetting one never takes another's text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from graphwright.protocol.documents import Passage, PassageKind, Place, Suspicion
from graphwright.protocol.ids import DocumentId, PassageId


class StoredPassage(Struct, frozen=True, gc=False, omit_defaults=True, rename="camel"):
    """A passage as it is kept: its text is a span of the document's."""

    passage_id: PassageId
    kind: PassageKind
    start: int
    end: int
    section: list[str]
    paragraph: int
    page: int = 0
    row: int = 0
    label: str = ""
    suspicious: list[Suspicion] = []


class _First(Struct, frozen=True, rename="camel"):
    document_id: DocumentId
    text: str


class Content(Struct, frozen=True):
    """A document's text and passages."""

    document_id: DocumentId
    text: str
    passages: list[StoredPassage]

    def text_of(self, kept: StoredPassage) -> str:
        """The words of a passage."""
        return self.text[kept.start : kept.end]

    def passage(self, kept: StoredPassage) -> Passage:
        """A passage as everybody sees it."""
        return Passage(
            passage_id=kept.passage_id,
            document_id=self.document_id,
            kind=kept.kind,
            text=self.text_of(kept),
            place=place_of(kept),
            suspicious=kept.suspicious,
        )


_ENCODER: Final = msgspec.json.Encoder()
"""Not `protocol.wire`: to load all of the protocol would take the worker longer than most files."""
_FIRST: Final = msgspec.json.Decoder(_First)
_KEPT: Final = msgspec.json.Decoder(StoredPassage)


def written(document_id: DocumentId, text: str, passages: Sequence[StoredPassage]) -> bytes:
    """The blob."""
    encode = _ENCODER.encode
    return b"\n".join((encode(_First(document_id, text)), *map(encode, passages)))


def read_in_slices(blob: bytes, size: int) -> Iterator[Content | None]:
    """Reads a blob: `None` after every `size` passages, the whole content at the end."""
    lines = iter(blob.split(b"\n"))
    first = _FIRST.decode(next(lines))
    passages: list[StoredPassage] = []
    sections: dict[tuple[str, ...], list[str]] = {}
    for line in lines:
        kept = _KEPT.decode(line)
        # A thousand passages of a section share its headings.
        section = sections.setdefault(tuple(kept.section), kept.section)
        passages.append(msgspec.structs.replace(kept, section=section))
        if len(passages) % size == 0:
            yield None
    yield Content(first.document_id, first.text, passages)


def place_of(kept: StoredPassage) -> Place:
    """The place of a passage, as everybody sees it."""
    return Place(
        start=kept.start,
        end=kept.end,
        section=kept.section,
        paragraph=kept.paragraph,
        page=kept.page or None,
        row=kept.row or None,
        label=kept.label,
    )
