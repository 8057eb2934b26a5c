"""What a person may choose for a discussion: who takes part, how it ends, when people are asked. Strict and bounded."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, ValidationError, convert
from msgspec.structs import replace

from graphwright.discussion.order import voices_in
from graphwright.discussion.rounds import PERSONAS
from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.protocol.base import Command, JsonValue
from graphwright.protocol.ids import DocumentId
from graphwright.text.folding import name_key

ROUNDS: Final = 3
MAX_ROUNDS: Final = 200
"""More than anybody reads; the operator may set fewer (`discuss_rounds`)."""
TOPIC_LEAST: Final = 10
"""Characters: less is no question that three could argue about (E-52)."""
LOOKING_UP: Final = 4
"""Personas up to which everybody looks things up unasked: with more a round would not fit into its 20 model calls."""
CONTEXT_TOKENS: Final = 16_000
"""What of the discussion itself a persona is shown; the model comes on top."""

Rounds = Annotated[int, Meta(ge=1, le=MAX_ROUNDS)]
_RESERVED: Final = frozenset({"assistant", "system", "user", "human", "tool", "ai", "bot"})


class Persona(Command, frozen=True, kw_only=True):
    """One voice, as data."""

    name: Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^\w[\w .'-]*$")]
    brief: Annotated[str, Meta(max_length=4_000)] = ""
    """What it looks at; for the three that come with it may be left out."""
    model: Annotated[str, Meta(max_length=200)] | None = None
    """The language model that is asked first; the rest of the chain steps in when it fails (E-40, E-41)."""
    proposes: bool | None = None
    """May it put changes of the model into its turn? Of the three only the Solver does."""
    looks_up: bool | None = None
    """May it look things up, in the model and in documents, before it speaks? Tools that change are never offered."""


Voices = Annotated[list[Persona], Meta(min_length=2, max_length=7)]


class EndRule(Command, frozen=True, kw_only=True):
    """When a discussion ends before its last round (WE-09, WE-10: one configuration)."""

    all_agree: bool = True
    no_new_claims: Annotated[int, Meta(ge=0, le=MAX_ROUNDS)] = 2
    """End after so many rounds in a row without a new claim; 0 = never."""
    cost_micros: Annotated[int, Meta(ge=0)] | None = None
    """End with the turn after which so much money is used up, in millionths of a dollar."""


class DiscussOptions(Command, frozen=True, kw_only=True):
    """The options of *discuss* in `message.send`."""

    rounds: Rounds = ROUNDS
    personas: Voices | None = None
    """Those whom the topic names ("let A and B discuss"), else the usual three, when absent."""
    end: EndRule = EndRule()
    documents: Annotated[list[Annotated[DocumentId, Meta(min_length=1, max_length=100)]], Meta(max_length=20)] = []
    """Ids of documents that belong to the discussion: every persona is given what they say about the topic (WE-12)."""
    questions: Literal["ask", "leaveOpen"] = "ask"
    """Points that the personas cannot settle: ask people, or leave them open in the decision."""
    context_tokens: Annotated[int, Meta(ge=1_000, le=200_000)] = CONTEXT_TOKENS
    summary_every: Annotated[int, Meta(ge=1, le=MAX_ROUNDS)] = 5
    """Rounds (E-50)."""


def read_options(chosen: dict[str, JsonValue] | None, topic: str) -> DiscussOptions:
    """The options, with their defaults; whom nobody chose, the topic may name.

    `InvalidCommand` says which one is wrong and how.
    """
    try:
        options = convert(chosen or {}, DiscussOptions)
    except ValidationError as error:
        raise InvalidCommand(str(error)) from None
    if options.personas is None:
        options = replace(options, personas=_named(topic))
    names = [persona.name for persona in options.personas or []]
    folded = [name_key(name) for name in names]
    for name, fold in zip(names, folded, strict=True):
        if folded.count(fold) > 1:
            raise InvalidCommand(f"two personas are called {name!r}; give each its own name", path="$.options.personas")
        if fold in _RESERVED:
            message = f"a persona cannot be called {name!r}: that is a role of the language model"
            raise InvalidCommand(message, path="$.options.personas")
    return options


def _named(topic: str) -> list[Persona] | None:
    """Those whom the topic names, where they can take part as they are called."""
    voices = [
        {"name": name, "brief": f"Speaks as {name}: what they know, need and answer for."} for name in voices_in(topic)
    ]
    try:
        return convert(voices, Voices) if voices else None
    except ValidationError:
        return None


def check_topic(text: str, *, longest: int) -> None:
    """Is this something to discuss? `InvalidCommand`, `LimitExceeded`."""
    length = len(text.strip())
    if length < TOPIC_LEAST:
        raise InvalidCommand(
            f"a topic has at least {TOPIC_LEAST} characters, this one has {length}; say what is to be decided",
            path="$.text",
        )
    if len(text) > longest:
        raise LimitExceeded(f"the topic has {len(text):,} characters, at most {longest:,} are accepted")


def cast_of(options: DiscussOptions) -> list[Persona]:
    """Who takes part, in the order of speaking, with every choice made."""
    if options.personas is None:
        return [Persona(name=name, proposes=name == "Solver", looks_up=True) for name in PERSONAS]
    are_few = len(options.personas) <= LOOKING_UP
    some_propose = any(persona.proposes is True for persona in options.personas)
    return [
        Persona(
            name=persona.name,
            brief=persona.brief,
            model=persona.model,
            # Where nobody is said to propose, everybody but the last may: somebody must be able to.
            proposes=(
                (not some_propose and persona is not options.personas[-1])
                if persona.proposes is None
                else persona.proposes
            ),
            looks_up=are_few if persona.looks_up is None else persona.looks_up,
        )
        for persona in options.personas
    ]
