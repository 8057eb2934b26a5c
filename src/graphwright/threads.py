"""Conversations: post a message, read a history. The store is the only truth, so a thread follows its user anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.errors import LimitExceeded
from graphwright.formats.cleaning import clean
from graphwright.ports import Clock, Ids
from graphwright.protocol.events import DurableEvent, MessageCompleted, ThreadChanged
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import MessageId, ProjectId, ThreadId
from graphwright.protocol.runs import Usage
from graphwright.protocol.threads import (
    Message,
    MessageAuthor,
    TextPart,
    Thread,
    text_digest,
    text_of,
)
from graphwright.store.base import Store
from graphwright.store.reads import StoredProject
from graphwright.text.sentences import ends

MESSAGE_LENGTH: Final = 100_000
TITLE_LENGTH: Final = 80
_SHORTEST_TITLE: Final = 10
"""Characters of a beginning that says something by itself: "Hi." does not."""


def posted(
    text: str,
    *,
    author: Author,
    thread_id: ThreadId | None,
    ids: Ids,
    clock: Clock,
    parent: MessageId | None = None,
    revision: int | None = None,
) -> tuple[MessageCompleted, list[DurableEvent]]:
    """A person's message and the events that keep it; a new thread is named after its first message.

    `parent` is the message it follows; two messages with the same parent are branches of one conversation. `revision`
    is a past one that it asks about.
    """
    if len(text) > MESSAGE_LENGTH:
        message = f"the message has {len(text):,} characters, at most {MESSAGE_LENGTH:,} are accepted"
        raise LimitExceeded(message)
    events: list[DurableEvent] = []
    if thread_id is None:
        thread_id = ThreadId(ids.new())
        events.append(ThreadChanged(thread_id=thread_id, title=title_of(text), started_at=clock.now()))
    entry = completed(
        Message(
            message_id=MessageId(ids.new()),
            thread_id=thread_id,
            author=MessageAuthor(kind="person", name=author.name, person_id=author.person_id),
            parts=[TextPart(text=text)],
            status="complete",
            attempt=1,
            parent_message_id=parent,
            revision=revision,
        )
    )
    return entry, [*events, entry]


def untold(told: str, whole: str) -> str | None:
    """What of a whole message was not told while it streamed; None where it is another text: it counts (ADR-11)."""
    bare = told.rstrip()
    if not whole.startswith(bare):
        return None
    rest, blank = whole.removeprefix(bare), told.removeprefix(bare)
    return rest.removeprefix(blank) if rest.startswith(blank) else rest.lstrip()


def completed(message: Message, usage: Usage | None = None) -> MessageCompleted:
    """The message as it stands for ever, with the digest that everybody can check what they heard against (ADR-11).

    The only place where one is made, so that none is without its digest.
    """
    fields = {name: getattr(message, name) for name in Message.__struct_fields__}
    return MessageCompleted(**fields, usage=usage, digest=text_digest(text_of(message.parts)))


def title_of(text: str) -> str:
    """A short title for a thread that begins with this message: its first sentence, cut between words."""
    line = next((line for line in text.splitlines() if line.strip()), "")
    whole = " ".join(clean(line).split())
    end = next((end for end in ends(whole) if end > _SHORTEST_TITLE), len(whole))
    title = whole if end == len(whole) else whole[:end].rstrip(".")
    if len(title) <= TITLE_LENGTH:
        return title or "…"
    begin = title[: TITLE_LENGTH - 1]
    return f"{begin[: begin.rfind(' ')] if ' ' in begin[TITLE_LENGTH // 2 :] else begin}…"


async def threads(store: Store, project_id: ProjectId) -> list[Thread]:
    """The threads of a project, oldest first."""
    return await StoredProject(store, project_id).read_all(Thread)


async def thread(store: Store, project_id: ProjectId, thread_id: ThreadId) -> Thread:
    """The header of one thread. `NotFound`."""
    return await StoredProject(store, project_id).read(Thread, thread_id)


async def newest(store: Store, project_id: ProjectId, thread_id: ThreadId) -> MessageId | None:
    """The last message of a thread: what the next one follows."""
    messages = await history(store, project_id, thread_id, newest=1)
    return messages[-1].message_id if messages else None


def branch(messages: Sequence[Message], leaf: MessageId) -> list[Message]:
    """The messages that lead to one of them, in order, without other branches: the talk as its speakers saw it."""
    by_id = {message.message_id: message for message in messages}
    found: list[Message] = []
    following: MessageId | None = leaf
    while following is not None and (message := by_id.pop(following, None)) is not None:
        found.append(message)
        following = message.parent_message_id
    return found[::-1]


async def history(
    store: Store, project_id: ProjectId, thread_id: ThreadId, *, newest: int | None = None
) -> list[Message]:
    """The messages of a thread in order (the newest few of them)."""
    return await StoredProject(store, project_id).read_all(Message, group=thread_id, newest=newest)
