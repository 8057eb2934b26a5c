"""What a person calls a requirement: behind a label, as rows of a list below it, behind `add a requirement that`.

It binds because it is called so, with or without a modal verb, and is kept word for word; what is announced is no part
of it. Names alone, `Requirements: speed, weight`, are a list of names and not read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.forms import candidates
from graphwright.grammar.lists import MAX_MEMBERS
from graphwright.grammar.read import read
from graphwright.grammar.records import LayoutRow, SentenceReading, SpokenClause
from graphwright.languages import Language
from graphwright.offline.meaning.layouts import types_said
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.orders.cutting import pieces_of
from graphwright.offline.meaning.orders.pieces import is_helper, verb_forms
from graphwright.offline.meaning.orders.reading import orders_in
from graphwright.offline.meaning.orders.words import order_words
from graphwright.text.recognition import Recogniser

_LABEL: Final = re.compile(r"[^\n:?!;]{3,80}?\s?:(?=\s)|[^\n:?!;,.]{3,40}?\s[-–—](?=\s)")
"""What announces: short, on one line, up to its colon or its dash."""
_THAT: Final = Recogniser(r"(?P<order>[^\n:?!;]{3,60}?),?\s(?:<requirements.that>)(?<=[\s\w'’])\s*(?P<said>\b\S[^\n]*)")
"""An order, and behind `that` what it adds."""
_AGAIN: Final = Recogniser(
    r",?\s(?:<requirements.and>)\s(?:\w+\s){0,2}(?P<what>[^\W\d_]{5,20}),?\s(?:<requirements.that>)(?<=[\s\w'’])\s*"
)
"""One more requirement behind the first."""
_FEWEST: Final = 3
"""Words of what is said: who or what, and what of it; `that Pump satisfies` only tells which one is meant."""
_DASHES: Final = " -–—"
_ANNOUNCED: Final = 3
"""Words before a dash: `our new requirement`."""
_ROW: Final = re.compile(r"(?:^|\n)[ \t]*(?:[-*•–]|\d{1,3}[.)])[ \t]+")
_NAME_ROWS: Final = 4
"""Words of something that is said, and no name."""
_NUMBERED: Final = re.compile(r"\w*\d")
_QUOTES: Final = " \t\n\"'“”„«»‘’"


def names_demand(sentence: SentenceReading, index: NodeIndex) -> bool:
    """Does a sentence speak of a requirement of the model, rather than of a new one?"""
    before = sentence.text.partition(":")[0]
    return any(node.node_type == "REQ" for span in index.named_in(before) for node in span.nodes)


def called_demands(sentence: SentenceReading, index: NodeIndex) -> list[SentenceReading]:
    """The requirements that a sentence announces as such, each a sentence of its own. `index`: names of the model."""
    return _ordered(sentence, index) or _labelled(sentence)


def _ordered(sentence: SentenceReading, index: NodeIndex) -> list[SentenceReading]:
    """`Add a requirement that the pump stops in 2 s`: what is said behind the order for a requirement."""
    found = _THAT.match(sentence.text)
    if found is None or types_said(found["order"]) != ["REQ"]:
        return []
    order, said = found["order"], found["said"].rstrip(_QUOTES)
    before, comma, particle = said.rpartition(", ")
    if sentence.language == "de" and comma and " " not in particle:  # `Füge die Anforderung, dass ..., hinzu`
        order, said = f"{order} {particle.rstrip('.!')}", before
    orders = orders_in(order, pieces_of(order, index), sentence.language, spoken_of=False, empty=False)
    if [each.kind for each in orders] != ["create"] or _only_tells_which(said, sentence.language):
        return []
    at, demands = found.start("said"), list[SentenceReading]()
    for text in _said_again(said):
        at = sentence.text.index(text, at)
        demands.append(_read_again(text, sentence, at))
        at += len(text)
    return demands


def _said_again(said: str) -> list[str]:
    """What is said, parted where another requirement begins: `... and a requirement that ...`."""
    found: list[str] = []
    start = 0
    for again in _AGAIN.finditer(said):
        if types_said(again["what"]) == ["REQ"]:
            found.append(said[start : again.start()].rstrip(" ,"))
            start = again.end()
    return [*found, said[start:]]


def _only_tells_which(said: str, language: Language) -> bool:
    """Is it said of the requirement itself, `that is tested by T1`, `that covers the pump`?"""
    words = said.split()
    kinds = {each.kind for each in candidates(words[0].lower(), language, cased=False)}
    acts = "finite" in kinds and not kinds & {"noun", "article", "pronoun"} and words[0].islower()
    return len(words) < _FEWEST or acts or is_helper(words[0].lower(), language)


def _labelled(sentence: SentenceReading) -> list[SentenceReading]:
    """What stands behind a label that speaks of a requirement, or in the rows below it."""
    label = _LABEL.match(sentence.text)
    if label is None or not (_is_dashed(label[0]) or label[0].endswith(":")):
        return []
    if not _calls(label[0].rstrip(f":{_DASHES}"), sentence.language):
        return []
    rows = list(_rows(sentence.text, label.end()))
    said = [(at, text) for at, text in rows if _is_said(text, sentence, at)]
    if not said or len(said) < len(rows) or len(rows) > MAX_MEMBERS:
        return []
    layout = _numbered(sentence.layout)
    if len(said) > 1:
        return [_read_again(text, sentence, at) for at, text in said]
    [(at, text)] = said
    start = sentence.start + at
    clauses = tuple(each for each in sentence.clauses if each.start >= start and each.verb is not None)
    if not clauses:
        return [replace(_read_again(text, sentence, at), layout=layout)]
    numbered = tuple(replace(each, index=number) for number, each in enumerate(clauses))
    return [
        replace(
            sentence,
            text=text,
            start=start,
            end=start + len(text),
            clauses=numbered,
            links=(),
            doubts=(),
            layout=layout,
        )
    ]


def _is_dashed(label: str) -> bool:
    """Does only the word for a requirement stand before a dash: `New requirement - the pump ...`?"""
    said = label.rstrip(_DASHES).split()
    return len(said) <= _ANNOUNCED and types_said(said[-1]) == ["REQ"]


def _calls(label: str, language: Language) -> bool:
    """Does a label speak of a requirement and of nothing else, and orders no change of one that is there?"""
    if set(types_said(label)) != {"REQ"}:
        return False
    lemmas = {lemma for word in label.split() for _, lemma in verb_forms(word.lower(), language)}
    words = order_words(language)
    return not lemmas & (words.every_verb - words.verbs["create"] - words.verbs["note"])


def _rows(text: str, begin: int) -> Iterator[tuple[int, str]]:
    """What is announced, with its places: all of it, or each row of a list."""
    marks = [(each.start(), each.end()) for each in _ROW.finditer(text, begin)]
    places = [(begin, len(text))]
    if marks:
        ends = [start for start, _ in marks[1:]] + [len(text)]
        places = [(start, end) for (_, start), end in zip(marks, ends, strict=True)]
    for start, end in places:
        bare = text[start:end].strip(_QUOTES)
        if bare:
            yield text.index(bare, start), bare


def _is_said(text: str, sentence: SentenceReading, at: int) -> bool:
    """Is it more than a name: a sentence, or a limit in numbers?"""
    holds_verb = any(each.verb is not None and each.start >= sentence.start + at for each in sentence.clauses)
    return holds_verb or any(map(str.isdigit, text)) or len(text.split()) >= _NAME_ROWS


def _numbered(layout: LayoutRow | None) -> LayoutRow | None:
    """The label that is the name of its requirement: `Requirement R7`."""
    return layout if layout is not None and layout.kind == "pair" and _NUMBERED.search(layout.label) else None


def _read_again(text: str, sentence: SentenceReading, at: int) -> SentenceReading:
    """A row as the sentence that it is, at its place in the message."""
    found = read(text, sentence.language).sentences
    start = sentence.start + at
    clauses: tuple[SpokenClause, ...] = ()
    if len(found) == 1:
        clauses = tuple(replace(each, start=each.start + start, end=each.end + start) for each in found[0].clauses)
    return replace(
        sentence, text=text, start=start, end=start + len(text), clauses=clauses, links=(), doubts=(), layout=None
    )
