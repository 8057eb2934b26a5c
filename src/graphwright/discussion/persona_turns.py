"""What personas of a discussion are asked for: a turn that streams and is kept, a ballot, a summary.

One model call of a persona at a time, as steps; which persona, when, and what it all leads to is `workflows.discuss`.
What a step builds on is bound to it and not passed: it follows from results of earlier steps, and a transcript of 200
rounds as an argument would be digested again for every turn.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from graphwright.discussion.proceedings import Proceedings
from graphwright.discussion.prompts import (
    DiscussionBrief,
    DiscussionSoFar,
    shown_tokens,
    summary_request,
    turn_request,
    vote_request,
)
from graphwright.discussion.reading import HEARD, LONGEST, ReadTurn, merged, read_turn
from graphwright.discussion.record import note_line
from graphwright.discussion.turns import Ballot, Claim, DiscussionTurn, Note, Summary, TurnPlace, Vote, turns_of
from graphwright.discussion.votes import VotesForm, votes_of
from graphwright.errors import AnswerRefused, BudgetExceeded, InvalidCommand, LanguageModelError
from graphwright.formats.diff_text import write_diff
from graphwright.llm.base import ModelRequest
from graphwright.llm.prices import NOTHING_USED, added
from graphwright.operations.plan import Plan
from graphwright.protocol.ids import MessageId
from graphwright.protocol.operations import Finding, Operation, Problem
from graphwright.protocol.threads import MessageAuthor, text_digest
from graphwright.runs.scope import Scope, StepScope
from graphwright.turns.answers import names_of, reader_of
from graphwright.turns.ask_for import SavedAnswer, ask_for, ask_quietly
from graphwright.turns.changes import submission_of
from graphwright.turns.message_stream import MessageHead, MessageStream
from graphwright.turns.model_calls import ModelCalls
from graphwright.turns.preparation import TurnContext
from graphwright.turns.workflow_ports import WorkflowPorts

LOOKUPS: Final = 2
"""Model calls of one turn that may ask for tools; the one after them has to answer."""
TRIES: Final = 2
"""Of a turn that held nothing."""
_FINDINGS: Final = 8
"""Kept of one turn."""


class DiscussionCalls(Struct, frozen=True):
    """What all personas of one discussion share."""

    ports: WorkflowPorts
    brief: DiscussionBrief
    turn_context: TurnContext

    def dry_run(self, step: StepScope, operations: Sequence[Operation]) -> Plan:
        """What these operations would do to the model as it is now; changes nothing."""
        now = self.ports.project.graph.revision
        return self.ports.committer.dry_run(submission_of(step, self.turn_context, operations, base_revision=now))

    def calls_of(self, place: TurnPlace) -> ModelCalls:
        """The language models of a persona, its own first; each round has the budget of a run."""
        model = self.brief.persona(place.persona).model
        first = model
        return self.ports.calls.with_options(
            first=first, persona=place.persona, part=f"round {place.round}", characters=HEARD
        )

    def head(
        self, place: TurnPlace, message_id: MessageId, parent: MessageId, *, is_last_word: bool = False
    ) -> MessageHead:
        """The message of a place. The last word of a discussion has no turn: the turns are those of the rounds."""
        proposes = self.brief.persona(place.persona).proposes is True and not is_last_word
        return MessageHead(
            run_id=self.turn_context.run_id,
            thread_id=self.turn_context.thread_id,
            parent_id=parent,
            message_id=message_id,
            author=MessageAuthor(kind="persona", name=place.persona),
            round=place.round,
            turn=None if place.aside or is_last_word else place.turn,
            proposal_id=self.turn_context.proposal_id if proposes else None,
        )

    async def ask(self, step: Scope, request: ModelRequest, place: TurnPlace) -> SavedAnswer:
        """A model call that people do not hear."""
        return await ask_quietly(step, self.calls_of(place), request, key="1", label=place.persona)


class PersonaTurn(Struct, frozen=True):
    """One turn, or one aside: asked for, heard, read, kept."""

    calls: DiscussionCalls
    sofar: DiscussionSoFar
    known: Collection[str]
    """Claims that were made before, folded."""
    parent: MessageId

    async def take(self, step: StepScope, place: TurnPlace, asked: str) -> DiscussionTurn:
        """Exactly one message. A try that leaves nothing is made again; then the turn fails, and nothing else does."""
        message_id = MessageId(step.stable_id("message"))
        head = self.calls.head(place, message_id, self.parent)
        usage = NOTHING_USED
        for number in range(1, TRIES + 1):
            # A second try is told why there is one.
            request = turn_request(self.calls.brief, self.sofar, place, asked=asked, again=number > 1)
            trying = _Try(self.calls, head, request, number)
            try:
                if number == 1:  # its calls stand right under the turn: a step fewer for each of them
                    said = await trying.call(step, place, asked, number)
                else:
                    said = await step.step("model_call", trying.call, place, asked, number, key="again")
            except AnswerRefused:
                if number == TRIES:
                    raise
                continue
            usage = added(usage, said.usage)
            read = self._read(said, place)
            if read.text or read.operations:
                turn = self._kept(step, read, replace(said, usage=usage), place, message_id)
                await step.record([head.completed(turn.text, usage)])
                return turn
        message = f"{place.persona} said nothing in turn {place.label} that could be kept, {TRIES} times"
        raise AnswerRefused(message, persona=place.persona, turn=place.label)

    def _read(self, said: SavedAnswer, place: TurnPlace) -> ReadTurn:
        brief = self.calls.brief
        return read_turn(
            said.text,
            place,
            brief.names,
            self.calls.ports.project.ontology,
            proposes=brief.persona(place.persona).proposes is True,
            known=self.known,
            projects=names_of(self.calls.ports.project),
        )

    def _kept(
        self, step: StepScope, read: ReadTurn, said: SavedAnswer, place: TurnPlace, message_id: MessageId
    ) -> DiscussionTurn:
        notes = list(read.notes)
        if said.was_continued:
            notes.append("continued")
        # A continued answer is whole: nothing to warn of.
        shown: list[Note] = [note for note in notes if note != "continued"]
        text = (read.text[: LONGEST + 1] + note_line(shown, self.calls.brief.language)).strip()
        problems, findings = self._judged(step, read.operations)
        return DiscussionTurn(
            place=place,
            message_id=message_id,
            text=text,
            digest=text_digest(text),
            claims=read.claims,
            operations=read.operations,
            problems=[*read.problems, *problems],
            findings=findings,
            changes=self._written(read.operations),
            notes=notes,
            model=said.model,
            usage=said.usage,
        )

    def _judged(self, step: StepScope, operations: Sequence[Operation]) -> tuple[list[Problem], list[Finding]]:
        """What is wrong with the changes of this turn, after those of the turns before it, and what the rules find."""
        if not operations:
            return [], []
        before = [turn.operations for turn in (*turns_of(self.sofar.rounds), *self.sofar.turns)]
        own = {operation.id for operation in operations}
        plan = self.calls.dry_run(step, merged([*before, operations]))
        problems = [problem for problem in plan.problems if problem.operation_id in own]
        return problems, plan.findings.introduced[:_FINDINGS]

    def _written(self, operations: Sequence[Operation]) -> str:
        """The changes as everybody reads them in later turns."""
        project = self.calls.ports.project
        with suppress(InvalidCommand):  # an edge that nobody knows: `problems` says so
            return write_diff(operations, project.ontology, graph=project.graph) if operations else ""
        return ""


class Voting(Struct, frozen=True):
    """The votes after a round: everybody on the same claims, at the same time."""

    calls: DiscussionCalls
    sofar: DiscussionSoFar
    claims: Sequence[Claim]

    async def vote(self, step: StepScope, place: TurnPlace) -> Ballot:
        """What can be read of a ballot, after one repair at most; a vote that cannot be is none, and it is told."""
        brief = self.calls.brief
        answer = await ask_for(
            step,
            self.calls.calls_of(place),
            vote_request(brief, self.sofar, place, self.claims),
            VotesForm,
            lambda form: votes_of(form, self.claims),
            label=place.persona,
            language=brief.language,
            merge=_with_repair,
        )
        votes = answer.meant or []
        step.verdict("passed" if votes and not answer.problem else "failed")
        return Ballot(
            persona=place.persona,
            is_valid=bool(votes),
            votes=votes,
            problem=answer.problem[:500],
            usage=answer.usage,
        )


def _with_repair(first: list[Vote], again: list[Vote]) -> list[Vote]:
    """The votes of a ballot and of its repair, whose word is the newer one."""
    return list({vote.claim_id: vote for vote in (*first, *again)}.values())


class Summing(Struct, frozen=True):
    """What stands for the rounds so far in the prompts that follow."""

    calls: DiscussionCalls
    proceedings: Proceedings

    async def sum_up(self, step: StepScope, number: int) -> Summary:
        """By the last persona; where its language model cannot, the beginnings of the turns stand for them."""
        done, brief = self.proceedings, self.calls.brief
        try:
            request = summary_request(brief, done.sofar(), done.last_place)
            said = await self.calls.ask(step, request, done.last_place)
            text, by_model = said.text.strip(), self.calls.ports.calls.is_language_model
        except BudgetExceeded:
            raise
        except LanguageModelError:
            text, by_model = done.beginnings(), False
        summary = Summary(
            text=text[:8_000],
            round=number,
            tokens_before=shown_tokens(brief, done.sofar()),
            tokens_after=0,
            replaces_rounds=list(range(1, number + 1)),
            by_model=by_model,
        )
        after = DiscussionSoFar(done.rounds, (), done.answers, summary)
        return replace(summary, tokens_after=shown_tokens(brief, after))


class _Try(Struct, frozen=True):
    """A model call that everybody hears."""

    calls: DiscussionCalls
    head: MessageHead
    request: ModelRequest
    number: int

    async def call(self, step: StepScope, place: TurnPlace, asked: str, number: int) -> SavedAnswer:
        """The arguments are what the request was made of, so that a replay can tell."""
        calls, brief = self.calls, self.calls.brief
        stream = MessageStream(self.head, reader_of(calls.ports.project), number=self.number)
        if brief.looks_up(brief.persona(place.persona)):
            looked_up = await calls.ports.loop.run(
                step,
                calls.calls_of(place),
                calls.turn_context,
                self.request,
                read_only=True,
                stream=stream,
                at_most=LOOKUPS,
            )
            text, model, usage = "" if looked_up.is_silent else looked_up.text, looked_up.model, looked_up.usage
        else:
            response = await calls.calls_of(place).ask(step, self.request, stream)
            text, model, usage = response.text, response.model, response.usage
        return SavedAnswer(text=text[:HEARD], model=model, usage=usage, was_continued=stream.was_continued)
