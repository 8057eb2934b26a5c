"""Simple noun phrases of a tagged sentence: determiner, modifiers, head, and what `of` adds. No lists, no verbs.

One pass from left to right; what is no part of a phrase stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, TypeAlias

from msgspec.structs import replace

from graphwright.grammar.measures import count_of, measures_of
from graphwright.grammar.records import Determiner, Feature, SpokenPhrase, SpokenReference, Token
from graphwright.languages import LANGUAGES, Language, load
from graphwright.text.folding import fold

PhraseOrToken: TypeAlias = SpokenPhrase | Token

_DETERMINERS: Final[dict[str, Determiner]] = {
    "article": "the", "possessive": "my", "demonstrative": "this", "quantifier": "every", "number": "none",
}  # fmt: skip
_HEADS: Final = frozenset(("noun", "name"))
_INNER: Final = frozenset(("noun", "name", "adjective"))
_NOMINAL_FORMS: Final = frozenset(("participle", "gerund"))
_FRONT: Final = frozenset((*_DETERMINERS, "adjective", "preposition"))
"""What may stand before the first noun of a German sentence."""
_SECOND: Final = frozenset(("verb", "auxiliary", "modal"))
_UNFINISHED: Final[frozenset[Feature]] = frozenset(("participle", "gerund", "infinitive"))
_NAMING: Final = frozenset(("quoted", "id"))
_TWO: Final = 2
_MAX_OF: Final = 4
"""Phrases that hang on one another by `of`; a longer chain is nonsense."""
_MAX_ATTRIBUTE: Final = 10
"""Words from an article to the end of its attribute."""


def phrases_of(row: Sequence[Token], language: Language) -> tuple[PhraseOrToken, ...]:
    """A tagged sentence with each simple noun phrase as one chunk; all other tokens as they are."""
    found: list[PhraseOrToken] = []
    at = 0
    while at < len(row):
        phrase, end = _phrase(row, at, language, 0)
        found.append(phrase if phrase is not None else row[at])
        at = end if phrase is not None else at + 1
    return tuple(found)


def _phrase(row: Sequence[Token], at: int, language: Language, depth: int) -> tuple[SpokenPhrase | None, int]:
    if language == "de" and (inner := _attribute_end(row, at)) is not None:
        return _attributed(row, at, inner, depth)
    if row[at].tag == "pronoun":
        return _pronoun(row[at]), at + 1
    determiner, begin = _determiner(row, at)
    end = _name_end(row, begin, language)
    if language == "en" and any(row[number].tag in _HEADS for number in range(begin, end)):
        while row[end - 1].tag not in _HEADS:
            end -= 1
    heads = [number for number in range(begin, end) if row[number].tag in _HEADS]
    if not heads:
        # `the ill`, `das Neue`, `le vétérinaire`: behind an article an adjective may be all that there is.
        if determiner == "none" or begin == end or row[end - 1].tag not in {"adjective", "verb"}:
            return None, at + 1
        heads = [begin if language == "fr" else end - 1]
    head = heads[0] if language == "fr" else heads[-1]
    is_called = end - begin == _TWO and row[end - 1].kind == "quoted" and row[begin].tag == "noun"
    phrase = SpokenPhrase(
        text=_text(row[at:end]),
        # `the actor "Anna"` is as good as `the actor called Anna`.
        name=_text(row[end - 1 if is_called else begin : end]).strip("\"“”„«»`' "),
        type_word=row[begin].text if is_called else "",
        head=_head(row, at, begin, head, language),
        start=row[at].start,
        end=row[end - 1].end,
        tokens=tuple(row[at:end]),
        determiner=determiner,
        count=count_of(row[at:begin], language),
        plural="plural" in row[head].features or _is_plural(row[at:begin]),
        modifiers=tuple(row[each].lemma for each in range(begin, end) if each != head),
        quoted=any(each.kind == "quoted" for each in row[begin:end]),
        measures=measures_of(row[at:begin], language),
    )
    return _with_of(row, phrase, (at, begin, end), language, depth)


def _attribute_end(row: Sequence[Token], at: int) -> int | None:
    """Where the adjective stands that ends a German attribute: `die vom Labor ermittelten Werte`."""
    if row[at].folded not in _listed("opening") or at + 1 >= len(row) or row[at + 1].tag != "preposition":
        return None
    for number in range(at + 3, min(len(row) - 1, at + _MAX_ATTRIBUTE)):
        token, following = row[number], row[number + 1]
        if token.tag == "adjective" and row[number - 1].tag in _HEADS and following.tag in {"noun", "adjective"}:
            return number
        if token.tag not in {"noun", "name", "adjective", "adverb", "number", "article", "quantifier"}:
            return None
    return None


def _attributed(row: Sequence[Token], at: int, inner: int, depth: int) -> tuple[SpokenPhrase | None, int]:
    """The article and what stands behind its long attribute, as one phrase."""
    article = replace(row[at], tag="article")
    phrase, end = _phrase((article, *row[inner:]), 0, "de", depth)
    if phrase is None:
        return None, at + 1
    return replace(phrase, text=_text(row[at : inner - 1 + end]), start=row[at].start), inner - 1 + end


def _head(row: Sequence[Token], at: int, begin: int, head: int, language: Language) -> str:
    """The base form of the head; a German `-en` behind what says that there are several is most often one of `-e`."""
    lemma = row[head].lemma
    several = language == "de" and (_is_plural(row[at:begin]) or any(each.folded == "die" for each in row[at:begin]))
    return lemma[:-1] if several and lemma.endswith("en") and not lemma.endswith("ren") else lemma


def _is_plural(determiners: Sequence[Token]) -> bool:
    return any("plural" in each.features and each.tag != "article" for each in determiners)


def _name_end(row: Sequence[Token], begin: int, language: Language) -> int:
    """Where the modifiers and the head that begin here end."""
    end = begin
    while end < len(row) and _belongs(row, begin, end, language):
        end += 1
    return end


def _belongs(row: Sequence[Token], begin: int, at: int, language: Language) -> bool:
    token = row[at]
    before = row[at - 1] if at > begin else None
    if token.tag == "verb" and token.features & _NOMINAL_FORMS and language != "fr":
        # `the ground station`, `the charging point`: between a determiner and a noun a form of a verb is a modifier.
        return (
            _opened(row, begin) and (before is None or before.tag in {"adjective", "adverb"}) and _noun_follows(row, at)
        )
    if token.tag == "adverb":
        return _opened(row, begin) and before is None and _modifier_follows(row, at)
    if token.tag not in _INNER:
        return False
    if before is None or before.tag not in _HEADS:
        return True
    if token.tag == "name" or token.kind in _NAMING or token.text.isupper():
        return True
    if language == "de":
        # Two German nouns side by side are two phrases (`gibt der Kunde Geld`), unless the first labels the second.
        labelled = before.tag == "name" or fold(before.lemma) in _labels()
        return token.tag == "noun" and (labelled or _is_in_front(row, begin, at))
    return token.tag == "noun" or language == "fr"


def _is_in_front(row: Sequence[Token], begin: int, at: int) -> bool:
    """German: before the verb in the second place stands one phrase: `Die Docker Dokumentation bietet ...`."""
    end = at + 1
    while end < len(row) and row[end].tag == "noun":
        end += 1
    opened = all(each.tag in _FRONT for each in row[:begin])
    if not opened or end >= len(row) - 1 or row[end + 1].tag == "sign":
        return False
    return row[end].tag in _SECOND and not row[end].features & _UNFINISHED


def _opened(row: Sequence[Token], begin: int) -> bool:
    return begin > 0 and row[begin - 1].tag in _DETERMINERS


def _modifier_follows(row: Sequence[Token], at: int) -> bool:
    if at + 2 >= len(row):
        return False
    following = row[at + 1]
    return following.tag == "adjective" or ("participle" in following.features and _noun_follows(row, at + 1))


def _noun_follows(row: Sequence[Token], at: int) -> bool:
    return at + 1 < len(row) and row[at + 1].tag in _INNER


def _with_of(
    row: Sequence[Token], phrase: SpokenPhrase, place: tuple[int, int, int], language: Language, depth: int
) -> tuple[SpokenPhrase, int]:
    at, begin, end = place
    if depth >= _MAX_OF or end + 1 >= len(row):
        return phrase, end
    of = row[end]
    if language == "en" and of.folded == "'s" and of.tag == "possessive":
        return _owned(row, phrase, place, depth)
    own = of.tag == "article"
    listed = _of_words(language)["genitive" if own else "preposition"]
    if of.folded in _of_words(language)["bare"] and row[end + 1].tag == "noun" and row[end + 1].text.islower():
        listed = _of_words(language)["bare"]
    if of.folded not in listed or of.tag not in {"preposition", "article"}:
        return phrase, end
    inner, stop = _phrase(row, end if own else end + 1, language, depth + 1)
    if inner is None or inner.refers_to is not None or _leads_on(row, of, stop, language):
        return phrase, end
    if own and of.folded in _of_words(language)["one"]:
        # `des Weins` is one wine, and its ending that of the case.
        inner = replace(inner, plural=False, name=f"{inner.name.rpartition(' ')[0]} {inner.head}".strip())
    whole = replace(
        phrase, text=_text(row[at:stop]), name=_text(row[begin:stop]), end=row[stop - 1].end, of=inner,
        tokens=tuple(row[at:stop]),
    )  # fmt: skip
    return whole, stop


def _owned(
    row: Sequence[Token], owner: SpokenPhrase, place: tuple[int, int, int], depth: int
) -> tuple[SpokenPhrase, int]:
    """`the driver's card`: the card, of the driver."""
    at, begin, end = place
    inner, stop = _phrase(row, end + 1, "en", depth + 1)
    if inner is None or inner.refers_to is not None or inner.determiner != "none":
        return owner, end
    whole = replace(
        inner, text=_text(row[at:stop]), name=_text(row[begin:stop]), start=owner.start, of=owner,
        determiner=owner.determiner, tokens=tuple(row[at:stop]),
    )  # fmt: skip
    return whole, stop


def _leads_on(row: Sequence[Token], of: Token, stop: int, language: Language) -> bool:
    """Is it where something comes from, because where it goes follows: `von der Pumpe an die Zentrale`?"""
    leads = _of_words(language)["goal"]
    return of.folded in _of_words(language)["source"] and stop < len(row) and row[stop].folded in leads


def _determiner(row: Sequence[Token], at: int) -> tuple[Determiner, int]:
    found: Determiner = "none"
    end = at
    while end < len(row):
        token = row[end]
        if token.tag == "question" and _is_listed(token, "counting"):
            found = "howMany"
        elif token.tag == "question" and _is_listed(token, "which") and _noun_follows(row, end):
            found = "which"
        elif token.tag in _DETERMINERS and (end == at or token.tag == "number" or row[end - 1].tag != "number"):
            found = _kind_of(token, found)
        else:
            break
        end += 1
    return found, end


def _kind_of(token: Token, found: Determiner) -> Determiner:
    if found != "none":
        return found
    if _is_listed(token, "indefinite"):
        return "a"
    if _is_listed(token, "denying"):
        return "no"
    return "none" if _is_listed(token, "open") else _DETERMINERS[token.tag]


def _pronoun(token: Token) -> SpokenPhrase:
    return SpokenPhrase(
        text=token.text, name=token.text, head=token.lemma or token.folded, start=token.start, end=token.end,
        tokens=(token,), plural="plural" in token.features, refers_to=SpokenReference(text=token.text),
    )  # fmt: skip


def _is_listed(token: Token, name: str) -> bool:
    return token.folded in _listed(name)


@cache
def _listed(name: str) -> frozenset[str]:
    """Determiners by what they say, of all languages at once."""
    tables = [load(language, "forms", "determiners", dict[str, str]) for language in LANGUAGES]
    return frozenset(fold(word).replace("_", " ") for table in tables for word in table[name].split())


@cache
def _labels() -> frozenset[str]:
    return _listed("labels")


@cache
def _of_words(language: Language) -> dict[str, frozenset[str]]:
    table = load(language, "forms", "of", dict[str, str])
    return {name: frozenset(fold(word) for word in words.split()) for name, words in table.items()}


def _text(tokens: Sequence[Token]) -> str:
    """Tokens as they stood: without a blank behind an apostrophe and before what hangs on."""
    parts: list[str] = []
    for number, each in enumerate(tokens):
        gap = number > 0 and each.start > tokens[number - 1].end
        parts.append((" " if gap else "") + each.text)
    return "".join(parts).strip()
