"""What is said with a derivation: why a change follows, how sure that is, first descriptions."""

from __future__ import annotations

from msgspec import Struct

from graphwright.languages import Language, load


class DerivationMessages(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sentences of one language, with places in braces."""

    derived: str
    nothing: str
    cannot: str
    only_proposed: str
    reason: str
    # why a function follows
    answers_verb: str
    carries_out: str
    only_function: str
    likest_function: str
    unsatisfied: str
    # why a test follows
    measured: str
    decidable: str
    described: str
    undescribed: str
    beyond: str
    # why a flow follows
    unread: str
    unwritten: str
    one_actor: str
    first_actor: str
    # why a module follows
    part: str
    exchanges: str
    same_chain: str
    volatile: str
    first_of_many: str
    alone: str
    # first descriptions
    function_descr: str
    satisfying_descr: str
    test_descr: str
    beyond_descr: str


def derive_words(language: Language) -> DerivationMessages:
    """The sentences of a language."""
    return load(language, "sentences", "derivations", DerivationMessages)
