"""Questions that only people can answer, as forms: what personas need to know, and what stays open at the end.

A set has 2 to 5 questions with options (E-49); the keys of its fields carry the round, so they are unique in a
discussion (WE-14). Who skips a set lets the points stay open, and the discussion says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from graphwright.discussion.messages import words
from graphwright.discussion.turns import Remark, RoundDone
from graphwright.discussion.votes import VoteTally, open_points
from graphwright.protocol.runs import Form, FormField
from graphwright.runs.waits import FormResult

FEWEST: Final = 2
MOST: Final = 5
NEXT: Final = "next"
_LABEL: Final = 500


class ClaimQuestion(Struct, frozen=True):
    """One question about a claim."""

    claim_id: str
    text: str
    options: list[str]


def needed(
    rounds: Sequence[RoundDone], personas: Sequence[str], asked: set[str], language: str = "en"
) -> list[ClaimQuestion]:
    """The questions of the newest round: at least two claims on which somebody needs to know more (E-48)."""
    newest = {ballot.persona: ballot for ballot in rounds[-1].ballots} if rounds else {}
    found: list[ClaimQuestion] = []
    for each in open_points(rounds, personas):
        if each.claim.claim_id in asked:
            continue
        votes = [v for b in newest.values() for v in b.votes if v.claim_id == each.claim.claim_id]
        wanting = [vote for vote in votes if vote.stance == "needInformation"]
        if wanting:
            found.append(_question(each, wanting[0].question, wanting[0].options, language))
    return found[:MOST] if len(found) >= FEWEST else []


def undecided(points: Sequence[VoteTally], decided: Mapping[str, str], language: str = "en") -> list[ClaimQuestion]:
    """What is still open and was not put to people yet: the newest, so that the set stays one that is answered."""
    left = [each for each in points if each.claim.claim_id not in decided]
    return [_question(each, "", [], language) for each in left[-(MOST - 1) :]]


def form_of(
    questions: Sequence[ClaimQuestion], number: int, language: str, *, at_end: bool = False, can_go_on: bool = True
) -> Form:
    """The form of a set; at the end it also asks how to go on."""
    say = words(language)
    fields = [
        FormField(
            key=f"r{number}q{index}",
            label=f"{question.text}"[:_LABEL],
            type="choice",
            required=False,
            options=question.options,
        )
        for index, question in enumerate(questions, 1)
    ]
    if at_end:
        options = [say.conclude, say.go_on] if can_go_on else [say.conclude]
        fields.append(
            FormField(
                key=NEXT, label=say.what_next, type="choice", required=True, options=options, default=say.conclude
            )
        )
    return Form(fields=fields, who_may_answer="ask", assumption_on_skip=say.left_open)


def wants_more(answer: FormResult, language: str) -> bool:
    """Did somebody choose another round?"""
    return answer.values.get(NEXT) == words(language).go_on


def answers_of(form: Form, answer: FormResult, *, after: str) -> list[Remark]:
    """What was answered, as remarks that the next turns see."""
    name = "" if answer.person is None else answer.person.name
    given = [(field.label, answer.values.get(field.key)) for field in form.fields if field.key != NEXT]
    return [Remark(after=after, name=name, text=f"{label} → {value}") for label, value in given if value]


def claim_answers(form: Form, answer: FormResult, questions: Sequence[ClaimQuestion]) -> dict[str, str]:
    """What people said to each claim that was put to them; empty where they said nothing."""
    keys = [field.key for field in form.fields if field.key != NEXT]
    return {question.claim_id: str(answer.values.get(key) or "") for key, question in zip(keys, questions, strict=True)}


def _question(each: VoteTally, text: str, options: Sequence[str], language: str) -> ClaimQuestion:
    """A persona's own question and options where it gave any; else whether the claim holds."""
    say = words(language)
    claim = each.claim
    about = say.claim_question.format(claim=claim.claim_id, persona=claim.persona, text=claim.text)
    own = list(dict.fromkeys(option.strip() for option in options if option.strip()))
    if text and len(own) >= FEWEST:
        return ClaimQuestion(claim.claim_id, f"{text} ({about})", list(dict.fromkeys([*own, say.leave_open])))
    return ClaimQuestion(
        claim.claim_id, f"{text} ({about})" if text else about, [say.holds, say.does_not_hold, say.leave_open]
    )
