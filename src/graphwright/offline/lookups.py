"""How the offline assistant answers when it is offered tools: which it calls for a question, and what it says after.

It works as a language model is asked to: it looks things up, then it answers with the ids that the answer rests on.
Which tools it calls follows from the words alone, so a question always leads to the same calls. Wishes become one
proposal. What it does not understand it answers with what the model holds about the words, and it says when there is
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from graphwright.context.workflow_choice import is_question
from graphwright.formats.cleaning import clean
from graphwright.formats.suggestions import write_suggestions
from graphwright.graph.document import Graph
from graphwright.graph.query import histogram, roots
from graphwright.graph.statement import statement_of
from graphwright.languages import Language
from graphwright.llm.base import ModelRequest, ToolCall
from graphwright.offline.dialogue.greeting import greeted
from graphwright.offline.dialogue.messages import dialogue_words
from graphwright.offline.documents import document_question, measured
from graphwright.offline.lookup_messages import LookupMessages, lookup_words
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.offline.proposing import changes_of
from graphwright.offline.questions.asking import asked as asked_of
from graphwright.offline.questions.evaluate import rows_of
from graphwright.offline.questions.messages import question_words
from graphwright.offline.questions.query import Query
from graphwright.offline.questions.tooling import LookupCall, calls_of, history_told
from graphwright.offline.quoting import amounts, amounts_of, quotes
from graphwright.offline.understand import MAX_CHARACTERS
from graphwright.offline.understood import Change, OpenQuestion, ReadOnlyAnswer, UnclearMessage, Understood
from graphwright.offline.wording import enumerated, wording
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import NodeCreate, Operation

NAMED: Final = 3
"""Nodes of a question that are looked up one by one."""
TOLD: Final = 5
"""Hits of a search that are described."""
_CITED: Final = 20
_SHOWN: Final = 300
"""Characters of a description that an answer quotes."""
_QUESTION: Final = 1_000
"""Characters of a message that may be one question."""
_LOOKED_AT: Final = 500
"""Words of a message that are looked up as ids."""
_QUERY_CHARACTERS: Final = 1_000
_REASON_CHARACTERS: Final = 1_000

_ID: Final = re.compile(r"(?<!\w)[^\W.]+\.[A-Z]{2}\.\d{3,}")


class LookupQuestion(Struct, frozen=True):
    """A question with everything that an answer needs."""

    words: str
    understood: Understood
    graph: Graph
    index: NodeIndex

    @property
    def say(self) -> LookupMessages:
        """The sentences of the answer's language."""
        return lookup_words(self.understood.language)


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
    return AssistantTurn(text=greeted(request, asked.understood.language, _answer(asked, told)))


# what it looks up ----------------------------------------------------------------------------------------------------


def _first_calls(asked: LookupQuestion) -> list[ToolCall]:
    if isinstance(asked.understood, Change):
        return [
            _call("propose_changes", {"changes": changes_of(operations), "reason": reason}, number)
            for number, (reason, operations) in enumerate(_by_reason(asked.understood))
        ]
    if isinstance(asked.understood, OpenQuestion):
        return []
    if (of_documents := document_question(asked.words)).from_documents:
        words = " ".join(clean(of_documents.words).split())[:_QUERY_CHARACTERS]
        return [_call("search_documents", {"query": words, "max_results": 5}, 0)]
    query = _query_of(asked)
    wanted = calls_of(query, clean(asked.words), asked.graph)
    if query is None:
        around = (
            LookupCall("explore_neighborhood", {"node": each.semantic_id, "max_depth": 2}) for each in _named(asked)
        )
        wanted = [*around, *wanted]
    if measured(asked.words) is not None and all(call.name != "search_documents" for call in wanted):
        words = " ".join(clean(asked.words).split())[:_QUERY_CHARACTERS]
        wanted = [*wanted, LookupCall("search_documents", {"query": words, "max_results": 5})]
    return [_call(call.name, call.arguments, number) for number, call in enumerate(wanted)]


def _query_of(asked: LookupQuestion) -> Query | None:
    """What is asked of the model, where anything is."""
    if isinstance(asked.understood, UnclearMessage) and not is_question(asked.words):
        return None
    return asked_of(clean(asked.words[:_QUESTION]), asked.understood.language, asked.graph, asked.index)


def _by_reason(change: Change) -> list[tuple[str, list[Operation]]]:
    """The operations under each reason; those that make nodes first, since others may connect these."""
    found: dict[str, list[Operation]] = {}
    for operation in change.operations:
        found.setdefault(change.reasons.get(operation.id, change.text)[:_REASON_CHARACTERS], []).append(operation)
    return sorted(found.items(), key=lambda each: not any(isinstance(one, NodeCreate) for one in each[1]))


def _named(asked: LookupQuestion) -> list[Node]:
    """The nodes that a question names: by id, or by a name in any language."""
    words = clean(asked.words[:MAX_CHARACTERS])
    found = {
        node_id: asked.graph.nodes[node_id]
        for word in words.split()[:_LOOKED_AT]
        for node_id in asked.graph.find(word.strip(".,;:!?()\"'"))
    }
    for span in asked.index.named_in(words):
        found.update((node.node_id, node) for node in span.nodes)
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
    contents = [content for name, content in told if name == "search_documents"]
    return quotes(asked.words, contents, asked.understood.language)


def _answer(asked: LookupQuestion, told: Sequence[tuple[str, str]]) -> str:
    say = dialogue_words(asked.understood.language)
    body = _body(asked, told)
    answer = f"{body}\n"
    unclear = asked.understood if isinstance(asked.understood, UnclearMessage) else None
    is_of_documents = unclear is not None and document_question(asked.words).from_documents
    suggested = unclear.suggestions if unclear is not None and not is_of_documents else []
    if unclear is not None and _is_answered(asked, told):
        spoken_of = _spoken_of(body, asked)
        suggested = [each for each in suggested if not spoken_of.isdisjoint(_spoken_of(each, asked))]
    return f"{answer}\n{say.examples}\n\n{write_suggestions(suggested)}\n" if suggested else answer


def _is_answered(asked: LookupQuestion, told: Sequence[tuple[str, str]]) -> bool:
    """Does what was looked up answer? Then only what goes on with it is offered, and no other sentence."""
    return bool(_history(asked, told) or _amounts(asked, told) or _quoted(asked, told))


def _spoken_of(text: str, asked: LookupQuestion) -> set[NodeId]:
    """The elements that a text names, by id or by name."""
    ids = {node_id for word in _ID.findall(text) for node_id in asked.graph.find(word)}
    named = asked.index.named_in(text[:MAX_CHARACTERS])
    return ids | {node.node_id for span in named for node in span.nodes}


def _body(asked: LookupQuestion, told: Sequence[tuple[str, str]]) -> str:
    if isinstance(asked.understood, ReadOnlyAnswer | UnclearMessage) and document_question(asked.words).from_documents:
        if quoted := _quoted(asked, told):
            return "\n".join([asked.say.documents, *quoted])
        from_model = asked.understood.text if isinstance(asked.understood, ReadOnlyAnswer) else ""
        return f"{asked.say.documents_nothing}\n\n{from_model}".strip()
    match asked.understood:
        case Change(_, text):
            contents = [_read(content) for name, content in told if name == "propose_changes"]
            refusal = next((each for each in contents if "error" in each), None)
            if contents and refusal is None:
                return text
            return asked.say.may_not if refusal is None else f"{text}\n\n{asked.say.does_not_hold} {_reason(refusal)}"
        case OpenQuestion(text, lines):
            return "\n".join([text, *(f"- {line.written()}" for line in lines)])
        case ReadOnlyAnswer(text, node_ids):
            if history := _history(asked, told):
                return history
            if of_amount := _amounts(asked, told, text):
                return of_amount
            cites = [] if _asks_of_the_world(asked) else node_ids
            if not cites and (quoted := _quoted(asked, told)):
                beside = ["", text] if node_ids else []
                return "\n".join([asked.say.documents, *quoted, *beside])
            cited = [asked.graph.nodes[each] for each in node_ids if each in asked.graph.nodes]
            return _with_sources(text, cited, asked.understood.language)
        case UnclearMessage():
            return _found(asked, told)


def _asks_of_the_world(asked: LookupQuestion) -> bool:
    """Is it asked what is to be done in something, of which documents tell more than findings do?"""
    query = _query_of(asked)
    return query is not None and query.kind == "missing" and bool(query.words)


def _amounts(asked: LookupQuestion, told: Sequence[tuple[str, str]], of_model: str = "") -> str:
    """What documents give of an amount that is asked for and that the model does not hold; empty where they do not.

    What the model counts stands beside it; that it holds nothing is no answer where a document has one. What it holds
    comes first, and alone where the documents give nothing else.
    """
    contents = [content for name, content in told if name == "search_documents"]
    found = amounts(asked.words, contents, asked.understood.language)
    query = _query_of(asked) if found.lines and of_model else None
    rows: Sequence[Node] = rows_of(query, asked.graph).nodes if query is not None else ()
    if not found.lines:
        return ""
    differ = [asked.say.documents_differ] if found.differ else []
    of_documents = [asked.say.documents, *found.lines, *differ]
    if rows and query is not None and query.kind == "sizes":
        held = amounts_of([statement_of(node) for node in rows], asked.words)
        return "" if found.given <= held else "\n".join([of_model, "", *of_documents])
    return "\n".join([*of_documents, *([f"\n{of_model}"] if rows else [])])


def _history(asked: LookupQuestion, told: Sequence[tuple[str, str]]) -> str:
    """Who changed what is asked about, as the journal told it."""
    journal = [content for name, content in told if name == "read_node_history"]
    return history_told(journal, asked.graph, asked.understood.language)


def _found(asked: LookupQuestion, told: Sequence[tuple[str, str]]) -> str:
    """What the journal, the documents and the model hold about words that nothing else answers."""
    if history := _history(asked, told):
        return history
    if of_amount := _amounts(asked, told):
        return of_amount
    if quoted := _quoted(asked, told):
        return "\n".join([asked.say.documents, *quoted])
    found = _hits(asked, told)
    hits = found[:TOLD] or _named(asked)
    tells_why = isinstance(asked.understood, UnclearMessage) and asked.understood.tells_why
    if not hits:
        return asked.understood.text if tells_why else _overview(asked)
    words, types = wording(asked.understood.language), vocabulary(asked.understood.language)
    lines = (
        words.about.format(
            name=node.name, type=types.type_word(node.node_type), id=node.semantic_id, descr=statement_of(node)[:_SHOWN]
        )
        for node in hits
    )
    why = [asked.understood.text] if tells_why else []
    rest = len(found) - TOLD
    more = [question_words(asked.understood.language).more.format(count=rest)] if rest > 0 else []
    return "\n".join([*why, asked.say.matching, *lines, *more])


def _with_sources(text: str, nodes: Sequence[Node], language: Language) -> str:
    """The text, with the ids of what it rests on behind it where it does not name them itself."""
    named = set(_ID.findall(text))
    missing = [node.semantic_id for node in nodes if node.semantic_id not in named]
    if not missing:
        return text
    cited, rest = ", ".join(missing[:_CITED]), len(missing) - _CITED
    return f"{text} [{cited}] {question_words(language).more.format(count=rest)}" if rest > 0 else f"{text} [{cited}]"


def _overview(asked: LookupQuestion) -> str:
    """That nothing matches, and what there is at all."""
    graph, language = asked.graph, asked.understood.language
    counts = histogram(graph)
    if not counts:
        return f"{asked.say.nothing} {asked.say.empty}"
    types = vocabulary(language)
    kinds = [f"{count} {types.type_word(word, count=count)}" for word, count in counts.items()]
    tops = roots(graph) or list(graph.nodes.values())
    ids = ", ".join(node.semantic_id for node in tops[:TOLD])
    return f"{asked.say.nothing}\n\n{asked.say.overview.format(counts=enumerated(kinds, wording(language)), tops=ids)}"


def _reason(refusal: dict[str, JsonValue]) -> str:
    problems = refusal.get("problems")
    first = problems[0] if isinstance(problems, list) and problems else refusal.get("error")
    return str(first.get("message", "")) if isinstance(first, dict) else ""
