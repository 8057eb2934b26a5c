"""Conversations: list them with what they came to, open one, read one, write one as a file."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Raw

from graphwright.interop.conversation import conversation_of, markdown
from graphwright.protocol.base import Command, Record
from graphwright.protocol.commands import ThreadOpen
from graphwright.protocol.ids import ThreadId
from graphwright.protocol.threads import Message, Thread, ThreadFigures, ThreadRow
from graphwright.server.command_endpoint import command_endpoint
from graphwright.server.endpoint import Endpoint, EndpointCall, HttpAnswer, NoBody, NoQuery
from graphwright.threads import figures, history, rows, thread


class Threads(Record, frozen=True, kw_only=True):
    """The conversations of a project, oldest first."""

    threads: list[ThreadRow]


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
    command_endpoint(
        ThreadOpen, name="threads.post", path="threads", summary="Open a conversation", answer=Thread, status=201,
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
