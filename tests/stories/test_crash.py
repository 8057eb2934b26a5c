"""The whole `say` under kill -9: nothing acknowledged is lost, nothing is halved, and what was under way goes on.

A child process says things, some of which wait for a decision; it is killed at random moments. After every kill the
next child takes the runs up. In the end each message has had its one effect (I-01..I-05, I-08, I-09, R-66).
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

CHILD = """
import asyncio, json, sys
from graphwright.app import open_workbench
from graphwright.protocol.ids import RunId
from graphwright.settings import Settings
from graphwright.threads import posted
from graphwright.turns.workflow import WorkflowRequest

async def main(folder, first):
    async with open_workbench(Settings.read({"GRAPHWRIGHT_DATA": folder})) as workbench:
        open_project = await workbench.open_or_new_project("shop")
        author = await workbench.owner()
        await open_project.engine.resume_all()
        number = first
        while True:
            text = f"Create the function Step{number}"
            question, events = posted(text, author=author, thread_id=None, ids=workbench.ids, clock=workbench.clock)
            policy = "review" if number % 5 == 0 else None
            request = WorkflowRequest(text=text, message_id=question.message_id, thread_id=question.thread_id, policy=policy)
            print(json.dumps({"tried": number}), flush=True)
            run_id = await open_project.engine.start("build", request, author=author, question=text,
                                             thread_id=question.thread_id, before=events)
            print(json.dumps({"begun": number}), flush=True)
            state = await open_project.engine.settled(run_id)
            if state.status == "waiting":
                (wait,) = state.waits
                print(json.dumps({"waiting": number}), flush=True)
                proposal = await open_project.proposals.get(wait.proposal_id)
                await open_project.proposals.decide(proposal.proposal_id, digest=proposal.digest, decision="accept", person=author)
                await open_project.engine.decided(proposal.proposal_id)
                state = await open_project.engine.settled(run_id)
            print(json.dumps({"done": number, "status": state.status}), flush=True)
            number += 1

asyncio.run(main(sys.argv[1], int(sys.argv[2])))
"""

SETTLE = """
import asyncio, json, sys
from graphwright.app import open_workbench
from graphwright.protocol.ids import RunId
from graphwright.protocol.runs import Run
from graphwright.protocol.wire import decode
from graphwright.settings import Settings

async def main(folder):
    async with open_workbench(Settings.read({"GRAPHWRIGHT_DATA": folder})) as workbench:
        open_project = await workbench.open_project("shop")
        author = await workbench.owner()
        await open_project.engine.resume_all()
        runs = await workbench.store.documents(open_project.project.project_id, "run")
        ends = {}
        for document in runs:
            state = await open_project.engine.settled(RunId(document.id))
            for wait in state.waits:
                proposal = await open_project.proposals.get(wait.proposal_id)
                if proposal.state == "open":
                    await open_project.proposals.decide(proposal.proposal_id, digest=proposal.digest, decision="accept", person=author)
                await open_project.engine.decided(proposal.proposal_id)
                state = await open_project.engine.settled(RunId(document.id))
            ends[decode(document.body, Run).question] = [state.status, *ends.get(decode(document.body, Run).question, [])]
        names = [node.name for node in open_project.project.graph.nodes.values()]
        commits = [len(commit.changes) async for commit in open_project.project.commits()]
        problems = await workbench.store.rebuild(open_project.project.project_id)
        print(json.dumps({"ends": ends, "names": names, "commits": commits, "problems": problems}))

asyncio.run(main(sys.argv[1]))
"""


def kill_loop(folder: Path, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    tried: set[int] = set()  # a number is never used again: its run may be there although nobody was told
    begun: set[int] = set()
    done: set[int] = set()
    for _ in range(kills):
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD, str(folder), str(max(tried, default=0) + 1)],
            stdout=subprocess.PIPE, text=True, env={**os.environ, "GRAPHWRIGHT_MODEL": "offline"},
        )  # fmt: skip
        assert child.stdout is not None
        lines_to_live = chance.randrange(0, 16)
        try:
            for _ in range(lines_to_live):
                told = json.loads(child.stdout.readline())
                tried |= {told["tried"]} if "tried" in told else set()
                begun |= {told["begun"]} if "begun" in told else set()
                done |= {told["done"]} if "done" in told else set()
        finally:
            os.kill(child.pid, signal.SIGKILL)
            # What it had printed before it died was acknowledged too.
            for line in child.stdout:
                if line.endswith("\n"):
                    told = json.loads(line)
                    tried |= {told["tried"]} if "tried" in told else set()
                    begun |= {told["begun"]} if "begun" in told else set()
                    done |= {told["done"]} if "done" in told else set()
            child.stdout.close()
            child.wait()
    settled = subprocess.run(
        [sys.executable, "-c", SETTLE, str(folder)], capture_output=True, text=True, check=False, timeout=120
    )
    assert settled.returncode == 0, settled.stderr
    final = json.loads(settled.stdout)
    names = final["names"]
    assert final["problems"] == []
    assert len(names) == len(set(names)), "something was done twice"
    assert {f"Step{number}" for number in begun} <= set(names), "something acknowledged was lost"
    assert done <= begun
    assert all(status in {"completed", "failed"} for ends in final["ends"].values() for status in ends), final["ends"]
    assert all(count == 1 for count in final["commits"])


@pytest.mark.requirement("I-01", "I-02", "I-03", "I-08", "I-09", "R-66", "T-08", "WD-21", "WF-13")
@pytest.mark.timeout(120)
def test_a_few_kills_lose_nothing(tmp_path: Path):
    kill_loop(tmp_path / "data", kills=4, seed=7)


@pytest.mark.slow
@pytest.mark.requirement("I-01", "I-02", "I-03", "I-08", "I-09", "R-66", "T-08")
@pytest.mark.timeout(900)
def test_thirty_kills_lose_nothing(tmp_path: Path):
    kill_loop(tmp_path / "data", kills=30, seed=11)
