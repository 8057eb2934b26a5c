"""What a group has asked the database, so that its writes can be staged without waiting.

Staging is synchronous. A question that was not asked yet ends it with `Missing`; then everything that is missing is
fetched at once, and the whole group is staged anew. Most appends ask nothing, or only whether their key is new.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

from graphwright.store.base import Document, Fence
from graphwright.store.postgres.connecting import Connection
from graphwright.store.postgres.tables import document_of
from graphwright.store.postgres.values import kept, told
from graphwright.store.projections import DocumentView, Overlay
from graphwright.store.staging import AppendedEntries

T = TypeVar("T")

_ONE: Final = """
SELECT asked.project, d.kind, d.id, d."group", d.sequence, d.body
FROM unnest($1::bigint[], $2::text[], $3::text[]) AS asked(project, kind, id) JOIN document d USING (kind, id, project)
"""
_GROUP: Final = """
SELECT asked.project, d.kind, d.id, d."group", d.sequence, d.body
FROM unnest($1::bigint[], $2::text[], $3::text[]) AS asked(project, kind, "group")
JOIN document d USING (project, kind, "group")
ORDER BY place
"""
_KEYS: Final = """
SELECT key.scope, key.id, digest, answer
FROM unnest($1::text[], $2::text[]) AS asked(scope, id) JOIN key USING (scope, id)
"""
_FENCES: Final = "SELECT owner, number FROM owner WHERE owner = ANY($1)"


class Missing(Exception):  # a signal: the question is noted, and will be asked
    """Something was asked that nobody has fetched yet."""


class GroupLookup:
    """The facts of one group: as they are durable, and with what the group has done to them so far."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """A new group begins, which knows nothing of what was durable before the last one."""
        self._keys: dict[tuple[str, str], tuple[str, bytes] | None] = {}
        self._fences: dict[str, int | None] = {}
        self._one: dict[tuple[int, str, str], Document | None] = {}
        self._groups: dict[tuple[int, str, str], list[Document]] = {}
        self._missing_keys: set[tuple[str, str]] = set()
        self._missing_fences: set[str] = set()
        self._missing_one: set[tuple[int, str, str]] = set()
        self._missing_groups: set[tuple[int, str, str]] = set()
        self.begin()

    def begin(self) -> None:
        """The group is staged from its first write on."""
        self._made_keys: dict[tuple[str, str], tuple[str, bytes]] = {}
        self._made_fences: dict[str, int] = {}
        self._overlays: dict[int, Overlay] = {}

    # what staging asks -----------------------------------------------------------------------------------------------

    def key(self, scope: str, key_id: str) -> tuple[str, bytes] | None:
        """Digest and answer of a key."""
        place = scope, key_id
        if place in self._made_keys:
            return self._made_keys[place]
        if place not in self._keys:
            self._missing_keys.add(place)
            raise Missing
        return self._keys[place]

    def fence(self, owner: str) -> int | None:
        """The newest fencing number of an owner."""
        if owner in self._made_fences:
            return self._made_fences[owner]
        if owner not in self._fences:
            self._missing_fences.add(owner)
            raise Missing
        return self._fences[owner]

    def documents_of(self, project: int) -> DocumentView:
        """The documents of a project."""
        return self._overlays.setdefault(project, Overlay(_Fetched(self, project)))

    def one(self, project: int, kind: str, document_id: str) -> Document | None:
        """One document, as it is durable."""
        place = project, kind, document_id
        if place not in self._one:
            self._missing_one.add(place)
            raise Missing
        return self._one[place]

    def of(self, project: int, kind: str, group: str) -> list[Document]:
        """Those of a group, as they are durable."""
        place = project, kind, group
        if place not in self._groups:
            self._missing_groups.add(place)
            raise Missing
        return self._groups[place]

    # what a write that was staged has done ---------------------------------------------------------------------------

    def take(self, grown: AppendedEntries) -> None:
        """Its documents and its key."""
        number, key = grown.after.number, grown.key
        self._overlays.setdefault(number, Overlay(_Fetched(self, number))).take(grown.documents)
        if key is not None:
            self._made_keys[key.scope, key.id] = key.digest, key.answer

    def take_fence(self, fence: Fence) -> None:
        """A new owner."""
        self._made_fences[fence.owner] = fence.number

    # asking the database ---------------------------------------------------------------------------------------------

    async def fetch(self, connection: Connection) -> None:
        """Ask everything that was missing."""
        if keys := _taken(self._missing_keys):
            self._keys |= dict.fromkeys(keys)
            for scope, id, digest, answer in await connection.fetch(_KEYS, *_columns(keys)):
                self._keys[told(scope), told(id)] = told(digest), answer
        if owners := _taken(self._missing_fences):
            self._fences |= dict.fromkeys(owners)
            for owner, number in await connection.fetch(_FENCES, [kept(owner) for owner in owners]):
                self._fences[told(owner)] = number
        if places := _taken(self._missing_one):
            self._one |= dict.fromkeys(places)
            for project, *row in await connection.fetch(_ONE, *_columns(places)):
                found = document_of(row)
                self._one[project, found.kind, found.id] = found
        if places := _taken(self._missing_groups):
            self._groups |= {place: [] for place in places}
            for project, *row in await connection.fetch(_GROUP, *_columns(places)):
                found = document_of(row)
                self._groups[project, found.kind, found.group].append(found)


def _taken(places: set[T]) -> list[T]:
    taken = list(places)
    places.clear()
    return taken


def _columns(places: Iterable[tuple[int | str, ...]]) -> Iterable[list[int | str]]:
    for column in zip(*places, strict=True):
        yield [kept(value) if isinstance(value, str) else value for value in column]


class _Fetched:
    """The durable documents of one project."""

    def __init__(self, facts: GroupLookup, project: int) -> None:
        self._facts = facts
        self._project = project

    def one(self, kind: str, document_id: str) -> Document | None:
        return self._facts.one(self._project, kind, document_id)

    def of(self, kind: str, group: str) -> list[Document]:
        return self._facts.of(self._project, kind, group)
