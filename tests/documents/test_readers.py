"""One process reads many files, each within its own limits; a bad one takes its reader with it and nobody else's file."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from graphwright.documents import readers
from graphwright.documents.parse import DocumentParser
from graphwright.errors import DocumentUnreadable, LimitExceeded
from graphwright.ports import ProcessTalk, SystemClock, talking_process
from graphwright.protocol.ids import DocumentId
from graphwright.settings import DocumentLimits
from tests.documents.files import wide_xlsx
from tests.waiting import until

SMALL = DocumentLimits(seconds=20, memory=400_000_000)
D1 = DocumentId("d1")
GOOD = b"# Good\n\nIt is."


@pytest.mark.requirement("Z-06")
async def test_one_reader_reads_many_files_and_each_as_a_new_one_would():
    parser = DocumentParser(talking_process, SMALL, SystemClock())
    files = [f"# File {number}\n\n{'Words of it. ' * number}End {number}.".encode() for number in range(40)]
    in_one = [(await parser.parse(f"{number}.md", data, D1)).content for number, data in enumerate(files)]
    assert parser.readers.started == 1
    anew = []
    for number in (0, 7, 39):
        other = DocumentParser(talking_process, SMALL, SystemClock())
        anew.append((await other.parse(f"{number}.md", files[number], D1)).content)
        await other.close()
    assert [in_one[0], in_one[7], in_one[39]] == anew
    await parser.close()


@pytest.mark.requirement("Z-06")
async def test_files_at_once_are_read_by_two_readers_and_no_more():
    parser = DocumentParser(talking_process, SMALL, SystemClock())
    await asyncio.gather(*(parser.parse(f"{number}.md", GOOD, D1) for number in range(12)))
    assert parser.readers.started == readers.READERS
    await parser.close()


@pytest.mark.requirement("Z-07", "R-40")
async def test_a_bad_file_ends_its_reader_and_the_next_goes_on_in_a_new_one():
    parser = DocumentParser(talking_process, SMALL, SystemClock())
    await parser.parse("good.md", GOOD, D1)
    for started, (name, data, reason) in enumerate(
        [
            ("broken.xlsx", b"PK\x03\x04" + b"x" * 99, "damaged"),
            ("nested.html", b"<html>" + b"<div>" * 2_000 + b"x", "tooDeep"),
        ],
        start=2,
    ):
        with pytest.raises((DocumentUnreadable, LimitExceeded)) as refused:
            await parser.parse(name, data, D1)
        assert refused.value.fields["reason"] == reason
        assert (await parser.parse("good.md", GOOD, D1)).facts.title == "Good"
        assert parser.readers.started == started
    with pytest.raises(DocumentUnreadable):  # an empty file breaks nothing
        await parser.parse("empty.md", b" ", D1)
    await parser.parse("good.md", GOOD, D1)
    assert parser.readers.started == started
    await parser.close()


@pytest.mark.requirement("Z-07", "R-40")
async def test_a_file_that_takes_too_much_memory_behind_others_is_judged_by_itself():
    parser = DocumentParser(talking_process, DocumentLimits(seconds=20, memory=90_000_000), SystemClock())
    await parser.parse("good.md", GOOD, D1)
    with pytest.raises(LimitExceeded) as refused:
        await parser.parse("wide.xlsx", wide_xlsx(1_790, 1_100), D1)
    assert refused.value.fields["reason"] == "tooMuchMemory"
    assert parser.readers.started == 2
    assert (await parser.parse("good.md", GOOD, D1)).facts.passages == 1
    await parser.close()


class Watched:
    """Starts real readers, and knows their processes."""

    def __init__(self) -> None:
        self.talks: list[ProcessTalk] = []

    @asynccontextmanager
    async def __call__(self, module: str) -> AsyncGenerator[ProcessTalk]:
        async with talking_process(module) as talk:
            self.talks.append(talk)
            yield talk

    @property
    def ids(self) -> list[int]:
        return [talk._process.pid for talk in self.talks]


def is_alive(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.requirement("Z-07")
async def test_a_reader_that_is_killed_between_files_costs_no_file():
    started = Watched()
    parser = DocumentParser(started, SMALL, SystemClock())
    await parser.parse("good.md", GOOD, D1)
    os.kill(started.ids[0], signal.SIGKILL)
    assert (await parser.parse("good.md", GOOD, D1)).facts.title == "Good"
    assert len(started.ids) == 2
    await parser.close()
    assert [each for each in started.ids if is_alive(each)] == []


@pytest.mark.requirement("Z-07", "R-40")
async def test_the_time_is_that_of_each_file_and_who_is_too_slow_is_ended(monkeypatch, tmp_path):
    (tmp_path / "hangs.py").write_text("import sys, time; sys.stdin.buffer.readline(); time.sleep(60)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    parser = DocumentParser(lambda _: talking_process("hangs"), DocumentLimits(seconds=1), SystemClock())
    with pytest.raises(LimitExceeded) as refused:
        await parser.parse("a.md", GOOD, D1)
    assert refused.value.fields["reason"] == "tooSlow"


@pytest.mark.requirement("Z-06")
async def test_readers_end_when_nobody_needs_them_or_they_are_worn(monkeypatch):
    monkeypatch.setattr(readers, "IDLE_S", 0.01)
    monkeypatch.setattr(readers, "MAX_FILES", 2)
    started = Watched()
    parser = DocumentParser(started, SMALL, SystemClock())
    for _ in range(2):
        await parser.parse("good.md", GOOD, D1)
    assert not is_alive(started.ids[0])
    await parser.parse("good.md", GOOD, D1)
    await until(lambda: not is_alive(started.ids[1]))
    assert len(started.ids) == 2


@pytest.mark.requirement("Z-07")
async def test_who_stops_waiting_ends_the_reader_at_work_and_the_next_gets_another():
    started = Watched()
    parser = DocumentParser(started, SMALL, SystemClock())
    task = asyncio.create_task(parser.parse("large.md", b"Some words, and more of them.\n\n" * 100_000, D1))
    await until(lambda: started.talks)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not is_alive(started.ids[0])
    assert (await parser.parse("good.md", GOOD, D1)).facts.title == "Good"
    await parser.close()


@pytest.mark.requirement("Z-06")
async def test_no_reader_is_left_whatever_moment_the_program_is_closed_in(monkeypatch):
    started = Watched()
    parser = DocumentParser(started, SMALL, SystemClock())
    await parser.parse("good.md", GOOD, D1)
    await parser.close()  # before the task that ends idle ones has begun

    monkeypatch.setattr(readers, "IDLE_S", 0)
    late = DocumentParser(started, SMALL, SystemClock())
    await late.parse("good.md", GOOD, D1)
    await until(lambda: not late.readers._idle)  # being ended, while another comes to rest
    await late.parse("good.md", GOOD, D1)
    await late.close()
    assert [each for each in started.ids if is_alive(each)] == []
