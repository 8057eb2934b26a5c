"""Slips of the keyboard in small words and in the verb: `teh`, `udn`, `avce`, `consits`, a small word typed twice.

Only what holds a sentence together is put right; a name is never touched. A small word is a slip when no list knows it
and two of its letters in the other order make exactly one small word of its language; a verb, when the sentence would
have none without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.forms import candidates
from graphwright.grammar.records import Token
from graphwright.grammar.rules import words_of
from graphwright.grammar.word_lists import WordKind, word_lists
from graphwright.languages import Language
from graphwright.text.folding import fold

_SHORTEST: Final = 2
_LONGEST: Final = 9
_SHORTEST_VERB: Final = 6
_FEWEST: Final = 3
"""Words of a sentence that wants a verb."""
_VERBS: Final[frozenset[WordKind]] = frozenset(
    ("finite", "imperative", "participle", "auxiliary", "modal", "infinitive")
)
_PARTICIPLES: Final[frozenset[WordKind]] = frozenset(("participle",))
_FINITE: Final[frozenset[WordKind]] = frozenset(("finite", "auxiliary"))
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
        if language == "en" and found and token.folded == "then" and found[-1].folded in words_of("compared"):
            found.append(replace(token, text="than", folded="than"))  # `more then 40 seconds`
            continue
        # A capital inside a sentence is a name's.
        parts = _contracted(token) if language == "en" else _with_it(token) if language == "de" else None
        if parts is not None:
            found += parts
            continue
        meant = meant_by(token.text, language) if not found or token.text.islower() else ""
        found.append(replace(token, text=meant, folded=fold(meant)) if meant else token)
    return _with_verb(found, language)


def _with_verb(tokens: list[Token], language: Language) -> tuple[Token, ...]:
    """Of a sentence without a verb that is known, the one word that is a slip of one; behind `is`, of a participle."""
    words = [at for at, each in enumerate(tokens) if each.kind == "word"]
    known = {at: _kinds(tokens[at].text, language) for at in words}
    helpers = [at for at in words if known[at] & {"auxiliary", "modal"}]
    if len(words) < _FEWEST or (
        not helpers and any(kinds & _VERBS and "noun" not in kinds for kinds in known.values())
    ):
        return tuple(tokens)
    wanted = _PARTICIPLES if helpers else _VERBS
    places = [at for at in words if not known[at] and tokens[at].text.islower() and (not helpers or at - 1 in helpers)]
    slips = [(at, meant) for at in places if (meant := _verb_meant(tokens[at].text, language, wanted))]
    if len(slips) == 1:
        [(at, meant)] = slips
        tokens[at] = replace(tokens[at], text=meant, folded=fold(meant))
    return tuple(tokens)


@lru_cache(maxsize=4_096)
def _verb_meant(word: str, language: Language, kinds: frozenset[WordKind]) -> str:
    """The verb form that was meant; empty where it is none or several."""
    if len(word) < _SHORTEST_VERB:
        return ""
    # Only letters that changed places: another letter makes another verb too often, `varnishes` and `vanishes`.
    swapped = {f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}" for at in range(1, len(word) - 1)}
    near_by = {each: _kinds(each, language) & kinds for each in swapped - {word}}
    meant = [each for each, fitting in near_by.items() if fitting]
    return meant[0] if len(meant) == 1 else ""


@lru_cache(maxsize=16_384)
def _kinds(word: str, language: Language) -> frozenset[WordKind]:
    """What the lists know a word to be."""
    kinds: set[WordKind] = {each.kind for each in candidates(word, language, cased=False) if each.known}
    if word.lower() in word_lists(language).nouns:
        kinds.add("noun")
    return frozenset(kinds)


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


def _with_it(token: Token) -> tuple[Token, Token] | None:
    """German `gibts`, `gehts` as the two words of `gibt's`."""
    small = token.text.lower()
    if not small.endswith(("ts", "ds")) or token.text.isupper() or _is_known(small, "de"):
        return None
    finite = [each for each in candidates(small[:-1], "de", cased=False) if each.known and each.kind in _FINITE]
    if not finite or "noun" in _kinds(small[:-1], "de"):
        return None  # `Wirts`
    end = token.end - 1
    verb = replace(token, text=token.text[:-1], folded=token.folded[:-1], end=end)
    return verb, replace(token, text="'s", folded="'s", start=end)


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
