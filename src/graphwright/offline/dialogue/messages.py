"""What the offline assistant says about what it has understood, one record for a language (K-18)."""

from __future__ import annotations

from msgspec import Struct

from graphwright.languages import Language, load


class DialogueMessages(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table `dialogue` of sentences.toml."""

    hello: str
    understood: str
    proposes: str
    made: str
    changed: str
    removed: str
    connected: str
    disconnected: str
    left_out: str
    nothing_new: str
    not_understood: str
    failed: str
    lost: str
    which_element: str
    nothing_yet: str
    cut: str
    empty: str
    examples: str
    open: str
    read_as: str
    shall_i: str
    what_is: str
    who_is: str
    meant_by: str
    which_is: str
    which_amount: str
    new_name: str
    with_what: str
    new_element: str
    into_what: str
    from_what: str
    yes: str
    no: str
    leave_out: str
    only_sure: str
    as_requirement: str
    as_deeds: str
    because: str
    look_at: str
    not_found: str
    refused: str
    supposed: str
    supposed_part: str
    sentence_cut: str
    retry: str
    help: str
    undone: str
    nothing_to_undo: str
    merged_away: str
    """That a name is that of what was kept, when its own element was merged into it."""
    taken_back: str
    taken_back_plain: str
    withdrawn: str
    brought_back: str
    brought_back_said: str
    withdrawn_said: str
    redone: str
    redone_plain: str
    nothing_to_redo: str
    accepted_said: str
    accepted_plain: str
    accepted_all: str
    not_accepted: str
    nothing_waits: str
    waiting_all: str
    """Which proposals of the project wait, each as `waiting_one`."""
    waiting_one: str
    waiting_none: str
    waits_only: str
    """That what is spoken of is only proposed so far."""
    waits_too: str
    """That a proposal changes the same element."""
    may_not_accept: str
    nobody_may_accept: str
    cannot_accept: str
    did: str
    did_propose: str
    did_decided: str
    did_nothing: str
    since_baseline: str
    edges_since: str
    same_since: str
    meant_what: str
    swapped: str
    # small talk, by what was said
    greeting: str
    farewell: str
    thanks: str
    sorry: str
    wait: str
    chat: str
    agreement: str
    refusal: str
    about: str
    outside: str


def dialogue_words(language: Language) -> DialogueMessages:
    """The sentences of a language."""
    return load(language, "sentences", "dialogue", DialogueMessages)
