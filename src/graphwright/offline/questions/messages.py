"""The sentences of answers to questions (K-18)."""

from __future__ import annotations

from msgspec import Struct

from graphwright.languages import Language, load


class QuestionMessages(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One language."""

    none_of: str
    none_like: str
    listed: str
    counted: str
    lacking: str
    none_lacking: str
    having: str
    none_having: str
    linked: str
    within: str
    """What an element is part of, beside others of its name."""
    element: str
    edge: str
    yes: str
    no: str
    path: str
    no_path: str
    impact: str
    further: str
    no_impact: str
    about: str
    about_descr: str
    reason: str
    beyond: str
    both: str
    both_none: str
    only_one: str
    attribute: str
    no_attribute: str
    fields: str
    rank: str
    no_rank: str
    balance: str
    has: str
    """How many of a type something has, where two are compared."""
    kind_of: str
    size: str
    no_size: str
    unnamed: str
    unjudged: str
    """That rules cannot tell what is asked."""
    found_none: str
    """That the rules about what is asked find nothing."""
    near: str
    alike: str
    """What is done likewise, where a thing is asked about that the model does not hold."""
    defined: str
    joins: str
    sample: str
    status: str
    main_parts: str
    main_part: str
    coverage: str
    empty: str
    more: str
    and_: str
    untyped: str
    findings: str
    broken: str
    missing_nothing: str
    changed: str
    history: str
    commit: str
    links: dict[str, str]
    """What one element does with others, by connection and the end that is asked for."""
    samples: dict[str, str]
    """A sentence that makes an element, for each node type."""
    links_none: dict[str, str]
    """The same where there are no others."""
    ends: dict[str, str]
    """What stands at the asked end of a connection, where no node type says it: an input, a receiver."""


def question_words(language: Language) -> QuestionMessages:
    """The sentences of a language."""
    return load(language, "sentences", "questions", QuestionMessages)
