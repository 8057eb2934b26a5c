"""What a language model is sent of models of any size, and how long its first request takes to make.

Run: python -m benchmarks prompts

Models of `_systems`; the language model answers one word and keeps what it was sent, so every token counted here was
really sent: instructions, ontology and question are the same for all sizes, what grows is the model. Time is processor
time from the message to the request, the second one of a project: the first also fills the search index. Limit of a
time: that of the smallest model.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks import _systems
from benchmarks._table import Table
from benchmarks.capture import exactly
from graphwright.llm.base import ModelRequest
from graphwright.llm.testing import FunctionModel
from graphwright.operations.commit import Submission
from graphwright.operations.plan import IMPORT_OPERATIONS
from graphwright.ports import Ids, SystemClock
from graphwright.protocol.canvas import CanvasState, ContextMode, Selection
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId
from graphwright.protocol.operations import ChangeSet
from graphwright.settings import Settings
from graphwright.storage import Storage
from graphwright.store.memory import MemoryStore
from graphwright.threads import posted
from graphwright.turns.workflow import WorkflowRequest
from graphwright.workbench import OpenProject, Workbench

ANA: Final = Author(person_id=PersonId("01900000-0000-7000-8000-00000000000a"), name="Ana")
SIZES: Final = (200, 2_000, 10_000, 100_000)
MOST: Final = 8_000
"""Tokens of a model, by the setting `context_tokens`."""
BESIDE: Final = 3_000
"""Tokens of all else: instructions, ontology, project, what the screen shows, what was found."""


class Question(NamedTuple):
    """A message, and how it shows the model."""

    workflow: str
    text: str
    mode: ContextMode | None = None
    selects_all: bool = False


QUESTIONS: Final = {
    "build": Question("build", "Add a requirement that orders are validated within two seconds"),
    "build, everything selected": Question("build", "Rename these", selects_all=True),
    "build, `full` chosen": Question("build", "Add a requirement", mode="full"),
    "build, `visible` chosen": Question("build", "Add a requirement", mode="visible"),
    "ask": Question("ask", "Which functions validate an order?"),
    "ask, everything selected": Question("ask", "What is selected?", selects_all=True),
    "ask, `full` chosen": Question("ask", "Which functions validate an order?", mode="full"),
    "investigate": Question("investigate", "Investigate how an order is validated"),
    "discuss": Question("discuss", "Discuss whether orders should be validated twice"),
}


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    """Measure; `folder` is not needed."""
    sizes = (60, 300) if quick else SIZES
    measured = {size: asyncio.run(_measured(size)) for size in sizes}
    sent = Table("everything that the first request of a message sends", what="request", unit="tokens")
    for name in QUESTIONS:
        for size, requests in measured.items():
            sent.add(f"{name}, {size:,} nodes", [requests[name][0]], most=MOST + BESIDE)
    yield sent
    for name in ("build", "ask"):
        made = Table(f"{name}: from the message to the request, processor time", what="request")
        made.limit(f"{sizes[0]:,} nodes", [measured[sizes[0]][name][1]])
        for size in sizes[1:]:
            made.add(f"{size:,} nodes", [measured[size][name][1]])
        yield made


async def _measured(nodes: int) -> dict[str, tuple[int, float]]:
    """Tokens and seconds of the first request of each question."""
    begun: list[float] = []

    def answer(_request: ModelRequest) -> str:
        begun.append(time.process_time())
        return "Nothing."

    model = FunctionModel(answer)
    clock = SystemClock()
    workbench = Workbench(
        Settings.read({"GRAPHWRIGHT_DATA": "unused"}),
        Storage(MemoryStore(clock)),
        clock=clock,
        ids=Ids(clock),
        models=lambda _: [model],
    )
    project = await workbench.open_or_new_project("large")
    submission = Submission(
        change_set=ChangeSet(base_revision=0, operations=_systems.operations(nodes)),
        author=ANA,
        origin="import",
        importing=True,
        limit=IMPORT_OPERATIONS,
    )
    await project.committer.submit(submission)
    results: dict[str, tuple[int, float]] = {}
    for name, question in QUESTIONS.items():
        for _ in range(2):
            model.requests.clear()
            begun.clear()
            begin = time.process_time()
            await _said(workbench, project, question)
            results[name] = (_tokens(model.requests[0]), begun[0] - begin)
    await workbench.close()
    return results


async def _said(workbench: Workbench, project: OpenProject, question: Question) -> None:
    ids, clock = workbench.ids, workbench.clock
    message, events = posted(question.text, author=ANA, thread_id=None, ids=ids, clock=clock)
    canvas = CanvasState()
    if question.selects_all:
        canvas = CanvasState(selection=Selection(nodes=list(project.project.graph.nodes)))
    request = WorkflowRequest(
        text=question.text,
        message_id=message.message_id,
        thread_id=message.thread_id,
        canvas=canvas,
        context_mode=question.mode,
    )
    run_id = await project.engine.start(
        question.workflow, request, author=ANA, question=question.text, thread_id=message.thread_id, before=events
    )
    await project.engine.settled(run_id)


def _tokens(request: ModelRequest) -> int:
    texts = [*(block.text for block in request.system), *(message.text for message in request.messages)]
    return sum(map(exactly, texts))
