"""Each time one run, as its owner's message; what is left out is told with its reason."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec import structs

from graphwright.errors import InvalidCommand, LimitExceeded, NotFound
from graphwright.fold import HEADER
from graphwright.llm.base import LanguageModel
from graphwright.llm.testing import ScriptedModel
from graphwright.offline.assistant import OfflineAssistant
from graphwright.ports import ManualClock
from graphwright.protocol.checks import ModelCheck
from graphwright.protocol.events import AccessChanged, RunStarted
from graphwright.protocol.graph import Author
from graphwright.protocol.runs import Run
from graphwright.protocol.wire import encode
from graphwright.schedules.records import STARTS, Schedule
from graphwright.schedules.schedules import SCHEDULES, ScheduleChange, Schedules
from graphwright.schedules.starting import Starter
from graphwright.settings import Settings
from graphwright.storage import Storage
from graphwright.store.memory import MemoryStore
from graphwright.workbench import Workbench
from tests.places import BEN, START, seeded_ids

NIGHTLY = ScheduleChange(name="nightly", cron="0 3 * * *", workflow="ask", text="Which functions have no requirement?")


class Scene:
    """A program with a project, again and again on one store: as after a crash."""

    def __init__(self, *chain: LanguageModel) -> None:
        self.clock = ManualClock(START)
        self.store = MemoryStore(self.clock)
        self.ids = seeded_ids(self.clock)
        self.chain = chain
        self.restart()

    def restart(self, store: Any = None) -> None:
        store = store or self.store
        self.workbench = Workbench(
            Settings.read({"HOME": "/nowhere"}),
            Storage(store),
            clock=self.clock,
            ids=self.ids,
            models=lambda project: (
                self.chain or [OfflineAssistant(lambda: project.graph, graph_at=project.at_revision, clock=self.clock)]
            ),
        )
        self.schedules = Schedules(store, self.clock, self.ids)
        self.starter = Starter(self.workbench, self.schedules)

    async def add(self, wanted: ScheduleChange = NIGHTLY, owner: Author | None = None, **other: Any) -> Schedule:
        project = (await self.workbench.open_or_new_project("shop")).project
        wanted = structs.replace(wanted, **other)
        return await self.schedules.add(project.project_id, wanted, owner or await self.workbench.owner())

    async def look(self, moment: str) -> None:
        """Let a moment come, look what is due, and let what was started end."""
        wanted = datetime.fromisoformat(moment).replace(tzinfo=UTC)
        self.clock.advance((wanted - self.clock.now()).total_seconds())
        await self.starter.start_due()
        open_project = await self.workbench.open_project("shop")
        for run in await self.runs():
            await open_project.engine.settled(run.run_id)

    async def runs(self) -> list[RunStarted]:
        project = (await self.workbench.open_project("shop")).project
        return await project.read_all(RunStarted)

    async def told(self, schedule: Schedule) -> list[tuple[str, str, int]]:
        starts = (await self.schedules.state_of(schedule.schedule_id)).starts
        return [(each.due.strftime("%d %H:%M"), each.status, each.passed) for each in starts]


class Killed(BaseException):
    """The process is gone."""


class DyingStore:
    """A store as a process sees it that is killed at its nth moment: before or after a write."""

    def __init__(self, store: MemoryStore, at: int) -> None:
        self._store = store
        self._left = at
        self.is_dead = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, *arguments: Any, **options: Any) -> Any:
        return await self._written(self._store.append, *arguments, **options)

    async def set_record(self, *arguments: Any, **options: Any) -> Any:
        return await self._written(self._store.set_record, *arguments, **options)

    async def _written(self, write: Any, *arguments: Any, **options: Any) -> Any:
        self._live()
        done = await write(*arguments, **options)
        self._live()
        return done

    def _live(self) -> None:
        self._left -= 1
        if self.is_dead or self._left <= 0:
            self.is_dead = True
            raise Killed


def next_night(now: datetime) -> datetime:
    return datetime(now.year, now.month, now.day, 3, tzinfo=UTC) + timedelta(days=1)


@pytest.fixture
def scene() -> Scene:
    return Scene()


@pytest.mark.requirement("G-114")
async def test_a_schedule_of_an_unknown_zone_says_so_and_holds_up_no_other(caplog):
    scene = Scene()
    lost = await scene.add(name="lost")
    known = await scene.add()
    await scene.store.set_record("schedule", lost.schedule_id, encode(structs.replace(lost, zone="Europe/Nowhere")))
    await scene.look("2026-11-22 03:00:01")

    kept = await scene.schedules.of(known.project_id)
    reads = [await scene.schedules.read(each) for each in kept]
    assert [(each.name, each.next_at is None, each.problem is None) for each in reads] == [
        ("lost", True, False),
        ("nightly", False, True),
    ]
    assert "'Europe/Nowhere' is no time zone that this machine knows" in str(reads[0].problem)
    assert (await scene.told(lost), await scene.told(known)) == ([], [("22 03:00", "started", 0)])
    assert [each for each in caplog.records if each.levelname == "ERROR"] == []
    await scene.look("2026-11-22 03:00:06")
    said = [each.getMessage() for each in caplog.records if each.levelname == "WARNING"]
    assert [lost.schedule_id in each for each in said] == [True]
    mended = await scene.schedules.change(kept[0], ScheduleChange(zone="Europe/Berlin"))
    assert (await scene.schedules.read(mended)).problem is None


@pytest.mark.requirement("G-110")
async def test_a_check_at_times_says_what_is_new_since_the_night_before():
    scene = Scene()
    schedule = await scene.add(workflow="check", text="Check the model")
    await scene.look("2026-11-22 03:00:01")
    await scene.look("2026-11-23 03:00:01")
    project = (await scene.workbench.open_project("shop")).project
    kept = await project.find(ModelCheck, HEADER)
    assert await scene.told(schedule) == [("22 03:00", "started", 0), ("23 03:00", "started", 0)]
    assert [run.workflow for run in await scene.runs()] == ["check", "check"]
    assert kept is not None
    assert (kept.run_id, kept.since) == ((await scene.runs())[-1].run_id, 0)


@pytest.mark.requirement("G-86", "G-89")
async def test_each_time_starts_one_run_in_the_conversation_of_the_schedule_as_its_owner(scene):
    schedule = await scene.add()
    for moment in (
        "2026-11-22T02:59:59",
        "2026-11-22T03:00",
        "2026-11-22T03:00:05",
        "2026-11-22T12:00",
        "2026-11-23T03:01",
    ):
        await scene.look(moment)
    runs = await scene.runs()
    assert await scene.told(schedule) == [("22 03:00", "started", 0), ("23 03:00", "started", 0)]
    assert [(run.workflow, run.question, run.author) for run in runs] == [
        ("ask", "Which functions have no requirement?", await scene.workbench.owner())
    ] * 2
    assert len({run.thread_id for run in runs}) == 1
    read = await scene.schedules.read(schedule)
    assert (read.next_at, read.thread_id, read.last_status, read.last_outcome) == (
        datetime(2026, 11, 24, 3, tzinfo=UTC), runs[0].thread_id, "completed", "answered",
    )  # fmt: skip


@pytest.mark.requirement("G-87")
@pytest.mark.parametrize("late", [timedelta(seconds=5), timedelta(hours=5)], ids=str)
async def test_killed_at_any_write_of_the_store_each_time_has_exactly_one_run(scene, late):
    """The process dies before or after each write in turn, and the next one looks again, seconds or hours later."""
    schedule = await scene.add(missed="skip")
    deaths = 0
    for at in range(1, 9):
        scene.clock.advance((next_night(scene.clock.now()) - scene.clock.now()).total_seconds())
        dying = DyingStore(scene.store, at)
        scene.restart(dying)
        with suppress(Killed):
            await scene.starter.start_due()
        deaths += dying.is_dead
        dying.is_dead = True  # whatever is still under way in there
        scene.restart()
        scene.clock.advance(late.total_seconds())
        await scene.workbench.resume_all()
        await scene.look(scene.clock.now().isoformat(timespec="seconds"))
    # Three writes, before and after each. Only where it died before the first may hours later be too late, as wanted.
    assert deaths == 6
    first = "missed" if late > timedelta(hours=1) else "started"
    told = (await scene.schedules.state_of(schedule.schedule_id)).starts
    assert [each.status for each in told] == [first, *["started"] * 7]
    assert [each.run_id for each in told if each.run_id] == [run.run_id for run in await scene.runs()]


@pytest.mark.requirement("G-87")
@pytest.mark.parametrize(
    ("changes", "tells"),
    [
        (ScheduleChange(is_on=False), True),
        (ScheduleChange(cron="0 4 * * *", text="Which functions are tested?"), False),
    ],
    ids=["switched off", "changed"],
)
async def test_what_had_begun_when_its_schedule_was_changed_is_told_and_nothing_is_begun_for_it(scene, changes, tells):
    """The process dies before or after each write in turn; then somebody changes the schedule, and the next one looks."""
    for at in range(1, 9):
        schedule = await scene.add()
        scene.clock.advance((next_night(scene.clock.now()) - scene.clock.now()).total_seconds())
        before = [run.run_id for run in await scene.runs()]
        dying = DyingStore(scene.store, at)
        scene.restart(dying)
        with suppress(Killed):
            await scene.starter.start_due()
        dying.is_dead = True  # whatever is still under way in there
        scene.restart()
        await scene.workbench.resume_all()
        scene.clock.advance(1)
        changed = await scene.schedules.change(schedule, changes)
        await scene.look(scene.clock.now().isoformat(timespec="seconds"))

        state = await scene.schedules.state_of(schedule.schedule_id)
        begun = [run.run_id for run in await scene.runs() if run.run_id not in before]
        assert state.starting is None
        assert [each.status for each in state.starts] == ["started"] * len(begun)
        assert not tells or [each.run_id for each in state.starts] == begun
        await scene.schedules.remove(changed)


@pytest.mark.requirement("G-88")
async def test_times_at_which_no_server_ran_are_made_up_for_once_or_left_out_and_told(scene):
    once, skip = await scene.add(), await scene.add(name="strict", missed="skip")
    await scene.look("2026-11-22T03:00")
    await scene.look("2026-11-26T09:00")
    assert await scene.told(once) == [("22 03:00", "started", 0), ("26 03:00", "started", 3)]
    assert await scene.told(skip) == [("22 03:00", "started", 0), ("26 03:00", "missed", 3)]
    await scene.look("2026-11-26T09:00:05")
    assert len(await scene.runs()) == 3


@pytest.mark.requirement("G-86", "G-88")
async def test_a_schedule_that_cannot_be_started_stops_no_other(scene, caplog):
    lost, well = await scene.add(), await scene.add(name="well")
    gone = structs.replace(
        lost, zone="Europe/Atlantis"
    )  # the time zones of this machine are not those of the one before
    await scene.store.set_record("schedule", lost.schedule_id, encode(gone))
    await scene.look("2026-11-22T03:00")
    assert (await scene.told(lost), await scene.told(well)) == ([], [("22 03:00", "started", 0)])
    assert "Europe/Atlantis" in caplog.text


@pytest.mark.requirement("G-86", "X-198")
async def test_a_schedule_whose_record_is_damaged_stops_no_other_and_the_log_names_it(scene, caplog):
    lost, well = await scene.add(), await scene.add(name="well")
    await scene.store.set_record("scheduleState", lost.schedule_id, b"none")
    await scene.look("2026-11-22T03:00")
    assert await scene.told(well) == [("22 03:00", "started", 0)]
    assert f"schedule {lost.schedule_id} of {lost.project_id} could not be started" in caplog.text


@pytest.mark.requirement("G-88")
@pytest.mark.parametrize("nights", [1, STARTS + 2])
async def test_it_never_overlaps_itself_however_often_it_was_left_out(scene, monkeypatch, nights):
    schedule = await scene.add()
    await scene.look("2026-11-22T03:00")
    [run] = await scene.runs()
    project = (await scene.workbench.open_project("shop")).project
    real = scene.store.document

    async def waits(project_id: Any, kind: str, document_id: str) -> Any:
        found = await real(project_id, kind, document_id)
        if kind != "run" or document_id != run.run_id:
            return found
        return structs.replace(found, body=found.body.replace(b'"status":"completed"', b'"status":"waiting"'))

    monkeypatch.setattr(scene.store, "document", waits)
    assert (await project.read(Run, run.run_id)).status == "waiting"
    for _ in range(nights):
        await scene.look(next_night(scene.clock.now()).isoformat())
    read = await scene.schedules.read(schedule)
    assert (read.last_status, len(await scene.runs())) == ("waiting", 1)
    monkeypatch.setattr(scene.store, "document", real)
    await scene.look(next_night(scene.clock.now()).isoformat())
    told = ["started", *["running"] * nights, "started"][-STARTS:]
    assert [status for _, status, _ in await scene.told(schedule)] == told


@pytest.mark.requirement("G-89")
async def test_it_speaks_with_the_rights_that_its_owner_has_at_that_moment(scene):
    project = (await scene.workbench.open_or_new_project("shop")).project
    await project.record([AccessChanged(person=BEN, access="commenter")])
    schedule = await scene.add(owner=BEN)
    await scene.look("2026-11-22T03:00")
    assert [run.author for run in await scene.runs()] == [BEN]
    for access in ("viewer", None):
        await project.record([AccessChanged(person=BEN, access=access)])
        await scene.look((scene.clock.now() + timedelta(days=1)).strftime("%Y-%m-%dT03:00"))
    assert [status for _, status, _ in await scene.told(schedule)] == ["started", "access", "access"]
    assert len(await scene.runs()) == 1


@pytest.mark.requirement("G-88")
async def test_it_starts_nothing_above_its_limit_of_a_day():
    scene = Scene(ScriptedModel(*["Nothing is missing."] * 9))
    schedule = await scene.add(cron="0 * * * *", calls_a_day=2)
    for hour in range(13, 17):
        await scene.look(f"2026-11-21T{hour}:00")
    assert [status for _, status, _ in await scene.told(schedule)] == ["started", "started", "limit", "limit"]
    await scene.look("2026-11-22T13:30")
    assert [status for _, status, _ in await scene.told(schedule)][-1] == "started"


@pytest.mark.requirement("G-88")
async def test_turned_off_it_starts_nothing_and_turned_on_it_does_not_make_up_for_it(scene):
    schedule = await scene.add()
    off = await scene.schedules.change(schedule, ScheduleChange(is_on=False))
    await scene.look("2026-11-23T09:00")
    assert (await scene.schedules.read(off)).next_at is None
    await scene.schedules.change(off, ScheduleChange(is_on=True))
    await scene.look("2026-11-23T09:00:05")
    assert await scene.told(schedule) == []
    await scene.look("2026-11-24T03:00")
    assert await scene.told(schedule) == [("24 03:00", "started", 0)]


@pytest.mark.requirement("G-86", "R-40")
async def test_what_may_be_asked_for_is_bounded_and_what_is_kept_too(scene):
    schedule = await scene.add(cron="*/5 * * * *")
    for minute in range(STARTS + 3):
        await scene.look((START + timedelta(minutes=5 * minute + 5)).strftime("%Y-%m-%dT%H:%M"))
    assert len(await scene.told(schedule)) == STARTS
    assert len(await scene.runs()) == STARTS + 3
    for wrong in (
        {"name": " "},
        {"name": "x" * 81},
        {"workflow": "build"},
        {"text": " "},
        {"cron": "x"},
        {"zone": "x"},
    ):
        with pytest.raises((InvalidCommand, LimitExceeded)):
            await scene.add(**wrong)
    for _ in range(SCHEDULES - 1):
        await scene.add()
    with pytest.raises(LimitExceeded, match="at most 20 schedules"):
        await scene.add()


@pytest.mark.requirement("G-86", "R-40")
async def test_two_that_are_added_at_once_do_not_pass_the_limit(scene, monkeypatch):
    project_id = (await scene.add()).project_id
    for _ in range(SCHEDULES - 2):
        await scene.add()
    kept = scene.store.set_record

    async def slow(kind: str, record_id: str, body: bytes | None) -> None:
        await asyncio.sleep(0)
        await kept(kind, record_id, body)

    monkeypatch.setattr(scene.store, "set_record", slow)
    added = await asyncio.gather(*(scene.add() for _ in range(3)), return_exceptions=True)
    assert [type(each).__name__ for each in added] == ["Schedule", "LimitExceeded", "LimitExceeded"]
    assert len(await scene.schedules.of(project_id)) == SCHEDULES


@pytest.mark.requirement("G-86", "X-199")
async def test_two_who_change_one_at_once_are_both_heard_and_nobody_brings_back_what_was_removed(scene, monkeypatch):
    schedule = await scene.add()
    kept = scene.store.set_record

    async def slow(kind: str, record_id: str, body: bytes | None) -> None:
        await asyncio.sleep(0)
        await kept(kind, record_id, body)

    monkeypatch.setattr(scene.store, "set_record", slow)
    changes = ScheduleChange(is_on=False), ScheduleChange(text="Which tests verify nothing?")
    await asyncio.gather(*(scene.schedules.change(schedule, each) for each in changes))
    [now] = await scene.schedules.everywhere()
    assert (now.is_on, now.text) == (False, "Which tests verify nothing?")
    removed = asyncio.create_task(scene.schedules.remove(now))
    await asyncio.sleep(0)
    with pytest.raises(NotFound):
        await scene.schedules.change(now, ScheduleChange(is_on=True))
    await removed
    assert await scene.schedules.everywhere() == []


@pytest.mark.requirement("G-86")
async def test_with_its_project_a_schedule_is_forgotten(scene):
    await scene.add()
    await scene.workbench.delete(await scene.workbench.open_project("shop"))
    await scene.starter.start_due()
    assert [await scene.store.records(kind) for kind in ("schedule", "scheduleState")] == [[], []]
