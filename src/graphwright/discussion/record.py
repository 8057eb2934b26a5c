"""The decision record: what was asked, decided, argued, objected and left open, and where each of it was said.

Made from the rounds alone, so it can be made of a discussion that was stopped or failed just as well, and again at any
time. Written as JSON (the record itself) and as Markdown (E-58); the order is that of the data, in one place (WE-21).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec.structs import replace

from graphwright.discussion.messages import DiscussionMessages, words
from graphwright.discussion.proceedings import Proceedings
from graphwright.discussion.turns import (
    Claim,
    EndReason,
    Note,
    PersonaUsage,
    PersonVote,
    Remark,
    Stance,
    Summary,
    turns_of,
)
from graphwright.discussion.votes import Closing, VoteTally, newest_of_people, open_points, settled, tally
from graphwright.graph.document import Graph
from graphwright.protocol.base import Count, Record
from graphwright.protocol.ids import MessageId, NodeId, OperationId, PersonId
from graphwright.protocol.operations import Problem
from graphwright.text.messages import message_of

_SEMANTIC_ID = re.compile(r"(?<![\w-])-*+([^\W_][\w-]*+\.[A-Z]{2}\.\d{3,})\b")
_NODES = 100
"""Linked elements; a discussion that names more is about everything."""


DecidedBy: TypeAlias = Literal["model", "rules", "votes"]


class VoteOn(Record, frozen=True, kw_only=True):
    """The newest word on a claim of a persona, or of a person."""

    persona: str
    """Who votes, by name."""
    stance: Stance
    reason: str
    person_id: PersonId | None = None
    """Of a person; absent for a persona."""
    is_late: bool = False
    """Given after the decision, which was made without it."""


class Argument(Record, frozen=True, kw_only=True):
    """A claim with where it was said and how it was voted on."""

    claim_id: str
    turn: str
    """Label of the turn it comes from."""
    message_id: MessageId
    text: str
    is_settled: bool
    votes: list[VoteOn]
    node_ids: list[NodeId]


class PersonaArguments(Record, frozen=True, kw_only=True):
    """What one persona argued."""

    persona: str
    arguments: list[Argument]


class OpenPoint(Record, frozen=True, kw_only=True):
    """A claim that was not settled, and what stands against it."""

    claim_id: str
    text: str
    because: list[VoteOn]
    answer: str = ""
    """What a person said to it at the end."""


class ProposedChange(Record, frozen=True, kw_only=True):
    """An operation of the proposal and the turn it comes from."""

    operation_id: OperationId
    turn: str
    persona: str
    text: str = ""
    """As a line of Format E, with the names that people know."""


class DroppedChange(Record, frozen=True, kw_only=True):
    """A change somebody proposed that does not hold on the model as it is."""

    operation_id: str
    turn: str
    problem: Problem
    text: str = ""
    """As a line of Format E, with the names that people know."""


class DecisionRecord(Record, frozen=True, kw_only=True):
    """The result of a discussion."""

    question: str
    language: str
    personas: list[str]
    reason: EndReason
    rounds: Count
    turns: Count
    decision: str
    decided_by: DecidedBy
    """`rules`: by the offline assistant. `votes`: put together from them, because nobody gave a decision."""
    arguments: list[PersonaArguments]
    minority: str
    minority_votes: list[OpenPoint]
    open_points: list[OpenPoint]
    remarks: list[Remark]
    changes: list[ProposedChange]
    dropped: list[DroppedChange]
    node_ids: list[NodeId]
    no_votes: Count
    """Ballots that could not be read."""
    summaries: list[Summary]
    spent: list[PersonaUsage]


def build_record(
    question: str,
    language: str,
    proceedings: Proceedings,
    reason: EndReason,
    graph: Graph,
    *,
    closing: Closing | None = None,
    decided_by: DecidedBy = "votes",
    changes: Sequence[ProposedChange] = (),
    dropped: Sequence[DroppedChange] = (),
) -> DecisionRecord:
    """The record of a discussion as far as it came; `graph` knows the elements that it names by semantic id."""
    personas, rounds = proceedings.names, proceedings.rounds
    say = words(language)
    done = settled(rounds, personas)
    standings = tally(rounds)
    where = {claim.claim_id: turn for turn in turns_of(rounds) for claim in turn.claims}
    arguments = [
        PersonaArguments(
            persona=persona,
            arguments=[
                Argument(
                    claim_id=each.claim.claim_id,
                    turn=where[each.claim.claim_id].place.label,
                    message_id=where[each.claim.claim_id].message_id,
                    text=each.claim.text,
                    is_settled=each.claim.claim_id in done,
                    votes=_voted_on(each),
                    node_ids=nodes_in(each.claim.text, graph),
                )
                for each in standings
                if each.claim.persona == persona
            ],
        )
        for persona in personas
    ]
    left = [
        OpenPoint(
            claim_id=each.claim.claim_id,
            text=each.claim.text,
            because=[vote for vote in _voted_on(each) if vote.stance != "agree"],
            answer=proceedings.decided.get(each.claim.claim_id, ""),
        )
        for each in open_points(rounds, personas)
    ]
    agreed = [each.claim for each in standings if each.claim.claim_id in done]
    objected = [point for point in left if any(vote.stance == "object" for vote in point.because)]
    decision = closing.decision if closing is not None else _decision(agreed, reason, say)
    return DecisionRecord(
        question=question,
        language=language,
        personas=list(personas),
        reason=reason,
        rounds=len(rounds),
        turns=sum(len(each.turns) for each in rounds),
        decision=decision,
        decided_by=decided_by,
        arguments=arguments,
        minority="" if closing is None else closing.minority,
        minority_votes=objected,
        open_points=left,
        remarks=[*(remark for each in rounds for remark in each.remarks), *proceedings.answers],
        changes=list(changes),
        dropped=list(dropped),
        node_ids=nodes_in("\n".join([decision, *(turn.text for turn in turns_of(rounds))]), graph),
        no_votes=sum(not ballot.is_valid for each in rounds for ballot in each.ballots),
        summaries=list(proceedings.summaries),
        spent=proceedings.spent,
    )


def nodes_in(text: str, graph: Graph) -> list[NodeId]:
    """The elements of the model that a text names by semantic id."""
    found = (graph.find(name) for name in _SEMANTIC_ID.findall(text))
    return list(dict.fromkeys(node_ids[0] for node_ids in found if len(node_ids) == 1))[:_NODES]


def final_message(record: DecisionRecord) -> str:
    """What the last persona says at the end: the decision, and what stands against it."""
    say = words(record.language)
    parts = [f"**{say.decision}** ({say.reasons[record.reason]}): {record.decision}"]
    if record.decided_by == "votes":
        parts[0] += f" ({say.by_votes})"
    if record.minority:
        parts.append(f"**{say.minority}:** {record.minority}")
    elif record.minority_votes:
        lines = [_objection(point, say) for point in record.minority_votes]
        parts.append("\n".join([f"**{say.minority}:**", *lines]))
    still = [point for point in record.open_points if not point.answer]
    if still:
        lines = [f"- {point.claim_id}: {point.text}" for point in still]
        parts.append("\n".join([f"**{say.open_points}:**", *lines]))
    if record.dropped:
        lines = [f"- `{each.text or each.operation_id}`: {_why(each, record)}" for each in record.dropped[:20]]
        parts.append("\n".join([f"**{say.changes}**, {say.dropped}:", *lines]))
    return "\n\n".join(parts)


def _why(change: DroppedChange, record: DecisionRecord) -> str:
    return message_of(change.problem, record.language)


def note_line(notes: Sequence[Note], language: str) -> str:
    """What was done to an answer, as it stands under the message; empty when nothing was."""
    say = words(language)
    return f"\n\n({'; '.join(say.notes[note] for note in notes)})" if notes else ""


def markdown(record: DecisionRecord) -> str:
    """The record as a page."""
    say = words(record.language)
    lines = [f"# {say.topic}: {_one_line(record.question)[:200]}", ""]
    if len(record.question) > 200 or "\n" in record.question:  # noqa: PLR2004  # what a heading holds
        lines += [_quoted(record.question), ""]
    lines += [f"{', '.join(record.personas)} · {record.rounds} × · {say.reasons[record.reason]}", ""]
    by = f"\n\n*({say.by_votes})*" if record.decided_by == "votes" else ""
    lines += [f"## {say.decision}", "", f"{_text(record.decision)}{by}", "", f"## {say.arguments}", ""]
    for each in record.arguments:
        lines += [f"### {each.persona}", ""]
        lines += [_argument(argument, say) for argument in each.arguments] or [say.none]
        lines.append("")
    lines += [f"## {say.minority}", ""]
    if record.minority:
        lines += [_text(record.minority), ""]
    lines += [_objection(point, say) for point in record.minority_votes] or ([] if record.minority else [say.none])
    lines += ["", f"## {say.open_points}", ""]
    lines += [_open(point, say) for point in record.open_points] or [say.none]
    lines += ["", f"## {say.changes}", ""]
    lines += [f"- `{_one_line(c.text or c.operation_id)}` ({say.turn} {c.turn}, {c.persona})" for c in record.changes]
    lines += [
        f"- `{_one_line(d.text or d.operation_id)}` {say.dropped}: {_one_line(_why(d, record))}" for d in record.dropped
    ]
    if not record.changes and not record.dropped:
        lines.append(say.none)
    if record.remarks:
        lines += ["", f"## {say.people}", ""]
        lines += [
            f"- {_one_line(remark.name)} ({remark.after or '0'}): {_one_line(remark.text)}" for remark in record.remarks
        ]
    if record.no_votes:
        lines += ["", f"{say.no_vote}: {record.no_votes}"]
    return "\n".join(lines).rstrip() + "\n"


def _decision(agreed: Sequence[Claim], reason: EndReason, say: DiscussionMessages) -> str:
    """Without a language model's words the decision is what all agreed to, and nothing is made up."""
    if reason == "stopped" and not agreed:
        return say.stopped_before
    if not agreed:
        return say.no_decision
    head = f"{say.stopped_before} {say.agreed_on}" if reason == "stopped" else say.agreed_on
    return "\n".join([head, *(f"- {claim.claim_id}: {claim.text}" for claim in agreed)])


def _argument(argument: Argument, say: DiscussionMessages) -> str:
    votes = "; ".join(_vote(vote, say) for vote in argument.votes) or say.no_vote
    return f"- **{argument.claim_id}** ({say.turn} {argument.turn}) {_one_line(argument.text)}  \n  {votes}"


def _vote(vote: VoteOn, say: DiscussionMessages) -> str:
    """With the reason of a person: personas say theirs where a point is open."""
    told = f"{vote.persona}: {say.stances[vote.stance]}"
    if vote.person_id is not None and vote.reason:
        told += f", {_one_line(vote.reason)}"
    return f"{told} ({say.late})" if vote.is_late else told


def _objection(point: OpenPoint, say: DiscussionMessages) -> str:
    against = "; ".join(
        f"{vote.persona}: {_one_line(vote.reason)}" for vote in point.because if vote.stance == "object"
    )
    return f"- {point.claim_id}: {_one_line(point.text)} — {against or say.none}"


def _open(point: OpenPoint, say: DiscussionMessages) -> str:
    because = "; ".join(f"{v.persona}: {say.stances[v.stance]}, {_one_line(v.reason)}" for v in point.because)
    answer = f" → **{_one_line(point.answer)}**" if point.answer else ""
    return f"- **{point.claim_id}** {_one_line(point.text)} — {because or say.no_vote}{answer}"


def with_later_votes(record: DecisionRecord, given: Sequence[PersonVote]) -> DecisionRecord:
    """The record of a discussion that has ended, with how people vote now; what was decided stays as it was."""
    now: dict[str, list[PersonVote]] = {}
    for vote in newest_of_people(given):
        now.setdefault(vote.claim_id, []).append(vote)
    return replace(
        record,
        arguments=[
            replace(
                each,
                arguments=[
                    replace(argument, votes=_renewed(argument.votes, now.get(argument.claim_id, [])))
                    for argument in each.arguments
                ],
            )
            for each in record.arguments
        ],
    )


def _renewed(votes: Sequence[VoteOn], now: Sequence[PersonVote]) -> list[VoteOn]:
    counted = [vote for vote in votes if vote.person_id is not None]
    personas = [vote for vote in votes if vote.person_id is None]
    people = [_vote_of(vote) for vote in now]
    return [*personas, *(vote if vote in counted else replace(vote, is_late=True) for vote in people)]


def _voted_on(each: VoteTally) -> list[VoteOn]:
    """Personas first, then people; a vote that was taken back is none."""
    personas = [VoteOn(persona=name, stance=vote.stance, reason=vote.reason) for name, vote in each.votes.items()]
    return [*personas, *map(_vote_of, each.people)]


def _vote_of(vote: PersonVote) -> VoteOn:
    return VoteOn(
        persona=vote.name,
        stance="object" if vote.stance == "object" else "agree",
        reason=vote.reason,
        person_id=vote.person_id,
    )


def _one_line(text: str) -> str:
    """Text of others inside a list: no line of it can look like a heading of ours."""
    return " ".join(text.split())


def _text(text: str) -> str:
    """Paragraphs of others: their headings and rules are text."""
    return (
        re.sub(r"^([ \t]*)([#>=-])", r"\1\\\2", text.strip(), flags=re.MULTILINE)
        if _has_heading(text)
        else text.strip()
    )


def _has_heading(text: str) -> bool:
    return re.search(r"^[ \t]*(?:#{1,6}[ \t]|={3,}|-{3,})", text, re.MULTILINE) is not None


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.strip().splitlines())
