"""The sentences that the offline assistant answers with, one record for a language (K-18)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from graphwright.languages import Language, load


class Wording(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sentences of an answer, with places in braces. One field each, so that no language can lack one."""

    hello: str
    linked: str
    nothing_new: str
    not_understood: str
    too_many: str
    too_much: str
    empty: str
    examples: str
    illegal: str
    itself: str
    all_at_once: str
    cycle: str
    two_way: str
    not_yet: str
    no_attribute: str
    listed: str
    counted: str
    lacking: str
    having: str
    none_lacking: str
    none_having: str
    about: str
    impact: str
    no_impact: str
    users: str
    more: str
    findings: str
    no_findings: str
    repaired: str
    not_repairable: str
    help: str
    retry: str
    and_: str
    # descriptions of what the small patterns create
    chain_descr: str
    function_descr: str
    request_descr: str
    answer_descr: str
    test_descr: str
    module_descr: str


def wording(language: Language) -> Wording:
    """The sentences that a language answers with."""
    return load(language, "sentences", "offline", Wording)


def enumerated(names: Sequence[str], say: Wording, *, most: int = 20) -> str:
    """A list as people write it; at most twenty names, since nobody reads more in a sentence."""
    if len(names) > most:
        return ", ".join(names[:most]) + " " + say.more.format(count=len(names) - most)
    if len(names) > 1:
        return f"{', '.join(names[:-1])} {say.and_} {names[-1]}"
    return "".join(names)
