"""What a language brings to the controlled language: its words, its clause patterns, and the sentences it answers with.

The tables are data (`languages/*/offline.toml`, `sentences.toml`); here stands their shape. Verbs and nouns lead to
*concepts*: English words in PascalCase, so that "Bestellung aufgeben", "passer une commande" and "PlaceOrder" are one
thing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from graphwright.languages import Language, load

Intent: TypeAlias = Literal[
    "help",
    "findings",
    "repair",
    "derive",
    "countLacking",
    "countHaving",
    "count",
    "lacking",
    "having",
    "impact",
    "users",
    "about",
    "related",
    "listing",
    "rename",
    "describe",
    "set",
    "mark",
    "disconnect",
    "delete",
    "addForEach",
    "addFor",
    "createWith",
    "create",
    "satisfy",
    "verify",
    "allocate",
    "send",
    "compose",
    "part",
    "connect",
    "does",
]
"""What a sentence wants; the order is the order in which patterns are tried, the special before the general."""


class Verb(Struct, frozen=True, array_like=True):
    """Something an actor does with an object, and what a function does in return."""

    concept: str
    """The English verb in names: `Place`."""
    infinitive: str
    finite: str
    """Its forms for he and they, divided by spaces: `gibt geben`."""
    answer: str = "Handle"
    """The verb of the function that answers the actor: who *places* an order has it *accepted*."""
    particle: str = ""
    """The part that German puts at the end: `auf`."""


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


class Lexicon(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One language."""

    articles: str
    """Words before a name that are not part of it: articles, "new". Divided by spaces, like the next three."""
    function_words: str
    """Words that carry no meaning in a name: prepositions and the like."""
    of: str
    """`of` in "module of payment": what follows comes first in an English name."""
    ands: str
    polite: tuple[str, ...]
    """Openings that change nothing: "please", "can you"."""
    lists: Mapping[str, tuple[str, ...]]
    """Word lists of the patterns."""
    clauses: Mapping[Intent, tuple[str, ...]]
    does: tuple[str, ...]
    """The patterns of "X does Y"."""
    verbs: tuple[Verb, ...]
    nouns: Mapping[str, str]
    """A concept and its nouns, singular and plural, divided by spaces."""
    types: Mapping[str, str]
    """A node type and the phrases for it, singular and plural first; divided by commas, like the next two."""
    attributes: Mapping[str, str]
    values: Mapping[str, str]
    examples: tuple[str, ...]
    """Sentences to suggest to somebody who was not understood."""
    request: str
    """How the flow to a function is called when the lexicon does not know the object: `{}Request`."""
    answer: str
    handler: str


def lexicon(language: Language) -> Lexicon:
    """The words and patterns of a language."""
    return load(language, "offline", "grammar", Lexicon)


def wording(language: Language) -> Wording:
    """The sentences that a language answers with."""
    return load(language, "sentences", "offline", Wording)
