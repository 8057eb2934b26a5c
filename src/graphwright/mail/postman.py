"""Sends what was said to people: looked for in the journals, gathered for some minutes, tried until it was taken.

What is to be told, and the mail on its way, are kept before anything is sent; so after a crash a mail is sent again,
under the same Message-ID, rather than lost. Whoever calls `go_round` is the only one of several servers that does.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from graphwright.mail.mailboxes import Mailboxes
from graphwright.mail.news import AccessIn, notices_in, still_news
from graphwright.mail.records import (
    MAX_PENDING,
    MAX_TOLD,
    MailBatch,
    Mailbox,
    MailboxState,
    MailNotice,
    MailProblem,
)
from graphwright.ports import Clock, Ids, fraction
from graphwright.protocol.base import Count, Record, Time
from graphwright.protocol.ids import PersonId, ProjectId
from graphwright.protocol.wire import decode, encode
from graphwright.redelivery import is_given_up, pause_after
from graphwright.store.base import ProjectRow

if TYPE_CHECKING:
    from graphwright.mail.composing import Composer
    from graphwright.mail.posting import MailResult, PostMail

MAX_AN_HOUR: Final = 10
"""Mails to one person; what comes above it waits and goes into one."""
_HOUR: Final = timedelta(hours=1)
_CURSOR: Final = "mailCursor"
"""Up to which sequence a project's journal was looked through; of no project: when it was first looked."""
_BEGAN: Final = "began"
_log = logging.getLogger(__name__)


class MailHealth(Record, frozen=True, kw_only=True):
    """How the mails do, for whoever runs the server."""

    server: str
    sender: str
    people: Count
    """Who have an address that counts and want anything."""
    waiting: Count
    """Of these, for how many something is gathered or on its way."""
    failing: Count
    given_up: Count
    """Whose mails nobody had taken for days."""
    problem: MailProblem | None = None
    """Of the newest attempt that failed, where one does."""
    failing_since: Time | None = None


class Postman:
    """The mails of one data folder."""

    def __init__(
        self,
        boxes: Mailboxes,
        post: PostMail,
        composer: Composer,
        *,
        ids: Ids,
        access: AccessIn,
        minutes: int,
    ) -> None:
        self.composer = composer
        self.post = post
        self._boxes = boxes
        self._store = boxes.store
        self._clock: Clock = boxes.clock
        self._ids = ids
        self._access = access
        self._minutes = timedelta(minutes=minutes)

    async def go_round(self) -> None:
        """Look for what was said, and send what is due. Whoever calls it waits until it is done."""
        await self._gather()
        for box in await self._boxes.all():
            result = await self._told(box)
            if result is not None and result.is_of_server:
                return  # the next one would fare no better; all of them wait for their time

    async def health(self, server: str, sender: str) -> MailHealth:
        """How it does."""
        boxes = [box for box in await self._boxes.all() if _is_mailed(box)]
        states = [await self._boxes.state_of(box.person_id) for box in boxes]
        failing = [each for each in states if each.failing_since is not None]
        newest = max(failing, key=lambda each: each.failing_since or self._clock.now(), default=None)
        return MailHealth(
            server=server,
            sender=sender,
            people=len(boxes),
            waiting=sum(bool(each.pending) or each.batch is not None for each in states),
            failing=len(failing),
            given_up=sum(each.given_up_at is not None for each in states),
            problem=None if newest is None else newest.problem,
            failing_since=None if newest is None else newest.failing_since,
        )

    # looking for what was said ------------------------------------------------------------------------------------

    async def _gather(self) -> None:
        boxes = {box.person_id: box for box in await self._boxes.all() if _is_mailed(box)}
        cursors = dict(await self._store.records(_CURSOR))
        began = await self._begun(cursors.pop(_BEGAN, None))
        rows = await self._store.projects()
        for row in rows:
            await self._gather_from(row, cursors.pop(row.project_id, None), began, boxes)
        for project_id in cursors:  # of projects that are gone
            await self._store.set_record(_CURSOR, project_id, None)

    async def _begun(self, kept: bytes | None) -> datetime:
        """When it was first looked: what is older was said to nobody's mailbox."""
        if kept is not None:
            return decode(kept, datetime)
        now = self._clock.now()
        await self._store.set_record(_CURSOR, _BEGAN, encode(now))
        return now

    async def _gather_from(
        self, row: ProjectRow, kept: bytes | None, began: datetime, boxes: dict[PersonId, Mailbox]
    ) -> None:
        project_id: ProjectId = row.project_id
        head = (await self._store.head(project_id)).sequence
        if kept is not None:
            after = decode(kept, int)
        else:
            after = 0 if row.created_at >= began else head
        if kept is not None and after == head:
            return
        found: dict[PersonId, list[MailNotice]] = {}
        if boxes and after < head:  # a backup that was restored may have less than was looked through
            async for person_id, notice in notices_in(self._store, project_id, boxes, after=after, upto=head):
                found.setdefault(person_id, []).append(notice)
        for person_id, notices in found.items():
            await self._boxes.update(person_id, partial(_with, notices))
        await self._store.set_record(_CURSOR, project_id, encode(head))

    # telling ------------------------------------------------------------------------------------------------------

    async def _told(self, box: Mailbox) -> MailResult | None:
        """Send somebody what is due; what became of it, `None` where nothing was."""
        state = await self._boxes.state_of(box.person_id)
        now = self._clock.now()
        if not _is_mailed(box) or state.given_up_at is not None:
            if state.pending or state.batch is not None:
                await self._boxes.update(box.person_id, lambda state: replace(state, pending=[], batch=None))
            return None
        if state.batch is None:
            if not state.pending or now - state.pending[0].at < self._minutes or _is_busy(state, now):
                return None
            batch = MailBatch(message_id=f"<{self._ids.new()}@{self.composer.host}>", notices=state.pending)
            kept = await self._boxes.update(box.person_id, lambda state: _begun_with(state, batch))
            if kept is None:
                return None
            state = kept
        if state.batch is None or (state.next_at is not None and state.next_at > now):
            return None
        return await self._sent(box, state, state.batch, now)

    async def _sent(self, box: Mailbox, state: MailboxState, batch: MailBatch, now: datetime) -> MailResult | None:
        seen = await self._boxes.seen_by(box.person_id)
        news = await still_news(self._store, box, batch.notices, seen, self._access)
        if not news:
            await self._boxes.update(box.person_id, lambda state: _done_with(state, batch))
            return None
        message = self.composer.news(box, news, message_id=batch.message_id, now=now)
        result = await self.post(message)
        attempts = state.attempts + 1
        if result.problem is None:
            await self._boxes.update(box.person_id, lambda state: _done_with(state, batch, sent_at=now))
            return result
        since, pause = state.failing_since or now, pause_after(attempts, fraction())
        if is_given_up(since, now, attempts):
            _log.warning("mails to one person are given up after %d attempts: %s", attempts, result.problem)
            await self._boxes.update(box.person_id, lambda state: _given_up(state, result.problem, now))
            return result
        if attempts == 1:
            _log.warning("a mail was not taken (%s); it is tried again", result.problem)
        await self._boxes.update(
            box.person_id,
            lambda state: replace(
                state, attempts=attempts, next_at=now + pause, failing_since=since, problem=result.problem
            ),
        )
        return result


def _is_mailed(box: Mailbox) -> bool:
    return box.address is not None and (box.comments or box.reviews)


def _is_busy(state: MailboxState, now: datetime) -> bool:
    return sum(now - each < _HOUR for each in state.sent_at) >= MAX_AN_HOUR


def _with(notices: Collection[MailNotice], state: MailboxState) -> MailboxState:
    """With what is not known yet: an entry may be read twice after a crash, and a comment be changed."""
    on_its_way = [] if state.batch is None else state.batch.notices
    known = {each.id for each in (*state.pending, *on_its_way)}.union(state.told)
    news = {each.id: each for each in notices if each.id not in known}
    return replace(state, pending=[*state.pending, *news.values()][:MAX_PENDING])


def _begun_with(state: MailboxState, batch: MailBatch) -> MailboxState:
    ids = {each.id for each in batch.notices}
    return replace(state, batch=batch, pending=[each for each in state.pending if each.id not in ids])


def _given_up(state: MailboxState, problem: MailProblem | None, now: datetime) -> MailboxState:
    return MailboxState(told=state.told, problem=problem, given_up_at=now)


def _done_with(state: MailboxState, batch: MailBatch, *, sent_at: datetime | None = None) -> MailboxState:
    sent = [each for each in state.sent_at if sent_at is None or sent_at - each < _HOUR]
    return replace(
        state,
        batch=None,
        told=[*state.told, *(each.id for each in batch.notices)][-MAX_TOLD:],
        sent_at=[*sent, sent_at] if sent_at is not None else sent,
        attempts=0,
        next_at=None,
        failing_since=None,
        problem=None,
    )
