"""Vectors that outlive the process: texts seen before cost nothing, and a bad file costs no more than its vectors."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from graphwright.search import remembered
from graphwright.search.remembered import RememberingEmbedder, VectorFile


class Counting:
    """Embeds a text as its length and its first letter, and notes what it was asked."""

    name = "counting"
    cut = 0.1

    def __init__(self, length: int = 2) -> None:
        self.asked: list[str] = []
        self._length = length

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked += texts
        return [[float(len(text)), float(ord(text[0])), 0.5][: self._length] for text in texts]


def vectors_of(folder: Path, embedder: Counting, texts: Sequence[str], **options: object) -> list[list[float]]:
    """What a program that has just started is told."""
    remembering = RememberingEmbedder(embedder, folder / "vectors", made_by="counting 1", **options)
    return [list(row) for row in asyncio.run(remembering.embed(texts))]


def file_in(folder: Path) -> Path:
    (path,) = (folder / "vectors").iterdir()
    return path


@pytest.mark.requirement("D-42", "R-40")
def test_a_text_is_embedded_once_in_the_life_of_a_folder(tmp_path: Path):
    embedder = Counting()

    first = vectors_of(tmp_path, embedder, ["one", "three", "one"])
    again = vectors_of(tmp_path, embedder, ["three", "fourth", "one"])

    assert (first, again) == ([[3, 111], [5, 116], [3, 111]], [[5, 116], [6, 102], [3, 111]])
    assert embedder.asked == ["one", "three", "fourth"]
    assert file_in(tmp_path).stat().st_mode & 0o777 == 0o600


@pytest.mark.requirement("D-42")
def test_vectors_of_another_embedder_are_not_taken_for_its_own(tmp_path: Path):
    mine, other = Counting(), Counting()
    vectors_of(tmp_path, mine, ["one"])

    asyncio.run(RememberingEmbedder(other, tmp_path / "vectors", made_by="counting 2").embed(["one"]))

    assert other.asked == ["one"]


@pytest.mark.requirement("R-67")
@pytest.mark.parametrize("at", [0, 40, 60, -1])
def test_what_is_damaged_is_thrown_away_with_one_line_and_made_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, at: int
):
    embedder = Counting()
    texts = ["one", "three", "seven"]
    whole = vectors_of(tmp_path, embedder, texts)
    path = file_in(tmp_path)
    data = bytearray(path.read_bytes())
    data[at] ^= 0xFF
    path.write_bytes(data)

    with caplog.at_level(logging.WARNING):
        mended = vectors_of(tmp_path, embedder, texts)
        quiet = vectors_of(tmp_path, embedder, texts)

    assert mended == quiet == whole
    assert len(caplog.records) == 1
    assert texts == embedder.asked[:3]
    assert 3 < len(embedder.asked) <= 6


@pytest.mark.requirement("R-67")
def test_a_damaged_header_asks_for_no_more_memory_than_a_vector_needs(tmp_path: Path):
    embedder, texts = Counting(), ["one", "three"]
    whole = vectors_of(tmp_path, embedder, texts)
    path = file_in(tmp_path)
    path.write_bytes(b"graphwright-vectors/1 9999999999" + path.read_bytes()[32:])

    assert vectors_of(tmp_path, embedder, texts) == whole


@pytest.mark.requirement("R-67")
def test_what_a_crash_cut_off_is_made_anew_and_the_rest_is_kept(tmp_path: Path):
    embedder = Counting()
    vectors_of(tmp_path, embedder, ["one", "three"])
    path = file_in(tmp_path)
    path.write_bytes(path.read_bytes()[:-5])

    assert vectors_of(tmp_path, embedder, ["one", "three"]) == [[3, 111], [5, 116]]
    assert embedder.asked == ["one", "three", "three"]


@pytest.mark.requirement("R-40")
def test_a_full_file_forgets_its_older_half(tmp_path: Path):
    embedder = Counting()
    texts = [f"{number} text" for number in range(20)]
    for text in texts:
        vectors_of(tmp_path, embedder, [text], most_bytes=400)
    embedder.asked.clear()

    vectors_of(tmp_path, embedder, texts[-3:], most_bytes=400)

    assert embedder.asked == []
    assert file_in(tmp_path).stat().st_size <= 400


@pytest.mark.requirement("D-42", "R-67")
async def test_two_processes_that_share_a_folder_never_take_one_text_for_another(tmp_path: Path):
    mine, others = (
        RememberingEmbedder(Counting(), tmp_path / "vectors", made_by="counting 1", most_bytes=120) for _ in range(2)
    )
    await mine.embed(["one", "three"])
    await others.embed(["seven"])
    await others.embed(["eleven"])

    assert [list(row) for row in await mine.embed(["one", "three"])] == [[3, 111], [5, 116]]


@pytest.mark.requirement("D-42")
def test_an_embedder_that_gives_longer_vectors_now_begins_anew(tmp_path: Path):
    vectors_of(tmp_path, Counting(), ["one", "three"])

    longer = Counting(3)
    assert vectors_of(tmp_path, longer, ["four", "one"]) == [[4, 102, 0.5], [3, 111, 0.5]]
    assert vectors_of(tmp_path, longer, ["one", "four"]) == [[3, 111, 0.5], [4, 102, 0.5]]
    assert longer.asked == ["four", "one"]


@pytest.mark.requirement("R-67")
def test_a_folder_that_cannot_be_written_costs_only_the_remembering(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    (tmp_path / "vectors").write_text("a file where the folder should be")
    embedder = Counting()

    with caplog.at_level(logging.WARNING):
        told = [vectors_of(tmp_path, embedder, ["one"]) for _ in range(2)]

    assert told == [[[3, 111]], [[3, 111]]]
    assert embedder.asked == ["one", "one"]
    assert all("not remembered" in record.message for record in caplog.records)


@pytest.mark.requirement("D-42")
def test_texts_whose_digests_begin_alike_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(remembered, "_ROW_BITS", 63)  # which leaves one bit to begin with
    texts = [f"{number:>{number}}" for number in range(1, 30)]
    whole = vectors_of(tmp_path, Counting(), texts)

    embedder = Counting()
    assert vectors_of(tmp_path, embedder, texts) == whole
    assert embedder.asked == []


@pytest.mark.requirement("D-42", "R-40")
def test_a_text_that_is_remembered_takes_a_dozen_bytes_of_memory(tmp_path: Path):
    file = VectorFile(tmp_path / "vectors")
    for number in range(0, 20_000, 20):
        file.keep({each.to_bytes(16, "big"): [0.5, 1.0] for each in range(number, number + 20)})

    assert sys.getsizeof(file._places) <= 12 * 20_000
    assert file.read([(19_999).to_bytes(16, "big")])


@pytest.mark.requirement("X-201")
def test_a_file_that_found_no_room_leaves_no_part_of_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write = Path.write_bytes

    def write_some(self: Path, data: bytes) -> int:
        write(self, data[:4])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", write_some)
    assert vectors_of(tmp_path, Counting(), ["one"]) == [[3, 111]]
    assert list((tmp_path / "vectors").iterdir()) == []
