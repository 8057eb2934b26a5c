"""Votes: what a ballot says, counted claim by claim, and what it means for the end of a discussion (WE-09).

Pure. What a ballot does not say clearly is no vote, and a missing vote is never taken for an agreement.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct

from graphwright.context.data_block import escape_roles
from graphwright.discussion.options import EndRule
from graphwright.discussion.turns import (
    Ballot,
    Claim,
    EndReason,
    PersonVote,
    RoundDone,
    Stance,
    Vote,
    turns_of,
)
from graphwright.formats.cleaning import clean
from graphwright.formats.forms import asked
from graphwright.protocol.base import Record
from graphwright.protocol.ids import PersonId

STANDING: Final = 40
"""Claims voted on at once, the newest; more would be an examination."""
MAX_REASON: Final = 600
"""Of a vote, in characters: one sentence."""
_LABEL: Final = re.compile(r"\d+(?:\+\d+)?")
_NUMBER: Final = re.compile(r"\d+(?:\+\d+)?\.\d+")


class VoteForm(Struct, frozen=True, kw_only=True):
    """What one persona says to one claim."""

    claim: Annotated[
        str, Meta(min_length=1, max_length=500), asked("The number of the claim, such as 4.1.", "claim id", "id",
                                                       "behauptung", "affirmation"),
    ]  # fmt: skip
    stance: Annotated[
        Stance,
        asked("agree, object, or needInformation.", "vote", "position", "haltung", "stimme", words="stances"),
    ]
    reason: Annotated[
        str,
        Meta(max_length=4_000),
        asked("Why, in one sentence.", "comment", "because", "begründung", "grund", "raison"),
    ] = ""
    question: Annotated[
        str | None, asked("With needInformation: what a person should be asked; else null.", "frage")
    ] = None
    options: Annotated[
        list[Annotated[str, Meta(min_length=1, max_length=200)]] | None,
        asked("Answers to choose from, at least two; else null.", "optionen", "choices", is_list_in_text=True),
    ] = None


class VotesForm(Struct, frozen=True, kw_only=True):
    """The votes of one persona."""

    votes: Annotated[list[VoteForm], asked("One vote on each claim.", "stimmen", "ballot")]


def votes_of(form: VotesForm, claims: Sequence[Claim]) -> tuple[list[Vote], list[str]]:
    """The votes that count, and what is wrong with the others, in words for whoever wrote them."""
    wanted = {claim.claim_id for claim in claims}
    votes: dict[str, Vote] = {}
    problems: list[str] = []
    for vote in form.votes:
        claim_id = next((each for each in _NUMBER.findall(vote.claim) if each in wanted), None)
        if claim_id is None:
            problems.append(f"there is no claim {vote.claim[:40]!r}")
        elif claim_id in votes and votes[claim_id].stance != vote.stance:
            problems.append(f"claim {claim_id} has two votes")
        else:
            votes[claim_id] = Vote(
                claim_id=claim_id,
                stance=vote.stance,
                reason=_line(vote.reason),
                question=_line(vote.question or ""),
                options=list(dict.fromkeys(map(_line, vote.options or ()))),
            )
    problems += [f"claim {claim.claim_id} has no vote" for claim in claims if claim.claim_id not in votes]
    return list(votes.values()), problems


def claims_of(rounds: Sequence[RoundDone]) -> list[Claim]:
    """Every claim, in the order they were made."""
    return [claim for turn in turns_of(rounds) for claim in turn.claims]


def settled(rounds: Sequence[RoundDone], personas: Sequence[str]) -> set[str]:
    """Claims that every persona agreed to in one round and no person objects to; they are not voted on again."""
    found: set[str] = set()
    objected = {vote.claim_id for vote in newest_of_people(people_of(rounds)) if vote.stance == "object"}
    for done in rounds:
        stances = stances_of(done.ballots)
        found |= {
            claim_id
            for claim_id, said in stances.items()
            if [said.get(name) for name in personas] == ["agree"] * len(personas)
        }
    return found - objected


def people_of(rounds: Sequence[RoundDone]) -> list[PersonVote]:
    """Every vote of people that was heard, in the order they were given."""
    return [vote for done in rounds for vote in done.people]


def newest_of_people(votes: Iterable[PersonVote]) -> list[PersonVote]:
    """The newest word of each person on each claim; who took it back says nothing."""
    newest: dict[tuple[str, PersonId], PersonVote] = {}
    for vote in votes:
        newest.pop((vote.claim_id, vote.person_id), None)
        newest[vote.claim_id, vote.person_id] = vote
    return [vote for vote in newest.values() if vote.stance != "withdrawn"]


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
    people: list[PersonVote]

    def of(self, stance: Stance) -> list[tuple[str, Vote]]:
        """Which personas take this stance."""
        return [(name, vote) for name, vote in self.votes.items() if vote.stance == stance]


def tally(rounds: Sequence[RoundDone]) -> list[VoteTally]:
    """All claims with the newest vote of each persona and person."""
    newest: dict[str, dict[str, Vote]] = {}
    for done in rounds:
        for ballot in done.ballots:
            for vote in ballot.votes:
                newest.setdefault(vote.claim_id, {})[ballot.persona] = vote
    people: dict[str, list[PersonVote]] = {}
    for given in newest_of_people(people_of(rounds)):
        people.setdefault(given.claim_id, []).append(given)
    return [
        VoteTally(claim, newest.get(claim.claim_id, {}), people.get(claim.claim_id, [])) for claim in claims_of(rounds)
    ]


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
    if rule.cost_micros is not None and cost_micros >= rule.cost_micros:
        return "limit"
    return None


class Closing(Record, frozen=True, kw_only=True):
    """What the last persona makes of it all."""

    decision: str
    minority: str = ""
    takes: list[str] | None = None
    """Labels of the turns whose changes are wanted; all when absent."""


class ClosingForm(Struct, frozen=True, kw_only=True):
    """What the discussion comes to."""

    decision: Annotated[
        str,
        Meta(min_length=1, max_length=8_000),
        asked("What is decided, in a few sentences.", "entscheidung", "décision", "conclusion"),
    ]
    minority: Annotated[
        str, Meta(max_length=8_000), asked("What was objected and why; empty if nothing was.", "minderheit",
                                           "minority view", "minorité"),
    ] = ""  # fmt: skip
    takes: Annotated[
        list[str] | None,
        asked("Numbers of the turns whose changes belong to the decision; null for all.", "übernimmt", "turns",
              "prend", is_list_in_text=True),
    ] = None  # fmt: skip


def closing_of(form: ClosingForm, offers: Sequence[str]) -> tuple[Closing | None, list[str]]:
    """The decision that counts, and what is wrong with the rest of it; `offers` are the turns with changes."""
    problems: list[str] = []
    takes: list[str] = []
    for named in form.takes or ():
        label = next((each for each in _LABEL.findall(named) if each in offers), None)
        if label is not None:
            takes.append(label)
        else:
            there = f"there are {', '.join(offers)}" if offers else "no turn proposed any"
            problems.append(f"turn {named[:20]!r} proposed no changes; {there}")
    decision, minority = (escape_roles(clean(text)).strip() for text in (form.decision, form.minority))
    if not decision:
        return None, [*problems, "the decision is empty"]
    taken = None if form.takes is None else list(dict.fromkeys(takes))
    return Closing(decision=decision, minority=minority, takes=taken), problems


def _line(text: str) -> str:
    return escape_roles(" ".join(clean(text).split()))[:MAX_REASON]
