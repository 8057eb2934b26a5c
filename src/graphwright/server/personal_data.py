"""All that is kept of one person, line by line: for themselves, and for whoever answers for the data folder.

Who holds no account any more has nothing here: `person_deletion` took it away. What others wrote about somebody is
theirs, and not told; secrets (a password, tokens, a second factor) are nobody's to read.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from msgspec import Raw

from graphwright.protocol.base import Count, JsonValue, Record, Time
from graphwright.protocol.events import CommitApplied, DurableEvent, MessageStarted
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId
from graphwright.protocol.projects import Person
from graphwright.protocol.threads import MessageAuthor
from graphwright.protocol.wire import decode, encode
from graphwright.server.accounts import Account
from graphwright.server.company import MANAGED
from graphwright.server.sessions import Sessions, short_id
from graphwright.server.tokens import ApiToken
from graphwright.store.base import ProjectRow, StoredEntry
from graphwright.store.entries import event_of
from graphwright.workbench import Workbench

MAX_EXPORT_BYTES: Final = 1024 * 1024 * 1024
"""Of one export; where there is more, its last line says so."""
OWNED_RECORDS: Final = {"share": "person", "schedule": "owner", "webhook": "madeBy"}
"""Records beside the journals that name who made them, each with the field that does."""
_PASSED_OVER: Final = frozenset({"step.started", "step.finished", "findings.changed", "layout.changed"})
"""What the program did by itself."""


class PersonalLine(Record, frozen=True, kw_only=True):
    """One thing that is kept of somebody."""

    kind: str
    """`account`, `session`, `token`, `mail`, `member`, a kind of record, the type of an entry, `audit`, `end`."""
    project: str = ""
    sequence: Count | None = None
    """In the project's journal, or in the audit."""
    at: Time | None = None
    content: dict[str, JsonValue] | Raw


async def personal_data(
    workbench: Workbench, account: Account, *, max_bytes: int = MAX_EXPORT_BYTES
) -> AsyncIterator[bytes]:
    """The lines, each with its line feed; the last one says whether that is all."""
    sent = lines = 0
    async for line in _lines(workbench, account):
        encoded = encode(line) + b"\n"
        if sent + len(encoded) > max_bytes:
            break
        yield encoded
        sent, lines = sent + len(encoded), lines + 1
    else:
        yield _end(lines, is_complete=True)
        return
    yield _end(lines, is_complete=False)


def _end(lines: int, *, is_complete: bool) -> bytes:
    return encode(PersonalLine(kind="end", content={"lines": lines, "isComplete": is_complete})) + b"\n"


async def _lines(workbench: Workbench, account: Account) -> AsyncIterator[PersonalLine]:
    yield _of_account(account)
    async for line in _ways_in(workbench, account.person_id):
        yield line
    async for line in _mail(workbench, account.person_id):
        yield line
    async for line in _owned(workbench, account.person_id):
        yield line
    for row in await workbench.projects.rows():
        async for line in _of_project(workbench, row, account.person_id):
            yield line
    async for entry in workbench.audit.entries():
        if entry.person is not None and entry.person.person_id == account.person_id:
            yield PersonalLine(kind="audit", sequence=entry.sequence, at=entry.at, content=Raw(encode(entry)))


def _of_account(account: Account) -> PersonalLine:
    return PersonalLine(
        kind="account",
        content={
            "personId": account.person_id,
            "name": account.name,
            "hasPassword": account.password is not None,
            "hasSecondFactor": account.second_factor is not None,
            "passkeys": [
                {
                    "name": each.name,
                    "host": each.host,
                    "madeAt": each.made_at.isoformat(),
                    "usedAt": None if each.used_at is None else each.used_at.isoformat(),
                }
                for each in account.passkeys
            ],
            "isConnected": account.is_connected,
            "signedUp": account.signed_up,
            "hasEntered": account.has_entered,
        },
    )


async def _ways_in(workbench: Workbench, person_id: PersonId) -> AsyncIterator[PersonalLine]:
    """Where they are logged in, their tokens, and what their groups give them."""
    if (last := await Sessions(workbench).last(person_id)) is not None:
        yield PersonalLine(kind="signedIn", at=last, content={})
    for key, session in await Sessions(workbench).living():
        if session.person_id == person_id:
            told: dict[str, JsonValue] = {
                "sessionId": short_id(key),
                "way": session.way,
                "browser": session.browser,
                "expiresAt": session.expires_at.isoformat(),
            }
            yield PersonalLine(kind="session", at=session.begun_at, content=told)
    for token_id, body in await workbench.store.records("token"):
        token = decode(body, ApiToken)
        if token.made_by == person_id:
            told = {
                "tokenId": token_id,
                "name": token.person.name,
                "access": token.access,
                "expiresAt": token.expires_at.isoformat(),
            }
            yield PersonalLine(kind="token", project=token.project_id, content=told)
    told_of = await workbench.store.get_record(MANAGED, person_id)
    if told_of is not None:
        yield PersonalLine(kind="directory", content=Raw(told_of))
    groups = await workbench.store.get_record("groups", person_id)
    if groups is not None:
        yield PersonalLine(kind="groups", content=Raw(groups))


async def _mail(workbench: Workbench, person_id: PersonId) -> AsyncIterator[PersonalLine]:
    """Their address and choices, and what is remembered so that nothing is mailed twice."""
    box = await workbench.mailboxes.of(person_id)
    if box is None:
        return
    state = await workbench.mailboxes.state_of(person_id)
    told: dict[str, JsonValue] = {
        "address": box.address,
        "awaitedAddress": None if box.awaited is None else box.awaited.address,
        "language": box.language,
        "comments": box.comments,
        "reviews": box.reviews,
        "since": None if box.since is None else box.since.isoformat(),
        "seen": list[JsonValue](await workbench.mailboxes.seen_by(person_id)),
        "told": list[JsonValue](state.told),
        "waiting": [each.id for each in (*([] if state.batch is None else state.batch.notices), *state.pending)],
    }
    yield PersonalLine(kind="mail", content=told)


async def _owned(workbench: Workbench, person_id: PersonId) -> AsyncIterator[PersonalLine]:
    for kind, field in OWNED_RECORDS.items():
        for _, body in await workbench.store.records(kind):
            content = decode(body, dict[str, JsonValue])
            who = content.get(field)
            if isinstance(who, dict) and who.get("personId") == person_id:
                yield PersonalLine(kind=kind, project=str(content.get("projectId", "")), content=content)


async def _of_project(workbench: Workbench, row: ProjectRow, person_id: PersonId) -> AsyncIterator[PersonalLine]:
    store, wanted = workbench.store, person_id.encode()
    member = await store.document(row.project_id, "member", person_id)
    if member is not None:
        access = decode(member.body, Person).access
        yield PersonalLine(kind="member", project=row.name, content={"access": access})
    async for stored in store.read(row.project_id):
        if stored.type in _PASSED_OVER or not _speaks_of(stored, wanted):
            continue
        event = event_of(stored, is_complete=False)
        if isinstance(event, MessageStarted) or who_did(event) != person_id:
            continue  # how a message began is told again where it ends
        content = _of_commit(event) if isinstance(event, CommitApplied) else Raw(encode(event))
        yield PersonalLine(kind=stored.type, project=row.name, sequence=stored.sequence, at=stored.at, content=content)


def _speaks_of(stored: StoredEntry, person_id: bytes) -> bool:
    """Whether it can be about somebody: cheaply, before anything is decoded."""
    return person_id in stored.body or (bool(stored.more) and person_id in stored.more[-1])


def who_did(event: DurableEvent) -> str | None:
    """The id of the person whose act an event is, or whose access it changes."""
    for field in ("author", "person", "added_by"):
        who = getattr(event, field, None)
        if isinstance(who, Author | MessageAuthor):
            return who.person_id
    return None


def _of_commit(commit: CommitApplied) -> dict[str, JsonValue]:
    """Which it was and why; what it changed is the model, and nothing about a person."""
    return {
        "commitId": commit.commit_id,
        "revision": commit.revision,
        "reason": commit.reason,
        "origin": commit.origin,
        "messageId": commit.message_id,
    }
