"""A noun that is typed with one slip is still known by the word that was meant: `controler`, `Disponennt`, `memeber`.

It only tells what kind of thing a noun is; the name stays as it was typed. A slip is a letter too many, one left out,
or two that changed places, behind the first letter and before the ending: another letter makes another word too often,
a `chipper` is no shipper, and another ending does so, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

SHORTEST: Final = 7
"""Letters of a word that is looked for with a slip; shorter ones lie too close to each other."""
_LONGEST: Final = 40
_ENDING: Final = 2
"""Letters that are taken as they stand."""
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


def slips_of(word: str, shortest: int = SHORTEST) -> Iterator[str]:
    """What a folded word becomes with a letter less or two that changed places; nothing for a short one or no word."""
    if not shortest <= len(word) <= _LONGEST or not word.isalpha():
        return
    for at in range(1, len(word) - _ENDING):
        yield word[:at] + word[at + 1 :]
        if word[at] != word[at + 1]:
            yield word[:at] + word[at : at + 2][::-1] + word[at + 2 :]


def near(word: str, known: frozenset[str], shortest: int = SHORTEST) -> set[str]:
    """The known words that a folded word may have been meant to be; none for one that is short or no word at all."""
    if not shortest <= len(word) <= _LONGEST or not word.isalpha():
        return set()
    return {each for each in slips_of(word, shortest) if each in known} | _lacking(known).get(word, set())


@cache
def _lacking(known: frozenset[str]) -> Mapping[str, set[str]]:
    """Known words by what each is with a letter less: looked up, where trying each letter at each place takes long."""
    found: dict[str, set[str]] = {}
    for word in known:
        for at in range(1, len(word) - _ENDING):
            if word[at] in _LETTERS:
                found.setdefault(word[:at] + word[at + 1 :], set()).add(word)
    return found
