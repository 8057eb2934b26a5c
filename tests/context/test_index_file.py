"""The index of a project's nodes in its file: the same answers after any history, and made anew where it is in doubt."""

from __future__ import annotations

import copy
import os
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks._systems import operations
from graphwright.context import index_file
from graphwright.context.index import GraphIndex, NodeHit
from graphwright.context.index_file import GraphIndexFile
from graphwright.context.retrieve import Retriever
from graphwright.ports import ManualClock, in_thread
from graphwright.projects import Project
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import OperationId, ProjectId, Ref
from graphwright.protocol.operations import NodeCreate, NodeDelete, NodeSet, NodeUpdate, Operation
from graphwright.store.base import StoredEntry
from graphwright.store.memory import MemoryStore
from tests.graph.build import graph_of
from tests.places import START, Table, open_project

NAMES = ("PlaceOrder", "Place order", "Bestellung", "Customer", "Ordre")
TEXTS = ("", "validates the depot", "ein Kunde bestellt", "system for dispatch")
QUESTIONS = ("place order", "PlaceOrder", "bestell", "FN4", "custmer ordre", "system dispatch", "the depot", "???")


class ProjectStart:
    """A project and its index, as one start of the program has them."""

    def __init__(self, project: Project, path: Path) -> None:
        self.project = project
        self.table = Table(project)
        self.index = GraphIndex(project.graph)
        self.file = GraphIndexFile(project, self.index, path, background=in_thread)
        project.on_commit.append(self.index.on_commit)

    async def filled(self) -> int:
        """Nodes that had to be taken in before everything was."""
        await self.file.open()
        for _ in self.index.fill():
            pass
        return self.index.taken

    def answers(self) -> list[list[NodeHit]]:
        return answers_of(self.index)

    def fresh(self) -> list[list[NodeHit]]:
        """What an index answers that is made now."""
        return answers_of(GraphIndex(self.project.graph))


def answers_of(index: GraphIndex) -> list[list[NodeHit]]:
    return [index.search(each, unfinished=is_typed) for each in QUESTIONS for is_typed in (False, True)]


async def start(store: MemoryStore, path: Path, seed: int) -> ProjectStart:
    return ProjectStart(await open_project(store, seed=seed), path)


async def kept(store: MemoryStore, path: Path, nodes: int = 60) -> int:
    """A project with a file of its index; how many nodes it has."""
    first = await start(store, path, 1)
    await first.table.apply(operations(nodes))
    await first.filled()
    await first.file.write()
    return len(first.index)


def renamed(node: Node, number: int) -> NodeUpdate:
    return NodeUpdate(id=OperationId(f"r{number}"), ref=Ref(node.node_id), set=NodeSet(name=f"Renamed{number}"))


def some_changes(dice: random.Random, nodes: Sequence[Node]) -> list[Operation]:
    made: list[Operation] = []
    for number, node in enumerate(dice.sample(nodes, min(len(nodes), dice.randrange(1, 5)))):
        each = OperationId(f"o{number}")
        name, descr = f"{dice.choice(NAMES)}{dice.randrange(50)}", dice.choice(TEXTS)
        match dice.randrange(4):
            case 0:
                made.append(NodeDelete(id=each, ref=Ref(node.node_id)))
            case 1:
                made.append(NodeUpdate(id=each, ref=Ref(node.node_id), set=NodeSet(name=name)))
            case 2:
                made.append(NodeUpdate(id=each, ref=Ref(node.node_id), set=NodeSet(descr=descr)))
            case _:
                made.append(NodeCreate(id=each, node_type="FUNC", name=name, descr=descr))
    return made


@pytest.mark.requirement("R-97", "R-98")
@pytest.mark.parametrize("seed", range(12))
async def test_after_any_starts_and_changes_a_kept_index_answers_like_one_made_fresh(tmp_path, seed):
    dice, store, path = random.Random(seed), MemoryStore(ManualClock(START)), tmp_path / "p.nodes"
    nodes = await kept(store, path)
    taken = []
    for number in range(6):
        place = await start(store, path, 100 * seed + number + 2)
        early, late = dice.randrange(3), dice.randrange(3)
        for _ in range(early):  # nobody has asked yet
            await place.table.apply(some_changes(dice, list(place.project.graph.nodes.values())))
        taken.append(await place.filled())
        for _ in range(late):
            await place.table.apply(some_changes(dice, list(place.project.graph.nodes.values())))
        assert place.answers() == place.fresh()
        if dice.random() < 0.5:
            await place.file.write()
            assert place.answers() == place.fresh()
    assert max(taken) < nodes, "no start has made the index anew"


@pytest.mark.requirement("R-97")
async def test_a_start_takes_in_what_was_changed_since_the_file_was_written_and_nothing_else(tmp_path):
    store, path = MemoryStore(ManualClock(START)), tmp_path / "p.nodes"
    nodes = await kept(store, path)
    assert await (await start(store, path, 2)).filled() == 0

    before = await start(store, path, 3)
    first, second, third, *_ = [each for each in before.project.graph.nodes.values() if each.node_type == "FUNC"]
    await before.table.apply([renamed(first, 1), renamed(second, 2)])
    await before.table.apply([NodeDelete(id=OperationId("d"), ref=Ref(third.node_id))])
    after = await start(store, path, 4)

    assert (await after.filled(), len(after.index)) == (2, nodes - 1)
    assert [hit.node_id for hit in after.index.search("Renamed1")][:1] == [first.node_id]
    assert third.node_id not in {hit.node_id for hit in after.index.search(third.name)}
    assert after.answers() == after.fresh()


@pytest.mark.requirement("R-97")
async def test_what_is_committed_while_a_file_is_opened_and_while_one_is_written_is_not_lost(tmp_path):
    store, path = MemoryStore(ManualClock(START)), tmp_path / "p.nodes"
    await kept(store, path)
    place = await start(store, path, 2)
    functions = [each for each in place.project.graph.nodes.values() if each.node_type == "FUNC"]

    async def busy(work: Callable[[], object]) -> object:
        node = functions.pop()
        await place.table.apply([renamed(node, len(functions))])
        done = work()
        await place.table.apply([renamed(functions.pop(), len(functions))])
        return done

    place.file = GraphIndexFile(place.project, place.index, path, background=busy)  # type: ignore[arg-type]

    assert await place.filled() == 2
    assert place.answers() == place.fresh()
    await place.file.write()
    after = await start(store, path, 3)
    assert await after.filled() == 2
    assert after.answers() == place.answers() == place.fresh()


class BusyJournal(MemoryStore):
    """A store in which somebody commits, once, when a reader has come to the end."""

    def __init__(self) -> None:
        super().__init__(ManualClock(START))
        self.meanwhile: Callable[[], Awaitable[object]] | None = None

    async def read(self, project_id: ProjectId, **options: Any) -> AsyncIterator[StoredEntry]:  # type: ignore[override]
        """What stands in it."""
        async for stored in super().read(project_id, **options):
            yield stored
        if "upto" not in options and self.meanwhile is not None:
            meanwhile, self.meanwhile = self.meanwhile, None
            await meanwhile()


@pytest.mark.requirement("R-97")
async def test_what_is_committed_while_the_journal_is_read_is_read_too(tmp_path):
    store, path = BusyJournal(), tmp_path / "p.nodes"
    await kept(store, path)
    place = await start(store, path, 2)
    first, second, *_ = [each for each in place.project.graph.nodes.values() if each.node_type == "FUNC"]
    await place.table.apply([renamed(first, 1)])
    store.meanwhile = lambda: place.table.apply([renamed(second, 2)])

    assert await place.filled() == 2
    assert store.meanwhile is None
    assert [hit.node_id for hit in place.index.search("Renamed2")][:1] == [second.node_id]
    assert place.answers() == place.fresh()


async def is_damaged(path: Path, store: MemoryStore) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) * 2 // 3] ^= 1
    path.write_bytes(data)


async def is_cut(path: Path, store: MemoryStore) -> None:
    path.write_bytes(path.read_bytes()[:-100])


async def is_of_another_time(path: Path, store: MemoryStore) -> None:
    """The project goes on, the file is written, and the project is what it was before, with another end."""
    place = await start(earlier := copy.deepcopy(store), path, 2)
    await place.filled()
    await place.table.apply([renamed(next(iter(place.project.graph.nodes.values())), 1)])
    await place.file.write()
    assert await (await start(earlier, path, 3)).filled() == 0
    other = await start(store, path, 4)
    await other.table.apply([renamed(list(other.project.graph.nodes.values())[1], 2)])


async def is_ahead(path: Path, store: MemoryStore) -> None:
    place = await start(copy.deepcopy(store), path, 2)
    await place.filled()
    await place.table.apply([renamed(next(iter(place.project.graph.nodes.values())), 1)])
    await place.file.write()


@pytest.mark.requirement("R-98")
@pytest.mark.parametrize("happens", [is_damaged, is_cut, is_of_another_time, is_ahead])
async def test_an_index_is_made_anew_where_its_file(tmp_path, happens, caplog):
    store, path = MemoryStore(ManualClock(START)), tmp_path / "p.nodes"
    nodes = await kept(store, path)
    await happens(path, store)

    place = await start(store, path, 9)

    assert await place.filled() == nodes
    assert place.answers() == place.fresh()
    assert caplog.messages == []
    await place.file.write()
    assert await (await start(store, path, 10)).filled() == 0


@pytest.mark.requirement("R-98")
@pytest.mark.parametrize("what", ["VERSION", "PROGRAM", "_digest"])
async def test_a_file_of_another_version_program_or_profile_is_none(tmp_path, monkeypatch, what):
    store, path = MemoryStore(ManualClock(START)), tmp_path / "p.nodes"
    nodes = await kept(store, path)
    other = {"VERSION": 2, "PROGRAM": "9.9.9", "_digest": lambda ontology: "other"}
    monkeypatch.setattr(index_file, what, other[what])

    assert await (await start(store, path, 2)).filled() == nodes


@pytest.mark.requirement("R-98")
def test_what_is_kept_of_a_text_is_what_this_version_of_the_file_says():
    graph = graph_of("PlaceOrder2:FUNC <PlaceOrder2.FN.001> | Prüft die Straße: déjà-vu of HTTPServers")
    index = GraphIndex(graph)
    index.search("")

    assert (index_file.VERSION, index._lexical.state().counts) == (
        1,
        [
            {
                "place": 3,
                "order": 3,
                "2": 3,
                "function": 1,
                "funktion": 1,
                "fonction": 1,
                "prueft": 1,
                "die": 1,
                "strasse": 1,
                "deja": 1,
                "vu": 1,
                "of": 1,
                "http": 1,
                "servers": 1,
            }
        ],
    ), "whoever changes this raises VERSION: what was kept before is otherwise taken for the same"


@pytest.mark.requirement("R-98")
async def test_a_file_that_is_many_commits_behind_is_not_followed(tmp_path, monkeypatch):
    monkeypatch.setattr(index_file, "MIN_BEHIND", 2)
    store, path = MemoryStore(ManualClock(START)), tmp_path / "p.nodes"
    nodes = await kept(store, path, nodes=30)
    place = await start(store, path, 2)
    node = next(each for each in place.project.graph.nodes.values() if each.node_type == "FUNC")
    for number in range(nodes // 2):
        await place.table.apply([renamed(node, number)])
    assert await (await start(store, path, 3)).filled() == 1
    await place.table.apply([renamed(node, nodes)])
    after = await start(store, path, 4)
    assert await after.filled() == nodes
    assert after.answers() == after.fresh()


@pytest.mark.requirement("R-98")
@pytest.mark.parametrize("fails", ["fsync", "replace"])
async def test_whoever_dies_while_writing_leaves_the_old_file(tmp_path, monkeypatch, fails, caplog):
    store, path = MemoryStore(ManualClock(START)), tmp_path / "p.nodes"
    await kept(store, path)
    before = path.read_bytes()
    place = await start(store, path, 2)
    await place.filled()
    node = next(each for each in place.project.graph.nodes.values() if each.node_type == "FUNC")
    await place.table.apply([renamed(node, 1)])

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(*((os, "fsync") if fails == "fsync" else (Path, "replace")), full)
    await place.file.write()
    monkeypatch.undo()

    assert path.read_bytes() == before
    assert "No space left on device" in caplog.text
    assert await (await start(store, path, 3)).filled() == 1


@pytest.mark.requirement("R-97", "R-98")
async def test_a_file_is_written_when_much_has_come_and_forgotten_with_the_project(tmp_path, monkeypatch):
    monkeypatch.setattr(index_file, "MIN_BEHIND", 10)
    store = MemoryStore(ManualClock(START))

    async def opened(seed: int) -> tuple[Table, Retriever]:
        project = await open_project(store, seed=seed)
        return Table(project), Retriever(project, GraphIndex(project.graph), folder=tmp_path)

    table, retriever = await opened(1)
    await table.apply(operations(10)[:5])
    assert await retriever.search("order")
    await retriever.close()
    assert list(tmp_path.iterdir()) == [], "so few are indexed at once"

    table, retriever = await opened(2)
    await table.apply(operations(80))
    await retriever.retrieve("order")
    await retriever.close()
    written = tmp_path / f"{table.project.project_id}.nodes"
    assert list(tmp_path.iterdir()) == [written]

    contents = {written.read_bytes()}
    for number in range(12):
        table, retriever = await opened(3 + number)
        node = next(each for each in table.project.graph.nodes.values() if each.node_type == "FUNC")
        await table.apply([renamed(node, number)])
        assert [hit.node_id for hit in await retriever.search(f"Renamed{number}")][:1] == [node.node_id]
        assert retriever.index.taken == 1
        await retriever.close()
        contents.add(written.read_bytes())
    assert len(contents) == 2, "written again once, after ten of them"

    await retriever.forget_all()
    assert list(tmp_path.iterdir()) == []
