"""LangGraph: ten nodes in a row with its SQLite checkpointer, begun with `invoke` and taken up with `None`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph

from benchmarks.peers import work
from benchmarks.peers.work import Line

HOW: Final[dict[str, tuple[str, str | None, float]]] = {
    "": ("as it comes", None, work.STEP_S),
    "-quick": ("as it comes, steps of no time", None, 0.0),
    "-sync": ('durability="sync"', "sync", work.STEP_S),
}


class State(TypedDict):
    done: int


def killed(where: str, how: str, folder: Path, _size: int) -> Iterator[Line]:
    """`sync`: a checkpoint is written before the next step begins; otherwise as it comes, beside the next step."""
    setting, durability, pause = HOW[how]
    effects = work.Effects(folder, where, pause=pause)

    def step(number: int, _state: State) -> dict[str, int]:
        effects.of_step(number)
        return {"done": number}

    builder = StateGraph(State)
    names = [START, *(f"step{number}" for number in range(1, work.STEPS + 1)), END]
    for number, name in enumerate(names[1:-1], 1):
        builder.add_node(name, partial(step, number))
    for one, other in pairwise(names):
        builder.add_edge(one, other)
    config = {"configurable": {"thread_id": "peers"}}
    options: dict[str, Any] = {"durability": durability} if durability else {}
    begun = (folder / "begun").exists()
    (folder / "begun").touch()
    with SqliteSaver.from_conn_string(str(folder / "checkpoints.sqlite")) as saver:
        graph = builder.compile(checkpointer=saver)
        state = graph.invoke(None if begun else {"done": 0}, config, **options)
    assert state["done"] == work.STEPS
    yield Line([], name=setting)
    yield work.memory()


if __name__ == "__main__":
    work.run({f"{where}{how}": partial(killed, where, how) for where in ("between", "within") for how in HOW})
