"""What a discussion has come to so far: rounds, what people said and decided, summaries. Plain data that grows.

All of it follows from results of steps, so a replay comes to the same.
"""

from __future__ import annotations

from msgspec import Struct

from graphwright.discussion.prompts import DiscussionSoFar
from graphwright.discussion.record import spent_by, turns_of
from graphwright.discussion.turns import DiscussionTurn, Remark, RoundDone, Summary, TurnPlace


class Proceedings(Struct, kw_only=True):
    """One discussion under way."""

    names: list[str]
    """The order of speaking."""
    limit: int
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
    def cost_micros(self) -> int:
        """What turns and ballots cost so far."""
        return sum(each.usage.cost_micros for each in spent_by(self.names, self.rounds))

    def beginnings(self) -> str:
        """The first words of each turn, where nobody can sum them up."""
        return "\n".join(f"{turn.place.label} {turn.persona}: {turn.text[:200]}" for turn in self.turns)
