"""How much work an answer is: counted, because seconds depend on the machine (the benchmarks print those)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from graphwright.llm.testing import ScriptedModel
from graphwright.operations.execution_order import order
from graphwright.operations.plan import plan
from graphwright.operations.staged import LayeredMapping
from graphwright.ports import ManualClock
from graphwright.protocol.operations import ChangeSet, EdgeCreate, NodeCreate
from tests.graph.build import graph_of
from tests.places import START, seeded_ids
from tests.stories.stage import stage


class Counted(Sequence[str]):
    """Dependencies that count how often they are read."""

    reads = 0

    def __init__(self, *items: str) -> None:
        self._items = items

    def __getitem__(self, index):
        return self._items[index]

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[str]:
        type(self).reads += 1
        return iter(self._items)


@pytest.mark.requirement("A-80", "A-81", "A-85")
@pytest.mark.parametrize("backwards", [False, True])
def test_ordering_reads_the_dependencies_of_each_operation_a_fixed_number_of_times(backwards: bool):
    ids = [f"op-{number}" for number in range(2_000)]
    needs = [Counted(*([ids[number - 1]] if number else [])) for number in range(2_000)]
    Counted.reads = 0

    order(ids[::-1] if backwards else ids, needs[::-1] if backwards else needs)

    assert Counted.reads <= 3 * 2_000


@pytest.mark.requirement("A-82", "A-85")
def test_a_change_set_costs_the_same_lookups_on_a_small_and_on_a_large_model(monkeypatch: pytest.MonkeyPatch):
    looked = 0
    original = LayeredMapping.__getitem__

    def counting(self, key):
        nonlocal looked
        looked += 1
        return original(self, key)

    monkeypatch.setattr(LayeredMapping, "__getitem__", counting)
    counts = []
    for size in (10, 2_000):
        graph = graph_of(*(f"N{number}:FUNC" for number in range(size)))
        looked = 0
        operations = [
            NodeCreate(id="r", node_type="REQ", name="Fast", descr="Fast.", temp_id="r"),
            EdgeCreate(id="e", edge_type="st", source="N1.FN.002", target="r"),
        ]
        made = plan(graph, ChangeSet(base_revision=1, operations=operations), ids=seeded_ids(ManualClock(START)))
        assert made.problems == []
        counts.append(looked)

    assert counts[0] == counts[1]


@pytest.mark.requirement("A-83", "WA-11")
async def test_preparing_asking_planning_and_applying_are_timed_apart():
    scene = await stage(ScriptedModel("```format-e\n<operations>\n## Nodes\n+ A|FUNC|a|Does a.\n</operations>\n```"))

    await scene.say("Make A")

    timed = {step.kind: step.duration_ms for step in await scene.steps()}
    assert {"context", "model_call", "plan", "commit"} <= timed.keys()
    assert all(isinstance(duration, int) for duration in timed.values())
