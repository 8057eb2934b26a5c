"""Which tools a question calls when it is offered some, and what an answer of the journal says.

The answer itself comes from the graph; the tools show people and the record where it was looked up, and find what the
graph does not hold: who changed what, and what documents say.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from graphwright.graph.document import Graph
from graphwright.languages import Language
from graphwright.offline.questions.messages import question_words
from graphwright.offline.questions.query import Query
from graphwright.offline.questions.telling import labelled, one_line
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node

NAMED: Final = 3
"""Nodes of a question that are looked up one by one."""
_QUERY_CHARACTERS: Final = 1_000
_COMMITS: Final = 5
_AROUND: Final = frozenset(
    {"linked", "link", "impact", "describe", "why", "compare", "common", "kindOf", "attribute", "quoted"}
)
_WHOLE: Final = frozenset({"nodes", "rank", "balance", "status", "overview", "measure"})


class LookupCall(NamedTuple):
    """A tool and its arguments."""

    name: str
    arguments: dict[str, JsonValue]


def calls_of(query: Query | None, words: str, graph: Graph) -> list[LookupCall]:
    """The look-ups for a question; without a query model and documents are searched for its words."""
    said = " ".join(words.split())[:_QUERY_CHARACTERS]
    if query is None or query.kind in {"unnamed", "unjudged"}:
        searched: list[LookupCall] = []
        if said and graph.nodes:
            searched.append(LookupCall("search_nodes", {"query": said, "max_results": 10}))
        return [*searched, LookupCall("search_documents", {"query": said, "max_results": 5})] if said else []
    named = [graph.nodes[anchor[0]].semantic_id for anchor in query.anchors if anchor and anchor[0] in graph.nodes]
    match query.kind:
        case "missing":
            found = [LookupCall("list_findings", {})]
            # What is to be done in something that is named may stand in a document as well.
            return [*found, LookupCall("search_documents", {"query": said, "max_results": 5})] if query.words else found
        case "path":
            return [LookupCall("find_impact_path", {"source": named[0], "target": named[1]})]
        case "changed":
            return [LookupCall("read_node_history", {"node": each}) for each in named[:NAMED]]
        case kind if kind in _AROUND:
            depth = 2 if kind in {"impact", "why"} else 1
            return [LookupCall("explore_neighborhood", {"node": each, "max_depth": depth}) for each in named[:NAMED]]
        case kind if kind in _WHOLE:
            return [LookupCall("read_graph_overview", {})]
        case _:
            return []


def history_told(contents: list[str], graph: Graph, language: Language) -> str:
    """What `read_node_history` answered, in words: who changed a node, when, and from where."""
    lines: list[str] = []
    for content in contents:
        read = _read(content)
        found = graph.find(str(read.get("id", "")))
        rows = read.get("commits")
        if not found or not isinstance(rows, list):
            continue
        lines += _commits(graph.nodes[found[0]], rows[:_COMMITS], language)
    return "\n".join(lines)


def _commits(node: Node, rows: list[JsonValue], language: Language) -> list[str]:
    say = question_words(language)
    lines = [say.changed.format(anchor=labelled(node))]
    for row in rows:
        if isinstance(row, dict):
            places = {key: one_line(str(row.get(key, ""))) for key in ("revision", "at", "by", "through")}
            lines.append(say.commit.format(**places))
    return lines


def _read(content: str) -> dict[str, JsonValue]:
    try:
        return msgspec.json.decode(content, type=dict[str, JsonValue])
    except msgspec.MsgspecError:
        return {}
