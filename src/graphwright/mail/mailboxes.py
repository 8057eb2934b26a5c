"""The mailboxes of a data folder: addresses given and confirmed, what is wanted there, and what was seen in the page.

Nothing is sent from here, but it says which code to send where. Requests and whoever sends change the same records at
the same time: each change is made to what is kept at that moment, and to nothing that was forgotten.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from graphwright.errors import InvalidCommand, LimitExceeded, NotFound
from graphwright.languages import Language
from graphwright.mail.records import MAX_TOLD, AwaitedAddress, Mailbox, MailboxState
from graphwright.ports import Clock, random_bytes
from graphwright.protocol.ids import PersonId
from graphwright.protocol.wire import decode, encode
from graphwright.setting_kinds import MAIL_ADDRESS, UnfitValue
from graphwright.store.base import Store

CODE_LIFE: Final = timedelta(hours=1)
MAX_TRIES: Final = 5
"""Of a code of 6 digits: one guess in 200,000 is right."""
MAX_CODES: Final = 5
"""In an hour, to whatever addresses: nobody's mailbox is filled from here."""
_HOUR: Final = timedelta(hours=1)
_BOX: Final = "mailbox"
_STATE: Final = "mailboxState"
_SEEN: Final = "seenComments"


class Mailboxes:
    """Those of all people."""

    def __init__(self, store: Store, clock: Clock, alone: Callable[[str], AbstractAsyncContextManager[None]]) -> None:
        self.store = store
        self.clock = clock
        self._alone = alone
        self._lock = asyncio.Lock()

    async def of(self, person_id: PersonId) -> Mailbox | None:
        """Somebody's, if they ever gave an address."""
        kept = await self.store.get_record(_BOX, person_id)
        return None if kept is None else decode(kept, Mailbox)

    async def all(self) -> list[Mailbox]:
        """Everybody's."""
        return [decode(body, Mailbox) for _, body in await self.store.records(_BOX)]

    def checked(self, address: str) -> str:
        """An address as it is written to. `InvalidCommand` for what is none."""
        try:
            return MAIL_ADDRESS.read(address.strip())
        except UnfitValue as unfit:
            raise InvalidCommand(f"this must be {unfit.expected}", path="$.address") from None

    # what a person says -------------------------------------------------------------------------------------------

    async def ask(self, person_id: PersonId, address: str, language: Language) -> str:
        """Somebody says that an address is theirs; the code to send there. `InvalidCommand`, `LimitExceeded`."""
        address = self.checked(address)
        now, code = self.clock.now(), f"{int.from_bytes(random_bytes(8), 'big') % 1_000_000:06}"
        awaited = AwaitedAddress(address=address, code=_hashed(code), expires_at=now + CODE_LIFE)
        async with self._changing():
            box = await self.of(person_id) or _new(person_id, language)
            asked = _within_hour(box.asked_at, now)
            if len(asked) >= MAX_CODES:
                message = f"{MAX_CODES} codes an hour are the limit; wait a while, and look among unwanted mails"
                raise LimitExceeded(message, retry="later")
            await self._keep(replace(box, awaited=awaited, language=language, asked_at=[*asked, now]))
        return code

    async def confirm(self, person_id: PersonId, code: str) -> Mailbox:
        """They know the code that was sent there, so the address counts. `InvalidCommand`, `NotFound`."""
        async with self._changing():
            box = await self._box(person_id)
            awaited, now = box.awaited, self.clock.now()
            if awaited is None or awaited.expires_at <= now or awaited.tries >= MAX_TRIES:
                raise NotFound("no code is awaited any more; give the address again, and a new one is sent")
            if not hmac.compare_digest(awaited.code, _hashed("".join(code.split()))):
                await self._keep(replace(box, awaited=replace(awaited, tries=awaited.tries + 1)))
                raise InvalidCommand("this is not the code that was sent; look for the newest mail", path="$.code")
            return await self._begun(box, awaited.address, now)

    async def vouched(self, person_id: PersonId, address: str, language: Language) -> None:
        """The organisation says that an address is theirs: it counts, unless they have given one themselves."""
        async with self._changing():
            if await self.of(person_id) is None and _fits(address):
                await self._begun(_new(person_id, language), address, self.clock.now())

    async def choose(
        self, person_id: PersonId, *, comments: bool | None, reviews: bool | None, language: Language | None = None
    ) -> Mailbox:
        """What they want to be told. `NotFound` for whoever gave no address."""
        async with self._changing():
            box = await self._box(person_id)
            return await self._keep(
                replace(
                    box,
                    comments=box.comments if comments is None else comments,
                    reviews=box.reviews if reviews is None else reviews,
                    language=language or box.language,
                )
            )

    async def unsubscribe(self, secret: str) -> None:
        """No more mails to whoever has the mailbox of this secret. `NotFound`."""
        async with self._changing():
            for box in await self.all():
                if hmac.compare_digest(box.secret.encode(), secret.encode()):
                    await self._keep(replace(box, comments=False, reviews=False))
                    return
        raise NotFound("this link ends no mails any more; look into your account on the page")

    async def forget(self, person_id: PersonId) -> None:
        """Everything about their mails."""
        async with self._changing():
            for kind in (_BOX, _STATE, _SEEN):
                await self.store.set_record(kind, person_id, None)

    # what they have seen ------------------------------------------------------------------------------------------

    async def see(self, person_id: PersonId, ids: Collection[str]) -> None:
        """They have read these on the page. Of whoever is not mailed nothing is kept."""
        async with self._changing():
            box = await self.of(person_id)
            if box is None or box.address is None:
                return
            known = await self.seen_by(person_id)
            news = [each for each in ids if each not in known]
            if news:
                await self.store.set_record(_SEEN, person_id, encode([*known, *news][-MAX_TOLD:]))

    async def seen_by(self, person_id: PersonId) -> list[str]:
        """The ids of what they have read on the page, the newest last."""
        kept = await self.store.get_record(_SEEN, person_id)
        return [] if kept is None else decode(kept, list[str])

    # how far they were told ---------------------------------------------------------------------------------------

    async def state_of(self, person_id: PersonId) -> MailboxState:
        """How far they were told."""
        kept = await self.store.get_record(_STATE, person_id)
        return MailboxState() if kept is None else decode(kept, MailboxState)

    async def update(self, person_id: PersonId, change: Callable[[MailboxState], MailboxState]) -> MailboxState | None:
        """Keep what `change` makes of it as it is now; `None` where the mailbox was forgotten meanwhile."""
        async with self._changing():
            if await self.of(person_id) is None:
                return None
            changed = change(await self.state_of(person_id))
            await self.store.set_record(_STATE, person_id, encode(changed))
            return changed

    async def _begun(self, box: Mailbox, address: str, now: datetime) -> Mailbox:
        """An address counts from now on, and whatever failed before failed elsewhere."""
        await self.store.set_record(_STATE, box.person_id, None)
        return await self._keep(replace(box, address=address, awaited=None, since=now))

    async def _box(self, person_id: PersonId) -> Mailbox:
        box = await self.of(person_id)
        if box is None:
            raise NotFound("you have given no address here; give one first")
        return box

    async def _keep(self, box: Mailbox) -> Mailbox:
        await self.store.set_record(_BOX, box.person_id, encode(box))
        return box

    @asynccontextmanager
    async def _changing(self) -> AsyncGenerator[None]:
        async with self._lock, self._alone("mailboxes"):
            yield


def _new(person_id: PersonId, language: Language) -> Mailbox:
    secret = base64.urlsafe_b64encode(random_bytes(18)).decode()
    return Mailbox(person_id=person_id, language=language, secret=secret)


def _fits(address: str) -> bool:
    try:
        MAIL_ADDRESS.read(address)
    except UnfitValue:
        return False
    return True


def _within_hour(times: Collection[datetime], now: datetime) -> list[datetime]:
    return [each for each in times if now - each < _HOUR]


def _hashed(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
