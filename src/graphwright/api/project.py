"""A project, for programs that do not `await`. Made by `scripts/generate_api.py`; do not edit.

What the methods do stands in `async_project.py`, from which they are made.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from graphwright.actions.changes import ChangeResult
from graphwright.actions.cures import CureResult
from graphwright.actions.proposals import DecisionResult
from graphwright.actions.search import SearchResult
from graphwright.api.async_project import AsyncProject, CommentedThing, OnText, open_async
from graphwright.api.blocking import LoopThread
from graphwright.api.change import ChangeSetBuilder
from graphwright.api.exported import ExportedFile
from graphwright.api.frames import NetworkxGraph, NodeEdgeTables
from graphwright.api.model import SystemModel
from graphwright.api.pictures import ModelPicture
from graphwright.api.reply import AssistantReply
from graphwright.protocol.base import JsonValue
from graphwright.protocol.comments import Comment
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.operations import Finding, Proposal
from graphwright.protocol.runs import WorkflowName


class BlockingProject:
    """An open project: use it in a `with` block, or close it. Made by `graphwright.open`."""

    def __init__(
        self,
        project: str,
        *,
        folder: str | os.PathLike[str] | None = None,
        address: str | None = None,
        token: str | None = None,
    ) -> None:
        self._loop = LoopThread()
        self._opening = open_async(project, folder=folder, address=address, token=token)
        try:
            self._project: AsyncProject = self._loop.enter(self._opening)
        except BaseException:
            self._loop.close()
            raise

    def __enter__(self) -> Self:
        """The project itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Let go of the folder or the connection; what was acknowledged is kept. Again it does nothing."""
        if not self._loop.is_closed:
            try:
                self._loop.leave(self._opening)
            finally:
                self._loop.close()

    def __repr__(self) -> str:
        """What a prompt shows."""
        return f"<Project {self.name}: {self.model!r}>"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return self.model._repr_html_()

    def _repr_svg_(self) -> str | None:
        """A picture, for whoever shows pictures."""
        return self.model._repr_svg_()

    @property
    def name(self) -> str:
        """Its short name."""
        return self._loop.call(lambda: self._project.name)

    @property
    def revision(self) -> int:
        """How many commits it has seen."""
        return self._loop.call(lambda: self._project.revision)

    @property
    def model(self) -> SystemModel:
        """The model of now."""
        return self._loop.call(lambda: self._project.model)

    @property
    def nodes(self) -> Sequence[Node]:
        """The nodes of now, in the order they were made."""
        return self._loop.call(lambda: self._project.nodes)

    @property
    def edges(self) -> Sequence[Edge]:
        """The edges of now."""
        return self._loop.call(lambda: self._project.edges)

    @property
    def proposals(self) -> Sequence[Proposal]:
        """The change sets that wait for a person."""
        return self._loop.call(lambda: self._project.proposals)

    @property
    def comments(self) -> Sequence[Comment]:
        """What people remark and nobody has resolved, with the replies, oldest first."""
        return self._loop.call(lambda: self._project.comments)

    def find(self, name: str, type: str | None = None) -> Node:
        """The node with this name or id; see `SystemModel.find`."""
        return self._loop.call(lambda: self._project.find(name, type))

    def search(self, query: str) -> SearchResult:
        """Nodes that fit some words, best first."""
        return self._loop.wait(self._project.search(query))

    def findings(self) -> Sequence[Finding]:
        """Everything the rules find now, each with its `message` and `hint` in the project's language."""
        return self._loop.wait(self._project.findings())

    def at(self, moment: str | int) -> SystemModel:
        """The model at a baseline, by its name, or at a revision. `NotFound`."""
        return self._loop.wait(self._project.at(moment))

    def to_networkx(self) -> NetworkxGraph:
        """The model of now as a `networkx.MultiDiGraph`; see `SystemModel.to_networkx`."""
        return self._loop.call(self._project.to_networkx)

    def to_pandas(self) -> NodeEdgeTables:
        """The model of now as two data frames: `nodes, edges = project.to_pandas()`."""
        return self._loop.call(self._project.to_pandas)

    def to_arrow(self) -> NodeEdgeTables:
        """The model of now as two Arrow tables: `nodes, edges = project.to_arrow()`."""
        return self._loop.call(self._project.to_arrow)

    def pictures(self) -> Sequence[ModelPicture]:
        """The model of now drawn, with titles in the project's language; a notebook shows each."""
        return self._loop.call(self._project.pictures)

    def export(
        self,
        format: str = "json",
        *,
        at: str | int | None = None,
        view: str | None = None,
        focus: str | None = None,
        select: Sequence[str] = (),
    ) -> ExportedFile:
        """The model as a file for others, such as `reqif`; `file.losses` says what is not in it.

        Of a baseline or revision, `at`; only what a `view` shows, and what element it is about, its `focus`; only the
        elements of `select`, by any id, with what they are composed of. `InvalidCommand`, `NotFound`.
        """
        return self._loop.wait(self._project.export(format, at=at, view=view, focus=focus, select=select))

    def say(
        self,
        text: str,
        *,
        workflow: WorkflowName = "auto",
        thread: str | None = None,
        on_text: OnText | None = None,
        options: Mapping[str, JsonValue] | None = None,
    ) -> AssistantReply:
        """Say something and wait for the answer; its words choose what is done with it, unless `workflow` does.

        `thread` goes on with a conversation (`reply.run.thread_id`). `options` are those of the workflow.
        """
        return self._loop.wait(
            self._project.say(text, workflow=workflow, thread=thread, on_text=on_text, options=options)
        )

    def ask(
        self, text: str, *, on_text: OnText | None = None, options: Mapping[str, JsonValue] | None = None
    ) -> AssistantReply:
        """Ask about the model and its documents; nothing is changed."""
        return self._loop.wait(self._project.ask(text, on_text=on_text, options=options))

    def investigate(
        self, text: str, *, on_text: OnText | None = None, options: Mapping[str, JsonValue] | None = None
    ) -> AssistantReply:
        """Have something investigated: what is known, supposed and missing, written as a document."""
        return self._loop.wait(self._project.investigate(text, on_text=on_text, options=options))

    def discuss(
        self, text: str, *, on_text: OnText | None = None, options: Mapping[str, JsonValue] | None = None
    ) -> AssistantReply:
        """Have something discussed by several personas, to a decision."""
        return self._loop.wait(self._project.discuss(text, on_text=on_text, options=options))

    def answer(
        self, reply: AssistantReply, values: Mapping[str, JsonValue] | None, *, on_text: OnText | None = None
    ) -> AssistantReply:
        """Answer the form of a reply, or skip it with None; the run goes on. `InvalidCommand` where it asks nothing."""
        return self._loop.wait(self._project.answer(reply, values, on_text=on_text))

    @contextmanager
    def change(self, reason: str | None = None) -> Generator[ChangeSetBuilder]:
        """Write a change set; it is checked and applied whole when the block ends, and not at all when it raises.

        Raises the problems of all its operations as one error (`Refused`), each with what, where and how to fix it.
        """
        context = self._project.change(reason)
        draft = self._loop.enter(context)
        try:
            yield draft
        except BaseException as error:
            self._loop.leave(context, error)
            raise
        self._loop.leave(context)

    def merge(
        self, kept: Node | str, *others: Node | str, dry_run: bool = False, reason: str | None = None
    ) -> CureResult:
        """Let one node stand for others, too; `dry_run` only tells in `result.report` what that would move.

        `Refused` with every problem and its hint; in a dry run they are `result.problems`.
        """
        return self._loop.wait(self._project.merge(kept, *others, dry_run=dry_run, reason=reason))

    def retype(
        self, node: Node | str, type: str, *, drop_edges: bool = False, dry_run: bool = False, reason: str | None = None
    ) -> CureResult:
        """Make a node one of another type, under a new id; edges that it may not have are refused, or dropped."""
        return self._loop.wait(self._project.retype(node, type, drop_edges=drop_edges, dry_run=dry_run, reason=reason))

    def relink(
        self,
        edge: Edge | str,
        *,
        source: Node | str | None = None,
        target: Node | str | None = None,
        type: str | None = None,
        dry_run: bool = False,
        reason: str | None = None,
    ) -> CureResult:
        """Let an edge lead from or to another node, or be of another relation; it keeps its attributes."""
        return self._loop.wait(
            self._project.relink(edge, source=source, target=target, type=type, dry_run=dry_run, reason=reason)
        )

    def comment(self, about: CommentedThing | Comment | str, text: str) -> Comment:
        """Remark on an element, proposal, passage, step or message, or answer a comment; `@Name` calls a member.

        An element may be given by its name or id.

        `NotFound`, `NeedsChoice`, `LimitExceeded`.
        """
        return self._loop.wait(self._project.comment(about, text))

    def resolve(self, comment: Comment, *, is_resolved: bool = True) -> Comment:
        """Take a comment as dealt with, with its replies; or as open again."""
        return self._loop.wait(self._project.resolve(comment, is_resolved=is_resolved))

    def undo(self) -> ChangeResult:
        """Take back one's own newest change that is not taken back yet."""
        return self._loop.wait(self._project.undo())

    def redo(self) -> ChangeResult:
        """Bring back what was undone last."""
        return self._loop.wait(self._project.redo())

    def decide(
        self, proposal: Proposal, *, accept: bool = True, only: Sequence[str] | None = None, feedback: str | None = None
    ) -> DecisionResult:
        """Accept or reject a proposal, or only some of its operations, by their ids."""
        return self._loop.wait(self._project.decide(proposal, accept=accept, only=only, feedback=feedback))


open = BlockingProject  # noqa: A001  as of a file: `with graphwright.open(...) as project`
