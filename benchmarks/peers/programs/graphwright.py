"""Graphwright: its Python API on a folder, its command line, and its engine for the run that is killed."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import graphwright as gw
from benchmarks.peers import work
from benchmarks.peers.work import Line
from graphwright.app import open_workbench
from graphwright.bus import LocalBus
from graphwright.errors import GraphwrightError
from graphwright.ports import Ids, SystemClock
from graphwright.projects import Projects
from graphwright.protocol.base import Record
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId
from graphwright.runs.engine import Engine
from graphwright.runs.scope import RunScope, StepScope
from graphwright.settings import Settings
from graphwright.store.sqlite import SqliteStore

TYPES = {"function": "FUNC", "flow": "FLOW"}
ANA = Author(person_id=PersonId("01900000-0000-7000-8000-00000000000a"), name="Ana")


def create(folder: Path, size: int) -> Iterator[Line]:
    """Each element by a change set of its own: checked, written with fdatasync, told to whoever listens."""
    made, joined = work.entities(size), work.relations(size * 3 // 2, size)
    spent, whole = work.Spent(), work.Spent()
    with gw.open("peers", folder=folder / "one") as project:
        for each in made:
            with spent, project.change() as change:
                change.add(TYPES[each.kind], each.name, each.text)
        ids = {node.name: node for node in project.nodes}
        for source, target in joined:
            with spent, project.change() as change:
                change.link(ids[made[source].name], "io", ids[made[target].name])
        assert (len(project.nodes), len(project.edges)) == (len(made), len(joined))
    yield spent.line("Python API; checked; fdatasync for each")
    yield work.memory()
    with gw.open("peers", folder=folder / "all") as project:
        with whole, project.change() as change:
            nodes = [change.add(TYPES[each.kind], each.name, each.text) for each in made]
            for source, target in joined:
                change.link(nodes[source], "io", nodes[target])
        assert (len(project.nodes), len(project.edges)) == (len(made), len(joined))
    yield whole.line("one change set, applied whole or not at all; fdatasync", "at once")


def conflict(folder: Path, size: int) -> Iterator[Line]:
    """Both write the description of a node that they have seen in the same state."""
    races = work.Races()
    with gw.open("peers", folder=folder) as project:
        for number in range(size):
            with project.change() as change:
                change.add("FUNC", f"Function{number}", "As both have seen it.")
            node = project.find(f"Function{number}")
            ana, ben = project.change(), project.change()
            one, other = ana.__enter__(), ben.__enter__()  # both begin from this revision
            one.update(node, descr="Ana's text.")
            other.update(node, descr="Ben's text.")
            ana.__exit__(None, None, None)
            try:
                ben.__exit__(None, None, None)
            except GraphwrightError:
                refused = True
            else:
                refused = False
            stands = project.find(f"Function{number}").descr == "Ana's text."
            seen = project.at(project.revision - 1).find(f"Function{number}").descr
            races.ended(refused=refused, first_stands=stands, first_in_history=seen == "Ana's text.")
    yield races.line()


class Ten(Record, frozen=True, kw_only=True):
    """The request of the run."""


class Number(Record, frozen=True, kw_only=True):
    """The answer of a step."""

    number: int


def killed(where: str, folder: Path) -> Iterator[Line]:
    """Ten steps of a workflow of the engine, on its store."""
    effects = work.Effects(folder, where)

    async def body(step: StepScope, number: int) -> Number:
        await step.durable()
        effects.of_step(number)
        return Number(number=number)

    async def ten(run: RunScope, _asked: Ten) -> Number:
        for number in range(1, work.STEPS + 1):
            await run.step("model_call", body, number, key=str(number))
        return Number(number=work.STEPS)

    async def driven() -> None:
        clock = SystemClock()
        store = await SqliteStore.open(folder, clock)
        ids = Ids(clock)
        project = await Projects(store, LocalBus(), clock, ids).open_or_create("peers", policy="auto", language="en")
        engine = Engine(project, owner=ids.new())
        engine.register("ten", ten)
        if (run_file := folder / "run").exists():
            await engine.resume_all()
            run_id = run_file.read_text()
        else:
            run_id = await engine.start("ten", Ten(), author=ANA, question="Ten steps.")
            run_file.write_text(run_id)
        assert (await engine.settled(run_id)).status == "completed"
        await engine.close()
        await store.close()

    asyncio.run(driven())
    yield Line([], "ten steps of a workflow")
    yield work.memory()


def between(folder: Path, _size: int) -> Iterator[Line]:
    yield from killed("between", folder)


def within(folder: Path, _size: int) -> Iterator[Line]:
    yield from killed("within", folder)


def requirements(folder: Path, size: int) -> Iterator[Line]:
    """The whole command, from its start to its end, for each form."""
    for name, form in (("requirements.reqif", "ReqIF"), ("requirements.sdoc", "StrictDoc's text")):
        path = folder / name
        if not path.exists():
            continue
        spent = work.Spent()
        for number in range(3):
            data = ["--data", str(folder / f"{number}-{form[:3]}")]
            run = [sys.executable, "-m", "graphwright", *data]
            with spent:
                subprocess.run([*run, "import", "peers", str(path)], check=True, stdout=sys.stderr)
        with gw.open("peers", folder=data[1]) as project:
            found = sum(node.node_type == "REQ" for node in project.nodes)
        assert found >= size, f"{found} requirements"
        yield spent.line("rules checked, kept in the database", form)


def ask(folder: Path, _size: int) -> Iterator[Line]:
    """The first passage that is found, and the answer of an investigation by rules."""
    texts = sorted((folder / "texts").iterdir())
    questions = json.loads((folder / "questions.json").read_text())

    with gw.open("peers", folder=folder / "data"):
        pass  # it is made

    async def asked() -> None:
        settings = Settings.read({}, {"data": str(folder / "data"), "embeddings": "none"})
        async with open_workbench(settings) as workbench:
            library = (await workbench.open_project("peers")).library
            for text in texts:
                await library.add(text.name, text.read_bytes(), ANA)
            for each in questions:
                begin = time.perf_counter()
                hits = await library.search(each["text"], 1)
                took.append(time.perf_counter() - begin)
                right.append(any(each["answer"] in hit.text for hit in hits))

    took: list[float] = []
    right: list[bool] = []
    asyncio.run(asked())
    yield Line(
        [100 * sum(right) / len(right)], f"words only; {1000 * sum(took) / len(took):.1f} ms each", "first passage"
    )
    with gw.open("peers", folder=folder / "data") as project:
        replies = [project.investigate(each["text"]).text for each in questions]
    answered = [each["answer"] in reply for each, reply in zip(questions, replies, strict=True)]
    length = sum(map(len, replies)) / len(replies)
    yield Line([100 * sum(answered) / len(answered)], f"no model; {length:,.0f} characters each", "answer by rules")


if __name__ == "__main__":
    work.run(
        {
            "create": create,
            "conflict": conflict,
            "between": between,
            "within": within,
            "import": requirements,
            "ask": ask,
        }
    )
