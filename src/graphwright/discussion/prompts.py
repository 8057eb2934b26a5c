"""What a persona is given: stable blocks first, then all that was said as data, then who answers and what. Pure.

The same discussion gives the same bytes, so a resumed one asks the same again. Turns are appended and never rewritten
until a summary takes their place, and who answers comes last, so a provider's cache hits from turn to turn. Every text
of others stands in a data block under the discussion's own mark, which nobody can write into it (R-27).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from graphwright.context.data_block import data_block, escape_roles
from graphwright.context.dialogue import CLAIMS, DISCUSSION, TOPIC, TRANSCRIPT, PersonaRequest, Task, task_line
from graphwright.context.instructions import EXAMPLE
from graphwright.context.tokens import estimate
from graphwright.discussion.messages import words
from graphwright.discussion.options import Persona
from graphwright.discussion.turns import (
    Claim,
    DiscussionTurn,
    PersonVote,
    Remark,
    RoundDone,
    Summary,
    TurnPlace,
    in_order,
    said,
    turns_of,
)
from graphwright.discussion.votes import VoteTally, claims_of, newest_of_people, people_of, settled, tally
from graphwright.formats.cleaning import clean
from graphwright.llm.base import ChatMessage, ModelRequest, PromptBlock
from graphwright.protocol.wire import encode
from graphwright.text.messages import in_words, message_of

TURN_TOKENS = 2_000
"""Of an answer; what a persona is asked for takes a sixth of it."""
_VOTE_TOKENS = 4_000
_PROBLEMS = 20
"""Told of one turn."""


class DiscussionBrief(Struct, frozen=True):
    """What all prompts of one discussion have in common."""

    topic: str
    language: str
    mark: str
    """Delimits the data blocks of this discussion."""
    stable: Sequence[PromptBlock]
    """The ontology and, where it was captured whole, the graph."""
    data: str
    """Data blocks of the preparation: what of the graph is captured, the earlier conversation."""
    personas: Sequence[Persona]
    tools: bool = False
    """Are there tools to look things up with? Not for an assistant that reads the model itself."""

    @property
    def names(self) -> list[str]:
        """The order of speaking."""
        return [persona.name for persona in self.personas]

    def persona(self, name: str) -> Persona:
        """One of them."""
        return next(persona for persona in self.personas if persona.name == name)

    def looks_up(self, persona: Persona) -> bool:
        """May this one use tools that read?"""
        return self.tools and persona.looks_up is True


class DiscussionSoFar(Struct, frozen=True):
    """What has been said, as far as a prompt is concerned."""

    rounds: Sequence[RoundDone]
    turns: Sequence[DiscussionTurn] = ()
    """Of the round that is under way, asides among them."""
    remarks: Sequence[Remark] = ()
    summary: Summary | None = None
    people: Sequence[PersonVote] = ()
    """Votes of people that were heard in the round that is under way."""


def turn_request(
    brief: DiscussionBrief, sofar: DiscussionSoFar, place: TurnPlace, *, asked: str = "", again: bool = False
) -> ModelRequest:
    """Asks for a turn, or with `asked` for the answer to a person."""
    say = words(brief.language)
    wanted = say.asked if asked else say.argue
    blocks = [data_block("asked", asked, mark=brief.mark)] if asked else _to_mend(brief, sofar, place)
    if again:
        wanted = f"{say.empty}\n{wanted}"
    return _request(brief, sofar, "argue", place, blocks=blocks, wanted=wanted, max_output_tokens=TURN_TOKENS)


def vote_request(
    brief: DiscussionBrief, sofar: DiscussionSoFar, place: TurnPlace, claims: Sequence[Claim]
) -> ModelRequest:
    """Asks for a ballot on these claims."""
    blocks = [data_block(CLAIMS, "\n".join(map(_claim, claims)), mark=brief.mark)]
    return _request(
        brief, sofar, "vote", place, blocks=blocks, wanted=words(brief.language).vote, max_output_tokens=_VOTE_TOKENS
    )


def close_request(
    brief: DiscussionBrief, sofar: DiscussionSoFar, place: TurnPlace, offers: Sequence[str]
) -> ModelRequest:
    """Asks the last persona for the decision."""
    say = words(brief.language)
    wanted = say.close.replace("{offers}", ", ".join(offers) or say.none)
    agreed = settled(sofar.rounds, brief.names)
    lines = "\n".join(_claim(claim) for claim in claims_of(sofar.rounds) if claim.claim_id in agreed)
    blocks = [
        data_block("agreed", lines or say.none, mark=brief.mark),
        data_block("offers", "\n".join(offers) or say.none, mark=brief.mark),
    ]
    return _request(brief, sofar, "close", place, blocks=blocks, wanted=wanted, max_output_tokens=_VOTE_TOKENS)


def summary_request(brief: DiscussionBrief, sofar: DiscussionSoFar, place: TurnPlace) -> ModelRequest:
    """Asks for a summary of what is shown."""
    return _request(
        brief, sofar, "summary", place, blocks=[], wanted=words(brief.language).summary, max_output_tokens=1_000
    )


def shown_tokens(brief: DiscussionBrief, sofar: DiscussionSoFar) -> int:
    """An estimate of what the discussion itself takes of a prompt."""
    return sum(estimate(block) for block in _said_blocks(brief, sofar))


def _request(
    brief: DiscussionBrief,
    sofar: DiscussionSoFar,
    task: Task,
    place: TurnPlace,
    *,
    blocks: Sequence[str],
    wanted: str,
    max_output_tokens: int,
) -> ModelRequest:
    """What all personas are given first, then what was said, then who answers: the next persona shares all but that."""
    persona = brief.persona(place.persona)
    proposes = task == "argue" and persona.proposes is True
    line = task_line(
        PersonaRequest(
            task=task,
            persona=persona.name,
            round=place.round,
            turn=place.turn,
            position=brief.names.index(persona.name) + 1,
            personas=len(brief.personas),
            language=brief.language,
            proposes=proposes,
        )
    )
    parts = [
        *([brief.data] if brief.data else []),
        data_block(TOPIC, brief.topic, mark=brief.mark),
        *_said_blocks(brief, sofar),
        *blocks,
        _persona_text(brief, persona, task, proposes=proposes),
        f"{line}\n{wanted}",
    ]
    return ModelRequest(
        system=[*brief.stable, PromptBlock(label=DISCUSSION, text=words(brief.language).rules, cache=True)],
        messages=[ChatMessage(role="user", text="\n\n".join(parts))],
        max_output_tokens=max_output_tokens,
    )


def _persona_text(brief: DiscussionBrief, persona: Persona, task: Task, *, proposes: bool) -> str:
    """Who answers; how changes and look-ups are written only where there may be any, so that nothing contradicts."""
    say = words(brief.language)
    own = persona.brief.strip() or say.briefs.get(persona.name, say.other_brief)
    # The brief is a person's own words, like a request: it may instruct, but not speak as somebody else.
    lines = [say.you_are.format(name=persona.name), escape_roles(clean(own))]
    if task == "argue" and brief.looks_up(persona):
        lines += ["", say.looks_up]
    if proposes:
        lines += ["", say.proposes.replace("{example}", EXAMPLE)]
    return "\n".join(lines)


def _said_blocks(brief: DiscussionBrief, sofar: DiscussionSoFar) -> list[str]:
    """Summary, claims and changes first, then turns, what people said between them, and votes, in order.

    How people vote comes last: it may change at any time, and what stands before it keeps its bytes.
    """
    mark, summary = brief.mark, sofar.summary
    upto = 0 if summary is None else summary.round
    blocks: list[str] = []
    if summary is not None:
        # Verbatim: what was claimed, agreed and proposed is never retold (WE-19).
        earlier = [done for done in sofar.rounds if done.round <= upto]
        agreed = settled(sofar.rounds, brief.names)
        lines = [f"{_claim(each.claim, agreed)}{_against(each)}" for each in tally(earlier)]
        changes = [f"{said(turn)}:\n{turn.changes}" for turn in turns_of(earlier) if turn.changes]
        blocks.append(data_block(f"summary of rounds 1 to {upto}", summary.text, mark=mark))
        blocks.append(data_block("claims so far", "\n".join(lines) or "-", mark=mark))
        if changes:
            blocks.append(data_block("changes so far", "\n\n".join(changes), mark=mark))
    later = [done for done in sofar.rounds if done.round > upto]
    remarks = [*(remark for done in later for remark in done.remarks), *sofar.remarks]
    by_place: dict[str, list[Remark]] = {}
    for remark in remarks:
        by_place.setdefault(remark.after, []).append(remark)
    under_way = in_order(sofar.turns)
    shown = {turn.place.label for turn in (*turns_of(later), *under_way)}
    for after, spoken in by_place.items():
        if after not in shown:
            blocks += [_remark(remark, mark) for remark in spoken]
    for turns, ballots, number in [
        *((turns_of([done]), done.ballots, done.round) for done in later),
        (under_way, [], 0),
    ]:
        for turn in turns:
            blocks.append(data_block(f"{TRANSCRIPT} {said(turn)}", _turn_text(turn, brief.language), mark=mark))
            blocks += [_remark(remark, mark) for remark in by_place.get(turn.place.label, ())]
        votes = [
            f"{vote.claim_id} {each.persona}: {vote.stance}, {vote.reason}" for each in ballots for vote in each.votes
        ]
        if votes:
            blocks.append(data_block(f"votes after round {number}", "\n".join(votes), mark=mark))
    people = newest_of_people([*people_of(sofar.rounds), *sofar.people])
    if people:
        lines = [
            f"{vote.claim_id} {vote.name}: {vote.stance}{', ' if vote.reason else ''}{vote.reason}" for vote in people
        ]
        blocks.append(data_block("votes of people", "\n".join(lines), mark=mark))
    return blocks


def _turn_text(turn: DiscussionTurn, language: str) -> str:
    """What was said, what it would change, and what the rules find about that."""
    parts = [turn.text]
    if turn.changes:
        parts.append(f"changes:\n{turn.changes}")
        parts += [
            f"does not hold: {message_of(problem, language, coded=True)}" for problem in turn.problems[:_PROBLEMS]
        ]
        parts += [
            f"finding: {finding.rule_id}: {message_of(finding, language, coded=True)}"
            for finding in turn.findings[:_PROBLEMS]
        ]
    return "\n".join(parts)


def _claim(claim: Claim, agreed: Collection[str] = ()) -> str:
    return f"{claim.claim_id} ({claim.persona}){' agreed by all' if claim.claim_id in agreed else ''}: {claim.text}"


def _against(each: VoteTally) -> str:
    """Who does not agree, and why."""
    votes = [*each.of("object"), *each.of("needInformation")]
    return "".join(f"\n  {name}: {vote.stance}, {vote.reason}" for name, vote in votes)


def _to_mend(brief: DiscussionBrief, sofar: DiscussionSoFar, place: TurnPlace) -> list[str]:
    """What did not hold of the changes in this persona's last turn, for it alone, in a form it can act on."""
    spoken = [turn for done in sofar.rounds[-1:] for turn in done.turns] + list(sofar.turns)
    own = [turn for turn in spoken if turn.persona == place.persona]
    if not own or not own[-1].problems:
        return []
    problems = "\n".join(
        encode(in_words(problem, brief.language, coded=True)).decode() for problem in own[-1].problems[:_PROBLEMS]
    )
    return [data_block("problems", problems, mark=brief.mark), words(brief.language).mend]


def _remark(remark: Remark, mark: str) -> str:
    return data_block("a person", f"{remark.name}: {remark.text}", mark=mark)
