"""Functions that an order names by some of their words: `the waxing can go`, `après le comptage, ajoute ...`.

The words stand for the one function that they can mean, and the order is read with its name in their place. A noun
alone means the function that is about it only where something is to go: `we don't need the siren, drop it`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from graphwright.grammar.records import SentenceReading, SpokenClause
from graphwright.languages import Language
from graphwright.offline.meaning.matching import BEGINNING, NodeIndex, meaning_key, said_in
from graphwright.offline.meaning.vocabulary import node_type_of, small_words, vocabulary
from graphwright.offline.meaning.word_meanings import meanings_of
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

_WORD: Final = re.compile(r"[^\W\d_]+")
_QUOTED: Final = re.compile(r"\"[^\"\n]+\"|“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»")
_ELIDED: Final = re.compile(r"\b[dlDL]['’]$")
"""A French article that hangs on to its noun."""
_BREAKS: Final = re.compile(r"[,;:.!?()\n\"“”„«»]")
_MAX_WORDS: Final = 60
"""Of a sentence; who orders says less."""
_LONGEST: Final = 4
"""Telling words of the name of something that is done."""
_MAX_DEEDS: Final = 40
"""Functions that share words with a sentence; of more than these nobody means one by a word."""


_DONE: Final = frozenset(("FUNC", "UC", "FCHAIN", "REQ", "TEST"))
"""Types whose names may well hold a verb."""


class NamedDeeds(NamedTuple):
    """A text with the names of functions in the place of their words."""

    text: str
    by_noun: bool
    """One is only told by what it is done to."""


class _Run(NamedTuple):
    """Words in a row that all belong to the name of a function."""

    start: int
    end: int
    node: Node
    telling: int
    by_verb: bool


def is_in_name(clause: SpokenClause, sentence: SentenceReading, index: NodeIndex) -> bool:
    """Is the verb only a word in the name of a thing of the model: `the band saw has ...` sees nothing?"""
    if clause.verb is None or not index.graph.nodes:
        return False
    at = clause.verb.start - sentence.start
    return any(
        each.start < at < each.end
        for each in index.named_in(sentence.text)
        if not any(node.node_type in _DONE for node in each.nodes)
    )


def with_deeds_named(text: str, language: Language, index: NodeIndex) -> NamedDeeds | None:
    """The text with each function by its name; `None` where no words of it mean one."""
    spoken = [*_WORD.finditer(text)]
    if len(spoken) > _MAX_WORDS:
        return None
    taken = [(each.start, each.end) for each in index.named_in(text)]
    taken += [each.span() for each in _QUOTED.finditer(text)]
    deeds = _likely(spoken, language, index)
    free_text = text
    for start, end in taken:  # a name parts what stands around it: `to the washback and distilling to the still`
        free_text = free_text[:start] + '"' * (end - start) + free_text[end:]
    spoken = [*_WORD.finditer(free_text)]
    runs = [run for node in deeds for run in _runs(free_text, spoken, node, language)]
    free = [run for run in runs if not any(run.start < end and start < run.end for start, end in taken)]
    free = [run for run in free if _type_before(text, run.start) in {None, "FUNC"}]
    chosen: list[_Run] = []
    for run in sorted(free, key=lambda each: (-each.telling, each.start)):
        rivals = {
            each.node.node_id
            for each in free
            if each.start < run.end and run.start < each.end and each.telling == run.telling
        }
        if len(rivals) == 1 and not any(run.start < each.end and each.start < run.end for each in chosen):
            chosen.append(run)
    if not chosen:
        return None
    for run in sorted(chosen, key=lambda each: -each.start):
        elided = _ELIDED.search(text[: run.start])
        start = run.start if elided is None else elided.start()
        text = f'{text[:start]}"{run.node.name}"{text[run.end :]}'
    return NamedDeeds(text, by_noun=any(not each.by_verb for each in chosen))


def _type_before(text: str, at: int) -> str | None:
    """The type that the word before a place says: what follows is a name."""
    before = text[:at].split()
    return node_type_of(before[-1]) if before else None


def deed_told(words: str, language: Language, index: NodeIndex) -> Node | None:
    """The one function that words name by its verb, or the noun of it, and nothing beside: `kneading`, `le tri`."""
    spoken = [*_WORD.finditer(words)]
    telling = [each for each in spoken if fold(each[0]) not in small_words()]
    if not telling or len(telling) > _LONGEST:
        return None
    runs = [run for node in _likely(spoken, language, index) for run in _runs(words, spoken, node, language)]
    whole = {run.node.node_id: run.node for run in runs if run.by_verb and run.telling == len(telling)}
    return next(iter(whole.values())) if len(whole) == 1 else None


def _likely(spoken: Sequence[re.Match[str]], language: Language, index: NodeIndex) -> list[Node]:
    """The functions whose names hold a word that begins like one of the sentence, or means the same.

    A word that many names hold tells nothing.
    """
    words = [each[0] for each in spoken if fold(each[0]) not in small_words()]
    parts = dict.fromkeys(part for word in words for part in meanings_of(word, language))
    ids = dict.fromkeys(each for part in parts for each in index.few_meaning(part, _MAX_DEEDS))
    ids |= dict.fromkeys(each for word in words for each in index.few_beginning(fold(word), _MAX_DEEDS))
    nodes = (index.graph.nodes[each] for each in ids if each in index.graph.nodes)
    return [each for each in nodes if each.node_type == "FUNC"]


def _runs(text: str, spoken: Sequence[re.Match[str]], node: Node, language: Language) -> Iterator[_Run]:
    """The words in a row that belong to the name of a function, none of them twice."""
    named = said_in(node.name)
    if not named or not spoken:
        return
    verb = len(named) - 1 if language == "de" else 0
    inner = small_words() | vocabulary(language).phrases["copula"]
    told: list[tuple[re.Match[str], int]] = []
    for word, behind in zip(spoken, [*spoken[1:], None], strict=True):
        at = next((at for at, each in enumerate(named) if _means(word[0], each, language)), None)
        if at is not None and at not in {each for _, each in told}:
            told.append((word, at))
        elif fold(word[0]) not in inner or not told:
            yield from _run(told, node, verb)
            told = [(word, at)] if at is not None else []
        gap = text[word.end() : behind.start()] if behind is not None else "."
        if _BREAKS.search(gap):
            yield from _run(told, node, verb)
            told = []


def _run(told: Sequence[tuple[re.Match[str], int]], node: Node, verb: int) -> Iterator[_Run]:
    if told:
        at = {each for _, each in told}
        yield _Run(told[0][0].start(), told[-1][0].end(), node, len(at), verb in at)


def _means(word: str, named: str, language: Language) -> bool:
    """May a word be a form of a word of a name, or the noun of it?"""
    said = fold(word)
    if said == named:
        return True
    if said in small_words():
        return False
    same = next((at for at, (a, b) in enumerate(zip(said, named, strict=False)) if a != b), min(len(said), len(named)))
    is_form = same >= BEGINNING and same * 2 > max(len(said), len(named)) - 1
    return is_form or bool(meanings_of(word, language) & frozenset(meaning_key(named)))
