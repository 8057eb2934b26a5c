"""What somebody is called is replaced in stored JSON, wherever it stands beside their id; all else stays as it is.

Our encoder writes a record in one way: fields in their order, no spaces. So the name is found in the bytes, whatever
record holds it, and a large body need not be decoded. Inside a text a quote is escaped: nothing there can look like it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from msgspec import structs

from graphwright.protocol.ids import PersonId
from graphwright.protocol.wire import encode
from graphwright.store.base import Document, StoredEntry
from graphwright.store.chain import redact

_TEXT: Final = rb'"(?:[^"\\]|\\.)*"'
_RESULT: Final = re.compile(rb'"resultRef":"([0-9a-f]{64})"')


class Renaming:
    """One person's name, replaced by another one."""

    def __init__(self, person_id: PersonId, name: str, pseudonym: str) -> None:
        self.person_id = person_id
        self.pseudonym = pseudonym
        self._id, self._name, self._new = encode(person_id), encode(name), encode(pseudonym)
        is_them = rb'"personId":' + re.escape(self._id)
        self._behind = re.compile(rb"(" + is_them + rb',"name":)' + _TEXT)
        self._before = re.compile(rb'("name":)' + _TEXT + rb"(," + is_them + rb")")
        # What people said in a discussion is handed on by name alone.
        self._said = re.compile(rb'("name":)' + re.escape(self._name) + rb'(,"text":)')
        self._steered = re.compile(rb'("action":"\w+","name":)' + re.escape(self._name))

    def of(self, data: bytes) -> bytes:
        """The JSON with the new name; the same where nothing of them is in it."""
        if self._id in data:
            data = self._behind.sub(lambda found: found[1] + self._new, data)
            data = self._before.sub(lambda found: found[1] + self._new + found[2], data)
        if self._name in data:
            data = self._said.sub(lambda found: found[1] + self._new + found[2], data)
            data = self._steered.sub(lambda found: found[1] + self._new, data)
        return data

    def of_entry(self, stored: StoredEntry, results: Mapping[str, str]) -> StoredEntry | None:
        """An entry that says less; `None` for one that says nothing of them.

        results: kept results that lie apart, by their hashes, with the hashes of what replaces them.
        """
        body = with_results(self.of(stored.body), results)
        more = tuple(self.of(piece) for piece in stored.more)
        if body == stored.body and more == stored.more:
            return None
        return redact(stored, body, more)

    def of_document(self, document: Document, results: Mapping[str, str]) -> Document | None:
        """The same for a document."""
        body = with_results(self.of(document.body), results)
        return None if body == document.body else structs.replace(document, body=body)


def results_in(data: bytes) -> set[str]:
    """The hashes of results that lie apart."""
    return {found.decode() for found in _RESULT.findall(data)}


def with_results(data: bytes, results: Mapping[str, str]) -> bytes:
    """The JSON with other hashes of results that lie apart."""
    if not results or b'"resultRef"' not in data:
        return data
    return _RESULT.sub(lambda found: b'"resultRef":"%b"' % results.get(told := found[1].decode(), told).encode(), data)
