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
