"""The past of a model in short: commits without what they changed, and what a person may undo or redo next.

Undo and redo keep no stack: both are read out of the journal (ADR-06), which tells a person's commits by their marks
(ADR-65). They are read from the newest and only as far as is needed, so that a long past costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
from graphwright.store.commit_marks import taking_back
from graphwright.store.entries import taken_apart

WINDOW: Final = 16
"""So many of a person's commits are read at first to find what may be undone; where they do not tell, four times as
many."""
_BETWEEN: Final = 8
"""Entries between two commits that are read over rather than begun anew."""

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
    while True:
        own = await project.marks.find(person_id, limit=window)
        found = await _entangled(project, own)
        is_all = len(own) < window
        if is_all or _reaches(found, own[-1], person_id):
            mine = stacks(found.values(), person_id)
            stack = mine.undo if way == "undo" else mine.redo
            if is_all or _tells(found.values(), stack, person_id, way):
                chosen = next((at for at, line in found.items() if stack and line.commit_id == stack[-1]), None)
                return None if chosen is None else await project.commit_in(chosen)
        window *= 4


async def commits_of(project: Project, word: str) -> list[CommitApplied]:
    """The commit with this id, or those of the run or message with this id: whole, oldest first."""
    found = await _lines_at(project, await project.marks.find(word))
    return [await project.commit_in(at) for at, line in sorted(found.items()) if line.is_of(word)]


async def _entangled(project: Project, own: Iterable[int]) -> dict[int, CommitLine]:
    """Commits with all that they take back, all that takes them back, and so on; oldest first."""
    found: dict[int, CommitLine] = {}
    wanted = set(own)
    while wanted:
        new = await _lines_at(project, wanted)
        found |= new
        wanted = set[int]()
        for at, line in new.items():
            wanted.update(await project.marks.find(taking_back(line.commit_id), after=at))
            for target in line.reverts:
                wanted.update(await project.marks.find(target, before=at))
        wanted -= found.keys()
    return dict(sorted(found.items()))


async def _lines_at(project: Project, sequences: Iterable[int]) -> dict[int, CommitLine]:
    """The commits with these sequences in short. Neighbours are read together, with the little between them."""
    found: dict[int, CommitLine] = {}
    stretches: list[list[int]] = []
    for one in sorted(sequences):
        if stretches and one - stretches[-1][-1] <= _BETWEEN:
            stretches[-1].append(one)
        else:
            stretches.append([one])
    for these in stretches:
        async for stored in project.commits_between(these[0], these[-1]):
            if stored.sequence in these:
                found[stored.sequence] = await _line_of(stored)
    return found


def _reaches(found: Mapping[int, CommitLine], oldest: int, person_id: PersonId) -> bool:
    """Is nothing of the person's entangled that lies before what was read of theirs?"""
    return all(at >= oldest or line.author.person_id != person_id for at, line in found.items())


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


def _tells(found: Iterable[CommitLine], stack: Sequence[CommitId], person_id: PersonId, way: Way) -> bool:
    """Is the top of the stack sure, whatever lies before what was read?"""
    # A new change forgets what could be redone: what lies before it does not count.
    return bool(stack) or (
        way == "redo" and any(line.author.person_id == person_id and not line.reverts for line in found)
    )
