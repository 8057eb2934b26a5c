"""A discussion and the round in it that is on its way: what they hold so far. Plain data that grows.

All of it follows from results of steps, so a replay comes to the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from msgspec import Struct

from graphwright.discussion.prompts import DiscussionSoFar
from graphwright.discussion.rounds import calculate_turn_number, validate_persona_order
from graphwright.discussion.turns import (
    Ballot,
    DiscussionTurn,
    PersonaUsage,
    PersonVote,
    Remark,
    RoundDone,
    Summary,
    TurnPlace,
    in_order,
    turns_of,
)
from graphwright.llm.prices import NOTHING_USED, added
from graphwright.runs.scope import StepScope


class Proceedings(Struct, kw_only=True):
    """One discussion under way, or as far as it came."""

    names: list[str]
    """The order of speaking."""
    limit: int = 0
    """Rounds that it may have."""
    upto: str = ""
    """The newest thing people did that was heard."""
    rounds: list[RoundDone] = []
    answers: list[Remark] = []
    """What people said between rounds, and answered."""
    decided: dict[str, str] = {}
    """What people said to open points, by claim."""
    asked_about: set[str] = set()
    """Claims that people were asked about."""
    summaries: list[Summary] = []

    def sofar(self) -> DiscussionSoFar:
        """What the next prompt is made of."""
        return DiscussionSoFar(self.rounds, (), self.answers, self.summary)

    @property
    def summary(self) -> Summary | None:
        """The newest one."""
        return self.summaries[-1] if self.summaries else None

    @property
    def turns(self) -> list[DiscussionTurn]:
        """All turns and asides, in order."""
        return turns_of(self.rounds)

    @property
    def last_place(self) -> TurnPlace:
        """That of the last persona in the newest round."""
        number = len(self.rounds)
        return TurnPlace(round=number, turn=number * len(self.names), persona=self.names[-1])

    @property
    def spent(self) -> list[PersonaUsage]:
        """What each persona used up in turns and ballots."""
        found: list[PersonaUsage] = []
        for name in self.names:
            turns = [turn for turn in self.turns if turn.persona == name]
            ballots = [ballot for done in self.rounds for ballot in done.ballots if ballot.persona == name]
            each = (*(turn.usage for turn in turns), *(ballot.usage for ballot in ballots))
            usage = reduce(added, each, NOTHING_USED)
            found.append(PersonaUsage(persona=name, models=sorted({turn.model for turn in turns}), usage=usage))
        return found

    @property
    def cost_micros(self) -> int:
        """What turns and ballots cost so far."""
        return sum(each.usage.cost_micros for each in self.spent)

    def beginnings(self) -> str:
        """The first words of each turn, where nobody can sum them up."""
        return "\n".join(f"{turn.place.label} {turn.persona}: {turn.text[:200]}" for turn in self.turns)


class RoundProgress:
    """One round, from its first state to its result: where it stands in the state machine, and what it holds so far."""

    def __init__(self, step: StepScope, number: int, personas: Sequence[str], rounds: Sequence[RoundDone]) -> None:
        self.number = number
        self.earlier = [turn for done in rounds for turn in done.turns]
        self.turns: list[DiscussionTurn] = []
        self.asides: list[DiscussionTurn] = []
        self.remarks: list[Remark] = []
        self.people: list[PersonVote] = []
        self.ballots: list[Ballot] = []
        self.added = 0
        self.upto = ""
        self.is_stopped = False
        self._step = step
        self._personas = personas
        self._states: list[str] = []

    def enter(self, state: str) -> None:
        """The next state, told to everybody (E-05)."""
        self._states.append(state)
        self._step.progress(len(self.turns), len(self._personas), state)

    @property
    def spoken(self) -> list[DiscussionTurn]:
        """The turns and asides of this round, in order."""
        return in_order([*self.turns, *self.asides])

    @property
    def last_label(self) -> str:
        """The place that was last spoken from; empty before the first turn of all."""
        newest = (self.spoken or self.earlier)[-1:]
        return newest[0].place.label if newest else ""

    def next_place(self, persona: str) -> TurnPlace:
        """The place of the next turn; nobody else may have it (E-04, E-71)."""
        spoken_before = [*self.earlier, *self.turns]
        validate_persona_order(persona, spoken_before[-1].persona if spoken_before else None, self._personas)
        turn = calculate_turn_number(self.number, persona, self._personas)
        return TurnPlace(round=self.number, turn=turn, persona=persona)

    def aside(self, persona: str) -> TurnPlace:
        """The place of an answer to a person, after the newest turn."""
        spoken_before = [*self.earlier, *self.turns]
        turn = spoken_before[-1].turn if spoken_before else 0
        number = sum(aside.turn == turn for aside in self.asides) + 1
        return TurnPlace(round=self.number, turn=turn, persona=persona, aside=number)

    def done(self) -> RoundDone:
        """What the round holds now."""
        return RoundDone(
            round=self.number,
            states=list(self._states),
            turns=list(self.turns),
            asides=list(self.asides),
            remarks=list(self.remarks),
            ballots=list(self.ballots),
            new_claims=[claim.claim_id for turn in self.spoken for claim in turn.claims],
            added_rounds=self.added,
            steered_upto=self.upto,
            is_stopped=self.is_stopped,
            people=list(self.people),
        )
