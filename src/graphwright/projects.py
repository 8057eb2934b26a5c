"""Open projects: the one live graph of each, loaded from the store, and the one way to make events durable.

`Project.record` writes to the journal and then publishes, in the order of the sequence; `operations.commit` is the only
caller that also changes the graph. Everything here runs on the event loop's thread.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from graphwright.bus import Bus, tell
from graphwright.errors import InvalidCommand, Misuse, NotFound, StaleRevision, StoreDamaged
from graphwright.fold import HEADER
from graphwright.graph.document import Graph
from graphwright.graph.ontology import Ontology
from graphwright.ports import Clock, Ids, in_thread, uncollected
from graphwright.protocol.events import CommitApplied, DurableEvent, Event, ProjectChanged
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.projects import Policy
from graphwright.protocol.projects import ProjectHeader as Header
from graphwright.protocol.wire import decode_durable
from graphwright.quotas import Quotas
from graphwright.store.base import Fence, Head, IdempotencyKey, ProjectRow, Sha256, Store, StoredEntry
from graphwright.store.commit_marks import CommitMarks
from graphwright.store.entries import COMMIT, entry_of, event_of
from graphwright.store.reads import Reads
from graphwright.store.sizes import keep_size, size_in
from graphwright.tracing import span

OnCommit: TypeAlias = Callable[[CommitApplied], None]
"""Called in the same synchronous section as the commit; may not raise (index, cached lines, findings)."""

NAME_LENGTH: Final = 64
HISTORY: Final = "history"
"""The kind of record that says on which line of history of its store a project was opened last."""

_NAME = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._-]{{0,{NAME_LENGTH - 1}}}")


class ProjectLimits(Struct, frozen=True):
    """What an open project keeps at hand, and how often it keeps the whole."""

    recent_commits: int = 256
    """Kept in memory for rebasing; older ones are read from the journal."""
    recent_changes: int = 10_000
    """Of a commit that is kept so; a larger one is read from the journal, too."""
    base_behind: int = 10_000
    """How many revisions the base of a change set may lie behind the newest."""
    past_graphs: int = 2
    """Graphs of past revisions kept: two are compared, and whoever asks about one asks several times."""
    snapshot_commits: int = 1_000
    snapshot_bytes: int = 8 * 1024 * 1024
    """A snapshot is due after so many commits, or so many bytes of them."""


DEFAULT_LIMITS: Final = ProjectLimits()


class Project(Reads):
    """One open project."""

    def __init__(
        self,
        row: ProjectRow,
        store: Store,
        bus: Bus,
        clock: Clock,
        ids: Ids,
        *,
        limits: ProjectLimits = DEFAULT_LIMITS,
        quotas: Quotas | None = None,
    ) -> None:
        self.limits = limits
        self.quotas = quotas or Quotas(clock)
        """What the operator allows in it."""
        self.project_id = row.project_id
        self.store = store
        self.bus = bus
        self.clock = clock
        self.ids = ids
        self.on_commit: list[OnCommit] = []
        self.on_event: list[Callable[[DurableEvent], None]] = []
        self._recent: deque[CommitApplied] = deque(maxlen=limits.recent_commits)
        self._past: OrderedDict[int, Graph] = OrderedDict()
        self._unpublished: dict[int, list[DurableEvent]] = {}
        self._next_sequence = 1
        self._writing: set[asyncio.Future[int]] = set()
        self._tail_commits = 0
        self._tail_bytes = 0
        self._settings: ProjectChanged
        self.marks = CommitMarks(store, self.project_id)
        """By which commits are found."""
        self.graph: Graph

    @property
    def header(self) -> Header:
        """The project's header as it stands."""
        return header_of(self._settings, self.project_id, Head(self._next_sequence - 1, self.graph.revision))

    @property
    def ontology(self) -> Ontology:
        """What may be in the graph."""
        return self.graph.ontology

    async def own_profile(self) -> bytes | None:
        """The file of a profile of its own; `None` for a shipped one."""
        own = self._settings.profile_sha256
        return None if own is None else await self.store.get_blob(Sha256(own))

    async def load(self) -> None:
        """Read the newest snapshot and the journal after it."""
        with uncollected():
            await self._load()

    async def _load(self) -> None:
        first = await self.store.document(self.project_id, "project", HEADER)
        if first is None:
            message = f"project {self.project_id!r} has no header in its journal"
            raise NotFound(message)
        settings = decode_durable(first.body)
        if not isinstance(settings, ProjectChanged):
            message = f"the header of project {self.project_id!r} is a {type(settings).__name__}"
            raise StoreDamaged(message)
        self._settings = settings
        own = settings.profile_sha256
        kept = settings.profile if own is None else await self.store.get_blob(Sha256(own))
        self.graph = Graph(_ontology(kept))
        newest = await self.store.load_snapshot(self.project_id)
        after = 0
        if newest is not None:
            snapshot, after = newest
            self.graph.load(snapshot)
        self.marks = CommitMarks(self.store, self.project_id, after=after)
        head = await self.store.head(self.project_id)
        async for stored in self.store.read(self.project_id, after=after, upto=head.sequence, only=COMMIT):
            commit = await commit_of(stored)
            self.graph.apply(commit.changes, commit.revision)
            self._remember(commit)
            self.marks.heard(commit, stored.sequence)
            self._tail_commits += 1
            self._tail_bytes += stored.size
        self.graph.revision = head.revision
        self._next_sequence = head.sequence + 1

    def record(
        self, events: Sequence[DurableEvent], *, fence: Fence | None = None, key: IdempotencyKey | None = None
    ) -> asyncio.Future[int]:
        """Make events durable, then tell everybody; answers with the sequence of the first. Never for commits.

        Begins at once, awaited or not.
        """
        writing = asyncio.ensure_future(self.recorded(list(events), fence=fence, key=key))
        self._writing.add(writing)
        writing.add_done_callback(self._writing.discard)
        # A caller that is cancelled stops waiting; what it wrote is still announced, or the sequence would have a hole.
        return asyncio.shield(writing)

    async def recorded(
        self, events: list[DurableEvent], *, fence: Fence | None = None, key: IdempotencyKey | None = None
    ) -> int:
        """The same in a task of the caller's own, which must not be cancelled meanwhile."""
        if any(isinstance(event, CommitApplied) for event in events):
            message = "a commit goes through operations.commit, the only door that changes a graph (ADR-01)"
            raise Misuse(message)
        entries = [entry_of(event, self.clock) for event in events]
        with span("append", graphwright__entries=len(entries)):
            first = await self.store.append(self.project_id, entries, fence=fence, key=key)
        self.published(first, events)
        return first

    def published(self, first: int, events: list[DurableEvent]) -> None:
        """Announce durable events in the order of their sequence, whoever's await returns first."""
        self._unpublished[first] = events
        while (ready := self._unpublished.pop(self._next_sequence, None)) is not None:
            for event in ready:
                numbered: DurableEvent = replace(event, sequence=self._next_sequence)
                self._next_sequence += 1
                self._hear(numbered)
                self.bus.publish(self.project_id, numbered)

    def publish(self, event: Event) -> None:
        """Announce something that is not kept: a delta, a ghost, progress."""
        self.bus.publish(self.project_id, event)

    def applied(self, event: CommitApplied, sequence: int, stored_bytes: int, after: Graph | None = None) -> None:
        """Change the live graph by a commit that is durable. Called by `operations.commit` only (ADR-01, ADR-02).

        `after`: the graph with the commit, where there is one already.
        """
        self.graph.apply(event.changes, event.revision, after)
        self._remember(event)
        self.marks.heard(event, sequence)
        self._tail_commits += 1
        self._tail_bytes += stored_bytes
        tell(self.on_commit, event)

    def _remember(self, commit: CommitApplied) -> None:
        """Keep a commit at hand; a large one is read again in the rare case that somebody needs it."""
        if len(commit.changes) <= self.limits.recent_changes:
            self._recent.append(commit)

    async def commits_since(self, revision: int) -> list[CommitApplied]:
        """The commits after a revision, in order. `StaleRevision` if it lies too far behind or in the future."""
        now, behind = self.graph.revision, self.limits.base_behind
        if not max(0, now - behind) <= revision <= now:
            message = f"base revision {revision} is not within {behind:,} of the newest, {now}; read the model again"
            raise StaleRevision(message, baseRevision=revision, revision=now)
        if revision == now:
            return []
        recent = [commit for commit in self._recent if commit.revision > revision]
        if len(recent) == now - revision:
            return recent
        return [commit async for commit in self.commits(after_revision=revision)]

    async def commits(self, *, after_revision: int = 0) -> AsyncIterator[CommitApplied]:
        """All commits after a revision, oldest first."""
        async for stored in self.stored_commits(after_revision=after_revision):
            yield await commit_of(stored)

    async def stored_commits(self, *, after_revision: int = 0, outlined: bool = False) -> AsyncIterator[StoredEntry]:
        """The same as they are stored, for those who need little of them; `outlined` as the store reads."""
        after = await self.store.sequence_at(self.project_id, min(after_revision, self.graph.revision))
        async for stored in self.store.read(self.project_id, after=after, only=COMMIT, outlined=outlined):
            yield stored

    async def commit_at(self, revision: int) -> CommitApplied:
        """The commit that made a revision. `NotFound`."""
        sequence = await self.store.sequence_at(self.project_id, revision)
        if sequence:
            return await self.commit_in(sequence)
        raise NotFound(f"no commit made revision {revision}")

    async def commit_in(self, sequence: int) -> CommitApplied:
        """The commit with a sequence. `NotFound`."""
        async for stored in self.commits_between(sequence, sequence):
            return await commit_of(stored)
        raise NotFound(f"entry {sequence} of the journal is no commit")

    def commits_between(self, first: int, last: int) -> AsyncIterator[StoredEntry]:
        """The commits from one sequence to another, as they are stored."""
        return self.store.read(self.project_id, after=first - 1, upto=last, only=COMMIT)

    async def at_revision(self, revision: int) -> Graph:
        """The graph as it was, which nobody may change. `NotFound` for a revision that never was."""
        if revision == self.graph.revision:
            return self.graph
        if not 0 <= revision < self.graph.revision:
            message = f"there is no revision {revision}; the newest is {self.graph.revision}"
            raise NotFound(message)
        if revision not in self._past:
            self._past[revision] = await self._folded(revision)
            while len(self._past) > self.limits.past_graphs:
                self._past.popitem(last=False)
        self._past.move_to_end(revision)
        return self._past[revision]

    async def _folded(self, revision: int) -> Graph:
        """What the commits up to a revision add up to."""
        graph = Graph(self.ontology)
        kept = await self.store.load_snapshot(self.project_id, upto_revision=revision)
        if kept is not None:
            graph.load(kept[0])
        async for commit in self.commits(after_revision=graph.revision):
            if commit.revision > revision:
                break
            graph.apply(commit.changes, commit.revision)
        return graph

    async def keep_snapshot(self) -> None:
        """Store the graph as it stands, so that the next start reads little, and the marks that were gathered since."""
        snapshot, sequence = self.graph.snapshot(), self._next_sequence - 1
        self._tail_commits = self._tail_bytes = 0
        await self.store.save_snapshot(self.project_id, snapshot, sequence)
        await keep_size(self.store, self.project_id, size_in(snapshot))
        await self.marks.keep()

    def snapshot_is_due(self) -> bool:
        """Has enough been committed since the last snapshot?"""
        limits = self.limits
        return self._tail_commits >= limits.snapshot_commits or self._tail_bytes >= limits.snapshot_bytes

    async def configure(
        self,
        *,
        name: str | None = None,
        phase: int | None = None,
        policy: Policy | None = None,
        language: str | None = None,
        four_eyes: bool | None = None,
        viewers_ask: bool | None = None,
    ) -> None:
        """Change the header. `InvalidCommand` for a name that cannot stand in a path, `Conflict` for a taken one."""
        settings = self._settings
        if name is not None:
            check_name(name)
        changed = replace(
            settings,
            name=settings.name if name is None else name,
            phase=settings.phase if phase is None else phase,
            policy=settings.policy if policy is None else policy,
            language=settings.language if language is None else language,
            four_eyes=settings.four_eyes if four_eyes is None else four_eyes,
            viewers_ask=settings.viewers_ask if viewers_ask is None else viewers_ask,
        )
        if changed != settings:
            await self.record([changed])

    async def begin_epoch(self) -> None:
        """What was written has become another: nothing of it is kept at hand, and clients read the project anew."""
        self._recent.clear()
        await self.record([replace(self._settings, epoch=self.ids.new())])

    def _hear(self, event: DurableEvent) -> None:
        if isinstance(event, ProjectChanged):
            self._settings = event
        tell(self.on_event, event)


class Projects:
    """All projects of one store; each is opened once."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        clock: Clock,
        ids: Ids,
        limits: ProjectLimits = DEFAULT_LIMITS,
        *,
        claim: Callable[[ProjectId], Awaitable[None]] | None = None,
        quotas: Quotas | None = None,
    ) -> None:
        self._limits = limits
        self._quotas = quotas or Quotas(clock)
        self._claim = claim
        self.store = store
        self.bus = bus
        self.clock = clock
        self.ids = ids
        self._open: dict[ProjectId, Project] = {}
        self._opening = asyncio.Lock()

    async def claim(self, project_id: ProjectId) -> None:
        """Come back when this process may write into a project, where several share a store. `StoreBusy`."""
        if self._claim is not None:
            await self._claim(project_id)

    async def rows(self) -> list[ProjectRow]:
        """All projects, oldest first."""
        return await self.store.projects()

    async def row(self, name: str) -> ProjectRow | None:
        """The project with this id, else with this short name, without opening it: no name takes the place of an id."""
        rows = await self.store.projects()
        return next((row for row in rows if row.project_id == name), None) or next(
            (row for row in rows if row.name == name), None
        )

    async def open(self, name: str) -> Project:
        """The project with this short name or id. `NotFound` names what exists."""
        row = await self.row(name)
        if row is None:
            rows = await self.store.projects()
            known = ", ".join(row.name for row in rows[:10]) or "none yet"
            message = f"there is no project {name!r} (there are: {known})"
            raise NotFound(message)
        if row.project_id not in self._open:
            await self.claim(row.project_id)
        async with self._opening:
            project = self._open.get(row.project_id)
            if project is None:
                project = Project(
                    row, self.store, self.bus, self.clock, self.ids, limits=self._limits, quotas=self._quotas
                )
                await project.load()
                await self._follow_history(project)
                self._open[row.project_id] = project
        return project

    async def _follow_history(self, project: Project) -> None:
        """Begin an epoch where the store may have gone back: clients may have seen what is not there any more."""
        history = self.store.standing.history
        if history is None:
            return
        now, before = str(history).encode(), await self.store.get_record(HISTORY, project.project_id)
        if before == now:
            return
        if before is not None:
            await project.begin_epoch()
        await self.store.set_record(HISTORY, project.project_id, now)

    async def open_or_create(self, name: str, *, policy: Policy, language: str) -> Project:
        """The project, made empty if it does not exist (ADR-13)."""
        try:
            return await self.open(name)
        except NotFound:
            return await self.create(name, policy=policy, language=language)

    async def create(
        self, name: str, *, policy: Policy, language: str, profile: str | bytes = "systems", source: str = "profile"
    ) -> Project:
        """A new, empty project with a shipped profile (its name) or one of its own (the content of its file, ADR-17).

        `InvalidCommand` for a name that cannot stand in a command or path, and for a profile with a mistake, which
        `source` names the file of; `NotFound` for a profile that is not shipped.
        """
        check_name(name)
        ontology = _ontology(profile, source)
        own = await self.store.put_blob(profile) if isinstance(profile, bytes) else None
        project_id = ProjectId(self.ids.new())
        made = ProjectChanged(
            name=name,
            profile=ontology.name,
            profile_sha256=own,
            phase=1,
            policy=policy,
            language=language,
            epoch=self.ids.new(),
        )
        await self.store.create_project(project_id, name, [entry_of(made, self.clock)])
        return await self.open(project_id)

    def close(self, project_id: ProjectId) -> None:
        """Forget what is held of an open project; it can be opened again."""
        self._open.pop(project_id, None)

    async def delete(self, project_id: ProjectId) -> None:
        """Forget a project and everything in it. `NotFound`."""
        self.close(project_id)
        await self.store.delete_project(project_id)
        await self.store.set_record(HISTORY, project_id, None)
        await keep_size(self.store, project_id, None)

    async def find(self, kind: str, document_id: str) -> Project:
        """The project that holds a run, proposal or thread, when only its id is known. `NotFound`."""
        found = await self.store.find_document(kind, document_id)
        if found is None:
            message = f"there is no {kind} {document_id!r}"
            raise NotFound(message)
        return await self.open(found[0])


def header_of(settings: ProjectChanged, project_id: ProjectId, head: Head) -> Header:
    """A project's header: what was said of it last, and where it stands."""
    return Header(
        project_id=project_id,
        name=settings.name,
        profile=settings.profile,
        phase=settings.phase,
        policy=settings.policy,
        language=settings.language,
        four_eyes=settings.four_eyes,
        viewers_ask=settings.viewers_ask,
        epoch=settings.epoch,
        revision=head.revision,
        sequence=head.sequence,
    )


def check_name(name: str) -> None:
    """Refuse what cannot stand in a command or path. `InvalidCommand`."""
    if not _NAME.fullmatch(name):
        message = (
            f"{name[:80]!r} cannot be a project's name: use 1 to {NAME_LENGTH} letters, digits, '-', '_' or '.', "
            "beginning with a letter or digit"
        )
        raise InvalidCommand(message)


async def commit_of(stored: StoredEntry) -> CommitApplied:
    """The commit of an entry; a large one is decoded beside the loop."""
    event = await decoded(stored)
    if isinstance(event, CommitApplied):
        return event
    message = f"entry {stored.sequence} calls itself {stored.type} and holds {type(event).__name__}"
    raise StoreDamaged(message)


async def decoded(stored: StoredEntry) -> DurableEvent:
    """The event of an entry; a large one is decoded beside the loop."""
    return await in_thread(lambda: _decoded_apart(stored)) if stored.more else event_of(stored)


def _decoded_apart(stored: StoredEntry) -> DurableEvent:
    with uncollected():
        return event_of(stored)


def _ontology(profile: str | bytes, source: str = "profile") -> Ontology:
    from graphwright.graph.load import load_profile  # noqa: PLC0415  brings every rule

    return load_profile(profile, source=source)
