"""What a message was read to say: tokens, phrases, clauses, their links, and what is doubtful. Records only.

A reading says what stands there, in the person's own words. Whether a phrase is an actor or a module, and what is to be
done, is for those who know the model (`offline/meaning`). Every part knows its place in the message, in characters.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from graphwright.languages import Language
from graphwright.protocol.base import Record

TokenKind: TypeAlias = Literal["word", "number", "quoted", "id", "sign", "arrow", "bullet", "code"]
"""`quoted` is one token with its quotation marks; `id` is `FN1`, `Pay.FN.001` or `@name`; `code` is never read."""
Tag: TypeAlias = Literal[
    "noun", "name", "verb", "auxiliary", "modal", "adjective", "adverb", "article", "possessive", "demonstrative",
    "quantifier", "pronoun", "relative", "question", "preposition", "conjunction", "subordinator", "negation", "number",
    "particle", "interjection", "sign", "other",
]  # fmt: skip
"""What a word is in its sentence. `name` is a proper name, `particle` a part that a verb lost or the English `to`."""
Feature: TypeAlias = Literal[
    "singular", "plural", "first", "second", "third", "present", "past", "participle", "gerund", "infinitive",
    "imperative", "nominative", "accusative", "dative", "genitive", "masculine", "feminine", "neuter", "comparative",
    "superlative",
]  # fmt: skip
Determiner: TypeAlias = Literal["none", "a", "the", "this", "my", "every", "no", "which", "howMany"]
Joining: TypeAlias = Literal["and", "or", "nor"]
Modality: TypeAlias = Literal["none", "demand", "recommendation", "permission", "ability", "intention"]
"""`demand`: shall, must, has to, ist zu, doit. `recommendation`: should. `permission`: may. `ability`: can."""
Mood: TypeAlias = Literal["statement", "order", "wish", "question", "talk"]
"""`wish` is what somebody would like or muses about; `talk` is a greeting, thanks and their like."""
ClauseKind: TypeAlias = Literal["main", "condition", "relative", "purpose", "content", "fragment"]
"""`content` is what is said, asked or known (`that ...`, `whether ...`); a `fragment` has no verb."""
RoleName: TypeAlias = Literal[
    "doer", "thing", "receiver", "source", "goal", "means", "place", "time", "part", "whole", "kind", "value", "about",
]  # fmt: skip
"""What a phrase is to its verb in any voice. `kind` is what something is said to be, `value` what it is set to."""
LinkKind: TypeAlias = Literal[
    "then", "before", "while", "if", "unless", "otherwise", "because", "purpose", "content", "relative",
]  # fmt: skip
"""What the source clause is to the target. `then`, `before`: it comes first. `if`, `unless`: it is a condition."""
AskedKind: TypeAlias = Literal[
    "yesNo", "who", "what", "which", "howMany", "where", "when", "why", "how", "whose", "list", "compare", "define",
]  # fmt: skip
TalkKind: TypeAlias = Literal["greeting", "farewell", "thanks", "sorry", "wait", "agreement", "refusal"]
DoubtWeight: TypeAlias = Literal["says", "proposes", "shows", "asks", "stops"]
"""What a doubt does: it is told beside what was done, what was made is only proposed, the reading is shown first, it
must be asked first, or nothing can be done."""


class Token(Record, frozen=True):
    """A word, a number, a sign or something taken as one; its tag and base form once it was tagged."""

    text: str
    folded: str
    """Lower case, without accents: what words are compared by."""
    kind: TokenKind
    start: int
    end: int
    tag: Tag = "other"
    lemma: str = ""
    """Base form as a dictionary has it, in its own spelling (`prüfen`, `Fahrkarte`); empty before tagging."""
    features: frozenset[Feature] = frozenset()
    known: bool = False
    """The word stands in a list or dictionary; else tag and lemma follow from its form and place."""


class Measure(Record, frozen=True):
    """A number with its unit: `at most 5 s`, `five works`, `EN 50470-3`."""

    text: str
    """As it stands in the message."""
    number: float
    start: int
    end: int
    upper: float | None = None
    """The other end of a range or tolerance."""
    unit: str = ""
    """As it is commonly written; empty for a plain number."""
    bound: Literal["exactly", "atMost", "atLeast", "about", "between"] = "exactly"


class SpokenReference(Record, frozen=True):
    """What a word stands for: a phrase of this message, something spoken of before, or nobody knows."""

    text: str
    """The word itself: `it`, `dafür`, `celui-ci`."""
    phrase: SpokenPhrase | None = None
    name: str = ""
    """What was spoken of before (`Focus`), when no phrase of this message is meant."""


class SpokenPhrase(Record, frozen=True):
    """A noun phrase: a head with what belongs to it, or a list of such phrases."""

    text: str
    """The whole phrase as it stands in the message."""
    name: str
    """What it names, without determiner and trailing clauses: `ticket machine`, `Fahrkarte`, `carte de fidélité`."""
    head: str
    """Base form of the head noun: `machine`, `Fahrkarte`; of a compound the whole word."""
    start: int
    end: int
    tokens: tuple[Token, ...] = ()
    determiner: Determiner = "none"
    count: int | None = None
    """`three sensors`: 3."""
    plural: bool = False
    modifiers: tuple[str, ...] = ()
    """Adjectives and nouns before the head, base forms."""
    of: SpokenPhrase | None = None
    """`battery of the drone`, `Motor der Pumpe`, `temps de réponse`."""
    apposition: str = ""
    """`the pump (P-101)`, `Anna, the nurse`: what stands beside it."""
    type_word: str = ""
    """A word before or behind the name that may be a node type: `actor Anna`, `module Control`, `Anforderung R1`."""
    quoted: bool = False
    measures: tuple[Measure, ...] = ()
    members: tuple[SpokenPhrase, ...] = ()
    """Of a list: its members, in order; the phrase itself is the list then."""
    joined: Joining = "and"
    mixed: bool = False
    """`and` and `or` both stand in the list: nobody knows which holds more."""
    negated: bool = False
    """`not the driver`: this member is what is denied."""
    refers_to: SpokenReference | None = None


class VerbGroup(Record, frozen=True):
    """The verb of a clause with its helpers."""

    text: str
    """As it stands in the message, parts joined by a space."""
    lemma: str
    """Base form, with a separable particle where it belongs: `anlegen`, `log in`, `mettre`."""
    start: int
    end: int
    modality: Modality = "none"
    negated: bool = False
    passive: bool = False
    past: bool = False
    taken_over: bool = False
    """Left out in this clause and taken from the one before."""
    known: bool = True
    copula: bool = False
    """be, sein, être: the clause says what something is."""


class SpokenRole(Record, frozen=True):
    """A phrase and what it is to the verb."""

    name: RoleName
    phrase: SpokenPhrase
    preposition: str = ""
    taken_over: bool = False
    """Left out in this clause and taken from the one before: `checks the card and [the bank] pays`."""


class AskedFor(Record, frozen=True):
    """What a question wants to know."""

    kind: AskedKind
    phrase: SpokenPhrase | None = None
    """`which functions`, `how many requirements`: what is asked for."""
    role: RoleName | None = None
    """The role that the asked-for has to the verb: `who sends`: doer; `what does X send`: thing."""


class SpokenClause(Record, frozen=True):
    """A verb with what belongs to it."""

    index: int
    """Its number in the sentence, by which links name it."""
    kind: ClauseKind
    mood: Mood
    text: str
    start: int
    end: int
    verb: VerbGroup | None = None
    roles: tuple[SpokenRole, ...] = ()
    asked: AskedFor | None = None
    talk: TalkKind | None = None
    hedged: bool = False
    """perhaps, vielleicht, peut-être, should we ...: it is not said for sure."""
    measures: tuple[Measure, ...] = ()
    adverbs: tuple[str, ...] = ()
    """Words that only colour the verb: `automatically`, `sofort`."""
    uncovered: tuple[Token, ...] = ()
    """Words that no phrase and no verb took."""


class ClauseLink(Record, frozen=True):
    """Two clauses of a sentence and what the first is to the second."""

    kind: LinkKind
    source: int
    target: int
    word: str = ""
    """The word that says so: `bevor`, `unless`."""


class LayoutRow(Record, frozen=True):
    """What layout says instead of a sentence: a heading with its list, a chain of arrows, an equation of parts."""

    kind: Literal["heading", "chain", "sum", "pair", "title", "steps"]
    """`Actors: a, b`, `A -> B -> C`, `A = B + C`, `REQ-017: ...`, a line of its own above all else, a deed over its
    steps."""
    label: str = ""
    """The heading, the whole of a sum, the key of a pair."""
    members: tuple[SpokenPhrase, ...] = ()
    text: str = ""
    """What stands behind the colon of a pair, verbatim."""


class Doubt(Record, frozen=True):
    """Why a reading is not sure, with the place that makes it so."""

    code: str
    """A key of the language's texts, in camel case: `unknownWords`, `whoIsIt`, `twoReadings`."""
    start: int
    end: int
    text: str = ""
    """The words in question."""
    alternatives: tuple[str, ...] = ()
    weight: DoubtWeight = "says"


class SentenceReading(Record, frozen=True):
    """One sentence: its words verbatim, what they say, and in which language."""

    language: Language
    text: str
    """Verbatim, with its end mark, without the sign of a list before it."""
    start: int
    end: int
    clauses: tuple[SpokenClause, ...] = ()
    links: tuple[ClauseLink, ...] = ()
    layout: LayoutRow | None = None
    doubts: tuple[Doubt, ...] = ()


class MessageReading(Record, frozen=True):
    """What a message was read to say."""

    sentences: tuple[SentenceReading, ...]
    language: Language
    """Of most of the sentences."""
    cut: bool = False
    """The message was longer than what is read of one."""


class FocusedElement(Record, frozen=True):
    """Something that was spoken of before, as a pronoun may mean it."""

    name: str
    type: str = ""
    """Its node type where it is known; decides what a pronoun can mean, never more."""
    turns: int = 0
    """How many turns ago it was spoken of."""


class Focus(Record, frozen=True):
    """What the conversation spoke of last, newest first; a pronoun without a phrase of its own means one of these."""

    elements: tuple[FocusedElement, ...] = ()
    language: Language | None = None
    """The person's language so far, for a message that does not tell."""
