"""Votes: read strictly, counted claim by claim, and what they mean for the end of a discussion (WE-09).

Pure. A ballot is JSON of one form; anything else is no vote, and a missing vote is never taken for an agreement.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct

from graphwright.context.data_block import escape_roles
from graphwright.discussion.options import EndRule
from graphwright.discussion.turns import Ballot, Claim, DiscussionTurn, EndReason, RoundDone, Stance, Vote
from graphwright.errors import InvalidCommand
from graphwright.formats.cleaning import clean
from graphwright.protocol.base import UNSET, Command, JsonValue, Record, UnsetType
from graphwright.protocol.wire import decode

STANDING: Final = 40
"""Claims voted on at once, the newest; more would be an examination."""
_REASON: Final = 600
_FENCED: Final = re.compile(r"\A\s*```(?:json)?[ \t]*\n(.*)\n```\s*\Z", re.DOTALL | re.IGNORECASE)


class _Vote(Command, frozen=True, kw_only=True):
    claim: str
    stance: Stance
    reason: Annotated[str, Meta(min_length=1, max_length=4_000)]
    question: Annotated[str, Meta(max_length=1_000)] | UnsetType = UNSET
    options: Annotated[list[Annotated[str, Meta(min_length=1, max_length=200)]], Meta(max_length=8)] | UnsetType = UNSET


class _Votes(Command, frozen=True, kw_only=True):
    votes: list[_Vote]


SCHEMA: Final[dict[str, JsonValue]] = {
    "type": "object",
    "required": ["votes"],
    "additionalProperties": False,
    "properties": {
        "votes": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["claim", "stance", "reason"],
                "additionalProperties": False,
                "properties": {
                    "claim": {"type": "string"},
                    "stance": {"type": "string", "enum": ["agree", "object", "needInformation"]},
                    "reason": {"type": "string"},
                    "question": {"type": "string"},
                    "options": {"type": "array", "items": {"type": "string"}},
                },
            },
        }
    },
}


def read_votes(answer: str, claims: Sequence[Claim]) -> list[Vote]:
    """The votes of an answer. `InvalidCommand` says what is wrong with it, in words for whoever wrote it."""
    fenced = _FENCED.match(answer)
    found = decode((fenced[1] if fenced else answer).strip().encode(), _Votes)
    wanted = [claim.claim_id for claim in claims]
    given = [vote.claim for vote in found.votes]
    unknown = sorted(set(given) - set(wanted))
    missing = [claim_id for claim_id in wanted if claim_id not in given]
    twice = sorted({claim_id for claim_id in given if given.count(claim_id) > 1})
    problems = [
        *(f"there is no claim {claim_id[:40]!r}" for claim_id in unknown),
        *(f"claim {claim_id} has no vote" for claim_id in missing),
        *(f"claim {claim_id} has two votes" for claim_id in twice),
    ]
    if problems:
        raise InvalidCommand("; ".join(problems))
    return [
        Vote(
            claim_id=vote.claim,
            stance=vote.stance,
            reason=_line(vote.reason),
            question="" if isinstance(vote.question, UnsetType) else _line(vote.question),
            options=[] if isinstance(vote.options, UnsetType) else list(dict.fromkeys(map(_line, vote.options))),
        )
        for vote in found.votes
    ]


def claims_of(rounds: Sequence[RoundDone]) -> list[Claim]:
    """Every claim, in the order they were made."""
    return [claim for done in rounds for turn in _in_order(done) for claim in turn.claims]


def settled(rounds: Sequence[RoundDone], personas: Sequence[str]) -> set[str]:
    """Claims that everybody agreed to in one round; they are not voted on again."""
    found: set[str] = set()
    for done in rounds:
        stances = stances_of(done.ballots)
        found |= {
            claim_id
            for claim_id, said in stances.items()
            if [said.get(name) for name in personas] == ["agree"] * len(personas)
        }
    return found


def standing(rounds: Sequence[RoundDone], personas: Sequence[str]) -> list[Claim]:
    """What is still to be agreed: the newest claims that are not settled."""
    done = settled(rounds, personas)
    return [claim for claim in claims_of(rounds) if claim.claim_id not in done][-STANDING:]


def stances_of(ballots: Sequence[Ballot]) -> dict[str, dict[str, Stance]]:
    """By claim, who says what."""
    found: dict[str, dict[str, Stance]] = {}
    for ballot in ballots:
        for vote in ballot.votes:
            found.setdefault(vote.claim_id, {})[ballot.persona] = vote.stance
    return found


class VoteTally(Struct, frozen=True):
    """A claim with the newest word of everybody on it."""

    claim: Claim
    votes: dict[str, Vote]
    """By persona; who has no valid vote is missing."""

    def of(self, stance: Stance) -> list[tuple[str, Vote]]:
        """Who takes this stance."""
        return [(name, vote) for name, vote in self.votes.items() if vote.stance == stance]


def tally(rounds: Sequence[RoundDone]) -> list[VoteTally]:
    """All claims with the newest vote of each persona."""
    newest: dict[str, dict[str, Vote]] = {}
    for done in rounds:
        for ballot in done.ballots:
            for vote in ballot.votes:
                newest.setdefault(vote.claim_id, {})[ballot.persona] = vote
    return [VoteTally(claim, newest.get(claim.claim_id, {})) for claim in claims_of(rounds)]


def open_points(rounds: Sequence[RoundDone], personas: Sequence[str]) -> list[VoteTally]:
    """Claims that somebody objects to or needs information on, or that nobody could vote on."""
    done = settled(rounds, personas)
    return [each for each in tally(rounds) if each.claim.claim_id not in done]


def end_reason(
    rounds: Sequence[RoundDone], personas: Sequence[str], rule: EndRule, *, limit: int, cost_micros: int
) -> EndReason | None:
    """Does the discussion end after its newest round, and why? One place, one configuration (WE-10)."""
    if not rounds:
        return None
    newest = rounds[-1]
    if newest.is_stopped:
        return "stopped"
    if rule.all_agree and claims_of(rounds) and not standing(rounds, personas):
        return "agreed"
    silent = rule.no_new_claims
    if silent and len(rounds) >= silent and not any(done.new_claims for done in rounds[-silent:]):
        return "noProgress"
    if len(rounds) >= limit:
        return "limit"
    if not isinstance(rule.cost_micros, UnsetType) and cost_micros >= rule.cost_micros:
        return "limit"
    return None


class Closing(Record, frozen=True, kw_only=True):
    """What the last persona makes of it all."""

    decision: str
    minority: str = ""
    takes: list[str] | UnsetType = UNSET
    """Labels of the turns whose changes are wanted; all when absent."""


class _Closing(Command, frozen=True, kw_only=True):
    decision: Annotated[str, Meta(min_length=1, max_length=8_000)]
    minority: Annotated[str, Meta(max_length=8_000)] = ""
    takes: list[str] | UnsetType = UNSET


CLOSING_SCHEMA: Final[dict[str, JsonValue]] = {
    "type": "object",
    "required": ["decision"],
    "additionalProperties": False,
    "properties": {
        "decision": {"type": "string"},
        "minority": {"type": "string"},
        "takes": {"type": "array", "items": {"type": "string"}},
    },
}


def read_closing(answer: str, offers: Sequence[str]) -> Closing:
    """The decision in an answer; `offers` are the turns with changes. `InvalidCommand` says what is wrong."""
    fenced = _FENCED.match(answer)
    found = decode((fenced[1] if fenced else answer).strip().encode(), _Closing)
    takes = found.takes
    if not isinstance(takes, UnsetType):
        unknown = sorted(set(takes) - set(offers))
        if unknown:
            there = f"there are {', '.join(offers)}" if offers else "no turn proposed any"
            raise InvalidCommand(f"turn {unknown[0][:20]!r} proposed no changes; {there}")
    decision, minority = (escape_roles(clean(text)).strip() for text in (found.decision, found.minority))
    if not decision:
        raise InvalidCommand("the decision is empty")
    return Closing(decision=decision, minority=minority, takes=takes)


def _in_order(done: RoundDone) -> list[DiscussionTurn]:
    return sorted([*done.turns, *done.asides], key=lambda turn: (turn.turn, turn.place.aside))


def _line(text: str) -> str:
    return escape_roles(" ".join(clean(text).split()))[:_REASON]
