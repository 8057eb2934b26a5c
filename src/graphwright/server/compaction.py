"""What nobody can see any more is removed, and all that can be seen is proved to be as it was (ADR-99).

Nothing of a journal goes, and nothing that an entry names. Each kind is removed in small writes between those of
others; whoever stops in the middle, or is killed, has removed some of it and nothing else.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from graphwright.agents.refused_sets import OWNED_SETS, REFUSED_SET
from graphwright.documents.library import BLOB_REGISTER
from graphwright.errors import NotFound, StoreDamaged
from graphwright.ports import in_thread
from graphwright.protocol.base import Count, Record
from graphwright.protocol.documents import SourceDocument
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import ProjectId, milliseconds_of
from graphwright.protocol.wire import decode, encode
from graphwright.server.retention import BEGUN_FORGETTING
from graphwright.server.share_links import SHARE, ShareLink
from graphwright.store.base import BLOB_DAYS, KEY_DAYS, KeptBlob, Sha256, StoredAmount
from graphwright.store.journal_digest import JournalDigest, hashes_in
from graphwright.store.reads import StoredProject
from graphwright.thread_book import THREAD_BOOK
from graphwright.turns.allowance import BUDGET
from graphwright.workbench import Workbench

T = TypeVar("T")

CompactedKind: TypeAlias = Literal["texts", "answers", "owners", "records", "files", "space"]
Progress: TypeAlias = Callable[[str, int], object]
"""Told what is looked at or removed, and how much of it there was so far."""

EVERY: Final = timedelta(days=7)
"""Between two that are done by themselves."""
_LAST: Final = "compaction"
_SLICE: Final = 100
"""Of what is removed in one write: a few milliseconds."""
_LARGE: Final = 64 * 1024
"""Bytes of a blob that is searched beside the loop."""
_UNTOLD: Final[Progress] = lambda _what, _count: None  # noqa: E731  # its name is for who reads a signature


def _of_budget(key: str, _body: bytes) -> str:
    kind, _, name = key.partition("/")
    return name if kind == "project" else ""


_PROJECT_OF: Final[Mapping[str, Callable[[str, bytes], str]]] = {
    BUDGET: _of_budget,
    THREAD_BOOK: lambda key, _body: key,
    SHARE: lambda _key, body: decode(body, ShareLink).project_id,
    BEGUN_FORGETTING: lambda key, _body: key,
    OWNED_SETS: lambda key, _body: key.partition("/")[0],
    REFUSED_SET: lambda key, _body: key.partition("/")[0],
    BLOB_REGISTER: lambda _key, body: body.decode(),
}
"""Records that belong to a project and are read by nobody without it: whose each is, empty for nobody's."""


class CompactedAmount(Record, frozen=True, kw_only=True):
    """How much of one kind nobody can see."""

    kind: CompactedKind
    rows: Count = 0
    bytes: Count = 0


class CompactionReport(Record, frozen=True, kw_only=True):
    """What was found, or removed."""

    amounts: list[CompactedAmount]
    entries: Count
    """Of all journals: their chains hold, and each is, byte by byte, what it was."""
    texts: Count
    """Lying apart, which an entry names: each is there as it was."""
    is_held: bool = False
    """A legal hold stands somewhere: texts that nothing names might be of that project, so all of them stay."""

    @property
    def is_empty(self) -> bool:
        """Nothing of any kind."""
        return not any(each.rows or each.bytes for each in self.amounts)


class _VisibleData(Struct):
    """What somebody can be shown."""

    journals: dict[ProjectId, JournalDigest]
    blobs: dict[Sha256, int]
    """All there are, with their sizes."""
    named: set[Sha256]
    """Those of them to which an entry leads."""
    documents: set[Sha256]
    """Texts of documents that stand."""


class _InvisibleData(Struct):
    """What nobody can be shown, by its names."""

    texts: list[Sha256]
    answers: StoredAmount
    owners: list[str]
    records: list[tuple[str, str, int]]
    """Kind, id and bytes."""
    files: list[Path]
    unused: int
    is_held: bool


class Compaction:
    """Removes what nobody can see, of a whole data folder."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._store = workbench.store

    async def sweep_weekly(self) -> None:
        """Compact, unless it was done in the last days; nobody waits for it."""
        now = self._workbench.clock.now()
        last = await self.last()
        if last is None:  # a new folder has nothing to remove, and an old one is busy with its upgrade
            await self._store.set_record(_LAST, "last", encode(now))
        elif last <= now - EVERY:
            await self.compact(may_hold=False)
            await self._store.set_record(_LAST, "last", encode(now))

    async def last(self) -> datetime | None:
        """When it was done by itself last, of a new folder when that began; `None` before."""
        kept = await self._store.get_record(_LAST, "last")
        return None if kept is None else decode(kept, datetime)

    async def look(self, progress: Progress = _UNTOLD) -> CompactionReport:
        """What `compact` would remove; nothing is changed. `StoreDamaged` where a journal is."""
        async with self._workbench.deleting:
            seen = await self._see(progress)
            return self._told(seen, await self._invisible(seen))

    async def compact(
        self, progress: Progress = _UNTOLD, *, may_hold: bool = True, by: Author | None = None
    ) -> CompactionReport:
        """Remove it, and prove that nothing else has changed. `StoreDamaged` where a journal is, or was not kept.

        `may_hold`: writes may wait once, for the file of an older program to become one that shrinks in slices.
        """
        async with self._workbench.deleting:
            await self._workbench.audit.settle()
            seen = await self._see(progress)
            found = await self._invisible(seen)
            told = self._told(seen, found)
            if told.is_empty:
                return told
            await self._note("compaction.begin", told, by)  # first: whoever is killed has said what was going
            await self._remove(found, progress)
            given = await self._give_back(progress, may_hold=may_hold)
            await self._prove(seen, progress)
            space = CompactedAmount(kind="space", bytes=given)
            done = replace(told, amounts=[each for each in told.amounts if each.kind != "space"] + [space])
            await self._note("compaction.end", done, by)
            return done

    # looking ---------------------------------------------------------------------------------------------------------

    async def _see(self, progress: Progress, before: _VisibleData | None = None) -> _VisibleData:
        """Everything that an entry leads to. With what was seen `before`: no blob is read again."""
        journals: dict[ProjectId, JournalDigest] = {}
        entries = 0
        for row in await self._workbench.projects.rows():
            upto = before and before.journals.get(row.project_id)
            reading = JournalDigest(row.name, upto=upto.sequence if upto else None)
            try:
                async for rows in self._store.read_as_written(row.project_id):
                    await in_thread(lambda: reading.take(rows))  # noqa: B023  # awaited here
                    entries += len(rows)
                    progress("journal", entries)
            except NotFound:
                continue  # deleted meanwhile
            journals[row.project_id] = reading
        blobs = {each.sha256: each.size async for each in self._all_blobs()}
        named = {each for reading in journals.values() for each in reading.hashes}
        documents = await self._standing_documents()
        if before is None:
            named = documents & blobs.keys() | await self._named(blobs, named, progress)
        return _VisibleData(journals, blobs, named, documents)

    async def _all_blobs(self) -> AsyncIterator[KeptBlob]:
        after = ""
        while found := await self._store.blobs(after=after):
            for each in found:
                yield each
            after = found[-1].sha256

    async def _named(self, blobs: Mapping[Sha256, int], named: set[Sha256], progress: Progress) -> set[Sha256]:
        """The blobs that are named, and those that these name; a text of a document only while its document stands."""
        documents = {Sha256(key) for key, _ in await self._store.records(BLOB_REGISTER)}
        ahead = [each for each in named if each in blobs and each not in documents]
        found = {*ahead}
        while ahead:
            try:
                data = await self._store.get_blob(ahead.pop())
            except NotFound:
                continue
            inner = await in_thread(lambda: hashes_in(data)) if len(data) > _LARGE else hashes_in(data)  # noqa: B023  # awaited here
            more = [each for each in inner if each in blobs and each not in found and each not in documents]
            found.update(more)
            ahead += more
            progress("texts", len(found))
        return found

    async def _standing_documents(self) -> set[Sha256]:
        found: set[Sha256] = set()
        for row in await self._workbench.projects.rows():
            for document in await StoredProject(self._store, row.project_id).read_all(SourceDocument):
                found.add(Sha256(document.content))
        return found

    async def _invisible(self, seen: _VisibleData) -> _InvisibleData:
        now = self._workbench.clock.now()
        held = await self._workbench.holds.all()
        unnamed = [] if held else [each for each in seen.blobs if each not in seen.named]
        a_day_ago = now - timedelta(days=BLOB_DAYS)
        texts = [each for some in _slices(unnamed) for each in await self._store.old_blobs(some, older_than=a_day_ago)]
        return _InvisibleData(
            texts=texts,
            answers=await self._store.old_keys(now - timedelta(days=KEY_DAYS)),
            owners=[each async for each in self._owners_of_nothing(seen)],
            records=await self._records_of_nobody(),
            files=await self._workbench.index_files_of_nobody(),
            unused=await self._store.unused_bytes(),
            is_held=bool(held),
        )

    async def _owners_of_nothing(self, seen: _VisibleData) -> AsyncIterator[str]:
        """Runs that are in no journal. A young one may be about to begin; what is no id of a run stays."""
        before = (self._workbench.clock.now() - timedelta(days=BLOB_DAYS)).timestamp() * 1000
        runs = {run for journal in seen.journals.values() for run in journal.runs}
        after = ""
        while found := await self._store.owners(after=after):
            for each in found:
                made = milliseconds_of(each)
                if each not in runs and made is not None and made < before:
                    yield each
            after = found[-1]

    async def _records_of_nobody(self) -> list[tuple[str, str, int]]:
        found = [
            (kind, key, len(body), project)
            for kind, project_of in _PROJECT_OF.items()
            for key, body in await self._store.records(kind)
            if (project := project_of(key, body))
        ]
        # Read behind the records: what belongs to a project that was only just made is none of these.
        standing = {row.project_id for row in await self._workbench.projects.rows()}
        return [(kind, key, size) for kind, key, size, project in found if project not in standing]

    def _told(self, seen: _VisibleData, found: _InvisibleData) -> CompactionReport:
        texts = StoredAmount(len(found.texts), sum(seen.blobs[each] for each in found.texts))
        records = StoredAmount(len(found.records), sum(size for _, _, size in found.records))
        files = StoredAmount(len(found.files), sum(_size_of(each) for each in found.files))
        owners = StoredAmount(len(found.owners), sum(map(len, found.owners)))
        amounts: dict[CompactedKind, StoredAmount] = {
            "texts": texts,
            "answers": found.answers,
            "owners": owners,
            "records": records,
            "files": files,
            "space": StoredAmount(0, found.unused),
        }
        return CompactionReport(
            amounts=[CompactedAmount(kind=kind, rows=each.rows, bytes=each.size) for kind, each in amounts.items()],
            entries=sum(each.sequence for each in seen.journals.values()),
            texts=len(seen.named),
            is_held=found.is_held,
        )

    # removing --------------------------------------------------------------------------------------------------------

    async def _remove(self, found: _InvisibleData, progress: Progress) -> None:
        """All of it, in small writes. None depends on another, so it may end anywhere."""
        store, now = self._store, self._workbench.clock.now()
        done = 0
        for some in _slices(found.texts):
            done += await store.forget_blobs(some, older_than=now - timedelta(days=BLOB_DAYS))
            progress("texts", done)
        done = 0
        while gone := await store.forget_keys(now - timedelta(days=KEY_DAYS), limit=_SLICE):
            done += gone
            progress("answers", done)
        for names in _slices(found.owners):
            await store.forget_owners(names)
        for kind, key, _ in found.records:
            await store.set_record(kind, key, None)
        for path in found.files:
            path.unlink(missing_ok=True)

    async def _give_back(self, progress: Progress, *, may_hold: bool) -> int:
        given = 0
        async for each in self._store.give_back(may_hold=may_hold):
            given += each
            progress("space", given)
        return given

    # proving ---------------------------------------------------------------------------------------------------------

    async def _prove(self, before: _VisibleData, progress: Progress) -> None:
        """Each journal that was there is what it was, and each text that an entry named is there. `StoreDamaged`."""
        after = await self._see(progress, before)
        # A document that somebody has removed meanwhile took its text along.
        lost = before.named - after.blobs.keys() - (before.documents - await self._standing_documents())
        changed = [
            project_id
            for project_id, reading in after.journals.items()
            if (known := before.journals.get(project_id)) is not None and reading.digest != known.digest
        ]
        if lost or changed:
            told = f"{len(lost)} texts are missing and {len(changed)} journals differ"
            raise StoreDamaged(f"{told} after compacting; restore a backup")

    async def _note(self, action: str, told: CompactionReport, by: Author | None) -> None:
        details = {str(each.kind): str(each.rows or each.bytes) for each in told.amounts if each.rows or each.bytes}
        await self._workbench.audit.note(action, person=by, project="", details=details)


def _slices(names: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(names), _SLICE):
        yield names[start : start + _SLICE]


def _size_of(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
