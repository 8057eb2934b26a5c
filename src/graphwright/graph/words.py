"""What descriptions say by their words: groups of action verbs, inputs and outputs, vague words (K-18)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from graphwright.languages import load
from graphwright.text.recognition import listed
from graphwright.text.words import stem, stems, telling, words

READ: Final = 4_000
"""Of a description (at most 20,000 characters) this much is read: what agrees so long is the same."""
REMEMBERED: Final = 1_024
"""Descriptions of which is remembered what they say: those of the largest change set of a language model. Each holds
its text, so what is remembered of many more would grow for hours."""


def said(text: str) -> list[str]:
    """What a description says: its telling words as stems, in order."""
    return telling(text[:READ])


# A change is judged before and after, and those who work on a model touch the same part of it again and again.
@lru_cache(maxsize=REMEMBERED)
def all_said(text: str) -> frozenset[str]:
    """The words of a description as stems, function words too."""
    return stems(text[:READ])


@lru_cache(maxsize=4_096)
def all_named(name: str) -> tuple[str, ...]:
    """What a name says, in order."""
    return tuple(telling(name))


def has_verb(descr: str) -> bool:
    """Whether a description has an action verb of any group."""
    return not _verb_stems().isdisjoint(all_said(descr))


def verb_group(name: str, descr: str = "") -> str | None:
    """The group of the first action verb in a name, else in a description; `None` when neither has one."""
    for text in (name, descr):
        group = _first_group(text[:READ]) if text else None
        if group is not None:
            return group
    return None


@lru_cache(maxsize=REMEMBERED)
def _first_group(text: str) -> str | None:
    groups = _groups()
    return next((group for word in words(text) if (group := groups.get(stem(word))) is not None), None)


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
def _verb_stems() -> frozenset[str]:
    return frozenset(_groups())


@cache
def _groups() -> dict[str, str]:
    return {found: group for group in verb_groups() for found in stems(" ".join(listed("verbs", group)))}
