"""What a change costs grows with the change, not with the model: every look at the graph is counted, never a clock."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks import _systems
from graphwright.app import open_workbench
from graphwright.graph.document import Graph
from graphwright.operations.commit import Submission
from graphwright.operations.plan import plan
from graphwright.operations.similar import filling
from graphwright.operations.staged import StagedGraph
from graphwright.ports import ManualClock
from graphwright.protocol.ids import OperationId, Ref
from graphwright.protocol.operations import (
    ChangeSet,
    EdgeCreate,
    NodeCreate,
    NodeDelete,
    NodeSet,
    NodeUpdate,
    Operation,
)
from graphwright.settings import Settings
from tests.places import ANA, START, seeded_ids

SMALL, LARGE = 200, 3_000


class Counted(MutableMapping[Any, Any]):
    """A mapping that counts every key, value and step of an iteration that is asked of it."""

    looks = 0

    def __init__(self, inner: Mapping[Any, Any]) -> None:
        self._inner = {key: _counted(value) for key, value in inner.items()}
        self._of_buckets = isinstance(inner, defaultdict)

    def __getitem__(self, key: Any) -> Any:
        Counted.looks += 1
        return self._inner.setdefault(key, Counted({})) if self._of_buckets else self._inner[key]

    def get(self, key: Any, default: Any = None) -> Any:
        Counted.looks += 1
        return self._inner.get(key, default)

    def __contains__(self, key: object) -> bool:
        Counted.looks += 1
        return key in self._inner

    def __setitem__(self, key: Any, value: Any) -> None:
        Counted.looks += 1
        self._inner[key] = _counted(value)

    def __delitem__(self, key: Any) -> None:
        Counted.looks += 1
        del self._inner[key]

    def __iter__(self) -> Iterator[Any]:
        for key in self._inner:
            Counted.looks += 1
            yield key

    def __len__(self) -> int:
        return len(self._inner)


def is_index(value: object) -> bool:
    return isinstance(value, dict)


def _counted(value: Any) -> Any:
    return Counted(value) if is_index(value) else value


def counted(graph: Graph) -> Graph:
    """The graph, with everything in it counted: its elements, its indexes and their buckets."""
    for name, index in list(vars(graph).items()):
        if is_index(index):
            setattr(graph, name, Counted(index))
    return graph


def anchors(graph: Graph) -> dict[str, str]:
    """One element of each type that is somewhere in the middle."""
    found = {kind: list(graph.of_type(kind)) for kind in ("SYS", "FCHAIN", "MOD", "FUNC", "REQ", "FLOW")}
    return {kind: nodes[len(nodes) // 2].node_id for kind, nodes in found.items()}


def rename(at: Mapping[str, str]) -> Sequence[Operation]:
    return [NodeUpdate(id=OperationId("op"), ref=Ref(at["FUNC"]), set=NodeSet(name="WeighEveryParcel"))]


def describe(at: Mapping[str, str]) -> Sequence[Operation]:
    return [NodeUpdate(id=OperationId("op"), ref=Ref(at["FLOW"]), set=NodeSet(descr="What it weighs."))]


def feature(at: Mapping[str, str]) -> Sequence[Operation]:
    return _systems.feature(1, at["FCHAIN"], at["MOD"], at["FUNC"])


def node(at: Mapping[str, str]) -> Sequence[Operation]:
    return [NodeCreate(id=OperationId("op"), node_type="REQ", name="AllIsWeighed", descr="All is weighed.")]


def edge(at: Mapping[str, str]) -> Sequence[Operation]:
    return [EdgeCreate(id=OperationId("op"), edge_type="io", source=Ref(at["FUNC"]), target=Ref(at["FLOW"]))]


def part_of_the_root(at: Mapping[str, str]) -> Sequence[Operation]:
    made = NodeCreate(id=OperationId("op"), node_type="MOD", name="Scales", descr="Weighs.", temp_id="scales")
    return [made, EdgeCreate(id=OperationId("in"), edge_type="compose", source=Ref(at["SYS"]), target=Ref("scales"))]


def deletion(at: Mapping[str, str]) -> Sequence[Operation]:
    return [NodeDelete(id=OperationId("op"), ref=Ref(at["FUNC"]))]


CHANGES: list[Callable[[Mapping[str, str]], Sequence[Operation]]] = [
    rename,
    describe,
    feature,
    node,
    edge,
    part_of_the_root,
    deletion,
]


@pytest.fixture(scope="module")
def models() -> list[Graph]:
    return [_systems.model(size) for size in (SMALL, LARGE)]


def fresh(model: Graph) -> Graph:
    graph = Graph(model.ontology)
    graph.load(model.snapshot())
    return counted(graph)


@pytest.mark.requirement("Z-30")
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("behind_others", [False, True])
def test_a_change_is_planned_and_applied_with_as_many_looks_in_a_small_as_in_a_large_model(
    models: list[Graph], change: Callable[[Mapping[str, str]], Sequence[Operation]], behind_others: bool
):
    looks: list[int] = []
    for model in models:
        graph, operations = fresh(model), list(change(anchors(model)))
        Counted.looks = 0
        ids = seeded_ids(ManualClock(START))
        on = StagedGraph(graph) if behind_others else graph
        made = plan(on, ChangeSet(base_revision=1, operations=operations), ids=ids)
        assert made.problems == []
        on.apply(made.changes, 2)
        looks.append(Counted.looks)

    assert looks[0] > 0
    assert looks[1] <= looks[0] * 1.1, looks


async def calls_of_a_commit(model: Graph, data: str) -> int:
    """Functions called, ours and C's, from the door to the end of what follows a commit at once."""
    async with open_workbench(Settings.read({}, {"data": data, "database": "memory"})) as workbench:
        desk = await workbench.open_or_new_project("large")
        graph = Graph(desk.project.ontology)
        graph.load(model.snapshot())
        graph.revision = 0
        graph.settle(desk.project.graph)
        ref = Ref(anchors(graph)["FUNC"])
        for _ in (*desk.retriever.index.fill(), *desk.captures.warm(), *filling(desk.project)):
            pass
        counts: list[int] = []
        for name in ("WeighEveryParcel", "WeighEachParcel"):
            set_ = NodeUpdate(id=OperationId("op"), ref=ref, set=NodeSet(name=name))
            change_set = ChangeSet(base_revision=desk.project.graph.revision, operations=[set_])
            calls = Counter[str]()
            sys.setprofile(lambda _frame, event, _argument, calls=calls: calls.update((event,)))
            try:
                await desk.committer.submit(Submission(change_set=change_set, author=ANA, origin="person"))
            finally:
                sys.setprofile(None)
            counts.append(calls["call"] + calls["c_call"])
    return counts[-1]


@pytest.mark.requirement("Z-30")
async def test_the_whole_door_with_all_that_follows_a_commit_does_as_much_in_a_small_as_in_a_large_model(
    models: list[Graph], tmp_path: Path
):
    small, large = [await calls_of_a_commit(model, str(tmp_path / str(at))) for at, model in enumerate(models)]

    assert 0 < large <= small * 1.1, (small, large)
