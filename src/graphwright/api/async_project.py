"""One project, for programs: what it holds, what can be said in it, what can be changed.

Everything goes through the same actions as people's commands. `BlockingProject` is generated from this class:
the same names, without `await`.
"""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Callable, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import TypeAlias, cast
from urllib.parse import quote, urlencode

from graphwright.actions.changes import ChangeResult
from graphwright.actions.cures import CureResult
from graphwright.actions.messages import MessageAccepted
from graphwright.actions.proposals import DecisionResult
from graphwright.actions.search import SearchResult
from graphwright.api.change import ChangeSetBuilder
from graphwright.api.doors import door_to
from graphwright.api.exported import ExportedFile, exported
from graphwright.api.frames import NetworkxGraph, NodeEdgeTables
from graphwright.api.model import SystemModel
from graphwright.api.pictures import ModelPicture
from graphwright.api.reply import AssistantReply, is_settled, reply_of
from graphwright.client.canvases import CanvasUpdates
from graphwright.client.connection import ClientConnection, WritingCommand
from graphwright.client.replica import Replica
from graphwright.errors import InvalidCommand
from graphwright.formats.graph_json import GraphDocument
from graphwright.graph.ontology import Ontology
from graphwright.graph.profile import Profile
from graphwright.interop.scope import ExportPost, ExportScope
from graphwright.operations.survey import FindingsPage
from graphwright.protocol.base import JsonValue
from graphwright.protocol.commands import (
    ChangesRedo,
    ChangesSubmit,
    ChangesUndo,
    CommentReply,
    CommentUpdate,
    CommentWrite,
    EdgeRelink,
    FormAnswer,
    MessageSend,
    NodeRetype,
    NodesMerge,
    ProposalDecide,
)
from graphwright.protocol.comments import Comment, CommentedKind, open_comments
from graphwright.protocol.documents import Passage
from graphwright.protocol.events import CommitApplied, Heard, MessageDelta
from graphwright.protocol.graph import Change, Edge, Node
from graphwright.protocol.ids import FindingId, OperationId, ProposalId, RunId, StepId, ThreadId
from graphwright.protocol.operations import Finding, Proposal
from graphwright.protocol.projects import ProjectHeader
from graphwright.protocol.runs import Step, WorkflowName
from graphwright.protocol.threads import Message
from graphwright.protocol.wire import decode
from graphwright.text.messages import in_words

OnText: TypeAlias = Callable[[str], None]
"""Called with each piece of an answer while it is written."""
CommentedThing: TypeAlias = Node | Edge | Proposal | Passage | Step | Message
"""What people can remark on."""


@asynccontextmanager
async def open_async(
    project: str,
    *,
    folder: str | os.PathLike[str] | None = None,
    address: str | None = None,
    token: str | None = None,
) -> AsyncGenerator[AsyncProject]:
    """Open a project: in a folder (the customary one when absent), or of a server at an `address` with a `token`.

    In a folder the project is made if it does not exist, and a server that owns the folder is used. Raises
    `GraphwrightError`, whose message says what is wrong and what to do.
    """
    async with door_to(project, folder=folder, address=address, token=token) as door:
        heard = _Heard()
        async with ClientConnection(door, project, hear=heard.hear) as connection:
            yield AsyncProject(connection, Ontology(await connection.get("/ontology", Profile)), heard)


class AsyncProject:
    """An open project. Made by `open_async`."""

    def __init__(self, connection: ClientConnection, ontology: Ontology, heard: _Heard) -> None:
        self._connection = connection
        self._ontology = ontology
        self._heard = heard
        self._model: SystemModel | None = None
        self._modelled = ("", -1)
        """The epoch and revision that the model was made of."""

    # what it holds -----------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """Its short name."""
        return self._header.name

    @property
    def revision(self) -> int:
        """How many commits it has seen."""
        return self._header.revision

    @property
    def model(self) -> SystemModel:
        """The model of now."""
        now = (self._header.epoch, self.revision)
        if self._model is None or self._modelled != now:
            self._modelled = now
            replica = self._connection.replica
            self._model = SystemModel(self._ontology, self.revision, replica.nodes.values(), replica.edges.values())
        return self._model

    @property
    def nodes(self) -> Sequence[Node]:
        """The nodes of now, in the order they were made."""
        return self.model.nodes

    @property
    def edges(self) -> Sequence[Edge]:
        """The edges of now."""
        return self.model.edges

    @property
    def proposals(self) -> Sequence[Proposal]:
        """The change sets that wait for a person."""
        return tuple(each for each in self._connection.replica.proposals.values() if each.state == "open")

    @property
    def comments(self) -> Sequence[Comment]:
        """What people remark and nobody has resolved, with the replies, oldest first."""
        return tuple(open_comments(self._connection.replica.comments.values()))

    def find(self, name: str, type: str | None = None) -> Node:
        """The node with this name or id; see `SystemModel.find`."""
        return self.model.find(name, type)

    async def search(self, query: str) -> SearchResult:
        """Nodes that fit some words, best first."""
        return await self._connection.get(f"/search?{urlencode({'q': query})}", SearchResult)

    async def findings(self) -> Sequence[Finding]:
        """Everything the rules find now, each with its `message` and `hint` in the project's language."""
        found: dict[FindingId, Finding] = {}
        revision, offset, count = -1, 0, 1
        while offset < count:
            page = await self._connection.get(f"/findings?offset={offset}", FindingsPage)
            if page.revision != revision and offset:
                found.clear()
                page = await self._connection.get("/findings", FindingsPage)
                offset = 0
            found.update({finding.finding_id: finding for finding in page.findings})
            revision, count, offset = page.revision, page.count, offset + max(1, len(page.findings))
        return tuple(in_words(finding, self._header.language) for finding in found.values())

    async def at(self, moment: str | int) -> SystemModel:
        """The model at a baseline, by its name, or at a revision. `NotFound`."""
        read = await self._connection.get(f"/graph?{urlencode({'revision': str(moment)})}", GraphDocument)
        return SystemModel(self._ontology, read.revision, read.nodes, read.edges)

    def to_networkx(self) -> NetworkxGraph:
        """The model of now as a `networkx.MultiDiGraph`; see `SystemModel.to_networkx`."""
        return self.model.to_networkx()

    def to_pandas(self) -> NodeEdgeTables:
        """The model of now as two data frames: `nodes, edges = project.to_pandas()`."""
        return self.model.to_pandas()

    def to_arrow(self) -> NodeEdgeTables:
        """The model of now as two Arrow tables: `nodes, edges = project.to_arrow()`."""
        return self.model.to_arrow()

    def pictures(self) -> Sequence[ModelPicture]:
        """The model of now drawn, with titles in the project's language; a notebook shows each."""
        return self.model.pictures(self._header.language)

    async def export(
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
        scope = ExportScope(view=view, focus=focus, elements=[*select])
        wanted = ExportPost(revision=None if at is None else str(at), scope=scope)
        fetched = await self._connection.fetch(f"/exports/{quote(format, safe='')}", wanted)
        return exported(fetched, self._header.language)

    # talking -----------------------------------------------------------------------------------------------------

    async def say(
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
        command = MessageSend(
            command_id=self._connection.new_id(),
            text=text,
            workflow=workflow,
            thread_id=None if thread is None else ThreadId(thread),
            options=None if options is None else dict(options),
        )
        with self._heard.told_to(on_text):
            accepted = decode(await self._connection.send(command), MessageAccepted)
            return await self._settled(cast("RunId", accepted.run_id))  # only an edited message may have none

    async def ask(
        self, text: str, *, on_text: OnText | None = None, options: Mapping[str, JsonValue] | None = None
    ) -> AssistantReply:
        """Ask about the model and its documents; nothing is changed."""
        return await self.say(text, workflow="ask", on_text=on_text, options=options)

    async def investigate(
        self, text: str, *, on_text: OnText | None = None, options: Mapping[str, JsonValue] | None = None
    ) -> AssistantReply:
        """Have something investigated: what is known, supposed and missing, written as a document."""
        return await self.say(text, workflow="investigate", on_text=on_text, options=options)

    async def discuss(
        self, text: str, *, on_text: OnText | None = None, options: Mapping[str, JsonValue] | None = None
    ) -> AssistantReply:
        """Have something discussed by several personas, to a decision."""
        return await self.say(text, workflow="discuss", on_text=on_text, options=options)

    async def answer(
        self, reply: AssistantReply, values: Mapping[str, JsonValue] | None, *, on_text: OnText | None = None
    ) -> AssistantReply:
        """Answer the form of a reply, or skip it with None; the run goes on. `InvalidCommand` where it asks nothing."""
        if reply.step_id is None:
            message = "this reply asks nothing back"
            raise InvalidCommand(message)
        run_id, step_id = reply.run.run_id, StepId(reply.step_id)
        command = FormAnswer(
            command_id=self._connection.new_id(),
            run_id=run_id,
            step_id=step_id,
            values=None if values is None else dict(values),
            skip=values is None,
        )
        with self._heard.told_to(on_text):
            await self._connection.send(command)
            await self._connection.until(lambda replica: step_id not in replica.waits)
            return await self._settled(run_id)

    # changing ----------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def change(self, reason: str | None = None) -> AsyncGenerator[ChangeSetBuilder]:
        """Write a change set; it is checked and applied whole when the block ends, and not at all when it raises.

        Raises the problems of all its operations as one error (`Refused`), each with what, where and how to fix it.
        """
        draft = ChangeSetBuilder()
        revision = self.revision
        yield draft
        command = ChangesSubmit(
            command_id=self._connection.new_id(), base_revision=revision, operations=draft.encoded(), reason=reason
        )
        await self._changed(command)

    async def merge(
        self, kept: Node | str, *others: Node | str, dry_run: bool = False, reason: str | None = None
    ) -> CureResult:
        """Let one node stand for others, too; `dry_run` only tells in `result.report` what that would move.

        `Refused` with every problem and its hint; in a dry run they are `result.problems`.
        """
        command = NodesMerge(
            command_id=self._connection.new_id(),
            kept=_word(kept),
            others=[_word(each) for each in others],
            dry_run=dry_run,
            reason=reason,
        )
        return await self._cured(command)

    async def retype(
        self,
        node: Node | str,
        type: str,
        *,
        drop_edges: bool = False,
        dry_run: bool = False,
        reason: str | None = None,
    ) -> CureResult:
        """Make a node one of another type, under a new id; edges that it may not have are refused, or dropped."""
        command = NodeRetype(
            command_id=self._connection.new_id(),
            node=_word(node),
            node_type=type,
            drop_edges=drop_edges,
            dry_run=dry_run,
            reason=reason,
        )
        return await self._cured(command)

    async def relink(
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
        command = EdgeRelink(
            command_id=self._connection.new_id(),
            edge=edge if isinstance(edge, str) else edge.edge_id,
            new_source=None if source is None else _word(source),
            new_target=None if target is None else _word(target),
            new_type=type,
            dry_run=dry_run,
            reason=reason,
        )
        return await self._cured(command)

    async def comment(self, about: CommentedThing | Comment | str, text: str) -> Comment:
        """Remark on an element, proposal, passage, step or message, or answer a comment; `@Name` calls a member.

        An element may be given by its name or id.

        `NotFound`, `NeedsChoice`, `LimitExceeded`.
        """
        command_id = self._connection.new_id()
        if isinstance(about, Comment):
            first = about.reply_to or about.comment_id
            return await self._commented(CommentReply(command_id=command_id, comment_id=first, text=text))
        kind, element = _commented_thing(self.find(about) if isinstance(about, str) else about)
        return await self._commented(CommentWrite(command_id=command_id, kind=kind, about=element, text=text))

    async def resolve(self, comment: Comment, *, is_resolved: bool = True) -> Comment:
        """Take a comment as dealt with, with its replies; or as open again."""
        first = comment.reply_to or comment.comment_id
        return await self._commented(
            CommentUpdate(command_id=self._connection.new_id(), comment_id=first, resolved=is_resolved)
        )

    async def undo(self) -> ChangeResult:
        """Take back one's own newest change that is not taken back yet."""
        return await self._changed(ChangesUndo(command_id=self._connection.new_id()))

    async def redo(self) -> ChangeResult:
        """Bring back what was undone last."""
        return await self._changed(ChangesRedo(command_id=self._connection.new_id()))

    async def decide(
        self, proposal: Proposal, *, accept: bool = True, only: Sequence[str] | None = None, feedback: str | None = None
    ) -> DecisionResult:
        """Accept or reject a proposal, or only some of its operations, by their ids."""
        command = ProposalDecide(
            command_id=self._connection.new_id(),
            proposal_id=proposal.proposal_id,
            digest=proposal.digest,
            decision="accept" if accept else "reject",
            operation_ids=None if only is None else [OperationId(each) for each in only],
            feedback=feedback,
        )
        decided = decode(await self._connection.send(command), DecisionResult)
        key = proposal.proposal_id
        await self._connection.until(lambda replica: not _is_open(replica, key))
        return decided

    # inside ------------------------------------------------------------------------------------------------------

    @property
    def _header(self) -> ProjectHeader:
        return _header_in(self._connection.replica)

    async def _changed(self, command: WritingCommand) -> ChangeResult:
        result = decode(await self._connection.send(command), ChangeResult)
        if result.commit is not None:
            revision = result.commit.revision
            await self._connection.until(lambda replica: _header_in(replica).revision >= revision)
        return result

    async def _cured(self, command: WritingCommand) -> CureResult:
        result = decode(await self._connection.send(command), CureResult)
        if result.commit is not None:
            revision = result.commit.revision
            await self._connection.until(lambda replica: _header_in(replica).revision >= revision)
        return result

    async def _commented(self, command: WritingCommand) -> Comment:
        return decode(await self._connection.see_done(command), Comment)

    async def _settled(self, run_id: RunId) -> AssistantReply:
        await self._connection.until(lambda replica: is_settled(replica, run_id))
        return reply_of(self._connection.replica, run_id, self._heard.changes.get(run_id, []))


class _Heard:
    """What is kept of the events: what runs changed, and who wants to hear an answer while it is written."""

    def __init__(self) -> None:
        self.changes: dict[RunId, list[Change]] = {}
        self._listeners: list[OnText] = []

    @contextmanager
    def told_to(self, on_text: OnText | None) -> Generator[None]:
        """Pass on what is written, for a while."""
        if on_text is not None:
            self._listeners.append(on_text)
        try:
            yield
        finally:
            if on_text is not None:
                self._listeners.remove(on_text)

    def hear(self, event: Heard, _updates: CanvasUpdates) -> None:
        """Take an event in."""
        if isinstance(event, CommitApplied) and event.run_id is not None:
            self.changes.setdefault(event.run_id, []).extend(event.changes)
        elif isinstance(event, MessageDelta):
            for listener in self._listeners:
                listener(event.text)


def _header_in(replica: Replica) -> ProjectHeader:
    return cast("ProjectHeader", replica.project)  # a connection is ready once it has loaded the state


def _word(node: Node | str) -> str:
    return node if isinstance(node, str) else node.node_id


def _commented_thing(about: CommentedThing) -> tuple[CommentedKind, str]:
    match about:
        case Node():
            return "node", about.node_id
        case Edge():
            return "edge", about.edge_id
        case Passage():
            return "passage", about.passage_id
        case Step():
            return "step", about.step_id
        case Message():
            return "message", about.message_id
        case Proposal():
            return "proposal", about.proposal_id


def _is_open(replica: Replica, proposal_id: ProposalId) -> bool:
    proposal = replica.proposals.get(proposal_id)
    return proposal is not None and proposal.state == "open"
