"""The journal is the outbox: in order, at least once, ever more rarely where nobody takes it, and then given up."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Mapping
from datetime import timedelta
from typing import Any

import pytest
from msgspec import structs

from graphwright.errors import InvalidCommand, LimitExceeded, NotFound
from graphwright.projects import Project
from graphwright.protocol.events import LayoutChanged, MessageDelta, ThreadChanged
from graphwright.protocol.wire import encode
from graphwright.redelivery import MIN_ATTEMPTS
from graphwright.store.entries import entry_of
from graphwright.webhooks.delivering import WINDOW, Deliverer
from graphwright.webhooks.payload import EVENT_BYTES
from graphwright.webhooks.posting import PostResult
from graphwright.webhooks.records import DELIVERIES, Webhook
from graphwright.webhooks.telling import telling
from graphwright.webhooks.webhooks import WEBHOOKS, Webhooks
from tests.places import ANA, START, open_project
from tests.waiting import pace, until

URL = "https://receiver.example/hooks"
BUSY = PostResult(503, "status")


class Mailbox:
    """What stands at the other end: takes everything, unless it was told to answer something else."""

    def __init__(self) -> None:
        self.taken: list[dict[str, Any]] = []
        self.ids: list[str] = []
        self.answers: list[PostResult | BaseException] = []

    async def __call__(self, _url: str, headers: Mapping[str, str], body: bytes) -> PostResult:
        self.ids.append(headers["webhook-id"])
        answer = self.answers.pop(0) if self.answers else PostResult(204)
        if isinstance(answer, BaseException):
            raise answer
        if answer.problem is None:
            self.taken.append(json.loads(body))
        return answer

    @property
    def sequences(self) -> list[int]:
        return [each["data"]["sequence"] for each in self.taken]


class Scene:
    """A project, its webhooks, and somebody who delivers; all of it again after a crash."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.mailbox = Mailbox()
        self.restart()

    def restart(self) -> None:
        """As a process that was killed: nothing is left but the store."""
        self.webhooks = Webhooks(self.project.store, self.project.clock, self.project.ids, ())
        self.deliverer = Deliverer(self.webhooks, self.mailbox, chance=lambda: 0.0)

    async def add(self, **options: Any) -> Webhook:
        return (await self.webhooks.add(self.project.project_id, URL, by=ANA, **options)).webhook

    async def now(self, webhook: Webhook) -> Webhook:
        return await self.webhooks.get(self.project.project_id, webhook.webhook_id)

    async def deliver(self, webhook: Webhook) -> float | None:
        """All that can be delivered now; how long until there is more."""
        while (pause := await self.deliverer.deliver_next(webhook.webhook_id)) == 0:
            pass
        return pause

    async def happen(self, count: int = 1) -> None:
        for number in range(count):
            await self.project.record([LayoutChanged(view=f"view {number}", positions={})])

    async def meanwhile(self, webhook: Webhook, other: Awaitable[Any]) -> None:
        """What is delivered is being noted, and at that moment somebody does something else."""
        real, noting, go_on = self.project.store.set_record, asyncio.Event(), asyncio.Event()

        async def slow(kind: str, record_id: str, body: bytes | None) -> None:
            self.project.store.set_record = real  # type: ignore[method-assign]
            noting.set()
            await go_on.wait()
            await real(kind, record_id, body)

        self.project.store.set_record = slow  # type: ignore[method-assign]
        delivering = asyncio.create_task(self.deliver(webhook))
        await noting.wait()
        asyncio.get_running_loop().call_later(0.01, go_on.set)
        await asyncio.gather(delivering, asyncio.ensure_future(other))

    def wait(self, seconds: float) -> None:
        self.project.clock.advance(seconds)  # type: ignore[attr-defined]


@pytest.fixture
async def scene() -> Scene:
    return Scene(await open_project())


@pytest.mark.requirement("G-80", "G-81")
async def test_a_webhook_is_told_what_happens_from_now_on_and_nothing_twice(scene):
    await scene.happen()
    webhook = await scene.add()
    assert await scene.deliver(webhook) is None
    await scene.happen(2)
    assert await scene.deliver(webhook) is None

    header = scene.project.header
    assert scene.mailbox.taken == [
        {
            "type": "layout.changed",
            "timestamp": "2026-11-21T12:00:00Z",
            "data": {
                "project": "shop",
                "projectId": header.project_id,
                "sequence": sequence,
                "revision": 0,
                "event": {"type": "layout.changed", "view": f"view {sequence - 3}", "positions": {}},
            },
        }
        for sequence in (3, 4)
    ]
    assert scene.mailbox.ids == [f"{header.epoch}_3", f"{header.epoch}_4"]
    told = await scene.now(webhook)
    assert (told.after, [(each.sequence, each.status, each.http_status) for each in told.deliveries]) == (
        4, [(3, "delivered", 204), (4, "delivered", 204)],
    )  # fmt: skip


@pytest.mark.requirement("G-81")
async def test_what_is_already_there_can_be_told_too_and_only_what_is_wanted(scene):
    await scene.happen(3)
    everything = await scene.add(after=0)
    threads = await scene.add(after=0, events=["thread.changed", "thread.changed"])
    await scene.project.record([ThreadChanged(thread_id="t", title="A talk", started_at=START)])
    await scene.happen(2 * WINDOW)
    await scene.deliver(everything)
    assert scene.mailbox.sequences == list(range(1, 6 + 2 * WINDOW))

    scene.mailbox.taken.clear()
    assert await scene.deliver(threads) is None
    assert scene.mailbox.sequences == [5]
    assert (await scene.now(threads)).after == 5 + 2 * WINDOW  # what it passed over is not looked through again
    assert (await scene.now(threads)).events == ["thread.changed"]


@pytest.mark.requirement("G-82")
async def test_an_event_that_nobody_takes_holds_up_the_next_and_is_tried_ever_more_rarely(scene):
    webhook = await scene.add()
    await scene.happen(2)
    pauses = []
    scene.mailbox.answers = [BUSY] * 9
    for _ in range(9):
        pauses.append(await scene.deliver(webhook))
        assert await scene.deliver(webhook) == pytest.approx(pauses[-1])  # asked again at once it only waits
        scene.wait(pauses[-1])
    assert pauses == [5, 20, 80, 320, 1_280, 5_120, 20_480, 21_600, 21_600]
    waiting = await scene.now(webhook)
    assert [(each.sequence, each.status, each.attempts) for each in waiting.deliveries] == [(2, "retrying", 9)]
    assert waiting.failing_since == START

    assert await scene.deliver(webhook) is None
    assert scene.mailbox.sequences == [2, 3]
    assert len(set(scene.mailbox.ids[:10])) == 1  # one id for one event, however often it is sent
    well = await scene.now(webhook)
    assert (well.attempts, well.failing_since, well.next_at) == (0, None, None)
    assert [(each.sequence, each.status, each.attempts) for each in well.deliveries] == [
        (2, "delivered", 10), (3, "delivered", 1),
    ]  # fmt: skip


@pytest.mark.requirement("G-82")
@pytest.mark.parametrize(
    ("asked", "seconds"),
    [("60", 60.0), ("3", 5.0), ("99999999", 21_600.0), ("soon", 5.0), ("-9", 5.0), ("9" * 50, 21_600.0)],
)
async def test_a_receiver_may_ask_for_a_longer_pause_within_bounds(scene, asked, seconds):
    webhook = await scene.add()
    await scene.happen()
    scene.mailbox.answers = [PostResult(429, "status", asked)]
    assert await scene.deliver(webhook) == seconds


@pytest.mark.requirement("G-82")
async def test_after_three_days_of_failing_it_is_turned_off_and_goes_on_where_it_stopped(scene):
    webhook = await scene.add()
    await scene.happen(2)
    scene.mailbox.answers = [BUSY] * 1_000
    while (pause := await scene.deliver(webhook)) is not None:
        scene.wait(pause)
    off = await scene.now(webhook)
    assert (off.off, off.after, off.deliveries[-1].status) == ("failing", 1, "failed")
    assert timedelta(days=3) <= off.off_at - START < timedelta(days=3, hours=6)
    sent = len(scene.mailbox.ids)
    await scene.happen()
    assert await scene.deliver(webhook) is None
    assert len(scene.mailbox.ids) == sent

    scene.mailbox.answers = []
    await scene.webhooks.change(off, is_on=True)
    await scene.deliver(webhook)
    assert scene.mailbox.sequences == [2, 3, 4]


@pytest.mark.requirement("G-82")
async def test_a_receiver_that_is_gone_is_turned_off_at_once_and_may_leave_out_what_it_missed(scene):
    webhook = await scene.add()
    await scene.happen()
    scene.mailbox.answers = [PostResult(410, "status")]
    assert await scene.deliver(webhook) is None
    gone = await scene.now(webhook)
    assert (gone.off, gone.off_at) == ("gone", START)
    await scene.happen(3)
    await scene.webhooks.change(gone, is_on=True, from_now=True)
    await scene.happen()
    await scene.deliver(webhook)
    assert scene.mailbox.sequences == [6]


@pytest.mark.requirement("G-81")
async def test_killed_between_any_two_moments_it_tells_everything_in_order_and_loses_nothing(scene):
    """The process dies at each write of the store in turn, and before and after the receiver has taken an event."""
    webhook = await scene.add()
    await scene.happen(5)
    real, deaths = scene.project.store.set_record, 0
    for at in range(1, 6):
        left = at

        async def dying(kind: str, record_id: str, body: bytes | None, *, only: int = at) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                raise KeyboardInterrupt("killed")
            await real(kind, record_id, body)

        scene.project.store.set_record = dying  # type: ignore[method-assign]
        scene.mailbox.answers = [PostResult(204)] * (at - 1) + ([KeyboardInterrupt()] if at % 2 else [])
        with pytest.raises(KeyboardInterrupt):
            await scene.deliver(webhook)
        deaths += 1
        scene.project.store.set_record = real  # type: ignore[method-assign]
        scene.mailbox.answers = []
        scene.restart()
        await scene.happen(at)
    await scene.deliver(webhook)

    first_time = list(dict.fromkeys(scene.mailbox.sequences))
    assert (deaths, first_time) == (5, list(range(2, 2 + 5 + 15)))
    again = [
        late for early, late in zip(scene.mailbox.sequences, scene.mailbox.sequences[1:], strict=False) if late <= early
    ]
    assert len(again) <= deaths  # each death repeats at most the one event that was on its way


@pytest.mark.requirement("G-82")
async def test_a_person_sends_an_event_again_or_a_test_and_the_order_goes_on_as_it_was(scene):
    webhook = await scene.add()
    await scene.happen(2)
    await scene.deliver(webhook)
    scene.mailbox.answers = [PostResult(204), PostResult(problem="time")]
    again = await scene.deliverer.redeliver(await scene.now(webhook), 2)
    assert (again.kind, again.status, scene.mailbox.sequences) == ("redelivery", "delivered", [2, 3, 2])
    assert scene.mailbox.ids[0] == scene.mailbox.ids[2]
    test = await scene.deliverer.test(await scene.now(webhook))
    assert (test.kind, test.type, test.status, test.problem) == ("test", "webhook.test", "failed", "time")
    kept = await scene.now(webhook)
    assert (kept.after, [each.kind for each in kept.deliveries]) == (3, ["event", "event", "redelivery", "test"])
    with pytest.raises(NotFound, match="no event 99"):
        await scene.deliverer.redeliver(kept, 99)


@pytest.mark.requirement("G-80", "R-40")
async def test_an_event_that_is_too_large_is_announced(scene):
    webhook = await scene.add()
    event = ThreadChanged(thread_id="t", title="x" * EVENT_BYTES, started_at=START)
    assert len(entry_of(event, scene.project.clock).body) > EVENT_BYTES
    await scene.project.record([event])
    await scene.deliver(webhook)
    [told] = scene.mailbox.taken
    assert (told["type"], told["data"]["sequence"], told["data"]["isTooLarge"], "event" in told["data"]) == (
        "thread.changed", 2, True, False,
    )  # fmt: skip


@pytest.mark.requirement("G-84", "R-40")
async def test_what_is_kept_and_what_may_be_asked_for_is_bounded(scene):
    webhook = await scene.add()
    await scene.happen(DELIVERIES + 5)
    await scene.deliver(webhook)
    assert [each.sequence for each in (await scene.now(webhook)).deliveries] == list(range(7, 7 + DELIVERIES))
    for _ in range(WEBHOOKS - 1):
        await scene.add()
    with pytest.raises(LimitExceeded, match="at most 20 webhooks"):
        await scene.add()
    for wrong in ({"events": ["commit.undone"]}, {"after": 9_999}, {"description": "x" * 201}):
        await scene.webhooks.remove((await scene.webhooks.of(scene.project.project_id))[-1])
        with pytest.raises(InvalidCommand):
            await scene.add(**wrong)


@pytest.mark.requirement("G-84")
async def test_two_that_are_added_at_once_do_not_pass_the_limit(scene, monkeypatch):
    for _ in range(WEBHOOKS - 1):
        await scene.add()
    kept = scene.project.store.set_record

    async def slow(kind: str, record_id: str, body: bytes | None) -> None:
        await asyncio.sleep(0)
        await kept(kind, record_id, body)

    monkeypatch.setattr(scene.project.store, "set_record", slow)
    added = await asyncio.gather(*(scene.add() for _ in range(3)), return_exceptions=True)
    assert [type(each).__name__ for each in added] == ["Webhook", "LimitExceeded", "LimitExceeded"]
    assert len(await scene.webhooks.of(scene.project.project_id)) == WEBHOOKS


@pytest.mark.requirement("G-84")
async def test_a_secret_is_kept_apart_counts_a_day_longer_and_goes_with_its_webhook(scene):
    issued = await scene.webhooks.add(scene.project.project_id, URL, by=ANA)
    webhook_id = issued.webhook.webhook_id
    renewed = await scene.webhooks.renew_secret(issued.webhook)
    assert await scene.webhooks.secrets_of(webhook_id) == [renewed.secret, issued.secret]
    scene.restart()
    listed = b"".join(encode(each) for each in await scene.webhooks.everywhere())
    assert b"whsec" not in listed
    scene.wait(24 * 3_600)
    assert await scene.webhooks.secrets_of(webhook_id) == [renewed.secret]
    await scene.webhooks.forget_all(scene.project.project_id)
    store = scene.project.store
    assert [await store.records(kind) for kind in ("webhook", "webhookSecrets")] == [[], []]


@pytest.mark.requirement("G-82")
async def test_another_address_is_tried_at_once(scene):
    webhook = await scene.add()
    await scene.happen()
    scene.mailbox.answers = [BUSY]
    assert await scene.deliver(webhook) == 5
    await scene.webhooks.change(await scene.now(webhook), url="https://other.example/")
    assert await scene.deliver(webhook) is None
    assert scene.mailbox.sequences == [2]
    moved = structs.replace(await scene.now(webhook), deliveries=[])
    assert (moved.url, moved.failing_since) == ("https://other.example/", None)


@pytest.mark.requirement("G-82")
async def test_turned_off_while_a_delivery_is_noted_it_stays_off_after_a_restart(scene):
    webhook = await scene.add()
    await scene.happen()
    await scene.meanwhile(webhook, scene.webhooks.change(webhook, is_on=False, description="for the CI"))
    scene.restart()
    kept = await scene.now(webhook)
    assert (kept.off, kept.description, kept.after) == ("person", "for the CI", 2)


@pytest.mark.requirement("G-82")
async def test_removed_while_a_delivery_is_noted_it_is_gone(scene):
    webhook = await scene.add()
    await scene.happen()
    await scene.meanwhile(webhook, scene.webhooks.remove(webhook))
    scene.restart()
    assert await scene.webhooks.everywhere() == []
    with pytest.raises(NotFound, match="was removed"):
        await scene.webhooks.change(webhook, is_on=True)


@pytest.mark.requirement("G-82")
async def test_changed_while_the_journal_is_looked_through_it_keeps_its_change(scene):
    webhook = await scene.add(events=["thread.changed"])
    await scene.happen(WINDOW + 1)
    real = scene.project.store.read

    async def read(*arguments: Any, **bounds: Any) -> Any:
        scene.project.store.read = real  # type: ignore[method-assign]
        await scene.webhooks.change(webhook, url="https://other.example/", events=["layout.changed"])
        async for entry in real(*arguments, **bounds):
            yield entry

    scene.project.store.read = read  # type: ignore[method-assign]
    assert await scene.deliver(webhook) is None
    kept = await scene.now(webhook)
    assert (kept.url, kept.events, kept.after) == ("https://other.example/", ["layout.changed"], 1)


@pytest.mark.requirement("G-82")
async def test_a_failure_that_was_forgiven_while_it_happened_holds_up_nothing(scene):
    webhook = await scene.add()
    await scene.happen()
    scene.mailbox.answers = [BUSY] * 7
    for _ in range(7):
        scene.wait(await scene.deliver(webhook))

    async def moved(*_: Any) -> PostResult:
        await scene.webhooks.change(webhook, url="https://other.example/")
        return BUSY

    await Deliverer(scene.webhooks, moved).deliver_next(webhook.webhook_id)
    forgiven = await scene.now(webhook)
    assert (forgiven.attempts, forgiven.next_at, forgiven.failing_since) == (0, None, None)
    assert await scene.deliver(webhook) is None
    assert scene.mailbox.sequences == [2]


@pytest.mark.requirement("G-82")
async def test_while_this_server_was_down_nobody_failed(scene):
    webhook = await scene.add()
    await scene.happen()
    scene.mailbox.answers = [BUSY] * MIN_ATTEMPTS
    for _ in range(MIN_ATTEMPTS - 1):
        await scene.deliver(webhook)
        scene.wait(timedelta(days=3).total_seconds())
        scene.restart()
    assert (await scene.now(webhook)).off is None
    await scene.deliver(webhook)
    assert (await scene.now(webhook)).off == "failing"


@pytest.mark.requirement("G-81")
async def test_a_webhook_of_a_project_that_is_gone_is_forgotten_at_the_next_start(scene):
    await scene.add()
    store = scene.project.store
    await store.delete_project(scene.project.project_id)
    scene.restart()
    async with telling(scene.webhooks, scene.deliverer, scene.project.bus):
        assert [await store.records(kind) for kind in ("webhook", "webhookSecrets")] == [[], []]


@pytest.mark.requirement("G-81")
async def test_an_entry_of_the_journal_is_looked_at_once_and_nothing_for_what_only_passes(scene):
    real, looked = scene.project.store.read, list[int]()

    async def read(*arguments: Any, after: int, upto: int) -> Any:
        looked.extend(range(after + 1, upto + 1))
        async for entry in real(*arguments, after=after, upto=upto):
            yield entry

    scene.project.store.read = read  # type: ignore[method-assign]
    await scene.add(events=["thread.changed"])
    async with telling(scene.webhooks, scene.deliverer, scene.project.bus):
        for number in range(3):
            await scene.happen()
            await until(lambda so_far=number + 2: looked[-1:] == [so_far])
        head, heads = scene.project.store.head, list[Any]()

        async def asked(project_id: Any) -> Any:
            heads.append(project_id)
            return await head(project_id)

        scene.project.store.head = asked  # type: ignore[method-assign]
        scene.project.publish(MessageDelta(message_id="m", attempt=1, part=0, offset=0, text="word "))
        for _ in range(20):  # turns of the loop, in which whoever was woken would have asked
            await pace(0)
        assert heads == []
        await scene.project.record([ThreadChanged(thread_id="t", title="A talk", started_at=START)])
        await until(lambda: scene.mailbox.sequences)
    assert looked == [2, 3, 4, 5]
