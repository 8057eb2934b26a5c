"""How the offline assistant answers when it is offered tools: which it calls for a question, and what it says after.

It works as a language model is asked to: it looks things up, then it answers with the ids that the answer rests on.
Which tools it calls follows from the words alone, so a question always leads to the same calls. Wishes become one
proposal. What it does not understand it answers with what the model holds about the words, and it says when there is
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from graphwright.formats.cleaning import clean
from graphwright.graph.document import Graph
from graphwright.graph.query import histogram, roots
from graphwright.llm.base import ModelRequest, ToolCall
from graphwright.offline.draft import Draft
from graphwright.offline.languages import LanguageGrammar
from graphwright.offline.lookup_messages import LookupMessages, lookup_words
from graphwright.offline.phrases import enumerated, type_name
from graphwright.offline.proposing import changes_of
from graphwright.offline.question_patterns import described, mentioned
from graphwright.offline.reading import asking, quotes
from graphwright.offline.tokens import sentences
from graphwright.offline.understand import (
    MAX_CHARACTERS,
    Change,
    ReadOnlyAnswer,
    UnclearMessage,
    Understood,
    asks_for_findings,
)
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import NodeCreate, Operation

NAMED: Final = 3
"""Nodes of a question that are looked up one by one."""
TOLD: Final = 5
"""Hits of a search that are described."""
_CITED: Final = 20
_QUERY_CHARACTERS: Final = 1_000
_REASON_CHARACTERS: Final = 1_000

_PATH: Final = re.compile(
    r"(?i)\b(?:path|way|related|connect\w*|link\w*|depend\w*|affect\w*|influenc\w*|impact\w*"
    r"|pfad|weg|zusammen\w*|verbunden|verbindung|beeinfluss\w*|auswirk\w*|abhäng\w*|wirkt"
    r"|chemin|lien|liée?s?|relié\w*|dépend\w*|influ\w*|affecte\w*)\b"
)
_OVERVIEW: Final = re.compile(
    r"(?i)\b(?:overview|summar\w+|what is (?:this|in this|the) (?:model|about)|überblick|übersicht|zusammenfassung"
    r"|worum geht es|aperçu|résumé|vue d'ensemble)\b"
)
_ID: Final = re.compile(r"[^\W.]+\.[A-Z]{2}\.\d{3,}")


class LookupQuestion(Struct, frozen=True):
    """A question with everything that an answer needs."""

    words: str
    understood: Understood
    graph: Graph
    draft: Draft
    grammar: LanguageGrammar

    @property
    def say(self) -> LookupMessages:
        """The sentences of the answer's language."""
        return lookup_words(self.grammar.language)


class AssistantTurn(Struct, frozen=True):
    """One answer of the assistant: words, or calls of tools."""

    text: str = ""
    calls: list[ToolCall] = []


def answer_with_tools(request: ModelRequest, asked: LookupQuestion) -> AssistantTurn:
    """What it does next: look up, look around when nothing was found, answer."""
    tools = [] if request.tool_choice == "none" else request.tools
    offered = {tool.name for tool in tools}
    told = _told(request)
    if not told:
        calls = [call for call in _first_calls(asked) if call.name in offered]
        if calls:
            return AssistantTurn(calls=calls)
    called = {name for name, _ in told}
    if _found_nothing(asked, told) and "read_graph_overview" not in called and "read_graph_overview" in offered:
        return AssistantTurn(calls=[_call("read_graph_overview", {}, 0)])
    return AssistantTurn(text=_answer(asked, told))


# what it looks up ----------------------------------------------------------------------------------------------------


def _first_calls(asked: LookupQuestion) -> list[ToolCall]:
    if isinstance(asked.understood, Change):
        return [
            _call("propose_changes", {"changes": changes_of(operations), "reason": reason}, number)
            for number, (reason, operations) in enumerate(_by_reason(asked.understood))
        ]
    wanted: list[tuple[str, dict[str, JsonValue]]] = []
    named = _named(asked)
    if asks_for_findings(asked.words):
        wanted.append(("list_findings", {}))
    elif len(named) > 1 and _PATH.search(asked.words):
        ends: dict[str, JsonValue] = {"source": named[0].semantic_id, "target": named[1].semantic_id}
        wanted.append(("find_impact_path", ends))
    elif named:
        for node in named:
            around: dict[str, JsonValue] = {"node": node.semantic_id, "max_depth": 2}
            wanted.append(("explore_neighborhood", around))
    elif _OVERVIEW.search(asked.words):
        wanted.append(("read_graph_overview", {}))
    elif query := _query(asked):
        wanted.append(("search_nodes", {"query": query, "max_results": 10}))
    if isinstance(asked.understood, UnclearMessage) and not _OVERVIEW.search(asked.words) and (query := _query(asked)):
        wanted.append(("search_documents", asking(query)))
    return [_call(name, arguments, index) for index, (name, arguments) in enumerate(wanted)]


def _by_reason(change: Change) -> list[tuple[str, list[Operation]]]:
    """The operations under each reason; those that make nodes first, since others may connect these."""
    found: dict[str, list[Operation]] = {}
    for operation in change.operations:
        found.setdefault(change.reasons.get(operation.id, change.text)[:_REASON_CHARACTERS], []).append(operation)
    return sorted(found.items(), key=lambda each: not any(isinstance(one, NodeCreate) for one in each[1]))


def _query(asked: LookupQuestion) -> str:
    return " ".join(clean(asked.words).split())[:_QUERY_CHARACTERS]


def _named(asked: LookupQuestion) -> list[Node]:
    """The nodes that a question names: by id, by their name as it is written, or by a phrase that means it."""
    found: dict[NodeId, Node] = {}
    for sentence in sentences(clean(asked.words[:MAX_CHARACTERS])):
        for token in sentence.tokens:
            for node_id in asked.graph.find(token.text):
                found.setdefault(node_id, asked.graph.nodes[node_id])
            for node in asked.draft.find(token.text) if token.text[:1].isupper() or token.quoted else ():
                if node.name == token.text:
                    found.setdefault(node.node_id, node)
        for node in mentioned(sentence.tokens, asked.grammar, asked.draft):
            found.setdefault(node.node_id, node)
    return list(found.values())[:NAMED]


def _call(name: str, arguments: dict[str, JsonValue], index: int) -> ToolCall:
    return ToolCall(tool_call_id=f"look-{name}-{index}", name=name, arguments=msgspec.json.encode(arguments).decode())


# what it says --------------------------------------------------------------------------------------------------------


def _told(request: ModelRequest) -> list[tuple[str, str]]:
    """The answers of tools since the person spoke, with the name of the tool."""
    names: dict[str, str] = {}
    told: list[tuple[str, str]] = []
    for message in request.messages:
        if message.role == "user":
            names, told = {}, []
        elif message.role == "assistant":
            names |= {call.tool_call_id: call.name for call in message.tool_calls or ()}
        elif isinstance(message.tool_call_id, str) and message.tool_call_id in names:
            told.append((names[message.tool_call_id], message.text))
    return told


def _read(content: str) -> dict[str, JsonValue]:
    try:
        return msgspec.json.decode(content, type=dict[str, JsonValue])
    except msgspec.MsgspecError:
        return {}


def _hits(asked: LookupQuestion, told: Sequence[tuple[str, str]]) -> list[Node]:
    """The nodes that a search found, best first, as they stand now."""
    found: list[Node] = []
    for name, content in told:
        rows = _read(content).get("nodes") if name == "search_nodes" else None
        for row in rows if isinstance(rows, list) else ():
            ref = row.get("id") if isinstance(row, dict) else None
            found += [asked.graph.nodes[node_id] for node_id in asked.graph.find(str(ref))]
    return found


def _found_nothing(asked: LookupQuestion, told: Sequence[tuple[str, str]]) -> bool:
    searched = any(name == "search_nodes" for name, _ in told)
    return (
        searched
        and isinstance(asked.understood, UnclearMessage)
        and not _hits(asked, told)
        and not _quoted(asked, told)
    )


def _quoted(asked: LookupQuestion, told: Sequence[tuple[str, str]]) -> list[str]:
    """What documents say to the question, line by line."""
    return quotes(asked.words, [content for name, content in told if name == "search_documents"])


def _answer(asked: LookupQuestion, told: Sequence[tuple[str, str]]) -> str:
    hello = asked.grammar.say.hello
    return f"{hello}\n\n{_body(asked, told)}\n"


def _body(asked: LookupQuestion, told: Sequence[tuple[str, str]]) -> str:
    tools: dict[str, Callable[[LookupQuestion, str], str]] = {
        "propose_changes": _proposed,
        "find_impact_path": _path,
        "read_graph_overview": _overview,
    }
    for name, content in reversed(told):
        if name in tools and "error" not in _read(content):
            return tools[name](asked, content)
    match asked.understood:
        case Change(_, text):
            refusal = next((_read(content) for name, content in told if name == "propose_changes"), None)
            return asked.say.may_not if refusal is None else f"{text}\n\n{asked.say.does_not_hold} {_reason(refusal)}"
        case ReadOnlyAnswer(text, node_ids):
            return _with_sources(text, [asked.graph.nodes[each] for each in node_ids if each in asked.graph.nodes])
        case UnclearMessage():
            if quoted := _quoted(asked, told):
                return "\n".join([asked.say.documents, *quoted])
            hits = _hits(asked, told)[:TOLD]
            if not hits:
                return _overview(asked, "")
            unknown = _unknown(asked)
            begin = f"{unknown}\n\n{asked.say.fitting}" if unknown else asked.say.matching
            return f"{begin}\n{described(hits, asked.draft).text}"


def _unknown(asked: LookupQuestion) -> str:
    """That a name of the question is not in the model, where the question itself was understood."""
    if not isinstance(asked.understood, UnclearMessage):
        return ""
    text, say = asked.understood.text, asked.grammar.say
    others = [say.empty, *(each.partition("{")[0] for each in (say.not_understood, say.too_long, say.too_many))]
    return "" if any(text.startswith(each) for each in others if each) else text


def _with_sources(text: str, nodes: Sequence[Node]) -> str:
    """The text, with the ids of what it rests on behind it where it does not name them itself."""
    named = set(_ID.findall(text))
    missing = [node.semantic_id for node in nodes if node.semantic_id not in named][:_CITED]
    return f"{text} [{', '.join(missing)}]" if missing else text


def _proposed(asked: LookupQuestion, _content: str) -> str:
    return asked.understood.text if isinstance(asked.understood, Change) else ""


def _path(asked: LookupQuestion, content: str) -> str:
    read = _read(content)
    paths = read.get("paths")
    ends = {end: _whole(asked, str(read.get(end))) for end in ("source", "target")}
    first = paths[0] if isinstance(paths, list) and paths else None
    steps = first.get("steps") if isinstance(first, dict) else None
    if not isinstance(steps, list):
        return asked.say.no_path.format(**ends)
    edges = [str(step.get("edge")) for step in steps if isinstance(step, dict)]
    lines = [f"- {' '.join(_whole(asked, word) for word in edge.split(' '))}" for edge in edges]
    return "\n".join([asked.say.path.format(count=len(steps), **ends), *lines])


def _whole(asked: LookupQuestion, ref: str) -> str:
    """A node by its whole id, as all offline answers say it; other words as they are."""
    found = asked.graph.find(ref)
    return asked.graph.nodes[found[0]].semantic_id if len(found) == 1 else ref


def _overview(asked: LookupQuestion, _content: str) -> str:
    """What there is at all; said after "nothing matches" unless it was asked for."""
    graph, draft = asked.graph, asked.draft
    nothing = "" if _OVERVIEW.search(asked.words) else f"{_unknown(asked) or asked.say.nothing}\n\n"
    counts = histogram(graph)
    if not counts:
        return asked.say.empty
    kinds = [f"{count} {type_name(word, draft, plural=count != 1)}" for word, count in counts.items()]
    tops = roots(graph) or list(graph.nodes.values())
    ids = ", ".join(node.semantic_id for node in tops[:TOLD])
    return f"{nothing}{asked.say.overview.format(counts=enumerated(kinds, draft), tops=ids)}"


def _reason(refusal: dict[str, JsonValue]) -> str:
    problems = refusal.get("problems")
    first = problems[0] if isinstance(problems, list) and problems else refusal.get("error")
    return str(first.get("message", "")) if isinstance(first, dict) else ""
