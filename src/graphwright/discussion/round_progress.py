"""A round on its way: where it stands in the state machine, and what it holds so far."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.discussion.rounds import calculate_turn_number, validate_persona_order
from graphwright.discussion.turns import Ballot, DiscussionTurn, Remark, RoundDone, TurnPlace
from graphwright.runs.scope import StepScope


class RoundProgress:
    """One round, from its first state to its result. Follows from recorded steps, and is made anew on every pass."""

    def __init__(self, step: StepScope, number: int, personas: Sequence[str], rounds: Sequence[RoundDone]) -> None:
        self.number = number
        self.earlier = [turn for done in rounds for turn in done.turns]
        self.turns: list[DiscussionTurn] = []
        self.asides: list[DiscussionTurn] = []
        self.remarks: list[Remark] = []
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
    def last_label(self) -> str:
        """The place that was last spoken from; empty before the first turn of all."""
        spoken_here = [*self.turns, *self.asides]
        if spoken_here:
            return max(spoken_here, key=lambda turn: (turn.turn, turn.place.aside)).place.label
        return self.earlier[-1].place.label if self.earlier else ""

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
        turns = sorted([*self.turns, *self.asides], key=lambda turn: (turn.turn, turn.place.aside))
        return RoundDone(
            round=self.number,
            states=list(self._states),
            turns=list(self.turns),
            asides=list(self.asides),
            remarks=list(self.remarks),
            ballots=list(self.ballots),
            new_claims=[claim.claim_id for turn in turns for claim in turn.claims],
            added_rounds=self.added,
            steered_upto=self.upto,
            is_stopped=self.is_stopped,
        )
