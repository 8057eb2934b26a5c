"""What of a project is to be told to whom: found in its journal, and looked at once more when it is told.

A journal says that something was said; whether it is still news is seen from how things stand when the mail is written:
a remark that was taken away, resolved, answered or read, and a proposal that was decided, are told to nobody.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from datetime import timedelta
from typing import Final, TypeAlias

from msgspec import Struct

from graphwright.mail.records import Mailbox, MailedKind, MailNotice
from graphwright.protocol.comments import Comment, people_told
from graphwright.protocol.events import CommentChanged, ProposalOpened
from graphwright.protocol.ids import PersonId, ProjectId
from graphwright.protocol.operations import Proposal
from graphwright.protocol.projects import RIGHTS, Access
from graphwright.store.base import Store, StoredEntry
from graphwright.store.entries import event_of
from graphwright.store.reads import StoredProject

RECENT: Final = timedelta(days=1)
"""A comment that is told again later, because it was reopened, is no news."""

_TOLD_BY: Final[Mapping[MailedKind, str]] = {"comment": "comment.changed", "proposal": "proposal.opened"}
"""The type of the entries that tell it."""

AccessIn: TypeAlias = Callable[[ProjectId, PersonId], Awaitable[Access | None]]
"""What somebody may do in a project now."""


class MailItem(Struct, frozen=True):
    """One piece of news, as it stands now."""

    kind: str
    """`mention`, `reply` or `review`: which sentence tells it."""
    notice: MailNotice
    project: str
    who: str
    """Who said it."""
    what: str
    """What it is about, as that was called."""
    text: str


async def notices_in(
    store: Store, project_id: ProjectId, boxes: Mapping[PersonId, Mailbox], *, after: int, upto: int
) -> AsyncIterator[tuple[PersonId, MailNotice]]:
    """What the entries of a journal with `after < sequence <= upto` say to people with a mailbox."""
    for kind, entry_type in _TOLD_BY.items():
        if not any(_wants(box, kind) for box in boxes.values()):
            continue
        async for entry in store.read(project_id, after=after, upto=upto, only=entry_type):
            said_id, people = await _said_to(store, project_id, entry, boxes.keys())
            for person_id in people & boxes.keys():
                box = boxes[PersonId(person_id)]
                if _wants(box, kind) and box.since is not None and entry.at >= box.since:
                    yield box.person_id, MailNotice(kind=kind, project_id=project_id, id=said_id, at=entry.at)


async def _said_to(
    store: Store, project_id: ProjectId, entry: StoredEntry, people: Collection[str]
) -> tuple[str, set[str]]:
    """What an entry says, by its id, and to whom."""
    event = event_of(entry)
    if isinstance(event, CommentChanged):
        if event.resolved is not None or entry.at - event.at >= RECENT:
            return event.comment_id, set()
        others = await StoredProject(store, project_id).read_all(Comment, group=event.about)
        return event.comment_id, people_told(event, others)
    if isinstance(event, ProposalOpened):
        return event.proposal_id, {*people} - {event.author.person_id}
    return "", set()


def _wants(box: Mailbox, kind: MailedKind) -> bool:
    return box.comments if kind == "comment" else box.reviews


async def still_news(
    store: Store, box: Mailbox, notices: Collection[MailNotice], seen: Collection[str], access: AccessIn
) -> list[MailItem]:
    """What of these is to be told to somebody, now that it is written."""
    names = {row.project_id: row.name for row in await store.projects()}
    found: list[MailItem] = []
    for notice in notices:
        name = names.get(notice.project_id)
        rights = None if name is None else await access(notice.project_id, box.person_id)
        if name is None or rights is None or notice.id in seen:
            continue
        project = StoredProject(store, notice.project_id)
        item = None
        if _wants(box, notice.kind) and notice.kind == "comment":
            item = await _remark(project, box.person_id, notice, name)
        elif _wants(box, notice.kind) and "decide" in RIGHTS[rights]:
            item = await _review(project, notice, name)
        if item is not None:
            found.append(item)
    return found


async def _remark(project: StoredProject, person_id: PersonId, notice: MailNotice, name: str) -> MailItem | None:
    comment = await project.find(Comment, notice.id)
    if comment is None:
        return None
    others = await project.read_all(Comment, group=comment.about)
    if person_id not in people_told(comment, others):  # it was changed, and calls them no more
        return None
    first = comment.reply_to or comment.comment_id
    for each in others:
        if each.comment_id == first and each.resolved is not None:
            return None
        if each.reply_to == first and each.person.person_id == person_id and each.at > comment.at:
            return None  # they have answered since
    kind = "mention" if person_id in comment.mentions else "reply"
    return MailItem(kind, notice, name, comment.person.name, comment.label, comment.text)


async def _review(project: StoredProject, notice: MailNotice, name: str) -> MailItem | None:
    proposal = await project.find(Proposal, notice.id)
    if proposal is None or proposal.state != "open":
        return None
    return MailItem("review", notice, name, proposal.author.name, "", proposal.reason or "")
