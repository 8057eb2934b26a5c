"""Processes that read and write files: so many at once, and whose fault it was when one of them ends badly."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from graphwright.errors import GraphwrightError, InvalidCommand, LimitExceeded
from graphwright.graph.load import default_ontology
from graphwright.interop.apart import ProcessFault, WorkEnd, told_apart
from graphwright.interop.progress import ImportProgress
from graphwright.interop.reading import read_beside
from graphwright.ports import ProcessPlaces
from tests.interop.broken_worker import BROKEN
from tests.interop.test_reading import large

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let other processes find the tests, too."""
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{ROOT / 'src'}")


async def broken(way: str) -> BaseException | None:
    decoder = msgspec.json.Decoder(WorkEnd)
    lines = told_apart(BROKEN, [way.encode() + b"\n"], decoder, places=ProcessPlaces(1), waits=lambda: None)
    try:
        assert [line async for line in lines] == []
    except (GraphwrightError, ProcessFault) as error:
        return error
    return None


@pytest.mark.requirement("X-112")
@pytest.mark.parametrize(
    ("way", "kind", "said"),
    [
        ("refusal", InvalidCommand, "line 7: not so"),
        ("memory", LimitExceeded, "reading the file takes more than 8 GiB of memory; bring in a part of it"),
        ("killed", LimitExceeded, "reading the file takes more than 8 GiB of memory; bring in a part of it"),
        ("signal", ProcessFault, "tests.interop.broken_worker ended with -11 while reading the file"),
        ("exit", ProcessFault, "tests.interop.broken_worker ended with 3 while reading the file"),
    ],
)
async def test_the_end_of_a_process_is_told_as_what_it_was(way: str, kind: type[Exception], said: str):
    error = await broken(way)

    assert (type(error), str(error)) == (kind, said)


@pytest.mark.requirement("X-112")
async def test_a_fault_of_ours_in_a_process_names_its_place_in_our_code():
    error = await broken("fault")

    assert isinstance(error, ProcessFault)
    assert error.places[-1].startswith("broken_worker.py:")
    assert str(error) == f"ValueError: what somebody wrote at {error.places[-1]}"


@pytest.mark.requirement("X-113")
async def test_no_more_processes_work_at_once_than_there_are_places_and_who_waits_is_told():
    places = ProcessPlaces(1)
    told: dict[str, list[ImportProgress]] = {"first": [], "second": []}
    reads = asyncio.Event()

    def tell(who: str, progress: ImportProgress) -> None:
        told[who].append(progress)
        if progress.read:
            reads.set()

    async def read(who: str) -> None:
        await read_beside(
            large(), default_ontology(), format_name=None, tell=lambda progress: tell(who, progress), places=places
        )

    first = asyncio.create_task(read("first"))
    await asyncio.wait_for(reads.wait(), 30)
    second = asyncio.create_task(read("second"))
    await first
    while_first = list(told["second"])
    await second

    assert while_first[:1] == [ImportProgress(stage="waiting")]
    assert [each.stage for each in told["first"]] == ["reading", "reading", "reading"]
    assert [each.stage for each in told["second"]] == ["waiting", "reading", "reading", "reading"]


@pytest.mark.requirement("X-113")
async def test_who_gives_up_waiting_leaves_the_place_to_others():
    places = ProcessPlaces(1)
    waits = asyncio.Event()
    async with places.taken(lambda: None):

        async def wait() -> None:
            async with places.taken(waits.set):
                pass

        waiting = asyncio.create_task(wait())
        await asyncio.wait_for(waits.wait(), 5)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)

    async with asyncio.timeout(5), places.taken(lambda: pytest.fail("nobody is there")):
        pass
