"""Checks what an answer cites: does it exist, and had the language model seen it? Which sentences cite nothing?

Rules, all deterministic. A citation is a semantic id anywhere in the prose, or an id in square brackets (semantic id,
short id, node id, or a list of them); code is left alone. `given` = it names a node that the model was shown in this
run; what was never shown is `notGiven`, what no node has is `unknown`; neither is dropped, both are marked (ADR-14). A
sentence that states something without a citation that holds is unsupported; a line of sources holds for what stands
before it, because a text for readers who are no engineers bears no ids. What stands word for word in a cited element
needs no further citation. Places are in characters of the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final

from msgspec import Struct

from graphwright.context.statements import counts_or_denies, states_something
from graphwright.graph.document import Graph
from graphwright.graph.foreign import read_by_people
from graphwright.protocol.ids import NodeId, PassageId
from graphwright.protocol.threads import CitationPart, CitationStatus, TextSpan
from graphwright.text.sentences import Sentence, sentences, without_code

MAX_CITATIONS: Final = 500
"""Of one answer; more than anybody follows."""

_QUOTED_BLANKS: Final = 3
"""Of a sentence that cannot stand in a text by chance."""
_QUOTED_CHARACTERS: Final = 200_000
_SEMANTIC_ID: Final = r"[^\W.\[\]()]+\.[A-Z]{2}\.\d{3,}"
_BRACKETS: Final = re.compile(r"\[([^\[\]\n]{1,400})\](?!\()")
_BARE: Final = re.compile(rf"(?<![\w.]){_SEMANTIC_ID}(?![\w])")
_SOURCES: Final = re.compile(r"(?im)^[\W_]*(?:sources?|quellen?)[*_]*\s*:.*$")
"""A line that says what the text before it rests on."""
_TABLE_HEAD: Final = re.compile(r"^[^\n|]*+\|[^\n]*+(?=\n[ \t]*+\|?[ \t]*+:?-{2,}+[^\n]*\|)", re.MULTILINE)
"""The names of columns state nothing; the rule below them tells them from rows."""
_SEPARATOR: Final = re.compile(r"\s*[,;]\s*|\s+(?:and|und|et)\s+")
_UUID: Final = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
# What looks like an id is one, even when nothing is called so: an invented id must not pass for a word in brackets.
_LOOKS_LIKE_ID: Final = re.compile(rf"{_SEMANTIC_ID}|{_UUID}|[A-Z]{{2}}\d+|P\d{{1,3}}")


_EDGE: Final = re.compile(r"(\S+)\s+-(\w+)->\s+(\S+)")
"""An edge as it is cited: `Pay.FN.001 -io-> Receipt.FL.002`."""


class CitablePassage(Struct, frozen=True):
    """A passage that the language model was given, and the name it may cite it by."""

    passage_id: PassageId
    quote: str


class Citations(Struct, frozen=True):
    """What an answer cites, in order, and where it should have."""

    citations: list[CitationPart]
    unsupported: list[TextSpan]


def check_citations(
    text: str,
    graph: Graph,
    given: Collection[NodeId],
    *,
    passage: Callable[[str], CitablePassage | None] = lambda _: None,
    looked_up: bool = False,
) -> Citations:
    """The citations of an answer and the sentences without one.

    `given` are the nodes that the language model was shown in this run; `passage` finds a passage that it was given.
    Who was shown every node, or `looked_up` what there is, may count and say what there is none of: there is no single
    node to cite for that.
    """
    may_count = looked_up or (bool(graph.nodes) and all(node_id in given for node_id in graph.nodes))
    prose = without_code(text)
    citations = [_checked(ref, start, graph, given, passage) for ref, start in _refs(prose, graph, passage)]
    citations = citations[:MAX_CITATIONS]
    good = [citation.start for citation in citations if citation.status == "given"]
    unsupported: list[Sentence] = []
    sourced = _sourced(prose, [at for at in good if isinstance(at, int)])
    heads = [match.span() for match in _TABLE_HEAD.finditer(prose)]
    for sentence in sentences(prose):
        if any(start <= sentence.start < end for start, end in heads):
            continue
        is_cited = any(isinstance(at, int) and sentence.start <= at < sentence.end for at in good)
        is_cited = is_cited or sentence.end <= sourced
        is_cited = is_cited or (may_count and counts_or_denies(sentence.text))
        if not is_cited and states_something(sentence):
            unsupported.append(sentence)
    said = _said_by(citations, graph) if unsupported else ""
    spans = [TextSpan(start=each.start, end=each.end) for each in unsupported if not _is_quoted(each.text, said)]
    return Citations(citations, spans)


def _said_by(citations: Sequence[CitationPart], graph: Graph) -> str:
    """What the cited elements say, on one line each."""
    ids = (each.node_id for each in citations if each.node_id is not None and each.status == "given")
    nodes = (graph.nodes[each] for each in dict.fromkeys(ids) if each in graph.nodes)
    texts = (text for node in nodes for text in (node.descr, *read_by_people(node.attributes).values()))
    return "\n".join(_one_line(text) for text in texts if isinstance(text, str))[:_QUOTED_CHARACTERS]


def _is_quoted(sentence: str, said: str) -> bool:
    """Does a sentence of some length stand there?"""
    words = _one_line(sentence).rstrip(".")
    return words.count(" ") >= _QUOTED_BLANKS and words in said


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _sourced(prose: str, good: Collection[int]) -> int:
    """Up to where a line of sources holds for the text; 0 without one that names anything that holds."""
    lines = [match.span() for match in _SOURCES.finditer(prose)]
    return max((start for start, end in lines if any(start <= at < end for at in good)), default=0)


def _refs(prose: str, graph: Graph, passage: Callable[[str], CitablePassage | None]) -> Iterator[tuple[str, int]]:
    """Each ref with its place, in order."""
    bracketed: list[tuple[int, int]] = []
    found: list[tuple[int, str]] = []
    for match in _BRACKETS.finditer(prose):
        inside = [(ref, match.start(1) + at) for ref, at in _listed(match[1])]
        if any(_is_ref(ref, graph, passage) for ref, _ in inside):
            bracketed.append(match.span())
            found += [(at, ref) for ref, at in inside]
    for match in _BARE.finditer(prose):
        if not any(start <= match.start() < end for start, end in bracketed):
            found.append((match.start(), match[0]))
    for at, ref in sorted(found):
        yield ref, at


def _listed(inside: str) -> Iterator[tuple[str, int]]:
    at = 0
    for separator in [*_SEPARATOR.finditer(inside), None]:
        end = len(inside) if separator is None else separator.start()
        ref = inside[at:end]
        if ref.strip():
            yield ref.strip(), at + len(ref) - len(ref.lstrip())
        at = end if separator is None else separator.end()


def _is_ref(ref: str, graph: Graph, passage: Callable[[str], CitablePassage | None]) -> bool:
    return bool(_LOOKS_LIKE_ID.fullmatch(ref) or _EDGE.fullmatch(ref) or graph.find(ref) or passage(ref))


def _checked(
    ref: str, start: int, graph: Graph, given: Collection[NodeId], passage: Callable[[str], CitablePassage | None]
) -> CitationPart:
    end = start + len(ref)
    source = passage(ref)
    if source is not None:
        return CitationPart(passage_id=source.passage_id, quote=source.quote, label=ref, start=start, end=end)
    edge = _EDGE.fullmatch(ref)
    if edge is not None:
        return _checked_edge(edge, start, graph, given)
    found = graph.find(ref)
    shown = [node_id for node_id in found if node_id in given]
    status: CitationStatus = "given" if len(shown) == 1 else "notGiven" if found else "unknown"
    node_id = shown[0] if shown else found[0] if len(found) == 1 else None
    return CitationPart(node_id=node_id, label=ref, start=start, end=end, status=status)


def _checked_edge(cited: re.Match[str], start: int, graph: Graph, given: Collection[NodeId]) -> CitationPart:
    """An edge is given with a node that it begins or ends at: a node is shown with all its edges."""
    end, label = start + len(cited[0]), cited[0]
    sources, targets = graph.find(cited[1]), graph.find(cited[3])
    relation = graph.ontology.relation(cited[2])
    edge_type = cited[2] if relation is None else relation.name
    for source in sources:
        for edge in graph.outgoing(source):
            if edge.target in targets and edge.edge_type == edge_type:
                status: CitationStatus = "given" if given_ends(edge.source, edge.target, given) else "notGiven"
                return CitationPart(
                    node_id=edge.source, edge_id=edge.edge_id, label=label, start=start, end=end, status=status
                )
    return CitationPart(label=label, start=start, end=end, status="unknown")


def ends_of(label: str) -> tuple[str, ...]:
    """The two ends of an edge as they are cited in `label`, none where it cites no edge."""
    cited = _EDGE.fullmatch(label)
    return () if cited is None else (cited[1], cited[3])


def given_ends(source: NodeId, target: NodeId, given: Collection[NodeId]) -> bool:
    """Was one of the two shown?"""
    return source in given or target in given
