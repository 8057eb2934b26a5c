"""The vectors of a project's nodes: made in the background when they are first wanted, and again when a node changes.

A commit only notes what changed; nothing here keeps it waiting. What an embedder cannot do is kept as a sentence for
the next answer, and tried again with the next question. Imports numpy, so import it only when there is an embedder.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import islice
from typing import Final

from graphwright.context.index import GraphIndex
from graphwright.errors import GraphwrightError
from graphwright.graph.document import Graph
from graphwright.ports import in_thread
from graphwright.protocol.graph import Node, NodeChange
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import Commit
from graphwright.search.embedder import Embedder, Rows
from graphwright.search.vectors import VectorIndex

BATCH: Final = 64
"""Nodes embedded in one go."""
PATIENCE_S: Final = 1.0
"""A question waits so long for nodes that are not embedded yet, then does without them."""
MAX_FOUND: Final = 100
_ON_THE_LOOP: Final = 4_000
"""Up to so many vectors a product is quicker than a thread."""


class NodeVectors:
    """Vectors that follow one graph. Add `on_commit` to the project's subscribers."""

    def __init__(self, graph: Graph, index: GraphIndex, embedder: Embedder) -> None:
        self._graph = graph
        self._index = index
        self._embedder = embedder
        self._vectors: VectorIndex[NodeId] = VectorIndex()
        self._waiting: dict[NodeId, None] = {}
        self._is_wanted = False
        self._work: asyncio.Task[None] | None = None
        self.version = 0
        """Rises with every change of the vectors."""
        self.problem = ""
        """What keeps the embedder from working; empty when nothing does."""

    @property
    def waiting(self) -> int:
        """Nodes that have no vector yet, or an old one."""
        return len(self._waiting)

    def on_commit(self, commit: Commit) -> None:
        """Note what changed; the work is done later."""
        if not self._is_wanted:
            return
        for change in commit.changes:
            if isinstance(change, NodeChange):
                node = change.after or change.before
                if node is not None:
                    self._waiting[node.node_id] = None
        self._start()

    async def search(self, question: str, accept: Callable[[NodeId], bool] | None) -> list[tuple[NodeId, float]]:
        """The nodes of like meaning with their cosines, none below the embedder's cut. An embedder never fails it."""
        if not self._is_wanted:
            self._is_wanted = True
            self._waiting = dict.fromkeys(self._graph.nodes)
        self._start()
        if self._work is not None:
            await asyncio.wait([self._work], timeout=PATIENCE_S)
        if not self._vectors:
            return []
        try:
            vector = (await self._embedder.embed([question]))[0]
        except Exception as error:  # noqa: BLE001 - an embedder is somebody else's code; words still find
            self._note(error)
            return []
        least = self._embedder.cut
        if len(self._vectors) <= _ON_THE_LOOP:
            return self._vectors.search(vector, MAX_FOUND, least=least, accept=accept)
        found = await in_thread(lambda: self._vectors.search(vector, MAX_FOUND, least=least))
        return [each for each in found if each[0] in self._graph.nodes and (accept is None or accept(each[0]))]

    async def close(self) -> None:
        """End the work in the background."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.wait([self._work])

    def _start(self) -> None:
        if self._waiting and (self._work is None or self._work.done()):
            self._work = asyncio.get_running_loop().create_task(self._embed_waiting())

    async def _embed_waiting(self) -> None:
        while batch := list(islice(self._waiting, BATCH)):
            nodes = [node for node_id in batch if (node := self._graph.nodes.get(node_id)) is not None]
            for node_id in batch:
                del self._waiting[node_id]
                self._vectors.remove(node_id)
            try:
                if nodes:
                    self._keep(nodes, await self._embedder.embed([self._index.text_of(node) for node in nodes]))
            except Exception as error:  # noqa: BLE001 - as above; they are tried again with the next question
                self._waiting.update(dict.fromkeys(batch))
                self._note(error)
                return
            self.version += 1
            self.problem = ""
            if self._vectors.wants_lists():
                self._vectors.take_lists(await in_thread(self._vectors.plan_lists()))

    def _keep(self, nodes: list[Node], rows: Rows) -> None:
        for node, vector in zip(nodes, rows, strict=True):
            # Changed or deleted meanwhile: it waits for its turn again, or needs none.
            if self._graph.nodes.get(node.node_id) is node:
                self._vectors.put(node.node_id, vector)

    def _note(self, error: Exception) -> None:
        told = str(error) if isinstance(error, GraphwrightError) else type(error).__name__
        self.problem = f"searched by words only: the embedder {self._embedder.name} failed ({told[:200]})"
