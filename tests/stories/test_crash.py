"""The whole `say` under kill -9: nothing acknowledged is lost, nothing is halved, and what was under way goes on.

A child process says things, some of which wait for a decision; it is killed at random moments. After every kill the
next child takes the runs up. In the end each message has had its one effect (I-01..I-05, I-08, I-09, R-66).
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from graphwright.app import open_workbench
from graphwright.protocol.ids import RunId
from graphwright.protocol.runs import Run
from graphwright.protocol.wire import decode
from graphwright.settings import Settings
from graphwright.threads import posted
from graphwright.turns.workflow import WorkflowRequest
from tests.lives import Life, Tell, outcome_of


async def say_on(tell: Tell, folder: Path, first: int):
    async with open_workbench(Settings.read({"GRAPHWRIGHT_DATA": str(folder)})) as workbench:
        open_project = await workbench.open_or_new_project("shop")
        author = await workbench.owner()
        await open_project.engine.resume_all()
        number = first
        while True:
            text = f"Create the function Step{number}"
            question, events = posted(text, author=author, thread_id=None, ids=workbench.ids, clock=workbench.clock)
            policy = "review" if number % 5 == 0 else None
            request = WorkflowRequest(
                text=text, message_id=question.message_id, thread_id=question.thread_id, policy=policy
            )
            tell({"tried": number})
            run_id = await open_project.engine.start(
                "build", request, author=author, question=text, thread_id=question.thread_id, before=events
            )
            tell({"begun": number})
            state = await open_project.engine.settled(run_id)
            if state.status == "waiting":
                (wait,) = state.waits
                tell({"waiting": number})
                proposal = await open_project.proposals.get(wait.proposal_id)
                await open_project.proposals.decide(
                    proposal.proposal_id, digest=proposal.digest, decision="accept", person=author
                )
                await open_project.engine.decided(proposal.proposal_id)
                state = await open_project.engine.settled(run_id)
            tell({"done": number, "status": state.status})
            number += 1


async def settle(tell: Tell, folder: Path):
    async with open_workbench(Settings.read({"GRAPHWRIGHT_DATA": str(folder)})) as workbench:
        open_project = await workbench.open_project("shop")
        author = await workbench.owner()
        await open_project.engine.resume_all()
        runs = await workbench.store.documents(open_project.project.project_id, "run")
        ends: dict[str, list[str]] = {}
        for document in runs:
            state = await open_project.engine.settled(RunId(document.id))
            for wait in state.waits:
                proposal = await open_project.proposals.get(wait.proposal_id)
                if proposal.state == "open":
                    await open_project.proposals.decide(
                        proposal.proposal_id, digest=proposal.digest, decision="accept", person=author
                    )
                await open_project.engine.decided(proposal.proposal_id)
                state = await open_project.engine.settled(RunId(document.id))
            ends[decode(document.body, Run).question] = [
                state.status,
                *ends.get(decode(document.body, Run).question, []),
            ]
        names = [node.name for node in open_project.project.graph.nodes.values()]
        commits = [len(commit.changes) async for commit in open_project.project.commits()]
        problems = await workbench.store.rebuild(open_project.project.project_id)
        tell({"ends": ends, "names": names, "commits": commits, "problems": problems})


def kill_loop(folder: Path, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    tried: set[int] = set()  # a number is never used again: its run may be there although nobody was told
    begun: set[int] = set()
    done: set[int] = set()
    for _ in range(kills):
        with Life(say_on, folder, max(tried, default=0) + 1) as life:
            told = [life.told() for _ in range(chance.randrange(0, 16))]
            life.kill()
            told += life.rest()  # what it had told before it died was acknowledged too
        for kind, numbers in (("tried", tried), ("begun", begun), ("done", done)):
            numbers.update(each[kind] for each in told if kind in each)
    final = outcome_of(settle, folder)
    names = final["names"]
    assert final["problems"] == []
    assert len(names) == len(set(names)), "something was done twice"
    assert {f"Step{number}" for number in begun} <= set(names), "something acknowledged was lost"
    assert done <= begun
    assert all(status in {"completed", "failed"} for ends in final["ends"].values() for status in ends), final["ends"]
    assert all(count == 1 for count in final["commits"])


@pytest.mark.slow
@pytest.mark.requirement("I-01", "I-02", "I-03", "I-08", "I-09", "R-66", "T-08", "WD-21", "WF-13")
@pytest.mark.timeout(120)
def test_a_few_kills_lose_nothing(tmp_path: Path):
    kill_loop(tmp_path / "data", kills=4, seed=7)


@pytest.mark.slow
@pytest.mark.requirement("I-01", "I-02", "I-03", "I-08", "I-09", "R-66", "T-08")
@pytest.mark.timeout(900)
def test_thirty_kills_lose_nothing(tmp_path: Path):
    kill_loop(tmp_path / "data", kills=30, seed=11)
