"""Runs beside one that is damaged, and what is said of one that failed before."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from graphwright.errors import StoreBusy, StoreDamaged
from graphwright.protocol.ids import RunId
from graphwright.runs.scope import RunScope, StepScope
from graphwright.runs.waits import FormResult
from graphwright.store.base import Store
from tests.runs.place import START, Answer, Ask, Place, begin, engine_of, new_place, reopened
from tests.runs.test_waits import FORM, PROPOSAL, answer_of


async def waiting_or_working(run: RunScope, request: Ask) -> FormResult:
    """0: a form; 1: an approval of what is not there; more: neither."""
    if request.number == 0:
        return await run.form(FORM)
    if request.number == 1:
        await run.approval(PROPOSAL)
    return FormResult(form=FORM, outcome="skipped", values={})


class Damaged:
    """A store in which the steps of one run cannot be read, or nothing can be written for now."""

    def __init__(self, inner: Store) -> None:
        self.inner = inner
        self.run_id: RunId | None = None
        self.is_away = False

    async def documents(self, project_id, kind, **options):
        if kind == "step" and self.run_id is not None and options.get("group") == self.run_id:
            raise StoreDamaged("the steps of this run cannot be read")
        return await self.inner.documents(project_id, kind, **options)

    async def append(self, project_id, entries, **options):
        if self.is_away:
            raise StoreBusy("not now")
        return await self.inner.append(project_id, entries, **options)

    def __getattr__(self, name: str) -> object:
        return getattr(self.inner, name)


async def damaged_place() -> tuple[Place, Damaged]:
    place = await new_place(Damaged)  # type: ignore[arg-type]
    assert isinstance(place.store, Damaged)
    return place, place.store


@pytest.mark.requirement("X-201")
async def test_a_wait_that_cannot_be_ended_keeps_no_other_from_its_end():
    place, store = await damaged_place()
    engine = engine_of(place, waiting_or_working)
    first, second = [await begin(engine, 0) for _ in range(2)]
    for run_id in (first, second):
        await engine.settled(run_id)
    store.run_id = first
    await engine.sweep(START + timedelta(days=30))
    assert answer_of(await engine.settled(second)).outcome == "expired"
    store.run_id = None
    await engine.sweep(START + timedelta(days=30))
    assert answer_of(await engine.settled(first)).outcome == "expired"


@pytest.mark.requirement("X-201")
async def test_a_sweep_says_that_the_store_is_away():
    place, store = await damaged_place()
    engine = engine_of(place, waiting_or_working)
    await engine.settled(await begin(engine, 0))
    store.is_away = True
    with pytest.raises(StoreBusy):
        await engine.sweep(START + timedelta(days=30))


@pytest.mark.requirement("X-201")
async def test_a_run_that_waits_for_a_proposal_that_is_gone_keeps_no_other_from_going_on():
    place = await new_place()
    engine = engine_of(place, waiting_or_working)
    waits = await begin(engine, 1)
    await engine.settled(waits)
    works = await begin(engine, 2)
    await engine.close()

    again = engine_of(reopened(place), waiting_or_working, owner="there")
    await again.resume_all()
    assert (await again.settled(works)).status == "completed"
    assert (await again.settled(waits)).status == "waiting"


@pytest.mark.requirement("X-202")
async def test_a_run_that_could_not_be_driven_a_moment_ago_is_cancelled_without_a_word_of_that():
    place, store = await damaged_place()
    begun, may = asyncio.Event(), asyncio.Event()

    async def working(run: RunScope, request: Ask) -> Answer:
        async def one(step: StepScope) -> int:
            begun.set()
            await may.wait()
            return 1

        return Answer(values=[await run.step("transform", one)])

    engine = engine_of(place, working)
    run_id = await begin(engine)
    await begun.wait()
    store.is_away = True
    may.set()
    while engine.under_way:
        await asyncio.sleep(0)
    store.is_away = False
    assert (await engine.cancel(run_id)).status == "cancelled"
    assert (await engine.settled(run_id)).status == "cancelled"
