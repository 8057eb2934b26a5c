"""Slips of the keyboard in small words: `teh`, `udn`, `avce`, and a small word that was typed twice.

Only small words are put right, since they hold a sentence together; a name is never touched. A word is a slip when no
list knows it and two of its letters in the other order make exactly one small word of its language.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.forms import candidates
from graphwright.grammar.records import Token
from graphwright.grammar.word_lists import word_lists
from graphwright.languages import Language
from graphwright.text.folding import fold

_SHORTEST: Final = 2
_LONGEST: Final = 9
_DOUBLED: Final = frozenset(("article", "preposition", "conjunction", "possessive"))


def without_slips(tokens: Sequence[Token], language: Language) -> tuple[Token, ...]:
    """The same tokens, each slip as the word that was meant; places stay."""
    found: list[Token] = []
    for token in tokens:
        if token.kind != "word":
            found.append(token)
            continue
        if found and token.folded == found[-1].folded and _is_only_small(token.folded, language):
            continue
        # A capital inside a sentence is a name's.
        if language == "en" and (parts := _contracted(token)) is not None:
            found += parts
            continue
        meant = meant_by(token.text, language) if not found or token.text.islower() else ""
        found.append(replace(token, text=meant, folded=fold(meant)) if meant else token)
    return tuple(found)


def _contracted(token: Token) -> tuple[Token, Token] | None:
    """`doesnt` as the two words of `doesn't`."""
    small = token.text.lower()
    stem = small[:-2] if small.endswith("nt") else ""
    stem += "n" * (stem == "ca")  # `cant`
    if _is_known(small, "en"):
        return None  # `bent`
    if not any(each.kind in {"auxiliary", "modal"} for each in word_lists("en").closed.get(stem, [])):
        return None
    middle = token.end - len("nt")
    denied = replace(token, text="n't", folded="n't", start=middle)
    return replace(token, text=stem, folded=stem, end=middle), denied


@lru_cache(maxsize=16_384)
def meant_by(word: str, language: Language) -> str:
    """The small word that was meant; empty where none was, or nobody knows which."""
    lists = word_lists(language)
    small = word.lower()
    if not _SHORTEST < len(small) <= _LONGEST or word.isupper() or not word.isalpha() or _is_known(small, language):
        return ""
    swapped = {f"{small[:at]}{small[at + 1]}{small[at]}{small[at + 2 :]}" for at in range(len(small) - 1)}
    meant = {each for each in swapped if each in lists.closed}
    if (
        len(meant) != 1
        or any(each.known for each in candidates(small, language))
        or (word[:1].isupper() and next(iter(meant)) not in _openers(language))
    ):
        return ""
    best = meant.pop()
    return best[0].upper() + best[1:] if word[:1].isupper() else best


def _is_known(word: str, language: Language) -> bool:
    lists = word_lists(language)
    listed = (lists.closed, lists.unaccented, lists.irregular_verbs, lists.irregular_nouns, lists.verbs, lists.nouns)
    return any(word in each for each in listed) or word in lists.adjectives or word in lists.separable


@lru_cache(maxsize=3)
def _openers(language: Language) -> frozenset[str]:
    """Words that a sentence often begins with: a capital there says nothing."""
    kinds = {"article", "possessive", "preposition", "subordinator", "quantifier"}
    return frozenset(
        word for word, each in word_lists(language).closed.items() if any(one.kind in kinds for one in each)
    )


@lru_cache(maxsize=4_096)
def _is_only_small(folded: str, language: Language) -> bool:
    """Is it a word that never stands twice on purpose? German `die die` may."""
    found = word_lists(language).closed.get(folded, [])
    return bool(found) and all(each.kind in _DOUBLED for each in found)
