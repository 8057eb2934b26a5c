"""A file that takes long is read in a process of its own, whatever its format: watched, stopped, and the same result."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest

from graphwright.errors import GraphwrightError, InvalidCommand, Refused
from graphwright.graph.foreign import FOREIGN_ID
from graphwright.graph.load import default_ontology
from graphwright.interop import reading
from graphwright.interop.exports import write_export
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest
from graphwright.interop.imports import read_import
from graphwright.interop.progress import EVERY, ImportProgress
from graphwright.interop.reading import AT_ONCE, read_beside
from graphwright.interop.registry import EXPORT_FORMATS, FORMATS, IMPORT_FORMATS
from graphwright.ports import ProcessPlaces
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from tests.interop.applying import graph_of
from tests.interop.test_formats import SHOP

COUNT = 2 * EVERY
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc for the process that reads")


def large(count: int = COUNT) -> ForeignFile:
    """A file that is not read at once."""
    descr = "x" * (AT_ONCE // count)
    nodes = [{"id": f"u{at}", "type": "FUNC", "name": f"Step {at}", "descr": descr} for at in range(count)]
    return ForeignFile(json.dumps({"format": "neutral-graph/1", "nodes": nodes, "edges": []}).encode(), "large.json")


def workers_of(parent: int, module: bytes = b"graphwright.interop.worker") -> list[int]:
    """Processes of ours that read a file to be imported, or do what another module does."""
    found: list[int] = []
    for thread in Path(f"/proc/{parent}/task").glob("*/children"):
        for pid in thread.read_text().split():
            try:
                state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
                command = Path(f"/proc/{pid}/cmdline").read_bytes()
            except OSError:
                continue  # it has just ended
            if module in command and state != "Z":
                found.append(int(pid))
    return found


async def read(file: ForeignFile) -> object:
    return await read_beside(file, default_ontology(), format_name=None, tell=lambda _: None, places=ProcessPlaces(2))


@pytest.mark.requirement("X-92")
@pytest.mark.parametrize("name", [name for name in EXPORT_FORMATS if name in IMPORT_FORMATS])
async def test_a_process_reads_every_format_as_this_one_does(name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reading, "AT_ONCE", 0)
    monkeypatch.setattr(reading, "PACKED_AT_ONCE", 0)
    file = ForeignFile(
        write_export(ExportRequest(graph_of(SHOP), "01a2", "shop"), name)[0], f"shop.{FORMATS[name].endings[0]}"
    )

    assert await read(file) == read_import(file, default_ontology())


@pytest.mark.requirement("X-92")
@pytest.mark.parametrize(
    ("file", "kind"),
    [
        (ForeignFile(b'{"format": "neutral-graph/1", "nodes": [{"id": 1}]}', "a.json"), InvalidCommand),
        (ForeignFile(b"## Nodes\nShop|SYS|Shop.SY.001|\nShop|SYS|Shop.SY.001|\n|||\n", "a.txt"), Refused),
    ],
)
async def test_a_process_refuses_a_file_as_this_one_does(
    file: ForeignFile, kind: type[GraphwrightError], monkeypatch: pytest.MonkeyPatch
):
    with pytest.raises(kind) as here:
        read_import(file, default_ontology())
    monkeypatch.setattr(reading, "AT_ONCE", 0)

    with pytest.raises(kind) as there:
        await read(file)

    assert (there.value.message, there.value.code) == (here.value.message, here.value.code)
    assert getattr(there.value, "problems", None) == getattr(here.value, "problems", None)


@pytest.mark.requirement("X-92")
async def test_a_reader_tells_how_many_elements_it_has():
    told: list[ImportProgress] = []

    imported = await read_beside(
        large(), default_ontology(), format_name=None, tell=told.append, places=ProcessPlaces(2)
    )

    assert told == [ImportProgress(stage="reading", read=read) for read in (0, EVERY, COUNT)]
    assert len(imported.operations) == COUNT


@pytest.mark.requirement("Z-184")
async def test_what_a_file_says_again_and_again_is_kept_once():
    nodes = [
        {
            "id": f"unit-{at}",
            "type": "FUNC",
            "name": f"Step {at}",
            "descr": "x" * 600,
            "by": "the plant",
        }
        for at in range(COUNT)
    ]
    edges = [{"type": "compose", "source": "unit-0", "target": f"unit-{at}"} for at in range(1, COUNT)]
    data = json.dumps({"format": "neutral-graph/1", "nodes": nodes, "edges": edges}).encode()
    imported = await read_beside(
        ForeignFile(data, "large.json"), default_ontology(), format_name=None, tell=lambda _: None,
        places=ProcessPlaces(2),
    )  # fmt: skip
    made = [each for each in imported.operations if isinstance(each, NodeCreate)]
    joined = [each for each in imported.operations if isinstance(each, EdgeCreate)]

    assert imported == read_import(ForeignFile(data, "large.json"), default_ontology())
    assert (len(made), len(joined)) == (COUNT, COUNT - 1)
    for texts in (
        [each.node_type for each in made],
        [each.attributes["by"] for each in made],
        [each.edge_type for each in joined],
        [str(made[0].temp_id), *(each.source for each in joined)],
        [made[5].temp_id, made[5].attributes[FOREIGN_ID], joined[4].target],
    ):
        assert len({id(text) for text in texts}) == 1
    assert len({id(each.attributes) for each in made}) == COUNT, "each of which is marked by itself"


@linux
@pytest.mark.requirement("X-92")
async def test_stopping_ends_the_process_that_reads():
    begun = asyncio.Event()
    task = asyncio.create_task(
        read_beside(
            large(),
            default_ontology(),
            format_name=None,
            tell=lambda progress: begun.set() if progress.read else None,
            places=ProcessPlaces(2),
        )
    )
    await asyncio.wait_for(begun.wait(), 30)
    during = workers_of(os.getpid())
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task

    assert (len(during), workers_of(os.getpid())) == (1, [])
