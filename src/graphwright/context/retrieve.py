"""Finds what a question is about: exact ids and names, words, meaning, and what lies around the best of these.

ids and names -> words -> meaning -> one ranking of both -> neighbours of the best -> the edges between all of them

Hits and neighbours have a budget each, so that many hits never crowd out the surroundings (WD-14). Nothing found is
said, with what there is instead (WD-17). Without an embedder, or when it fails, the rest works and says so.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from msgspec import Meta

from graphwright.context.index import GraphIndex, NodeHit
from graphwright.context.index_file import BEHIND, BEHIND_AT_END, GraphIndexFile
from graphwright.graph.document import Graph
from graphwright.graph.query import Direction, histogram, neighbourhood
from graphwright.ports import Clock
from graphwright.projects import Project
from graphwright.protocol.base import Count, Record
from graphwright.protocol.ids import EdgeId, NodeId
from graphwright.protocol.projects import Right
from graphwright.search.fusion import fuse

if TYPE_CHECKING:
    from graphwright.context.meaning import NodeVectors
    from graphwright.search.embedder import Embedder

MOST: Final = 200
"""Nodes that one retrieval may give."""
DEEPEST: Final = 5
CAPACITY: Final = 200
"""Retrievals kept; the least recently used goes first."""
PAST: Final = 2
"""Indexes of past revisions kept."""
QUESTION: Final = 20_000
"""Characters of a question that are read."""
PAUSE_S: Final = 0.001
MAX_EDGES: Final = 1_000
_RANKED: Final = 100
"""Hits of each kind that are ranked together."""
_AROUND: Final = 200
"""Nodes looked at around one hit."""
_FADES: Final = 0.5
"""What remains of a hit's score after each hop."""


class RetrieveOptions(Record, frozen=True, kw_only=True):
    """How much is wanted, and of what."""

    limit: Annotated[int, Meta(ge=1, le=MOST)] = 20
    """Nodes in all."""
    neighbours: Annotated[float, Meta(ge=0, le=1)] = 0.4
    """Share of the nodes kept for neighbours; what one side does not need the other may use."""
    starts: Annotated[int, Meta(ge=0, le=50)] = 5
    """Hits from which the neighbourhood is walked."""
    depth: Annotated[int, Meta(ge=0, le=DEEPEST)] = 2
    direction: Direction = "both"
    relations: list[str] = []
    """Edges to walk; empty = all."""
    node_types: list[str] = []
    """Of hits; empty = all. Neighbours may be of any type."""
    revision: Count | None = None
    """A past revision, for example a baseline's; unset = the newest."""


class RetrievedNode(Record, frozen=True, kw_only=True):
    """A node with all its scores."""

    node_id: NodeId
    score: float
    scores: dict[str, float]
    """`exact`, `words` (BM25), `meaning` (cosine), `near` (what its hits handed on): those that apply."""
    hops: Count
    """From the nearest hit; 0 = a hit itself."""


class RetrievedNodes(Record, frozen=True, kw_only=True):
    """What a question is about."""

    query: str
    revision: Count
    nodes: list[RetrievedNode]
    """Best first; empty when nothing was found."""
    edge_ids: list[EdgeId]
    """Every edge between these nodes."""
    found: bool
    notice: str
    """What the reader should know: that nothing matched and what there is, that the embedder failed; else empty."""


class Retriever:
    """Retrieval of one project."""

    def __init__(
        self,
        project: Project,
        index: GraphIndex,
        embedder: Embedder | None = None,
        *,
        folder: Path | None = None,
    ) -> None:
        """`index` is subscribed to the project's commits by this. `folder`: where it is kept; nowhere without one."""
        self.index = index
        self._project = project
        self._clock: Clock = project.clock
        self._meanings: NodeVectors | None = None
        self._kept: OrderedDict[str, RetrievedNodes] = OrderedDict()
        self._past: OrderedDict[int, GraphIndex] = OrderedDict()
        self.hits = self.misses = 0
        path = None if folder is None else folder / f"{project.project_id}.nodes"
        self._file = GraphIndexFile(project, index, path)
        self._writing: asyncio.Task[None] | None = None
        project.on_commit.append(index.on_commit)
        if embedder is not None:
            from graphwright.context.meaning import NodeVectors  # noqa: PLC0415 - numpy is loaded only where it is used

            self._meanings = NodeVectors(project.graph, index, embedder)
            project.on_commit.append(self._meanings.on_commit)

    async def retrieve(
        self,
        question: str,
        options: RetrieveOptions | None = None,
        *,
        rights: frozenset[Right] = frozenset(),
    ) -> RetrievedNodes:
        """What a question is about. `NotFound` for a revision that never was."""
        wanted = options or RetrieveOptions()
        question = question[:QUESTION]
        index = await self._at(wanted.revision)
        await self._filled(index)
        key = self._key(question, wanted, rights, index.graph.revision)
        kept = self._kept.get(key)
        if kept is not None:
            self.hits += 1
            self._kept.move_to_end(key)
            return kept
        self.misses += 1
        is_past = index is not self.index
        meaning, notice = await self._meaning(question, wanted, is_past=is_past)
        if wanted.revision not in {None, index.graph.revision}:  # it is a past one by now
            return await self.retrieve(question, wanted, rights=rights)
        retrieved = _retrieved(index, question, wanted, meaning, notice)
        if not self._is_degraded(is_past=is_past):
            # The key again: the model may have changed, and vectors been made, while the question waited.
            self._forget_outdated()
            self._kept[self._key(question, wanted, rights, retrieved.revision)] = retrieved
            while len(self._kept) > CAPACITY:
                self._kept.popitem(last=False)
        return retrieved

    def _forget_outdated(self) -> None:
        """Drop what was found at revisions about which nobody asks: while people change a model, each has its own."""
        asked = {self._project.graph.revision, *self._past}
        for key in [key for key, kept in self._kept.items() if kept.revision not in asked]:
            del self._kept[key]

    async def search(
        self,
        query: str,
        limit: int = 10,
        node_types: Iterable[str] | None = None,
        *,
        unfinished: bool = False,
        revision: int | None = None,
    ) -> list[NodeHit]:
        """Nodes by id, name and words only, of `graph_at(revision)`. `NotFound` for a revision that never was."""
        index = await self._at(revision)
        await self._filled(index)
        if revision not in {None, index.graph.revision}:
            return await self.search(query, limit, node_types, unfinished=unfinished, revision=revision)
        types = None if node_types is None else list(node_types)
        return index.search(query[:QUESTION], limit, types, unfinished=unfinished)

    async def graph_at(self, revision: int | None) -> Graph:
        """The graph that a question about a revision is answered from."""
        return (await self._at(revision)).graph

    async def fill(self) -> None:
        """Let everything be in the index, so that a search waits for nothing."""
        await self._filled(self.index)

    async def close(self) -> None:
        """End the work in the background, and let the file of the index hold what it has."""
        if self._meanings is not None:
            await self._meanings.close()
        if self._writing is not None:
            await asyncio.gather(self._writing, return_exceptions=True)
        if self._file.is_behind(BEHIND_AT_END):
            await self._file.write()

    async def forget_all(self) -> None:
        """Leave no file behind, when the project is deleted."""
        await self._file.forget()

    async def _filled(self, index: GraphIndex) -> None:
        if index is self.index:
            await self._file.open()
        for _ in index.fill():
            await self._clock.sleep(PAUSE_S)
        if index is self.index and self._file.is_behind(BEHIND) and (self._writing is None or self._writing.done()):
            self._writing = asyncio.create_task(self._file.write())

    async def _at(self, revision: int | None) -> GraphIndex:
        project = self._project
        if revision is None or revision == project.graph.revision:
            return self.index
        index = self._past.get(revision)
        if index is None:
            index = self._past[revision] = GraphIndex(await project.at_revision(revision))
            while len(self._past) > PAST:
                self._past.popitem(last=False)
        return index

    async def _meaning(
        self, question: str, wanted: RetrieveOptions, *, is_past: bool
    ) -> tuple[list[tuple[NodeId, float]], str]:
        if self._meanings is None:
            return [], ""
        if is_past:
            return [], "a past revision is searched by words and neighbourhood only"
        found = await self._meanings.search(question, _accepts(self._project.graph, wanted.node_types))
        if self._meanings.problem:
            return found, self._meanings.problem
        if self._meanings.waiting:
            return found, f"{self._meanings.waiting:,} nodes were searched by words only: they are still being embedded"
        return found, ""

    def _is_degraded(self, *, is_past: bool) -> bool:
        meanings = self._meanings
        return meanings is not None and not is_past and bool(meanings.problem or meanings.waiting)

    def _key(self, question: str, wanted: RetrieveOptions, rights: frozenset[Right], revision: int) -> str:
        """Everything that changes the answer: revision, options, rights, question, and which vectors there are."""
        vectors = self._meanings.version if self._meanings is not None else -1
        parts = (question, wanted, sorted(rights), revision, vectors)
        return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()


def _accepts(graph: Graph, node_types: list[str]) -> Callable[[NodeId], bool] | None:
    wanted = frozenset(node_types)
    return (lambda node_id: graph.nodes[node_id].node_type in wanted) if wanted else None


def _retrieved(
    index: GraphIndex,
    question: str,
    wanted: RetrieveOptions,
    meaning: list[tuple[NodeId, float]],
    notice: str,
) -> RetrievedNodes:
    graph = index.graph
    hits = _hits(index, question, wanted, meaning)
    if not hits:
        return RetrievedNodes(
            query=question, revision=graph.revision, nodes=[], edge_ids=[], found=False, notice=_nothing(graph, notice)
        )
    around = _neighbours(graph, hits[: wanted.starts], wanted)
    hit_ids = {hit.node_id for hit in hits}
    handed = {each.node_id: each.scores["near"] for each in around}
    near = [each for each in around if each.node_id not in hit_ids]
    for_near = min(len(near), max(round(wanted.limit * wanted.neighbours), wanted.limit - len(hits)))
    kept = [_with_near(hit, handed) for hit in hits[: max(1, wanted.limit - for_near)]]
    nodes = [*kept, *near[: wanted.limit - len(kept)]]
    return RetrievedNodes(
        query=question,
        revision=graph.revision,
        nodes=nodes,
        edge_ids=_edges_between(graph, [node.node_id for node in nodes]),
        found=True,
        notice=notice,
    )


def _hits(
    index: GraphIndex, question: str, wanted: RetrieveOptions, meaning: list[tuple[NodeId, float]]
) -> list[RetrievedNode]:
    """Exact ones first in their order, then the others by what words and meaning say together."""
    found = index.search(question, _RANKED, wanted.node_types or None)
    exact = {hit.node_id: hit.score for hit in found if hit.found_by != "words"}
    by_words = [(hit.node_id, hit.score) for hit in found if hit.found_by == "words"]
    cosines = [each for each in meaning if each[0] in index.graph.nodes]
    fused = {each.key: each for each in fuse({"words": by_words, "meaning": cosines})}
    first = [
        RetrievedNode(
            node_id=node_id,
            score=1.0 + (fused[node_id].score if node_id in fused else 0.0),
            scores={"exact": score, **(fused[node_id].scores if node_id in fused else {})},
            hops=0,
        )
        for node_id, score in exact.items()
    ]
    rest = [
        RetrievedNode(node_id=each.key, score=each.score, scores=each.scores, hops=0)
        for each in fused.values()
        if each.key not in exact
    ]
    return first + rest


def _neighbours(graph: Graph, starts: list[RetrievedNode], wanted: RetrieveOptions) -> list[RetrievedNode]:
    """What lies around the best hits; each hands on its score, halved with every hop."""
    relations = frozenset(wanted.relations) or None
    handed: dict[NodeId, float] = {}
    hops: dict[NodeId, int] = {}
    for start in starts:
        around = neighbourhood(
            graph, [start.node_id], depth=wanted.depth, relations=relations, direction=wanted.direction, most=_AROUND
        )
        for node_id, distance in around.distances.items():
            if distance:
                handed[node_id] = handed.get(node_id, 0.0) + start.score * _FADES**distance
                hops[node_id] = min(distance, hops.get(node_id, distance))
    ranked = sorted(handed, key=lambda node_id: (-handed[node_id], node_id))
    return [
        RetrievedNode(node_id=each, score=handed[each], scores={"near": handed[each]}, hops=hops[each])
        for each in ranked
    ]


def _with_near(hit: RetrievedNode, handed: dict[NodeId, float]) -> RetrievedNode:
    near = handed.get(hit.node_id)
    if near is None:
        return hit
    return msgspec.structs.replace(hit, scores={**hit.scores, "near": near})


def _edges_between(graph: Graph, node_ids: list[NodeId]) -> list[EdgeId]:
    kept = frozenset(node_ids)
    between = (
        edge.edge_id
        for node_id in node_ids
        for edge in islice(graph.outgoing(node_id), MAX_EDGES)
        if edge.target in kept
    )
    return list(islice(between, MAX_EDGES))


def _nothing(graph: Graph, notice: str) -> str:
    """That nothing matched, and what there is to ask about instead."""
    counts = ", ".join(f"{count} {node_type}" for node_type, count in histogram(graph).items())
    told = f"nothing in the model matches; it holds {counts}" if counts else "nothing matches: the model is empty"
    return f"{told}. {notice}" if notice else told
