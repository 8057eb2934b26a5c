"""What proves a requirement: `we prove the closing force with a pull test and a drop test`. It builds nothing.

One requirement of the model is named, and tests that are new, each by a name of its own. Every other word must only
join them, count them or be a verb of proving and planning; else the sentence tells more, and is not read here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Final, NamedTuple

from graphwright.grammar.records import SentenceReading
from graphwright.languages import Language
from graphwright.offline.meaning.changing import named_new
from graphwright.offline.meaning.creating import new_element
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.naming import cleaned
from graphwright.offline.meaning.vocabulary import MeaningVocabulary, node_type_of, small_words, vocabulary
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

_WORD: Final = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*['’]?|[^\w\s]")
_QUOTED: Final = re.compile(r"[\"„“”«»?]")
_NUMBERS: Final[Mapping[Language, tuple[str, ...]]] = {
    "en": ("two", "three", "four", "five"),
    "de": ("zwei", "drei", "vier", "fünf"),
    "fr": ("deux", "trois", "quatre", "cinq"),
}
"""From two on."""
_LONGEST: Final = 6
"""Words of the name of a test."""
_SHORTEST: Final = 2
"""Letters before the last part of a German compound."""


class Proof(NamedTuple):
    """A requirement, and the names of the tests that prove it."""

    demand: Node
    tests: tuple[str, ...]


def proof_in(sentence: SentenceReading, index: NodeIndex) -> Proof | None:
    """The requirement and the tests that a sentence joins; `None` where it says more, or less."""
    words = vocabulary(sentence.language)
    verbs = _proving(sentence, words)
    if _QUOTED.search(sentence.text) or not verbs:
        return None
    spans = [each for each in index.named_in(sentence.text) if any(node.node_type == "REQ" for node in each.nodes)]
    demands = [node for each in spans for node in each.nodes if node.node_type == "REQ"]
    if len(demands) != 1:
        return None
    [span] = spans
    text = f"{sentence.text[: span.start]} ; {sentence.text[span.end :]}"
    wanted = _counted(text, words)
    is_there = any(node.node_type == "TEST" for each in index.named_in(text) for node in each.nodes)
    names = _names(text, words, verbs) or ([] if is_there else _names(text, words, verbs, are_tests=True))
    is_told = bool(names) and (wanted in {None, len(names)})
    return Proof(demands[0], tuple(names)) if is_told and (wanted or _says_trial(names, words)) else None


def prove(sentence: SentenceReading, index: NodeIndex, make: Maker) -> bool:
    """Makes the tests by which a sentence says that a requirement is proved; whether it says so."""
    proof = proof_in(sentence, index)
    if proof is None or proof.demand.node_id not in make.draft.graph.nodes:
        return False
    for name in proof.tests:
        make.link("verify", proof.demand, new_element(make, "TEST", named_new(name), sentence.text))
    return True


def _says_trial(names: list[str], words: MeaningVocabulary) -> bool:
    """Does every name hold a word for a test?"""
    return all(any(_is_trial(word, words) for word in each.split()) for each in names)


def _counted(text: str, words: MeaningVocabulary) -> int | None:
    """How many tests a sentence says that it names: `two tests, a dry run and a wet run`."""
    said = [fold(each) for each in _WORD.findall(text)]
    numbers = {fold(each): at + 2 for at, each in enumerate(_NUMBERS[words.language])}
    return next((numbers[a] for a, b in pairwise(said) if a in numbers and node_type_of(b) == "TEST"), None)


def _proving(sentence: SentenceReading, words: MeaningVocabulary) -> set[str]:
    """The words of its verbs of proving, or of what is planned; none where something is denied."""
    verbs = [each.verb for each in sentence.clauses if each.verb is not None]
    if any(each.negated for each in verbs):
        return set()
    proving = (each for each in verbs if fold(each.lemma) in words.relations["proves"])
    return {fold(each) for verb in proving for each in verb.text.split()}


def _names(text: str, words: MeaningVocabulary, verbs: set[str], *, are_tests: bool = False) -> list[str]:
    """The names of the tests; none where a word is left over. `are_tests`: whatever is named is one."""
    found: list[str] = []
    part: list[str] = []
    for word in [*_WORD.findall(text), ";"]:
        if word[0].isalnum() and fold(word).strip("'’") not in words.phrases["parting"]:
            part.append(word)
            continue
        name = _other_name(part, words, verbs) if are_tests else _name(part, words, verbs)
        if name is None:
            return []
        found += [name] if name else []
        part = []
    return found


def _name(part: list[str], words: MeaningVocabulary, verbs: set[str]) -> str | None:
    """The name that stands between two words that part; empty where there is none, `None` where a word is left over."""
    at = next((at for at, each in enumerate(part) if _is_trial(each, words)), None)
    own: list[str] = []
    if at is not None:
        first = at if words.language == "fr" else 0  # `un essai en charge`: the word comes first
        while first < at and _is_plain(part[first], words, verbs):
            first += 1
        end = len(part) if words.language == "fr" else at + 1
        own, part = part[first:end], [*part[:first], *part[end:]]
    if not all(_is_plain(each, words, verbs) for each in part) or len(own) > _LONGEST:
        return None
    is_generic = len(own) == 1 and node_type_of(own[0]) is not None
    return "" if is_generic else cleaned(" ".join(own))


def _other_name(part: list[str], words: MeaningVocabulary, verbs: set[str]) -> str | None:
    """What is named between two words that part, without the small words around it."""
    own = list(part)
    while own and _is_plain(own[0], words, verbs) and (node_type_of(own[0]) != "TEST" or len(own) == 1):
        own.pop(0)
    while own and _is_plain(own[-1], words, verbs):
        own.pop()
    if len(own) > _LONGEST or (own and node_type_of(own[0]) != "TEST" and _is_plain(own[0], words, verbs)):
        return None
    return cleaned(" ".join(own)) if own else ""


def _is_trial(word: str, words: MeaningVocabulary) -> bool:
    """Is it a word for a test, in German also the end of one: `Zugversuch`?"""
    said, trials = fold(word), words.phrases["trial"]
    is_compound = words.language == "de" and any(
        said.endswith(each) and len(said) > len(each) + _SHORTEST for each in trials
    )
    return said in trials or is_compound


def _is_plain(word: str, words: MeaningVocabulary, verbs: set[str]) -> bool:
    """Does a word name nothing: small, a number, a verb of the sentence, who speaks, what tests are called?"""
    said = fold(word).strip("'’")
    is_named = said in small_words() | verbs | words.phrases["speaker"] | words.phrases["counting"]
    is_named = is_named or said in words.phrases["there"]
    return is_named or said.isdigit() or node_type_of(word) == "TEST"
