"""Links that let somebody in once: the owner at the first start, everybody else when they are invited (R-03, R-04).

Only a hash is stored, and the link carries the ticket in its fragment, which browsers send to nobody.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
from datetime import timedelta
from typing import Final

from graphwright.errors import NotAuthenticated
from graphwright.ports import random_bytes
from graphwright.protocol.base import Record, Time
from graphwright.protocol.ids import PersonId
from graphwright.protocol.wire import decode, encode
from graphwright.workbench import Workbench

OWNER_LIFE: Final = timedelta(minutes=10)
"""The owner is at the terminal that shows the link."""
INVITATION_LIFE: Final = timedelta(days=3)
"""Somebody invited before a weekend can still come in after it."""


class Ticket(Record, frozen=True, kw_only=True):
    """Who may come in with it, and until when."""

    person_id: PersonId
    expires_at: Time


class Tickets:
    """The tickets that were given out and not used yet."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._store = workbench.store
        self._one_at_a_time = asyncio.Lock()

    async def issue(self, person_id: PersonId, life: timedelta) -> str:
        """A new ticket; earlier ones of this person stop working."""
        async with self._one_at_a_time, self._workbench.alone("tickets"):
            await self._drop(person_id)
            text = new_secret()
            ticket = Ticket(person_id=person_id, expires_at=self._workbench.clock.now() + life)
            await self._store.set_record("ticket", hashed(text), encode(ticket))
        return text

    async def withdraw(self, person_id: PersonId) -> None:
        """The ticket of a person stops working."""
        async with self._one_at_a_time, self._workbench.alone("tickets"):
            await self._drop(person_id)

    async def waiting(self) -> dict[PersonId, Time]:
        """Whose tickets still work, and until when."""
        now = self._workbench.clock.now()
        tickets = [decode(body, Ticket) for _, body in await self._store.records("ticket")]
        return {ticket.person_id: ticket.expires_at for ticket in tickets if ticket.expires_at > now}

    async def redeem(self, text: str) -> PersonId:
        """Whose ticket it is; it is used up. `NotAuthenticated`."""
        async with self._one_at_a_time, self._workbench.alone("tickets"):
            kept = await self._store.get_record("ticket", hashed(text))
            if kept is None:
                raise _spent()
            await self._store.set_record("ticket", hashed(text), None)
        ticket = decode(kept, Ticket)
        if ticket.expires_at <= self._workbench.clock.now():
            raise _spent()
        return ticket.person_id

    async def _drop(self, person_id: PersonId) -> None:
        for ticket_id, body in await self._store.records("ticket"):
            if decode(body, Ticket).person_id == person_id:
                await self._store.set_record("ticket", ticket_id, None)


def new_secret() -> str:
    """256 random bits that fit into a link or cookie."""
    return base64.urlsafe_b64encode(random_bytes(32)).rstrip(b"=").decode()


def hashed(text: str) -> str:
    """What is stored of a secret. It is random, so a plain hash is enough."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _spent() -> NotAuthenticated:
    return NotAuthenticated("this link was used already, or is too old; ask for a new one")
