"""Documents: the records of a project as a store keeps them, and what an entry of the journal changes of them; pure.

What an event does stands in `fold`. Both stores keep documents in the transaction of the entry that changes them, and
`Store.rebuild` folds the journal through the same function, so they can never mean different things.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from graphwright.errors import NotFound
from graphwright.fold import KINDS, PutRecord, RecordChange, folded
from graphwright.protocol.base import Record
from graphwright.protocol.events import DurableEvent
from graphwright.protocol.wire import decode, encode
from graphwright.store.base import Document, StoredEntry
from graphwright.store.chain import unmarked

R = TypeVar("R", bound=Record)


class DocumentView(Protocol):
    """Documents as they stand: what a projection may look at."""

    def one(self, kind: str, document_id: str) -> Document | None:
        """One document."""
        ...

    def of(self, kind: str, group: str) -> list[Document]:
        """Those of a group, in the order they were first made."""
        ...


class RemovedDocument(Struct, frozen=True, gc=False):
    """A document that is no longer."""

    kind: str
    id: str


DocumentChange: TypeAlias = Document | RemovedDocument


class Overlay:
    """Documents with changes that are not stored yet: what the next entry of the same append sees."""

    def __init__(self, below: DocumentView) -> None:
        self._below = below
        self._changes: dict[tuple[str, str], DocumentChange] = {}

    def one(self, kind: str, document_id: str) -> Document | None:
        """One document as the next entry sees it."""
        change = self._changes.get((kind, document_id))
        if change is None:
            return self._below.one(kind, document_id)
        return change if isinstance(change, Document) else None

    def of(self, kind: str, group: str) -> list[Document]:
        """Those of a group as the next entry sees them."""
        standing = {document.id: document for document in self._below.of(kind, group)}
        for change in self._changes.values():
            if change.kind != kind:
                continue
            if isinstance(change, Document) and change.group == group:
                standing[change.id] = change
            else:
                standing.pop(change.id, None)
        return list(standing.values())

    def take(self, changes: Iterable[DocumentChange]) -> None:
        """Stage changes; the last one of each document counts."""
        for change in changes:
            self._changes[change.kind, change.id] = change

    @property
    def changes(self) -> list[DocumentChange]:
        """What is staged, one change per document."""
        return list(self._changes.values())


def touches_documents(event_type: str) -> bool:
    """Whether entries of this type change documents; the others need not be decoded."""
    return event_type not in _NO_DOCUMENTS


_NO_DOCUMENTS: Final = frozenset({"commit.applied"})


def project_entry(event: DurableEvent, entry: StoredEntry, documents: DocumentView) -> list[DocumentChange]:
    """The changes that one entry makes to the documents. `NotFound` for a run or proposal that never was."""

    def stored(change: RecordChange) -> DocumentChange:
        if not isinstance(change, PutRecord):
            return RemovedDocument(change.kind, change.id)
        body = unmarked(entry.body) if change.record is event else encode(change.record)
        return Document(change.kind, change.id, change.group, entry.sequence, body)

    try:
        return [stored(change) for change in folded(event, entry.sequence, _Decoded(documents))]
    except NotFound as missing:
        raise NotFound(f"entry {entry.sequence} ({entry.type}): {missing.message}") from None


class _Decoded:
    """Documents as the records that a fold looks at."""

    def __init__(self, documents: DocumentView) -> None:
        self._documents = documents

    def one(self, of: type[R], record_id: str) -> R | None:
        document = self._documents.one(KINDS[of], record_id)
        return None if document is None else decode(document.body, of)

    def of_group(self, of: type[R], group: str) -> Iterable[tuple[str, R]]:
        return [(document.id, decode(document.body, of)) for document in self._documents.of(KINDS[of], group)]
