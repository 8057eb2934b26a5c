"""The sentences of the offline voices."""

from __future__ import annotations

from msgspec import Struct

from graphwright.languages import load


class PersonaMessages(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One language."""

    by_rules: str
    claim: str
    finding: str
    whole_model: str
    figures: str
    figures_whole: str
    impact: str
    no_impact: str
    found: str
    no_findings: str
    nothing_more: str
    can_mend: str
    mends: str
    cannot_mend: str
    nothing_to_mend: str
    open: str
    stays_open: str
    open_mark: str
    """Part of `stays_open`, by which a ballot knows the claim."""
    nothing_open: str
    needs_person: str
    question: str
    mend_it: str
    accept_it: str
    by_model: str
    answered: str
    decided: str
    spoken_of: str
    function_figures: str
    module_figures: str
    requirement_figures: str
    other_figures: str
    speaks_for: str
    speaks_against: str
    nothing_for: str
    nothing_against: str
    rather_for: str
    rather_against: str
    balanced: str
    no_reasons: str
    no_verdict: str
    heaviest: str
    facts: str
    names_nothing: str
    unheard: str
    not_held: str
    beyond_rules: str


def voice_words(language: str) -> PersonaMessages:
    """The sentences of a language; English where we do not speak it."""
    return load(language, "sentences", "voices", PersonaMessages)
