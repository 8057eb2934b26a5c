"""What a model call was sent is written once, and what is remembered of it has a limit."""

from __future__ import annotations

import asyncio

import pytest

from graphwright.llm.base import ChatMessage, ModelRequest, PromptBlock
from graphwright.ports import ManualClock
from graphwright.store.base import BLOB_RENEWED, Sha256
from graphwright.store.memory import MemoryStore
from graphwright.turns import sent_requests
from graphwright.turns.sent_requests import SentRequests
from tests.places import START


class Written(MemoryStore):
    """A store that notes what it is given."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__(clock)
        self.sizes: list[int] = []

    async def put_blob(self, data: bytes) -> Sha256:
        self.sizes.append(len(data))
        return await super().put_blob(data)


async def kept(sent: SentRequests, number: int) -> Sha256:
    instructions = PromptBlock(label="instructions", text="Answer. " * 100)
    asked = ChatMessage(role="user", text=f"What is {number}? " + "Say it in full. " * 100)
    sha256 = sent.keep(ModelRequest(system=[instructions], messages=[asked]))
    while sent._writing:
        await asyncio.sleep(0)
    return sha256


@pytest.mark.requirement("R-40")
async def test_a_piece_is_written_once_until_so_many_others_were(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sent_requests, "KNOWN", 5)
    clock = ManualClock(START)
    store = Written(clock)
    sent = SentRequests(store, clock)

    first = await kept(sent, 1)
    assert len(store.sizes) == 3, "instructions, message, and the list of both"
    assert await kept(sent, 1) == first
    assert len(store.sizes) == 3
    await kept(sent, 2)
    assert len(store.sizes) == 5
    await kept(sent, 3)  # the oldest are forgotten, the instructions among them
    assert len(store.sizes) == 7
    assert len(sent._known) == 5
    await kept(sent, 3)
    assert len(store.sizes) == 8, "the instructions, once more"
    assert await store.get_blob(first) is not None


@pytest.mark.requirement("R-40")
async def test_what_may_not_be_known_any_more_is_written_again():
    clock = ManualClock(START)
    store = Written(clock)
    sent = SentRequests(store, clock)
    await kept(sent, 1)

    clock.advance(BLOB_RENEWED.total_seconds())
    await kept(sent, 1)

    assert len(store.sizes) == 6
