"""Reads that say why: findings, who changed a node, and what the documents say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from msgspec import Meta

from graphwright.context.passages import quote_of, warning
from graphwright.errors import NotFound
from graphwright.graph.document import Graph
from graphwright.graph.foreign import read_by_people
from graphwright.operations.element_history import element_history
from graphwright.protocol.base import JsonValue
from graphwright.protocol.documents import PassageHit
from graphwright.protocol.events import CommitApplied
from graphwright.protocol.graph import Change, Node, NodeChange
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import Finding
from graphwright.text.messages import hint_of, message_of
from graphwright.tools.answer import ShownPassage, ToolAnswer, answered, cut, listed
from graphwright.tools.look import NodeWord, Offset, edge_text, find_node, id_of, name_of
from graphwright.tools.schema import ToolArguments
from graphwright.tools.tool_context import ToolContext

_SEARCHED: Final = 300
"""Nodes looked at between two pauses: under 1 ms (ADR-18)."""
_MAX_SEARCHED: Final = 100_000
_COMMITS: Final = 50
"""Of a history, that are looked at for one answer; it holds fewer as a rule."""
_VALUE: Final = 200
"""Characters of a value in a history."""


class ListFindings(ToolArguments, frozen=True, kw_only=True):
    """What the rules find wrong with the model or a part of it, errors first, with a hint for each."""

    severity: Literal["error", "warning", "info"] | None = None
    node: NodeWord | None = None
    offset: Offset = 0


_NAMED: Final = 10
"""Nodes of one finding."""
_SEVERITIES: Final = ("error", "warning", "info")


async def list_findings(context: ToolContext, arguments: ListFindings) -> ToolAnswer:
    """What is open now."""
    graph = context.graph
    node_id = None if arguments.node is None else find_node(graph, arguments.node).node_id
    wanted = [
        finding
        for finding in await context.findings()
        if arguments.severity in {None, finding.severity} and (node_id is None or node_id in finding.node_ids)
    ]
    wanted.sort(key=lambda finding: _SEVERITIES.index(finding.severity))
    answer = listed(
        {"revision": graph.revision, "findings_in_all": len(wanted)},
        "findings",
        ((finding.node_ids[:_NAMED], _finding_row(graph, finding)) for finding in wanted[arguments.offset :]),
        total=len(wanted),
        start=min(arguments.offset, len(wanted)),
        rest="go on with offset={offset}, or give a severity or node",
    )
    return ToolAnswer(content=answer.content, node_ids=[*dict.fromkeys(answer.node_ids)])


def _finding_row(graph: Graph, finding: Finding) -> dict[str, JsonValue]:
    return {
        "rule": finding.rule_id,
        "severity": finding.severity,
        "message": message_of(finding, "en", coded=True)[:500],
        "hint": hint_of(finding, "en", coded=True)[:500],
        "nodes": [name_of(graph, node_id) for node_id in finding.node_ids[:_NAMED]],
    }


class ReadNodeHistory(ToolArguments, frozen=True, kw_only=True):
    """Who changed a node or its edges, when and why; newest first."""

    node: NodeWord
    offset: Offset = 0


async def read_node_history(context: ToolContext, arguments: ReadNodeHistory) -> ToolAnswer:
    """From the journal, which nobody can rewrite."""
    project = context.project
    graph = context.graph
    node = find_node(graph, arguments.node)
    page = await element_history(
        project, node.node_id, before=graph.revision + 1, offset=arguments.offset, limit=_COMMITS
    )
    rows: Iterator[tuple[NodeId | None, JsonValue]] = (
        (None, _commit_row(commit, [_said(graph, change) for change in commit.changes])) for commit in page.commits
    )
    answer = listed(
        {"id": id_of(graph, node), "commits_in_all": page.total},
        "commits",
        rows,
        total=page.total,
        start=min(arguments.offset, page.total),
        rest="go on with offset={offset}",
    )
    return ToolAnswer(content=answer.content, node_ids=[node.node_id])


def _commit_row(commit: CommitApplied, changes: list[JsonValue]) -> dict[str, JsonValue]:
    row: dict[str, JsonValue] = {
        "revision": commit.revision,
        "at": commit.at.isoformat(timespec="seconds"),
        "by": commit.author.name,
        "through": commit.origin,
        "changes": changes[:20],
    }
    if commit.reason is not None:
        row["reason"] = commit.reason[:_VALUE]
    if len(changes) > len(changes[:20]):
        row["more_changes"] = len(changes) - 20
    return row


def _said(graph: Graph, change: Change) -> JsonValue:
    """What a change did to a node, or to an edge of it."""
    if isinstance(change, NodeChange):
        if change.before is None or change.after is None:
            return "made" if change.before is None else "deleted"
        return {"changed": _differences(change.before, change.after)}
    edge = change.after or change.before
    did = "edge made" if change.before is None else "edge deleted" if change.after is None else "edge changed"
    return did if edge is None else {did: edge_text(graph, edge)}


def _differences(before: Node, after: Node) -> JsonValue:
    old = {"name": before.name, "descr": before.descr, **read_by_people(before.attributes)}
    new = {"name": after.name, "descr": after.descr, **read_by_people(after.attributes)}
    changed = [key for key in {**old, **new} if old.get(key) != new.get(key)]
    return {key: [cut(str(side.get(key, "")), "", most=_VALUE) for side in (old, new)] for key in changed[:10]}


class SearchDocuments(ToolArguments, frozen=True, kw_only=True):
    """Finds passages in the documents of this project, best first, each with its place in the source.

    Cite one by the short name it has here: [P1].
    """

    query: Annotated[str, Meta(min_length=1, max_length=1_000)]
    max_results: Annotated[int, Meta(ge=1, le=20)] = 5


async def search_documents(context: ToolContext, arguments: SearchDocuments) -> ToolAnswer:
    """Only offered where there are documents."""
    if context.documents is None:
        raise NotFound("this project has no documents")
    found = await context.documents.search(arguments.query, arguments.max_results)
    if not found:
        return answered({"found": 0, "notice": "no passage matches; try other words"})
    answer = listed(
        {"found": len(found)},
        "passages",
        ((None, _passage_row(hit)) for hit in found),
        total=len(found),
        rest="search with fewer max_results or other words",
    )
    shown = [
        ShownPassage(passage_id=hit.passage_id, quote=quote_of(hit.text))
        for hit in found
        if f'"passage":"{hit.passage_id}"' in answer.content
    ]
    return ToolAnswer(content=answer.content, passages=shown)


def _passage_row(hit: PassageHit) -> dict[str, JsonValue]:
    place = hit.place
    row: dict[str, JsonValue] = {"passage": hit.passage_id, "document": hit.title, "section": [*place.section]}
    if place.page is not None:
        row["page"] = place.page
    if place.label:
        row["label"] = place.label
    if hit.suspicious:
        row["warning"] = warning(hit.suspicious)
    text = cut(hit.text, "search with words of the part you need")
    return row | {"score": round(hit.score, 3), "text": text}
