"""Conversations: list them with what they came to, open one, read one, write one as a file."""

from __future__ import annotations

import hashlib
from typing import Annotated, Final, Literal

from msgspec import Meta, Raw

from graphwright.errors import InvalidCommand
from graphwright.interop.conversation import conversation_of, markdown
from graphwright.protocol.base import Command, Record
from graphwright.protocol.events import ThreadChanged
from graphwright.protocol.ids import CommandId, ThreadId
from graphwright.protocol.threads import Message, Thread, ThreadFigures, ThreadRow
from graphwright.protocol.wire import encode
from graphwright.server.commands import check_command_id
from graphwright.server.endpoint import Endpoint, EndpointCall, HttpAnswer, NoBody, NoQuery
from graphwright.store.base import IdempotencyKey, RepeatedKey
from graphwright.threads import TITLE_LENGTH, figures, history, rows, thread


class Threads(Record, frozen=True, kw_only=True):
    """The conversations of a project, oldest first."""

    threads: list[ThreadRow]


class ThreadPost(Command, frozen=True, kw_only=True):
    """A conversation to be opened. Everybody in the project can read it."""

    command_id: CommandId
    title: Annotated[str, Meta(min_length=1, max_length=TITLE_LENGTH)]


class ThreadRead(Record, frozen=True, kw_only=True):
    """A conversation with all its messages, branches included."""

    thread: Thread
    figures: ThreadFigures
    messages: list[Message]


class ThreadExportQuery(Command, frozen=True, kw_only=True):
    """As what."""

    format: Literal["markdown", "json"] = "markdown"


async def list_threads(call: EndpointCall[NoQuery, NoBody]) -> Threads:
    """The conversations of a project."""
    return Threads(threads=await rows(call.server_state.workbench.store, call.open_project.project.project_id))


async def open_thread(call: EndpointCall[NoQuery, ThreadPost]) -> HttpAnswer:
    """Open a conversation that nobody has said anything in."""
    project, wanted = call.open_project.project, call.body
    title = " ".join(wanted.title.split())
    if not title:
        raise InvalidCommand("a title has at least one visible character", path="$.title")
    check_command_id(wanted.command_id)
    opened = Thread(thread_id=ThreadId(project.ids.new()), title=title, started_at=project.clock.now())
    event = ThreadChanged(thread_id=opened.thread_id, title=opened.title, started_at=opened.started_at)
    body = project.project_id.encode() + b"\0" + encode(["threads.post", wanted])
    digest = hashlib.sha256(body).hexdigest()
    key = IdempotencyKey(scope=call.person.person_id, id=wanted.command_id, digest=digest, answer=encode(opened))
    try:
        await project.record([event], key=key)
    except RepeatedKey as repeated:
        return HttpAnswer(repeated.answer)
    return HttpAnswer(opened)


async def read_thread(call: EndpointCall[NoQuery, NoBody]) -> ThreadRead:
    """A conversation with its messages."""
    store, project_id = call.server_state.workbench.store, call.open_project.project.project_id
    found = await thread(store, project_id, ThreadId(call.path["thread"]))
    return ThreadRead(
        thread=found,
        figures=await figures(store, project_id, found.thread_id),
        messages=await history(store, project_id, found.thread_id),
    )


async def export_thread(call: EndpointCall[ThreadExportQuery, NoBody]) -> HttpAnswer:
    """A conversation as a page to read, or as JSON with everything in it."""
    store, project_id = call.server_state.workbench.store, call.open_project.project.project_id
    found = await conversation_of(store, project_id, ThreadId(call.path["thread"]))
    if call.query.format == "json":
        return HttpAnswer(found)
    return HttpAnswer(markdown(found, call.open_project.project.graph), media="text/markdown; charset=utf-8")


THREADS: Final = (
    Endpoint(
        name="threads.get", method="GET", path="/api/projects/{project}/threads", needs="read",
        summary="The conversations of a project, with what they came to", handle=list_threads, answer=Threads,
    ),
    Endpoint(
        name="threads.post", method="POST", path="/api/projects/{project}/threads", needs="ask", status=201,
        summary="Open a conversation", handle=open_thread, body=ThreadPost, answer=Thread,
    ),
    Endpoint(
        name="thread.get", method="GET", path="/api/projects/{project}/threads/{thread}", needs="read",
        summary="A conversation with its messages", handle=read_thread, answer=ThreadRead,
    ),
    Endpoint(
        name="thread.export.get", method="GET", path="/api/projects/{project}/threads/{thread}/export", needs="read",
        summary="A conversation as Markdown or JSON", handle=export_thread, query=ThreadExportQuery, answer=Raw,
    ),
)  # fmt: skip
