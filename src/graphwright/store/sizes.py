"""How many elements a project holds, for whoever only lists it: kept with each snapshot, counted on from there.

Derived: no part of the chain, and a store that has none counts from the beginning of a journal that is not long.
"""

from __future__ import annotations

from functools import partial
from typing import Final, Literal

import msgspec
from msgspec import Struct

from graphwright.ports import in_thread
from graphwright.protocol.base import Count, Record
from graphwright.protocol.graph import Snapshot
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.wire import decode, decode_with, encode
from graphwright.store.base import Head, Store, StoredEntry
from graphwright.store.entries import COMMIT, taken_apart

_KIND: Final = "size"
MAX_COUNTED: Final = 2_000
"""Commits that are counted for a list: two snapshots' worth. Behind more nothing is told until the next snapshot."""


class ModelSize(Record, frozen=True, kw_only=True):
    """What a model holds at a revision."""

    revision: Count
    nodes: Count
    edges: Count


class _There(Struct):
    """That there is one is all that is read of it."""


class _Shift(Struct):
    """Of a change, whether something was there and is there."""

    element: Literal["node", "edge"]
    before: _There | None = None
    after: _There | None = None


class _Shifts(Struct):
    changes: list[_Shift]


_SHIFTS: Final = msgspec.json.Decoder(_Shifts)
_PART: Final = msgspec.json.Decoder(list[_Shift])


def size_in(snapshot: Snapshot) -> ModelSize:
    """What a snapshot holds."""
    return ModelSize(revision=snapshot.revision, nodes=len(snapshot.nodes), edges=len(snapshot.edges))


async def keep_size(store: Store, project_id: ProjectId, size: ModelSize | None) -> None:
    """Keep what is known; `None` forgets it."""
    await store.set_record(_KIND, project_id, None if size is None else encode(size))


async def size_of(store: Store, project_id: ProjectId, head: Head) -> ModelSize | None:
    """What the model holds now; unknown after more commits than a list should wait for. What is counted is kept."""
    kept = await store.get_record(_KIND, project_id)
    size = ModelSize(revision=0, nodes=0, edges=0) if kept is None else decode(kept, ModelSize)
    if size.revision == head.revision:
        return size
    if not 0 <= head.revision - size.revision <= MAX_COUNTED:
        return None
    added = {"node": size.nodes, "edge": size.edges}
    after = await store.sequence_at(project_id, size.revision)
    async for entry in store.read(project_id, after=after, upto=head.sequence, only=COMMIT):
        # A large one is read beside the loop.
        counted = await in_thread(partial(_counted, entry)) if entry.more else _counted(entry)
        for element, count in counted.items():
            added[element] += count
    size = ModelSize(revision=head.revision, nodes=added["node"], edges=added["edge"])
    await keep_size(store, project_id, size)
    return size


def _counted(entry: StoredEntry) -> dict[str, int]:
    """How many more nodes and edges there are after a commit."""
    outline, parts = taken_apart(entry)
    more = {"node": 0, "edge": 0}
    _count(decode_with(_SHIFTS, outline).changes, more)
    for part in parts:
        _count(decode_with(_PART, part), more)
    return more


def _count(changes: list[_Shift], more: dict[str, int]) -> None:
    for change in changes:
        more[change.element] += (change.after is not None) - (change.before is not None)
