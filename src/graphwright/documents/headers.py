"""The headers of the documents that stand, by id and by name, and what they take together, counted as they come and go.

Every file that is taken in asks whether there is room for it; to count all documents each time would cost the square of
their number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from graphwright.protocol.documents import SourceDocument
from graphwright.protocol.ids import DocumentId


class DocumentHeaders:
    """Those of one project."""

    def __init__(self, headers: Iterable[SourceDocument] = ()) -> None:
        self.by_id: dict[DocumentId, SourceDocument] = {}
        self._ids: dict[str, DocumentId] = {}
        self.passages = 0
        self.bytes = 0
        self._bytes_of: Counter[str] = Counter()
        for header in headers:
            self.put(header)

    def put(self, header: SourceDocument) -> None:
        """A document was added, or has another version."""
        self.drop(header.document_id)
        self.by_id[header.document_id] = header
        self._ids[header.name] = header.document_id
        self._count(header, 1)

    def drop(self, document_id: DocumentId) -> None:
        """A document was removed, if it is there."""
        gone = self.by_id.pop(document_id, None)
        if gone is not None:
            self._ids.pop(gone.name, None)
            self._count(gone, -1)

    def named(self, name: str) -> SourceDocument | None:
        """The document of this name."""
        return self.by_id[self._ids[name]] if name in self._ids else None

    def bytes_of(self, person_id: str) -> int:
        """The bytes of all files that one person has added."""
        return self._bytes_of[person_id]

    def _count(self, header: SourceDocument, sign: int) -> None:
        self.passages += sign * header.passages
        self.bytes += sign * header.bytes
        self._bytes_of[header.added_by.person_id] += sign * header.bytes
