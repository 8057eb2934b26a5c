"""What a persona is given: stable blocks first, then everything said so far as data, then what is wanted. Pure.

The same discussion gives the same bytes, so a resumed one asks the same again. Turns are appended and never rewritten
until a summary takes their place, so a provider's cache hits from turn to turn. Every text of others stands in a data
block under the discussion's own mark, which nobody can write into it (R-27).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from graphwright.context.data_block import data_block, escape_roles
from graphwright.context.dialogue import CLAIMS, PERSONA, TOPIC, TRANSCRIPT, PersonaRequest, Task, task_line
from graphwright.context.instructions import EXAMPLE
from graphwright.context.tokens import estimate
from graphwright.discussion.messages import words
from graphwright.discussion.options import Persona
from graphwright.discussion.turns import Claim, DiscussionTurn, Remark, RoundDone, Summary, TurnPlace, said
from graphwright.discussion.votes import CLOSING_SCHEMA, SCHEMA, claims_of, settled
from graphwright.formats.cleaning import clean
from graphwright.llm.base import ChatMessage, ModelRequest, PromptBlock
from graphwright.protocol.wire import encode
from graphwright.text.messages import in_words

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


def turn_request(
    brief: DiscussionBrief, sofar: DiscussionSoFar, place: TurnPlace, *, asked: str = "", again: bool = False
) -> ModelRequest:
    """Asks for a turn, or with `asked` for the answer to a person."""
    say = words(brief.language)
    wanted = say.asked if asked else say.argue
    blocks = [data_block("asked", asked, mark=brief.mark)] if asked else _to_mend(brief, sofar, place)
    if again:
        wanted = f"{say.empty}\n{wanted}"
    return _request(brief, sofar, "argue", place, [*blocks, wanted], max_output_tokens=TURN_TOKENS)


def vote_request(
    brief: DiscussionBrief, sofar: DiscussionSoFar, place: TurnPlace, claims: Sequence[Claim]
) -> ModelRequest:
    """Asks for a ballot on these claims."""
    lines = "\n".join(f"{claim.claim_id} ({claim.persona}): {claim.text}" for claim in claims)
    blocks = [data_block(CLAIMS, lines, mark=brief.mark)]
    request = _request(
        brief, sofar, "vote", place, [*blocks, words(brief.language).vote], max_output_tokens=_VOTE_TOKENS
    )
    return _structured(request, schema=True)


def close_request(
    brief: DiscussionBrief, sofar: DiscussionSoFar, place: TurnPlace, offers: Sequence[str]
) -> ModelRequest:
    """Asks the last persona for the decision."""
    say = words(brief.language)
    wanted = say.close.replace("{offers}", ", ".join(offers) or say.none)
    agreed = settled(sofar.rounds, brief.names)
    lines = "\n".join(
        f"{claim.claim_id} ({claim.persona}): {claim.text}"
        for claim in claims_of(sofar.rounds)
        if claim.claim_id in agreed
    )
    blocks = [
        data_block("agreed", lines or say.none, mark=brief.mark),
        data_block("offers", "\n".join(offers) or say.none, mark=brief.mark),
    ]
    request = _request(brief, sofar, "close", place, [*blocks, wanted], max_output_tokens=_VOTE_TOKENS)
    return _structured(request, schema=False)


def summary_request(brief: DiscussionBrief, sofar: DiscussionSoFar, place: TurnPlace) -> ModelRequest:
    """Asks for a summary of what is shown."""
    return _request(brief, sofar, "summary", place, [words(brief.language).summary], max_output_tokens=1_000)


def with_problem(request: ModelRequest, answer: str, problem: str, language: str) -> ModelRequest:
    """The same request with the answer it led to and why that could not be read."""
    told = words(language).repair.replace("{problem}", escape_roles(" ".join(clean(problem).split()))[:500])
    messages = [*request.messages, ChatMessage(role="assistant", text=answer[:4_000] or "-")]
    return ModelRequest(
        system=request.system,
        messages=[*messages, ChatMessage(role="user", text=told)],
        max_output_tokens=request.max_output_tokens,
        response_schema=request.response_schema,
    )


def shown_tokens(brief: DiscussionBrief, sofar: DiscussionSoFar) -> int:
    """An estimate of what the discussion itself takes of a prompt."""
    return sum(estimate(block) for block in _said_blocks(brief, sofar))


def _structured(request: ModelRequest, *, schema: bool) -> ModelRequest:
    return ModelRequest(
        system=request.system,
        messages=request.messages,
        max_output_tokens=request.max_output_tokens,
        response_schema=SCHEMA if schema else CLOSING_SCHEMA,
    )


def _request(
    brief: DiscussionBrief,
    sofar: DiscussionSoFar,
    task: Task,
    place: TurnPlace,
    wanted: Sequence[str],
    *,
    max_output_tokens: int,
) -> ModelRequest:
    persona = brief.persona(place.persona)
    line = task_line(
        PersonaRequest(
            task=task,
            persona=persona.name,
            round=place.round,
            turn=place.turn,
            position=brief.names.index(persona.name) + 1,
            personas=len(brief.personas),
            language=brief.language,
        )
    )
    parts = [
        *([brief.data] if brief.data else []),
        data_block(TOPIC, brief.topic, mark=brief.mark),
        *_said_blocks(brief, sofar),
        *wanted[:-1],
        f"{line}\n{wanted[-1]}",
    ]
    return ModelRequest(
        system=[
            PromptBlock(label="instructions", text=words(brief.language).rules),
            *brief.stable,
            PromptBlock(label=PERSONA, text=_persona_text(brief, persona), cache=True),
        ],
        messages=[ChatMessage(role="user", text="\n\n".join(parts))],
        max_output_tokens=max_output_tokens,
    )


def _persona_text(brief: DiscussionBrief, persona: Persona) -> str:
    say = words(brief.language)
    own = persona.brief.strip() or say.briefs.get(persona.name, say.other_brief)
    # The brief is a person's own words, like a request: it may instruct, but not speak as somebody else.
    lines = [say.you_are.format(name=persona.name), escape_roles(clean(own))]
    if brief.looks_up(persona):
        lines += ["", say.looks_up]
    if persona.proposes is True:
        lines += ["", say.proposes.replace("{example}", EXAMPLE)]
    return "\n".join(lines)


def _said_blocks(brief: DiscussionBrief, sofar: DiscussionSoFar) -> list[str]:
    """Summary and settled claims first, then turns and what people said between them, in order."""
    mark, summary = brief.mark, sofar.summary
    upto = 0 if summary is None else summary.round
    blocks: list[str] = []
    if summary is not None:
        blocks.append(data_block(f"summary of rounds 1 to {upto}", summary.text, mark=mark))
        agreed = settled(sofar.rounds, brief.names)
        lines = [
            f"{claim.claim_id} ({claim.persona}){' agreed by all' if claim.claim_id in agreed else ''}: {claim.text}"
            for claim in claims_of([done for done in sofar.rounds if done.round <= upto])
        ]
        # Verbatim: what was claimed and agreed is never retold (WE-19).
        blocks.append(data_block("claims so far", "\n".join(lines) or "-", mark=mark))
    later = [done for done in sofar.rounds if done.round > upto]
    turns = [*(turn for done in later for turn in (*done.turns, *done.asides)), *sofar.turns]
    remarks = [*(remark for done in later for remark in done.remarks), *sofar.remarks]
    by_place: dict[str, list[Remark]] = {}
    for remark in remarks:
        by_place.setdefault(remark.after, []).append(remark)
    turns.sort(key=lambda turn: (turn.turn, turn.place.aside))
    shown = {turn.place.label for turn in turns}
    for after, spoken in by_place.items():
        if after not in shown:
            blocks += [_remark(remark, mark) for remark in spoken]
    for turn in turns:
        blocks.append(data_block(f"{TRANSCRIPT} {said(turn)}", turn.text, mark=mark))
        blocks += [_remark(remark, mark) for remark in by_place.get(turn.place.label, ())]
    return blocks


def _to_mend(brief: DiscussionBrief, sofar: DiscussionSoFar, place: TurnPlace) -> list[str]:
    """What did not hold of the changes in this persona's last turn, for it alone, in a form it can act on."""
    spoken = [turn for done in sofar.rounds[-1:] for turn in done.turns] + list(sofar.turns)
    own = [turn for turn in spoken if turn.persona == place.persona]
    if not own or not own[-1].problems:
        return []
    problems = "\n".join(encode(in_words(problem, brief.language)).decode() for problem in own[-1].problems[:_PROBLEMS])
    return [data_block("problems", problems, mark=brief.mark), words(brief.language).mend]


def _remark(remark: Remark, mark: str) -> str:
    return data_block("a person", f"{remark.name}: {remark.text}", mark=mark)
