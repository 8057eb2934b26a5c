"""Random calls to a store, and a book that knows nothing of its code and says what each has to answer (R-49)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest

from graphwright.errors import GraphwrightError
from graphwright.protocol.ids import ProjectId
from graphwright.store.base import CommitMark, Entry, Fence, Head, IdempotencyKey, RepeatedKey, Store
from tests.store.samples import access, commit, header, journal, key, message, snapshot, thread

PROJECTS = [ProjectId(f"p-{name}") for name in ("one", "two", "three")]
SCOPES, KEYS, DIGESTS = ["ana", "ben"], ["k1", "k2", "k3"], ["d1", "d1", "d2"]
THREADS = ["t1", "t2"]
SEEDS = range(3)
CALLS = 200


class Kept:
    """What the book has written down of one project."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.types: list[str] = []
        self.revisions: list[int] = []
        self.documents: dict[tuple[str, str], tuple[str, int]] = {}
        """By kind and id, in the order they were first made: the group, and the sequence of the last change."""
        self.marks: set[tuple[int, int]] = set()
        self.snapshots: dict[int, int] = {}

    @property
    def head(self) -> Head:
        return Head(len(self.types), self.revisions[-1] if self.revisions else 0)

    def write(self, entry: Entry, at: tuple[str, str, str] | None, *, is_gone: bool = False) -> None:
        self.types.append(entry.type)
        self.revisions.append(entry.revision or self.head.revision)
        if at is not None:
            kind, document_id, group = at
            if is_gone:
                self.documents.pop((kind, document_id), None)
            else:
                self.documents[kind, document_id] = (group, len(self.types))


class Book:
    """The store by heart: each method makes a call of a random kind and holds the answer against what it must be."""

    def __init__(self, store: Store, seed: int) -> None:
        self.store = store
        self.dice = Random(seed)
        self.kept: dict[ProjectId, Kept] = {}
        self.keys: dict[tuple[str, str], tuple[str, bytes]] = {}
        self.fences: dict[str, int] = {}
        self.records: dict[tuple[str, str], bytes] = {}

    async def call(self) -> None:
        """One call of a random kind."""
        calls: list[Callable[[], Awaitable[None]]] = [
            *[self.append] * 8, *[self.listing] * 3, *[self.read] * 3, self.create, self.delete, self.own, self.recall,
            self.mark, self.marked, self.save, self.load, self.record, self.standing,
        ]  # fmt: skip
        await self.dice.choice(calls)()

    # --- writing ----------------------------------------------------------------------------------------------------

    async def append(self) -> None:
        project = self.dice.choice(PROJECTS)
        kept = self.kept.get(project)
        head = Head(0, 0) if kept is None else kept.head
        revision, skipped = head.revision, None
        made: list[tuple[Entry, tuple[str, str, str] | None, bool]] = []
        for _ in range(self.dice.randint(0, 3)):
            one = self.dice.choice([*THREADS, "m1", "m2", "m3", "ben", "gone", "commit"])
            if one in THREADS:
                made.append((thread(one), ("thread", one, ""), False))
            elif one[0] == "m":
                group = self.dice.choice(THREADS)
                made.append((message(one, group), ("message", one, group), False))
            elif one == "commit":
                skips = self.dice.random() < 0.1
                if skips and skipped is None:
                    behind = (
                        f"a commit makes revision {revision + 2}, but {revision + 1} is next; plan again from there"
                    )
                    skipped = behind
                revision += 2 if skips else 1
                made.append((commit(revision), None, False))
            else:
                made.append((access("ben", None if one == "gone" else "editor"), ("member", "ben", ""), one == "gone"))
        expected = self.dice.choice([None, head.revision, head.revision, head.revision + 1])
        fence = self.dice.choice([None, None, Fence("run", self.fences.get("run", 0)), Fence("run", 99)])
        known = self.dice.choice([None, self._key()])
        call = self.store.append(
            project, [entry for entry, _, _ in made], expect_revision=expected, fence=fence, key=known
        )
        refused = (
            self._absent(project)
            or (known and self._repeated(known))
            or (fence and self._fenced(fence))
            or (
                expected not in (None, head.revision)
                and f"the project is at revision {head.revision}, not {expected}; plan again from there"
            )
            or skipped
        )
        if refused:
            await self._refuses(call, refused)
            return
        assert kept is not None
        assert await call == head.sequence + 1
        for entry, at, is_gone in made:
            kept.write(entry, at, is_gone=is_gone)
        if known is not None:
            self.keys[known.scope, known.id] = (known.digest, known.answer)

    async def create(self) -> None:
        project, name = self.dice.choice(PROJECTS), self.dice.choice(["shop", "bank", "mill"])
        call = self.store.create_project(project, name, [header(name)])
        if project in self.kept:
            await self._refuses(call, f"there is a project with the id {project!r} already")
        elif name in {kept.name for kept in self.kept.values()}:
            await self._refuses(call, f"there is a project called {name!r} already; choose another name")
        else:
            await call
            self.kept[project] = kept = Kept(name)
            kept.write(header(name), ("project", "header", ""))

    async def delete(self) -> None:
        project = self.dice.choice(PROJECTS)
        if self.dice.random() < 0.6:
            return
        call = self.store.delete_project(project)
        if refused := self._absent(project):
            await self._refuses(call, refused)
        else:
            await call
            del self.kept[project]

    async def own(self) -> None:
        self.fences["run"] = self.fences.get("run", 0) + 1
        assert await self.store.own("run", by="here") == Fence("run", self.fences["run"])

    async def mark(self) -> None:
        project = self.dice.choice(PROJECTS)
        marks = [CommitMark(self.dice.choice([-5, 7]), self.dice.randint(1, 6)) for _ in range(self.dice.randint(0, 3))]
        call = self.store.save_marks(project, marks)
        if refused := self._absent(project):
            await self._refuses(call, refused)
        else:
            await call
            self.kept[project].marks.update(marks)

    async def save(self) -> None:
        project, sequence = self.dice.choice(PROJECTS), self.dice.randint(1, 9)
        revision = sequence // 2
        call = self.store.save_snapshot(project, snapshot(revision), sequence)
        if refused := self._absent(project):
            await self._refuses(call, refused)
        else:
            await call
            kept = self.kept[project]
            kept.snapshots[sequence] = revision
            kept.snapshots = dict(sorted(kept.snapshots.items())[-2:])

    async def record(self) -> None:
        kind, record_id = self.dice.choice(["token", "budget"]), self.dice.choice("abc")
        body = self.dice.choice([None, b"one", b"two"])
        await self.store.set_record(kind, record_id, body)
        self.records.pop((kind, record_id), None)
        if body is not None:
            self.records[kind, record_id] = body
        for each in ("token", "budget"):
            known = sorted((known_id, kept) for (of, known_id), kept in self.records.items() if of == each)
            assert await self.store.records(each) == known
            for known_id in "abc":
                assert await self.store.get_record(each, known_id) == self.records.get((each, known_id))

    # --- reading ----------------------------------------------------------------------------------------------------

    async def listing(self) -> None:
        project, kind = self.dice.choice(PROJECTS), self.dice.choice(["thread", "message", "member", "project", "run"])
        group = self.dice.choice([None, None, *THREADS])
        limit, newest_first = self.dice.choice([None, 0, 1, 2, 5]), self.dice.choice([True, False])
        call = self.store.documents(project, kind, group=group, limit=limit, newest_first=newest_first)
        if refused := self._absent(project):
            await self._refuses(call, refused)
            return
        documents = self.kept[project].documents
        expected = [(i, of, at) for (k, i), (of, at) in documents.items() if k == kind and group in (None, of)]
        expected = (expected[::-1] if newest_first else expected)[:limit]
        assert [(each.id, each.group, each.sequence) for each in await call] == expected
        for document_id in ("t1", "m1", "ben", "header", "nobody"):
            found = await self.store.document(project, kind, document_id)
            known = documents.get((kind, document_id))
            assert (None if found is None else (found.group, found.sequence)) == known
            holders = {each for each, kept in self.kept.items() if (kind, document_id) in kept.documents}
            anywhere = await self.store.find_document(kind, document_id)
            assert (anywhere is None) == (not holders)
            assert anywhere is None or anywhere[0] in holders

    async def read(self) -> None:
        project, after = self.dice.choice(PROJECTS), self.dice.randint(-1, 8)
        upto = self.dice.choice([None, -1, 0, *range(9)])
        only = self.dice.choice([None, None, "commit.applied", "thread.changed"])
        call = journal(self.store, project, after=after, upto=upto, only=only)
        if refused := self._absent(project):
            await self._refuses(call, refused)
            return
        kept = self.kept[project]
        assert [(row.sequence, row.type, row.revision) for row in await call] == [
            (sequence, type_, revision)
            for sequence, (type_, revision) in enumerate(zip(kept.types, kept.revisions, strict=True), 1)
            if after < sequence <= (len(kept.types) if upto is None else upto) and only in (None, type_)
        ]

    async def marked(self) -> None:
        project, word = self.dice.choice(PROJECTS), self.dice.choice([-5, 7])
        before, limit = self.dice.choice([None, *range(1, 7)]), self.dice.choice([None, 0, 1, 2])
        call = self.store.marked(project, word, before=before, limit=limit)
        if refused := self._absent(project):
            await self._refuses(call, refused)
        else:
            marks = {at for of, at in self.kept[project].marks if of == word and (before is None or at < before)}
            assert await call == sorted(marks, reverse=True)[:limit]

    async def load(self) -> None:
        project, upto = self.dice.choice(PROJECTS), self.dice.choice([None, *range(5)])
        call = self.store.load_snapshot(project, upto_revision=upto)
        if refused := self._absent(project):
            await self._refuses(call, refused)
        else:
            fitting = {at: made for at, made in self.kept[project].snapshots.items() if upto is None or made <= upto}
            newest = max(fitting, default=None)
            assert await call == (None if newest is None else (snapshot(fitting[newest]), newest))

    async def recall(self) -> None:
        known = self._key()
        stored = self.keys.get((known.scope, known.id))
        call = self.store.recall(known.scope, known.id, known.digest)
        if stored is not None and stored[0] != known.digest:
            await self._refuses(call, _of_another(known))
        else:
            assert await call == (None if stored is None else stored[1])

    async def standing(self) -> None:
        assert [(row.project_id, row.name) for row in await self.store.projects()] == [
            (project, kept.name) for project, kept in self.kept.items()
        ]
        for project in PROJECTS:
            if refused := self._absent(project):
                await self._refuses(self.store.head(project), refused)
                continue
            kept = self.kept[project]
            assert await self.store.head(project) == kept.head
            for revision in range(-1, kept.head.revision + 2):
                call = self.store.sequence_at(project, revision)
                if not 0 <= revision <= kept.head.revision:
                    newest = kept.head.revision
                    await self._refuses(call, f"there is no revision {revision}; the newest is {newest}")
                else:
                    assert await call == (kept.revisions.index(revision) + 1 if revision else 0)
            assert await self.store.rebuild(project) == []

    # --- refusals ---------------------------------------------------------------------------------------------------

    def _key(self) -> IdempotencyKey:
        digest, scope, key_id = (self.dice.choice(each) for each in (DIGESTS, SCOPES, KEYS))
        return key(key_id, digest, f"answer {self.dice.randint(1, 9)}".encode(), scope)

    def _absent(self, project: ProjectId) -> str | None:
        return None if project in self.kept else f"there is no project {project!r}"

    def _repeated(self, known: IdempotencyKey) -> str | bytes | None:
        stored = self.keys.get((known.scope, known.id))
        return None if stored is None else stored[1] if stored[0] == known.digest else _of_another(known)

    def _fenced(self, fence: Fence) -> str | None:
        current = self.fences.get(fence.owner)
        newer = f"{fence.owner!r} has a newer owner: number {current}, not {fence.number}"
        return None if fence.number == current else newer

    async def _refuses(self, call: Awaitable[Any], told: str | bytes) -> None:
        """The call fails and says this, or what the first one with its key was told."""
        with pytest.raises((GraphwrightError, RepeatedKey)) as refused:
            await call
        error: Exception = refused.value
        said = error.answer if isinstance(error, RepeatedKey) else getattr(error, "message", None)
        assert said == told


def _of_another(known: IdempotencyKey) -> str:
    return f"the id {known.id!r} was used before with another content; give each command an id of its own"


async def check_by_the_book(store: Store, seed: int) -> None:
    """Make random calls; each answers what the book says, and so does everything at the end."""
    book = Book(store, seed)
    await book.create()
    for _ in range(CALLS):
        await book.call()
    await book.standing()
