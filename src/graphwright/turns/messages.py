"""The few sentences that workflows add to an answer (K-18)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from graphwright.languages import load

Sentence: TypeAlias = Literal[
    "askedBackLeftOpen", "askedBackOpen", "askedBackSkipped", "counts", "draftKept", "draftHolds", "dropped",
    "nothingChanged", "goOn", "goOnSkipped", "noWords", "proposed", "repairForm", "withdrawn",
]  # fmt: skip


def message_text(sentence: Sentence, language: str) -> str:
    """The sentence in a language; English where we do not speak it."""
    return load(language, "sentences", "answers", dict[str, str])[sentence]
