"""Keeps the index of a project's nodes in a file, so that the first search after a start need not make it.

The file is a copy, never truth: where it is missing, damaged, of another program, profile or history, or too far
behind, the index is made anew. It says of which commit it is; what was committed since is read from the journal. It is
written beside the old one, so a crash leaves the one or the other.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from graphwright.context.index import GraphIndex, IndexedNodes, IndexState, indexed_nodes
from graphwright.errors import GraphwrightError
from graphwright.graph.ontology import Ontology
from graphwright.ports import Background, in_thread, uncollected
from graphwright.projects import Project
from graphwright.protocol.graph import NodeChange
from graphwright.protocol.ids import NodeId, ProjectId
from graphwright.search.kept import check_of, forget_kept, open_kept, write_kept
from graphwright.search.kept_texts import KeptTexts, written_texts
from graphwright.store.entries import COMMIT
from graphwright.version import VERSION as PROGRAM

VERSION: Final = 1
"""Of what is kept, the words of a node among it: a file of another version is made anew."""
MIN_BEHIND: Final = 1_000
"""Nodes and commits that are followed, or indexed, in a twentieth of a second: less is not worth a file."""
BEHIND: Final = 1 / 8
"""Nodes and commits that the file may be behind while the program runs, of all nodes: to write it takes a third of the
time of making it anew."""
BEHIND_AT_END: Final = 1 / 40
"""The same when the project is closed: the next start follows so many."""
_FOLDED: Final = "folded"
_log = logging.getLogger(__name__)


class _IndexMark(Struct, frozen=True):
    """What a file is of."""

    version: int
    program: str
    project: ProjectId
    profile: str
    """Digest of the profile: it says which words of a node are read, and what its type is called."""


class _KeptIndex(Struct, frozen=True):
    mark: _IndexMark
    revision: int
    chain: str
    """Of the commit that made the revision: that of another history is another."""
    check: int
    """Of all that stands in the file."""


class _OpenedIndex(NamedTuple):
    facts: _KeptIndex
    nodes: IndexedNodes


class GraphIndexFile:
    """The file of one index, or of none where there is no place for it."""

    def __init__(
        self, project: Project, index: GraphIndex, path: Path | None, *, background: Background = in_thread
    ) -> None:
        self._project = project
        self._index = index
        self._path = path
        self._background = background
        self._using = asyncio.Lock()
        self._was_opened = False
        self._revision = self._taken = 0
        """Where the index stood when the file was written."""

    async def open(self) -> None:
        """Let the index begin with what the file holds; `fill` does the rest. The first time only."""
        if not self._was_opened:  # else nobody waits for who writes
            await self._open_once()

    async def _open_once(self) -> None:
        async with self._using:
            if not self._was_opened and self._path is not None:
                try:
                    await self._open(self._path)
                except GraphwrightError as error:
                    _log.warning("the index of the model is made anew: %s", error.message)
            self._was_opened = True

    async def _open(self, path: Path) -> None:
        project = self._project
        mark, node_ids = _mark_of(project), list(project.graph.nodes)
        opened = await self._background(partial(_opened, path, mark, node_ids))
        if opened is None or not await self._is_history(opened.facts):
            return
        changed: set[NodeId] = set()
        seen = opened.facts.revision
        while seen != project.graph.revision:
            async for commit in project.commits(after_revision=seen):
                changed.update(_nodes_of(commit.changes))
                seen = commit.revision
        if self._index.adopt(opened.nodes, changed):
            self._revision = opened.facts.revision

    async def _is_history(self, facts: _KeptIndex) -> bool:
        """Is the file of a commit of this history, and not too far behind?"""
        behind = self._project.graph.revision - facts.revision
        near = max(MIN_BEHIND, len(self._project.graph.nodes) // 2)
        return 0 <= behind <= near and facts.chain == await self._chain_at(facts.revision)

    async def _chain_at(self, revision: int) -> str:
        """That of the commit that made a revision."""
        store, project_id = self._project.store, self._project.project_id
        sequence = await store.sequence_at(project_id, revision)
        read = store.read(project_id, after=sequence - 1, upto=sequence, only=COMMIT, outlined=True)
        return "".join([stored.chain async for stored in read])

    def is_behind(self, share: float) -> bool:
        """Is it worth to write the file anew, for an index that is filled?"""
        if self._path is None or not self._was_opened or not self._index.is_filled:
            return False
        behind = self._index.taken - self._taken + self._index.graph.revision - self._revision
        return len(self._index) > MIN_BEHIND and behind > max(MIN_BEHIND, share * len(self._index))

    async def write(self) -> None:
        """Let the file hold what the index holds now; where it cannot be written, the old one must do."""
        async with self._using:
            if self._path is None:
                return
            revision, taken, state = self._index.graph.revision, self._index.taken, self._index.state()
            try:
                chain = await self._chain_at(revision)
                work = partial(_write, self._path, _mark_of(self._project), revision, chain, state)
                await self._background(work)
            except (OSError, GraphwrightError) as error:
                _log.warning("the index of the model is not kept: %s", error)
            self._revision, self._taken = revision, taken

    async def forget(self) -> None:
        """Leave no file behind."""
        async with self._using:
            if self._path is not None:
                forget_kept(self._path)


def _mark_of(project: Project) -> _IndexMark:
    return _IndexMark(VERSION, PROGRAM, project.project_id, _digest(project.ontology))


def _digest(ontology: Ontology) -> str:
    return hashlib.sha256(msgspec.json.encode(ontology.profile)).hexdigest()


def _nodes_of(changes: Sequence[object]) -> list[NodeId]:
    """The nodes that a commit changed."""
    found = (change.after or change.before for change in changes if isinstance(change, NodeChange))
    return [node.node_id for node in found if node is not None]


def _opened(path: Path, mark: _IndexMark, node_ids: Sequence[NodeId]) -> _OpenedIndex | None:
    """What the file holds, if it is whole and of this mark. `node_ids`: of the graph, which are used again."""
    kept = open_kept(path)
    if kept is None:
        return None
    try:
        facts = msgspec.json.decode(kept.facts, type=_KeptIndex)
        if facts.mark != mark or facts.check != kept.check():
            return None
        with uncollected():
            names = msgspec.json.decode(kept.block(_FOLDED), type=list[str])
            return _OpenedIndex(facts, indexed_nodes(KeptTexts(kept, node_ids), names))
    except (msgspec.MsgspecError, LookupError, ValueError, TypeError):
        return None


def _write(path: Path, mark: _IndexMark, revision: int, chain: str, state: IndexState) -> None:
    with uncollected():
        numbers, names = written_texts(state.texts)
    called = [state.name_of[NodeId(key)] if key else "" for key in state.texts.keys]
    names[_FOLDED] = bytearray(msgspec.json.encode(called))
    facts = _KeptIndex(mark, revision, chain, check_of(numbers, names))
    write_kept(path, msgspec.json.encode(facts), numbers, names)
