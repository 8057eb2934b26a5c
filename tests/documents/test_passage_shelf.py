"""The index of passages in its file: whole after a crash, small after a start, empty of what was removed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from graphwright.documents.content import Content
from graphwright.documents.files import FileToAdd
from graphwright.documents.index import PassageIndex, PassageMatch
from graphwright.documents.read_text import read_markdown
from graphwright.documents.shelf import PassageShelf
from graphwright.documents.split import passages_of
from graphwright.documents.structure import structured
from graphwright.errors import DocumentUnreadable, GraphwrightError
from graphwright.ports import ManualClock
from graphwright.protocol.ids import DocumentId
from graphwright.store.memory import MemoryStore
from tests.documents.place import library_of
from tests.places import ANA, START
from tests.waiting import until

LAW = "# Law {n}\n\n## § 1 Fences\n\n(1) A fence of {n} metres needs no permit.\n\n(2) See § 2.\n\n## § 2 Walls\n\nA wall needs one.\n"


def content_of(number: int, text: str = LAW) -> Content:
    document_id = DocumentId(f"d{number:03}")
    draft = read_markdown(text.format(n=number))
    return Content(document_id, draft.text, passages_of(draft.text, structured(draft), document_id))


async def filled(path, count: int = 12) -> PassageIndex:
    index = PassageIndex(path=path)
    for number in range(count):
        await index.add(f"Law {number}", content_of(number), ManualClock(START), digest=f"sha-{number}")
    return index


async def answers(index: PassageIndex) -> list[list[PassageMatch]]:
    return [await index.search(each, 10) for each in ("fence of 7 metres", "walls", "permits needed", "§ 2", "law 3")]


@pytest.mark.requirement("Z-10")
async def test_what_is_opened_again_answers_as_what_was_closed(tmp_path):
    index = await filled(tmp_path / "p.passages")
    before = await answers(index)
    await index.close()
    again = PassageIndex(path=tmp_path / "p.passages")
    assert again.documents == index.documents == {f"d{number:03}": f"sha-{number}" for number in range(12)}
    assert await answers(again) == before == await answers(await filled(None))
    passage = before[0][0]
    assert again.where(passage.passage_id) == (passage.document_id, passage.number)
    # And goes on: what comes now and what is in the file are one.
    for number in (12, 13):
        for each in (again, index):
            await each.add(f"Law {number}", content_of(number), ManualClock(START))
    assert await answers(again) == await answers(index)


@pytest.mark.requirement("WD-16", "K-18")
async def test_parts_of_words_are_looked_for_in_every_question_but_those_in_english():
    index = PassageIndex()
    for number, text in enumerate(("The heat of the wing.", "The superheated and overheating wing.")):
        await index.add("Page", content_of(number, text), ManualClock(START))
    found = [
        sorted(each.document_id for each in await index.search(question, 10))
        for question in ("What is the heated?", "Was ist die heated?", "heated")
    ]
    assert found == [["d000"], ["d000", "d001"], ["d000", "d001"]]


@pytest.mark.requirement("Z-11")
async def test_a_document_is_on_the_shelf_whole_or_not_at_all(tmp_path):
    shelf = PassageShelf(tmp_path / "p.passages")
    large = content_of(1, "# Large\n\n" + "".join(f"({n}) Clause about zeppelin{n}.\n\n" for n in range(1, 60)))
    taking = shelf.take("Large", large)
    next(taking)
    taking.close()  # as when its caller is cancelled
    assert (shelf.documents, len(shelf.passages), shelf.passages.search("zeppelin7")) == ({}, 0, [])
    for _ in shelf.take("Large", large):
        pass
    assert len(shelf.passages) == 59
    # A crash before the file is written costs the document, and nothing else.
    assert PassageShelf(tmp_path / "p.passages").documents == {}


@pytest.mark.requirement("Z-09", "R-35")
async def test_the_file_forgets_the_words_of_a_document_that_was_removed(tmp_path):
    path = tmp_path / "p.passages"
    index = await filled(path)
    await index.add("Secret", content_of(99, "# Secret\n\nThe zeppelin lands at Zzyzx.\n"), ManualClock(START))
    await index.write()
    assert b"zeppelin" in path.read_bytes()
    await index.remove(DocumentId("d099"), ManualClock(START))
    assert await index.search("zeppelin Zzyzx", 10) == []
    await until(lambda: b"zeppelin" not in path.read_bytes())
    held = path.read_bytes()
    assert [word for word in (b"zzyz", b"d099", b"zeppel") if word in held] == []
    assert await answers(index) == await answers(await filled(None))


@pytest.mark.requirement("Z-11")
async def test_a_file_that_is_lost_damaged_or_older_is_made_anew_from_the_documents(tmp_path):
    store = MemoryStore(ManualClock(START))
    library, project, _ = await library_of(store=store, folder=tmp_path)
    await library.add("a.md", LAW.format(n=1).encode(), ANA)
    expected = await library.search("fence")
    await library.close()
    path = tmp_path / f"{project.project_id}.passages"
    whole = path.read_bytes()
    for damaged in (None, b"", whole[:-8], whole.replace(b'"version":2', b'"version":9'), b"garbage" * 99):
        if damaged is None:
            path.unlink()
        else:
            path.write_bytes(damaged)
        again, _, _ = await library_of(store=store, folder=tmp_path)
        assert await again.search("fence") == expected
        await again.close()
        assert path.read_bytes() == whole


@pytest.mark.requirement("Z-11")
async def test_what_was_added_and_removed_while_the_file_slept_is_caught_up(tmp_path):
    store = MemoryStore(ManualClock(START))
    library, _, _ = await library_of(store=store, folder=tmp_path)
    first = (await library.add("a.md", LAW.format(n=1).encode(), ANA)).document
    await library.add("b.md", b"# Gates\n\nA gate of iron.\n", ANA)
    await library.close()
    other, _, _ = await library_of(store=store)  # another process, whose index is its own
    await other.remove(first.document_id, ANA)
    await other.add("b.md", b"# Gates\n\nA gate of wood.\n", ANA)
    await other.add("c.md", b"# Roofs\n\nA roof of straw.\n", ANA)

    again, _, _ = await library_of(store=store, folder=tmp_path)
    assert await again.search("fence permit") == []
    assert {hit.text for hit in await again.search("iron wood straw")} == {"A gate of wood.", "A roof of straw."}
    await again.close()
    assert b"iron" not in (tmp_path / f"{again.project.project_id}.passages").read_bytes()


def given(name: str, data: bytes) -> FileToAdd:
    async def read() -> bytes:
        return data

    return FileToAdd(name, read)


@pytest.mark.requirement("Z-12")
async def test_many_files_are_taken_in_in_order_and_bad_ones_stop_nobody():
    library, project, _ = await library_of()
    files = [given(f"{number:03}.md", f"# File {number}\n\nIt says {number}.".encode()) for number in range(50)]
    files[7], files[30] = given("007.md", b" "), given("030.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 99)
    told = [(file.name, each) async for file, each in library.add_all(files, ANA)]
    assert [name for name, _ in told] == [file.name for file in files]
    refused = {name: each.fields["reason"] for name, each in told if isinstance(each, GraphwrightError)}
    assert refused == {"007.md": "empty", "030.png": "unknownFormat"}
    assert [each.name for each in await library.documents()] == [
        file.name for file in files if file.name not in refused
    ]
    assert [hit.text for hit in await library.search("says 49")][:1] == ["It says 49."]
    entries = [entry async for entry in project.store.read(project.project_id)]
    assert [entry.type for entry in entries] == ["project.changed", *["document.added"] * 48]
    # The same again changes nothing.
    again = [each async for _, each in library.add_all(files, ANA)]
    assert [each.outcome for each in again if not isinstance(each, GraphwrightError)] == ["unchanged"] * 48
    assert all(isinstance(each, DocumentUnreadable) for each in again if isinstance(each, GraphwrightError))
    assert project.header.sequence == 49


@pytest.mark.requirement("Z-12", "I-02")
async def test_who_stops_listening_keeps_what_was_told_and_goes_on_later_without_doubling():
    library, _, _ = await library_of()
    files = [given(f"{number:03}.md", f"# File {number}\n\nIt says {number}.".encode()) for number in range(60)]
    told = 0
    coming = library.add_all(files, ANA)
    async for _ in coming:
        told += 1
        if told == 20:
            break
    await coming.aclose()
    kept = len(await library.documents())
    assert told <= kept < 60
    outcomes = [each.outcome async for _, each in library.add_all(files, ANA) if not isinstance(each, GraphwrightError)]
    assert outcomes == ["unchanged"] * kept + ["added"] * (60 - kept)
    assert [each.name for each in await library.documents()] == [file.name for file in files]


@pytest.mark.requirement("Z-12", "I-02")
async def test_the_same_name_twice_at_once_is_two_versions_of_one_document():
    library, _, _ = await library_of()
    files = [given("a.md", b"# A\n\nOne."), given("a.md", b"# A\n\nTwo."), given("./a.md", b"# A\n\nThree.")]
    told = [each async for _, each in library.add_all(files, ANA)]
    assert [(each.outcome, each.document.version) for each in told if not isinstance(each, GraphwrightError)] == [
        ("added", 1), ("replaced", 2), ("replaced", 3),
    ]  # fmt: skip
    others = await asyncio.gather(*(library.add("b.md", f"# B\n\nNumber {n}.".encode(), ANA) for n in range(5)))
    assert sorted(each.document.version for each in others) == [1, 2, 3, 4, 5]
    assert len(await library.documents()) == 2


@pytest.mark.requirement("Z-11", "I-01")
async def test_texts_that_are_kept_while_the_first_index_is_made_are_not_taken_for_leftovers():
    library, project, _ = await library_of()
    large = "# Large\n\n" + "".join(f"({number}) Clause number {number}.\n\n" for number in range(1, 400))
    await library.add("large.md", large.encode(), ANA)  # its index is made in the background
    for number in range(5):
        await library.add(f"{number}.md", f"# File {number}\n\nIt says zeppelin{number}.".encode(), ANA)
    await library.indexed()
    for number in range(5):
        assert [hit.text for hit in await library.search(f"zeppelin{number}")][:1] == [f"It says zeppelin{number}."]
    for header in await library.documents():
        assert len(await library.passages(header.document_id, limit=1_000)) == header.passages
    assert len(await project.store.records("documentBlob")) == 6


@pytest.mark.requirement("Z-11")
async def test_a_file_that_is_mostly_of_what_is_gone_is_made_anew(tmp_path, monkeypatch):
    monkeypatch.setattr("graphwright.documents.shelf._MIN_GONE", 20)
    index, clock = await filled(tmp_path / "p.passages", 1), ManualClock(START)
    for number in range(1, 9):
        await index.remove(DocumentId("d000"), clock)
        await index.add(f"Version {number}", content_of(0), clock, digest=f"sha-{number}")
        if number == 5:
            await index.close()
            assert PassageIndex(path=tmp_path / "p.passages").documents == index.documents
    await index.close()
    assert PassageIndex(path=tmp_path / "p.passages").documents == {}


class Letters:
    """An embedder whose vectors count letters, and which notes what it was asked."""

    name, cut = "letters", 0.1

    def __init__(self, made_by: str = "letters 1") -> None:
        self.made_by = made_by
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked += texts
        return [[1.0 + text.lower().count(letter) for letter in "abcdefghijklmnopqrstuvwxyz"] for text in texts]


async def embedded(path: Path, embedder: Letters, *, titled: str = "Law") -> PassageIndex:
    """An index of what the folder holds and twelve documents, as after a start."""

    async def content(document_id: DocumentId) -> Content:
        return content_of(int(document_id[1:]))

    index = PassageIndex(embedder, path=path, content=content)
    for number in range(12):
        if f"d{number:03}" not in index.documents:
            await index.add(f"{titled} {number}", content_of(number), ManualClock(START), digest=f"sha-{number}")
    index.embed()
    await index.settled()
    return index


@pytest.mark.requirement("Z-10")
async def test_after_a_start_no_passage_is_embedded_again_and_meaning_answers_as_before(tmp_path):
    pytest.importorskip("numpy")
    index = await embedded(tmp_path / "p.passages", Letters())
    before = await index.search("fence of 7 metres", 10)
    await index.close()
    embedder = Letters()
    again = await embedded(tmp_path / "p.passages", embedder)
    assert (again.waiting, embedder.asked) == (0, [])
    found = await again.search("fence of 7 metres", 10)
    assert [each.passage_id for each in found] == [each.passage_id for each in before]
    assert all("vector" in each.scores for each in found)
    assert embedder.asked == ["fence of 7 metres"]
    await again.close()
    # Another embedder begins anew.
    other = Letters("letters 2")
    await (await embedded(tmp_path / "p.passages", other)).close()
    assert len(other.asked) == 36


@pytest.mark.requirement("Z-09", "Z-11")
async def test_vectors_of_a_document_that_is_gone_or_says_something_else_are_not_taken_over(tmp_path):
    pytest.importorskip("numpy")
    path = tmp_path / "p.passages"
    index = await embedded(path, Letters())
    await index.close()
    held = path.with_suffix(".vectors").stat().st_size
    embedder = Letters()
    index = await embedded(path, embedder)
    await index.remove(DocumentId("d003"), ManualClock(START))
    await until(lambda: path.with_suffix(".vectors").stat().st_size < held)
    await index.add("Law 3", content_of(3), ManualClock(START), digest="sha-new")
    await index.settled()
    assert len(embedder.asked) == 3
    await index.close()
    # Without the index of words the numbers of passages are others, and the vectors find theirs by their documents.
    path.unlink()
    embedder = Letters()
    index = await embedded(path, embedder)
    assert (len(embedder.asked), index.waiting) == (3, 0)  # of the one with another digest
    await index.close()
    index.forget_all()
    assert list(tmp_path.iterdir()) == []
