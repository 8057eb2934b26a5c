"""Names for elements that have none in their file: the first words of what they say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.graph.rules.pascal_case import LONGEST_PHRASE

_WORDS: Final = 8
_MAX_WORDS: Final = 16
"""Where fewer do not tell two elements apart."""


def first_words(descr: str, otherwise: str) -> str:
    """The first words of a description; `otherwise` where it says nothing."""
    return _beginning(descr.replace("*", "").split(None, _WORDS), _WORDS) or otherwise


def _beginning(words: Sequence[str], count: int) -> str:
    return " ".join(words[:count]).rstrip(".,;:") + ("…" if len(words) > count else "")


class NameGiver:
    """Names of the elements of one file: whose first words another one has said before is named by more of them."""

    def __init__(self) -> None:
        self._descrs: dict[str, str] = {}
        """By name, the description that it was made of."""

    def of(self, descr: str, otherwise: str) -> str:
        """The name of one; that of another where the two say the same, or only the end tells them apart."""
        words = descr.replace("*", "").split(None, _MAX_WORDS)
        begins = [_beginning(words, count) or otherwise for count in range(1, _MAX_WORDS + 1)]
        short = [name for name in begins if len(name) <= LONGEST_PHRASE]
        wanted = short[_WORDS - 1 :] or short[-1:] or begins[:1]
        return next((name for name in wanted if self._descrs.setdefault(name, descr) == descr), wanted[0])


def is_made(name: str, descr: str, otherwise: str) -> bool:
    """Is a name still the one that was made? Cut where it was too long, and for a description that was edited since."""
    plain = " ".join(descr.replace("*", "").split())
    return name == otherwise or plain.startswith(name.removesuffix("…"))
