"""LightRAG as a library, its stores as they come: the graph in networkx, vectors in nano-vectordb, files of JSON.

Every element that is made is embedded; the vectors come from the scripted server. The tokenizer that it would fetch
from outside is replaced by one that counts words, which its documentation provides for.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from lightrag import LightRAG
from lightrag.llm.openai import openai_complete_if_cache, openai_embed
from lightrag.utils import EmbeddingFunc, Tokenizer

from benchmarks.peers import work
from benchmarks.peers.model_server import NUMBERS
from benchmarks.peers.work import Line


class Words:
    """A token is a word."""

    def encode(self, content: str) -> list[int]:
        return list(range(len(content.split())))

    def decode(self, tokens: list[int]) -> str:
        return " ".join(map(str, tokens))


async def opened(folder: Path) -> LightRAG:
    at = {"base_url": os.environ["MODEL_ADDRESS"], "api_key": "none"}
    embed = EmbeddingFunc(
        embedding_dim=NUMBERS, max_token_size=None, func=partial(openai_embed.func, model="scripted", **at)
    )
    rag = LightRAG(
        working_dir=str(folder),
        embedding_func=embed,
        llm_model_func=partial(openai_complete_if_cache, "scripted", **at),
        tokenizer=Tokenizer("words", Words()),
    )
    await rag.initialize_storages()
    return rag


def create(folder: Path, size: int) -> Iterator[Line]:
    """Each element by a call of its own, then all of them by the call that takes a whole graph."""
    made, joined = work.entities(size), work.relations(size * 3 // 2, size)
    spent, whole = work.Spent(), work.Spent()
    held: list[Line] = []

    async def one_by_one() -> None:
        rag = await opened(folder / "one")
        for each in made:
            with spent:
                await rag.acreate_entity(each.name, {"description": each.text, "entity_type": each.kind})
        for source, target in joined:
            with spent:
                relation = {"description": "passes on", "keywords": "io", "weight": 1.0}
                await rag.acreate_relation(made[source].name, made[target].name, relation)
        held.append(work.memory())
        graph = await rag.get_knowledge_graph("*", max_nodes=10 * size)
        assert (len(graph.nodes), len(graph.edges)) == (len(made), len(joined))
        await rag.finalize_storages()

    async def at_once() -> None:
        rag = await opened(folder / "all")
        graph = {
            "chunks": [],
            "entities": [
                {"entity_name": each.name, "entity_type": each.kind, "description": each.text, "source_id": "made"}
                for each in made
            ],
            "relationships": [
                {"src_id": made[source].name, "tgt_id": made[target].name, "description": "passes on",
                 "keywords": "io", "weight": 1.0, "source_id": "made"}
                for source, target in joined
            ],
        }  # fmt: skip
        with whole:
            await rag.ainsert_custom_kg(graph)
        await rag.finalize_storages()

    asyncio.run(one_by_one())
    yield spent.line("library; all its files written anew for each, without fsync; embedded")
    yield from held
    asyncio.run(at_once())
    yield whole.line("insert_custom_kg: no promise after a crash; embedded", "at once")


def conflict(folder: Path, size: int) -> Iterator[Line]:
    """Both write the description of an entity that they have seen in the same state."""

    races = work.Races()

    async def edited() -> None:
        rag = await opened(folder)
        for number in range(size):
            name = f"C{number}"
            await rag.acreate_entity(name, {"description": "As both have seen it.", "entity_type": "function"})
            await rag.aedit_entity(name, {"description": "Ana's text."})
            try:
                await rag.aedit_entity(name, {"description": "Ben's text."})
            except ValueError:
                refused = True
            else:
                refused = False
            races.ended(refused=refused, first_stands="Ana's text." in str(await rag.get_entity_info(name)))
        await rag.finalize_storages()

    asyncio.run(edited())
    yield races.line()


if __name__ == "__main__":
    work.run({"create": create, "conflict": conflict})
