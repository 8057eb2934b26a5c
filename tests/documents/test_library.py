"""Documents are facts of a project: added, replaced, removed for good, found after a restart, linked to nodes."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from graphwright.documents.content import written
from graphwright.documents.library import DOCUMENTS
from graphwright.errors import DocumentUnreadable, InvalidCommand, LimitExceeded, NotFound
from graphwright.operations.commit import Submission
from graphwright.operations.cures.merge import merge
from graphwright.ports import Ids, ManualClock
from graphwright.protocol.documents import Passage, Place
from graphwright.protocol.events import DocumentRemoved
from graphwright.protocol.operations import ChangeSet
from graphwright.rooms.state import state_of
from graphwright.store.backup import back_up, restore
from graphwright.store.base import Sha256
from graphwright.store.memory import MemoryStore
from graphwright.store.sqlite import SqliteStore
from tests.documents.files import pdf
from tests.documents.place import library_of
from tests.places import ANA, START, Table

LAW = b"# Fences\n\n(1) A fence of two metres needs no permit.\n\n(2) A wall needs one.\n"
NEWER = b"# Fences\n\n(1) A fence of two metres needs no permit.\n\n(2) A wall of bricks needs one.\n"


@pytest.mark.requirement("C-23", "I-06")
async def test_a_document_is_added_found_replaced_and_removed():
    library, project, _ = await library_of()
    added = await library.add("laws/fences.md", LAW, ANA)
    assert (added.outcome, added.document.title, added.document.passages) == ("added", "Fences", 2)
    assert (await state_of(project)).documents == [added.document]

    (hit, *_) = await library.search("Is a permit needed for a fence?")
    fence = await library.passage(hit.passage_id)
    assert fence == Passage(
        passage_id=hit.passage_id,
        document_id=added.document.document_id,
        kind="clause",
        text="(1) A fence of two metres needs no permit.",
        place=Place(start=10, end=52, section=["Fences"], paragraph=1, label="(1)"),
    )
    assert (hit.title, hit.text, hit.place) == ("Fences", fence.text, fence.place)
    assert set(hit.scores) == {"lexical", "section"}
    around = await library.around(hit.passage_id)
    assert (around.before, around.after) == ("# Fences\n\n", "\n\n(2) A wall needs one.\n")

    assert (await library.add("./laws//fences.md", LAW, ANA)).outcome == "unchanged"
    replaced = await library.add("laws/fences.md", NEWER, ANA)
    assert (replaced.outcome, replaced.kept, replaced.document.version) == ("replaced", 1, 2)
    assert replaced.document.document_id == added.document.document_id
    assert await library.passage(hit.passage_id) == fence
    assert [each.text for each in await library.search("bricks")] == ["(2) A wall of bricks needs one."]

    await library.remove(added.document.document_id, ANA)
    assert await library.documents() == []
    assert await library.search("fence permit bricks") == []
    assert (await state_of(project)).documents == []
    for forgotten in (library.passage(hit.passage_id), library.remove(added.document.document_id, ANA)):
        with pytest.raises(NotFound):
            await forgotten


@pytest.mark.requirement("R-35")
async def test_nothing_that_a_removed_document_said_is_kept():
    library, project, _ = await library_of()
    first = (await library.add("a.md", LAW, ANA)).document
    second = (await library.add("a.md", NEWER, ANA)).document
    with pytest.raises(NotFound):
        await project.store.get_blob(Sha256(first.content))
    await library.remove(second.document_id, ANA)
    with pytest.raises(NotFound):
        await project.store.get_blob(Sha256(second.content))
    assert await project.store.records("documentBlob") == []
    entries = [entry async for entry in project.store.read(project.project_id)]
    assert [entry.type for entry in entries] == ["project.changed", *["document.added"] * 2, "document.removed"]
    assert not any(b"permit" in entry.body for entry in entries)
    assert await project.store.rebuild(project.project_id) == []


@pytest.mark.requirement("I-01", "I-04")
async def test_a_text_whose_document_never_came_is_forgotten_at_the_next_start():
    store = MemoryStore(ManualClock(START))
    library, project, _ = await library_of(store=store)
    kept = (await library.add("a.md", LAW, ANA)).document
    # As after a crash between the blob and the event, and between the event and the forgetting.
    orphan = await store.put_blob(written("d9", "never announced", []))
    await store.set_record("documentBlob", orphan, project.project_id.encode())
    await project.record([DocumentRemoved(document_id=kept.document_id, person=ANA)])

    again, _, _ = await library_of(store=store)
    assert await again.search("fence") == []
    assert await store.records("documentBlob") == []
    for blob in (orphan, kept.content):
        with pytest.raises(NotFound):
            await store.get_blob(Sha256(blob))


@pytest.mark.requirement("I-01")
async def test_a_restart_and_a_backup_hold_the_documents(tmp_path):
    clock = ManualClock(START)
    (tmp_path / "data").mkdir()
    store = await SqliteStore.open(tmp_path / "data", clock)
    before, _, _ = await library_of(store=store)
    header = (await before.add("a.md", LAW, ANA)).document
    passages = await before.passages(header.document_id)
    await back_up(store, tmp_path / "backup", clock)
    await store.close()
    await restore(tmp_path / "backup", tmp_path / "restored", clock, Ids(clock))
    for folder in ("data", "restored"):
        store = await SqliteStore.open(tmp_path / folder, clock)
        after, project, _ = await library_of(store=store)
        assert await after.documents() == [header]
        assert [hit.passage_id for hit in await after.search("wall")] == [passages[1].passage_id]
        assert await after.passages(header.document_id) == passages
        assert await store.rebuild(project.project_id) == []
        await store.close()


@pytest.mark.requirement("G-66")
async def test_what_documents_say_of_a_node_is_said_of_the_one_it_was_merged_into_until_that_is_undone():
    library, project, _ = await library_of()
    table = Table(project)
    await table.apply("<operations>\n+ Fence|MOD|Fence.MD.001|A fence.\n+ Wall|MOD|Wall.MD.002|A wall.\n</operations>")
    fence, wall = project.graph.nodes.values()
    header = (await library.add("a.md", LAW, ANA)).document
    first, second = await library.passages(header.document_id)
    link = await library.link(second.passage_id, wall.node_id, "How high.", ANA)
    await library.link(first.passage_id, wall.node_id, "Where.", ANA)
    await table.apply(merge(project.graph, fence, [wall]).operations)

    assert [each.why for each in await library.links_to(fence.node_id)] == ["How high.", "Where."]
    await library.unlink(first.passage_id, fence.node_id, ANA)
    assert await library.links() == [replace(link, node_id=fence.node_id)]
    commits = [commit async for commit in project.commits()]
    change_set = ChangeSet(base_revision=2, operations=[])
    await table.committer.submit(Submission(change_set=change_set, author=ANA, origin="revert", reverts=commits[1:]))
    assert await library.links() == [link]


@pytest.mark.requirement("C-23", "I-06")
async def test_passages_are_linked_to_nodes_with_a_reason():
    library, project, _ = await library_of()
    await Table(project).apply(
        "<operations>\n<base_snapshot>x@v0</base_snapshot>\n## Nodes\n+ Fence|SYS|Fence.SY.001|A fence.\n</operations>"
    )
    node_id = next(iter(project.graph.nodes))
    header = (await library.add("a.md", LAW, ANA)).document
    first, second = await library.passages(header.document_id)
    link = await library.link(second.passage_id, node_id, "It says when.", ANA)
    changed = await library.link(second.passage_id, node_id, "It says how high.", ANA)
    assert changed == replace(link, why="It says how high.")
    assert await library.links_to(node_id) == await library.links() == (await library.around(second.passage_id)).links
    assert await library.links() == [changed]
    assert (await library.around(first.passage_id)).links == []

    await library.add("a.md", NEWER, ANA)
    assert await library.links() == [changed]
    assert await library.standing(changed) is None

    await library.unlink(second.passage_id, node_id, ANA)
    assert await library.links() == []
    await library.link(first.passage_id, node_id, "", ANA)
    await library.remove(header.document_id, ANA)
    assert await library.links() == []
    for refused in (library.link(first.passage_id, node_id, "", ANA), library.unlink("p", node_id, ANA)):
        with pytest.raises(NotFound):
            await refused


@pytest.mark.requirement("R-43", "R-40", "R-35")
async def test_names_and_numbers_have_limits():
    library, _, _ = await library_of(max_passages=3)
    for name in ("", ".", "../a.md", "a/../../b.md", "a\n.md", "a\u202e.md", "x" * 301):
        with pytest.raises(InvalidCommand, match="cannot be a document's name"):
            await library.add(name, LAW, ANA)
    await library.add("a.md", LAW, ANA)
    with pytest.raises(LimitExceeded, match="a project holds at most 20,000 documents with 3 passages"):
        await library.add("b.md", LAW, ANA)
    assert DOCUMENTS == 20_000
    # Its own next version does not count twice.
    assert (await library.add("a.md", NEWER, ANA)).outcome == "replaced"


@pytest.mark.requirement("I-02")
async def test_a_version_that_cannot_be_read_leaves_the_one_before():
    library, _, _ = await library_of()
    header = (await library.add("a.md", LAW, ANA)).document
    with pytest.raises(DocumentUnreadable):
        await library.add("a.md", pdf(empty_pages=1), ANA)
    assert await library.documents() == [header]
    assert len(await library.search("fence")) >= 1


class Letters:
    """An embedder whose vectors count letters; it can fail."""

    name = made_by = "letters"
    cut = 0.1
    fails = False

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if self.fails:
            raise ConnectionError
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> list[float]:
        counts = [float(text.lower().count(letter)) for letter in "abcdefghijklmnopqrstuvwxyz"]
        length = math.hypot(*counts) or 1.0
        return [count / length for count in counts]


@pytest.mark.requirement("C-74")
async def test_words_and_meaning_are_fused_and_each_score_is_told():
    pytest.importorskip("numpy")
    embedder = Letters()
    library, _, _ = await library_of(embedder=embedder)  # type: ignore[arg-type]
    await library.add("a.md", LAW, ANA)
    await library.settled()
    hits = await library.search("a wall needs one")
    assert hits[0].text == "(2) A wall needs one."
    assert set(hits[0].scores) == {"lexical", "section", "vector"}
    embedder.fails = True
    assert set((await library.search("a wall needs one"))[0].scores) == {"lexical", "section"}
    await library.add("b.md", b"# Gates\n\nA gate may be higher.", ANA)
    await library.settled()
    assert (await library.search("how high may a gate be"))[0].title == "Gates"
    assert library._index.waiting == 1
    await library.close()


@pytest.mark.requirement("I-02")
async def test_two_files_of_one_name_at_once_are_two_versions():
    library, _, _ = await library_of()
    done = await asyncio.gather(library.add("a.md", LAW, ANA), library.add("a.md", NEWER, ANA))
    assert sorted(each.document.version for each in done) == [1, 2]  # which is read first is first
    assert len(await library.documents()) == 1


@pytest.mark.requirement("C-23")
async def test_other_bytes_of_the_same_text_leave_the_text_readable():
    store = MemoryStore(ManualClock(START))
    library, _, _ = await library_of(store=store)
    await library.add("fences.md", LAW, ANA)
    replaced = await library.add("fences.md", LAW.replace(b"\n", b"\r\n"), ANA)
    again, _, _ = await library_of(store=store)
    assert (replaced.outcome, replaced.kept, replaced.document.version) == ("replaced", 2, 2)
    assert len(await again.passages(replaced.document.document_id)) == 2


class HeldStore(MemoryStore):
    """A store that writes events only when it may, once somebody asks for that."""

    def __init__(self) -> None:
        super().__init__(ManualClock(START))
        self.may_write, self.waits = asyncio.Event(), asyncio.Event()
        self.may_write.set()

    async def append(self, *args: Any, **options: Any) -> int:
        """Entries behind a journal."""
        self.waits.set()
        await self.may_write.wait()
        return await super().append(*args, **options)


@pytest.mark.requirement("C-23")
async def test_a_text_whose_giver_went_while_it_was_written_is_not_taken_for_left_behind():
    store = HeldStore()
    library, _, _ = await library_of(store=store)
    store.may_write.clear()
    store.waits.clear()
    adding = asyncio.ensure_future(library.add("fences.md", LAW, ANA))
    await store.waits.wait()
    adding.cancel()
    await asyncio.wait({adding})
    asking = asyncio.ensure_future(library.indexed())
    for _ in range(20):  # the sweep would have had its turn
        await asyncio.sleep(0)
    store.may_write.set()
    await asking
    await library.close()
    (document,) = await library.documents()
    assert len(await library.passages(document.document_id)) == document.passages == 2
