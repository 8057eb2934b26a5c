"""What an agent reads by its address: nodes, forms of the model, baselines, findings, runs, the ontology, proposals.

graphwright://shop/node/Clerk.AC.001      graphwright://shop/view/mermaid      graphwright://shop/baseline/v1
graphwright://shop/findings               graphwright://shop/run/...           graphwright://shop/ontology
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple
from urllib.parse import quote, unquote

from graphwright.actions.exports import export_model
from graphwright.agents.proposal_view import finding_line, proposal_view
from graphwright.agents.runs import find_run, result_of
from graphwright.agents.seat import AgentSeat
from graphwright.context.data_block import escape_roles
from graphwright.errors import InvalidCommand
from graphwright.formats.cleaning import clean
from graphwright.graph.foreign import read_by_people
from graphwright.interop.choosing import export_format, formats, text_names
from graphwright.mcp.offer import Page
from graphwright.mcp.wire import JsonObject, invalid
from graphwright.protocol.base import JsonValue
from graphwright.protocol.ids import ProposalId
from graphwright.protocol.runs import Step
from graphwright.protocol.wire import encode
from graphwright.runs.digest import digest
from graphwright.runs.tree import build_tree
from graphwright.tools.answer import json_text
from graphwright.tools.look import edge_row, find_node, known_as

SCHEME: Final = "graphwright://"
PAGE: Final = 200
FINDINGS: Final = 2_000
EDGES: Final = 500
TREE: Final = 40_000
"""Characters of a run's tree."""
JSON: Final = "application/json"


class ResourcePlace(NamedTuple):
    """What an address leads to."""

    kind: str
    name: str


class ResourceContent(NamedTuple):
    """What stands there."""

    text: str
    media: str = JSON


def uri_of(project: str, kind: str, name: str = "") -> str:
    """The address of something."""
    return f"{SCHEME}{project}/{kind}" + (f"/{quote(name, safe='')}" if name else "")


def place_of(seat: AgentSeat, uri: str) -> ResourcePlace | None:
    """What an address of this project leads to, if it has the form of one."""
    begun = f"{SCHEME}{seat.project.header.name}/"
    if not uri.startswith(begun) or len(uri) > PAGE * 10:
        return None
    kind, _, name = uri[len(begun) :].partition("/")
    known = kind in _READERS and bool(name) == (kind in NAMED)
    return ResourcePlace(kind, unquote(name)) if known else None


async def read_place(seat: AgentSeat, place: ResourcePlace) -> ResourceContent:
    """What stands at a place. `NotFound`, `InvalidCommand`."""
    return await _READERS[place.kind](seat, place.name)


async def listed(seat: AgentSeat, cursor: str | None) -> Page:
    """Everything with an address, in pages: what there is one of first, then baselines, then nodes."""
    name, graph = seat.project.header.name, seat.graph
    start = _start_of(cursor)
    fixed = [_told(uri_of(name, kind), title, JSON) for kind, title in _SINGLE.items()]
    fixed += [
        _told(uri_of(name, "view", each), f"The model as {formats()[each].title}", _media(each)) for each in _VIEWS
    ]
    baselines = await seat.open_project.baselines.all()
    fixed += [_told(uri_of(name, "baseline", each.name), f"Baseline {each.name}", _media(_FORM)) for each in baselines]
    nodes = list(graph.nodes.values())
    total = len(fixed) + len(nodes)
    shown = fixed[start : start + PAGE]
    for node in nodes[max(0, start - len(fixed)) : max(0, start + PAGE - len(fixed))]:
        shown.append(_told(uri_of(name, "node", node.semantic_id), f"{node.node_type} {node.name}", JSON))
    end = start + PAGE
    return Page(items=shown, next_cursor=str(end) if end < total else None)


def templates(seat: AgentSeat) -> list[JsonObject]:
    """The forms of addresses with a name in them."""
    project = seat.project.header.name
    return [
        {
            "uriTemplate": f"{SCHEME}{project}/{kind}/{{{kind}}}",
            "name": kind,
            "title": title,
            "mimeType": "text/plain" if kind in {"view", "baseline"} else JSON,
        }
        for kind, title in NAMED.items()
    ]


# each kind -------------------------------------------------------------------------------------------------------


async def _node(seat: AgentSeat, name: str) -> ResourceContent:
    graph = seat.graph
    node = find_node(graph, name)
    edges = [*graph.outgoing(node.node_id), *graph.incoming(node.node_id)]
    said: JsonObject = {
        "id": node.semantic_id,
        "node_id": node.node_id,
        "type": node.node_type,
        "name": node.name,
        **known_as(node),
        "descr": node.descr,
        "attributes": {**read_by_people(node.attributes)},
        "edges": [edge_row(graph, edge) for edge in edges[:EDGES]],
        "edges_in_all": len(edges),
        "revision": graph.revision,
    }
    return ResourceContent(json_text(said))


async def _view(seat: AgentSeat, name: str) -> ResourceContent:
    """The whole model in one of the text forms that there are for other tools."""
    chosen = export_format(name)
    if not chosen.is_text:
        raise InvalidCommand(f"{chosen.title} is no text; use one of {', '.join(text_names())}")
    return ResourceContent(await _exported(seat, name), _media(name))


async def _baseline(seat: AgentSeat, name: str) -> ResourceContent:
    """The model as it was."""
    return ResourceContent(await _exported(seat, _FORM, name), _media(_FORM))


async def _findings(seat: AgentSeat, _name: str) -> ResourceContent:
    found = await seat.workbench.survey.of(seat.project)
    lines: list[JsonValue] = [finding_line(each) for each in found.findings[:FINDINGS]]
    said: JsonObject = {"revision": found.revision, "findings_in_all": len(found.findings), "findings": lines}
    return ResourceContent(json_text(said))


async def _ontology(seat: AgentSeat, _name: str) -> ResourceContent:
    ontology = seat.project.ontology
    said = {
        "name": ontology.name,
        "nodeTypes": list(ontology.node_types.values()),
        "relations": list(ontology.relations.values()),
    }
    return ResourceContent(encode(said).decode())


async def _run(seat: AgentSeat, name: str) -> ResourceContent:
    """A run: its tree in words, and what it came to."""
    run = await find_run(seat, name)
    steps = await seat.project.read_all(Step, group=run.run_id)
    result = (await result_of(seat, run))["structuredContent"]
    tree: list[JsonValue] = [
        {"step": each.label, "kind": each.kind, "status": each.status, "key": each.key} for each in steps[:EDGES]
    ]
    said: JsonObject = {"question": run.question, "workflow": run.workflow, "steps": tree, "steps_in_all": len(steps)}
    said["digest"] = digest(build_tree(steps).root, budget=TREE) if steps else ""
    return ResourceContent(json_text({**said, **(result if isinstance(result, dict) else {})}))


async def _proposal(seat: AgentSeat, name: str) -> ResourceContent:
    return ResourceContent(json_text(proposal_view(seat, await seat.open_project.proposals.get(ProposalId(name)))))


# inside ----------------------------------------------------------------------------------------------------------


async def _exported(seat: AgentSeat, name: str, revision: str | None = None) -> str:
    data, _report = await export_model(seat.open_project, name, revision=revision)
    return escape_roles(clean(data.decode()))


def _told(uri: str, title: str, media: str) -> JsonObject:
    return {"uri": uri, "name": uri.removeprefix(SCHEME), "title": title, "mimeType": media}


def _media(name: str) -> str:
    return formats()[name].media


def _start_of(cursor: str | None) -> int:
    if cursor is None:
        return 0
    if not cursor.isascii() or not cursor.isdecimal() or len(cursor) > len(str(PAGE**3)):
        raise invalid("this is no cursor of ours")
    return int(cursor)


_READERS: Final[dict[str, Callable[[AgentSeat, str], Awaitable[ResourceContent]]]] = {
    "node": _node,
    "view": _view,
    "baseline": _baseline,
    "run": _run,
    "proposal": _proposal,
    "findings": _findings,
    "ontology": _ontology,
}
NAMED: Final = {
    "node": "One node, with its edges",
    "view": "The whole model in a text form",
    "baseline": "The model as it was at a baseline or revision",
    "run": "A run: its steps and its answer",
    "proposal": "A proposal",
}
"""Kinds whose address ends in a name."""
_SINGLE: Final = {"findings": "What the rules find", "ontology": "The types and what may join them"}
_FORM: Final = "format-e"
_VIEWS: Final = ("format-e", "mermaid", "sysml")
