"""Words that stand around what a sentence says, as the plain words for it: `to be able to open` is `to open`.

Only what has one plain form in any sentence, looked for by its first word; every token keeps its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.forms import candidates
from graphwright.grammar.records import Token
from graphwright.languages import Language, load
from graphwright.text.folding import fold

_HELPERS: Final = frozenset(("does", "do", "did"))
_JOINED: Final = frozenset(("then", "and"))
_PAIRED: Final = (("aussi", "bien"), ("tant",), ("autant",))
_DETERMINING: Final = frozenset(("article", "possessive", "demonstrative"))
_VERBS: Final = frozenset(("finite", "auxiliary", "modal", "helper"))


@dataclass(frozen=True, slots=True)
class _Rewording:
    """A row of words, and the fewer words that are read in their places."""

    said: tuple[str, ...]
    plain: tuple[str, ...]


def in_plain_words(tokens: tuple[Token, ...], language: Language) -> tuple[Token, ...]:
    """The tokens of a sentence in plain words; the same where none of its words has others."""
    table = _rewordings(language)
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        said = next((each for each in table.get(tokens[at].folded, ()) if _stands(each.said, tokens, at)), None)
        if said is None:
            found.append(tokens[at])
            at += 1
            continue
        end = at + len(said.said)
        places = [*tokens[at : at + len(said.plain) - 1], tokens[end - 1]] if said.plain else []
        for token, word in zip(places, said.plain, strict=True):
            found.append(replace(token, text=word, folded=fold(word), kind="sign" if word == "," else "word"))
        at = end
    if language == "en":
        return _told_inverted(tuple(found))
    return _told_paired(tuple(found)) if language == "fr" else tuple(found)


def _told_inverted(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """English: `only when it is dry does the mason paint`, `only then does ...`: the helper only stands before who."""
    only = next((at for at, each in enumerate(tokens) if each.folded == "only"), None)
    if only is None or tokens[-1].text.startswith("?"):
        return tokens
    at = next((at for at in range(only + 2, len(tokens) - 2) if tokens[at].folded in _HELPERS), None)
    if at is None or (only and tokens[only - 1].folded not in _JOINED and tokens[only - 1].text not in {",", ";"}):
        return tokens
    if tokens[at - 1].folded in _JOINED:
        return (*tokens[:at], *tokens[at + 1 :])
    return (*tokens[:at], replace(tokens[at], text=",", folded=",", kind="sign"), *tokens[at + 1 :])


def _told_paired(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """French: `aussi bien le chef que l'apprenti`, `tant le chef que ...` is `le chef et l'apprenti`.

    Only where an article stands behind both and no verb between them: `tant le bruit est fort que ...` is no pair.
    """
    for at in range(len(tokens) - 1):
        begin = at + next((len(each) for each in _PAIRED if _stands(each, tokens, at)), 0)
        if begin == at or not _leads_phrase(tokens[begin:]):
            continue
        que = next((place for place in range(begin + 2, len(tokens)) if tokens[place].folded in {"que", "qu'"}), None)
        if que is None or not _leads_phrase(tokens[que + 1 :]):
            continue
        between = (candidates(each.text, "fr") for each in tokens[begin + 2 : que])
        if not any(choice and all(each.kind in _VERBS for each in choice) for choice in between):
            joined = replace(tokens[que], text="et", folded="et")
            return (*tokens[:at], *tokens[begin:que], joined, *tokens[que + 1 :])
    return tokens


def _leads_phrase(tokens: tuple[Token, ...]) -> bool:
    """French: does an article or its like stand first?"""
    return bool(tokens) and any(each.kind in _DETERMINING for each in candidates(tokens[0].text, "fr"))


def _stands(said: tuple[str, ...], tokens: tuple[Token, ...], at: int) -> bool:
    return len(tokens) >= at + len(said) and all(tokens[at + number].folded == word for number, word in enumerate(said))


@cache
def _rewordings(language: Language) -> dict[str, list[_Rewording]]:
    """The rewordings of a language by their first word, the longest first."""
    found: dict[str, list[_Rewording]] = {}
    for said, plain in load(language, "grammar", "plain_words", dict[str, str]).items():
        words = tuple(map(fold, said.split()))
        found.setdefault(words[0], []).append(_Rewording(words, tuple(plain.split())))
    for each in found.values():
        each.sort(key=lambda one: -len(one.said))
    return found
