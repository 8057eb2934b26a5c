"""Reads a journal as it is written: proves its chain, makes one digest of every byte, and gathers what it names.

Two readings, before and after something was done beside a journal, prove that the journal is as it was. Pure; a journal
may be larger than memory, so it comes in slices.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from graphwright.errors import StoreDamaged
from graphwright.store.base import Sha256, StoredEntry
from graphwright.store.chain import START, JournalPosition, verify

# A whole string of JSON, also of JSON that stands in a string; the quote before it is found ten times as fast.
_HASH: Final = re.compile(rb'"([0-9a-f]{64})[\\"]')
_RUN: Final = re.compile(rb'"runId":"([^"]+)"')


def hashes_in(data: bytes) -> set[Sha256]:
    """Everything that may be the name of a blob, whatever field it stands in: so no kind of reference is forgotten."""
    return {Sha256(found.decode()) for found in _HASH.findall(data)}


class JournalDigest:
    """One reading of one journal."""

    def __init__(self, name: str, *, upto: int | None = None) -> None:
        """`name`: of the project, for errors. `upto`: the digest is of so many entries; more may have come since."""
        self.hashes: set[Sha256] = set()
        """What the entries name."""
        self.runs: set[str] = set()
        """Runs that were started."""
        self._name, self._upto = name, upto
        self._before, self._sum = START, sha256()
        self._at_upto = self._sum.hexdigest() if upto == 0 else None

    @property
    def sequence(self) -> int:
        """Of the last entry."""
        return self._before.sequence

    @property
    def digest(self) -> str | None:
        """Of all that was read, or of the entries up to `upto`; `None` while there are fewer."""
        return self._sum.hexdigest() if self._upto is None else self._at_upto

    def take(self, rows: Iterable[StoredEntry]) -> None:
        """The next entries. `StoreDamaged` at the first that is not what was written."""
        for row in rows:
            for problem in verify(row, self._before):
                message = f"the journal of the project {self._name!r} is damaged: {problem}; restore a backup"
                raise StoreDamaged(message, sequence=row.sequence)
            self._before = JournalPosition(row.sequence, row.revision, row.chain)
            self._sum.update(row.chain.encode())
            for body in (row.body, *row.more):
                self._sum.update(body)
                self.hashes |= hashes_in(body)
            if row.type == "run.started":
                self.runs.update(found.decode() for found in _RUN.findall(row.body))
            if row.sequence == self._upto:
                self._at_upto = self._sum.hexdigest()
