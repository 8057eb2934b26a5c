"""German words of open classes: capital letters, endings, separable and inseparable prefixes, compounds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from graphwright.grammar.records import Feature
from graphwright.grammar.word_lists import NONE, WordCandidate, WordLists
from graphwright.text.folding import fold

_VOWELS: Final = frozenset("aeiouy")
"""Without one of them nothing is the stem of a verb: `gerbt` is no form of `rben`."""
_INSEPARABLE: Final = ("be", "ver", "er", "ent", "zer", "miss", "emp", "ge")
_ADJECTIVE: Final = ("en", "em", "er", "es", "e")
_PLURAL: Final[frozenset[Feature]] = frozenset(("plural",))
_THIRD: Final[frozenset[Feature]] = frozenset(("third", "singular", "present"))
_MANY: Final[frozenset[Feature]] = frozenset(("third", "plural", "present"))
_FIRST: Final[frozenset[Feature]] = frozenset(("first", "singular", "present"))
_PAST: Final[frozenset[Feature]] = frozenset(("past",))
_SHORTEST: Final = 3
"""Letters of the stem of a verb, at least: `tun` is irregular."""
_SHORT_STEMS: Final = frozenset("öü")
"""How verbs begin whose stem has two letters."""


def open_words(word: str, lists: WordLists, *, capital: bool, first: bool, cased: bool) -> Iterator[WordCandidate]:
    """What a word may be that stands in no closed class; `word` is in small letters.

    `capital`: it is written with one; `first`: where everything has one; `cased`: capitals mean something in this text.
    """
    if capital and not first:
        yield _noun(word, lists, 0.0)
        yield WordCandidate("adjective", 3.0, word)
        return
    verbs = _verbs(word, lists)
    # A capital where everything has one says little: `Gibt`, `Läuft`.
    doubtful = any(each.known and each.kind == "finite" for each in verbs) and not word.endswith("en")
    doubtful = doubtful or any(each.known and each.kind == "participle" for each in verbs)
    if capital and lists.ends(word, "never_noun"):  # so its capital says nothing: `Grundsätzlich prüft ...`
        yield WordCandidate("adverb", 0.1, word)
        doubtful = True
    small = 1.2 if word in lists.nouns and not doubtful else 2.5  # `das system prüft`: a noun for sure, however written
    nominal = (0.3 + 0.6 * doubtful) if capital else (small if cased else 0.6)
    yield _noun(word, lists, nominal)
    yield from _adjectives(word, lists)
    yield from verbs


def _noun(word: str, lists: WordLists, cost: float) -> WordCandidate:
    lemma = singular(word, lists)
    sure = lists.ends(lemma, "noun")
    return WordCandidate(
        "noun", cost - 0.2 * sure, lemma, _PLURAL if lemma != word else NONE, known=lemma in lists.nouns
    )


def singular(word: str, lists: WordLists) -> str:
    """The singular where the ending tells it (`messungen`: messung), else the word; the last part of a compound."""
    for many, one in lists.irregular_nouns.items():
        if word == many or (word.endswith(many) and len(many) > _SHORTEST and not _is_verb(word, lists)):
            return word[: len(word) - len(many)] + one.lower()
    for many, one in lists.inflections["plural"]:
        if word.endswith(many) and len(word) > len(many) + 1:
            return word[: len(word) - len(many)] + one
    if word.endswith("s") and word[-2:-1] in "bdfgklmnprt" and len(word) > 4 and not word.endswith(lists.stays):  # noqa: PLR2004
        return word[:-1]
    return word


def _adjectives(word: str, lists: WordLists) -> Iterator[WordCandidate]:
    for ending in ("", *_ADJECTIVE):
        if ending and not word.endswith(ending):
            continue
        stem = word[: len(word) - len(ending)]
        compared: frozenset[Feature] = NONE
        if stem.endswith("st") and len(stem) > 5 and stem[:-2].rstrip("e") in lists.adjectives:  # noqa: PLR2004
            stem, compared = stem[:-2].rstrip("e"), frozenset(("superlative",))
        elif stem.endswith("er") and stem[:-2] in lists.adjectives:
            stem, compared = stem[:-2], frozenset(("comparative",))
        if stem in lists.adjectives:
            yield WordCandidate("adjective", 0.0, stem, compared, known=True)
            return
        if lists.ends(stem, "adjective") and len(stem) > _SHORTEST + 1:
            yield WordCandidate("adjective", 0.2, stem, compared)
            return
    for ending in _ADJECTIVE:
        stem = word.removesuffix(ending)
        if stem != word and (participle := _participle(stem, lists)) is not None:
            yield WordCandidate("adjective", 0.3, stem, known=participle.known)
            return
        if stem != word and stem.endswith(("end", "ernd", "elnd")) and len(stem) > _SHORTEST + 2:
            yield WordCandidate("adjective", 0.2, stem)
            return
    if lists.ends(word, "adverb"):
        yield WordCandidate("adverb", 0.1, word)
    if word.endswith(_ADJECTIVE):
        yield WordCandidate(
            "adjective", 1.3, word.removesuffix("n").removesuffix("m").removesuffix("r").removesuffix("s")[:-1] or word
        )
    yield WordCandidate("adjective", 1.8, word)
    yield WordCandidate("adverb", 2.2, word)


@lru_cache(maxsize=16_384)  # the same wherever the word stands, and in whatever case
def _verbs(word: str, lists: WordLists) -> tuple[WordCandidate, ...]:
    return tuple(_verbal(word, lists))


def _verbal(word: str, lists: WordLists) -> Iterator[WordCandidate]:
    if (participle := _participle(word, lists)) is not None:
        yield participle
        if _holds_ge(word, lists) or _is_only_participle(word, participle, lists):
            return  # `ausgewertet` is no form of `ausgewerten`
    found = False
    parts = sorted(parted(word, lists), key=lambda part: part[1] not in lists.irregular_verbs)
    for prefix, rest in parts:
        for form in _finite(rest, prefix, lists):
            yield form
            found = True
        if found:
            break
    if word.endswith(("en", "ern", "eln")) and len(word) > _SHORTEST:
        known = _is_verb(word, lists)
        base = next((p + r[2:] for p, r in parted(word, lists) if p and r.startswith("zu") and len(r) > 5), word)  # noqa: PLR2004
        yield WordCandidate("infinitive", 0.2 if known else 0.7, base, known=known)


def _holds_ge(word: str, lists: WordLists) -> bool:
    """Does `ge` stand behind a separable prefix, as only in a participle: `aus-ge-wertet`?"""
    return any(word.startswith(f"{each}ge") and len(word) > len(each) + _SHORTEST + 1 for each in lists.separable)


def _is_only_participle(word: str, participle: WordCandidate, lists: WordLists) -> bool:
    """Is `ge` the sign of a participle, `gesägt`, rather than part of a verb, `gehört`?"""
    return participle.known and word.startswith("ge") and f"{word[:-1]}en" not in lists.verbs


@lru_cache(maxsize=16_384)  # each form that a word may be looks at its parts
def parted(word: str, lists: WordLists) -> tuple[tuple[str, str], ...]:
    """A word whole, and with each separable or inseparable prefix cut off."""
    cut = (
        (prefix, word[len(prefix) :])
        for prefix in (*lists.separable, *_INSEPARABLE)
        if word.startswith(prefix) and len(word) > len(prefix) + _SHORTEST - 1
    )
    return ("", word), *cut


@lru_cache(maxsize=16_384)
def _is_verb(base: str, lists: WordLists) -> bool:
    return any(rest in lists.verbs or rest.removeprefix("zu") in lists.verbs for _, rest in parted(base, lists))


def _finite(word: str, prefix: str, lists: WordLists) -> Iterator[WordCandidate]:
    """The finite forms that a word without its prefix may be; behind a prefix only what is known or regular."""
    if (irregular := lists.irregular_verbs.get(word)) is not None:
        if word not in lists.participles and word != irregular:
            third = word.endswith(("t", "ß")) or word == "weiß"
            yield WordCandidate("finite", 0.1, prefix + irregular, _THIRD if third else _PAST, known=True)
        elif word == irregular:
            yield WordCandidate("finite", 0.4, prefix + irregular, _MANY, known=True)
        return
    if prefix:
        return
    for base, features, cost in _regular(word):
        known = _is_verb(base, lists)
        if len(word) == _SHORTEST and (word[0] not in _SHORT_STEMS or not known):
            continue  # `ölt`, `übt`; others of three letters are no verbs
        yield WordCandidate("finite", cost * (0.4 if known else 1.0), base, features, known=known)
    if word.endswith(("en", "ern", "eln")) and len(word) > _SHORTEST:
        known = _is_verb(word, lists)
        yield WordCandidate("finite", 0.3 if known else 0.9, word, _MANY, known=known)
    parted = any(word.startswith(each) and f"{word[len(each) :]}en" in lists.verbs for each in lists.separable)
    for base in () if parted else (f"{word}en", f"{word}n"):  # `Aufbau` is no order: that is `Bau auf`
        if _is_verb(base, lists):
            yield WordCandidate("imperative", 0.2, base, known=True)
            return
    if word.endswith("e") and len(word) > _SHORTEST:
        yield WordCandidate("imperative", 3.0, f"{word}n")


def _regular(word: str) -> Iterator[tuple[str, frozenset[Feature], float]]:
    if word.endswith(("tet", "det", "elt", "ert")) and not word.endswith("iert") and len(word) > _SHORTEST + 1:
        yield f"{word[:-1]}n", _THIRD, 0.4
    elif word.endswith("t") and len(word) >= _SHORTEST and not word.endswith(("heit", "keit", "schaft")):
        stem = word[:-1]
        yield (f"{stem}n" if stem.endswith("e") else f"{stem}en"), _THIRD, 0.6
    elif word.endswith(("te", "ten")) and len(word) > _SHORTEST + 2:
        yield f"{word[: word.rindex('te')].removesuffix('e')}en", _PAST, 1.2
    elif word.endswith("e") and len(word) > _SHORTEST:
        yield f"{word}n", _FIRST, 1.4


def _participle(word: str, lists: WordLists) -> WordCandidate | None:
    if word in lists.participles:
        return WordCandidate("participle", 0.1, lists.irregular_verbs[word], _PAST, known=True)
    for prefix, rest in parted(word, lists):
        if prefix in _INSEPARABLE and prefix != "ge":
            if rest.endswith("t") and len(rest) > _SHORTEST:
                return WordCandidate("participle", 0.5, next(_regular(word), (f"{word[:-1]}en",))[0], _PAST)
            if f"ge{rest}" not in lists.participles:
                continue
        if rest in lists.participles:
            return WordCandidate("participle", 0.1, prefix + lists.irregular_verbs[rest], _PAST, known=True)
        if prefix and f"ge{rest}" in lists.participles:  # `übergeben` has the form of its infinitive
            return WordCandidate("participle", 0.3, prefix + lists.irregular_verbs[f"ge{rest}"], _PAST, known=True)
        inner = rest.removeprefix("ge")
        # `gerbt` is no participle: no stem is without a vowel.
        if inner != rest and inner.endswith("t") and len(inner) >= _SHORTEST and not _VOWELS.isdisjoint(fold(inner)):
            base = next((base for base, _, _ in _regular(inner)), f"{inner[:-1]}en")
            return WordCandidate("participle", 0.2, prefix + base, _PAST, known=base in lists.verbs)
        if inner != rest and inner.endswith("en") and len(inner) > _SHORTEST + 1 and prefix:
            return WordCandidate("participle", 0.6, prefix + inner, _PAST)
    return _behind_adjective(word, lists) or _unmarked(word, lists)


def _behind_adjective(word: str, lists: WordLists) -> WordCandidate | None:
    """The participle of a known verb behind how it is done or what comes of it: `blank-gezogen`."""
    at = word.find("ge", _SHORTEST)
    first, rest = word[:at], word[at:]
    if at < 0:
        return None
    if rest in lists.participles:
        return WordCandidate("participle", 0.2, first + lists.irregular_verbs[rest], _PAST, known=True)
    if first not in lists.adjectives:
        return None
    inner = rest.removeprefix("ge")
    base = next((base for base, _, _ in _regular(inner) if base in lists.verbs), None) if inner.endswith("t") else None
    return None if base is None else WordCandidate("participle", 0.3, first + base, _PAST, known=True)


def _unmarked(word: str, lists: WordLists) -> WordCandidate | None:
    """A participle without `ge`: `aufbewahrt`, `unterstützt`, `montiert`, `kalfatert`."""
    if (behind := _behind_prefix(word, lists)) is not None:
        return WordCandidate("participle", 0.5, behind, _PAST, known=behind in lists.verbs)
    if word.endswith("iert"):
        return WordCandidate("participle", 0.6, f"{word[:-1]}en", _PAST)
    if word.endswith(("ert", "elt")) and len(word) > _SHORTEST + 3:  # stressed behind its first syllable
        return WordCandidate("participle", 1.0, f"{word[:-1]}n", _PAST)
    return None


def _behind_prefix(word: str, lists: WordLists) -> str | None:
    """The verb of a participle whose prefix leaves no place for `ge`."""
    if not word.endswith("t"):
        return None
    base = next((base for base, _, _ in _regular(word)), f"{word[:-1]}en")
    for prefix in lists.separable:
        rest = word[len(prefix) :]
        if not word.startswith(prefix) or len(rest) <= _SHORTEST:
            continue
        if base in lists.verbs or rest.endswith("iert"):
            return base
        if rest.startswith(_INSEPARABLE[:-1]) and len(rest) > _SHORTEST + 2:
            return base
    return None
