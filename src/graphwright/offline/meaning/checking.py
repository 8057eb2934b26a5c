"""A test that is asked for by what it checks: `add a test that checks that the brushes stop within 2 s`. It builds it.

In front of the word for a test stand only words of asking; behind it a verb of checking and a clause. What the clause
tells is never done by the system: the test is called after it, and joined to the requirement that it speaks of.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from graphwright.grammar.forms import candidates
from graphwright.grammar.records import SentenceReading
from graphwright.languages import Language
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.matching import meaning_key
from graphwright.offline.meaning.naming import capitalized, cleaned, shortened
from graphwright.offline.meaning.orders.words import order_words
from graphwright.offline.meaning.vocabulary import MeaningVocabulary, node_type_of, small_words, vocabulary
from graphwright.pauses import paced
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

_WORD: Final = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*['’]?|[,;:.!?\"]")
_NAMED: Final = re.compile(r"[?\"„“”«»]")
"""A question, or a name of its own."""
_LONGEST_OPENING: Final = 8
"""Words before the one for a test: `there should also be at least one more test`."""
_NEAR: Final = 6
"""Words between a test and what it does: `a test , which shall`."""


_ENOUGH: Final = 0.6
"""Of the words of the shorter, how many both must have."""
_TWO: Final = 2
_VERBS: Final = frozenset(("finite", "infinitive", "imperative", "modal", "auxiliary"))


class NewCheck(NamedTuple):
    """A test by what it checks."""

    name: str
    """All of it, which may be longer than a name."""
    told: str
    """The words of the clause, for what they speak of."""


def checked_in(sentence: SentenceReading) -> NewCheck | None:
    """The test that a sentence asks for; `None` where it asks for none in this way."""
    text, words = sentence.text, vocabulary(sentence.language)
    if _NAMED.search(text):
        return None
    found = list(_WORD.finditer(text))
    said = [fold(each[0]).strip("'’") for each in found]
    spoken = [each[0].lower() for each in found]
    at = next((at for at, each in enumerate(said[:_LONGEST_OPENING]) if node_type_of(each) == "TEST"), None)
    if at is not None and words.is_plural(said[at]) and said[at] not in words.phrases["trial"]:
        return None
    if at is not None and at > 0 and all(_asks(each, words) for each in said[:at]):
        first = next((each for each in range(at + 1, min(at + _NEAR, len(said))) if _lemma(spoken[each], words)), None)
        leads = first is not None and all(_leads(each, words) for each in said[at + 1 : first])
        checked = _told(text, found, first, words) if first is not None and leads else None
        return checked or _done(text, found, at, words)
    return _told(text, found, 0, words) if said and _commands(said, text, words) else None


def check(sentence: SentenceReading, make: Maker) -> bool:
    """Makes the test that a sentence asks for by what it checks; whether it asks for one."""
    checked = checked_in(sentence)
    if checked is None:
        return False
    spoken = _spoken_of(checked.told, make)
    name = shortened(checked.name)
    if spoken and (not name or name != checked.name):
        name = make.draft.free_name("TEST", make.called(make.names.test, spoken[0].name))
    if not name:
        return False
    test = make.node("TEST", name, sentence.text)
    for demand in spoken:
        if demand.node_type == "REQ":
            make.link("verify", demand, test)
        else:
            make.link("relation", test, demand)
    return True


def _done(text: str, found: Sequence[re.Match[str]], at: int, words: MeaningVocabulary) -> NewCheck | None:
    """What is done in a test, in words of any kind: `a test for the lid that presses the button`. It has no name."""
    relative = next((each for each in range(at + 1, len(found)) if _is_relative(found, each, words)), None)
    if relative is None:
        return None
    return NewCheck("", cleaned(text[found[at].end() :]))


def _is_relative(found: Sequence[re.Match[str]], at: int, words: MeaningVocabulary) -> bool:
    """Does a relative clause begin here: a word for `which` behind a comma, or one in front of a verb?"""
    if fold(found[at][0]) not in words.phrases["testing"]:
        return False
    if words.names.object_first:
        return found[at - 1][0] == ","
    behind = candidates(found[at + 1][0], words.language, cased=False) if at + 1 < len(found) else ()
    return any(each.kind in _VERBS for each in behind)


def is_check(name: str, language: Language) -> bool:
    """Is a name one that says what is checked: `Check that the brushes stop`?"""
    words = vocabulary(language)
    first, *rest = name.replace(",", "").split()
    said = frozenset(map(fold, rest[:2]))
    return not said.isdisjoint(words.phrases["checked"] | words.phrases["sureOf"]) and bool(
        _lemma(first.lower(), words)
    )


def _told(text: str, found: Sequence[re.Match[str]], at: int, words: MeaningVocabulary) -> NewCheck | None:
    """What is checked behind a verb of checking, and what such a test is called."""
    behind = at + 1
    while behind < len(found) and found[behind][0] == ",":
        behind += 1
    if behind >= len(found) or fold(found[behind][0]).strip("'’") not in words.phrases["checked"]:
        behind += 1 if behind < len(found) and fold(found[behind][0]) in words.phrases["sureOf"] else len(found)
        if behind >= len(found):
            return None
    told = cleaned(text[found[behind].start() :])
    verb = _lemma(found[at][0].lower(), words)
    sure = text[found[at].end() : found[behind].start()].replace(",", "").strip()
    joint = ", " if words.names.object_first else " "
    named = told.split(", ")[0]
    for word in words.phrases["when"]:
        before, case, _ = named.partition(f" {word} ")
        named = before if case else named
    return NewCheck(capitalized(f"{verb} {sure}".strip() + joint + named), told)


def _commands(said: Sequence[str], text: str, words: MeaningVocabulary) -> bool:
    """Is it told to test, or to check what has a number: `test that it closes`, `check that it sounds at 80 dB`?"""
    that = next((each for each in said[1:3] if each != ","), "")
    verb = _lemma(text.split(maxsplit=1)[0].strip(",").lower(), words)
    if that not in words.phrases["that"] or fold(verb) not in words.relations["verify"]:
        return False
    if any(node_type_of(each) and node_type_of(each) != "SYS" for each in said[2:]):
        return False  # `check that every function has a test` asks about the model
    return node_type_of(said[0]) == "TEST" or said[0] in words.phrases["tests"] or any(map(str.isdigit, text))


def _lemma(word: str, words: MeaningVocabulary) -> str:
    """The base form of a verb of checking; empty for any other word."""
    verbs = words.relations["verify"] | words.phrases["checks"]
    found = candidates(word, words.language, cased=False)
    return next((each.lemma for each in found if fold(each.lemma) in verbs), "")


def _asks(word: str, words: MeaningVocabulary) -> bool:
    """Does a word before the one for a test only ask for it?"""
    tables = order_words(words.language)
    plain = small_words() | words.phrases["speaker"] | words.phrases["counting"] | words.phrases["there"]
    plain |= tables.words["please"] | tables.words["shall"] | tables.words["be"] | tables.words["article"]
    verbs = frozenset(map(fold, tables.verbs.get("create", ()))) | words.relations["wish"] | words.relations["wishing"]
    bases = {fold(each.lemma) for each in candidates(word, words.language, cased=False) if each.kind in _VERBS}
    if words.names.object_first:  # `lege ... an`: its particle stands elsewhere
        return word in plain or any(verb.endswith(each) for each in bases for verb in verbs)
    return word in plain or not bases.isdisjoint(verbs)


def _leads(word: str, words: MeaningVocabulary) -> bool:
    """Does a word between a test and its verb only lead to that: `, which must`?"""
    tables = order_words(words.language).words
    return word == "," or word in small_words() | tables["shall"] | words.phrases["leading"]


def _spoken_of(told: str, make: Maker) -> list[Node]:
    """The requirement that the words speak of, else what satisfies one, else what is named; of several none."""
    meant = set(meaning_key(told))
    graph = make.draft.graph
    demands = [each for each in paced(graph.of_type("REQ")) if _is_told(each, meant)]
    if not demands:
        deeds = [each for each in paced(graph.of_type("FUNC")) if _is_told(each, meant)]
        reached = {each.node_id: each for deed in deeds for each in graph.targets(deed.node_id, "satisfy", "REQ")}
        demands = list(reached.values()) or deeds
    if not demands:
        demands = [each for each in paced(graph.of_type("MOD")) if set(meaning_key(each.name)) <= meant]
    longest = max((len(meaning_key(each.name)) for each in demands), default=0)
    best = [each for each in demands if len(meaning_key(each.name)) == longest]
    return best if len(best) == 1 else []


def _is_told(node: Node, meant: set[str]) -> bool:
    """Do words speak of an element: are all words of its name among them, or most of its text?"""
    if set(meaning_key(node.name)) <= meant:
        return True
    text = node.attributes.get("text")
    held = set(meaning_key(text)) if isinstance(text, str) else set[str]()
    both = len(held & meant)
    return both > _TWO and both >= _ENOUGH * min(len(held), len(meant))
