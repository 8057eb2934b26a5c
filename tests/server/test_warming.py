"""The warm start: what the first message would wait for is loaded in the background, by its structure and not by a clock."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

import pytest

from graphwright.context.tokens import tokenizer
from graphwright.errors import ProviderUnavailable
from graphwright.interop import registry
from graphwright.llm.catalogue import NoModels
from graphwright.llm.testing import ScriptedModel, Stall
from graphwright.offline.assistant import OfflineAssistant
from graphwright.operations.commit import Submission
from graphwright.protocol.operations import ChangeSet, NodeCreate
from graphwright.server.warming import warming
from tests.places import ANA
from tests.server.place import open_place


class Catalogue(NoModels):
    """One unknown model, whose probe stalls."""

    names: Sequence[str] = ("openai-compatible:mine",)

    def __init__(self, stall: Stall) -> None:
        self.stall = stall

    async def probe_unknown(self) -> None:
        await self.stall.passed()


class SlowEmbedder:
    name, made_by, cut = "slow", "slow", 0.5

    def __init__(self, stall: Stall) -> None:
        self.stall = stall
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked += texts
        await self.stall.passed()
        raise ProviderUnavailable("it is down")


@pytest.mark.requirement("M-81", "M-18")
async def test_vocabulary_embedder_lines_and_probes_are_begun_and_nobody_waits_for_them():
    probing, embedding = Stall(), Stall()
    tokenizer.cache_clear()
    async with open_place(ScriptedModel()) as place:
        workbench, embedder = place.workbench, SlowEmbedder(embedding)
        workbench._embedder, workbench.catalogue = embedder, Catalogue(probing)
        before = await workbench.open_or_new_project("before")
        listeners = list(workbench.on_open_project)
        async with warming(workbench):
            # All of it is under way at once, and this side has gone on.
            async with asyncio.timeout(60):
                await asyncio.gather(probing.reached.wait(), embedding.reached.wait())
                while not tokenizer.cache_info().currsize or not before.captures._lines:
                    await asyncio.sleep(0)
                after = await workbench.open_or_new_project("after")
                while not after.captures._lines:
                    await asyncio.sleep(0)
            embedding.open()  # it fails, which is told to whoever searches and to nobody else
            await asyncio.sleep(0)
    assert len(embedder.asked) == 1
    assert workbench.on_open_project == listeners


@pytest.mark.requirement("Z-35")
async def test_the_first_search_after_a_start_finds_the_index_made():
    async with open_place(ScriptedModel()) as place:
        opened = await place.workbench.open_or_new_project("shop")
        node = NodeCreate(id="a", node_type="FUNC", name="Weigh parcels", descr="Weighs each.")
        change_set = ChangeSet(base_revision=0, operations=[node])
        await opened.committer.submit(Submission(change_set=change_set, author=ANA, origin="person"))
        async with warming(place.workbench), asyncio.timeout(60):
            while not opened.retriever.index.is_filled:
                await asyncio.sleep(0)
        assert list(opened.retriever.index.fill()) == []
        assert [hit.found_by for hit in opened.retriever.index.search("parcels")] == ["words"]


@pytest.mark.requirement("Z-121", "R-120")
async def test_the_offline_assistant_and_the_formats_are_read_beside_the_loop_before_the_first_project_is_opened(
    monkeypatch,
):
    read: list[tuple[str, bool]] = []

    def import_module(name: str) -> None:
        read.append((name, threading.current_thread() is threading.main_thread()))

    monkeypatch.setattr("graphwright.server.warming.import_module", import_module)
    async with open_place() as place, warming(place.workbench), asyncio.timeout(60):
        while len(read) < 2:
            await asyncio.sleep(0)
    assert sorted(read) == [(registry.__name__, False), (OfflineAssistant.__module__, False)]
