"""Two beginnings that a person chooses at their client: find gaps, derive tests; and the names to fill them with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from graphwright.agents.resources import NAMED, uri_of
from graphwright.agents.seat import AgentSeat
from graphwright.interop.choosing import text_names
from graphwright.mcp.wire import JsonObject, invalid
from graphwright.protocol.base import JsonValue
from graphwright.protocol.runs import Run
from graphwright.tools.answer import json_text
from graphwright.tools.look import find_node

OFFERED: Final = 100
"""Completions at most; more is no help."""


class AgentPrompt(Struct, frozen=True):
    """A beginning; `{about}` in it is the node, as data."""

    title: str
    told: str
    about: str
    """What its argument means."""
    text: str


PROMPTS: Final = {
    "find_gaps": AgentPrompt(
        "Find gaps",
        "Looks for what a part of the model lacks, and proposes what would close it.",
        "a node; the whole model when left out",
        "Look at {about} in the system model {project}. With list_findings, read_node_detail and list_node_edges find "
        "what is missing or contradicts itself: functions without requirement, input or output, requirements without "
        "test, parts that nothing uses. Say each gap in one sentence with the ids of its nodes, the gravest first. "
        "Then try with propose_changes and dry_run what would close those that need no decision of a person, and "
        "propose that if it holds. Ask about the others.",
    ),
    "derive_tests": AgentPrompt(
        "Derive tests",
        "Writes tests for requirements that have none, and proposes them.",
        "a requirement; all of them when left out",
        "Derive tests for {about} in the system model {project}. Read each requirement with read_node_detail; "
        "read_node_config says which type tests have here, and how they are joined to what they verify. For each "
        "requirement without a test write one that can fail: what is given, what is done, what must be seen, with the "
        "values that the requirement names. Where it names none, ask and do not invent one. Propose all of them with "
        "one propose_changes.",
    ),
}


def told_prompts() -> list[JsonObject]:
    """As a client lists them."""
    return [
        {
            "name": name,
            "title": prompt.title,
            "description": prompt.told,
            "arguments": [{"name": "about", "description": prompt.about, "required": False}],
        }
        for name, prompt in PROMPTS.items()
    ]


def filled_prompt(seat: AgentSeat, name: str, arguments: Mapping[str, str]) -> JsonObject:
    """One of them as the first message of a conversation. `McpError`; `NotFound` for an unknown node."""
    prompt = PROMPTS.get(name)
    if prompt is None:
        raise invalid(f"there is no prompt {name[:100]!r}")
    if unknown := arguments.keys() - {"about"}:
        raise invalid(f"{name} has no argument {', '.join(sorted(unknown))[:100]}")
    project, word = seat.project.header.name, arguments.get("about", "").strip()
    about = "everything"
    messages: list[JsonValue] = []
    if word:
        node = find_node(seat.graph, word)
        about = f"the node {node.semantic_id}"
        data = json_text({"id": node.semantic_id, "type": node.node_type, "name": node.name, "descr": node.descr})
        link: JsonObject = {"uri": uri_of(project, "node", node.semantic_id), "mimeType": "application/json"}
        messages.append({"role": "user", "content": {"type": "resource", "resource": {**link, "text": data}}})
    text = prompt.text.format(about=about, project=project)
    messages.append({"role": "user", "content": {"type": "text", "text": text}})
    return {"description": prompt.told, "messages": messages}


async def completed(seat: AgentSeat, reference: JsonObject, argument: str, begun: str) -> Sequence[str]:
    """What a begun word may become: names of nodes, baselines, runs, proposals and forms, as the place wants them."""
    if reference.get("type") == "ref/prompt":
        if reference.get("name") not in PROMPTS or argument != "about":
            raise invalid("no prompt has such an argument")
        return _nodes(seat, begun)
    template = reference.get("uri")
    kind = argument if argument in NAMED else ""
    if reference.get("type") != "ref/resource" or not kind or not isinstance(template, str):
        raise invalid("this can be completed for prompts and for the templates of resources")
    match kind:
        case "node":
            return _nodes(seat, begun)
        case "baseline":
            return _fitting(begun, [each.name for each in await seat.open_project.baselines.all()])
        case "run":
            runs = await seat.project.read_all(Run, newest=OFFERED)
            return _fitting(begun, [each.run_id for each in runs[::-1]])
        case "proposal":
            return _fitting(begun, [each.proposal_id for each in await seat.open_project.proposals.all()])
        case _:
            return _fitting(begun, text_names())


def _nodes(seat: AgentSeat, begun: str) -> list[str]:
    """Semantic ids whose beginning, or whose node's name, is begun like this."""
    key = begun.casefold()
    nodes = seat.graph.nodes.values()
    by_id = [node.semantic_id for node in nodes if node.semantic_id.casefold().startswith(key)]
    by_name = [node.semantic_id for node in nodes if node.name.casefold().startswith(key)]
    return list(dict.fromkeys([*by_id, *by_name]))


def _fitting(begun: str, words: Sequence[str]) -> list[str]:
    key = begun.casefold()
    return [word for word in words if word.casefold().startswith(key)]
