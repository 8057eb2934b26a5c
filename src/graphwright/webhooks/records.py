"""What is kept of a webhook: where it leads, its secrets, how far its project's journal was told, and the deliveries.

These are records and no facts of a project: an address may itself be a secret, and no member but an admin reads it.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from graphwright.protocol.base import Count, Record, Time
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import ProjectId, WebhookId

DeliveryProblem: TypeAlias = Literal["address", "name", "connection", "certificate", "time", "status"]
"""Why nobody took it: an address that may not be called, a name that is unknown, nobody there, a certificate that is
not accepted, no answer in time, or an answer that is no success."""
DeliveryKind: TypeAlias = Literal["event", "test", "redelivery"]
DeliveryStatus: TypeAlias = Literal["delivered", "retrying", "failed"]
OffReason: TypeAlias = Literal["person", "failing", "gone"]
"""Why it tells nothing: somebody said so, nobody took anything for too long, or the receiver said it is gone."""

DELIVERIES: Final = 50
"""The newest of a webhook that are kept."""


class WebhookSecrets(Record, frozen=True, kw_only=True):
    """What a webhook signs with; the one before still counts for a while after a change."""

    secret: str
    previous: str | None = None
    previous_until: Time | None = None


class Delivery(Record, frozen=True, kw_only=True):
    """One event on its way to a receiver, with all its attempts."""

    sequence: Count
    """Of the event in the project's journal; of a test, that of its newest."""
    type: str
    kind: DeliveryKind
    status: DeliveryStatus
    attempts: Count
    at: Time
    """Of the last attempt."""
    next_at: Time | None = None
    duration_ms: Count
    http_status: Count | None = None
    problem: DeliveryProblem | None = None


class Webhook(Record, frozen=True, kw_only=True):
    """An address that is told what happens in a project."""

    webhook_id: WebhookId
    project_id: ProjectId
    url: str
    events: list[str]
    """Types of events, such as `commit.applied`; empty: all."""
    description: str
    made_by: Author
    made_at: Time
    after: Count
    """The sequence up to which everything was told, or is of no interest here."""
    attempts: Count = 0
    """Of the event after it."""
    next_at: Time | None = None
    """When the next attempt may be made."""
    failing_since: Time | None = None
    off: OffReason | None = None
    """Why it tells nothing at the moment; it goes on where it stopped."""
    off_at: Time | None = None
    deliveries: list[Delivery] = []
    """The newest, oldest first."""
