"""Commands that only read: show, history, projects, threads, thread. None of them resumes a run."""

from __future__ import annotations

import argparse
from collections import defaultdict

from msgspec.structs import asdict

from graphwright.actions.exports import export_model
from graphwright.cli.output import Output
from graphwright.errors import InvalidCommand
from graphwright.formats.cleaning import visible_in_json
from graphwright.formats.table import table
from graphwright.interop.choosing import text_names
from graphwright.interop.conversation import conversation_of, markdown
from graphwright.operations.history import lines
from graphwright.protocol.base import Record
from graphwright.protocol.graph import Origin
from graphwright.protocol.threads import Message, text_of
from graphwright.protocol.wire import encode
from graphwright.workbench import Workbench


class HistoryRow(Record, frozen=True, kw_only=True):
    """One commit, in short."""

    revision: int
    commit_id: str
    at: str
    author: str
    origin: Origin
    changes: int
    reason: str
    baselines: list[str]
    """The names of the revision."""


class MessageRow(Message, frozen=True, kw_only=True):
    """One message of a thread, with its words in one piece."""

    text: str


async def show(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Print the model."""
    if options.format not in text_names():
        raise InvalidCommand(f"no format is called {options.format!r}; there are {', '.join(text_names())}")
    open_project = await workbench.open_project(options.project)
    project = open_project.project
    graph = await open_project.baselines.graph(options.at)
    wanted = "json" if output.as_json else options.format
    data, _ = await export_model(open_project, wanted, revision=options.at)
    text = data.decode()
    text = visible_in_json(text) if wanted == "json" else text
    if not graph.nodes and wanted == "table":
        text = f'project {project.header.name} is empty; say something: graphwright say {project.header.name} "..."'
    output.document(text)
    return 0


async def history(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """List the commits, newest first."""
    open_project = await workbench.open_project(options.project)
    after = max(0, open_project.project.graph.revision - options.limit) if options.limit > 0 else 0
    names: defaultdict[int, list[str]] = defaultdict(list)
    for baseline in await open_project.baselines.all():
        names[baseline.revision].append(baseline.name)
    rows = [
        HistoryRow(
            revision=commit.revision,
            commit_id=commit.commit_id,
            at=commit.at.isoformat(timespec="seconds"),
            author=commit.author.name,
            origin=commit.origin,
            changes=len(commit.changes),
            reason=commit.reason or "",
            baselines=names[commit.revision],
        )
        for commit in reversed(await lines(open_project.project, after_revision=after))
    ]
    cells = [
        (str(row.revision), row.at, row.author, row.origin, str(row.changes), row.commit_id, _told(row)) for row in rows
    ]
    headings = ("revision", "at", "author", "origin", "changes", "commit", "reason")
    output.result({"commits": rows}, table(headings, cells) if rows else ["no commits yet"])
    return 0


def _told(row: HistoryRow) -> str:
    """Why, behind the names of the revision."""
    return " ".join([*(f"[{name}]" for name in row.baselines), row.reason[:60]])


async def projects(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:  # noqa: ARG001
    """List the projects."""
    rows = await workbench.projects.rows()
    cells = [(row.name, row.project_id, row.created_at.isoformat(timespec="seconds")) for row in rows]
    lines = (
        table(("name", "project", "made"), cells) if rows else ["no projects yet; `graphwright say NAME ...` makes one"]
    )
    listed = [{"name": row.name, "projectId": row.project_id, "createdAt": row.created_at} for row in rows]
    output.result({"projects": listed}, lines)
    return 0


async def threads(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """List the conversations."""
    open_project = await workbench.open_project(options.project)
    rows = await open_project.threads.rows()
    cells = [
        (
            row.thread_id,
            row.started_at.isoformat(timespec="seconds"),
            f"{row.figures.messages:,}",
            f"{row.figures.input_tokens + row.figures.output_tokens:,}",
            row.title,
        )
        for row in rows
    ]
    head = ("thread", "started", "messages", "tokens", "title")
    output.result({"threads": rows}, table(head, cells) if rows else ["no threads yet"])
    return 0


async def thread(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Print one conversation."""
    open_project = await workbench.open_project_of("thread", options.thread)
    store, project_id = workbench.store, open_project.project.project_id
    found = await conversation_of(store, project_id, options.thread)
    if options.format != "text":
        whole = visible_in_json(encode(found).decode())
        output.document(markdown(found, open_project.project.graph) if options.format == "markdown" else whole)
        return 0
    rows = [MessageRow(**asdict(message), text=text_of(message.parts)) for message in found.messages]
    lines = [f"# {found.thread.title}", *(f"\n{row.author.name}{_unfinished(row)}: {row.text}" for row in rows)]
    output.result({"threadId": found.thread.thread_id, "figures": found.figures, "messages": rows}, lines)
    return 0


def _unfinished(message: Message) -> str:
    """The mark of a message that is not complete: still streaming, stopped, or failed."""
    return "" if message.status == "complete" else f" ({message.status})"
