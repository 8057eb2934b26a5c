"""A run of any workflow whose process kills itself right after its N-th durable event; the next one takes it up."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct

from graphwright.app import open_workbench
from graphwright.operations.commit import Submission
from graphwright.operations.parse import read_answer
from graphwright.protocol.events import DurableEvent
from graphwright.protocol.ids import RunId
from graphwright.protocol.operations import ChangeSet
from graphwright.protocol.runs import Step
from graphwright.protocol.wire import decode
from graphwright.settings import Settings
from graphwright.threads import posted
from graphwright.turns.workflow import WorkflowRequest
from tests.lives import Tell, outcome_of


async def main(tell: Tell, said: KilledRun, folder: Path, run: str, at: int):
    async with open_workbench(
        Settings.read({**os.environ, "GRAPHWRIGHT_DATA": str(folder), "GRAPHWRIGHT_MODEL": "offline"})
    ) as workbench:
        open_project = await workbench.open_or_new_project("shop")
        project, author = open_project.project, await workbench.owner()
        if run == "new":
            operations = read_answer(said.model, project.ontology).operations
            await open_project.committer.submit(
                Submission(change_set=ChangeSet(base_revision=0, operations=operations), author=author, origin="person")
            )
        seen = 0

        def hear(event):
            nonlocal seen
            seen += isinstance(event, get_args(DurableEvent))
            if seen == at:
                os.kill(os.getpid(), signal.SIGKILL)

        project.bus.subscribe(project.project_id, hear)
        if run == "new":
            question, events = posted(
                said.text, author=author, thread_id=None, ids=workbench.ids, clock=workbench.clock
            )
            request = WorkflowRequest(text=said.text, message_id=question.message_id, thread_id=question.thread_id)
            await open_project.engine.start(
                said.workflow, request, author=author, question=said.text, thread_id=question.thread_id, before=events
            )
        else:
            await open_project.engine.resume_all()
        store, project_id = workbench.store, project.project_id
        runs = await store.documents(project_id, "run")
        ends = [(await open_project.engine.settled(RunId(each.id))).status for each in runs]
        entries = [each async for each in store.read(project_id)]
        steps = [
            decode(each.body, Step) for run in runs for each in await store.documents(project_id, "step", group=run.id)
        ]
        tell(
            {
                "events": seen,
                "ends": ends,
                "steps": [f"{step.kind} {step.label} {step.status}" for step in steps],
                "told": sorted(
                    each.type
                    for each in entries
                    if each.type in ("model.checked", "message.completed", "proposal.opened")
                ),
                "problems": await store.rebuild(project_id),
            }
        )


class KilledRun(Struct, frozen=True):
    """What is said to which workflow, about which model."""

    workflow: str
    text: str
    model: str

    def live(self, folder: Path, run: str = "new", at: int = -1) -> dict[str, Any] | None:
        """One process; nothing when it killed itself."""
        return outcome_of(main, self, folder, run, at)

    def whole(self, folder: Path) -> dict[str, Any]:
        """The run that nobody kills."""
        told = self.live(folder)
        assert told is not None
        return told

    def killed(self, folder: Path, at: int) -> dict[str, Any]:
        """Killed after this number of events, then taken up and left alone."""
        assert self.live(folder, at=at) is None
        told = self.live(folder, run="again")
        assert told is not None
        return told


def without_count(told: dict[str, Any]) -> dict[str, Any]:
    """All but how many events this process saw."""
    return {key: value for key, value in told.items() if key != "events"}
