"""The sentences that the offline assistant answers with, one record for a language (K-18)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from graphwright.languages import Language, load


class Wording(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sentences of an answer, with places in braces. One field each, so that no language can lack one."""

    hello: str
    proposed: str
    created: str
    created_one: str
    exists: str
    linked: str
    updated: str
    renamed: str
    deleted: str
    unlinked: str
    story: str
    nothing_new: str
    not_understood: str
    too_long: str
    too_many: str
    empty: str
    examples: str
    which_type: str
    which_name: str
    unknown_name: str
    unknown_name_none: str
    did_you_mean: str
    ambiguous: str
    illegal: str
    itself: str
    cycle: str
    two_way: str
    no_edge: str
    name_taken: str
    not_yet: str
    no_attribute: str
    bad_value: str
    no_target: str
    nobody_lacks: str
    listed: str
    none_listed: str
    counted: str
    lacking: str
    having: str
    none_lacking: str
    no_relatives: str
    none_having: str
    about: str
    edges_out: str
    edges_in: str
    impact: str
    no_impact: str
    users: str
    no_users: str
    more: str
    findings: str
    no_findings: str
    repaired: str
    not_repairable: str
    help: str
    retry: str
    found_instead: str
    and_: str
    # descriptions of what the small patterns create
    system_descr: str
    actor_descr: str
    use_case_descr: str
    chain_descr: str
    function_descr: str
    request_descr: str
    answer_descr: str
    requirement_descr: str
    test_descr: str
    module_descr: str
    schema_descr: str


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
