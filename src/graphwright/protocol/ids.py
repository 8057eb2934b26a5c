"""Names of identities, one type each, and the layout of a time-ordered id. Making one takes a clock: `ports.Ids`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NewType

ProjectId = NewType("ProjectId", str)
NodeId = NewType("NodeId", str)
EdgeId = NewType("EdgeId", str)
SemanticId = NewType("SemanticId", str)
"""Readable key of a node, `PlaceOrder.UC.001`: unique in its project, never changed by a rename (A-71)."""
Ref = NewType("Ref", str)
"""A node's name inside an operation: node id, semantic id, short id (`UC1`), or temp id of the same change set."""
OperationId = NewType("OperationId", str)
"""Unique inside one change set."""
CommandId = NewType("CommandId", str)
"""The sender's choice, a UUID: the idempotency key of everything that writes (ADR-04)."""
CommitId = NewType("CommitId", str)
ProposalId = NewType("ProposalId", str)
ThreadId = NewType("ThreadId", str)
MessageId = NewType("MessageId", str)
RunId = NewType("RunId", str)
StepId = NewType("StepId", str)
PersonId = NewType("PersonId", str)
SessionId = NewType("SessionId", str)
FindingId = NewType("FindingId", str)
CommentId = NewType("CommentId", str)
SavedViewId = NewType("SavedViewId", str)
WebhookId = NewType("WebhookId", str)
ScheduleId = NewType("ScheduleId", str)
DocumentId = NewType("DocumentId", str)
PassageId = NewType("PassageId", str)
"""Made from the document and the words, so a passage that stands in the next version of a file keeps its id."""


_UUID7: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
_VARIANT: Final = {digit: "89ab"[int(digit, 16) & 3] for digit in "0123456789abcdef"}
"""The two bits of the variant before two of a random digit."""


def uuid7(milliseconds: int, digits: str) -> str:
    """A UUIDv7 (RFC 9562) from Unix milliseconds and twenty random digits, hexadecimal."""
    # Twelve random bits after the version, sixty-two after the variant: six bits of the eighty are not used.
    return f"{_moment(milliseconds)}-7{digits[1:4]}-{_VARIANT[digits[4]]}{digits[5:8]}-{digits[8:]}"


@lru_cache(maxsize=1)  # a change set is planned in one or two of them
def _moment(milliseconds: int) -> str:
    digits = f"{milliseconds:012x}"
    return f"{digits[:8]}-{digits[8:]}"


def milliseconds_of(uuid: str) -> int | None:
    """When a UUIDv7 was made, in Unix milliseconds; `None` for what is no such id."""
    return int(uuid[:8] + uuid[9:13], 16) if _UUID7.fullmatch(uuid) else None
