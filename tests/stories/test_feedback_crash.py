"""Feedback under kill -9: a process that ends as soon as the decision is kept has not lost what was said with it.

The process kills itself when it hears of the decision; the next one takes up what was under way, as a server does when
it starts.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from graphwright.actions.context import Caller
from graphwright.actions.dispatch import carry_out
from graphwright.app import open_workbench
from graphwright.protocol.commands import ProposalDecide
from graphwright.protocol.events import ProposalDecided
from graphwright.protocol.ids import CommandId, RunId
from graphwright.protocol.threads import Message, text_of
from graphwright.protocol.wire import decode
from graphwright.settings import Settings
from graphwright.threads import posted
from graphwright.turns.workflow import WorkflowRequest
from tests.lives import Tell, whole_life


async def propose(workbench, open_project, author):
    text = "A customer places an order"
    question, events = posted(text, author=author, thread_id=None, ids=workbench.ids, clock=workbench.clock)
    request = WorkflowRequest(text=text, message_id=question.message_id, thread_id=question.thread_id, policy="review")
    run_id = await open_project.engine.start(
        "build", request, author=author, question=text, thread_id=question.thread_id, before=events
    )
    await open_project.engine.settled(run_id)


async def main(tell: Tell, folder, life):
    async with open_workbench(Settings.read({"GRAPHWRIGHT_DATA": str(folder)})) as workbench:
        open_project = await workbench.open_or_new_project("shop")
        project, author = open_project.project, await workbench.owner()
        if life != "next":
            await propose(workbench, open_project, author)
            [proposal] = await open_project.proposals.all()

            def die(event):
                if isinstance(event, ProposalDecided):
                    os.kill(os.getpid(), signal.SIGKILL)

            project.bus.subscribe(project.project_id, die)
            command = ProposalDecide(
                command_id=CommandId(workbench.ids.new()),
                proposal_id=proposal.proposal_id,
                digest=proposal.digest,
                decision=life,
                operation_ids=[proposal.operations[0].id] if life == "accept" else None,
                feedback="Which functions are there?",
            )
            await carry_out(command, caller=Caller(author, "owner"), open_project=open_project, workbench=workbench)
        await workbench.resume_all()
        store, project_id = workbench.store, project.project_id
        runs = [await open_project.engine.settled(RunId(each.id)) for each in await store.documents(project_id, "run")]
        messages = [decode(each.body, Message) for each in await store.documents(project_id, "message")]
        tell(
            {
                "runs": [run.status for run in runs],
                "said": [[each.author.kind, each.status] for each in messages],
                "feedback": [text_of(each.parts) for each in messages if each.author.kind == "person"],
                "nodes": len(project.graph.nodes),
                "problems": await store.rebuild(project_id),
            }
        )


@pytest.mark.requirement("N-06", "D-67", "I-01", "I-08")
@pytest.mark.timeout(120)
@pytest.mark.parametrize(("decision", "nodes"), [pytest.param("reject", 0, marks=pytest.mark.slow), ("accept", 1)])
def test_feedback_is_answered_after_a_kill_right_behind_the_decision(tmp_path: Path, decision: str, nodes: int):
    assert whole_life(main, tmp_path / "data", decision) == (True, [])

    for _ in range(2):
        was_killed, (told,) = whole_life(main, tmp_path / "data", "next")
        assert (was_killed, told) == (
            False,
            {
                "runs": ["completed", "completed"],
                "said": [["person", "complete"], ["assistant", "complete"]] * 2,
                "feedback": ["A customer places an order", "Which functions are there?"],
                "nodes": nodes,
                "problems": [],
            },
        )
