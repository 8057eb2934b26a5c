"""Files of other tools with 100,000 elements: read and written beside the bare library, and one whole import of each.

Limit: what a Python program would take for the file (json, csv, openpyxl, xlsxwriter, reqif, networkx), from its bytes
to the library's own objects and back. Ours goes on to checked operations with ids, types and a report, and begins with
a graph. Processor seconds, in turn, because a file is read on one core.

A whole import goes through the one door of a project on disk, in a process of its own (`_importing`): how much memory
it takes at most, as a multiple of the file, and how long the event loop is kept from anybody else. The same for files
of more and more elements (`_large`) shows where it begins to cost more for each of them.

Run: python -m benchmarks exchange
"""

from __future__ import annotations

import csv
import gc
import io
import json
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import openpyxl
import xlsxwriter
from reqif.parser import ReqIFParser
from reqif.unparser import ReqIFUnparser

from benchmarks import _large, _systems
from benchmarks._served import ROOT
from benchmarks._table import Table
from graphwright.cli import YOUNG_OBJECTS
from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.interop.exports import write_export
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest
from graphwright.interop.imports import read_import
from graphwright.ports import uncollected
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.operations import EdgeCreate, NodeCreate, Operation

READ_TIMES: Final = 2.0
WRITTEN_TIMES: Final = 1.5
MEMORY_TIMES: Final = 6.0
HELD_S: Final = 0.1
GROWING: Final = (10_000, 100_000, 500_000)
"""Elements; 5 million were tried by hand."""
JUDGE: Final = ROOT / ".judges" / "bin" / "python"
_NETWORKX: Final = """
import io, sys, time, networkx
begin = time.process_time()
graph = networkx.read_graphml(sys.argv[1])
read = time.process_time()
networkx.write_graphml(graph, io.BytesIO())
print(read - begin, time.process_time() - read)
"""

Bare = Callable[[Path], tuple[float, float]]
"""Processor seconds in which a library reads a file and writes it again."""


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    gc.set_threshold(YOUNG_OBJECTS, 10, 10)
    graph = _systems.model(200 if quick else 38_000)
    elements = f"{len(graph.nodes) + len(graph.edges):,} elements"
    files: dict[str, Path] = {}
    for name, (ending, _, _) in FORMATS.items():
        files[name] = folder / f"{name}.{ending}"
        files[name].write_bytes(written(graph, name))
        if name == "graphml" and not JUDGE.exists():
            print("exchange: no networkx among the judges (make judges); GraphML is not compared")
            continue
        yield from beside(graph, name, files[name], elements, times=1 if quick else 5)
    held = Table(f"{elements}, imported whole: the longest wait of the event loop", what="file")
    for name, path in files.items():
        seen = imported(name, path)
        held.add(name, [seen["held"]], f"{seen['seconds']:.1f} s in all", most=HELD_S)
        yield memory(name, path, seen, elements)
    yield held
    yield from growing(folder, GROWING[:1] if quick else GROWING)


def beside(graph: Graph, name: str, path: Path, elements: str, *, times: int) -> Iterator[Table]:
    """Reading and writing one format, in turn with the library."""
    _, library, bare = FORMATS[name]
    least: list[tuple[float, float]] = []
    ours: list[tuple[float, float]] = []
    making: list[float] = []
    recorded: list[float] = []
    ontology = default_ontology()
    for _ in range(times):
        gc.collect()
        least.append(bare(path))
        gc.collect()
        data = path.read_bytes()
        if name in RECORDS:
            recorded.append(worked(lambda data=data: RECORDS[name](data)))
            gc.collect()
        read = worked(lambda data=data: read_import(ForeignFile(data, path.name), ontology, format_name=name))
        gc.collect()
        ours.append((read, worked(lambda: written(graph, name))))
        made = read_import(ForeignFile(data, path.name), ontology, format_name=name).operations
        with uncollected():
            making.append(worked(lambda made=made: remade(made)))
        del made  # the next reading begins with as much memory as this one
    size = f"{elements}, {path.stat().st_size / 1e6:.1f} MB"
    for at, (what, goal) in enumerate((("read", READ_TIMES), ("written", WRITTEN_TIMES))):
        table = Table(f"{name}, {size}, {what}: processor time", what="file")
        table.limit(library, [each[at] for each in least])
        table.add("into checked operations" if at == 0 else "from a graph", [each[at] for each in ours], times=goal)
        if at == 0 and name in RECORDS:
            table.add("for comparison: the library, and a record for each element", recorded)
        if at == 0:
            table.add("of it: making the operations, all their values at hand", making)
        yield table


def imported(name: str, path: Path) -> dict[str, float]:
    """What one import through the door took, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks._importing", str(path), name]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    return {key: float(value) for key, value in json.loads(done.stdout).items()}


def growing(folder: Path, sizes: Sequence[int]) -> Iterator[Table]:
    """What each element of a larger and larger file costs."""
    held = Table("neutral, imported whole: the longest wait of the event loop", what="file")
    took = Table("neutral, imported whole: time", what="element")
    kept = Table("neutral, imported whole: memory at most", what="element", unit="B")
    path = folder / "large.json"
    for elements in sizes:
        _large.write(path, elements)
        seen = imported("neutral", path)
        name = f"{elements:,} elements"
        held.add(name, [seen["held"]], most=HELD_S if elements <= GROWING[1] else None)
        took.add(name, [seen["seconds"] / elements], f"{seen['seconds']:.1f} s in all")
        kept.add(name, [seen["peak"] / elements], f"{seen['peak'] / seen['bytes']:.0f} times the file")
    yield from (took, kept, held)


def memory(name: str, path: Path, seen: dict[str, float], elements: str) -> Table:
    """What the process grew by."""
    table = Table(f"{name}, {elements}, imported whole: memory", what="file", unit="MB")
    table.limit("the file", [seen["bytes"] / 1e6])
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as packed:
            table.add("the file, unpacked", [sum(each.file_size for each in packed.infolist()) / 1e6])
    table.add("at most", [seen["peak"] / 1e6], times=MEMORY_TIMES)
    table.add("of it: for the import, and given back", [(seen["peak"] - seen["kept"]) / 1e6])
    table.add("afterwards: the model and its indexes", [seen["kept"] / 1e6])
    table.add("the process that reads the file, with Python itself", [seen["reader"] / 1e6])
    return table


def written(graph: Graph, name: str) -> bytes:
    return write_export(ExportRequest(graph, ProjectId("bench")), name)[0]


def remade(operations: Sequence[Operation]) -> list[Operation]:
    """The same operations once more: the least that a reader does in the end, whatever it reads."""
    return [
        NodeCreate(
            id=each.id, temp_id=each.temp_id, node_type=each.node_type, name=each.name, descr=each.descr,
            attributes={**each.attributes},
        )
        if isinstance(each, NodeCreate)
        else EdgeCreate(
            id=each.id, edge_type=each.edge_type, source=each.source, target=each.target,
            attributes={**each.attributes},
        )
        for each in operations
        if isinstance(each, NodeCreate | EdgeCreate)
    ]  # fmt: skip


def worked(call: Callable[[], object]) -> float:
    """Processor seconds of a call; what it gives back is thrown away after the clock is read."""
    begin = time.process_time()
    made = call()
    seconds = time.process_time() - begin
    del made
    return seconds


def bare_json(path: Path) -> tuple[float, float]:
    data = path.read_bytes()
    found: list[Any] = []
    return worked(lambda: found.append(json.loads(data))), worked(lambda: json.dumps(found[0]).encode())


def bare_csv(path: Path) -> tuple[float, float]:
    text = path.read_text("utf-8-sig")
    rows: list[list[str]] = []
    read = worked(lambda: rows.extend(csv.reader(io.StringIO(text, newline=""))))
    return read, worked(lambda: csv.writer(io.StringIO(newline="")).writerows(rows))


@dataclass(slots=True)
class _PlainNode:
    node_id: str
    kind: str
    name: str
    descr: str
    free: dict[str, Any]


@dataclass(slots=True)
class _PlainEdge:
    kind: str
    source: str
    target: str


def records_json(data: bytes) -> object:
    """What a user of the library would have to do to have elements with names; nothing is checked."""
    found = json.loads(data)
    nodes = [
        _PlainNode(each.pop("id"), each.pop("type"), each.pop("name"), each.pop("descr", ""), each)
        for each in found["nodes"]
    ]
    return nodes, [_PlainEdge(each["type"], each["source"], each["target"]) for each in found["edges"]]


def records_csv(data: bytes) -> object:
    """The same, with the ids that stand in a cell taken apart."""
    rows = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))
    heads = next(rows)
    relations = [(at, head.removeprefix("→ ")) for at, head in enumerate(heads) if head.startswith("→ ")]
    free = [(at, head) for at, head in enumerate(heads) if at > 3 and not head.startswith("→ ")]
    nodes: list[_PlainNode] = []
    edges: list[_PlainEdge] = []
    for row in rows:
        nodes.append(_PlainNode(row[0], row[1], row[2], row[3], {head: row[at] for at, head in free if row[at]}))
        for at, kind in relations:
            if row[at]:
                edges += [_PlainEdge(kind, row[0], target) for target in row[at].split("\n")]
    return nodes, edges


def bare_xlsx(path: Path) -> tuple[float, float]:
    """Read as openpyxl reads fastest, written by xlsxwriter as it writes with the least memory."""
    sheets: dict[str, list[tuple[Any, ...]]] = {}

    def read() -> None:
        book = openpyxl.load_workbook(path, read_only=True)
        sheets.update({page.title: list(page.iter_rows(values_only=True)) for page in book.worksheets})

    def write() -> None:
        book: Any
        with xlsxwriter.Workbook(io.BytesIO(), {"constant_memory": True, "in_memory": True}) as book:
            for title, rows in sheets.items():
                page = book.add_worksheet(title)
                for at, row in enumerate(rows):
                    page.write_row(at, 0, row)

    return worked(read), worked(write)


def bare_reqif(path: Path) -> tuple[float, float]:
    found: list[Any] = []
    read = worked(lambda: found.append(ReqIFParser.parse(str(path))))
    return read, worked(lambda: ReqIFUnparser.unparse(found[0]))


def bare_graphml(path: Path) -> tuple[float, float]:
    done = subprocess.run([JUDGE, "-c", _NETWORKX, path], check=True, stdout=subprocess.PIPE, text=True)
    read, write = map(float, done.stdout.split())
    return read, write


RECORDS: Final[dict[str, Callable[[bytes], object]]] = {"neutral": records_json, "csv": records_csv}
FORMATS: Final[dict[str, tuple[str, str, Bare]]] = {
    "neutral": ("json", "json of the standard library", bare_json),
    "json": ("json", "json of the standard library", bare_json),
    "csv": ("csv", "csv of the standard library", bare_csv),
    "xlsx": ("xlsx", "openpyxl reads, xlsxwriter writes", bare_xlsx),
    "reqif": ("reqif", "reqif", bare_reqif),
    "graphml": ("graphml", "networkx", bare_graphml),
}
