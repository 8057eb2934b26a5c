"""How long the offline assistant takes for one sentence: from the request of a person to the whole answer.

All judged sentences (`tests/offline/judging`), each said to its own small model with its own talk before. Processor
time of the thread, the median of three rounds over all of them: the words of the languages are known by then, and the
sentence itself is not remembered.

Run: python -m benchmarks reading
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Final, NamedTuple

from benchmarks._table import Table
from graphwright.llm.base import ChatMessage, ModelRequest, whole
from graphwright.offline.assistant import OfflineAssistant
from graphwright.ports import uncollected
from tests.offline.judging.entries import SENTENCES, Entry, read_set
from tests.offline.judging.givens import Stage

SETS: Final = ("sentences", "later", "everyday", "fresh")
KINDS: Final = ("build", "require", "change", "ask")
MAX_S: Final = 0.005
"""What 95 of 100 sentences may take."""
ROUNDS: Final = 3


class Said(NamedTuple):
    """A sentence in its situation, ready to be said."""

    entry: Entry
    say: Callable[[], None]


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    """Measure; `folder` is not needed."""
    entries = [each for name in SETS for each in read_set(SENTENCES.with_name(f"{name}.json"))]
    loop = asyncio.new_event_loop()
    try:
        said = [_ready(each, loop) for each in entries[:: 40 if quick else 1]]
        rounds = [[_timed(each.say) for each in said] for _ in range(2 if quick else ROUNDS + 1)][1:]
    finally:
        loop.close()
    seconds = [median(each) for each in zip(*rounds, strict=True)]
    table = Table(f"{len(said)} sentences in three languages, processor time", what="sentence")
    table.add("all", seconds)
    for kind in KINDS:
        of_kind = [taken for each, taken in zip(said, seconds, strict=True) if each.entry.expect.kind == kind]
        if of_kind:
            table.add(kind, of_kind)
    hundredths = quantiles(seconds, n=100, method="inclusive")
    table.add("95 of 100 take at most", [hundredths[94]], most=MAX_S)
    table.add("99 of 100 take at most", [hundredths[98]])
    yield table


def _ready(entry: Entry, loop: asyncio.AbstractEventLoop) -> Said:
    stage = Stage(entry)
    graph = stage.graph
    assistant = OfflineAssistant(lambda: graph, graph_at=stage.graph_at)
    request = ModelRequest(system=[], messages=[*stage.messages, ChatMessage(role="user", text=entry.say)])

    def say() -> None:
        loop.run_until_complete(whole(assistant, request))

    return Said(entry, say)


def _timed(say: Callable[[], None]) -> float:
    with uncollected():  # as in a server
        begin = time.thread_time()
        say()
        return time.thread_time() - begin
