"""A question under kill -9, anywhere between its first step and its answer: asked once, answered once, looked up once.

The process kills itself right after its N-th durable event; the next one takes the run up. The question is answered
from documents by the offline assistant, so tools are called on the way.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any, get_args

import pytest

from graphwright.app import open_workbench
from graphwright.protocol.events import DurableEvent
from graphwright.protocol.ids import RunId
from graphwright.protocol.runs import Step
from graphwright.protocol.threads import CitationPart, Message
from graphwright.protocol.wire import decode
from graphwright.settings import Settings
from graphwright.threads import posted
from graphwright.turns.workflow import WorkflowRequest
from tests.lives import Tell, outcome_of

TEXT = "How long are bills kept in the archive?"


async def main(tell: Tell, folder, run, at):
    async with open_workbench(Settings.read({"GRAPHWRIGHT_DATA": str(folder)})) as workbench:
        open_project = await workbench.open_or_new_project("shop")
        project, author = open_project.project, await workbench.owner()
        if run == "new":
            await open_project.library.add(
                "rules.md", b"# Rules\n\nBills are kept for ten years in the archive.", author
            )
        seen = 0

        def hear(event):
            nonlocal seen
            seen += isinstance(event, get_args(DurableEvent))
            if seen == at:
                os.kill(os.getpid(), signal.SIGKILL)

        project.bus.subscribe(project.project_id, hear)
        if run == "new":
            question, events = posted(TEXT, author=author, thread_id=None, ids=workbench.ids, clock=workbench.clock)
            request = WorkflowRequest(text=TEXT, message_id=question.message_id, thread_id=question.thread_id)
            await open_project.engine.start(
                "ask", request, author=author, question=TEXT, thread_id=question.thread_id, before=events
            )
        else:
            await open_project.engine.resume_all()
        store, project_id = workbench.store, project.project_id
        runs = await store.documents(project_id, "run")
        ends = [(await open_project.engine.settled(RunId(each.id))).status for each in runs]
        steps = [
            decode(each.body, Step) for run in runs for each in await store.documents(project_id, "step", group=run.id)
        ]
        messages = [decode(each.body, Message) for each in await store.documents(project_id, "message")]
        tell(
            {
                "events": seen,
                "ends": ends,
                "steps": [step.kind + " " + step.label + " " + step.status for step in steps],
                "messages": [[each.author.kind, each.status] for each in messages],
                "cited": [part.quote for each in messages for part in each.parts if isinstance(part, CitationPart)],
                "problems": await store.rebuild(project_id),
            }
        )


def killed(folder: Path, kills: list[int]) -> dict[str, Any]:
    """Killed after these numbers of events, each counted from a start; then left alone."""
    for number, at in enumerate(kills):
        assert outcome_of(main, folder, "new" if number == 0 else "again", at) is None
    told = outcome_of(main, folder, "again", -1)
    assert told is not None
    return told


def check(told: dict[str, Any], whole: dict[str, Any]) -> None:
    expected = {key: value for key, value in whole.items() if key != "events"}
    assert {key: value for key, value in told.items() if key != "events"} == expected
    assert told["ends"] == ["completed"]
    assert told["messages"] == [["person", "complete"], ["assistant", "complete"]]
    assert told["cited"] == ["Bills are kept for ten years in the archive."]
    assert told["problems"] == []


@pytest.mark.slow
@pytest.mark.requirement("I-08", "I-09", "T-12", "WD-21")
@pytest.mark.timeout(120)
def test_a_question_that_is_killed_half_way_is_answered_once(tmp_path: Path):
    whole = outcome_of(main, tmp_path / "whole", "new", -1)
    assert whole is not None
    assert any(step.startswith("tool_call search_documents") for step in whole["steps"])
    check(killed(tmp_path / "data", [whole["events"] // 2]), whole)


@pytest.mark.slow
@pytest.mark.requirement("I-08", "I-09", "T-12", "WD-21")
@pytest.mark.timeout(600)
def test_a_question_that_is_killed_along_its_way_is_answered_once(tmp_path: Path):
    """After every fourth event: a kill and a resumption are two starts of the program."""
    whole = outcome_of(main, tmp_path / "whole", "new", -1)
    assert whole is not None
    for at in range(3, whole["events"], 4):
        check(killed(tmp_path / str(at), [at]), whole)
