"""Numbers in words or with their digits in groups: `two hundred and twelve`, `zweihundertzwölf`, `trois douzaines`.

The words of a language and where it joins them are data (`forms.toml`, `numerals`). Words that name no single number,
such as `two three`, are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from graphwright.languages import Language, load

MAX_WORDS: Final = 12
"""Words of one number: `trois cent quarante et un mille cinq cent cinquante et un`."""
_TEN: Final = 10
_SCORE: Final = 20
_HUNDRED: Final = 100
_MAX_DIGITS: Final = 15
_LINK: Final = -1
"""Stands for `and` between the values of a number."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:[-‑][^\W\d_]+)*['’]?|\d+")
_PAIRS: Final = re.compile(r"(\S+)=(\d+)")


class Numeral(NamedTuple):
    """A number and how many words say it."""

    value: int
    words: int


class _Spelling(NamedTuple):
    """The words of one language, in small letters."""

    values: dict[str, int]
    inside: dict[str, int]
    """Say a number only together with others: German `ein` of `einhundert`, French `un` of `vingt et un`."""
    dozens: dict[str, int]
    several: dict[str, int]
    """Dozens of which a number says how many: `douzaines`."""
    of: frozenset[str]
    """May follow a dozen and belongs to it: `de` of `une douzaine de`."""
    linked: frozenset[str]
    compound: bool
    """Are numbers written as one word?"""
    pieces: re.Pattern[str]
    grouped: re.Pattern[str]


def numeral(words: Sequence[str], language: Language) -> Numeral | None:
    """The number that some words in small letters begin with, as many of them as say one; None without one.

    The first may be digits, if a word goes on with them: `2 dozen`.
    """
    table = _spelling(language)
    if not words or not (words[0].isdecimal() or _may_begin(words[0], language)):
        return None
    found: Numeral | None = None
    values: list[int] = []
    for at, word in enumerate(words[:MAX_WORDS]):
        pieces = (int(word[:4]),) if not at and word.isdecimal() else _pieces(word, language)
        if pieces and not at and word.isdecimal() and not 0 < pieces[0] < _HUNDRED:
            return None
        if pieces is None:
            break
        values += pieces
        if (value := _value(values, table)) is not None:
            found = Numeral(value, at + 1)
    found = _by_dozens(words, found, table)
    return None if found is not None and found.words == 1 and words[0].isdecimal() else found


@lru_cache(maxsize=4096)
def numeral_word(word: str, language: Language) -> int | None:
    """The number that a single word in small letters is: `sixteen`, `vierundzwanzig`, `vingt-quatre`."""
    found = numeral((word,), language)
    return None if found is None else found.value


def whole_number(text: str, language: Language) -> int | None:
    """A whole number in digits, in groups as the language writes them: `1200`, `1,200`, German `1.200`, `1 200`."""
    plain = text if text.isdecimal() else re.sub(r"\D", "", text) if _spelling(language).grouped.fullmatch(text) else ""
    return int(plain) if 0 < len(plain) <= _MAX_DIGITS else None


def in_digits(text: str, language: Language) -> str:
    """A text with its numbers in words as digits: `weighs 200 kg`. `one`, which may be anybody, stays."""
    found = list(_WORD.finditer(text))
    words = [each[0].lower().replace("’", "'") for each in found]
    parts: list[str] = []
    at, end = 0, 0
    while at < len(found):
        number = numeral(words[at : at + MAX_WORDS], language)
        if number is None or number.value == 1 or _is_apart(text, found[at : at + number.words]):
            at += 1
            continue
        parts += [text[end : found[at].start()], str(number.value)]
        end = found[at + number.words - 1].end()
        at += number.words
    return "".join((*parts, text[end:]))


def _is_apart(text: str, words: Sequence[re.Match[str]]) -> bool:
    """Does anything but a blank stand between the words: `two, hundred`?"""
    return any(text[one.end() : other.start()].strip() for one, other in pairwise(words))


def _by_dozens(words: Sequence[str], found: Numeral | None, table: _Spelling) -> Numeral | None:
    """`dozen`, `three dozen`, `une douzaine de`."""
    at = 0 if found is None else found.words
    following = words[at] if at < len(words) else ""
    size = table.dozens.get(following) or (table.several.get(following) if found is not None else None)
    if size is None:
        return found
    of = at + 1 < len(words) and words[at + 1] in table.of
    return Numeral(size * (1 if found is None else found.value), at + 1 + of)


def _may_begin(word: str, language: Language) -> bool:
    table = _spelling(language)
    if word in table.inside:
        return False
    return word in table.dozens or bool(_pieces(word, language))


@lru_cache(maxsize=4096)
def _pieces(word: str, language: Language) -> tuple[int, ...] | None:
    """The values in one word, `and` among them; None where it says something else."""
    table = _spelling(language)
    known = {**table.values, **table.inside}
    if word in known:
        return (known[word],)
    if word in table.linked:
        return None if table.compound else (_LINK,)
    parts = table.pieces.findall(word) if table.compound else word.replace("‑", "-").split("-")
    if len(parts) <= 1 or (table.compound and "".join(parts) != word):
        return None
    values = [_LINK if part in table.linked else known.get(part, 0) for part in parts]
    return tuple(values) if all(values) else None


def _value(values: Sequence[int], table: _Spelling) -> int | None:
    """The one number that some values make together; None where they do not."""
    total, group, before, least = 0, 0, 0, 0
    for at, value in enumerate(values):
        if value == _LINK:
            if before == _LINK or not at or at + 1 == len(values):
                return None
        elif value < _HUNDRED:
            joined = _joined(group, value, before == _LINK, table)
            if joined is None or (before == _LINK and at < 2):  # noqa: PLR2004 nothing stands before the link
                return None
            group = joined
        elif value == _HUNDRED:
            if group >= _HUNDRED or before == _LINK:
                return None
            group = max(group, 1) * _HUNDRED
        else:
            if before == _LINK or (least and value >= least) or (total and not group):
                return None
            total, group, least = total + max(group, 1) * value, 0, value
        before = value
    return total + group or None


def _joined(group: int, value: int, is_linked: bool, table: _Spelling) -> int | None:  # noqa: FBT001
    """A number below a thousand with one below a hundred behind it."""
    rest = group % _HUNDRED
    if rest == 0:
        return group + value if not is_linked or not _is_french(table) else None
    if table.compound:
        is_ten = value >= _SCORE and value % _TEN == 0
        return group + value if is_linked and rest < _TEN and is_ten else None
    if _is_french(table):
        if rest == 4 and value == _SCORE:  # noqa: PLR2004 `quatre-vingts`
            return group - rest + rest * _SCORE
        most = _SCORE if rest in {60, 80} else _TEN
        fits = (rest >= _SCORE and rest % _TEN == 0 and value < most) or (rest == _TEN and _TEN > value > 6)  # noqa: PLR2004
        return group + value if fits and (not is_linked or value in {1, 11}) else None
    return group + value if rest >= _SCORE and rest % _TEN == 0 and value < _TEN and not is_linked else None


def _is_french(table: _Spelling) -> bool:
    return bool(table.of)


def _read(text: str) -> Iterator[tuple[str, int]]:
    return ((word, int(value)) for word, value in _PAIRS.findall(text))


@cache
def _spelling(language: Language) -> _Spelling:
    data = load(language, "forms", "numerals", dict[str, str])
    values, inside = dict(_read(data["values"])), dict(_read(data["inside"]))
    linked = frozenset(data["link"].split())
    words = sorted((*values, *inside, *linked), key=len, reverse=True)
    group = rf"[{re.escape(data['group'])}\u00a0\u202f '’]"
    return _Spelling(
        values=values,
        inside=inside,
        dozens=dict(_read(data["dozen"])),
        several=dict(_read(data["dozens"])),
        of=frozenset(data["of"].split()),
        linked=linked,
        compound=data["form"] == "compound",
        pieces=re.compile("|".join(map(re.escape, words))),
        grouped=re.compile(rf"\d{{1,3}}({group})\d{{3}}(?:\1\d{{3}})*"),
    )
