"""The model: nodes and what lies around them, changes, history, findings, search."""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Raw

from graphwright.actions.changes import ChangeResult
from graphwright.actions.search import SearchResult, search
from graphwright.errors import NeedsChoice, NotFound
from graphwright.graph.query import neighbourhood
from graphwright.operations.element_history import element_history
from graphwright.operations.survey import FindingsPage
from graphwright.projects import Project, commit_of
from graphwright.protocol.base import Command, Count, Record, Time
from graphwright.protocol.commands import ChangesSubmit, CommitRevert
from graphwright.protocol.events import CommitApplied
from graphwright.protocol.graph import Change, Edge, Node
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import CommitHead, FindingsDelta
from graphwright.server.command_endpoint import command_endpoint
from graphwright.server.endpoint import PROJECT, EndpointCall, HttpAnswer, NoBody, NoQuery, endpoint
from graphwright.server.routes.baselines import Revision
from graphwright.store.base import StoredEntry
from graphwright.store.entries import MAX_IN_ONE, event_of

DEEPEST: Final = 5
PAGE: Final = 50
PAGE_CHANGES: Final = 5_000
"""Of all commits of a page together: about 3 MB."""
MOST: Final = 500
ELEMENT_CHANGES: Final = 100
"""Of one commit: a node that is the end of thousands of edges may have been made with all of them."""
QUESTION_LENGTH: Final = 300
"""Characters of what a run was asked, as the reason of a change."""

Limit = Annotated[int, Meta(ge=1, le=MOST)]


class NodeRead(Record, frozen=True, kw_only=True):
    """A node with its edges and the other ends of these."""

    node: Node
    edges: list[Edge]
    neighbours: list[Node]


class NeighbourhoodQuery(Command, frozen=True, kw_only=True):
    """How far, and over what."""

    depth: Annotated[int, Meta(ge=1, le=DEEPEST)] = 1
    relations: str = ""
    """Comma separated; empty = all."""
    direction: Literal["out", "in", "both"] = "both"
    limit: Limit = 200


class NeighbourhoodRead(Record, frozen=True, kw_only=True):
    """What lies around a node, nearest first."""

    revision: Count
    nodes: list[Node]
    edges: list[Edge]
    distances: dict[NodeId, Count]
    is_cut: bool
    """There was more than the limit."""


class CommitsQuery(Command, frozen=True, kw_only=True):
    """Which commits: the newest first, below a revision."""

    before: Count | None = None
    limit: Limit = PAGE
    most: Count | None = None
    """A commit with more changes than this comes without them; whoever holds the model has what they led to."""


class CommitRead(CommitHead, frozen=True, kw_only=True):
    """A commit of the history."""

    changes: list[Change] | None
    """`null`: more than were asked for."""


class Commits(Record, frozen=True, kw_only=True):
    """A page of the history."""

    commits: list[CommitRead]
    """Newest first; fewer than the limit when they hold very many changes."""


class ElementHistoryQuery(Command, frozen=True, kw_only=True):
    """Which part of it: the newest commits, below a revision."""

    before: Count | None = None
    limit: Annotated[int, Meta(ge=1, le=100)] = 20


class ElementCommit(CommitHead, frozen=True, kw_only=True):
    """A commit in the history of an element."""

    changes: list[Change]
    """What it did to the element, and to the edges of a node; at most `ELEMENT_CHANGES` of them."""
    question: str | None = None
    """What was asked of the run that made it; the beginning of a long one."""


class ElementHistory(Record, frozen=True, kw_only=True):
    """Who changed an element, when and why."""

    commits: list[ElementCommit]
    """Newest first."""
    older: Count
    """How many there are before these."""


class JournalQuery(Command, frozen=True, kw_only=True):
    """Which entries: those after a sequence."""

    after: Count = 0
    limit: Annotated[int, Meta(ge=1, le=1_000)] = 200


class JournalEntry(Record, frozen=True, kw_only=True):
    """One durable event, as the store keeps it."""

    sequence: Count
    type: str
    at: Time
    revision: Count
    event: Raw


class FindingsQuery(Command, frozen=True, kw_only=True):
    """Which findings: so many, and how many are left out before them."""

    offset: Count = 0
    limit: Annotated[int, Meta(ge=1, le=1_000)] = 1_000


class Journal(Record, frozen=True, kw_only=True):
    """A page of the journal."""

    epoch: str
    entries: list[JournalEntry]


class SearchQuery(Command, frozen=True, kw_only=True):
    """What to look for."""

    q: Annotated[str, Meta(min_length=1, max_length=200)]
    limit: Limit = PAGE
    revision: Revision | None = None
    """Of the past; unset = as the model stands."""


@endpoint("node.get", PROJECT + "/nodes/{ref}", "read")
async def read_node(call: EndpointCall[NoQuery, NoBody]) -> NodeRead:
    """A node with its edges, by node id, semantic id or short id."""
    graph = call.project.graph
    node = graph.nodes[node_of(call)]
    edges = [*graph.outgoing(node.node_id), *(e for e in graph.incoming(node.node_id) if e.source != e.target)]
    others = dict.fromkeys(edge.target if edge.source == node.node_id else edge.source for edge in edges)
    return NodeRead(node=node, edges=edges, neighbours=[graph.nodes[other] for other in others])


@endpoint("neighbourhood.get", PROJECT + "/nodes/{ref}/neighbourhood", "read")
async def read_neighbourhood(call: EndpointCall[NeighbourhoodQuery, NoBody]) -> NeighbourhoodRead:
    """What lies around a node, up to a depth."""
    graph, wanted = call.project.graph, call.query
    relations = frozenset(word.strip() for word in wanted.relations.split(",") if word.strip())
    around = neighbourhood(
        graph,
        [node_of(call)],
        depth=wanted.depth,
        relations=relations or None,
        direction=wanted.direction,
        most=wanted.limit,
    )
    return NeighbourhoodRead(
        revision=graph.revision,
        nodes=[graph.nodes[node_id] for node_id in around.distances],
        edges=[graph.edges[edge_id] for edge_id in around.edges],
        distances=around.distances,
        is_cut=around.is_cut,
    )


@endpoint("changes.post", PROJECT + "/changes", "build", answer=ChangeResult, status=201, worded=True)
async def post_changes(call: EndpointCall[NoQuery, ChangesSubmit]) -> HttpAnswer:
    """Submit a change set of your own; 200 for a dry run."""
    answer = await call.carry_out(call.body)
    return HttpAnswer(answer.body, status=200 if call.body.dry_run else 201)


@endpoint("commits.get", PROJECT + "/commits", "read")
async def list_commits(call: EndpointCall[CommitsQuery, NoBody]) -> Commits:
    """The history, newest first."""
    project, wanted = call.project, call.query
    before = project.graph.revision + 1 if wanted.before is None else wanted.before
    after = max(0, before - 1 - wanted.limit)
    found: deque[CommitRead] = deque()
    changes = 0
    # Of a commit in pieces, an import as a rule, nobody needs to read what it changed if it is left out anyhow.
    outlined = wanted.most is not None and wanted.most <= MAX_IN_ONE
    async for stored in project.stored_commits(after_revision=after, outlined=outlined):
        if stored.revision >= before:
            break
        if outlined and stored.more:
            found.append(_outline(stored))
            continue
        commit = await commit_of(stored)
        read = _read(commit, wanted.most)
        found.append(read)
        changes += len(read.changes or ())
        while changes > PAGE_CHANGES and len(found) > 1:
            changes -= len(found.popleft().changes or ())
    return Commits(commits=list(found)[::-1])


@endpoint("element.history.get", PROJECT + "/elements/{element}/history", "read")
async def read_element_history(call: EndpointCall[ElementHistoryQuery, NoBody]) -> ElementHistory:
    """Who changed a node or an edge, when, why, and what a run was asked that did; also of one that is gone."""
    project, wanted = call.project, call.query
    page = await element_history(project, call.path["element"], before=wanted.before, limit=wanted.limit)
    if not page.commits and wanted.before is None:  # others may have a word in common: a run, a person
        message = f"no commit changed an element {call.path['element'][:80]!r}; give the id of a node or an edge"
        raise NotFound(message)
    commits = [await _element_commit(project, commit) for commit in page.commits]
    return ElementHistory(commits=commits, older=max(0, page.total - wanted.limit))


class _Asked(Record, frozen=True, kw_only=True):
    """What is wanted of a run."""

    question: str


async def _element_commit(project: Project, commit: CommitApplied) -> ElementCommit:
    head = {name: getattr(commit, name) for name in CommitHead.__struct_fields__}
    head["findings"] = FindingsDelta(introduced=[], resolved=[])  # of the whole commit, which may hold thousands
    asked = None if commit.run_id is None else await project.find(_Asked, commit.run_id, kind="run")
    question = None if asked is None else asked.question[:QUESTION_LENGTH]
    return ElementCommit(**head, changes=commit.changes[:ELEMENT_CHANGES], question=question)


def _outline(stored: StoredEntry) -> CommitRead:
    commit = event_of(stored, is_complete=False)
    return CommitRead(**{name: getattr(commit, name) for name in CommitHead.__struct_fields__}, changes=None)


def _read(commit: CommitApplied, most: int | None) -> CommitRead:
    head = {name: getattr(commit, name) for name in CommitHead.__struct_fields__}
    is_large = most is not None and len(commit.changes) > most
    return CommitRead(**head, changes=None if is_large else commit.changes)


@endpoint("journal.get", PROJECT + "/journal", "read")
async def read_journal(call: EndpointCall[JournalQuery, NoBody]) -> Journal:
    """Durable events after a sequence, oldest first."""
    project, wanted = call.project, call.query
    entries = await entries_after(project, wanted.after, wanted.limit)
    return Journal(epoch=project.header.epoch, entries=entries)


async def entries_after(project: Project, after: int, limit: int) -> list[JournalEntry]:
    """Entries of the journal after a sequence, oldest first, so many at most."""
    return [
        told_entry(stored) async for stored in project.store.read(project.project_id, after=after, upto=after + limit)
    ]


def told_entry(stored: StoredEntry) -> JournalEntry:
    """An entry as it is told."""
    return JournalEntry(
        sequence=stored.sequence,
        type=stored.type,
        at=stored.at,
        revision=stored.revision,
        event=Raw(stored.whole),
    )


@endpoint("findings.get", PROJECT + "/findings", "read", worded=True)
async def list_findings(call: EndpointCall[FindingsQuery, NoBody]) -> FindingsPage:
    """What the rules find, page by page."""
    made, wanted = await call.server_state.survey.of(call.project), call.query
    page = made.findings[wanted.offset : wanted.offset + wanted.limit]
    return FindingsPage(revision=made.revision, count=len(made.findings), findings=page)


@endpoint("search.get", PROJECT + "/search", "read")
async def search_nodes(call: EndpointCall[SearchQuery, NoBody]) -> SearchResult:
    """Nodes by name, id or description; exact ids and names first."""
    open_project, wanted = call.open_project, call.query
    word = wanted.revision
    revision = word if word is None else await open_project.baselines.revision_of(word)
    return await search(open_project.retriever, wanted.q, limit=wanted.limit, revision=revision)


def node_of(call: EndpointCall[Any, Any]) -> NodeId:
    """The one node that a ref in the path stands for, or what took its place. `NotFound`, `NeedsChoice`."""
    ref = call.path["ref"]
    graph = call.project.graph
    found = graph.find(ref)
    successor = None if found else graph.successor(ref)
    if successor is not None:
        return successor.node_id
    if not found:
        message = f"there is no node {ref[:80]!r}"
        raise NotFound(message)
    if len(found) > 1:
        names = [str(graph.nodes[node_id].semantic_id) for node_id in islice(found, 10)]
        message = f"{ref[:80]!r} stands for several nodes: {', '.join(names)}"
        raise NeedsChoice(message, candidates=names)
    return found[0]


command_endpoint(
    CommitRevert,
    name="revert.post",
    path="commits/{commit}/revert",
    summary="Take a commit back",
    answer=ChangeResult,
    ids={"commit": "commit_id"},
)
