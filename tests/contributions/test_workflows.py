"""Workflows of plugins: what they ask for are steps, what they change is proposed, and what they break is a failed step."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw, ValidationError, to_builtins

from graphwright.contributions.brought import Contributions
from graphwright.contributions.conversation import operations_of
from graphwright.contributions.limits import PluginLimits
from graphwright.contributions.loading import load_plugins
from graphwright.llm.testing import Answer, ScriptedModel, Stall
from graphwright.operations.commit import Submission
from graphwright.operations.parse import read_answer
from graphwright.ports import ManualClock, ProcessPlaces
from graphwright.protocol.events import Event, StepProgressed
from graphwright.protocol.operations import ChangeSet, NodeCreate
from graphwright.protocol.runs import Step
from graphwright.protocol.wire import decode, encode
from graphwright.runs.run_ending import RunState
from graphwright.settings import Settings
from graphwright.storage import Storage
from graphwright.store.memory import MemoryStore
from graphwright.threads import posted
from graphwright.turns.changes import ChangingResult
from graphwright.turns.workflow import WorkflowRequest
from graphwright.workbench import OpenProject, Workbench
from tests.contributions.installing import SECONDS, loaded
from tests.places import ANA, START, seeded_ids
from tests.stories.killed_runs import KilledRun, without_count
from tests.waiting import until

PATIENCE_S = 20.0
BEGIN = "from graphwright.plugin import ChangeSetBuilder, ModelWorkflow\n"
END = "\nWORK = ModelWorkflow(title='Work', run=work)\n"
TWO = "The system shall answer and shall log."
MODEL = f"+ Speed|REQ|Speed.RQ.001|{TWO}"


class Scene:
    """A program with plugins and one project; with the same store as another it is the next process."""

    def __init__(self, contributions: Contributions, *answers: Answer, store: MemoryStore | None = None) -> None:
        self.clock = ManualClock(START)
        self.store = store or MemoryStore(self.clock)
        self.model = ScriptedModel(*answers)
        self.workbench = Workbench(
            Settings.read({"HOME": "/nowhere"}), Storage(self.store), clock=self.clock, ids=seeded_ids(self.clock),
            models=lambda _project: [self.model] if answers else [], contributions=contributions,
        )  # fmt: skip

    async def project(self, model: str = MODEL) -> OpenProject:
        open_project = await self.workbench.open_or_new_project("shop")
        if not open_project.project.graph.nodes:
            operations = read_answer(model, open_project.project.ontology).operations
            change_set = ChangeSet(base_revision=0, operations=operations)
            await open_project.committer.submit(Submission(change_set=change_set, author=ANA, origin="person"))
        return open_project

    async def begin(self, workflow: str, text: str = "Go") -> str:
        project = (await self.project()).project
        question, events = posted(text, author=ANA, thread_id=None, ids=project.ids, clock=self.clock)
        request = WorkflowRequest(text=text, message_id=question.message_id, thread_id=question.thread_id)
        engine = (await self.project()).engine
        return await engine.start(
            workflow, request, author=ANA, question=text, thread_id=question.thread_id, before=events
        )

    async def ended(self, workflow: str) -> RunState:
        return await (await self.project()).engine.settled(await self.begin(workflow))

    async def answered(self, workflow: str) -> ChangingResult:
        state = await self.ended(workflow)
        assert state.result is not None, state.error
        return decode(bytes(state.result), ChangingResult)

    async def steps(self) -> list[str]:
        project = (await self.project()).project
        return [f"{step.kind} {step.label} {step.status}" for step in await project.read_all(Step)]


async def failing(make_plugin: Any, body: str) -> str:
    """Why a workflow failed; the program goes on, and another run of it is answered alike."""
    make_plugin("bad-work", BEGIN + f"def work(run):\n    'Works.'\n    {body}" + END, workflows={"work": "WORK"})
    scene = Scene(await loaded("bad-work"), "An answer.")
    first, second = await scene.ended("bad-work:work"), await scene.ended("bad-work:work")
    assert first.error is not None
    assert second.error is not None
    assert (first.status, first.error.message) == ("failed", second.error.message)
    assert "plugin_work bad-work 0.1 failed" in await scene.steps()
    return first.error.message


@pytest.mark.requirement("G-112")
async def test_a_workflow_asks_the_language_model_and_proposes_what_it_says(example):
    scene = Scene(await loaded(example), "The system shall answer.\nThe system shall log.")
    result = await scene.answered("review-pack:split")
    project = await scene.project()
    assert result.proposal_id is not None
    proposal = await project.proposals.get(result.proposal_id)

    assert (result.outcome, result.answer) == ("proposed", "Speed becomes 2 requirements.")
    assert project.project.graph.revision == 1  # nothing was applied, though the policy is `auto`
    assert project.project.header.policy == "auto"
    assert (proposal.reason, proposal.origin) == ("One requirement demands one thing.", "run")
    assert [to_builtins(each)["op"] for each in proposal.operations] == ["node.update", "node.create"]
    [request] = scene.model.requests
    assert (request.messages[0].text, request.system[0].label) == (TWO, "instructions")
    assert await scene.steps() == [
        "query_root review-pack:split completed",
        "context context completed",
        "plugin_work review-pack 1.2.0 completed",
        "model_call Speed completed",
        "llm_call scripted completed",
        "plan plan completed",
        "plan proposal completed",
    ]


@pytest.mark.requirement("G-112")
async def test_without_a_language_model_a_workflow_is_told_so_and_may_go_on(example):
    result = await Scene(await loaded(example)).answered("review-pack:split")
    assert result.answer == "Speed becomes 2 requirements."
    assert [to_builtins(each).get("descr") for each in result.operations] == [None, "The system shall log."]


@pytest.mark.requirement("G-112")
async def test_a_change_set_with_problems_is_told_to_the_workflow_and_never_proposed(make_plugin):
    body = (
        "change = ChangeSetBuilder()\n    change.add('NONSENSE', 'X')\n"
        "    return ' / '.join(run.propose(change, 'Because.'))"
    )
    make_plugin("bad-change", BEGIN + f"def work(run):\n    'Works.'\n    {body}" + END, workflows={"work": "WORK"})
    result = await Scene(await loaded("bad-change")).answered("bad-change:work")
    assert "NONSENSE" in result.answer
    assert (result.outcome, result.proposal_id, result.operations) == ("answered", None, [])


@pytest.mark.requirement("G-112")
async def test_problems_of_a_change_set_are_told_in_the_language_of_who_asks(make_plugin):
    body = "change = ChangeSetBuilder()\n    change.add('NONSENSE', 'X')\n    return run.propose(change, 'r')[0]"
    make_plugin("bad-change", BEGIN + f"def work(run):\n    'Works.'\n    {body}" + END, workflows={"work": "WORK"})
    scene = Scene(await loaded("bad-change"))
    run_id = await scene.begin("bad-change:work", "Bitte prüfe die Anforderungen und schlage Änderungen vor")
    state = await (await scene.project()).engine.settled(run_id)
    assert state.result is not None, state.error
    assert "ist kein" in decode(bytes(state.result), ChangingResult).answer


@pytest.mark.slow
@pytest.mark.requirement("G-113")
@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("return 1 / 0", "ZeroDivisionError: division by zero (bad_work.py:4)"),
        ("import os; os._exit(3)", "its process ended without an answer"),
        ("return None", "TypeError: NoneType where str is expected"),
        ("return ''", "ValueError: it answers with 0 characters"),
        ("run.ask('x' * 17_000_000)", "it says more than 16 MiB at once"),
        ("import time; time.sleep(60)", "it takes longer than 5 s"),
        ("[run.propose(ChangeSetBuilder(), 'Again.') for _ in range(200)]", "it asks for more than 100 things"),
    ],
)
async def test_a_workflow_that_fails_is_a_failed_step_with_its_reason(make_plugin, body: str, why: str):
    told = await failing(make_plugin, body)
    assert told.startswith("workflow 'work' of plugin bad-work 0.1 failed: ")
    assert why in told


@pytest.mark.requirement("G-113")
async def test_a_run_that_is_stopped_takes_the_process_with_it(make_plugin, tmp_path):
    mark = tmp_path / "pid"
    body = f"import os, time; run.ask(str(os.getpid()))\n    time.sleep(60)  # {mark}"
    make_plugin("slow-work", BEGIN + f"def work(run):\n    'Works.'\n    {body}" + END, workflows={"work": "WORK"})
    # It would be given much longer than is waited for here.
    scene = Scene(await load_plugins(["slow-work"], PluginLimits(60)), "Go on.")
    run_id = await scene.begin("slow-work:work")
    engine = (await scene.project()).engine
    await until(lambda: bool(scene.model.requests))
    pid = int(scene.model.requests[0].messages[0].text)
    assert Path(f"/proc/{pid}").exists()
    await engine.cancel(run_id)
    state = await asyncio.wait_for(engine.settled(run_id), PATIENCE_S)
    assert state.status == "cancelled"
    await until(lambda: not Path(f"/proc/{pid}").exists())


@pytest.mark.requirement("G-113", "R-40")
async def test_everybody_else_goes_on_while_a_large_change_set_of_a_workflow_is_read():
    hold = threading.Event()
    operations = [NodeCreate(id=f"op-{name}", node_type="FUNC", name=name, descr="Does.") for name in ("Pay", "Ship")]

    def written() -> Iterator[Raw]:
        for each in operations:
            assert hold.wait(PATIENCE_S), "the loop did not go on"
            yield Raw(encode(each))

    reading = asyncio.ensure_future(operations_of(written()))
    await asyncio.sleep(0)
    hold.set()
    assert await reading == operations


@pytest.mark.requirement("G-113")
async def test_what_is_no_operation_is_told_with_its_place():
    with pytest.raises(ValidationError, match=r"operations\[1\]: Invalid value 'node.explode'"):
        await operations_of(
            [Raw(encode(NodeCreate(id="op", node_type="FUNC", name="Pay"))), Raw(b'{"op":"node.explode"}')]
        )


@pytest.mark.requirement("G-113", "R-40")
async def test_no_more_workflows_work_at_once_than_there_are_places_and_the_next_shows_that_it_waits(make_plugin):
    body = "return run.ask('Here.')"
    make_plugin("slow-work", BEGIN + f"def work(run):\n    'Works.'\n    {body}" + END, workflows={"work": "WORK"})
    limits = PluginLimits(SECONDS, workflow_places=ProcessPlaces(1))
    gate = Stall()
    scene = Scene(await load_plugins(["slow-work"], limits), [gate, "Done."], "Done.")
    notes: list[str | None] = []

    def hear(event: Event) -> None:
        if isinstance(event, StepProgressed):
            notes.append(event.note)

    project = (await scene.project()).project
    project.bus.subscribe(project.project_id, hear)
    run_ids = [await scene.begin("slow-work:work") for _ in range(2)]
    await asyncio.wait_for(gate.reached.wait(), 60)
    await until(lambda: notes)
    assert notes == ["Waits until another workflow of a plugin has ended."]
    gate.open()
    engine = (await scene.project()).engine
    states = [await asyncio.wait_for(engine.settled(run_id), 60) for run_id in run_ids]
    assert [state.status for state in states] == ["completed"] * 2


@pytest.mark.slow
@pytest.mark.requirement("G-112")
@pytest.mark.timeout(300)
def test_a_workflow_that_is_killed_on_its_way_goes_on_where_it_was(example, tmp_path, monkeypatch):
    monkeypatch.setenv("GRAPHWRIGHT_PLUGINS", example)
    splitting = KilledRun("review-pack:split", "Split", MODEL)
    whole = splitting.whole(tmp_path / "whole")
    assert (whole["ends"], whole["problems"]) == (["completed"], [])
    assert whole["told"] == ["message.completed", "message.completed", "proposal.opened"]
    for at in (whole["events"] // 2, whole["events"] - 4):
        assert without_count(splitting.killed(tmp_path / str(at), at)) == without_count(whole)


@pytest.mark.requirement("G-113")
async def test_a_run_whose_plugin_is_gone_says_so(example):
    with_it = Scene(await loaded(example), "x")
    open_project = await with_it.project()
    run_id = await with_it.begin("review-pack:split")
    await open_project.engine.close()
    without = Scene(Contributions(), "x", store=with_it.store)
    await without.workbench.resume_all()
    state = await (await without.project()).engine.settled(run_id)
    assert state.error is not None
    assert "workflow 'review-pack:split', which is not here any more" in state.error.message


@pytest.mark.requirement("G-101")
async def test_what_is_no_workflow_is_named_with_the_reason(make_plugin):
    make_plugin("no-work", "WORK = 7\n", workflows={"work": "WORK"})
    make_plugin("odd-name", BEGIN + "def work(run):\n    'Works.'" + END, workflows={"Work!": "WORK"})
    make_plugin("untold", BEGIN + "def work(run):\n    pass" + END, workflows={"work": "WORK"})
    states = (await loaded("no-work", "odd-name", "untold")).plugins
    assert [each.why_not for state in states for each in state.brings] == [
        "TypeError: int where ModelWorkflow is expected",
        "'Work!' is no name of a workflow: use small letters, digits, '-' and '_', at most 32",
        "ValueError: the function that runs has no docstring; its first line says what the workflow does",
    ]
