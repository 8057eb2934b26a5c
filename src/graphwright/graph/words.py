"""What descriptions say by their words: groups of action verbs, inputs and outputs, vague words (K-18)."""

from __future__ import annotations

from functools import cache
from typing import Final

from graphwright.languages import load
from graphwright.text.recognition import listed
from graphwright.text.words import stem, stems, telling, words

READ: Final = 4_000
"""Of a description (at most 20,000 characters) this much is read: what agrees so long is the same."""


def said(text: str) -> list[str]:
    """What a description says: its telling words as stems, in order."""
    return telling(text[:READ])


def verb_group(name: str, descr: str = "") -> str | None:
    """The group of the first action verb in a name, else in a description; `None` when neither has one."""
    groups = _groups()
    for text in (name, descr):
        for word in words(text[:READ]):
            group = groups.get(stem(word))
            if group is not None:
                return group
    return None


def verb_groups() -> list[str]:
    """The names of the groups of action verbs."""
    return list(load("en", "words", "verbs", dict[str, list[str]]))


def weasel_words() -> frozenset[str]:
    """Words that make a requirement mean whatever its reader likes."""
    return listed("lists", "weasel")


@cache
def input_stems() -> frozenset[str]:
    """Words by which a description names what goes in, as stems."""
    return stems(" ".join(listed("lists", "input")))


@cache
def output_stems() -> frozenset[str]:
    """Words by which a description names what comes out, as stems."""
    return stems(" ".join(listed("lists", "output")))


@cache
def _groups() -> dict[str, str]:
    return {found: group for group in verb_groups() for found in stems(" ".join(listed("verbs", group)))}
