"""A discussion under kill -9, at each of its turns: what was said stays, and the next process goes on at that turn."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw

from graphwright.app import open_workbench
from graphwright.protocol.events import MessageDelta, MessageStarted
from graphwright.protocol.ids import RunId
from graphwright.protocol.threads import Message, text_of
from graphwright.protocol.wire import decode
from graphwright.settings import Settings
from graphwright.threads import posted
from graphwright.turns.workflow import WorkflowRequest
from tests.lives import Tell, whole_life


async def main(tell: Tell, folder, run, turn, at):
    async with open_workbench(Settings.read({"GRAPHWRIGHT_DATA": str(folder)})) as workbench:
        open_project = await workbench.open_or_new_project("shop")
        project, author = open_project.project, await workbench.owner()

        last = None

        def hear(event):
            nonlocal last
            if isinstance(event, MessageStarted) and event.turn == turn:
                if at == "start":
                    os.kill(os.getpid(), signal.SIGKILL)
                last = event.message_id
            if isinstance(event, MessageDelta) and event.message_id == last:
                os.kill(os.getpid(), signal.SIGKILL)

        project.bus.subscribe(project.project_id, hear)
        if run == "new":
            text = "What is missing in this model?"
            question, events = posted(text, author=author, thread_id=None, ids=workbench.ids, clock=workbench.clock)
            options = Raw(json.dumps({"rounds": 2, "end": {"noNewClaims": 0}}).encode())
            request = WorkflowRequest(
                text=text, message_id=question.message_id, thread_id=question.thread_id, options=options
            )
            run = await open_project.engine.start(
                "discuss", request, author=author, question=text, thread_id=question.thread_id, before=events
            )
            tell(run)
        else:
            await open_project.engine.resume(RunId(run))
        state = await open_project.engine.settled(RunId(run))
        messages = [decode(d.body, Message) for d in await workbench.store.documents(project.project_id, "message")]
        said = [
            [m.author.name, m.turn or 0, m.status, text_of(m.parts)] for m in messages if m.author.kind == "persona"
        ]
        problems = await workbench.store.rebuild(project.project_id)
        tell({"status": state.status, "said": said, "problems": problems})


def killed_at(folder: Path, turns: list[int], at: str) -> dict[str, Any]:
    """Killed in each of these turns once, then left alone."""
    was_killed, (run,) = whole_life(main, folder, "new", turns[0], at)
    assert was_killed
    for turn in turns[1:]:
        assert whole_life(main, folder, run, turn, at) == (True, [])
    was_killed, (answer,) = whole_life(main, folder, run, -1, at)
    assert not was_killed
    return answer


def check(final: dict[str, Any]) -> None:
    assert (final["status"], final["problems"]) == ("completed", [])
    names = ["Analyzer", "Solver", "Moderator"] * 2
    assert [said[:3] for said in final["said"][:-1]] == [[n, t, "complete"] for t, n in enumerate(names, 1)]
    assert final["said"][-1][:3] == ["Moderator", 0, "complete"]
    assert all(said[3].strip() for said in final["said"])


@pytest.mark.requirement("I-16", "WE-03", "T-16", "WE-15")
@pytest.mark.timeout(120)
def test_killed_in_a_turn_it_goes_on_at_that_turn(tmp_path: Path):
    check(killed_at(tmp_path / "data", [2], "middle"))


@pytest.mark.slow
@pytest.mark.requirement("I-16", "WE-03", "T-16", "E-53", "WE-15")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("at", ["start", "middle"])
def test_killed_in_every_turn_it_loses_none(tmp_path: Path, at: str):
    check(killed_at(tmp_path / "data", [1, 2, 3, 4, 5, 6], at))
