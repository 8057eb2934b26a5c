"""What a newcomer reads: bounded by what is new, but for what still waits for a person."""

from __future__ import annotations

import pytest

from graphwright.protocol.runs import Form, FormField
from graphwright.rooms import state
from graphwright.rooms.state import state_of
from graphwright.runs.scope import RunScope
from graphwright.runs.waits import FormResult
from tests.places import open_project
from tests.runs.place import Answer, Ask, begin, engine_of

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
