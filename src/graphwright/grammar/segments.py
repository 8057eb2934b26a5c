"""Layout that says what a sentence would say: a heading with its list, arrows, a sum of parts, a key with its text.

What has a verb behind a heading is left to the clauses, but for a key such as `REQ-017:` whose text is kept verbatim.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from graphwright.grammar.records import LayoutRow, SpokenPhrase, Token
from graphwright.grammar.rules import key, words_of

Phrasing = Callable[[Sequence[Token]], "list[SpokenPhrase]"]
"""Reads tokens as phrases: several where a list stands."""
Telling = Callable[[Sequence[Token]], bool]
"""Whether tokens hold a verb, and what it needs."""
_SUMS: Final = frozenset(("=", "+"))
_MAX_MEMBER: Final = 3
"""Words of a member of a list without verbs."""
_MAX_HEADING: Final = 8
"""Words of a heading; with more it is a sentence that goes on behind its colon."""
_MAX_ANNOUNCED: Final = 14
"""Words of a heading that says what its rows are: `voilà les fonctions qu'il nous faut pour l'appli :`."""
_MAX_ROW: Final = 6
"""Words of such a row."""


def layout_of(
    text: str, tokens: Sequence[Token], phrases: Phrasing, has_verb: Telling, tells: Telling
) -> LayoutRow | None:
    """What the layout of a sentence says; None when it is running text. `tells`: with a verb and who does it."""
    arrows = [at for at, each in enumerate(tokens) if each.kind == "arrow"] or _pointed(tokens)
    if arrows:
        return _arrows(text, tokens, arrows, phrases, tells)
    colon = next((at for at, each in enumerate(tokens) if each.text == ":" and each.kind == "sign"), None)
    if colon is None:
        # `Parts of the lift` above a list, without a colon.
        bullet = next((at for at, each in enumerate(tokens) if each.kind == "bullet"), 0)
        colon = bullet - 1
    if colon < 0 or colon + 1 >= len(tokens) or (colon == 0 and tokens[0].text == ":"):
        return None
    with_colon = tokens[colon].text == ":"
    head, body = tokens[: colon if with_colon else colon + 1], tokens[colon + 1 :]
    words = [each for each in head if each.kind not in {"sign", "bullet"}]
    if not words:
        return None
    if any(each.kind == "bullet" for each in body):
        label = text[words[0].start : words[-1].end]
        return LayoutRow(kind="heading", label=label, members=tuple(phrases(body)), text=_verbatim(text, body))
    label = text[words[0].start : words[-1].end]
    if announces_rows(words) and _is_enumeration(body, _MAX_ROW, words_of("joins")):
        return LayoutRow(kind="heading", label=label, members=tuple(phrases(body)), text=_verbatim(text, body))
    if len(words) > _MAX_HEADING:
        return None
    if words[0].kind != "id" and _is_enumeration(body):
        return LayoutRow(kind="heading", label=label, members=tuple(phrases(body)), text=_verbatim(text, body))
    if words[0].kind == "id" or has_verb(body):
        return LayoutRow(kind="pair", label=label, text=_verbatim(text, body)) if _is_key(words, has_verb) else None
    if has_verb(words):
        return None
    if any(each.kind == "number" for each in body):
        return LayoutRow(kind="pair", label=label, members=tuple(phrases(body)), text=_verbatim(text, body))
    return LayoutRow(kind="heading", label=label, members=tuple(phrases(body)), text=_verbatim(text, body))


def _pointed(tokens: Sequence[Token]) -> list[int]:
    """`weigh > label > sort`: several of these signs between words point on; a single one compares."""
    found = [
        at
        for at, each in enumerate(tokens)
        if each.text == ">" and 0 < at < len(tokens) - 1 and tokens[at - 1].kind == tokens[at + 1].kind == "word"
    ]
    return found if len(found) > 1 and not any(each.kind == "number" for each in tokens) else []


def announces_rows(head: Sequence[Token]) -> bool:
    """Does a heading say that functions follow, or what somebody must do?

    `Die Leitstelle braucht folgende Funktionen:`, `ce que l'appli doit faire :`.
    """
    said = [key(each) for each in head if each.kind == "word"]
    if not said or len(head) > _MAX_ANNOUNCED:
        return False
    tells_what = said[0] in words_of("listed_what") and said[-1] in words_of("listed_done") and len(said) > 2  # noqa: PLR2004
    return tells_what or not words_of("listed").isdisjoint(said)


def _is_enumeration(tokens: Sequence[Token], longest: int = _MAX_MEMBER, joins: frozenset[str] = frozenset()) -> bool:
    """Do only short things stand between commas, or `joins`: `driver, guard, control room`?"""
    lengths = [0]
    for token in tokens:
        if token.text in {",", ";"} or key(token) in joins:
            lengths.append(0)
        elif token.kind in {"word", "quoted", "id"}:
            lengths[-1] += 1
        elif token.kind == "number":
            return False
    return len(lengths) > 1 and max(lengths) <= longest


def _is_key(words: Sequence[Token], has_verb: Telling) -> bool:
    return words[0].kind == "id" or not has_verb(words)


def _verbatim(text: str, tokens: Sequence[Token]) -> str:
    return text[tokens[0].start : tokens[-1].end]


def _is_named(phrase: SpokenPhrase) -> bool:
    """Is there a letter or digit in it? Signs alone are no name."""
    return any(each.isalnum() for each in phrase.name)


def _arrows(
    text: str,
    tokens: Sequence[Token],
    arrows: list[int],
    phrases: Phrasing,
    tells: Telling,
) -> LayoutRow | None:
    """`A -> B -> C`, and `A = B + C`; a heading before a chain is its label."""
    is_sum = all(tokens[at].text in _SUMS for at in arrows)
    if is_sum and tokens[arrows[0]].text != "=":
        return None
    if not is_sum and any(tokens[at].text in _SUMS for at in arrows):
        return None  # a formula: `speed = 0 => door = open`
    parts: list[Sequence[Token]] = []
    start = 0
    for at in [*arrows, len(tokens)]:
        parts.append([each for each in tokens[start:at] if each.kind != "bullet"])
        start = at + 1
    label = ""
    colon = next((at for at, each in enumerate(parts[0]) if each.text == ":"), None)
    if colon is not None and 0 < colon < len(parts[0]) - 1:
        label = text[parts[0][0].start : parts[0][colon - 1].end]
        parts[0] = parts[0][colon + 1 :]
    if not is_sum and sum(tells(part) for part in parts) * 2 > len(parts):
        return None
    named = [phrases(part) for part in parts if part]
    if is_sum and not (parts[0] and all(part and all(map(_is_named, part)) for part in named)):
        return None
    members = [each[0] if len(each) == 1 else None for each in named]
    if any(each is not None and not _is_named(each) for each in members):
        return None
    if is_sum:
        flat = [each for part in named[1:] for each in part]
        return LayoutRow(kind="sum", label=named[0][0].name, members=tuple(flat), text=text)
    chain = tuple(each if each is not None else part[0] for each, part in zip(members, named, strict=True) if part)
    return LayoutRow(kind="chain", label=label, members=chain, text=_verbatim(text, tokens)) if len(chain) > 1 else None
