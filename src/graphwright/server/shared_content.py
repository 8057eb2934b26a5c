"""What a link shows: one view, one element or one conversation, as it is now, and nothing beside it (ADR-51).

Attributes are shown as language models see them: those that the profile declares, without what looks like a secret.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from graphwright.context.disclosure import shown_attributes
from graphwright.errors import InvalidCommand, LimitExceeded, NotFound
from graphwright.graph.document import Graph
from graphwright.graph.profile import NodeType, Relation
from graphwright.graph.views import VIEWS, content_of
from graphwright.projects import Project
from graphwright.protocol.base import Count, Record, Time
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId, ThreadId
from graphwright.protocol.threads import text_of
from graphwright.server.share_links import MAX_NODES, SharedKind, SharedThing, ShareLink, ended
from graphwright.threads import branch, history, thread

MAX_MESSAGES: Final = 500
"""Of a conversation, the newest."""


class SharedNeighbour(Record, frozen=True, kw_only=True):
    """The other end of a relation of a shared element, by name alone."""

    node_id: NodeId
    name: str
    node_type: str


class SharedMessage(Record, frozen=True, kw_only=True):
    """What was said in a shared conversation; not what it cost, cited or led to."""

    kind: Literal["person", "assistant", "persona"]
    name: str
    text: str


class SharedRead(Record, frozen=True, kw_only=True):
    """What somebody sees who has a link and no account."""

    kind: SharedKind
    label: str
    project: str | None = None
    """Of a view: the name of the project that it is of."""
    by: str
    """Who made the link."""
    expires_at: Time
    language: str
    node_types: list[NodeType] = []
    relations: list[Relation] = []
    """What types and relations are called; not for a conversation."""
    view: str | None = None
    revision: Count | None = None
    nodes: list[Node] = []
    edges: list[Edge] = []
    ends: list[SharedNeighbour] = []
    messages: list[SharedMessage] = []


async def named(project: Project, kind: SharedKind, about: str, nodes: list[NodeId] | None = None) -> SharedThing:
    """What a link is to show, checked. `NotFound`, `InvalidCommand`, `LimitExceeded`."""
    graph = project.graph
    if nodes is not None and kind != "view":
        raise InvalidCommand("only a view is shown in part; leave nodes out", path="$.nodes")
    if nodes is not None and not nodes:
        raise InvalidCommand("no element was chosen, so there is nothing to share", path="$.nodes")
    nodes = nodes or []
    match kind:
        case "view":
            if about not in VIEWS:
                raise InvalidCommand(f"there is no view {about[:80]!r}; use one of {', '.join(VIEWS)}", path="$.about")
            if missing := next((each for each in nodes if each not in graph.nodes), None):
                raise NotFound(f"there is no node {missing[:80]!r}")
            label = about
            if len(_of_view(graph, about, nodes)[0]) > MAX_NODES:
                raise LimitExceeded(
                    f"the view shows more than {MAX_NODES:,} elements; name those to share, or export it"
                )
        case "node":
            node = graph.nodes.get(NodeId(about))
            if node is None:
                raise NotFound(f"there is no node {about[:80]!r}")
            label = node.name
        case _:
            label = (await thread(project.store, project.project_id, ThreadId(about))).title
    return SharedThing(kind=kind, about=about, label=label, nodes=nodes)


async def content(project: Project, link: ShareLink) -> SharedRead:
    """What a link shows now. `NotFound` where it is no longer there."""
    shown = SharedRead(
        kind=link.kind,
        label=link.label,
        by=link.person.name,
        expires_at=link.expires_at,
        language=project.header.language,
    )
    if link.kind == "thread":
        title, messages = await _conversation(project, ThreadId(link.about))
        return replace(shown, label=title, messages=messages)
    graph = project.graph
    if link.kind == "node":
        node = graph.nodes.get(NodeId(link.about))
        if node is None:
            raise ended()
        shown = replace(shown, label=node.name)
        nodes, edges = [node], [graph.edges[edge_id] for _, edge_id in graph.around(node.node_id)]
    else:
        nodes, edges = _of_view(graph, link.about, link.nodes)
    attributes = shown_attributes(graph.ontology, cut=False)
    inside = {each.node_id for each in nodes}
    others = dict.fromkeys(end for each in edges for end in (each.source, each.target) if end not in inside)
    return replace(
        shown,
        node_types=list(graph.ontology.node_types.values()),
        relations=list(graph.ontology.relations.values()),
        view=link.about if link.kind == "view" else None,
        project=project.header.name if link.kind == "view" else None,
        revision=graph.revision,
        nodes=[replace(each, attributes=attributes(each)) for each in nodes[:MAX_NODES]],
        edges=[replace(each, attributes={}) for each in edges],
        ends=[
            SharedNeighbour(node_id=each, name=graph.nodes[each].name, node_type=graph.nodes[each].node_type)
            for each in others
        ],
    )


def _of_view(graph: Graph, view: str, wanted: list[NodeId]) -> tuple[list[Node], list[Edge]]:
    whole = content_of(graph, view)
    chosen = whole.nodes.keys() & set(wanted) if wanted else whole.nodes.keys()
    nodes = [graph.nodes[each] for each in whole.nodes if each in chosen]
    return nodes, [each for each in whole.edges if each.source in chosen and each.target in chosen]


async def _conversation(project: Project, thread_id: ThreadId) -> tuple[str, list[SharedMessage]]:
    """Its title, and the talk as its speakers saw it last, without branches that they left."""
    try:
        header = await thread(project.store, project.project_id, thread_id)
    except NotFound:
        raise ended() from None
    messages = await history(project.store, project.project_id, thread_id)
    talk = branch(messages, messages[-1].message_id) if messages else []
    return header.title, [
        SharedMessage(kind=each.author.kind, name=each.author.name, text=text_of(each.parts))
        for each in talk[-MAX_MESSAGES:]
        if each.status != "streaming"
    ]
