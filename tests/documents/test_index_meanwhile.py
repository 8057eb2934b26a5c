"""The index of passages while something else happens: a document changes, an embedder refuses, a file is written."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

pytest.importorskip("numpy")

from graphwright import ports
from graphwright.documents.index import PassageIndex
from graphwright.errors import GraphwrightError, StoreDamaged
from graphwright.ports import ManualClock, SystemClock
from graphwright.store.memory import MemoryStore
from tests.documents.place import library_of
from tests.documents.test_passage_shelf import content_of
from tests.places import ANA, START
from tests.waiting import until

CLOCK = SystemClock()
MANY = "# Law {n}\n" + "".join(f"\n## § {at}\n\nA fence of {at} metres needs a permit.\n" for at in range(60))


class HeldEmbedder:
    """Counts letters; waits before each answer for as long as it is held, and refuses what holds a word."""

    name = made_by = "held"
    cut = -1.0
    refuses = "\0"

    def __init__(self) -> None:
        self.may = asyncio.Event()
        self.may.set()
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked += texts
        await self.may.wait()
        if any(self.refuses in text for text in texts):
            message = "this text is too long for me"
            raise ValueError(message)
        return [[float(text.lower().count(letter)) + 0.1 for letter in "abcdefghijklmnopqrstuvwxyz"] for text in texts]


def index_with(embedder: HeldEmbedder, path=None) -> PassageIndex:
    return PassageIndex(embedder, path=path)  # type: ignore[arg-type]


@pytest.mark.requirement("X-202")
async def test_a_document_that_changes_while_its_old_text_is_embedded_is_found_by_meaning():
    embedder = HeldEmbedder()
    index = index_with(embedder)
    embedder.may.clear()
    await index.add("Law", content_of(1), CLOCK)
    await until(lambda: bool(embedder.asked))
    await index.remove(content_of(1).document_id, CLOCK)
    await index.add("Law", content_of(1, MANY), CLOCK)
    embedder.may.set()
    await index.settled()
    assert index.waiting == 0
    assert "vector" in (await index.search("fence of 7 metres", 1))[0].scores
    await index.close()


@pytest.mark.requirement("X-201")
async def test_a_document_that_the_embedder_refuses_keeps_no_other_from_being_found_by_meaning():
    embedder = HeldEmbedder()
    embedder.refuses = "999"
    index = index_with(embedder)
    await index.add("Law 999", content_of(999), CLOCK)
    await index.settled()
    for number in (1, 2):
        await index.add(f"Law {number}", content_of(number), CLOCK)
        await index.settled()
    assert index.waiting == len(content_of(999).passages)
    await index.close()


@pytest.mark.requirement("X-202")
async def test_a_question_that_waits_for_its_vector_finds_nothing_of_a_document_that_is_half_taken_in():
    embedder = HeldEmbedder()
    index = index_with(embedder)
    await index.add("Law 1", content_of(1), CLOCK)
    await index.settled()
    content = content_of(2, MANY)
    embedder.may.clear()
    asking = asyncio.create_task(index.search("fence of 7 metres", 100))
    await until(lambda: "fence of 7 metres" in embedder.asked)
    half, go_on = asyncio.Event(), asyncio.Event()

    class HalfWay(ManualClock):
        """Stops in the pause after which sections of the document stand, and the document does not."""

        pauses = 0

        async def sleep(self, seconds: float) -> None:
            self.pauses += 1
            if self.pauses == len(content.passages) // 20 + 1:
                half.set()
                await go_on.wait()

    adding = asyncio.create_task(index.add("Law 2", content, HalfWay(START)))
    await half.wait()
    embedder.may.set()
    for _ in range(20):
        await asyncio.sleep(0)
    go_on.set()
    found = await asking
    await adding
    for match in found:
        held = {"d001": content_of(1), "d002": content}[match.document_id]
        assert held.passages[match.number].passage_id == match.passage_id
    await index.close()


@pytest.mark.requirement("X-202")
async def test_vectors_that_come_while_the_file_of_vectors_is_written_are_found(tmp_path, monkeypatch):
    embedder, clock = HeldEmbedder(), ManualClock(START)
    index = index_with(embedder, tmp_path / "p.passages")
    for number in range(3):
        await index.add(f"Law {number}", content_of(number), clock)
    await index.settled()
    await index._order_vectors()
    thread, written, go_on = ports.in_thread, asyncio.Event(), asyncio.Event()

    async def slow(work):
        done = await thread(work)
        written.set()
        await go_on.wait()
        return done

    monkeypatch.setattr("graphwright.documents.index.in_thread", slow)
    embedder.may.clear()
    await index.add("Law 7", content_of(7), clock)
    await until(lambda: any("Law 7" in text for text in embedder.asked))
    ordering = asyncio.create_task(index._order_vectors())
    await written.wait()
    embedder.may.set()
    for _ in range(20):
        await asyncio.sleep(0)
    go_on.set()
    await ordering
    await index.settled()
    assert index.waiting == 0
    found = {each.document_id for each in await index.search("Law 7", 100)}
    assert found == {f"d{number:03}" for number in (0, 1, 2, 7)}
    await index.close()


class DamagedBlobs(MemoryStore):
    """A store that gives other bytes for some blobs than were kept."""

    def __init__(self) -> None:
        super().__init__(ManualClock(START))
        self.damaged: dict[str, bytes | GraphwrightError] = {}

    async def get_blob(self, sha256):
        found = self.damaged.get(sha256)
        if isinstance(found, GraphwrightError):
            raise found
        return await super().get_blob(sha256) if found is None else found


@pytest.mark.requirement("X-201")
@pytest.mark.parametrize("damage", [b"", b"\0\0\0", b"{}", b'{"documentId":"d"', StoreDamaged("it cannot be read")])
async def test_a_document_whose_text_is_damaged_keeps_no_other_from_being_found(damage):
    store = DamagedBlobs()
    library, _, _ = await library_of(store=store)
    broken = (await library.add("broken.md", b"# Gates\n\nA gate may be higher.", ANA)).document
    await library.add("sound.md", b"# Fences\n\nA fence needs no permit.", ANA)
    await library.close()
    store.damaged[broken.content] = damage
    again, _, _ = await library_of(store=store)
    assert [hit.title for hit in await again.search("fence or gate", 10)] == ["Fences"]
    assert await again.passages(broken.document_id) == []
    await again.close()
