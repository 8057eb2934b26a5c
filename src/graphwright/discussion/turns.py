"""What a discussion consists of, as its steps record it: places, claims, turns, ballots, rounds. Data only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from graphwright.protocol.base import Count, Record
from graphwright.protocol.ids import MessageId, PersonId
from graphwright.protocol.operations import Finding, Operation, Problem
from graphwright.protocol.runs import PersonStance, Usage

EndReason: TypeAlias = Literal["agreed", "noProgress", "limit", "stopped", "failed", "underWay"]
"""Why a discussion ended; `failed` ones keep every finished turn and can be taken up again (WE-01, WE-02, WE-03)."""
Stance: TypeAlias = Literal["agree", "object", "needInformation"]
Note: TypeAlias = Literal["cut", "spokeForOthers", "roleMarks", "operationsDropped", "operationsUnread", "continued"]
"""What was done to an answer before it was kept; shown with the message."""


class TurnPlace(Record, frozen=True, kw_only=True):
    """Where in a discussion something is said."""

    round: Count
    turn: Count
    """(round - 1) * n + position. An aside has the turn that it follows."""
    persona: str
    aside: Count = 0
    """0: a turn. From 1: the n-th answer to a person between this turn and the next; it has no turn of its own."""

    @property
    def label(self) -> str:
        """As people read it: `4`, and `4+1` for the first aside after turn 4."""
        return f"{self.turn}+{self.aside}" if self.aside else str(self.turn)


class Claim(Record, frozen=True, kw_only=True):
    """Something a persona holds to be so. `4.1` is the first claim of turn 4; ids are unique in a discussion."""

    claim_id: str
    persona: str
    text: str


class DiscussionTurn(Record, frozen=True, kw_only=True):
    """A finished turn or aside: exactly one message."""

    place: TurnPlace
    message_id: MessageId
    text: str
    """As the message holds it for ever."""
    digest: str
    claims: list[Claim]
    operations: list[Operation]
    problems: list[Problem]
    findings: list[Finding] = []
    """What the rules find about the changes of this turn, beside what does not hold."""
    changes: str = ""
    """The changes as lines of Format E, as everybody reads them in later turns."""
    notes: list[Note]
    model: str
    usage: Usage

    @property
    def persona(self) -> str:
        """Who spoke."""
        return self.place.persona

    @property
    def round(self) -> int:
        """In which round."""
        return self.place.round

    @property
    def turn(self) -> int:
        """With which number."""
        return self.place.turn


class Vote(Record, frozen=True, kw_only=True):
    """What a persona says to one claim."""

    claim_id: str
    stance: Stance
    reason: str
    question: str = ""
    """With `needInformation`: what people should be asked."""
    options: list[str] = []
    """Answers to choose from, at least two, when the persona can name them."""


class Ballot(Record, frozen=True, kw_only=True):
    """A persona's votes after a round; not valid when its answer could not be read twice."""

    persona: str
    is_valid: bool
    votes: list[Vote]
    problem: str = ""
    usage: Usage


class Remark(Record, frozen=True, kw_only=True):
    """What a person said to the discussion, or answered."""

    after: str
    """The label of the place it follows; empty before the first turn."""
    name: str
    text: str


class PersonVote(Record, frozen=True, kw_only=True):
    """What a person says to one claim; the newest word of each counts."""

    claim_id: str
    person_id: PersonId
    name: str
    stance: PersonStance
    reason: str = ""


class RoundDone(Record, frozen=True, kw_only=True):
    """A round with everything in it; `states` is the way it took through the state machine (E-05)."""

    round: Count
    states: list[str]
    turns: list[DiscussionTurn]
    asides: list[DiscussionTurn]
    remarks: list[Remark]
    ballots: list[Ballot]
    new_claims: list[str]
    added_rounds: Count
    steered_upto: str
    """The newest steering that was heard."""
    is_stopped: bool
    people: list[PersonVote] = []
    """Votes of people that were heard in this round, in the order they were given."""


class Summary(Record, frozen=True, kw_only=True):
    """What stands for the rounds before it in the prompts that follow (E-50); no claim is lost with it (WE-19)."""

    text: str
    round: Count
    tokens_before: Count
    tokens_after: Count
    replaces_rounds: list[int]
    by_model: bool


class PersonaUsage(Record, frozen=True, kw_only=True):
    """What a persona used up."""

    persona: str
    models: list[str]
    usage: Usage


def said(turn: DiscussionTurn) -> str:
    """A turn as a line of a list: `5 Solver`."""
    return f"{turn.place.label} {turn.persona}"


def in_order(turns: Iterable[DiscussionTurn]) -> list[DiscussionTurn]:
    """Turns and asides as they were spoken."""
    return sorted(turns, key=lambda turn: (turn.turn, turn.place.aside))


def turns_of(rounds: Iterable[RoundDone]) -> list[DiscussionTurn]:
    """All turns and asides, in order."""
    return in_order(turn for done in rounds for turn in (*done.turns, *done.asides))
