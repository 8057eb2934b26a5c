"""An investigation under kill -9, from its first step to its last and inside its wait: asked once, answered once.

The process kills itself right after its N-th durable event, or while the form waits; the next one takes the run up.
The offline assistant looks into the documents of `examples/carport`, and whoever lives on answers the form.
"""

from __future__ import annotations

import os
import signal
from collections import Counter
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import pytest

from graphwright.app import open_workbench
from graphwright.protocol.events import DurableEvent, StepFinished
from graphwright.protocol.ids import RunId
from graphwright.protocol.runs import Step, Wait
from graphwright.protocol.threads import Message, text_of
from graphwright.protocol.wire import decode
from graphwright.settings import Settings
from graphwright.store.entries import event_of
from graphwright.threads import posted
from graphwright.turns.workflow import WorkflowRequest
from tests.lives import Tell, outcome_of
from tests.stories.carport import DOCUMENTS, GIVEN, QUESTION


async def main(tell: Tell, folder, run, at):
    async with open_workbench(Settings.read({"GRAPHWRIGHT_DATA": str(folder)})) as workbench:
        open_project = await workbench.open_or_new_project("shop")
        project, author, store = open_project.project, await workbench.owner(), workbench.store
        if run == "new":
            for name in ("bauordnung-nordland.md", "bauordnung-suedland.md"):
                await open_project.library.add(name, (DOCUMENTS / name).read_bytes(), author)
        seen = 0

        def hear(event):
            nonlocal seen
            seen += isinstance(event, get_args(DurableEvent))
            if seen == at:
                os.kill(os.getpid(), signal.SIGKILL)

        project.bus.subscribe(project.project_id, hear)
        if run == "new":
            asked, events = posted(QUESTION, author=author, thread_id=None, ids=workbench.ids, clock=workbench.clock)
            request = WorkflowRequest(text=QUESTION, message_id=asked.message_id, thread_id=asked.thread_id)
            await open_project.engine.start(
                "investigate", request, author=author, question=QUESTION, thread_id=asked.thread_id, before=events
            )
        else:
            await open_project.engine.resume_all()
        (document,) = await store.documents(project.project_id, "run")
        run_id = RunId(document.id)
        state = await open_project.engine.settled(run_id)
        if state.status == "waiting":
            if at == "wait":
                os.kill(os.getpid(), signal.SIGKILL)
            (wait,) = await store.documents(project.project_id, "wait")
            await open_project.engine.answer(run_id, decode(wait.body, Wait).step_id, GIVEN, author)
            state = await open_project.engine.settled(run_id)
        steps = [decode(each.body, Step) for each in await store.documents(project.project_id, "step", group=run_id)]
        journal = [event_of(stored) async for stored in store.read(project.project_id)]
        ends = Counter(event.key for event in journal if isinstance(event, StepFinished))
        messages = [decode(each.body, Message) for each in await store.documents(project.project_id, "message")]
        tell(
            {
                "events": seen,
                "end": state.status,
                "steps": [[step.kind, step.label, step.status] for step in steps],
                "ended twice": [key for key, times in ends.items() if times > 1],
                "said": [[each.author.kind, each.status, text_of(each.parts)] for each in messages],
                "problems": await store.rebuild(project.project_id),
            }
        )


Kill: TypeAlias = int | Literal["wait"]


def killed(folder: Path, *kills: Kill) -> dict[str, Any]:
    """Killed at each of these moments, numbers counted from a start; then left alone."""
    for number, at in enumerate(kills):
        assert outcome_of(main, folder, "new" if number == 0 else "again", at) is None
    told = outcome_of(main, folder, "again", -1)
    assert told is not None
    return told


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What becomes of an investigation that nobody disturbs."""
    told = outcome_of(main, tmp_path_factory.mktemp("whole"), "new", -1)
    assert told is not None
    assert (told["end"], told["ended twice"], told["problems"]) == ("completed", [], [])
    assert [said[:2] for said in told["said"]] == [["person", "complete"], ["assistant", "complete"]]
    assert [kind for kind, _, _ in told["steps"]].count("interactive_form_wait") == 1
    return told


def check(told: dict[str, Any], whole: dict[str, Any]) -> None:
    assert {**told, "events": 0} == {**whole, "events": 0}


@pytest.mark.slow
@pytest.mark.requirement("I-08", "I-09", "T-08", "WC-07")
@pytest.mark.timeout(120)
def test_killed_inside_its_wait_the_form_stands_and_its_answer_counts(tmp_path: Path, whole: dict[str, Any]):
    check(killed(tmp_path / "data", "wait", "wait"), whole)


@pytest.mark.slow
@pytest.mark.requirement("I-08", "I-09", "T-08", "WC-07")
@pytest.mark.timeout(300)
def test_killed_along_its_way_it_loses_nothing_and_repeats_nothing(tmp_path: Path, whole: dict[str, Any]):
    """Before the form, around it and after its answer: a kill and a resumption are two starts of the program."""
    for at in range(2, whole["events"], 4):
        check(killed(tmp_path / str(at), at), whole)
