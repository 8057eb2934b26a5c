"""What is kept of people who are mailed: their address and choices, and how far they were told.

These are records and no facts of a project: an address is in no journal and no export but its person's own.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from graphwright.languages import Language
from graphwright.protocol.base import Count, Record, Time
from graphwright.protocol.ids import PersonId, ProjectId

MailProblem: TypeAlias = Literal["connection", "certificate", "login", "sender", "recipient", "time", "answer"]
"""Why nobody took a mail: nobody there, a line that is not trusted, a password or a sender or a recipient that is
refused, no answer in time, or an answer that nobody understands."""
MailedKind: TypeAlias = Literal["comment", "proposal"]

MAX_PENDING: Final = 100
"""Notices in one mail; who has more to read looks at the page."""
MAX_TOLD: Final = 500
"""The newest of which is kept that they were told or seen."""


class AwaitedAddress(Record, frozen=True, kw_only=True):
    """An address that somebody says is theirs; it counts once they know the code that was sent there."""

    address: str
    code: str
    """Hash of it."""
    expires_at: Time
    tries: Count = 0


class Mailbox(Record, frozen=True, kw_only=True):
    """Where and of what somebody wants to be told. Changed by them alone."""

    person_id: PersonId
    language: Language
    address: str | None = None
    since: Time | None = None
    """From when on the address counts; nothing from before is told."""
    awaited: AwaitedAddress | None = None
    comments: bool = True
    """Whoever mentions or answers them."""
    reviews: bool = False
    """Proposals that they may decide."""
    secret: str
    """In the links by which mails are ended without logging in; it opens nothing else."""
    asked_at: list[Time] = []
    """When codes were sent within the last hour."""


class MailNotice(Record, frozen=True, kw_only=True):
    """Something to be told: by its id, for what it says is read when it is sent."""

    kind: MailedKind
    project_id: ProjectId
    id: str
    at: Time


class MailBatch(Record, frozen=True, kw_only=True):
    """One mail on its way; sent again it has the same Message-ID."""

    message_id: str
    notices: list[MailNotice]


class MailboxState(Record, frozen=True, kw_only=True):
    """How far somebody was told. Changed by whoever sends."""

    pending: list[MailNotice] = []
    """Oldest first."""
    batch: MailBatch | None = None
    told: list[str] = []
    """Ids of what was told, the newest last."""
    sent_at: list[Time] = []
    """Of the mails of the last hour."""
    attempts: Count = 0
    """Of the batch."""
    next_at: Time | None = None
    failing_since: Time | None = None
    problem: MailProblem | None = None
    """Of the last attempt."""
    given_up_at: Time | None = None
    """When nobody had taken a mail for too long; whoever confirms an address again begins anew."""
