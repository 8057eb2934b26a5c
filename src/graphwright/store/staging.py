"""What a write would change, decided before anything is written: alike for every store that keeps rows in a database.

A `ProjectStaging` knows every project and where its journal ends: read once at the start, moved only by commits. So an
append looks up nothing but its key, its fence and the documents it folds into. What the present group has done to
projects counts for its later writes, and for everybody else once `ended` says that it is durable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol, TypeAlias

from graphwright.protocol.ids import ProjectId
from graphwright.store import refusals
from graphwright.store.base import Entry, Fence, IdempotencyKey, ProjectRow, RepeatedKey, StoredEntry, StoreLimits
from graphwright.store.chain import START, JournalPosition, link
from graphwright.store.folding import changes_of, new_name
from graphwright.store.projections import DocumentChange, DocumentView


class KnownProject(NamedTuple):
    """A project with its number in the tables and the end of its journal."""

    row: ProjectRow
    number: int
    position: JournalPosition


class Lookup(Protocol):
    """What the database holds, with what the present group has done to it so far."""

    def key(self, scope: str, key_id: str) -> tuple[str, bytes] | None:
        """Digest and answer of a key."""
        ...

    def fence(self, owner: str) -> int | None:
        """The newest fencing number of an owner."""
        ...

    def documents_of(self, project: int) -> DocumentView:
        """The documents of a project."""
        ...


class CreatedProject(NamedTuple):
    """A project that begins, still without entries."""

    project: KnownProject


class AppendedEntries(NamedTuple):
    """Entries behind a journal, with everything that is written in their transaction."""

    before: KnownProject
    after: KnownProject
    rows: list[StoredEntry]
    documents: list[DocumentChange]
    key: IdempotencyKey | None = None


Growth: TypeAlias = CreatedProject | AppendedEntries
"""What can happen to a project except its end."""


class ProjectStaging:
    """The projects of a database, and what the present group is about to make of them."""

    def __init__(
        self,
        facts: Lookup,
        projects: Iterable[KnownProject],
        *,
        name_bytes: int | None = None,
        absent: Callable[[ProjectId], Exception] = refusals.no_project,
    ) -> None:
        self.projects = {known.row.project_id: known for known in projects}
        """As they are durable."""
        self._facts = facts
        self._absent = absent
        """What is said of a project that is not among them."""
        self._name_bytes = name_bytes
        """How long the id of a document may be in the database, where that is shorter than `check_names` allows."""
        self._moved: dict[ProjectId, KnownProject | None] = {}
        """As the present group leaves them; `None` = deleted."""
        self._number = max((known.number for known in self.projects.values()), default=0)

    def append(
        self,
        project_id: ProjectId,
        entries: Sequence[Entry],
        limits: StoreLimits,
        *,
        expect_revision: int | None = None,
        fence: Fence | None = None,
        key: IdempotencyKey | None = None,
    ) -> AppendedEntries:
        """Entries behind a project's journal. Raises what `Store.append` does, in its order."""
        known = self.standing(project_id)
        if key is not None:
            self._refuse_known(key)
        if fence is not None:
            refusals.check_fence(fence, self._facts.fence(fence.owner))
        return self._grow(known, entries, limits, expect_revision=expect_revision, key=key)

    def create(
        self, project_id: ProjectId, name: str, entries: Sequence[Entry], limits: StoreLimits, at: datetime
    ) -> tuple[CreatedProject, AppendedEntries]:
        """A new project with its first entries."""
        if self._moved.get(project_id, self.projects.get(project_id)) is not None:
            raise refusals.id_taken(project_id)
        self._refuse_taken(name)
        made = KnownProject(ProjectRow(project_id, name, at), self._number + 1, START)
        appended = self._grow(made, entries, limits, may_rename=False)
        self._number += 1
        return CreatedProject(made), appended

    def delete(self, project_id: ProjectId) -> int:
        """The number of a project that ends."""
        number = self.standing(project_id).number
        self._moved[project_id] = None
        return number

    def standing(self, project_id: ProjectId) -> KnownProject:
        """The project with what this group has done to it so far. `NotFound`."""
        known = self._moved.get(project_id, self.projects.get(project_id))
        if known is None:
            raise self._absent(project_id)
        return known

    def number_after(self, number: int) -> None:
        """The next new project comes behind this number."""
        self._number = max(self._number, number)

    def is_durable(self, found: Iterable[KnownProject]) -> bool | None:
        """Whether the group is, by where the journals are found to end; `None` when they stand otherwise.

        For who has lost sight of a group that was under way. One that moves no journal is taken for not written, and
        does no harm when it is written twice.
        """
        standing = {known.row.project_id: known for known in found}
        after = {name: known for name, known in {**self.projects, **self._moved}.items() if known is not None}
        return False if standing == self.projects else True if standing == after else None

    def ended(self, *, durable: bool) -> None:
        """The group has ended: it is on disk, or it was rolled back or is staged anew."""
        for project_id, known in self._moved.items() if durable else ():
            if known is None:
                self.projects.pop(project_id, None)
            else:
                self.projects[project_id] = known
        self._moved.clear()

    def _grow(
        self,
        known: KnownProject,
        entries: Sequence[Entry],
        limits: StoreLimits,
        *,
        expect_revision: int | None = None,
        key: IdempotencyKey | None = None,
        may_rename: bool = True,
    ) -> AppendedEntries:
        rows, position = link(entries, known.position, limits, expect_revision=expect_revision)
        changes = changes_of(entries, rows, self._facts.documents_of(known.number))
        if self._name_bytes is not None:
            refusals.check_bytes(self._name_bytes, *(change.id for change in changes))
        name = new_name(changes, known.row.name) if may_rename else None
        if name is not None:
            self._refuse_taken(name)
        row = known.row if name is None else ProjectRow(known.row.project_id, name, known.row.created_at)
        after = self._moved[row.project_id] = KnownProject(row, known.number, position)
        return AppendedEntries(known, after, rows, changes, key)

    def _refuse_known(self, key: IdempotencyKey) -> None:
        refusals.check_names(key.scope, key.id, key.digest)
        known = self._facts.key(key.scope, key.id)
        if known is not None:
            raise RepeatedKey(refusals.known_answer(key.id, *known, key.digest))

    def _refuse_taken(self, name: str) -> None:
        standing = {**self.projects, **self._moved}
        if any(known is not None and known.row.name == name for known in standing.values()):
            raise refusals.name_taken(name)
