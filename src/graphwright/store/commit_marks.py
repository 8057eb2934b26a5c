"""Finds the commits of a journal by a word: who made them, which run or message asked, what they take back or change.

A word is an id. What a store keeps for it is a *mark*: a digest of the word and the sequence of a commit; so nobody has
to walk through a long journal to undo, or to say who changed an element. Marks are derived: they are no part of the
chain, and a store that has none (an older database, a restored backup) is given them when somebody first asks. They are
written in bulk, beside the commits and not with them (ADR-65): a commit would touch a page for each of its words.
The newest commits, up to a snapshot's worth, are held in memory instead.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import Final, NamedTuple

import msgspec

from graphwright.ports import in_thread
from graphwright.protocol.base import Record
from graphwright.protocol.events import CommitApplied
from graphwright.protocol.graph import Author, Node
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.wire import decode_with
from graphwright.store.base import CommitMark, Store, StoredEntry
from graphwright.store.entries import COMMIT, taken_apart

KEPT: Final = 0
"""The word of the mark that says: up to here every commit has its marks."""
_AT_ONCE: Final = 2_000
"""Marks in one write: others write in between."""
_LARGE: Final = 1_000
"""Changes of a commit whose words are not gathered on the loop: the journal is read instead."""


def digest_of(word: str) -> int:
    """What stands for a word in a mark: 64 bits, so that among millions two are hardly ever alike. Readers look."""
    return int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "big", signed=True) or 1


def taking_back(commit_id: str) -> str:
    """The word of the commits that take one back."""
    return f"reverts {commit_id}"


class _MarkedCommit(NamedTuple):
    sequence: int
    words: frozenset[str]


class CommitMarks:
    """The marks of one project: those in the store, and those of the newest commits."""

    def __init__(self, store: Store, project_id: ProjectId, *, after: int = 0) -> None:
        self._store, self._project_id = store, project_id
        self._newest: list[_MarkedCommit] = []
        """The commits after `_after`, in order. No index of their words: each commit would pay for it, and few ask."""
        self._after = after
        self._head = after
        """The sequence of the newest commit."""
        self._kept: int | None = None
        """Up to here the store has them; unknown before somebody asks."""
        self._keeping: asyncio.Task[None] | None = None

    def heard(self, commit: CommitApplied, sequence: int) -> None:
        """A commit is durable. In memory, but a large one is left to be read."""
        self._head = sequence
        if len(commit.changes) > _LARGE:
            self._after, self._newest = sequence, []
            return
        self._newest.append(_MarkedCommit(sequence, frozenset((*_head_words(commit), *_elements(commit)))))

    async def find(
        self, word: str, *, after: int = 0, before: int | None = None, limit: int | None = None
    ) -> list[int]:
        """Sequences of the commits with a word, newest first: those between two, so many at most.

        Two words may have the same digest: whoever reads a commit looks whether it is the right one.
        """
        while await self._kept_upto() < self._after:  # what is being written may end before a large commit
            await self.keep()
        newest: list[int] = []
        for one in reversed(self._newest):
            if one.sequence <= after or len(newest) == limit:
                break
            if word in one.words and (before is None or one.sequence < before):
                newest.append(one.sequence)
        if after >= self._after or (limit is not None and len(newest) == limit):
            return newest
        below = newest[-1] if newest else before
        rest = None if limit is None else limit - len(newest)
        older = await self._store.marked(self._project_id, digest_of(word), before=below, limit=rest)
        return newest + [one for one in older if one > after]

    async def keep(self) -> None:
        """Give the store the marks that it lacks, so that little has to be held. One at a time; `close` ends it."""
        if self._keeping is None or self._keeping.done():
            self._keeping = asyncio.create_task(self._keep(self._head))
        await asyncio.shield(self._keeping)

    async def close(self) -> None:
        """Write no more, before the store closes: whoever asks next goes on from what was kept."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)

    async def _kept_upto(self) -> int:
        if self._kept is None:
            found = await self._store.marked(self._project_id, KEPT, limit=1)
            self._kept = found[0] if found else 0
        return self._kept

    async def _keep(self, upto: int) -> None:
        after, read_upto, newest = await self._kept_upto(), min(upto, self._after), self._newest[:]
        waiting: list[CommitMark] = []
        if after < read_upto:
            async for stored in self._store.read(self._project_id, after=after, upto=read_upto, only=COMMIT):
                waiting += await in_thread(lambda: _marks_of(stored)) if stored.more else _marks_of(stored)  # noqa: B023  # awaited here
                if len(waiting) >= _AT_ONCE:
                    await self._write(waiting, stored.sequence)
                    waiting = []
        for one in newest:
            if after < one.sequence <= upto:
                waiting += [CommitMark(digest, one.sequence) for digest in _digests(one.words)]
                if len(waiting) >= _AT_ONCE:
                    await self._write(waiting, one.sequence)
                    waiting = []
        await self._write(waiting, upto)
        self._newest = [one for one in self._newest if one.sequence > upto]
        self._after = max(self._after, upto)

    async def _write(self, marks: Sequence[CommitMark], upto: int) -> None:
        # In the order of the table, so that rows of one page come one after another. `KEPT` last, and only once all
        # before it are durable: whoever dies in between writes some of them again, which changes nothing.
        rows = sorted(marks)
        for start in range(0, len(rows), _AT_ONCE):
            await self._store.save_marks(self._project_id, rows[start : start + _AT_ONCE])
        await self._store.save_marks(self._project_id, [CommitMark(KEPT, upto)])
        self._kept = upto


class _Element(Record, frozen=True, kw_only=True, gc=False):
    """Which element; what it is like is passed over."""

    node_id: str = ""
    edge_id: str = ""
    source: str = ""
    target: str = ""


class _Change(Record, frozen=True, kw_only=True, gc=False):
    before: _Element | None
    after: _Element | None


class _Commit(Record, frozen=True, kw_only=True):
    commit_id: str
    author: Author
    changes: list[_Change]
    run_id: str | None = None
    message_id: str | None = None
    reverts: list[str] = []


_decoder = msgspec.json.Decoder(_Commit)
_changes_decoder = msgspec.json.Decoder(list[_Change])


def _marks_of(stored: StoredEntry) -> list[CommitMark]:
    """The marks of a commit as it is stored."""
    outline, parts = taken_apart(stored)
    commit = decode_with(_decoder, outline)
    digests = _digests((*_head_words(commit), *_read_elements(commit.changes)))
    for part in parts:
        changes = decode_with(_changes_decoder, part)
        digests |= _digests(_read_elements(changes))
    return [CommitMark(digest, stored.sequence) for digest in digests]


def _digests(words: Iterable[str]) -> set[int]:
    return {digest_of(word) for word in {*words} if word}


def _head_words(commit: CommitApplied | _Commit) -> Iterator[str]:
    yield commit.commit_id
    yield commit.author.person_id
    yield from filter(None, (commit.run_id, commit.message_id))
    for reverted in commit.reverts:
        yield taking_back(reverted)


def _elements(commit: CommitApplied) -> Iterator[str]:
    """Nodes, edges, and the nodes at both ends of an edge: what happens to an edge is a part of their history."""
    for change in commit.changes:
        element = change.after or change.before
        if isinstance(element, Node):
            yield element.node_id
        elif element is not None:
            yield from (element.edge_id, element.source, element.target)


def _read_elements(changes: Iterable[_Change]) -> Iterator[str]:
    for change in changes:
        element = change.after or change.before
        if element is not None:
            yield from (element.node_id, element.edge_id, element.source, element.target)
