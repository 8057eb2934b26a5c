"""Finds where a quote stands in a text: the same words, however they are cased, spaced, hyphenated and quoted. Pure."""

from __future__ import annotations

import re
from typing import Final

from graphwright.text.folding import name_key

_WORD: Final = re.compile(r"[^\W_]+")


def find_quote(text: str, quote: str) -> tuple[int, int] | None:
    """Start and end of the quote's words in the text, in characters; `None` when they do not stand there in order.

    An ellipsis in the quote (`...`, `[…]`) stands for words that were left out.
    """
    words = [(name_key(found[0], lookalikes=True), found.start(), found.end()) for found in _WORD.finditer(text)]
    start = end = None
    at = 0
    for part in re.split(r"\[?(?:…|\.\.\.)\]?", quote):
        wanted = [name_key(word, lookalikes=True) for word in _WORD.findall(part)]
        if not wanted:
            continue
        found = _run(words, wanted, at)
        if found is None:
            return None
        start = words[found][1] if start is None else start
        at = found + len(wanted)
        end = words[at - 1][2]
    return None if start is None or end is None else (start, end)


def _run(words: list[tuple[str, int, int]], wanted: list[str], at: int) -> int | None:
    """Where these words follow each other. A text of a passage is short, so looking at every place is quick."""
    for first in range(at, len(words) - len(wanted) + 1):
        if all(words[first + step][0] == word for step, word in enumerate(wanted)):
            return first
    return None
