"""The order of a discussion: turn = (round - 1) * n + position, whoever the n personas are (E-01..E-12).

Pure. The functions are general in the number of personas; the validators raise
`InvalidCommand` and say what was expected. They guard what is read from storage, what is about to be spoken, and what a
client asks for (E-04, E-06, E-74). Asides (a persona answering a person between two turns) have no turn of their own
and are none of their business.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Protocol, TypeVar

from graphwright.errors import InvalidCommand

PERSONAS: Final = ("Analyzer", "Solver", "Moderator")
"""The usual order; the same words in every language (K-14)."""

INITIAL: Final = "INITIAL"
VALIDATING: Final = "VALIDATING"
COMPLETE: Final = "COMPLETE"
FAILED: Final = "FAILED"


class SpokenMessage(Protocol):
    """A message of a discussion, as far as its order is concerned."""

    @property
    def persona(self) -> str: ...
    @property
    def round(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def text(self) -> str: ...


S = TypeVar("S", bound=SpokenMessage)


def processing(persona: str) -> str:
    """The state of a round while a persona speaks: `PROCESSING_SOLVER` (E-05)."""
    return "PROCESSING_" + "_".join(persona.upper().split())


def calculate_turn_number(round_number: int, persona: str, personas: Sequence[str] = PERSONAS) -> int:
    """The turn of a persona in a round: `(round - 1) * n + position`, both from 1 (E-01, E-70)."""
    if round_number < 1:
        raise InvalidCommand(f"rounds are counted from 1; there is no round {round_number}")
    return (round_number - 1) * len(personas) + _position(persona, personas)


def persona_from_turn_number(turn: int, personas: Sequence[str] = PERSONAS) -> str:
    """Whose turn a number is (E-03)."""
    if turn < 1:
        raise InvalidCommand(f"turns are counted from 1; there is no turn {turn}")
    return personas[(turn - 1) % len(personas)]


def round_from_turn_number(turn: int, personas: Sequence[str] = PERSONAS) -> int:
    """The round a turn belongs to."""
    persona_from_turn_number(turn, personas)
    return (turn - 1) // len(personas) + 1


def is_round_complete(messages: Sequence[SpokenMessage], personas: Sequence[str] = PERSONAS) -> bool:
    """Has every persona spoken once, in order, and said something (E-06, E-12)?"""
    return [message.persona for message in messages] == list(personas) and all(m.text.strip() for m in messages)


def filter_complete_rounds(rounds: Iterable[Sequence[S]], personas: Sequence[str] = PERSONAS) -> list[Sequence[S]]:
    """The rounds in which everybody has spoken."""
    return [messages for messages in rounds if is_round_complete(messages, personas)]


def validate_persona_order(persona: str, previous: str | None, personas: Sequence[str] = PERSONAS) -> None:
    """May this persona speak after that one? The first speaks first, and again after the last (E-02, E-11)."""
    _position(persona, personas)
    expected = personas[0] if previous is None else personas[_position(previous, personas) % len(personas)]
    if persona != expected:
        after = "nobody has spoken" if previous is None else f"{previous} has spoken"
        raise InvalidCommand(f"{after}, so it is the turn of {expected}, not of {persona}", expected=expected)


def validate_turn_numbers(messages: Sequence[SpokenMessage], personas: Sequence[str] = PERSONAS) -> None:
    """Is every message's turn the one that its round and persona give (E-06)?"""
    for message in messages:
        expected = calculate_turn_number(message.round, message.persona, personas)
        if message.turn != expected:
            raise InvalidCommand(
                f"{message.persona} has turn {expected} in round {message.round}, not {message.turn}",
                expected=expected,
            )


def validate_round_completeness(messages: Sequence[SpokenMessage], personas: Sequence[str] = PERSONAS) -> None:
    """Has every persona spoken in this round? Names who is missing, who spoke twice and who said nothing."""
    spoken = [message.persona for message in messages]
    missing = [persona for persona in personas if persona not in spoken]
    twice = sorted({persona for persona in spoken if spoken.count(persona) > 1})
    silent = [message.persona for message in messages if not message.text.strip()]
    problems = [
        *(f"{persona} is missing" for persona in missing),
        *(f"{persona} spoke twice" for persona in twice),
        *(f"{persona} said nothing" for persona in silent),
    ]
    if not problems and not is_round_complete(messages, personas):
        problems = [f"the order is {', '.join(spoken)}, not {', '.join(personas)}"]
    if problems:
        raise InvalidCommand("the round is not complete: " + "; ".join(problems))


def validate_message_ordering(messages: Sequence[SpokenMessage], personas: Sequence[str] = PERSONAS) -> None:
    """Do the messages of a discussion follow each other without a gap, from turn 1 on (I-16)?"""
    previous: str | None = None
    for expected, message in enumerate(messages, 1):
        validate_persona_order(message.persona, previous, personas)
        if message.turn != expected:
            raise InvalidCommand(f"turn {message.turn} stands where turn {expected} belongs", expected=expected)
        previous = message.persona
    validate_turn_numbers(messages, personas)


def _position(persona: str, personas: Sequence[str]) -> int:
    if persona not in personas:
        raise InvalidCommand(f"there is no persona {persona[:80]!r}; there are {', '.join(personas)}")
    return personas.index(persona) + 1
