"""A large model is written in a process of its own: the same file, watched, stopped, and never half."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from graphwright.cli.files import write_file
from graphwright.errors import GraphwrightError, InvalidCommand
from graphwright.graph.document import Graph
from graphwright.interop import writing
from graphwright.interop.exports import write_export
from graphwright.interop.format import ExportRequest
from graphwright.interop.progress import ExportProgress
from graphwright.interop.registry import EXPORT_FORMATS
from graphwright.interop.scope import ExportScope
from graphwright.interop.writing import write_beside
from graphwright.ports import ProcessPlaces, in_thread
from graphwright.protocol.operations import NodeCreate
from tests.interop.applying import applied, empty, graph_of
from tests.interop.test_formats import SHOP
from tests.interop.test_reading import linux, workers_of

COUNT = 6_000
MODULE = b"graphwright.interop.export_worker"


@pytest.fixture(scope="module")
def many() -> Graph:
    """A model that is not written at once."""
    return applied(empty(), [NodeCreate(id=f"n{at}", node_type="FUNC", name=f"Step {at}") for at in range(COUNT)])


async def written(request: ExportRequest, name: str) -> object:
    return await write_beside(request, name, tell=lambda _: None, places=ProcessPlaces(1))


@pytest.mark.slow
@pytest.mark.requirement("X-114")
@pytest.mark.parametrize("name", EXPORT_FORMATS)
async def test_a_process_writes_every_format_as_this_one_does(name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(writing, "AT_ONCE", 0)
    scope = ExportScope(node_types=["SYS", "FUNC", "REQ"])
    request = ExportRequest(graph_of(SHOP), "01a2", "shop", baseline="PDR", scope=scope)

    assert await written(request, name) == await in_thread(lambda: write_export(request, name))


@pytest.mark.requirement("X-114")
async def test_a_process_refuses_what_this_one_refuses(monkeypatch: pytest.MonkeyPatch):
    request = ExportRequest(graph_of(SHOP), "01a2", "shop", scope=ExportScope(elements=["Nothing.FN.001"]))
    with pytest.raises(GraphwrightError) as here:
        write_export(request, "json")
    monkeypatch.setattr(writing, "AT_ONCE", 0)

    with pytest.raises(type(here.value)) as there:
        await written(request, "json")

    assert (there.value.code, there.value.message) == (here.value.code, here.value.message)


@pytest.mark.requirement("X-114")
async def test_a_writer_tells_how_many_elements_it_was_handed_and_that_it_writes(many: Graph):
    told: list[ExportProgress] = []

    await write_beside(ExportRequest(many, "01a2"), "json", tell=told.append, places=ProcessPlaces(1))

    handed = [ExportProgress(stage="handing", done=done, total=COUNT) for done in range(0, COUNT, 500)]
    assert told == [*handed, ExportProgress(stage="writing")]


@linux
@pytest.mark.requirement("X-114")
async def test_stopping_ends_the_process_that_writes(many: Graph):
    begun = asyncio.Event()
    exporting = write_beside(ExportRequest(many, "01a2"), "json", tell=lambda _: begun.set(), places=ProcessPlaces(1))
    task = asyncio.create_task(exporting)
    await asyncio.wait_for(begun.wait(), 30)
    during = workers_of(os.getpid(), MODULE)
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task

    assert (len(during), workers_of(os.getpid(), MODULE)) == (1, [])


@pytest.mark.requirement("X-115")
def test_a_file_is_written_whole_or_stays_as_it_was(tmp_path: Path):
    file = tmp_path / "shop.json"
    file.write_bytes(b"before")
    file.chmod(0o640)
    link = tmp_path / "link.json"
    link.symlink_to(file)
    write_file(str(link), b"after")

    assert (file.read_bytes(), link.is_symlink(), file.stat().st_mode & 0o777) == (b"after", True, 0o640)
    with pytest.raises(InvalidCommand):
        write_file(str(tmp_path / "nowhere" / "shop.json"), b"x")
    write_file("/dev/null", b"x")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["link.json", "shop.json"]


@pytest.mark.requirement("X-115")
def test_what_has_no_room_on_the_disk_leaves_the_file_that_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "shop.json"
    file.write_bytes(b"before")

    def full(path: Path, data: bytes) -> int:
        with path.open("wb") as part:
            part.write(data[: len(data) // 2])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(InvalidCommand, match="No space left on device"):
        write_file(str(file), b"after that")

    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {"shop.json": b"before"}
