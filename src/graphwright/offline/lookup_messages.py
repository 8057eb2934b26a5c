"""The sentences of the offline assistant about what it has looked up (K-18)."""

from __future__ import annotations

from msgspec import Struct

from graphwright.languages import Language, load


class LookupMessages(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One language."""

    nothing: str
    matching: str
    overview: str
    empty: str
    path: str
    no_path: str
    may_not: str
    does_not_hold: str
    documents: str
    documents_nothing: str
    documents_differ: str
    documents_propose: str


def lookup_words(language: Language) -> LookupMessages:
    """The sentences of a language."""
    return load(language, "sentences", "lookups", LookupMessages)
