"""What a newcomer reads: of one moment, and bounded by what is new, but for what still waits for a person."""

from __future__ import annotations

import threading

import pytest

from graphwright.project_copy import ProjectCopy
from graphwright.projects import decoded
from graphwright.protocol.events import DurableEvent, FindingsChanged, RunFinished
from graphwright.protocol.runs import Form, FormField
from graphwright.rooms import state
from graphwright.rooms.state import state_of, state_without_findings
from graphwright.runs.scope import RunScope
from graphwright.runs.waits import FormResult
from tests.places import BusyStore, Table, open_project
from tests.runs.place import Answer, Ask, begin, engine_of
from tests.sync.test_state_and_events import FINDING

FORM = Form(fields=[FormField(key="note", label="Note", type="text", required=False)], who_may_answer="ask")


@pytest.mark.requirement("R-46", "R-66")
async def test_a_run_that_waits_is_told_to_a_newcomer_however_many_ended_since(monkeypatch):
    async def asking(run: RunScope, request: Ask) -> FormResult:
        return await run.form(FORM)

    async def at_once(run: RunScope, request: Ask) -> Answer:
        return Answer()

    project = await open_project()
    patient, quick = engine_of(project, asking), engine_of(project, at_once)
    waiting = await begin(patient)
    await patient.settled(waiting)
    for number in range(3):
        await quick.settled(await begin(quick, number))
    monkeypatch.setattr(state, "RECENT", 2)

    told = await state_of(project)
    assert ([run.run_id for run in told.runs], [wait.run_id for wait in told.waits]) == ([waiting], [waiting])


@pytest.mark.requirement("Z-115", "I-06")
@pytest.mark.parametrize("whole", [True, False])
async def test_a_state_is_of_one_moment_whatever_becomes_durable_while_it_is_read(whole: bool):
    store = BusyStore("document")
    table = Table(await open_project(store))
    project = table.project
    read = state_of if whole else state_without_findings

    async def meanwhile() -> None:
        await table.apply("+ Mirror|FUNC|MI.FN.001|Reflects")
        await project.record([FindingsChanged(revision=1, introduced=[FINDING], resolved=[])])

    store.meanwhile = meanwhile
    told = await read(project)

    assert (told.sequence, told.revision, len(told.graph.nodes)) == (project.header.sequence, 1, 1)
    assert told.findings == ([FINDING] if whole else [])
    assert told == await read(project)


@pytest.mark.requirement("Z-115", "R-122", "R-129")
@pytest.mark.parametrize(("most", "is_beside"), [(1, False), (0, True)])
async def test_a_state_with_more_elements_than_the_loop_may_fold_is_folded_beside_it(most, is_beside, monkeypatch):
    """One element, and what may be folded at once."""
    store = BusyStore("document")
    table = Table(await open_project(store))
    await table.apply("+ Mirror|FUNC|MI.FN.001|Reflects")
    threads: set[threading.Thread] = set()

    class WatchedCopy(ProjectCopy):
        def fold(self, event: DurableEvent, sequence: int) -> None:
            threads.add(threading.current_thread())
            super().fold(event, sequence)

    async def meanwhile() -> None:
        await table.project.record([FindingsChanged(revision=1, introduced=[FINDING], resolved=[])])

    monkeypatch.setattr(state, "ProjectCopy", WatchedCopy)
    monkeypatch.setattr(state, "_ON_THE_LOOP", most)
    store.meanwhile = meanwhile
    told = await state_without_findings(table.project)

    assert (told.sequence, len(told.graph.nodes)) == (table.project.header.sequence, 1)
    assert threads
    assert (threading.main_thread() not in threads) == is_beside


@pytest.mark.requirement("Z-115", "R-46")
async def test_an_event_about_a_run_that_a_state_leaves_out_changes_nothing():
    async def at_once(run: RunScope, request: Ask) -> Answer:
        return Answer()

    project = await open_project()
    engine = engine_of(project, at_once)
    await engine.settled(await begin(engine))
    copy = ProjectCopy()
    copy.load(told := await state_of(project))
    (*_, finished) = [await decoded(entry) async for entry in project.store.read(project.project_id)]
    assert isinstance(finished, RunFinished)

    copy.fold(finished, told.sequence)

    assert (told.runs, copy.state()) == ([], told)
