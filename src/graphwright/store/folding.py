"""Folds entries into documents: those of one append before it is written, or those of a whole journal to compare."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from msgspec import DecodeError, json, structs

from graphwright.errors import GraphwrightError
from graphwright.protocol.events import ProjectChanged
from graphwright.protocol.wire import decode
from graphwright.store.base import Document, Entry, StoredEntry
from graphwright.store.chain import START, JournalPosition, verify
from graphwright.store.entries import event_of
from graphwright.store.projections import (
    DocumentChange,
    DocumentView,
    Overlay,
    project_entry,
    touches_documents,
)
from graphwright.store.upcast import UPCASTERS


def changes_of(entries: Sequence[Entry], rows: Sequence[StoredEntry], documents: DocumentView) -> list[DocumentChange]:
    """The document changes of one append: one per document, the last one counts. Decodes only what it must."""
    overlay: Overlay | None = None
    for entry, row in zip(entries, rows, strict=True):
        if not touches_documents(entry.type):
            continue
        overlay = overlay or Overlay(documents)
        overlay.take(project_entry(entry.content or event_of(row), row, overlay))
    return [] if overlay is None else overlay.changes


def new_name(changes: Iterable[DocumentChange], name: str) -> str | None:
    """The project's name after these changes, `None` when it stays as it is."""
    for change in changes:
        if isinstance(change, Document) and change.kind == "project":
            changed = decode(change.body, ProjectChanged).name
            return None if changed == name else changed
    return None


class DocumentTable:
    """Documents in memory, by kind, in the order they were first made."""

    def __init__(self) -> None:
        self._kinds: defaultdict[str, dict[str, Document]] = defaultdict(dict)

    def __iter__(self) -> Iterator[Document]:
        for documents in self._kinds.values():
            yield from documents.values()

    def one(self, kind: str, document_id: str) -> Document | None:
        """One document."""
        return self._kinds[kind].get(document_id)

    def of(self, kind: str, group: str) -> list[Document]:
        """Those of a group, in the order they were first made."""
        return [document for document in self._kinds[kind].values() if document.group == group]

    def all(self, kind: str) -> list[Document]:
        """All of a kind."""
        return list(self._kinds[kind].values())

    def take(self, changes: Iterable[DocumentChange]) -> None:
        """Make changes."""
        for change in changes:
            if isinstance(change, Document):
                self._kinds[change.kind][change.id] = change
            else:
                self._kinds[change.kind].pop(change.id, None)


class Comparison:
    """Folds a whole journal, as it is stored, slice by slice, and names all that differs from what is kept.

    `known` is where the store takes the project to stand; the journal may have grown since. Slices and no list: a
    journal may be larger than memory.
    """

    def __init__(self, known: JournalPosition) -> None:
        self.folded = DocumentTable()
        """The documents that the journal leads to."""
        self._known, self._before = known, START
        self._met = known == START
        self._differences: list[str] = []

    def take(self, rows: Iterable[StoredEntry]) -> None:
        """The next rows of the journal."""
        for row in rows:
            self._differences += verify(row, self._before)
            if touches_documents(row.type):
                self._fold(row)
            self._before = JournalPosition(row.sequence, row.revision, row.chain)
            self._met = self._met or (row.sequence == self._known.sequence and row.chain == self._known.chain)

    def differences(self, kept: Iterable[Document]) -> list[str]:
        """All that differs, once the whole journal was taken."""
        lost = (
            [] if self._met else [f"the journal does not lead to entry {self._known.sequence} as this process knows it"]
        )
        return [*self._differences, *lost, *_differing_documents(self.folded, kept)]

    def _fold(self, row: StoredEntry) -> None:
        try:
            lifted = UPCASTERS.lift(row)
            self.folded.take(project_entry(event_of(lifted), lifted, self.folded))
        except GraphwrightError as error:
            self._differences.append(f"entry {row.sequence} ({row.type}) cannot be folded: {error.message}")


def compare(
    rows: Iterable[StoredEntry], kept: Iterable[Document], known: JournalPosition
) -> tuple[DocumentTable, list[str]]:
    """The same where a journal can be read in one pass: the documents it leads to, and all that differs."""
    comparison = Comparison(known)
    comparison.take(rows)
    return comparison.folded, comparison.differences(kept)


def _differing_documents(folded: DocumentTable, kept: Iterable[Document]) -> Iterator[str]:
    missing = {(document.kind, document.id): document for document in folded}
    for document in kept:
        expected = missing.pop((document.kind, document.id), None)
        if expected is None:
            yield f"{document.kind} {document.id!r} is kept, but no entry made it"
        elif not _same(document, expected):
            yield f"{document.kind} {document.id!r} differs from what entry {expected.sequence} made it"
    for document in missing.values():
        yield f"{document.kind} {document.id!r} of entry {document.sequence} is not kept"


def _same(document: Document, expected: Document) -> bool:
    if document.body == expected.body:
        return document == expected
    # As JSON values, not as bytes: a writer may have said 5 where a reader says 5.0.
    alike = structs.replace(document, body=expected.body) == expected
    try:
        return alike and json.decode(document.body) == json.decode(expected.body)
    except DecodeError:  # what is kept is no JSON any more
        return False
