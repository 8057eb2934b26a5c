"""What people remark on an element or on what is beside the model, kept there until it is resolved."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from graphwright.protocol.base import Record, Time
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import CommentId, PersonId

CommentedKind: TypeAlias = Literal["node", "edge", "proposal", "passage", "step", "message"]


class Resolution(Record, frozen=True, kw_only=True):
    """Who took a comment as dealt with."""

    person: Author
    at: Time


class Comment(Record, frozen=True, kw_only=True):
    """A remark, or a reply to one. It outlives what it is about, which may come back by an undo."""

    comment_id: CommentId
    kind: CommentedKind
    about: str
    """The id of what is remarked on."""
    within: str | None = None
    """Where that is found: the document of a passage, the run of a step, the thread of a message."""
    label: str
    """What that was called when somebody remarked on it, for when it is no longer there."""
    reply_to: CommentId | None = None
    """The comment that is replied to; replies have no replies."""
    text: str
    mentions: list[PersonId] = []
    """Members whom the text calls by their names, such as `@Ana`."""
    person: Author
    at: Time
    edited_at: Time | None = None
    resolved: Resolution | None = None
    """Of a comment that is no reply: it and its replies are dealt with."""


def open_comments(comments: Iterable[Comment]) -> list[Comment]:
    """Those that nobody has resolved, with their replies, in their order."""
    known = list(comments)
    resolved = {each.comment_id for each in known if each.resolved is not None}
    return [each for each in known if each.comment_id not in resolved and each.reply_to not in resolved]


def people_told(comment: Comment, others: Iterable[Comment]) -> set[str]:
    """Whom a comment is said to: who is called in it, and who spoke before in the conversation that it answers.

    others: comments of the same thing, among them those of the conversation.
    """
    first, now = comment.reply_to, (comment.at, comment.comment_id)
    spoke_before = {
        each.person.person_id
        for each in others
        if first is not None and first in {each.comment_id, each.reply_to} and (each.at, each.comment_id) < now
    }
    called: set[str] = {*comment.mentions, *spoke_before}
    return called - {comment.person.person_id}


def unresolved_to(person_id: str, comments: Iterable[Comment]) -> list[CommentId]:
    """What others said to somebody in conversations that are open: called them, or answered where they had spoken."""
    all_of_them = list(comments)
    closed = {each.comment_id for each in all_of_them if each.resolved is not None}
    talks: dict[str, list[Comment]] = {}
    for each in all_of_them:
        talks.setdefault(each.reply_to or each.comment_id, []).append(each)
    return [
        each.comment_id
        for first, talk in talks.items()
        if first not in closed
        for each in talk
        if person_id in people_told(each, talk)
    ]
