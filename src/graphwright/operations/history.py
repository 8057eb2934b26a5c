"""The past of a model in short: commits without what they changed, and what a person may undo or redo next.

Undo and redo keep no stack: both are read out of the journal (ADR-06), from its end and only as far as is needed, so
that a long past costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from graphwright.ports import in_thread
from graphwright.projects import Project
from graphwright.protocol.base import Record, Time
from graphwright.protocol.events import CommitApplied
from graphwright.protocol.graph import Author, Origin
from graphwright.protocol.ids import CommitId, MessageId, PersonId, RunId
from graphwright.protocol.operations import CommitHead
from graphwright.protocol.wire import decode_with
from graphwright.store.base import StoredEntry
from graphwright.store.entries import taken_apart

WINDOW: Final = 64
"""So many commits are read at first to find what may be undone; where they do not tell, four times as many."""

Way: TypeAlias = Literal["undo", "redo"]


class ChangeMark(msgspec.Struct, frozen=True, gc=False):
    """That something was changed; what it was is passed over."""


class CommitLine(Record, frozen=True, kw_only=True):
    """A commit in short."""

    commit_id: CommitId
    revision: int
    at: Time
    author: Author
    origin: Origin
    changes: list[ChangeMark]
    reason: str | None = None
    run_id: RunId | None = None
    message_id: MessageId | None = None
    reverts: list[CommitId] = []

    def is_of(self, word: str) -> bool:
        """Is it the commit with this id, or one of the run or message with this id?"""
        return word in {self.commit_id, self.run_id, self.message_id}


class Stacks(NamedTuple):
    """What a person may undo and redo, newest last."""

    undo: list[CommitId]
    redo: list[CommitId]


_decoder = msgspec.json.Decoder(CommitLine)
_marks_decoder = msgspec.json.Decoder(list[ChangeMark])


async def lines(project: Project, *, after_revision: int = 0) -> list[CommitLine]:
    """The commits after a revision in short, oldest first."""
    return [await _line_of(stored) async for stored in project.stored_commits(after_revision=after_revision)]


async def _line_of(stored: StoredEntry) -> CommitLine:
    return await in_thread(lambda: _read(stored)) if stored.more else _read(stored)


def _read(stored: StoredEntry) -> CommitLine:
    outline, parts = taken_apart(stored)
    line = decode_with(_decoder, outline)
    for part in parts:
        marks = decode_with(_marks_decoder, part)
        line.changes.extend(marks)
    return line


async def next_back(project: Project, person_id: PersonId, way: Way, *, window: int = WINDOW) -> CommitApplied | None:
    """The commit that a person's next undo or redo takes back; `None` if there is nothing of theirs."""
    revision = project.graph.revision
    while True:
        after = max(0, revision - window)
        found = await lines(project, after_revision=after)
        mine = stacks(found, person_id)
        stack = mine.undo if way == "undo" else mine.redo
        if after == 0 or _tells(found, stack, person_id, way):
            break
        window *= 4
    chosen = next((line for line in found if stack and line.commit_id == stack[-1]), None)
    return None if chosen is None else await project.commit_at(chosen.revision)


async def commits_where(project: Project, wanted: Callable[[CommitLine], bool]) -> list[CommitApplied]:
    """The wanted commits whole, oldest first."""
    return [await project.commit_at(line.revision) for line in await lines(project) if wanted(line)]


def stacks(commits: Iterable[CommitHead | CommitLine], person_id: PersonId) -> Stacks:
    """Read a person's undo and redo stacks out of the journal. Commits of a person's runs are the person's own."""
    undo: list[CommitId] = []
    redo: list[CommitId] = []
    undone_by: dict[CommitId, CommitId] = {}
    for commit in commits:
        for target in commit.reverts:
            if target in undo:
                undo.remove(target)
            if target in redo:
                redo.remove(target)
                undo.append(undone_by[target])
        if commit.author.person_id != person_id:
            continue
        if not commit.reverts:
            undo.append(commit.commit_id)
            redo.clear()
        elif len(commit.reverts) == 1 and commit.reverts[0] not in undone_by:
            undone_by[commit.commit_id] = commit.reverts[0]
            redo.append(commit.commit_id)
    return Stacks(undo, redo)


def _tells(found: Sequence[CommitLine], stack: Sequence[CommitId], person_id: PersonId, way: Way) -> bool:
    """Is the top of the stack sure, whatever lies before what was read?"""
    known = {line.commit_id for line in found}
    if not all(known.issuperset(line.reverts) for line in found):
        return False
    # A new change forgets what could be redone: what lies before it does not count.
    forgotten = way == "redo" and any(line.author.person_id == person_id and not line.reverts for line in found)
    return bool(stack) or forgotten
