"""Comments: what people remark on elements and on what is beside them, answered, changed, resolved and taken away.

A comment is a fact of the project and no part of the model: it makes no revision, is not undone, and stays when its
element is deleted, since an undo brings that back under the same id. Each method gives the events that make it so; the
caller records them while `changing` is held, so that nobody writes over what somebody else has just said.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from graphwright.errors import AccessDenied, Conflict, InvalidCommand, LimitExceeded, NotFound
from graphwright.projects import Project
from graphwright.protocol.comments import Comment, CommentedKind, Resolution, open_comments
from graphwright.protocol.documents import Passage
from graphwright.protocol.events import CommentChanged, CommentRemoved, DurableEvent
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import CommentId, EdgeId, NodeId, PersonId
from graphwright.protocol.operations import Proposal
from graphwright.protocol.projects import Person
from graphwright.protocol.runs import Step
from graphwright.protocol.threads import Message, text_of

TEXT_LENGTH: Final = 5_000
MAX_OPEN: Final = 2_000
"""Open comments of one project, without replies: every page that opens it is told all of them."""
MAX_REPLIES: Final = 200
LABEL_LENGTH: Final = 120


class _Subject(NamedTuple):
    """What is remarked on: what it is called now, and where it is found."""

    label: str
    within: str | None = None


class Comments:
    """The comments of one project."""

    def __init__(self, project: Project, passage: Callable[[str], Awaitable[Passage]]) -> None:
        self._project = project
        self._passage = passage
        self.changing = asyncio.Lock()

    async def all(self, about: str | None = None) -> list[Comment]:
        """All of them (on one thing), oldest first."""
        return await self._project.read_all(Comment, group=about)

    async def get(self, comment_id: str) -> Comment:
        """One comment. `NotFound`."""
        return await self._project.read(Comment, comment_id)

    async def write(
        self, kind: CommentedKind, about: str, text: str, *, person: Author, people: Sequence[Person]
    ) -> Comment:
        """A new comment. `NotFound` for what is not there, `InvalidCommand` and `LimitExceeded` for the text."""
        label, within = await self._subject(kind, about)
        await self._check_room()
        return Comment(
            comment_id=CommentId(self._project.ids.new()),
            kind=kind,
            about=about,
            within=within,
            label=label,
            text=_checked(text),
            mentions=mentioned(text, people),
            person=person,
            at=self._project.clock.now(),
        )

    async def reply(
        self, comment_id: str, text: str, *, person: Author, people: Sequence[Person]
    ) -> tuple[Comment, list[DurableEvent]]:
        """A reply. A resolved comment is open again with it, or nobody would read it. `LimitExceeded`."""
        first, others = await self._with_replies(comment_id)
        if len(others) >= MAX_REPLIES:
            message = f"the comment has {MAX_REPLIES} replies, and no more are kept; write a new comment"
            raise LimitExceeded(message)
        if first.resolved is not None:
            await self._check_room()
        said = replace(
            first,
            comment_id=CommentId(self._project.ids.new()),
            reply_to=first.comment_id,
            text=_checked(text),
            mentions=mentioned(text, people),
            person=person,
            at=self._project.clock.now(),
            edited_at=None,
            resolved=None,
        )
        reopened = [] if first.resolved is None else _told([replace(first, resolved=None), *others])
        return said, [*reopened, told(said)]

    async def edit(self, comment_id: str, text: str, *, person: Author, people: Sequence[Person]) -> Comment:
        """Other words for one's own comment. `AccessDenied` for somebody else's."""
        found = await self.get(comment_id)
        if found.person.person_id != person.person_id:
            raise AccessDenied(f"{found.person.name} wrote this comment, and only they can change it; reply instead")
        return replace(
            found, text=_checked(text), mentions=mentioned(text, people), edited_at=self._project.clock.now()
        )

    async def resolve(
        self, comment_id: str, *, is_resolved: bool, person: Author
    ) -> tuple[Comment, list[DurableEvent]]:
        """Resolved or open again; the same again changes nothing. Who hears that it is open hears its replies, too."""
        first, others = await self._with_replies(comment_id)
        if is_resolved == (first.resolved is not None):
            return first, []
        if not is_resolved:
            await self._check_room()
        resolution = Resolution(person=person, at=self._project.clock.now()) if is_resolved else None
        now = replace(first, resolved=resolution)
        return now, _told([now] if is_resolved else [now, *others])

    async def remove(self, comment_id: str, *, person: Author, is_admin: bool) -> CommentRemoved:
        """Take a comment away: one's own, or as an admin. `Conflict` for one that has been replied to."""
        found = await self.get(comment_id)
        if found.person.person_id != person.person_id and not is_admin:
            raise AccessDenied(f"{found.person.name} wrote this comment; they or an admin can take it away")
        if found.reply_to is None and (await self._with_replies(comment_id))[1]:
            raise Conflict("the comment has been replied to; resolve it instead")
        return CommentRemoved(comment_id=found.comment_id, person=person)

    async def _check_room(self) -> None:
        """Refuse one more open comment where there are too many. `LimitExceeded`."""
        if sum(each.reply_to is None for each in open_comments(await self.all())) >= MAX_OPEN:
            message = f"the project has {MAX_OPEN:,} open comments, and no more are kept; resolve some first"
            raise LimitExceeded(message)

    async def _with_replies(self, comment_id: str) -> tuple[Comment, list[Comment]]:
        first = await self.get(comment_id)
        if first.reply_to is not None:
            message = f"{comment_id[:80]!r} is a reply; name the comment it replies to, {first.reply_to!r}"
            raise InvalidCommand(message, path="$.commentId")
        return first, [each for each in await self.all(first.about) if each.reply_to == first.comment_id]

    async def _subject(self, kind: CommentedKind, about: str) -> _Subject:
        """What something is called now, at most so long, and where it is found. `NotFound`."""
        found = self._element(kind, about) if kind in {"node", "edge"} else await self._beside_the_model(kind, about)
        if found is None:
            raise NotFound(f"there is no {kind} {about[:80]!r} to comment on; give its id")
        label = " ".join(found.label[: 4 * LABEL_LENGTH].split())
        return found._replace(label=label if len(label) <= LABEL_LENGTH else f"{label[: LABEL_LENGTH - 1]}…")

    def _element(self, kind: CommentedKind, about: str) -> _Subject | None:
        graph = self._project.graph
        if kind == "node":
            node = graph.nodes.get(NodeId(about))
            return None if node is None else _Subject(node.name)
        edge = graph.edges.get(EdgeId(about))
        if edge is None:
            return None
        return _Subject(f"{graph.nodes[edge.source].name} -{edge.edge_type}-> {graph.nodes[edge.target].name}")

    async def _beside_the_model(self, kind: CommentedKind, about: str) -> _Subject | None:
        match kind:
            case "passage":
                try:
                    passage = await self._passage(about)
                except NotFound:
                    return None
                return _Subject(passage.text, passage.document_id)
            case "step":
                step = await self._project.find(Step, about)
                return None if step is None else _Subject(step.label or step.kind, step.run_id)
            case "message":
                message = await self._project.find(Message, about)
                return None if message is None else _Subject(text_of(message.parts), message.thread_id)
            case _:
                proposal = await self._project.find(Proposal, about)
                return None if proposal is None else _Subject(proposal.reason or "")


def told(comment: Comment) -> CommentChanged:
    """The event that says how a comment stands."""
    return CommentChanged(**{name: getattr(comment, name) for name in Comment.__struct_fields__})


def mentioned(text: str, people: Iterable[Person]) -> list[PersonId]:
    """The members whom a text calls as `@Name`, in its order, whatever the case; the longest name counts."""
    named: dict[str, list[PersonId]] = {}
    for person in people:
        named.setdefault(person.name.casefold(), []).append(person.person_id)
    names = sorted(filter(None, named), key=len, reverse=True)
    before, *called = f" {text.casefold()}".split("@")
    found: dict[str, None] = {}
    for words in called:
        name = next((name for name in names if words.startswith(name) and not _goes_on(words[len(name) :])), None)
        if name is not None and not before[-1:].isalnum() and before:
            found[name] = None
        before = words
    return [person_id for name in found for person_id in named[name]]


def _goes_on(rest: str) -> bool:
    return rest[:1].isalnum() or rest[:1] == "_"


def _checked(text: str) -> str:
    text = text.strip()
    if not text:
        raise InvalidCommand("a comment has at least one visible character", path="$.text")
    if len(text) > TEXT_LENGTH:
        message = f"the comment has {len(text):,} characters, at most {TEXT_LENGTH:,} are accepted"
        raise LimitExceeded(message)
    return text


def _told(comments: Iterable[Comment]) -> list[DurableEvent]:
    return [told(each) for each in comments]
