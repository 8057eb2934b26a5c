"""The history of one element: the commits that changed it, newest first, page by page, each with what it did to it.

What happens to an edge is a part of the history of the nodes at its ends. Of a commit that changed a hundred thousand
elements only the parts that name this one are decoded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from graphwright.ports import in_thread
from graphwright.projects import Project
from graphwright.protocol.events import CommitApplied
from graphwright.protocol.graph import Change, Node
from graphwright.protocol.wire import decode_with
from graphwright.store.base import StoredEntry
from graphwright.store.entries import event_of, taken_apart

_CHANGES: Final[msgspec.json.Decoder[list[Change]]] = msgspec.json.Decoder(list[Change])


class ElementPage(NamedTuple):
    """A page of a history."""

    commits: list[CommitApplied]
    """Newest first; of each only the changes of the element."""
    total: int
    """How many commits there are in all, as far back as the element goes."""


async def element_history(
    project: Project, element_id: str, *, before: int | None = None, offset: int = 0, limit: int | None = None
) -> ElementPage:
    """The commits that changed an element, those that made revisions below one."""
    below = None
    if before is not None and before <= project.graph.revision:
        below = await project.store.sequence_at(project.project_id, before) if before > 0 else 0
    every = await project.marks.find(element_id, before=below)
    wanted = every[offset:] if limit is None else every[offset : offset + limit]
    found: list[CommitApplied] = []
    for sequence in wanted:
        async for stored in project.commits_between(sequence, sequence):
            commit = await in_thread(lambda: _of(stored, element_id)) if stored.more else _of(stored, element_id)  # noqa: B023  # awaited here
            if commit is not None:
                found.append(commit)
    return ElementPage(found, len(every))


def _of(stored: StoredEntry, element_id: str) -> CommitApplied | None:
    """The commit with the changes of an element alone; `None` if it has none."""
    commit = event_of(stored, is_complete=False)
    if not isinstance(commit, CommitApplied):
        return None
    changes = [change for change in commit.changes if _concerns(change, element_id)]
    _, parts = taken_apart(stored)
    changes += _concerning(parts, element_id)
    return replace(commit, changes=changes) if changes else None


def _concerning(parts: Iterator[bytes], element_id: str) -> Iterator[Change]:
    quoted = msgspec.json.encode(element_id)
    for part in parts:
        if quoted in part:
            changes = decode_with(_CHANGES, part)
            yield from (change for change in changes if _concerns(change, element_id))


def _concerns(change: Change, element_id: str) -> bool:
    element = change.after or change.before
    if element is None:
        return False
    if isinstance(element, Node):
        return element.node_id == element_id
    return element_id in {element.edge_id, element.source, element.target}
