"""Simple noun phrases of a tagged sentence: determiner, modifiers, head and what `of` adds. No lists, no verbs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.records import Determiner, Measure, SpokenPhrase, SpokenReference, Token
from graphwright.grammar.rules import key, words_of
from graphwright.grammar.verbs import Chunk
from graphwright.languages import Language
from graphwright.text.folding import fold

_DETERMINERS: Final[dict[str, Determiner]] = {
    "article": "the", "possessive": "my", "demonstrative": "this", "quantifier": "every", "number": "none",
}  # fmt: skip
_OF: Final[dict[Language, frozenset[str]]] = {
    "en": frozenset(("of",)),
    "de": frozenset(("der", "des", "eines", "einer", "vom", "von")),
    "fr": frozenset(("de", "d'", "du", "des")),
}
_HEADS: Final = frozenset(("noun", "name"))
_INNER: Final = frozenset(("noun", "name", "adjective"))
_MOST_OF: Final = 4
"""Phrases that hang on one another by `of`; a longer chain is nonsense."""


def phrases_of(row: Sequence[Token], language: Language) -> tuple[Chunk, ...]:
    """A tagged sentence with each simple noun phrase as one chunk; all other tokens as they are."""
    found: list[Chunk] = []
    at = 0
    while at < len(row):
        phrase, end = _phrase(row, at, language, 0)
        found.append(phrase if phrase is not None else row[at])
        at = end if phrase is not None else at + 1
    return tuple(found)


def measures_of(tokens: Sequence[Token]) -> tuple[Measure, ...]:
    """Numbers with their units; a token holds both."""
    found: list[Measure] = []
    for token in tokens:
        if token.kind != "number":
            continue
        digits = "".join(each for each in token.text.split(" ")[0] if each.isdigit() or each in ",.")
        try:
            number = float(digits.replace(",", ".") or "0")
        except ValueError:
            continue
        unit = token.text.lstrip("0123456789.,±+-–/ \u00a0").strip()
        found.append(Measure(text=token.text, number=number, start=token.start, end=token.end, unit=unit))
    return tuple(found)


def _phrase(row: Sequence[Token], at: int, language: Language, depth: int) -> tuple[SpokenPhrase | None, int]:
    token = row[at]
    if token.tag == "pronoun":
        return _pronoun(token), at + 1
    determiner, end = _determiner(row, at)
    begin = end
    while (
        end < len(row)
        and row[end].tag in _INNER
        and (language != "fr" or end == begin or row[end].tag == "adjective" or _joined(row, end))
    ):
        end += 1
    if language == "en":
        while end > begin and row[end - 1].tag == "adjective":
            end -= 1
    heads = [number for number in range(begin, end) if row[number].tag in _HEADS]
    if not heads:
        return None, at + 1
    head = heads[0] if language == "fr" else heads[-1]
    name_end = end
    phrase = SpokenPhrase(
        text=_text(row[at:name_end]),
        name=_text(row[begin:name_end]).strip("\"“”„«»' "),
        head=row[head].lemma,
        start=row[at].start,
        end=row[name_end - 1].end,
        tokens=tuple(row[at:name_end]),
        determiner=determiner,
        count=_count(row[at:begin]),
        plural="plural" in row[head].features
        or any("plural" in each.features and each.tag != "article" for each in row[at:begin]),
        modifiers=tuple(row[each].lemma for each in range(begin, name_end) if each != head),
        quoted=any(each.kind == "quoted" for each in row[begin:name_end]),
        measures=measures_of(row[at:begin]),
    )
    return _with_of(row, phrase, (begin, name_end), language, depth)


def _joined(row: Sequence[Token], at: int) -> bool:
    """French: a second noun right behind the first belongs to it, `carte mère`; a name too."""
    return row[at].tag == "name" or row[at].kind in {"quoted", "id"} or row[at - 1].tag in {"noun", "name"}


def _with_of(
    row: Sequence[Token], phrase: SpokenPhrase, place: tuple[int, int], language: Language, depth: int
) -> tuple[SpokenPhrase, int]:
    begin, end = place
    if depth >= _MOST_OF or end + 1 >= len(row) or row[end].folded not in _OF[language]:
        return phrase, end
    of = row[end]
    own = of.tag == "article" and language == "de"
    if own and of.folded not in {"der", "des", "eines", "einer"}:
        return phrase, end
    inner, stop = _phrase(row, end if own else end + 1, language, depth + 1)
    if inner is None or inner.refers_to is not None or (of.tag not in {"preposition", "article"}):
        return phrase, end
    text = _text(row[end - len(phrase.tokens) : stop])
    return replace(phrase, text=text, name=_text(row[begin:stop]), end=row[stop - 1].end, of=inner), stop


def _determiner(row: Sequence[Token], at: int) -> tuple[Determiner, int]:
    found: Determiner = "none"
    end = at
    while end < len(row):
        token = row[end]
        if token.tag == "question" and key(token) in words_of("counting"):
            found = "howMany"
        elif (
            token.tag == "question"
            and key(token) in words_of("which")
            and end + 1 < len(row)
            and row[end + 1].tag in _INNER
        ):
            found = "which"
        elif token.tag in _DETERMINERS:
            found = _kind_of(token, found)
        else:
            break
        end += 1
    return found, end


def _kind_of(token: Token, found: Determiner) -> Determiner:
    if found != "none":
        return found
    if key(token) in words_of("indefinite"):
        return "a"
    if key(token) in words_of("denying"):
        return "no"
    if key(token) in words_of("open"):
        return "none"
    return _DETERMINERS[token.tag]


def _count(tokens: Sequence[Token]) -> int | None:
    number = next((each for each in tokens if each.tag == "number"), None)
    if number is None:
        return None
    words = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    german = ["null", "ein", "zwei", "drei", "vier", "funf", "sechs", "sieben", "acht", "neun", "zehn"]
    french = ["zero", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"]
    for each in (words, german, french):
        if fold(number.text) in each:
            return each.index(fold(number.text))
    return int(number.text) if number.text.isdecimal() and len(number.text) < 6 else None  # noqa: PLR2004 a count, no id


def _pronoun(token: Token) -> SpokenPhrase:
    return SpokenPhrase(
        text=token.text, name=token.text, head=token.lemma or token.folded, start=token.start, end=token.end,
        tokens=(token,), plural="plural" in token.features, refers_to=SpokenReference(text=token.text),
    )  # fmt: skip


def _text(tokens: Sequence[Token]) -> str:
    """Tokens as they stood: without a blank behind an apostrophe and before what hangs on."""
    parts: list[str] = []
    for number, each in enumerate(tokens):
        gap = number > 0 and each.start > tokens[number - 1].end
        parts.append((" " if gap else "") + each.text)
    return "".join(parts).strip()
