"""Does a sentence of an answer state something, so that a reader may ask where it comes from? Pure.

What asks, announces a list, speaks about the conversation, says that something is not there, or is marked as the
speaker's own conclusion states nothing that a source could hold.
"""

from __future__ import annotations

import re
from typing import Final

from graphwright.text.recognition import Recogniser
from graphwright.text.sentences import Sentence

_HEADING: Final = re.compile(r"^\s{0,3}#{1,6}\s|^[\s|:*_=-]*$")
# A line that is emphasised as a whole, with at most a remark in brackets behind it, is a heading.
_EMPHASISED: Final = re.compile(r"^(\*\*|__)(?:(?!\1).)+\1\s*(?:\([^()]*\))?\s*[:.]?$")
_WORD: Final = re.compile(r"[^\W\d_]+")
_FEWEST_WORDS: Final = 3
"""Fewer state nothing: "Yes.", "Nothing else."."""
# The speaker, the reader and what was (not) found: words about the conversation, not about the model.
_ABOUT_THE_TALK: Final = Recogniser(r"^[\W_]*(?:<statements.talk>)\b")
_NOT_FOUND: Final = Recogniser(r"\b(?:<statements.not_found>)|^[\W_]*(?:<statements.none>)\b")
# What somebody or something does not have; a bare "not" or "without" rather says how something is done.
_ABSENT: Final = Recogniser(r"\b(?:<statements.absent>)\b")
# "The system shall start no rental": a demand says what is to be, not what is not there.
_DEMANDED: Final = Recogniser(r"\b(?:<statements.demanded>)\b")
# "All 12", "three of the five", "insgesamt 7": how many things there are, not a value with its unit.
_NUMBER: Final = r"(?:\d{1,4}|<statements.number>)"
_COUNT: Final = Recogniser(
    rf"\b(?:(?:<statements.all>)\s+(?:(?:<statements.the>)\s+)?{_NUMBER}\b"
    rf"|{_NUMBER}\s+(?:<statements.of>)\b"
    rf"|(?:<statements.there>)\s+(?:\w+\s+){{0,2}}{_NUMBER}\b"
    rf"|{_NUMBER}\s+(?:<statements.total>)\b)"
)
_AS_SAID: Final = Recogniser(r"\b(?:<statements.as_said>)\b")
_CLAUSE: Final = re.compile(r"[,;:()]")
_QUOTED: Final = re.compile(r"[\"„“«][^\"“”»«]*[\"“”»]")
_CONCLUSION: Final = Recogniser(
    r"^[\W_]*(?:<statements.mine>)\s+(?:(?:<statements.own>)\s+)?(?:<statements.conclusion>)\b"
)


def states_something(sentence: Sentence) -> bool:
    """Does it claim something that a source could be asked for?"""
    # A lead-in may be emphasised: "**Taking part:**".
    text = sentence.text.rstrip().rstrip("*_")
    if text.endswith((":", "?", "؟", "？")) or _HEADING.match(text) or _EMPHASISED.match(sentence.text.strip()):
        return False
    if len(_WORD.findall(text)) < _FEWEST_WORDS:
        return False
    return not (_ABOUT_THE_TALK.match(text) or _CONCLUSION.match(text) or finds_nothing(text))


def finds_nothing(text: str) -> bool:
    """Does a sentence or a part of one say that something was not found?"""
    return _NOT_FOUND.search(text) is not None


def retells_the_reader(text: str) -> bool:
    """Does it tell back what the reader has said: "as you report"?"""
    return _AS_SAID.search(text) is not None


def counts_or_denies(sentence: str) -> bool:
    """Does it say how many there are, or that there is none: what only the whole of a model can tell?"""
    return states_absence(sentence) or _COUNT.search(sentence) is not None


def states_absence(sentence: str) -> bool:
    """Does it say of something what it does not have: "no requirement has a test", "sein Ende ist nicht festgelegt"?"""
    clauses = _CLAUSE.split(_QUOTED.sub(" ", sentence))
    return any(_ABSENT.search(clause) and not _DEMANDED.search(clause) for clause in clauses)
