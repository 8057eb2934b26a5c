"""The `Store` protocol: what every implementation promises, and the small records it deals in (ADR-13).

The journal is the truth: append-only, one dense sequence per project, one row per durable event. Documents (threads,
messages, runs, steps, proposals, ...) are a projection that the store keeps in the same transaction with
`store.projections.project_entry`; they can be rebuilt from the journal at any time. Snapshots only shorten reading.
Keys, owners, members, tokens, budgets and blobs are records: primary, but no facts of a project.

All methods are coroutines; a store may reach a thread only through `run_in_executor` (ADR-20). Text is stored raw.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple, NewType, Protocol, TypeAlias

from msgspec import Struct

from graphwright.errors import StoreBusy
from graphwright.protocol.events import DurableEvent
from graphwright.protocol.graph import Snapshot
from graphwright.protocol.ids import ProjectId
from graphwright.store.pieces import MadePieces

DATA_VERSION: Final = 5
"""Version of the stored layout. A folder with a higher one is refused untouched (`NewerData`)."""

KEY_DAYS: Final = 7
"""How long idempotency keys are kept at least (ADR-04)."""

BLOB_DAYS: Final = 1
"""How long a blob stays at least after it was put last: by then an entry names it, or nobody ever will (ADR-99)."""

BLOB_RENEWED: Final = timedelta(hours=1)
"""A blob that is put again counts as new, but this is not written more often. Whoever remembers that a blob is there
puts it again after as long."""

Sha256 = NewType("Sha256", str)
"""Hexadecimal."""

RecordsChange: TypeAlias = Callable[[list[bytes | None]], Sequence[bytes | None]]
"""From the bodies of records, `None` of one that is not there, to those that take their place."""


class StoreLimits(Struct, frozen=True):
    """What a store refuses."""

    entry_bytes: int = 512 * 1024 * 1024
    """Largest record, blob, or entry that is stored in one piece."""
    whole_entry_bytes: int = 8 * 1024 * 1024 * 1024
    """Largest entry in pieces; an import of 5 million elements needs about a third of it."""
    waiting_writes: int = 10_000
    """How many writes may wait; one more is refused with `StoreBusy`."""


DEFAULT_LIMITS: Final = StoreLimits()


class Entry(Struct, frozen=True, gc=False):
    """A durable event on its way into the journal: already encoded, without its sequence."""

    type: str
    """The tag of the event, for example `commit.applied`."""
    version: int
    """Version of this event's form; older ones are lifted by `store.upcast` when they are read."""
    at: datetime
    body: bytes
    """JSON of the event, or how it begins."""
    revision: int | None = None
    """The revision that this entry makes; only for `commit.applied`."""
    content: DurableEvent | None = None
    """The decoded event, where the writer has it at hand: spares the projection a decode. Never stored."""
    more: Sequence[bytes] = ()
    """How the JSON of a large event goes on, so that nobody ever has to hold or write all of it at once."""

    @property
    def size(self) -> int:
        """Bytes of its JSON."""
        more = self.more
        return len(self.body) + (more.size if isinstance(more, MadePieces) else sum(map(len, more)))


class StoredEntry(Struct, frozen=True, gc=False):
    """A row of the journal."""

    sequence: int
    type: str
    version: int
    at: datetime
    revision: int
    """The project's revision after this entry."""
    body: bytes
    content_hash: Sha256
    chain: Sha256
    """sha256 over the previous chain, this row's header and its content hash (`store.chain`): shows tampering,
    survives redaction (ADR-03)."""
    more: Sequence[bytes] = ()
    """How the JSON of a large event goes on behind `body`."""

    @property
    def size(self) -> int:
        """Bytes of its JSON."""
        return len(self.body) + sum(map(len, self.more))

    @property
    def whole(self) -> bytes:
        """The JSON of the event, all of it."""
        return b"".join((self.body, *self.more)) if self.more else self.body


class Head(Struct, frozen=True, gc=False):
    """Where a project stands. Both are 0 before the first entry."""

    sequence: int
    revision: int


class IdempotencyKey(Struct, frozen=True):
    """An idempotency key: a command id (scope = person) or `runId/stepKey` (scope = run)."""

    scope: str
    id: str
    digest: str
    """Of the command's body."""
    answer: bytes
    """What a repetition is told."""


class Fence(Struct, frozen=True):
    """Proof of ownership: writes whose number is not the current one are refused with `OwnerLost`."""

    owner: str
    """What is owned: `folder`, or a run id."""
    number: int


class ProjectRow(Struct, frozen=True):
    """A project as the store lists it; everything else about it comes from its journal."""

    project_id: ProjectId
    name: str
    created_at: datetime


class Document(Struct, frozen=True, gc=False):
    """A projected record: the current state of one thread, message, run, step, wait, proposal, layout or member."""

    kind: str
    id: str
    group: str
    """What it belongs to: the run of a step, the thread of a message; empty where nothing."""
    sequence: int
    """Of the entry that changed it last; also the order of a listing (by first change)."""
    body: bytes


class CommitMark(NamedTuple):
    """That the commit with a sequence has to do with a word (`store.commit_marks`)."""

    word: int
    """A digest of 64 bits, signed."""
    sequence: int


class KeptBlob(NamedTuple):
    """A blob without its content."""

    sha256: Sha256
    size: int
    """Bytes, as they lie in the store."""


class StoredAmount(NamedTuple):
    """How much there is of something."""

    rows: int
    size: int
    """Bytes."""


class RepeatedKey(Exception):
    """The key was used before with the same digest."""

    def __init__(self, answer: bytes) -> None:
        super().__init__("already done")
        self.answer = answer


class Standing(Struct, frozen=True):
    """Of the place where a store keeps what it acknowledges."""

    history: int | None = None
    """A number that is another one after the place may have gone back to an earlier moment; `None` where it cannot."""
    waits_for: str | None = None
    """Which other machines must have an entry before it is acknowledged, empty for none; `None` where there is no such
    choice."""


class Store(Protocol):
    """One data folder or database. Every implementation passes `tests/contracts/store_contract.py`."""

    limits: StoreLimits
    """What it refuses."""

    async def append(
        self,
        project_id: ProjectId,
        entries: Sequence[Entry],
        *,
        expect_revision: int | None = None,
        fence: Fence | None = None,
        key: IdempotencyKey | None = None,
    ) -> int:
        """Make entries durable, all or none, and answer with the sequence of the first.

        No entries and a key: only the key is kept, and the answer is the sequence that comes next.
        Appends that wait at the same time share one transaction; a refused one never fails its neighbours. They take
        their sequences in the order in which they were called. Commits pass `expect_revision` (the revision before
        them); everything else only takes the next numbers.
        Raises, and looks in this order: `NotFound` (no such project), `RepeatedKey` or `IdempotencyConflict` (key),
        `OwnerLost` (fence), `StaleRevision`, `LimitExceeded` (`entry_bytes`), `NotFound` (an event about a run or
        proposal that never was), `Conflict` (a project's new name is taken); `StoreBusy` (`waiting_writes`),
        `StoreFull`, `StoreDamaged`. After an error while committing, every further write is refused until the store
        is opened again. Cancelling the caller cancels only the waiting.
        """
        ...

    async def recall(self, scope: str, key_id: str, digest: str) -> bytes | None:
        """The stored answer of a key, `None` if it is new; `IdempotencyConflict` if its digest differs."""
        ...

    async def create_project(self, project_id: ProjectId, name: str, entries: Sequence[Entry]) -> None:
        """A new project with its first entries. `Conflict` if the name or the id is taken.

        A later `project.changed` with another name renames it.
        """
        ...

    async def projects(self) -> list[ProjectRow]:
        """All projects, oldest first."""
        ...

    async def delete_project(self, project_id: ProjectId) -> None:
        """Forget a project and everything in it; blobs stay. `NotFound`."""
        ...

    async def head(self, project_id: ProjectId) -> Head:
        """Where the project stands. `NotFound`."""
        ...

    async def sequence_at(self, project_id: ProjectId, revision: int) -> int:
        """The sequence of the entry that made a revision, 0 for revision 0. `NotFound` for one that never was."""
        ...

    def read(
        self,
        project_id: ProjectId,
        *,
        after: int = 0,
        upto: int | None = None,
        only: str | None = None,
        outlined: bool = False,
    ) -> AsyncIterator[StoredEntry]:
        """Entries with `after < sequence <= upto`, in order, lifted to the newest form; read in slices.

        `only`: those of one type; the bodies of the others are not touched. `outlined`: of an entry in pieces only how
        it begins and ends, whatever stands between.
        """
        ...

    def read_as_written(self, project_id: ProjectId) -> AsyncIterator[list[StoredEntry]]:
        """A whole journal in slices, not lifted: what the hashes of its chain are of. `NotFound`."""
        ...

    async def save_snapshot(self, project_id: ProjectId, snapshot: Snapshot, sequence: int) -> None:
        """Keep a snapshot (the newest two are kept). `NotFound`."""
        ...

    async def load_snapshot(
        self, project_id: ProjectId, *, upto_revision: int | None = None
    ) -> tuple[Snapshot, int] | None:
        """The newest snapshot (not above a revision) with the sequence it was taken at."""
        ...

    async def save_marks(self, project_id: ProjectId, marks: Sequence[CommitMark]) -> None:
        """Keep marks, all or none; one that is there already stays. `NotFound`.

        They are derived and no part of the chain: `rebuild` with `repair` forgets them, and whoever wants them makes
        them anew.
        """
        ...

    async def marked(
        self, project_id: ProjectId, word: int, *, before: int | None = None, limit: int | None = None
    ) -> list[int]:
        """The sequences marked with a word, newest first: those below one, so many at most. `NotFound`."""
        ...

    async def document(self, project_id: ProjectId, kind: str, document_id: str) -> Document | None:
        """One projected record."""
        ...

    async def documents(
        self,
        project_id: ProjectId,
        kind: str,
        *,
        group: str | None = None,
        limit: int | None = None,
        newest_first: bool = False,
    ) -> list[Document]:
        """Projected records of a kind (of a group), in the order they were first made."""
        ...

    async def find_document(self, kind: str, document_id: str) -> tuple[ProjectId, Document] | None:
        """The same when only the id is known, as on the command line (`run RUN`, `decide PROPOSAL`)."""
        ...

    async def rebuild(self, project_id: ProjectId, *, repair: bool = False) -> list[str]:
        """Fold the journal anew, compare with the kept documents and the digest chain, and name every difference.

        With `repair` the documents are replaced by the folded ones and the marks are forgotten; the journal itself is
        never touched. `NotFound`.
        """
        ...

    async def redact(
        self, project_id: ProjectId, entries: Sequence[StoredEntry], documents: Sequence[Document] = ()
    ) -> None:
        """Replace what entries hold by what says less, and documents by what these now come to; all or none.

        `entries` come from `chain.redact`, with as many pieces as before; headers, hashes and the chain stay. One of
        `documents` that another entry has changed meanwhile stays: whoever wants it changed looks again. `NotFound`.
        """
        ...

    async def redact_answers(self, text: bytes, change: Callable[[bytes], bytes]) -> None:
        """Replace what idempotency keys keep for a repetition, wherever `text` stands in it."""
        ...

    async def scrub(self) -> bool:
        """Make what was replaced or removed unreadable in the files; whether nothing of it is left in them.

        Writes wait meanwhile. Copies of the files, such as backups, are out of its reach.
        """
        ...

    async def put_blob(self, data: bytes) -> Sha256:
        """Keep bytes once, under their hash."""
        ...

    async def get_blob(self, sha256: Sha256) -> bytes:
        """The bytes of a blob. `NotFound`."""
        ...

    async def forget_blob(self, sha256: Sha256) -> None:
        """Forget the bytes of a blob. Nothing happens when there are none; nobody asks who else may want them."""
        ...

    async def blobs(self, *, after: str = "") -> list[KeptBlob]:
        """The next slice of all blobs, in the order of their hashes; empty when there is no more."""
        ...

    async def old_blobs(self, hashes: Sequence[Sha256], *, older_than: datetime) -> list[Sha256]:
        """Those that were put before, and more than `BLOB_DAYS` ago; nobody is about to name them."""
        ...

    async def forget_blobs(self, hashes: Sequence[Sha256], *, older_than: datetime) -> int:
        """Forget those of `old_blobs`, looked at in the moment in which they go; how many went."""
        ...

    async def set_record(self, kind: str, record_id: str, body: bytes | None) -> None:
        """Keep a primary record (account, token, budget, ...); `None` deletes it."""
        ...

    async def change_records(self, kind: str, record_ids: Sequence[str], change: RecordsChange) -> None:
        """Keep what `change` makes of primary records, each or `None`: all or none, and nothing comes in between.

        Where it raises a `GraphwrightError` nothing is changed, and that is raised. It is pure: it may be called again,
        and on another thread. Only `storage.alone` keeps other processes out.
        """
        ...

    async def get_record(self, kind: str, record_id: str) -> bytes | None:
        """A primary record."""
        ...

    async def records(self, kind: str) -> list[tuple[str, bytes]]:
        """All primary records of a kind, by id."""
        ...

    async def own(self, owner: str, *, by: str) -> Fence:
        """Take ownership (of a run): a new, higher fencing number. Earlier numbers are refused from now on."""
        ...

    async def owners(self, *, after: str = "") -> list[str]:
        """The next slice of all that was ever owned, by name; empty when there is no more."""
        ...

    async def forget_owners(self, owners: Sequence[str]) -> None:
        """Forget the numbers of what nobody will own again; the next one would be 1."""
        ...

    async def forget_keys(self, older_than: datetime, *, limit: int | None = None) -> int:
        """Drop idempotency keys that are older, but never one of the last `KEY_DAYS`; how many were dropped."""
        ...

    async def old_keys(self, older_than: datetime) -> StoredAmount:
        """What `forget_keys` would drop."""
        ...

    async def unused_bytes(self) -> int:
        """Bytes of the files in which nothing is kept any more, as far as the store can tell."""
        ...

    def give_back(self, *, may_hold: bool) -> AsyncIterator[int]:
        """Give such bytes back to the disk, slice by slice; tells how many bytes smaller the files are.

        `may_hold`: where it cannot be done in slices, writes may wait until it is done at once; else it is left.
        """
        ...

    def trouble(self) -> str | None:
        """Why writes wait or are refused now, `None` when they are made."""
        ...

    async def check_writes(self) -> None:
        """That changes are taken now. `StoreBusy` says why they wait or are refused."""
        trouble = self.trouble()
        if trouble is not None:
            raise StoreBusy(trouble)

    @property
    def standing(self) -> Standing:
        """How safe what is acknowledged is, and on which line of history."""
        return Standing()

    async def close(self) -> None:
        """Finish the writes that wait, then let go. Later calls are refused with `StoreBusy`."""
        ...


class SharedStore(Store, Protocol):
    """A store of one of several servers: it reads all projects, and writes into those that it was given."""

    @property
    def failure(self) -> str | None:
        """Why nothing more will be written until the store is opened again."""
        ...

    async def adopt(self, project_id: ProjectId) -> None:
        """Write into a project from now on, whose lease this server has: nobody else moves its end. `NotFound`."""
        ...

    async def let_go(self, project_id: ProjectId) -> None:
        """Write into a project no more, once everything that waits for it is written."""
        ...
