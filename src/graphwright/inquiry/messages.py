"""The sentences that an investigation says by itself, in the languages of the product (K-18)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from graphwright.languages import Language, load

Sentence: TypeAlias = Literal[
    "anyOf", "unknownSize", "unknownFact", "notFound", "missing", "assumed", "within", "beyond", "several", "most",
    "least", "extractive", "unsure", "disagree", "dontKnow", "openPoints", "confidence", "inModel",
    "noRequirement", "notInModel",
]  # fmt: skip


def message_text(sentence: Sentence, language: Language) -> str:
    """The sentence in a language, with places for values."""
    return load(language, "sentences", "investigation", dict[str, str])[sentence]


def written(value: float, language: Language) -> str:
    """A number as people write it: `2.5` in English, `2,5` in German and French."""
    text = f"{value:.10g}"
    return text if language == "en" else text.replace(".", ",")
