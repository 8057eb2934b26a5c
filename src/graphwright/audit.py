"""The audit: who came in, what rights, secrets and settings were touched, what left; appended, chained by hash.

Kept apart from the journals of projects, which say what became of a model. An entry holds names of what was done, never
what was typed: no password, no token, no text of a model.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from datetime import datetime
from typing import Final

import msgspec
from msgspec.structs import replace

from graphwright.errors import StoreDamaged
from graphwright.ports import Clock
from graphwright.protocol.base import Count, Record, Time
from graphwright.protocol.graph import Author
from graphwright.protocol.wire import decode, encode
from graphwright.store.base import Store
from graphwright.text.audit_words import all_words_of

MAX_VALUE_LENGTH: Final = 200
"""Characters of one detail; what is longer is cut."""
_FIRST: Final = "0" * 64

_log = logging.getLogger(__name__)


class AuditEntry(Record, frozen=True, kw_only=True):
    """One thing that was done, or refused."""

    sequence: Count
    at: Time
    action: str
    """As the interface calls it, such as `members.put`."""
    outcome: str
    """`done`, or the code of the refusal."""
    person: Author | None = None
    """Who; absent where nobody was recognised."""
    address: str = ""
    """From where."""
    project: str = ""
    details: Mapping[str, str] = {}
    previous: str
    """The hash of the entry before."""
    hash: str = ""
    """Of everything above, as it was written."""
    redacted: bool = False
    """A person was deleted, and what they were called is no longer in it; the chain of hashes goes on through it."""


class _LastAuditEntry(Record, frozen=True, kw_only=True):
    sequence: Count
    hash: str


class Audit:
    """The audit of a data folder."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        alone: Callable[[str], AbstractAsyncContextManager[None]] = lambda _name: nullcontext(),
    ) -> None:
        self._store = store
        self._clock = clock
        self._alone = alone
        self._one_at_a_time = asyncio.Lock()
        self._owed: deque[AuditEntry] = deque()
        """What was done and is not on the disk; without its place in the chain."""

    async def note(
        self,
        action: str,
        *,
        person: Author | None,
        outcome: str = "done",
        address: str = "",
        project: str = "",
        details: Mapping[str, str] | None = None,
    ) -> None:
        """Append an entry, on the disk when this comes back.

        What it speaks of is done already, so a store that does not take it makes no error of that: it is logged, and
        owed until `settle` writes it.
        """
        self._owed.append(
            AuditEntry(
                sequence=0,
                at=self._clock.now(),
                action=action,
                outcome=outcome,
                person=person,
                address=address,
                project=project,
                details={name: each[:MAX_VALUE_LENGTH] for name, each in (details or {}).items()},
                previous="",
            )
        )
        try:
            await self.settle()
        except Exception:  # noqa: BLE001  whoever acts next meets it before anything is done
            _log.exception("the audit cannot be written; what belongs in it is refused until it can")

    async def settle(self) -> None:
        """Write what is owed; asked before anything else is done that is noted. Fails as the store does."""
        async with self._one_at_a_time:
            if not self._owed:
                return
            async with self._alone("audit"):
                await self._settle()

    async def _settle(self) -> None:
        while self._owed:
            head = await self._head()
            entry = _sealed(replace(self._owed[0], sequence=head.sequence + 1, previous=head.hash))
            await self._store.set_record("audit", _key(entry.sequence), encode(entry))
            self._owed.popleft()
            await self._store.set_record("auditHead", "head", encode(_place_of(entry)))

    async def entries(self) -> AsyncIterator[AuditEntry]:
        """All that are kept, oldest first, each held against the chain. `StoreDamaged` at one that does not fit."""
        head, tail = await self._head(), await self._tail()
        sequence, previous = tail.sequence, tail.hash
        while sequence < head.sequence:
            sequence += 1
            body = await self._store.get_record("audit", _key(sequence))
            entry = None if body is None else decode(body, AuditEntry)
            if entry is None or entry.sequence != sequence or entry.previous != previous or not _is_whole(entry):
                message = f"entry {sequence:,} of the audit was changed or is missing; those before it are as they were"
                raise StoreDamaged(message)
            previous = entry.hash
            yield entry
        if previous != head.hash:
            message = f"the audit ends differently than it was kept, at entry {sequence:,}"
            raise StoreDamaged(message)

    async def redact(self, person: Author, is_name: Callable[[str], bool]) -> int:
        """Call a person otherwise wherever they stand under their name; how many entries that were."""
        count = 0
        async for entry in self.entries():
            redacted = _redacted(entry, person, is_name)
            if redacted is not None:
                await self._store.set_record("audit", _key(entry.sequence), encode(redacted))
                count += 1
        return count

    async def forget(self, before: datetime, keeps: Callable[[AuditEntry], bool] = lambda _entry: False) -> int:
        """Forget the oldest entries, up to the first that is younger or is to be kept; how many that were.

        The chain begins behind them from then on, at the hash that the last of them had.
        """
        first = (await self._tail()).sequence + 1
        last: AuditEntry | None = None
        async for entry in self.entries():
            if entry.at >= before or keeps(entry):
                break
            last = entry
        if last is None:
            return 0
        # First, so that what a crash leaves behind is read by nobody.
        await self._store.set_record("auditHead", "tail", encode(_place_of(last)))
        for sequence in range(first, last.sequence + 1):
            await self._store.set_record("audit", _key(sequence), None)
        return last.sequence + 1 - first

    async def _tail(self) -> _LastAuditEntry:
        """The last entry that was forgotten."""
        kept = await self._store.get_record("auditHead", "tail")
        return _LastAuditEntry(sequence=0, hash=_FIRST) if kept is None else decode(kept, _LastAuditEntry)

    async def _head(self) -> _LastAuditEntry:
        """The last entry. A crash, or whoever writes meanwhile, may have kept some that the head does not know of.

        Nothing is written here: whoever reads slowly would set the head back, and the next entry stand over another.
        """
        kept = await self._store.get_record("auditHead", "head")
        head = _LastAuditEntry(sequence=0, hash=_FIRST) if kept is None else decode(kept, _LastAuditEntry)
        while (newer := await self._store.get_record("audit", _key(head.sequence + 1))) is not None:
            head = _place_of(decode(newer, AuditEntry))
        return head


def _place_of(entry: AuditEntry) -> _LastAuditEntry:
    return _LastAuditEntry(sequence=entry.sequence, hash=entry.hash)


def is_meant(entry: AuditEntry, search: str | None, since: datetime | None) -> bool:
    """Whether an entry is not older, and all words stand somewhere in it or in what people read of it."""
    if since is not None and entry.at < since:
        return False
    who = "" if entry.person is None else entry.person.name
    details = (f"{name} {each}" for name, each in entry.details.items())
    said = (all_words_of(entry.action), all_words_of(entry.outcome))
    told = (str(entry.sequence), who, entry.action, entry.outcome, entry.project, entry.address, *details, *said)
    text = " ".join(told).casefold()
    return all(word in text for word in (search or "").casefold().split())


def in_cef(entry: AuditEntry, version: str) -> str:
    """An entry as a line of the Common Event Format, which collectors of security events read."""
    severity = "3" if entry.outcome == "done" else "6"
    header = ("Graphwright", "Graphwright", version, entry.action, entry.action, severity)
    told = {
        "rt": str(int(entry.at.timestamp() * 1_000)),
        "outcome": entry.outcome,
        "suser": "" if entry.person is None else entry.person.name,
        "suid": "" if entry.person is None else entry.person.person_id,
        "src": entry.address,
        "cs1Label": "project" if entry.project else "",
        "cs1": entry.project,
        "msg": ", ".join(f"{name}: {each}" for name, each in entry.details.items()),
        "externalId": str(entry.sequence),
    }
    extension = " ".join(f"{name}={_escaped(each, '=')}" for name, each in told.items() if each)
    return f"CEF:0|{'|'.join(_escaped(each, '|') for each in header)}|{extension}"


def _escaped(text: str, special: str) -> str:
    escaped = text.replace("\\", "\\\\").replace(special, "\\" + special)
    return " ".join(escaped.splitlines()) if special == "|" else "\\n".join(escaped.splitlines())


def _redacted(entry: AuditEntry, person: Author, is_name: Callable[[str], bool]) -> AuditEntry | None:
    """The entry without a name; `None` where it is not in it."""
    is_theirs = entry.person is not None and entry.person.person_id == person.person_id
    who = person if is_theirs else entry.person
    details = {key: person.name if is_name(each) else each for key, each in entry.details.items()}
    changed = replace(entry, person=who, details=details, redacted=True)
    return None if (who, details) == (entry.person, dict(entry.details)) else changed


def _is_whole(entry: AuditEntry) -> bool:
    """Whether it is as it was written, as far as that can be told."""
    return entry.redacted or _sealed(entry) == entry


def _sealed(entry: AuditEntry) -> AuditEntry:
    """The entry with its hash."""
    bare = msgspec.json.encode(replace(entry, hash=""), order="deterministic")
    return replace(entry, hash=hashlib.sha256(bare).hexdigest())


def _key(sequence: int) -> str:
    return f"{sequence:016d}"
