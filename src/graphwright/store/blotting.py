"""What people and language models wrote is blotted out of entries and records whose time is over; that they were stays.

Ids, times, authors and figures stay, so everything that leads somewhere still does. The chain goes on through an entry
that says less, as it does when a person is deleted (ADR-59). Pure; when that is, is the caller's affair.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Final, TypeVar

from msgspec import Raw, Struct, structs

from graphwright.fold import PutRecord, Records, folded
from graphwright.protocol.base import NOT_GIVEN, Record
from graphwright.protocol.events import (
    CommentChanged,
    CommentRemoved,
    DiscussionSteered,
    DurableEvent,
    FormAnswered,
    MessageCompleted,
    MessageStarted,
    ProposalChanged,
    ProposalDecided,
    ProposalOpened,
    RunFinished,
    RunStarted,
    RunWaiting,
    StepFinished,
    StepStarted,
    ThreadChanged,
)
from graphwright.protocol.operations import Proposal
from graphwright.protocol.runs import StoredError
from graphwright.protocol.threads import TextPart, text_digest
from graphwright.protocol.wire import decode, encode
from graphwright.store.base import Document, StoredEntry
from graphwright.store.chain import redact, unmarked
from graphwright.store.entries import event_of

R = TypeVar("R", bound=Record)
P = TypeVar("P", bound=Proposal)

BLOT: Final = "…"
"""What stands where a text was."""
OF_RUNS: Final = ("run.", "step.", "form.answered", "discussion.steered")
OF_THREADS: Final = ("thread.", "message.")
_LEADS: Final = re.compile(rb'"(?:resultRef|sent|sha256)":"([0-9a-f]{64})"')


class ForgottenIds(Struct, frozen=True):
    """What is forgotten, by its ids."""

    threads: Collection[str] = ()
    runs: Collection[str] = ()
    comments: Collection[str] = ()
    proposals: Collection[str] = ()


def blotted(stored: StoredEntry, ids: ForgottenIds) -> StoredEntry | None:
    """The entry without its texts; `None` where it is of nothing that is forgotten, or says nothing any more."""
    if not stored.type.startswith((*OF_THREADS, *OF_RUNS, "comment.", "proposal.")):
        return None
    event = structs.replace(event_of(stored), sequence=None)
    if not _is_of(event, stored.type, ids):
        return None
    less = _less(event)
    if less == event:
        return None
    body = encode(less)
    if not stored.more:
        return redact(stored, body)
    return redact(stored, body[:-1], (*([b""] * (len(stored.more) - 1)), b"}"))


def _is_of(event: DurableEvent, event_type: str, ids: ForgottenIds) -> bool:
    match event:
        case CommentChanged() | CommentRemoved():
            return event.comment_id in ids.comments
        case ProposalOpened() | ProposalChanged() | ProposalDecided():
            return event.proposal_id in ids.proposals
        case _:
            of_thread = event_type.startswith(OF_THREADS) and getattr(event, "thread_id", None) in ids.threads
            return of_thread or getattr(event, "run_id", None) in ids.runs


def blotted_record(document: Document, entries: Mapping[int, StoredEntry]) -> Document | None:
    """A record as blotted entries come to, which are given by their sequence; `None` where it stays."""
    if document.kind == "run":
        body = encode(_less(decode(document.body, RunStarted)))
    elif (entry := entries.get(document.sequence)) is not None and entry.type != "proposal.decided":
        body = unmarked(entry.whole)
    elif document.kind == "proposal":  # an earlier entry made it, and the last one only changed its fields
        body = encode(_less_proposal(decode(document.body, Proposal)))
    else:
        return None
    return None if body == document.body else structs.replace(document, body=body)


def records_of(stored: StoredEntry) -> list[tuple[str, str]]:
    """Kind and id of the records that an entry made or replaced."""
    changes = folded(event_of(stored, is_complete=False), stored.sequence, _NoRecords(), leaves_out=True)
    return [(change.kind, change.id) for change in changes if isinstance(change, PutRecord)]


class _NoRecords(Records):
    """None: what an entry only changes in a record that others made, is found with those."""

    def one(self, of: type[R], record_id: str) -> R | None:
        return None

    def of_group(self, of: type[R], group: str) -> Iterable[tuple[str, R]]:
        return ()


def leads_to(data: bytes) -> set[str]:
    """The hashes of what lies apart: results of steps, what a language model was sent, and its pieces."""
    return {found.decode() for found in _LEADS.findall(data)}


def _less(event: DurableEvent) -> DurableEvent:
    match event:
        case MessageCompleted():
            return structs.replace(event, parts=[TextPart(text=BLOT)], digest=text_digest(BLOT))
        case MessageStarted():
            return structs.replace(event, parts=[TextPart(text=BLOT)])
        case ThreadChanged():
            return structs.replace(event, title=BLOT)
        case RunStarted():
            return structs.replace(event, question=BLOT, request=Raw(b"{}"), result=NOT_GIVEN)
        case RunFinished():
            return structs.replace(event, result=NOT_GIVEN)
        case RunWaiting():
            return structs.replace(event, waits=[])
        case StepStarted() | StepFinished():
            error = event.error
            told = None if error is None else StoredError(code=error.code, message=BLOT, retry=error.retry)
            return structs.replace(event, label=BLOT, result=NOT_GIVEN, result_ref=None, error=told)
        case FormAnswered():
            return structs.replace(event, values=None)
        case DiscussionSteered():
            return structs.replace(event, text=None)
        case CommentChanged() | ProposalOpened() | ProposalChanged() | ProposalDecided():
            return _less_beside_the_model(event)
        case _:
            return event


def _less_beside_the_model(
    event: CommentChanged | ProposalOpened | ProposalChanged | ProposalDecided,
) -> DurableEvent:
    if isinstance(event, CommentChanged):
        return structs.replace(event, text=BLOT, label=BLOT, mentions=[])
    if isinstance(event, ProposalDecided):
        return structs.replace(event, feedback=_less_text(event.feedback))
    return _less_proposal(event)


def _less_proposal(proposal: P) -> P:
    decided = proposal.decided
    return structs.replace(
        proposal,
        operations=[], batches=[], findings=[], problems=[], depends_on={}, groups=[], holds=[], stale=[], previous=[],
        reason=_less_text(proposal.reason),
        decided=None if decided is None else structs.replace(decided, feedback=_less_text(decided.feedback)),
    )  # fmt: skip


def _less_text(text: str | None) -> str | None:
    return None if text is None else BLOT
