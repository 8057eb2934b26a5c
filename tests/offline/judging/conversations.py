"""Conversations about two models, each question in the light of those before it: written before the rules were mended.

One model is the sample project, the other a real one that is read at test time; nothing of it stands here but names that
people would say.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec

from graphwright.cli import demo
from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.llm.base import ChatMessage
from graphwright.operations.parse import AnswerReader
from tests.graph.test_shared import load
from tests.offline.judging.entries import HERE
from tests.offline.judging.givens import plan_of
from tests.offline.judging.hearing import Outcome, hear
from tests.offline.judging.names import plain, stands_in
from tests.offline.judging.replies import says

SAMPLE = "order system"
_DENIALS = ("is not in the model", "ist nicht im modell", "n'est pas dans le modele")


class Step(msgspec.Struct, frozen=True):
    """One question: what the answer must hold (`a|b`: one of them), and what it must not name."""

    say: str
    holds: list[str]
    lacks: list[str] = []


class Conversation(msgspec.Struct, frozen=True):
    """Questions one after the other."""

    language: str
    model: str
    steps: list[Step]


class Talk(NamedTuple):
    """A model that is spoken about, and what was said so far."""

    graph: Graph
    messages: list[ChatMessage]

    async def graph_at(self, revision: int) -> Graph:
        """It has no past."""
        return self.graph


def conversations() -> list[Conversation]:
    """All of them."""
    return msgspec.json.decode((HERE / "conversations.json").read_bytes(), type=list[Conversation])


def order_system() -> Graph:
    """The model of the sample project."""
    graph = Graph(default_ontology())
    reader = AnswerReader(graph.ontology)
    reader.feed(Path(demo.__file__).with_name("sample").joinpath(demo.MODEL).read_text(encoding="utf-8"))
    planned = plan_of(graph, reader.close().operations, importing=True)
    assert planned.problems == []
    graph.apply(planned.changes, 1)
    return graph


def model_of(name: str, data: Path) -> Graph:
    """The model of a conversation."""
    return order_system() if name == SAMPLE else load(data / "capella" / f"{name}.graph.json")


def talked(conversation: Conversation, graph: Graph) -> list[tuple[Step, list[str], Outcome]]:
    """What came of each question, with what was wrong with its answer."""
    talk, came = Talk(graph, []), list[tuple[Step, list[str], Outcome]]()
    for step in conversation.steps:
        outcome = hear(talk, step.say)
        came.append((step, list(_wrong(step, outcome)), outcome))
        talk.messages.append(ChatMessage(role="user", text=step.say))
        talk.messages.append(ChatMessage(role="assistant", text=outcome.whole))
    return came


def denied(outcome: Outcome) -> bool:
    """Is something said not to be in the model?"""
    return any(each in plain(outcome.text) for each in _DENIALS)


def _wrong(step: Step, outcome: Outcome) -> list[str]:
    if outcome.changes:
        return ["the model was changed"]
    if outcome.is_not_understood:
        return ["says that it did not understand"]
    missing = [f"lacks {each}" for each in step.holds if not says(outcome.text, each)]
    return missing + [f"names {each}" for each in step.lacks if stands_in(each, outcome.text)]
