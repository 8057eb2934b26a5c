"""Documents as records: what is not there is named, many are decoded beside the loop, the newest come in order."""

from __future__ import annotations

import threading

import pytest

from graphwright.errors import NotFound
from graphwright.ports import ManualClock
from graphwright.protocol.events import ThreadChanged
from graphwright.protocol.threads import Thread
from graphwright.protocol.wire import decode
from graphwright.store import reads
from graphwright.store.memory import MemoryStore
from graphwright.store.reads import StoredProject
from tests.store.samples import SHOP, START, filled, thread


async def project(*thread_ids: str) -> StoredProject:
    return StoredProject(await filled(MemoryStore(ManualClock(START)), *map(thread, thread_ids)), SHOP)


@pytest.mark.requirement("R-126")
async def test_a_document_that_is_not_there_is_named_by_its_kind_and_the_beginning_of_its_id():
    shop = await project("t1")

    assert (await shop.find(Thread, "t2"), (await shop.read(Thread, "t1")).title) == (None, "Orders")
    for asked, told in (("t2", "t2"), ("x" * 80, "x" * 80), ("x" * 81, "x" * 80)):
        with pytest.raises(NotFound, match=f"^there is no thread '{told}' in this project$"):
            await shop.read(Thread, asked)
    with pytest.raises(NotFound, match="there is no run 't1'"):
        await shop.read(ThreadChanged, "t1", kind="run")


async def test_of_the_newest_documents_the_oldest_comes_first():
    shop = await project("t1", "t2", "t3")

    told = {most: [each.thread_id for each in await shop.read_all(Thread, newest=most)] for most in (None, 2, 9)}

    assert told == {None: ["t1", "t2", "t3"], 2: ["t2", "t3"], 9: ["t1", "t2", "t3"]}


@pytest.mark.requirement("R-122", "R-129")
@pytest.mark.parametrize(("at_once", "is_beside"), [(3, False), (2, True)])
async def test_more_documents_than_the_loop_may_decode_are_decoded_beside_it(at_once, is_beside, monkeypatch):
    threads: set[threading.Thread] = set()

    def watched(body: bytes, of: type[Thread]) -> Thread:
        threads.add(threading.current_thread())
        return decode(body, of)

    monkeypatch.setattr(reads, "_AT_ONCE", at_once)
    monkeypatch.setattr(reads, "decode", watched)
    shop = await project("t1", "t2", "t3")

    assert len(await shop.read_all(Thread)) == 3
    assert (len(threads), threading.main_thread() not in threads) == (1, is_beside)
