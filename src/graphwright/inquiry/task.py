"""Everything an attempt at an answer is made from, and checked against."""

from __future__ import annotations

from graphwright.inquiry.evidence import Evidence
from graphwright.inquiry.extract import KnownFacts
from graphwright.inquiry.messages import message_text
from graphwright.inquiry.records import Supposition, Template
from graphwright.languages import Language
from graphwright.protocol.base import JsonValue, Record
from graphwright.turns.sources import Source


class AnswerTask(Record, frozen=True, kw_only=True):
    """The question with all that was found out about it."""

    question: str
    language: Language
    hypothesis: Supposition
    template: Template
    sources: list[Source]
    evidence: Evidence
    given: list[str]
    """What people said about the case."""
    unknown: list[str] = []
    """What they were asked and do not know, in their words."""
    answers: dict[str, JsonValue]
    assumed: list[str]
    nodes: list[Source] = []
    """Of the model, all that was found."""
    was_compared: bool = False
    """Was the meaning of passages compared with that of the question?"""

    @property
    def said(self) -> list[str]:
        """What needs no source: what people gave, and what we say about the answer ourselves."""
        supposed = [message_text("assumed", self.language).format(what=each) for each in self.assumed]
        own = [message_text(each, self.language) for each in ("extractive", "unsure", "disagree")]
        return [self.question, *self.given, *supposed, *own]

    @property
    def by_label(self) -> dict[str, Source]:
        """The sources under the short names that they are cited by."""
        return {source.label: source for source in self.sources}

    @property
    def known(self) -> KnownFacts:
        """What people gave, for the answer by rules."""
        return KnownFacts(gaps=self.hypothesis.gaps, answers=self.answers, given=self.given, assumed=self.assumed)
