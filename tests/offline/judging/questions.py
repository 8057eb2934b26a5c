"""A hundred questions about two real models: the questions are ours, names and answers come from the models.

Which element a question is about is chosen by its place in the list, so it is the same one every time.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal, NamedTuple

from graphwright.graph.document import Graph
from graphwright.llm.base import ChatMessage
from tests.graph.test_shared import load
from tests.offline.judging.entries import HERE
from tests.offline.judging.hearing import Outcome, hear
from tests.offline.judging.names import plain, stands_in, words
from tests.offline.judging.truth import LACKING, MODELS, RELATIVES, Truth, lacking, paths

_YES = {"en": "yes|there is", "de": "ja|es gibt", "fr": "oui|il y a"}
_NO = {"en": "no|not|none", "de": "nein|kein|keine|keinen|nicht", "fr": "non|aucun|pas"}
_TYPES = {"UC": "use case|UC", "MOD": "Modul|MOD", "ACTOR": "acteur|ACTOR"}
_DENIALS = ("is not in the model", "ist nicht im modell", "n'est pas dans le modele")
_SHOWN = 5
"""Names of a list that is too long to be shown whole; its count must stand there."""
_LONG = 8


class Question(NamedTuple):
    """One question with its answer."""

    language: str
    model: str
    say: str
    holds: list[str]
    """Names that the answer must hold; `a|b`: one of them."""
    lacks: list[str]
    """Names of the same kind that it must not hold."""
    how_many: int | None = None
    """How many; said instead of the names where those are many."""
    may_deny: bool = False
    """It asks for something that is not there."""


Came = Literal["right", "partly", "wrong", "denied", "declined"]


class RealModel(NamedTuple):
    """A model that is asked about, without any talk before."""

    graph: Graph
    messages: list[ChatMessage] = []

    async def graph_at(self, revision: int) -> Graph:
        """It has no past."""
        return self.graph


def questions(data: Path) -> list[Question]:
    """All questions, about the models in the sample data."""
    truths = [Truth(data / "capella" / f"{name}.graph.json") for name in MODELS]
    rows = json.loads((HERE / "questions.json").read_text(encoding="utf-8"))
    return [_made(row, number, truths) for number, row in enumerate(rows)]


def models(data: Path) -> dict[str, RealModel]:
    """The models as an import stores them."""
    return {name: RealModel(load(data / "capella" / f"{name}.graph.json")) for name in MODELS}


def answered(question: Question, model: RealModel) -> tuple[Came, Outcome, list[str]]:
    """What the assistant said, and what was wrong with it."""
    outcome = hear(model, question.say)
    if outcome.changes:
        return "wrong", outcome, ["the model was changed"]
    text = outcome.text
    if not question.may_deny and any(ending in plain(text) for ending in _DENIALS):
        return "denied", outcome, ["says that something is not in the model"]
    if outcome.is_not_understood:
        return "declined", outcome, ["says that it did not understand"]
    missing = [each for each in question.holds if not any(_named(one, text) for one in each.split("|"))]
    if question.how_many is not None and not stands_in(str(question.how_many), text):
        missing.append(f"the count {question.how_many}")
    enough = question.how_many is not None and len(question.holds) > _LONG
    if enough and len(question.holds) - len(missing) >= _SHOWN:
        missing = [each for each in missing if each.startswith("the count")]
    too_much = [each for each in question.lacks if _named(each, text)]
    if missing:
        said = len(missing) < len(question.holds)
        return ("partly" if said and question.holds else "declined"), outcome, missing
    return ("wrong" if too_much else "right"), outcome, too_much


def _named(name: str, text: str) -> bool:
    """Whether a name stands in a text; a short one as it is written, if it is more than a word such as `no`."""
    is_short = len(words(name)) == 1 and len(name) <= 3 and not name.islower()
    return name in text if is_short else stands_in(name, text)


def _made(row: list[str], number: int, truths: list[Truth]) -> Question:
    language, what, about, say = row
    truth = truths[number % len(truths)]
    model = MODELS[number % len(truths)]
    match what:
        case "count":
            return Question(language, model, say, [], [], len(truth.of_type(about)))
        case "list":
            found = truth.of_type(about)
            return Question(language, model, say, truth.named(found), [], len(found) if len(found) > _LONG else None)
        case "lacking":
            found = lacking(truth, about)
            others = set(truth.of_type(LACKING[about][0])) - set(found)
            return Question(
                language, model, say, truth.named(found), _others(truth, others, truth.named(found), say), len(found)
            )
        case "exists not":
            return Question(language, model, say, [_NO[language]], [], may_deny=True)
        case "most":
            node_type, relatives = RELATIVES[about]
            best = max(truth.of_type(node_type), key=lambda each: len(relatives(truth, each)))
            return Question(language, model, say, [truth.name(best)], [])
        case "path":
            # Only one of the models has functions of their own names that flows join.
            chosen = [(index, each) for index, one in enumerate(truths) for each in paths(one)]
            index, (sender, flow, receiver) = chosen[number * 7 % len(chosen)]
            truth, model = truths[index], MODELS[index]
            ends = {"x": truth.name(sender), "y": truth.name(receiver)}
            return Question(language, model, say.format(**ends), [truth.name(flow)], [])
        case _:
            return _about_one((language, what, about, say), number, truths)


def _about_one(row: tuple[str, str, str, str], number: int, truths: list[Truth]) -> Question:
    """A question about one element of a name of its own."""
    language, what, about, say = row
    node_type, relatives = RELATIVES.get(about, (about, lambda truth, node_id: [node_id]))
    chosen = [
        (index, each)
        for index, truth in enumerate(truths)
        for each in truth.told_by_name(node_type)
        if relatives(truth, each)
    ]
    index, node_id = chosen[number * 5 % len(chosen)]
    truth, model = truths[index], MODELS[index]
    name, found = truth.name(node_id), relatives(truth, node_id)
    right = truth.named(found)
    asked = say.format(x=name, y=right[0])
    if what == "count of":
        return Question(language, model, asked, [], [], len(found))
    if what in {"exists", "joined"}:
        return Question(language, model, asked, [_YES[language]], [])
    if what == "what is":
        return Question(language, model, asked, [_TYPES[node_type]], [])
    alike = {each for each in truth.nodes if truth.type_of(each) == truth.type_of(found[0])} - set(found)
    lacks = [] if what == "impact" else _others(truth, alike, right, asked)
    return Question(language, model, asked, right, lacks, len(right) if len(right) > _LONG else None)


def _others(truth: Truth, node_ids: set[str], right: list[str], say: str) -> list[str]:
    """Names that would be false; none that stands within one that is right, or in the question."""
    told = " | ".join([*right, say])
    return [name for name in truth.named(node_ids) if len(words(name)) > 1 and not stands_in(name, told)]
