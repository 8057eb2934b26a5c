"""What documents cost as they become many: taken in by the command, opened, searched, and the memory that takes.

Made texts, ten passages to a file. What there was before stands beside it in the same run: both indexes of words in
memory, made anew at each start; and vectors in memory beside those in their file, made ones of 512 numbers, about some
hundred topics. The sizes take minutes: `make bench-large`.

Run: python -m benchmarks documents
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import resource
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks._table import Table
from graphwright.app import open_workbench
from graphwright.documents.content import Content
from graphwright.documents.library import Library
from graphwright.search.lexical import LexicalIndex
from graphwright.settings import Settings

if TYPE_CHECKING:
    from graphwright.search.embedder import Matrix

SIZES = (100, 1_000, 10_000)
PER_FILE = 10
QUESTIONS = 150
SEARCH_MS = 20.0
MORE_MIB = 250.0
INGEST_S = 60.0
COMPOUNDS = 1 / 15


class Texts:
    """Texts of the words of our own pages, as frequent as there; one in fifteen is a compound hardly met again."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        pages = sorted((Path(__file__).parents[1] / "docs").glob("*.md"))
        self._words = [word for page in pages for word in re.findall(r"[^\W\d_]{2,}", page.read_text("utf-8"))]

    def words(self, count: int) -> str:
        return " ".join(self._word() for _ in range(count))

    def _word(self) -> str:
        one, two = self._dice.choices(self._words, k=2)
        return one if self._dice.random() > COMPOUNDS else (one + two).lower()

    def file(self, number: int) -> str:
        parts = (f"## {self.words(4)}\n\n{self.words(90)}.\n" for _ in range(PER_FILE))
        return f"# File {number}\n\n" + "\n".join(parts)


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    sizes = (20,) if quick else SIZES
    taken = Table("taking files in by one command, readers included", what="command", unit="s of processor")
    asked = Table(f"{QUESTIONS} questions of eight words, the second time", what="question", unit="ms of processor")
    started = Table("until the first answer after a start", what="start", unit="ms of processor")
    memory = Table("memory beside that of the program", what="process", unit="MiB")
    for files in sizes:
        source, data = folder / f"files-{files}", folder / f"data-{files}"
        source.mkdir()
        texts = Texts(files)
        for number in range(files):
            (source / f"{number:05}.md").write_text(texts.file(number), "utf-8")
        spent, wall = command(data, source)
        kept, plain = (child(kind, data) for kind in ("kept", "plain"))
        name = f"{files:,} files, {files * PER_FILE:,} passages"
        taken.add(name, [spent], f"{wall:.0f} s on the clock", most=INGEST_S)
        for how, part, goal in (("", kept, True), (", in memory as before", plain, False)):
            at = f"p95 {percentile(part['asked'], 95):.1f}"
            asked.add(name + how, part["asked"], at)
            asked.add(
                f"{name}{how}, 95th percentile", [percentile(part["asked"], 95)], most=SEARCH_MS if goal else None
            )
            started.add(name + how, part["first"])
            memory.add(name + how, part["memory"], most=MORE_MIB if goal else None)
    yield from (taken, started, asked, memory)
    yield from of_vectors([1_000] if quick else [files * PER_FILE for files in sizes], folder)


def of_vectors(sizes: Sequence[int], folder: Path) -> Iterator[Table]:
    """What meaning costs beside the words."""
    asked = Table("the nearest 100 vectors of 512 numbers", what="question", unit="ms of processor")
    started = Table("until the first answer of vectors after a start", what="start", unit="ms of processor")
    memory = Table("memory of vectors", what="process", unit="MiB")
    missed = Table(
        "of the nearest 100, those that comparing all finds and the file does not", what="question", unit="%"
    )
    for count in sizes:
        child("write", folder / f"vectors-{count}", count)
        for kind, name, goal in (("vectors", "", True), ("matrix", ", in memory as before", False)):
            part = child(kind, folder / f"vectors-{count}", count)
            asked.add(f"{count:,} vectors{name}", part["asked"], f"p95 {percentile(part['asked'], 95):.1f}")
            started.add(f"{count:,} vectors{name}", part["first"])
            memory.add(f"{count:,} vectors{name}", part["memory"], most=MORE_MIB if goal else None)
            if goal:
                missed.add(f"{count:,} vectors", part["missed"])
    yield from (started, asked, memory, missed)


def percentile(samples: list[float], percent: int) -> float:
    return sorted(samples)[min(len(samples) * percent // 100, len(samples) - 1)]


def command(data: Path, source: Path) -> tuple[float, float]:
    """Seconds of processor of the command with its children, and seconds on the clock."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    given = [sys.executable, "-m", "graphwright", "--data", str(data), "documents", "add", "law", str(source)]
    subprocess.run(given, check=True, capture_output=True, timeout=1_800)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, time.perf_counter() - begun


def child(kind: str, data: Path, count: int = 0) -> dict[str, list[float]]:
    """What a process of its own measures."""
    given = [sys.executable, "-m", "benchmarks.documents", kind, str(data.resolve()), str(count)]
    here = Path(__file__).parents[1]
    done = subprocess.run(given, cwd=here, check=True, capture_output=True, text=True, timeout=1_800)
    found: dict[str, list[float]] = json.loads(done.stdout)
    return found


def resident() -> float:
    """MiB of this process now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


async def measured(kind: str, data: Path) -> dict[str, list[float]]:
    async with open_workbench(Settings.read({}, {"data": str(data), "embeddings": "none"})) as workbench:
        library = (await workbench.open_project("law")).library
        texts = Texts(7)
        questions = [texts.words(8) for _ in range(QUESTIONS)]
        before, begun = resident(), time.process_time()
        search = await in_memory(library) if kind == "plain" else partial(library.search, limit=10)
        await search(questions[0])
        first = time.process_time() - begun
        for question in questions:
            await search(question)
        took: list[float] = []
        for question in questions:
            begun = time.process_time()
            await search(question)
            took.append(1_000 * (time.process_time() - begun))
        return {"first": [1_000 * first], "asked": took, "memory": [resident() - before]}


async def in_memory(library: Library) -> Callable[[str], Awaitable[object]]:
    """As it was: passages and sections in two indexes in memory, made at each start."""
    passages: LexicalIndex[str] = LexicalIndex({"section": 2, "label": 3})
    sections: LexicalIndex[str] = LexicalIndex({"section": 2})
    kept: list[Content] = []
    for header in await library.documents():
        content = await library._content(header)
        kept.append(content)
        whole: dict[tuple[str, ...], list[str]] = {}
        for each in content.passages:
            heading, text = " ".join(each.section), content.text_of(each)
            passages.add(each.passage_id, {"section": heading, "label": each.label, "text": text})
            whole.setdefault(tuple(each.section), []).append(text)
        for path, said in whole.items():
            key = "\n".join((header.document_id, *path))
            sections.add(key, {"section": " ".join(path), "text": "\n".join(said)})

    async def search(text: str) -> object:
        return kept and (passages.search(text, 100, enough=10_000), sections.search(text, 100, enough=10_000))

    return search


def measured_vectors(kind: str, path: Path, count: int) -> dict[str, list[float]]:
    """Vectors that are there already, in their file; or all of them in memory, as it was."""
    from graphwright.search.kept_vectors import KeptVectors
    from graphwright.search.numbers import np
    from graphwright.search.vectors import VectorIndex

    topics = np.random.default_rng(1).standard_normal((300, 512))

    def made(seed: int, many: int) -> Matrix:
        chance = np.random.default_rng(seed)
        found: Matrix = (1.5 + topics[chance.integers(0, 300, many)] + chance.standard_normal((many, 512))).astype("f4")
        return found

    questions = made(2, QUESTIONS)
    before = resident()
    if kind == "write":
        fresh = KeptVectors(path, "made")
        for slot in range(0, count, 1_000):
            fresh.put(range(slot, slot + 1_000), made(3 + slot, 1_000))
        fresh.take_order(fresh.plan_order({"all": range(count)})())
        return {}
    plain: VectorIndex[int] = VectorIndex()
    if kind == "matrix":
        for slot in range(0, count, 1_000):
            for at, vector in enumerate(made(3 + slot, 1_000)):
                plain.put(slot + at, vector)
    begun = time.process_time()
    kept = KeptVectors(path if kind == "vectors" else None, "made")
    kept.adopt("all", range(count))
    search = plain.search if kind == "matrix" else kept.search
    search(questions[0], 100)
    first = time.process_time() - begun
    took: list[float] = []
    for question in questions:
        begun = time.process_time()
        search(question, 100)
        took.append(1_000 * (time.process_time() - begun))
    told = {"first": [1_000 * first], "asked": took, "memory": [resident() - before]}
    if kind == "vectors":
        every = KeptVectors(path, "made", exact_up_to=count)
        every.adopt("all", range(count))
        pairs = [[{slot for slot, _ in each.search(asked, 100)} for each in (every, kept)] for asked in questions[:20]]
        told["missed"] = [float(len(exact - some)) for exact, some in pairs]
    return told


if __name__ == "__main__":
    kind, where, count = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    if kind in {"vectors", "matrix", "write"}:
        print(json.dumps(measured_vectors(kind, where, count)))
    else:
        print(json.dumps(asyncio.run(measured(kind, where))))
