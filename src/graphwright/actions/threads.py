"""Open a conversation, and give one another title."""

from __future__ import annotations

from msgspec import Raw

from graphwright.actions.context import CommandContext
from graphwright.actions.registry import action
from graphwright.errors import InvalidCommand
from graphwright.protocol.base import Record
from graphwright.protocol.commands import ThreadOpen, ThreadUpdate
from graphwright.protocol.events import ThreadChanged
from graphwright.protocol.ids import ThreadId
from graphwright.protocol.threads import Thread
from graphwright.threads import TITLE_LENGTH, thread


class ThreadRenamed(Record, frozen=True, kw_only=True):
    """A thread has its new title."""

    thread_id: ThreadId
    title: str


@action(ThreadOpen, right="ask")
async def open_thread(command: ThreadOpen, context: CommandContext) -> Raw:
    """Open a conversation that nobody has said anything in."""
    project = context.project
    title = " ".join(command.title.split())
    if not title:
        raise InvalidCommand("a title has at least one visible character", path="$.title")
    opened = Thread(thread_id=ThreadId(project.ids.new()), title=title, started_at=project.clock.now())
    event = ThreadChanged(thread_id=opened.thread_id, title=opened.title, started_at=opened.started_at)
    return await context.record([event], opened)


@action(ThreadUpdate, right="ask")
async def rename(command: ThreadUpdate, context: CommandContext) -> Raw:
    """Give a thread another title."""
    project = context.project
    found = await thread(project.store, project.project_id, command.thread_id)
    title = found.title if command.title is None else " ".join(command.title.split())
    if not 0 < len(title) <= TITLE_LENGTH:
        message = f"a title has 1 to {TITLE_LENGTH} characters"
        raise InvalidCommand(message, path="$.title")
    renamed = ThreadRenamed(thread_id=found.thread_id, title=title)
    event = ThreadChanged(thread_id=found.thread_id, title=title, started_at=found.started_at)
    return await context.record([event], renamed)
