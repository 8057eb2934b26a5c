"""Questions to a model while something else happens: people change it, its index is written."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from graphwright.context.index import GraphIndex
from graphwright.context.index_file import GraphIndexFile
from graphwright.context.retrieve import RetrieveOptions, Retriever
from graphwright.ports import in_thread
from tests.context.test_retrieve import RandomEmbedder, table_of

pytest.importorskip("numpy")
NEWER = "<operations>\n## Nodes\n+ Reorder|FUNC|Reorder.FN.900|Orders the same again.\n</operations>"


class HeldEmbedder(RandomEmbedder):
    """Waits with the vector of a question until it may answer."""

    def __init__(self) -> None:
        self.may, self.asked = asyncio.Event(), asyncio.Event()

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if list(texts) == ["reorder"]:
            self.asked.set()
            await self.may.wait()
        return await super().embed(texts)


@pytest.mark.requirement("X-202")
async def test_a_question_about_a_revision_is_answered_from_it_though_the_model_changes_meanwhile():
    table, embedder = await table_of(), HeldEmbedder()
    project = table.project
    retriever = Retriever(project, GraphIndex(project.graph), embedder)
    await retriever.retrieve("order")
    then = RetrieveOptions(revision=project.graph.revision)
    asking = asyncio.create_task(retriever.retrieve("reorder", then))
    await embedder.asked.wait()
    await table.apply(NEWER)
    embedder.may.set()
    known = set((await project.at_revision(project.graph.revision - 1)).nodes)
    for found in (await asking, await retriever.retrieve("reorder", then)):
        assert found.revision == then.revision
        assert {node.node_id for node in found.nodes} <= known
    assert "Reorder" in {project.graph.nodes[node.node_id].name for node in (await retriever.retrieve("reorder")).nodes}
    await retriever.close()


@pytest.mark.requirement("X-201")
async def test_no_question_waits_until_the_index_is_written(tmp_path):
    project = (await table_of()).project
    writing, may = asyncio.Event(), asyncio.Event()

    async def held(work):
        if writing.is_set() or index.is_filled:
            writing.set()
            await may.wait()
        return await in_thread(work)

    index = GraphIndex(project.graph)
    file = GraphIndexFile(project, index, tmp_path / "shop.nodes", background=held)
    await file.open()
    for _ in index.fill():
        pass
    task = asyncio.create_task(file.write())
    await writing.wait()
    async with asyncio.timeout(5):
        await file.open()
    may.set()
    await task
    assert (tmp_path / "shop.nodes").exists()
