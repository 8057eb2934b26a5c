"""How often a turn with tools waits for the disk: counted where the database ends a transaction."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from graphwright.llm.base import ModelRequest
from graphwright.llm.testing import Answer, FunctionModel
from graphwright.ports import SystemClock
from graphwright.store.sqlite import SqliteStore
from tests.tools.place import call, loop_place


async def transactions(folder: Path, *, rounds: int) -> int:
    """Of a question that takes so many rounds of one read each, and a last answer."""
    folder.mkdir()

    def answer(request: ModelRequest) -> Answer:
        said = sum(message.role == "tool" for message in request.messages)
        return "Done." if said == rounds else ["I look.", call("read_node_detail", f"c{said}", node=f"Node{said}")]

    store = await SqliteStore.open(folder, SystemClock())
    try:
        place = await loop_place(FunctionModel(answer), store=store, max_model_calls=rounds + 1)
        ended: list[int] = []

        def hook(_connection: object, _database: str, pages: int) -> int:
            ended.append(pages)
            return 0

        cast("Any", store)._writing.set_wal_hook(hook)
        assert (await place.ask()).model_calls == rounds + 1
        await place.engine.close()
    finally:
        await store.close()
    return len(ended)


@pytest.mark.requirement("R-153", "I-08")
async def test_a_round_of_tools_takes_two_transactions_with_its_budgets_among_them(tmp_path: Path):
    # The fewest of three: what is handed over while a thread still ends one transaction goes into the next.
    one, five = [
        min([await transactions(tmp_path / f"{rounds}-{tried}", rounds=rounds) for tried in range(3)])
        for rounds in (1, 5)
    ]
    assert five - one <= 2 * 4
    assert one <= 10, "the run, its owner, the tools, the call with its message, two for the round, the answer, the end"
