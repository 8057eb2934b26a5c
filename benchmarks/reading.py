"""How long the offline assistant takes for one sentence: from the request of a person to the whole answer.

The judged sentences of fifteen sets that were looked at (`tests/offline/judging`), each said to its own small model
with its own talk before, and some of them to a model that holds 2,000 nodes besides. Processor time, the median of
three rounds over all of them, each with an assistant that has the names of its model and has answered nothing yet: the
words of the languages are known by then, and the sentence itself is not remembered.

Run: python -m benchmarks reading
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Final, NamedTuple

from benchmarks import _systems
from benchmarks._table import Table
from graphwright.graph.document import Graph
from graphwright.llm.base import ChatMessage, ModelRequest, whole
from graphwright.offline.assistant import OfflineAssistant
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.ports import uncollected
from tests.offline.judging.entries import SENTENCES, Entry, read_set
from tests.offline.judging.givens import Stage

SETS: Final = (
    "sentences", "later", "everyday", "fresh", "plain", "unseen", "open", "counted", "spoken", "untold", "daily",
    "unheard", "casual", "untried", "candid",
)  # fmt: skip
KINDS: Final = ("build", "require", "change", "ask")
MAX_S: Final = 0.005
"""What 95 of 100 sentences may take."""
ROUNDS: Final = 3
LARGE: Final = 2_000
"""Nodes that a larger model has besides its own."""
EVERY: Final = 6
"""One of so many sentences is said to a larger model."""


class Said(NamedTuple):
    """A sentence in its situation, ready to be said."""

    entry: Entry
    stage: Stage
    request: ModelRequest


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    """Measure; `folder` is not needed."""
    entries = [each for name in SETS for each in read_set(SENTENCES.with_name(f"{name}.json"))]
    beside = _systems.model(LARGE // 20 if quick else LARGE)
    small = [_ready(each) for each in entries[:: 80 if quick else 1]]
    yield _table(
        f"{len(small)} sentences in three languages, each to a small model, processor time", small, quick=quick
    )
    large = [_ready(each, beside) for each in entries[:: 240 if quick else EVERY]]
    yield _table(f"{len(large)} of them, each to a model of {LARGE:,} nodes more, processor time", large, quick=quick)


def _table(title: str, said: list[Said], *, quick: bool) -> Table:
    loop = asyncio.new_event_loop()
    try:
        rounds = [[_timed(each, loop) for each in said] for _ in range(2 if quick else ROUNDS + 1)][1:]
    finally:
        loop.close()
    seconds = [median(each) for each in zip(*rounds, strict=True)]
    table = Table(title, what="sentence")
    table.add("all", seconds)
    for kind in KINDS:
        of_kind = [taken for each, taken in zip(said, seconds, strict=True) if each.entry.expect.kind == kind]
        if of_kind:
            table.add(kind, of_kind)
        if len(of_kind) > 1:
            table.add(f"{kind}: 95 of 100 take at most", [quantiles(of_kind, n=100, method="inclusive")[94]])
    hundredths = quantiles(seconds, n=100, method="inclusive")
    table.add("95 of 100 take at most", [hundredths[94]], most=MAX_S)
    table.add("99 of 100 take at most", [hundredths[98]])
    return table


def _ready(entry: Entry, beside: Graph | None = None) -> Said:
    stage = Stage(entry)
    for node in beside.nodes.values() if beside is not None else ():
        stage.graph.put_node(node)
    for edge in beside.edges.values() if beside is not None else ():
        stage.graph.put_edge(edge)
    said = [*stage.messages, ChatMessage(role="user", text=entry.say)]
    return Said(entry, stage, ModelRequest(system=[], messages=said))


def _timed(said: Said, loop: asyncio.AbstractEventLoop) -> float:
    graph, index = said.stage.graph, NodeIndex(said.stage.graph)
    assistant = OfflineAssistant(lambda: graph, graph_at=said.stage.graph_at, names_of=lambda _graph: index)
    with uncollected():  # as in a server
        begin = time.process_time()  # a larger model is read on a thread, in slices
        loop.run_until_complete(whole(assistant, said.request))
        return time.process_time() - begin
