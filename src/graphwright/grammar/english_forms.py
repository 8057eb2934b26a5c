"""English words of open classes: what their endings say, and the base form that the endings were put on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from graphwright.grammar.records import Feature
from graphwright.grammar.word_lists import WordCandidate, WordLists

_SIBILANT: Final = re.compile(r"(?:s|x|z|ch|sh|o)es$")
_SILENT_E: Final = re.compile(
    r"(?:[^aeiou]at|eat|[aeo]it(?<!dit)(?<!mit)|[ei]z|[^s]s(?<=[aeiou]s)|rs|[nl]s|c|v|[aeiourdn]g|[aiou]r(?<!tor)|ul|[bcdfgkptz]l|"
    r"[^aeo]in(?<=[fbmx]in)|ib|[iuoe]d|et(?<=[lp]et)|ut|ot(?<=[mv]ot)|u|ee|ir|ur|yp|ap|op(?<!lop)|yz|ys)$"
)
"""Behind these a verb lost its `-e` before `-ed` and `-ing`: `store`, `enable`, `deliver` not."""
_DOUBLED: Final = re.compile(r"([bdgklmnprt])\1$")
_SHORT: Final = re.compile(r"^[^aeiou]*[aeiou][^aeiouwxy]$")
_VOWEL: Final = re.compile(r"[aeiouy]")
_PREFIXES: Final = ("over", "under", "out", "re", "un", "mis", "with")
_SINGULAR: Final[frozenset[Feature]] = frozenset(("singular",))
_PLURAL: Final[frozenset[Feature]] = frozenset(("plural",))
_THIRD: Final[frozenset[Feature]] = frozenset(("third", "singular", "present"))
_PAST: Final[frozenset[Feature]] = frozenset(("past",))
_PRESENT: Final[frozenset[Feature]] = frozenset(("present", "plural"))


def open_words(word: str, lists: WordLists) -> Iterator[WordCandidate]:
    """What a word may be that stands in no closed class; `word` is in small letters."""
    if (noun := lists.irregular_nouns.get(word)) is not None:
        yield WordCandidate("noun", 0.0, noun, _SINGULAR if noun == word else _PLURAL, known=True)
        if noun != word:
            if word.endswith("s") and word[:-1] in lists.verbs:  # `leaves`, `lives`
                yield WordCandidate("finite", 0.2, word[:-1], _THIRD, known=True)
            return
    if (verb := lists.irregular_verbs.get(word)) is not None:
        yield from _irregular(word, verb, lists)
        return
    if _is_undone(word, lists):
        yield WordCandidate("adjective", 0.0, word, known=True)
        return
    if (verb := _prefixed(word, lists)) is not None:
        yield WordCandidate("participle", 0.1, verb, _PAST)
        yield WordCandidate("finite", 0.9, verb, _PAST)
        return
    if word.endswith("ing") and len(word) > 5 and _VOWEL.search(word[:-3]):  # noqa: PLR2004  # spring is no form
        base = verb_base(word[:-3], lists)
        yield WordCandidate("gerund", 0.3, base, known=base in lists.verbs)
        yield WordCandidate("noun", 0.9, word, _SINGULAR)
        yield WordCandidate("adjective", 1.6, word)
        return
    short = word[:-1] in lists.verbs and word[:-1] not in lists.irregular_verbs  # `used`, `freed`
    if word.endswith("ed") and (short or (not word.endswith("eed") and len(word) > 4)):  # noqa: PLR2004  # red, need and seed are no forms
        base = verb_base(word[:-2], lists) if not word.endswith("ied") else f"{word[:-3]}y"
        base = word[:-1] if short else base
        known = base in lists.verbs
        yield WordCandidate("participle", 0.1, base, _PAST, known=known)
        yield WordCandidate("finite", 0.9, base, _PAST, known=known)
        yield WordCandidate("adjective", 1.2, word)
        return
    yield from _adjectives(word, lists)
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and word not in lists.stays and len(word) > 2:  # noqa: PLR2004
        base = singular(word, lists)
        if word.endswith("gas"):  # `degas`, `outgas`: nobody does `dega`
            yield WordCandidate("infinitive", _verb_cost(word, lists, 0.7), word)
            yield WordCandidate("imperative", _verb_cost(word, lists, 0.7), word)
            return
        yield WordCandidate("noun", 0.4 - 0.2 * (base in lists.nouns), base, _PLURAL, known=base in lists.nouns)
        yield WordCandidate("finite", _verb_cost(base, lists, 0.8), base, _THIRD, known=base in lists.verbs)
        return
    yield WordCandidate("noun", _noun_cost(word, lists), word, _SINGULAR, known=word in lists.nouns)
    known = word in lists.verbs
    yield WordCandidate("infinitive", _verb_cost(word, lists, 0.7), word, known=known)
    yield WordCandidate("imperative", _verb_cost(word, lists, 1.0), word, known=known)
    yield WordCandidate("finite", _verb_cost(word, lists, 1.5), word, _PRESENT, known=known)


def _is_undone(word: str, lists: WordLists) -> bool:
    """Does it say that something was not done: `unclaimed`, `unsold`? Where there is a verb, it was: `unpacked`."""
    rest = word.removeprefix("un")
    if rest == word or len(rest) < 4:  # noqa: PLR2004 `under`, `unit`
        return False
    if rest in lists.participles:
        return f"un{lists.irregular_verbs.get(rest, rest)}" not in lists.verbs
    base = verb_base(rest[:-2], lists)
    return rest.endswith("ed") and base in lists.verbs and f"un{base}" not in lists.verbs


def _prefixed(word: str, lists: WordLists) -> str | None:
    """The verb of an irregular participle behind a prefix: `overwritten`, `rebuilt`; `output` is none."""
    if word in lists.nouns or word in lists.verbs:
        return None
    for prefix in _PREFIXES:
        rest = word.removeprefix(prefix)
        verb = lists.irregular_verbs.get(rest)
        if rest != word and verb is not None and rest != verb and rest in lists.participles:
            return prefix + verb
    return None


def _noun_cost(word: str, lists: WordLists) -> float:
    if word in lists.nouns:
        return 0.2
    if word in lists.adjectives or (word in lists.verbs and not lists.ends(word, "noun")):
        return 1.2
    return 0.2 if lists.ends(word, "noun") else 0.5


def _verb_cost(base: str, lists: WordLists, cost: float) -> float:
    if base in lists.verbs:
        return cost * 0.3 + 0.4 * (base in lists.nouns)
    if lists.ends(base, "verb"):
        return cost * 0.5
    worse = 1.5 * lists.ends(base, "noun") + 1.2 * (base in lists.nouns) + 1.0 * lists.ends(base, "adjective")
    return cost + worse + 1.5 * (base in lists.adjectives)


def _adjectives(word: str, lists: WordLists) -> Iterator[WordCandidate]:
    if word in lists.adjectives:
        yield WordCandidate("adjective", 0.0, word, known=True)
        yield WordCandidate("adverb", 1.5, word)
    elif word in lists.nouns:
        yield WordCandidate("adjective", 1.8, word)
    elif lists.ends(word, "adverb") and not (word.endswith("s") and word[:-1] in lists.verbs):  # `rewards`
        yield WordCandidate("adverb", 0.0, word)
        yield WordCandidate("adjective", 1.3, word)
    elif lists.ends(word, "adjective"):
        yield WordCandidate("adjective", 0.2, word)
    elif word.endswith("er") and (word[:-2] in lists.adjectives or word[:-1] in lists.adjectives):
        yield WordCandidate("adjective", 0.1, word, frozenset(("comparative",)), known=True)
    elif word.endswith("est") and word[:-3] in lists.adjectives:
        yield WordCandidate("adjective", 0.0, word, frozenset(("superlative",)), known=True)
    else:
        yield WordCandidate("adjective", 1.8, word)


def _irregular(word: str, verb: str, lists: WordLists) -> Iterator[WordCandidate]:
    same = word == verb
    if word in lists.participles:
        yield WordCandidate("participle", 0.1, verb, _PAST, known=True)
    yield WordCandidate("finite", 0.5 if same else 0.3, verb, _PRESENT if same else _PAST, known=True)
    if same:
        yield WordCandidate("infinitive", 0.1, verb, known=True)
        yield WordCandidate("imperative", 0.3, verb, known=True)
    if same or word in lists.nouns:
        yield WordCandidate("noun", 0.2 if word in lists.nouns else 0.8, word, _SINGULAR, known=word in lists.nouns)
    if not same and word in lists.verbs:  # `lay bricks`, `saw boards`: a form of another verb, and a verb of its own
        yield WordCandidate("infinitive", 0.4, word, known=True)
        yield WordCandidate("imperative", 0.5, word, known=True)
        yield WordCandidate("finite", 0.9, word, _PRESENT, known=True)
    if word in lists.adjectives:
        yield WordCandidate("adjective", 0.2, word, known=True)


def singular(word: str, lists: WordLists) -> str:
    """`batteries`: battery, `boxes`: box, `valves`: valve."""
    if word.endswith("ies") and len(word) > 4:  # noqa: PLR2004  # dies, lies, ties
        return f"{word[:-3]}y"
    if _SIBILANT.search(word):
        short = word[:-2]
        if short in lists.nouns or short in lists.verbs:
            return short
        long = word[:-1]
        if long in lists.nouns or long in lists.verbs:
            return long
        return long if word.endswith(("ses", "zes", "oes")) and not word.endswith(("sses", "zzes", "oes")) else short
    return word[:-1]


def verb_base(stem: str, lists: WordLists) -> str:
    """The verb whose form is this stem with `-ed` or `-ing`: `stor`: store, `stopp`: stop, `deliver`: deliver."""
    for known in (stem, f"{stem}e"):
        if known in lists.verbs:
            return known
    if _DOUBLED.search(stem):
        short = stem[:-1]
        return short if short in lists.verbs or not stem.endswith(("ll", "ss", "ff", "zz")) else stem
    if _SILENT_E.search(stem) or _SHORT.fullmatch(stem):
        return f"{stem}e"
    return stem
