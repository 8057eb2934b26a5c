"""French words of open classes: what their endings say, and the base form that the endings were put on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from graphwright.grammar.records import Feature
from graphwright.grammar.word_lists import NONE, WordCandidate, WordLists

_SINGULAR: Final[frozenset[Feature]] = frozenset(("singular",))
_PLURAL: Final[frozenset[Feature]] = frozenset(("plural",))
_THIRD: Final[frozenset[Feature]] = frozenset(("third", "singular", "present"))
_MANY: Final[frozenset[Feature]] = frozenset(("third", "plural", "present"))
_PAST: Final[frozenset[Feature]] = frozenset(("past",))
_RATHER_A_VERB: Final = 0.5
"""What a word costs as a noun that no list knows as one, when it is a form of a known verb."""
_WITHOUT_ACCENT: Final = 0.9
"""What a participle costs that has lost its accent, `sont relies`: its form is that of the present."""
_OF_VERBS: Final = "ement"
"""Ends adverbs, and nouns of verbs, too."""
_PRESENT: Final = (
    ("issent", _MANY, 0.2), ("aient", _PAST, 0.3), ("ent", _MANY, 0.7), ("e", _THIRD, 0.9), ("ait", _PAST, 0.6),
    ("it", _THIRD, 0.8),
)  # fmt: skip


def open_words(word: str, lists: WordLists) -> Iterator[WordCandidate]:
    """What a word may be that stands in no closed class; `word` is in small letters."""
    verb, is_participle = _irregular(word, lists)
    if verb:
        if is_participle:
            yield WordCandidate("participle", 0.1, verb, known=True)
        if not is_participle or word.endswith("t"):
            yield WordCandidate("finite", 0.1, verb, _MANY if word.endswith("nt") else _THIRD, known=True)
        noun = word in lists.nouns
        yield WordCandidate("noun", 0.6 if noun else 1.6, singular(word, lists), NONE, known=noun)
        return
    yield from _adjectives(word, lists)
    verbs = list(_verbs(word, lists))
    yield from verbs
    lemma = singular(word, lists)
    is_noun = lemma in lists.nouns or lemma in lists.accented_nouns
    cost = 0.2 if is_noun or (lists.ends(lemma, "noun") and not _is_manner(word, lists)) else 0.6
    if word in lists.adjectives or (lists.ends(word, "adverb") and not lists.ends(lemma, "noun")):
        cost = 1.5
    if word.endswith(("er", "ir", "re")):
        cost = 1.8 if word in lists.verbs else max(cost, 0.8 * (not lists.ends(lemma, "noun")))
    if not is_noun and any(each.known and each.kind == "finite" for each in verbs):
        cost += _RATHER_A_VERB
    many: frozenset[Feature] = _PLURAL if lemma != word else _SINGULAR
    yield WordCandidate("noun", cost, lemma, many | _gender(lemma, lists), known=is_noun)


def _irregular(word: str, lists: WordLists) -> tuple[str, bool]:
    """The verb of an irregular form, and whether it is a participle; behind `re-` and its like, and in any number."""
    for prefix in ("", *lists.prefixes):
        rest = word.removeprefix(prefix)
        if prefix and (rest == word or (len(rest) <= 2 and rest not in lists.participles)):  # noqa: PLR2004
            continue
        for ending in ("", "e", "s", "es"):
            form = rest.removesuffix(ending)
            form = lists.accented_forms.get(form, form)
            known = lists.irregular_verbs.get(form)
            if known is not None and (not ending or (rest.endswith(ending) and form in lists.participles)):
                return prefix + known, form in lists.participles
    return "", False


def _gender(lemma: str, lists: WordLists) -> frozenset[Feature]:
    if lists.ends(lemma, "feminine"):
        return frozenset(("feminine",))
    return frozenset(("masculine",)) if lists.ends(lemma, "masculine") else NONE


def singular(word: str, lists: WordLists) -> str:
    """`capteurs`: capteur, `signaux`: signal, `bateaux`: bateau; where the ending does not tell, the word."""
    if (irregular := lists.irregular_nouns.get(word)) is not None:
        return irregular
    if word in lists.stays or len(word) <= 3:  # noqa: PLR2004  # bus, cas, gaz
        return word
    if word.endswith(("eaux", "eux", "oux")):
        return word if word.endswith("eux") else word[:-1]
    if word.endswith("aux"):
        return f"{word[:-3]}al"
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _adjectives(word: str, lists: WordLists) -> Iterator[WordCandidate]:
    plain = word.removesuffix("s")
    if word in lists.adjectives or plain in lists.adjectives:
        yield WordCandidate("adjective", 0.0, word, known=True)
    elif lists.ends(plain, "adjective"):
        yield WordCandidate("adjective", 0.4, word)
    else:
        yield WordCandidate("adjective", 1.3, word)
    if word.endswith("ment") and (word[:-4] in lists.adjectives or word[:-5] in lists.adjectives):
        yield WordCandidate("adverb", 0.1, word, known=True)  # `rapidement` of `rapide`
    elif _is_manner(word, lists):
        yield WordCandidate("adverb", 0.2, word)
    elif lists.ends(word, "adverb"):
        yield WordCandidate("adverb", 0.4 if lists.ends(word, "manner") else 1.0, word)


def _is_manner(word: str, lists: WordLists) -> bool:
    """Is it rather how something is done, `gratuitement`, than the noun of a verb, `classement`, `abaissement`?"""
    if word in lists.nouns:
        return False
    if not word.endswith(_OF_VERBS):
        return lists.ends(word, "manner")
    stem = word.removesuffix(_OF_VERBS)
    bases = (f"{stem}er", f"{stem}ir", f"{stem.removesuffix('ss')}r", f"{stem.removesuffix('i')}yer")
    return not any(_listed(each, lists) for each in bases)


def _verbs(word: str, lists: WordLists) -> Iterator[WordCandidate]:
    yield from _participles(word, lists)
    for ending, base in lists.inflections["future"]:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            verb = word[: -len(ending)] + base
            yield WordCandidate("finite", 0.3, verb, known=verb in lists.verbs)
            break
    if word.endswith(("er", "ir", "re", "oir")) and len(word) > 3:  # noqa: PLR2004
        base = _listed(word, lists)
        cost = 0.0 if base else 0.6 + 0.8 * word.endswith("re")
        yield WordCandidate("infinitive", cost, base or word, known=bool(base))
    for ending, features, cost in _PRESENT if not _listed(word, lists) else ():
        if word.endswith(ending) and len(word) > len(ending) + 1:
            yield from _finite(word, ending, features, cost, lists)
            break
    if word.endswith(("ez", "ons", "es")) and len(word) > 4:  # noqa: PLR2004
        stem = word[: -len(next(each for each in ("ez", "ons", "es") if word.endswith(each)))]
        bases = (f"{stem}er", f"{stem}re", f"{stem}ir", f"{stem.removesuffix('ss')}r")
        usual = bases[-1 if stem.endswith("iss") else 0]  # `pétrissez` is of `pétrir`
        base = next((each for each in bases if each in lists.verbs), usual)
        known = base in lists.verbs
        if known or word.endswith("ez"):
            yield WordCandidate("imperative", 0.4, base, known=known)
            yield WordCandidate("finite", 0.6, base, known=known)
    if word.endswith("ant") and len(word) > 5:  # noqa: PLR2004
        yield WordCandidate("gerund", 0.5, f"{word[:-3]}er", known=f"{word[:-3]}er" in lists.verbs)


def _participles(word: str, lists: WordLists) -> Iterator[WordCandidate]:
    for ending, base in lists.inflections["participle"]:
        if word.endswith(ending) and len(word) > len(ending) + 2:
            verb = word[: -len(ending)] + base
            known = _listed(verb, lists)
            if known or base == "er":
                yield WordCandidate("participle", 0.1 if known else 0.3, known or verb, known=bool(known))
                return
    for ending in ("ees", "ee", "es", "e"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            if verb := _listed(f"{word[: -len(ending)]}er", lists):
                yield WordCandidate("participle", _WITHOUT_ACCENT, verb, known=True)
            return


def _listed(verb: str, lists: WordLists) -> str:
    """A verb of the list, by its spelling or by how it is written without accents; nothing for others."""
    return verb if verb in lists.verbs else lists.accented.get(verb, "")


def _finite(
    word: str, ending: str, features: frozenset[Feature], cost: float, lists: WordLists
) -> Iterator[WordCandidate]:
    stem = word[: -len(ending)]
    base = next((found for each in _bases(stem, ending) if (found := _listed(each, lists))), "")
    known = bool(base)
    base = base or (f"{stem}ir" if ending in {"it", "issent"} else f"{stem}er")
    if not known and (lists.ends(word, "noun") or lists.ends(word, "adjective")):
        cost += 0.8
    if word in lists.nouns or word in lists.adjectives:
        cost += 0.3
    yield WordCandidate("finite", cost * (0.3 if known else 1.0), base, features, known=known)
    if ending == "e":
        yield WordCandidate("imperative", (cost + 0.3) * (0.4 if known else 1.0), base, known=known)


def _bases(stem: str, ending: str) -> Iterator[str]:
    if ending in {"e", "ent", "ait", "aient"}:
        yield f"{stem}er"
        yield f"{stem}ir"
        if "è" in stem[-3:]:
            head, _, tail = stem.rpartition("è")
            yield f"{head}é{tail}er"
            yield f"{head}e{tail}er"
        if stem.endswith("i"):
            yield f"{stem[:-1]}yer"
        if stem.endswith(("tt", "ll")):
            yield f"{stem[:-1]}er"  # `étiquette`: étiqueter
    yield f"{stem}re"
    yield f"{stem}ir"
