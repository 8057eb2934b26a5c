"""The words of the frame around a specification, in the languages that a model may speak."""

from __future__ import annotations

from msgspec import Struct

from graphwright.languages import Language, load


class PaperWords(Struct, frozen=True, kw_only=True, rename="camel"):
    """What the document says by itself."""

    title: str
    model: str
    contents: str
    figures: str
    revision: str
    baseline: str
    extract: str
    date: str
    digest: str
    page: str
    approvals: str
    role: str
    person: str
    signature: str
    day: str
    roles: tuple[str, ...]
    traces: str
    traces_meaning: str
    requirement: str
    satisfied: str
    verified: str
    nothing: str
    decomposition: str
    flow: str
    left_out: str


def paper_words(language: Language) -> PaperWords:
    """What a specification on paper says by itself, in one language."""
    return load(language, "sentences", "paper", PaperWords)
