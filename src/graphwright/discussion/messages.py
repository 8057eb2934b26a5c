"""What personas are told and what we say around them (K-18)."""

from __future__ import annotations

from msgspec import Struct

from graphwright.discussion.turns import EndReason, Note
from graphwright.languages import Language, load


class DiscussionMessages(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One language."""

    rules: str
    """The stable beginning of every prompt of a discussion."""
    looks_up: str
    """Added for a persona that has tools; names none of them."""
    proposes: str
    """Added for a persona that may change the model; with a place for the form of a change."""
    you_are: str
    briefs: dict[str, str]
    other_brief: str
    argue: str
    asked: str
    vote: str
    close: str
    summary: str
    empty: str
    mend: str
    """Before the block with the problems of a persona's own changes."""
    topic: str
    """Heading of exported records, and of the final message."""
    decision: str
    arguments: str
    minority: str
    open_points: str
    changes: str
    votes: str
    people: str
    reasons: dict[EndReason, str]
    notes: dict[Note, str]
    no_decision: str
    stopped_before: str
    agreed_on: str
    turn: str
    none: str
    by_votes: str
    dropped: str
    holds: str
    does_not_hold: str
    leave_open: str
    what_next: str
    conclude: str
    go_on: str
    left_open: str
    claim_question: str
    stances: dict[str, str]
    no_vote: str
    late: str
    """Beside a vote that was given after the end."""
    nodes: str


def words(language: Language | str) -> DiscussionMessages:
    """The words of a language; English where we do not speak it."""
    return load(language, "sentences", "discussion", DiscussionMessages)
