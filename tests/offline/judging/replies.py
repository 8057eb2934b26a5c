"""Answers, questions back, refusals and small talk: what is said when the model must stay as it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

from tests.offline.judging.entries import Entry
from tests.offline.judging.givens import Stage
from tests.offline.judging.hearing import Outcome, hear
from tests.offline.judging.names import plain, same, stands_in

_Verdict: TypeAlias = Literal["understood", "partly", "wrong", "declined"]
_Found: TypeAlias = tuple[_Verdict, list[str], list[str]]

SUGGESTIONS = 3
"""Sentences that every refusal offers."""
_DENIALS = re.compile(
    r"(?im)^[-* ]*(?P<name>[^.\n]{1,80}?) (?:is not in the model|ist nicht im Modell|n'est pas dans le modèle|"
    r"does not exist|gibt es nicht|n'existe pas)"
)


def answered(entry: Entry, stage: Stage, outcome: Outcome) -> _Found:
    """The verdict on a question."""
    if outcome.changes:
        return "wrong", ["a question changed the model"], []
    denied = [f"denies {name}" for name in denials(stage, outcome, entry.meaning.denies)]
    if denied:
        return "wrong", denied, []
    missing = [f"does not say {each}" for each in entry.meaning.holds if not says(outcome.text, each)]
    too_much = [f"says {each}" for each in entry.meaning.lacks if stands_in(each, outcome.text)]
    if outcome.is_not_understood or (missing and len(missing) == len(entry.meaning.holds)):
        return "declined", [], missing
    return ("partly" if missing or too_much else "understood"), [], missing + too_much


def replied(entry: Entry, stage: Stage, outcome: Outcome, built: Callable[[], _Found]) -> _Found:
    """The verdict on what is no order and no question about the model."""
    kind = entry.expect.kind
    if outcome.changes:
        verdict, wrong, _ = built()
        named = outcome.how == "proposed" or outcome.asks
        if entry.meaning.may_build and named and verdict != "wrong":
            return "understood", [], []
        return "wrong", [*wrong, f"the model was changed ({outcome.how})"], []
    denied = [f"denies {name}" for name in denials(stage, outcome, entry.meaning.denies)]
    if denied and kind != "clarify":
        return "wrong", denied, []
    if kind == "clarify":
        return ("understood", [], []) if outcome.asks else ("declined", [], ["asks nothing back"])
    missing = [f"does not say {each}" for each in entry.meaning.holds if not says(outcome.whole, each)]
    if kind == "talk" and outcome.is_not_understood:
        return "declined", [], ["says that it did not understand"]
    if kind == "decline":
        missing += suggestions_failing(entry, outcome)
    return ("partly" if missing else "understood"), [], missing


def suggestions_failing(entry: Entry, outcome: Outcome) -> Iterator[str]:
    """What is wrong with the sentences that an answer suggests: too few, or one that would not be understood."""
    if len(outcome.suggestions) < SUGGESTIONS:
        yield f"offers {len(outcome.suggestions)} sentences"
    for suggestion in outcome.suggestions:
        if not works(entry, suggestion):
            yield f"suggests {suggestion!r}, which does not work"


def works(entry: Entry, sentence: str) -> bool:
    """Whether a sentence is understood on the model of an entry: it changes something, or is answered."""
    came = hear(Stage(entry), sentence)
    return came.how != "refused" and not came.suggestions and not came.is_not_understood


def says(text: str, wanted: str) -> bool:
    """Whether a text holds one of the words or phrases that stand behind bars."""
    return any(stands_in(each, text) or plain(each) in plain(text).split() for each in wanted.split("|"))


def denials(stage: Stage, outcome: Outcome, fine: list[str]) -> Iterator[str]:
    """Names that an answer denies: of elements that are there, or of words that are no name."""
    for match in _DENIALS.finditer(outcome.text):
        name = match["name"].strip("`'\"\u201c\u201d\u201e«» ")
        if not any(same(name, each) for each in fine):
            yield name
