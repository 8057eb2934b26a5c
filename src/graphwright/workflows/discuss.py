"""Discuss: personas argue in strict order, round by round, and come to a decision that becomes changes.

open -> round (steering -> turn, for each persona -> votes) -> end rule -> questions for people -> closing -> proposal
with the last word. Who speaks during the closing is heard: in another round if they add one, else it is made once more;
who comes later than that is told so (`actions/discussions.py`). What has been said is kept with the step that said it:
a turn that fails fails alone, and a discussion that is taken up again goes on at that turn (WE-01, WE-03). Nothing here
changes the model; a person decides the proposal (ADR-09).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.discussion.decision import DiscussionEnd
from graphwright.discussion.opening import OpenedDiscussion, opened
from graphwright.discussion.options import DiscussOptions, cast_of, check_topic, read_options
from graphwright.discussion.order import wants_discussion
from graphwright.discussion.persona_turns import DiscussionCalls, PersonaTurn, Summing, Voting
from graphwright.discussion.proceedings import Proceedings, RoundProgress
from graphwright.discussion.prompts import DiscussionBrief, DiscussionSoFar, shown_tokens
from graphwright.discussion.questions import answers_of, claim_answers, form_of, needed, undecided, wants_more
from graphwright.discussion.reading import folded
from graphwright.discussion.record import DecisionRecord
from graphwright.discussion.rounds import (
    COMPLETE,
    FAILED,
    INITIAL,
    VALIDATING,
    processing,
    validate_message_ordering,
    validate_round_completeness,
)
from graphwright.discussion.steering import LAST_LOOK, PEOPLE, NewSteerings, Steering, Steerings
from graphwright.discussion.turns import Ballot, DiscussionTurn, EndReason, Remark, RoundDone, TurnPlace, turns_of
from graphwright.discussion.votes import Closing, claims_of, end_reason, open_points, standing
from graphwright.errors import InvalidCommand
from graphwright.protocol.ids import DocumentId, ProposalId
from graphwright.runs.recorded_steps import derived_id
from graphwright.runs.scope import RunScope, Scope, StepScope
from graphwright.turns.workflow import WorkflowDefinition, WorkflowRequest, WorkflowResult
from graphwright.turns.workflow_ports import WorkflowPorts

_FULL: Final = 0.8
"""Of the room for what was said; then a summary takes its place (E-50)."""


class DiscussResult(WorkflowResult, frozen=True, kw_only=True):
    """The last word, why the discussion ended, and its record."""

    reason: EndReason
    record: DecisionRecord


WORKFLOW: Final = WorkflowDefinition(
    name="discuss",
    options=DiscussOptions,
    result=DiscussResult,
    is_named_in=wants_discussion,
    step_kinds=("round", "turn", "vote", "quality_check", "plan"),
    deadline_s=4 * 3600.0,  # of work, without waiting for people: fifty rounds of slow models
)


class Discuss:
    """The workflow with its ports."""

    def __init__(self, ports: WorkflowPorts) -> None:
        self.ports = ports
        self.most_rounds = ports.settings.discuss_rounds
        """Rounds of one discussion, those that people add among them."""

    async def run(self, run: RunScope, request: WorkflowRequest) -> DiscussResult:
        """Hold a discussion about what was asked."""
        options = self.check(request)
        begun = await run.step("context", self._open, request, options.documents)
        return await _Discussion(self, run, request, options, begun).held()

    def check(self, request: WorkflowRequest) -> DiscussOptions:
        """Whether this can be discussed; asked before a run is started, too.

        Raises `InvalidCommand`, `LimitExceeded`; `NotFound` for a language model that is not configured.
        """
        check_topic(request.text, longest=self.ports.settings.discuss_topic)
        options = read_options(request.options, request.text)
        if options.rounds > self.most_rounds:
            message = f"a discussion has at most {self.most_rounds} rounds here, not {options.rounds}"
            raise InvalidCommand(message, path="$.options.rounds")
        for persona in cast_of(options):
            if persona.model is not None:
                self.ports.calls.with_options(first=persona.model)
        return options

    async def _open(self, step: StepScope, request: WorkflowRequest, documents: list[DocumentId]) -> OpenedDiscussion:
        return await opened(step, self.ports, request, documents)


class _Discussion:
    """One discussion under way. All that changes here follows from results of steps, so a replay comes to the same."""

    def __init__(
        self,
        workflow: Discuss,
        run: RunScope,
        request: WorkflowRequest,
        options: DiscussOptions,
        begun: OpenedDiscussion,
    ) -> None:
        self._run = run
        self._request = request
        self._options = options
        self._most_rounds = workflow.most_rounds
        # A run that tries another one again shares its beginning, but speaks and proposes as itself.
        context, first_run = begun.turn_context, begun.turn_context.run_id
        if first_run != run.run_id:
            context = replace(context, run_id=run.run_id, proposal_id=ProposalId(derived_id(run.run_id, "proposal")))
        self._brief = brief = DiscussionBrief(
            topic=request.text,
            language=context.language,
            mark=begun.mark,
            stable=begun.stable,
            data=begun.data,
            personas=cast_of(options),
            tools=begun.tools,
        )
        self._done = Proceedings(names=brief.names, limit=options.rounds)
        self._calls = DiscussionCalls(workflow.ports, brief, context)
        self._decision = DiscussionEnd(self._calls, self._done, request.message_id)
        self._steerings = Steerings(workflow.ports.project, run.run_id, first_run, brief.names)

    async def held(self) -> DiscussResult:
        """Round after round, until the end rule says so."""
        done, key = self._done, "close"
        while True:
            number = len(done.rounds) + 1
            made = await self._run.step("round", self._round, number, key=str(number), label=f"round {number}")
            done.rounds.append(made)
            done.upto = made.steered_upto
            done.limit = min(done.limit + made.added_rounds, self._most_rounds)
            reason = end_reason(
                done.rounds, done.names, self._options.end, limit=done.limit, cost_micros=done.cost_micros
            )
            may_end = self._options.end.no_new_claims > 0 and not self._brief.tools
            if reason is None and may_end and not claims_of(done.rounds):
                reason = "noProgress"  # rules that had nothing to say in one round have nothing in the next
            if reason is not None and reason != "stopped":
                reason = await self._people_want_more(number, reason, f"people after {number}")
            if reason is None:
                await self._between(number)
            elif reason == "stopped":
                return await self._ended(reason, None)
            elif not await self._goes_on_after_questions(number, reason):
                heard = len(done.answers)
                closing = await self._closed(key)
                key = f"close after {number + 1}"
                if await self._people_want_more(number, reason, f"people at {number}") is not None:
                    return await self._ended(reason, closing, heard)

    # a round -----------------------------------------------------------------------------------------------------

    async def _round(self, step: StepScope, number: int) -> RoundDone:
        """Steering and turn by turn, then the votes; for any number of personas (E-05)."""
        names = self._done.names
        made = RoundProgress(step, number, names, self._done.rounds)
        await step.durable()
        try:
            made.enter(INITIAL)
            made.enter(VALIDATING)
            validate_message_ordering(made.earlier, names)
            for persona in names:
                await self._steered(step, made)
                if made.is_stopped:
                    return made.done()
                made.enter(processing(persona))
                made.turns.append(await self._spoken(step, made, made.next_place(persona)))
            await self._steered(step, made)
            made.enter(VALIDATING)
            validate_round_completeness(made.turns, names)
            if not made.is_stopped:
                made.ballots = await self._voted(step, made)
            made.enter(COMPLETE)
        except Exception:
            made.enter(FAILED)
            raise
        return made.done()

    async def _steered(self, step: StepScope, made: RoundProgress) -> None:
        """What people did since the last turn: said, asked, added, stopped. In the order in which they did it."""
        upto, key = made.upto or self._done.upto, f"people {made.last_label or '0'}"
        heard = await step.step("context", self._listen, upto, key=key, label=PEOPLE)
        made.upto = heard.upto
        for each in heard.steerings:
            if each.text:
                made.remarks.append(Remark(after=made.last_label, name=each.name, text=each.text))
            match each.action:
                case "addRounds":
                    made.added += each.rounds
                case "stopAfterTurn":
                    made.is_stopped = True
                case "askPersona":
                    made.asides.append(await self._spoken(step, made, made.aside(each.persona), asked=each.text))
                case "vote" if each.vote is not None:
                    made.people.append(each.vote)
                case _:
                    pass

    async def _listen(self, step: StepScope, upto: str) -> NewSteerings:
        await step.durable()  # who speaks after the last look has begun finds that out
        return await self._steerings.since(upto)

    async def _spoken(self, step: StepScope, made: RoundProgress, place: TurnPlace, asked: str = "") -> DiscussionTurn:
        """One turn, or the aside that answers a person."""
        done = self._done
        rounds = [*done.rounds, made.done()]
        sofar = DiscussionSoFar(
            done.rounds, [*made.turns, *made.asides], [*done.answers, *made.remarks], done.summary, made.people
        )
        return await self._taken(step, sofar, rounds, place, asked)

    async def _taken(
        self, scope: Scope, sofar: DiscussionSoFar, rounds: Sequence[RoundDone], place: TurnPlace, asked: str
    ) -> DiscussionTurn:
        known = {folded(claim.text) for claim in claims_of(rounds)}
        before = turns_of(rounds)
        parent = before[-1].message_id if before else self._request.message_id
        turn = PersonaTurn(self._calls, sofar, known, parent)
        label = f"{place.persona} ({place.label})"
        return await scope.step("turn", turn.take, place, asked, key=place.label, label=label)

    async def _voted(self, step: StepScope, made: RoundProgress) -> list[Ballot]:
        """Everybody votes at the same time, on everything that is not settled."""
        rounds = [*self._done.rounds, made.done()]
        claims = standing(rounds, self._done.names)
        if not claims:
            return []
        voting = Voting(self._calls, DiscussionSoFar(rounds, (), self._done.answers, self._done.summary), claims)
        places = [turn.place for turn in made.turns]
        calls = [step.step("vote", voting.vote, place, key=place.persona, label=place.persona) for place in places]
        return list(await step.parallel(*calls))

    # between rounds ----------------------------------------------------------------------------------------------

    async def _people_want_more(self, number: int, reason: EndReason, key: str) -> EndReason | None:
        """Somebody may have spoken, asked, or wanted more while votes were counted, or during the closing."""
        done = self._done
        more, is_stopped = await self._late(number, key)
        if is_stopped:
            return "stopped"
        done.limit = min(max(done.limit, number) + more, self._most_rounds)
        return None if more and done.limit > number else reason

    async def _late(self, number: int, key: str) -> tuple[int, bool]:
        """What people did after the last turn of a round: rounds they added, and whether they stopped it.

        A persona that is asked answers now: there may be no turn after this.
        """
        done = self._done
        heard = await self._run.step("context", self._listen, done.upto, key=key, label=PEOPLE)
        done.upto = heard.upto
        more, is_stopped = 0, False
        newest = done.rounds[-1]
        votes = [each.vote for each in heard.steerings if each.vote is not None]
        done.rounds[-1] = replace(newest, people=[*newest.people, *votes])
        for each in heard.steerings:
            is_stopped |= each.action == "stopAfterTurn"
            more += each.rounds if each.action == "addRounds" else 0
            if each.text:
                done.answers.append(Remark(after=done.turns[-1].place.label, name=each.name, text=each.text))
            if each.action == "askPersona" and not is_stopped:
                await self._answered_late(number, each)
        return more, is_stopped

    async def _answered_late(self, number: int, each: Steering) -> None:
        """An aside after the last turn of a round that has been voted on."""
        done = self._done
        newest = done.rounds[-1]
        last = newest.turns[-1].turn
        asides = sum(aside.turn == last for aside in newest.asides)
        place = TurnPlace(round=number, turn=last, persona=each.persona, aside=asides + 1)
        aside = await self._taken(self._run, done.sofar(), done.rounds, place, each.text)
        claims = [*newest.new_claims, *(claim.claim_id for claim in aside.claims)]
        done.rounds[-1] = replace(newest, asides=[*newest.asides, aside], new_claims=claims)

    async def _between(self, number: int) -> None:
        """Questions that only people can answer, and a summary when there is much to read."""
        done, brief, options = self._done, self._brief, self._options
        if options.questions == "ask":
            questions = needed(done.rounds, done.names, done.asked_about, brief.language)
            if questions:
                form = form_of(questions, number, brief.language)
                answer = await self._run.form(form, key=f"questions {number}", label=f"questions {number}")
                done.answers += answers_of(form, answer, after=done.turns[-1].place.label)
                done.asked_about |= {each.claim_id for each in questions}
        since = 0 if done.summary is None else done.summary.round
        is_full = shown_tokens(brief, done.sofar()) >= _FULL * options.context_tokens
        if is_full or number - since >= options.summary_every:
            key = f"summary {number}"
            summing = Summing(self._calls, done)
            done.summaries.append(await self._run.step("context", summing.sum_up, number, key=key, label=key))

    async def _goes_on_after_questions(self, number: int, reason: EndReason) -> bool:
        """Points that stay open are put to people, once for each end; they may also want another round."""
        done, language = self._done, self._brief.language
        points = undecided(open_points(done.rounds, done.names), done.decided, language)
        if reason == "agreed" or not points or self._options.questions == "leaveOpen":
            return False
        form = form_of(points, number, language, at_end=True, can_go_on=number < self._most_rounds)
        answer = await self._run.form(form, key=f"open points {number}", label="open points")
        done.answers += answers_of(form, answer, after=done.turns[-1].place.label)
        done.decided |= claim_answers(form, answer, points)
        if not wants_more(answer, language):
            return False
        done.limit = max(done.limit, number + 1)
        return True

    # the end -----------------------------------------------------------------------------------------------------

    async def _closed(self, key: str) -> Closing | None:
        return await self._run.step("model_call", self._decision.close, key=key, label="decision")

    async def _ended(self, reason: EndReason, closing: Closing | None, heard: int = 0) -> DiscussResult:
        """The decision, checked against what is stored, as the last word and a proposal. It was made of `heard`."""
        run, decision, done = self._run, self._decision, self._done
        if reason != "stopped":
            await self._late(len(done.rounds), LAST_LOOK)
            if len(done.answers) > heard:
                closing = await self._closed("close once more")
        await run.step("quality_check", decision.check_kept, key="order", label="order")
        finished = await run.step("plan", decision.finish, reason, closing, key="proposal", label="proposal")
        return DiscussResult(
            outcome="answered" if finished.proposal_id is None else "proposed",
            answer=finished.text,
            message_id=finished.message_id,
            proposal_id=finished.proposal_id,
            reason=reason,
            record=finished.record,
        )
