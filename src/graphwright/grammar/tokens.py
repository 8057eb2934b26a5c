"""A message into tokens: words, numbers with their units, quotations, ids, arrows, signs. Knows no grammar.

Every character is looked at a bounded number of times, so time is linear in the length. Markup (`**`, `#`), emoji and
control characters give no token; code, addresses and tags are one token each, whose content nobody reads. What a word
loses at an apostrophe or gains at a hyphen (`l'eau`, `donne-lui`, `don't`) is a token of its own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Final

from graphwright.grammar.records import Token, TokenKind
from graphwright.grammar.word_lists import word_lists
from graphwright.languages import LANGUAGES, load
from graphwright.pauses import paced
from graphwright.text.folding import fold
from graphwright.text.quantities import AMOUNT

MAX_QUOTED: Final = 200
"""Characters of a quotation: a name has no more. The bound also keeps quotation marks that are never closed cheap."""
LONG_LINE: Final = 50
"""Characters of a line that was broken because it was full; behind a shorter one a new line says something new."""
_INNER: Final = rf"[^\n{{}}]{{{{1,{MAX_QUOTED}}}}}"
_PAIRS: Final = ('""', "„“", "„”", '„"', "“”", "«»", "»«", "‚‘", "‘’", "‹›")
_QUOTED: Final = "|".join(
    [f"{pair[0]}{_INNER.format(re.escape(pair))}{pair[1]}" for pair in _PAIRS]
    + [rf"(?<!\w)'[^\n']{{1,{MAX_QUOTED}}}'(?!\w)", r"`[\w .-]{1,60}`"]
)
_NORM: Final = r"(?:DIN|EN|ISO|IEC|IEEE|VDE|NF|ANSI|RFC|SAE|ASTM|UL|ECE|UNECE|VDI)"
_NOTHING: Final = frozenset(("So", "Sk", "Cf", "Cc", "Cn", "Co", "Mn", "Me", "Mc"))
"""Kinds of characters that say nothing here: emoji and what joins them, control characters, stray accents."""
_SURNAME: Final = re.compile(r" ([A-Za-zÀ-ÿ][a-zß-ÿ]{1,40})")
_ORDINAL: Final = re.compile(r"\d{1,3}$")


@cache  # compiled for the first sentence: it takes a tenth of a second, and many a program reads none
def _token() -> re.Pattern[str]:
    return re.compile(
        rf"""
          (?P<code> ```.*?(?:```|\Z) | (?:https?|ftp)://\S{{1,500}}
            | </?[A-Za-z][^<>\n]{{0,100}}>
            | [\w.+-]{{1,64}}@[\w-]{{1,64}}\.[\w.-]{{1,64}} )
        | (?P<quoted> {_QUOTED} )
        | (?P<inline> `[^`\n]{{1,{MAX_QUOTED}}}` )
        | (?P<arrow> <?(?:--?|==?)> | <-+ | [→⇒⟶➔➜➝⟹←↔⇄] | = | \+(?=\s) )
        | (?P<bullet> ^[ \t>]*(?: [*•‣◦–—-] | \d{{1,3}}[.)] | [a-z]\) ) [ \t]+ )
        | (?P<id> @[\w.-]{{1,80}}\w | @\w | \b\w{{1,80}}\.[A-Z]{{2}}\.\d{{3}}\b
            | \b{_NORM}(?:[ /]{_NORM}){{0,2}}[ -]?\d[\d.:-]*\b
            | \b[A-Z]{{1,6}}-?\d{{1,6}}(?:[.-]\d{{1,6}}){{0,3}}\b(?!-[^\W\d_]{{2}}) )
        | (?P<number> {AMOUNT} )
        | (?P<word> (?:[^\W\d_]|(?<=\w)[\u0300-\u036f])
            (?: [\w\u0300-\u036f] | ['’](?=[^\W\d_]) | [-‐‑](?=\w) | \+\+ | \#(?=\W) ){{0,80}}
            | \d{{1,40}}\w{{0,40}}(?:(?<=[^\W\d_])-[^\W\d_]\w{{1,40}})? | & )
        | (?P<end> [.!?…؟。！？]+ )
        | (?P<skip> [*_~\#`|]+ | \n | [^\S\n]+ )
        | (?P<sign> \S )
        """,
        re.VERBOSE | re.MULTILINE | re.DOTALL,
    )


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a text, in order; their places are those in the text."""
    return tuple(_scanned(text))


def sentence_tokens(text: str) -> tuple[tuple[Token, ...], ...]:
    """The tokens of each sentence of a text, the mark that ends it with it.

    A sentence ends at its mark or with its line; a line goes on behind a comma or colon, or where it was broken because
    it was full. So a heading and the list below it are one sentence.
    """
    found: list[tuple[Token, ...]] = []
    current: list[Token] = []
    listing = False
    all_tokens = tokens(text)
    for number, token in enumerate(paced(all_tokens)):
        if current and _begins(text, current, token, listing=listing):
            found.append(tuple(current))
            current, listing = [], False
        current.append(token)
        listing = listing or (token.text == ":" and _bullet_follows(all_tokens, number))
        is_end = ends_sentence(token) and not _negates(all_tokens, number)
        if is_end and not (listing and _bullet_follows(all_tokens, number)):
            found.append(tuple(current))
            current, listing = [], False
    return (*found, tuple(current)) if current else tuple(found)


def ends_sentence(token: Token) -> bool:
    """Is it the mark behind a sentence?"""
    return token.kind == "sign" and token.text[0] in ".!?…؟。！？"


def _negates(row: tuple[Token, ...], number: int) -> bool:
    """Is it a sign before a name in a formula, `!valve`, and no mark behind a sentence?"""
    token = row[number]
    following = row[number + 1] if number + 1 < len(row) else None
    return (
        token.text == "!"
        and following is not None
        and following.kind == "word"
        and (following.start == token.end or "_" in following.text)
        and number > 0
        and row[number - 1].end < token.start
    )


def _bullet_follows(row: tuple[Token, ...], number: int) -> bool:
    return number + 1 < len(row) and row[number + 1].kind == "bullet"


def _begins(text: str, current: list[Token], token: Token, *, listing: bool) -> bool:
    """Does something new begin with this token, though no mark ended what came before?"""
    before = current[-1]
    gap = text[before.end : token.start + 1 if token.kind == "bullet" else token.start]
    if token.kind == "bullet":
        return not listing
    if "\n" not in gap:
        return False
    if gap.count("\n") > 1:
        return True
    if listing and any(each.kind == "bullet" for each in current):
        return token.text[:1].isupper()
    if before.text in {",", ":"} or before.kind == "arrow" or token.kind == "arrow":
        return False
    line = text.rfind("\n", max(0, before.end - LONG_LINE), before.end) < 0 and before.end >= LONG_LINE
    return not (line and token.text[:1].islower())


def _scanned(text: str) -> Iterator[Token]:
    end, before = 0, ""
    for match in _token().finditer(text):
        kind, start = match.lastgroup, match.start()
        if kind == "skip" or start < end:
            continue
        end, before, last = match.end(), match[0] if kind == "word" else "", before
        if kind == "word":
            word = match[0]
            if end < len(text) and text[end] == "." and _abbreviated(text, start, end):
                end += 1
                yield _made("word", text[start:end], start)
            else:
                yield from _parted(word, start)
        elif kind == "number" and _is_ordinal(text, match[0], end, last):
            end += 1
            yield _made("number", text[start:end], start)
        elif kind == "bullet":
            yield _made("bullet", match[0].strip(), start + len(match[0]) - len(match[0].lstrip()))
        elif kind in {"sign", "end"}:
            if unicodedata.category(match[0][0]) not in _NOTHING:
                yield _made("sign", match[0], start)
        elif kind is not None:
            yield _made(_KINDS[kind], match[0], start)


_KINDS: Final[dict[str, TokenKind]] = {
    "code": "code", "inline": "code", "quoted": "quoted", "arrow": "arrow", "id": "id", "number": "number",
}  # fmt: skip


def _made(kind: TokenKind, text: str, start: int) -> Token:
    return Token(text=text, folded=fold(text), kind=kind, start=start, end=start + len(text))


def _abbreviated(text: str, start: int, end: int) -> bool:
    """Does the full stop belong to the word: `max.`, the `z.` and the `B.` of `z. B.`, `e.g.`?"""
    word = text[start:end].casefold()
    if word in _lists().abbreviations:
        return True
    if len(word) != 1:
        return False
    # A single letter: `e.g.`, `J. Doe`; behind a blank only before a name, so that "and plan B. Then" still ends.
    inner = text[start - 1 : start] == "." and text[start - 2 : start - 1].isalpha()
    return inner or text[end + 1 : end + 2].isalpha() or (text[start].isupper() and _is_surname(text, end + 1))


def _is_surname(text: str, at: int) -> bool:
    """Does a word follow that is no small word and no order in any language: `R. Weasley`, and no noun: `E. coli`?"""
    found = _SURNAME.match(text, at)
    if found is None:
        return False
    word, small = found[1].lower(), found[1].islower()
    known = (
        word in lists.closed or word in lists.verbs or (small and word in lists.nouns)
        for lists in map(word_lists, LANGUAGES)
    )
    return not any(known)


def _is_ordinal(text: str, number: str, end: int, before: str) -> bool:
    """Is it `3.` behind `am`? Where a small letter follows no sentence has ended either."""
    rest = text[end : end + 3]
    if _ORDINAL.match(number) is None or rest[:2] != ". ":
        return False
    return rest[2:].islower() or (rest[2:].isalpha() and before.casefold() in _lists().before_ordinal)


def _parted(word: str, start: int) -> Iterator[Token]:
    """A word, cut where another one hangs on to it."""
    lists = _lists()
    while (cut := _elided(word)) > 0:
        yield _made("word", word[:cut], start)
        word, start = word[cut:], start + cut
    tails: list[Token] = []
    while (cut := _hanging(word, lists.clitics, lists.whole)) > 0:
        tails.append(_made("word", word[cut:], start + cut))
        word = word[:cut]
    yield _made("word", word, start)
    yield from reversed(tails)


def _elided(word: str) -> int:
    """Where the word begins that `l'` or `qu'` stands before; 0 without one."""
    apostrophe = max(word.find("'", 0, 9), word.find("’", 0, 9))
    if apostrophe <= 0 or fold(word) in _lists().whole:
        return 0
    return apostrophe + 1 if fold(word[:apostrophe]) in _lists().elided else 0


def _hanging(word: str, clitics: frozenset[str], whole: frozenset[str]) -> int:
    """Where `-lui`, `n't` or `'s` begins at the end of a word; 0 without one."""
    low = word.casefold().replace("’", "'")
    if low in whole:
        return 0
    if low.endswith("n't"):
        return len(word) - 3
    for sign in ("'", "-t-", "-"):
        at = low.rfind(sign)
        if at > 0 and low[at:] in clitics:
            return at
    return 0


class _WordLists:
    """What hangs on to words, in all languages at once: nobody says in which one they write."""

    def __init__(self) -> None:
        tables = [load(language, "forms", "tokens", dict[str, str]) for language in LANGUAGES]
        self.elided, self.clitics, self.whole, self.abbreviations, self.before_ordinal = (
            frozenset(word for table in tables for word in table[key].split())
            for key in ("elided", "clitics", "whole", "abbreviations", "before_ordinal")
        )


@cache
def _lists() -> _WordLists:
    return _WordLists()
