"""Conversations: list them with what they came to, open one, read one, write one as a file."""

from __future__ import annotations

from typing import Literal

from msgspec import Raw

from graphwright.interop.conversation import conversation_of, markdown
from graphwright.protocol.base import Command, Record
from graphwright.protocol.commands import ThreadOpen
from graphwright.protocol.ids import ThreadId
from graphwright.protocol.threads import Message, Thread, ThreadFigures, ThreadRow
from graphwright.server.command_endpoint import command_endpoint
from graphwright.server.endpoint import PROJECT, EndpointCall, HttpAnswer, NoBody, NoQuery, endpoint
from graphwright.threads import history, thread


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


@endpoint("threads.get", PROJECT + "/threads", "read")
async def list_threads(call: EndpointCall[NoQuery, NoBody]) -> Threads:
    """The conversations of a project, with what they came to."""
    return Threads(threads=await call.open_project.threads.rows())


@endpoint("thread.get", PROJECT + "/threads/{thread}", "read")
async def read_thread(call: EndpointCall[NoQuery, NoBody]) -> ThreadRead:
    """A conversation with its messages."""
    store, project_id = call.workbench.store, call.project.project_id
    found = await thread(store, project_id, ThreadId(call.path["thread"]))
    return ThreadRead(
        thread=found,
        figures=await call.open_project.threads.figures(found.thread_id),
        messages=await history(store, project_id, found.thread_id),
    )


@endpoint("thread.export.get", PROJECT + "/threads/{thread}/export", "read", answer=Raw, audited=())
async def export_thread(call: EndpointCall[ThreadExportQuery, NoBody]) -> HttpAnswer:
    """A conversation as Markdown or JSON."""
    store, project_id = call.workbench.store, call.project.project_id
    found = await conversation_of(store, project_id, ThreadId(call.path["thread"]))
    if call.query.format == "json":
        return HttpAnswer(found)
    return HttpAnswer(markdown(found, call.project.graph), media="text/markdown; charset=utf-8")


command_endpoint(
    ThreadOpen,
    name="threads.post",
    path="threads",
    summary="Open a conversation",
    answer=Thread,
    status=201,
)
