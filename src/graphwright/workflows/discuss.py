"""Discuss: personas argue in strict order, round by round, and come to a decision that becomes changes (seed 004).

open -> round (steering -> turn, for each persona -> votes) -> end rule -> questions for people -> closing -> proposal
with the last word. What has been said is kept with the step that said it: a turn that fails fails alone, and a
discussion that is taken up again goes on at that turn (WE-01, WE-03). Nothing here changes the model; a person decides
the proposal (ADR-09).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.context.capture import Captures
from graphwright.context.retrieve import Retriever
from graphwright.discussion.options import DiscussOptions, cast_of, check_topic, read_options
from graphwright.discussion.prompts import (
    DiscussionBrief,
    DiscussionSoFar,
    close_request,
    shown_tokens,
    summary_request,
    with_problem,
)
from graphwright.discussion.questions import answers_of, claim_answers, form_of, needed, undecided, wants_more
from graphwright.discussion.reading import folded, merged
from graphwright.discussion.record import (
    DecisionRecord,
    DroppedChange,
    ProposedChange,
    build_record,
    final_message,
    spent_by,
    turns_of,
)
from graphwright.discussion.rounds import (
    COMPLETE,
    FAILED,
    INITIAL,
    VALIDATING,
    processing,
    validate_message_ordering,
    validate_round_completeness,
)
from graphwright.discussion.turns import (
    NOTHING_USED,
    Ballot,
    DiscussionTurn,
    EndReason,
    Remark,
    RoundDone,
    Summary,
    TurnPlace,
)
from graphwright.discussion.votes import Closing, claims_of, end_reason, open_points, read_closing, standing
from graphwright.documents.library import Library
from graphwright.errors import BudgetExceeded, InvalidCommand, LanguageModelError, StoreDamaged
from graphwright.operations.commit import Committer, Submission
from graphwright.operations.plan import MODEL_OPERATIONS
from graphwright.operations.proposals import Proposals
from graphwright.projects import Project
from graphwright.protocol.base import UNSET, Record, UnsetType
from graphwright.protocol.events import DurableEvent
from graphwright.protocol.ids import MessageId, NodeId, OperationId, ProposalId
from graphwright.protocol.operations import ChangeSet, Operation, Problem, ProposedOperation
from graphwright.protocol.threads import Message, text_digest, text_of
from graphwright.protocol.wire import decode
from graphwright.runs.recorded_steps import derived_id
from graphwright.runs.scope import RunScope, StepScope
from graphwright.text.messages import message_of
from graphwright.turns.floor import TRIES, DiscussionCalls, Speaking, Voting
from graphwright.turns.model_calls import ModelCalls
from graphwright.turns.opening import DiscussionOpening, OpenedDiscussion
from graphwright.turns.round_progress import RoundProgress
from graphwright.turns.steering import PEOPLE, NewSteerings, Steering, Steerings
from graphwright.turns.tool_loop import ToolLoop
from graphwright.turns.workflow_request import WorkflowRequest, WorkflowResult

DEADLINE_S: Final = 4 * 3600.0
"""Of work, without waiting for people: fifty rounds of slow models. Other runs have a quarter of an hour."""
_FULL: Final = 0.8
"""Of the room for what was said; then a summary takes its place (E-50)."""


class DiscussResult(WorkflowResult, frozen=True, kw_only=True):
    """What became of it."""

    reason: EndReason
    record: DecisionRecord


class FinishedDiscussion(Record, frozen=True, kw_only=True):
    """The last word, the record, and the proposal if there is one."""

    record: DecisionRecord
    text: str
    message_id: MessageId
    proposal_id: ProposalId | UnsetType = UNSET


class Discuss:
    """The workflow with its ports."""

    def __init__(
        self,
        project: Project,
        committer: Committer,
        proposals: Proposals,
        calls: ModelCalls,
        *,
        loop: ToolLoop,
        retriever: Retriever,
        library: Library,
        captures: Captures,
        most_rounds: int,
        longest_topic: int,
    ) -> None:
        self.project = project
        self.committer = committer
        self.proposals = proposals
        self.calls = calls
        self.loop = loop
        self._opening = DiscussionOpening(project, calls, retriever=retriever, library=library, captures=captures)
        self._most_rounds = most_rounds
        self._longest_topic = longest_topic

    async def run(self, run: RunScope, request: WorkflowRequest) -> DiscussResult:
        """Hold a discussion about what was asked."""
        options = self.check(request)
        opened = await run.step("context", self._open, request, options.documents)
        return await _Discussion(self, run, request, options, opened).held()

    def check(self, request: WorkflowRequest) -> DiscussOptions:
        """Whether this can be discussed; asked before a run is started, too.

        Raises `InvalidCommand`, `LimitExceeded`; `NotFound` for a language model that is not configured.
        """
        check_topic(request.text, longest=self._longest_topic)
        options = read_options(request.options)
        if options.rounds > self._most_rounds:
            message = f"a discussion has at most {self._most_rounds} rounds here, not {options.rounds}"
            raise InvalidCommand(message, path="$.options.rounds")
        for persona in cast_of(options):
            if not isinstance(persona.model, UnsetType):
                self.calls.with_options(first=persona.model)
        return options

    @property
    def most_rounds(self) -> int:
        """Rounds of one discussion, those that people add among them."""
        return self._most_rounds

    async def _open(self, step: StepScope, request: WorkflowRequest, documents: list[str]) -> OpenedDiscussion:
        return await self._opening.opened(step, request, documents)


class _Discussion:
    """One discussion under way. All that changes here follows from results of steps, so a replay comes to the same."""

    def __init__(
        self,
        workflow: Discuss,
        run: RunScope,
        request: WorkflowRequest,
        options: DiscussOptions,
        opened: OpenedDiscussion,
    ) -> None:
        self._workflow = workflow
        self._run = run
        self._request = request
        self._options = options
        # A run that tries another one again shares its beginning, but speaks and proposes as itself.
        own = ProposalId(derived_id(run.run_id, "proposal"))
        is_retried = opened.turn_context.run_id != run.run_id
        self._turn_context = (
            replace(opened.turn_context, run_id=run.run_id, proposal_id=own) if is_retried else opened.turn_context
        )
        self._brief = brief = DiscussionBrief(
            topic=request.text,
            language=opened.turn_context.language,
            mark=opened.mark,
            stable=opened.stable,
            data=opened.data,
            personas=cast_of(options),
            tools=opened.tools,
        )
        self._floor = DiscussionCalls(
            workflow.project,
            workflow.calls,
            workflow.loop,
            self._problems,
            brief=brief,
            turn_context=self._turn_context,
        )
        self._names = brief.names
        self._rounds: list[RoundDone] = []
        self._answers: list[Remark] = []
        self._decided: dict[str, str] = {}
        """What people said to open points, by claim."""
        self._asked_about: set[str] = set()
        self._summaries: list[Summary] = []
        self._limit = options.rounds
        self._upto = ""
        self._steerings = Steerings(workflow.project, run.run_id, opened.turn_context.run_id, self._names)

    async def held(self) -> DiscussResult:
        """Round after round, until the end rule says so."""
        while True:
            number = len(self._rounds) + 1
            done = await self._run.step("round", self._round, number, key=str(number), label=f"round {number}")
            self._rounds.append(done)
            self._upto = done.steered_upto
            self._limit = min(self._limit + done.added_rounds, self._workflow.most_rounds)
            reason = self._end()
            if reason is not None and reason != "stopped":
                reason = await self._people_want_more(number, reason)
            if reason is None:
                await self._between(number)
            elif reason == "stopped" or not await self._goes_on_after_questions(number, reason):
                return await self._closed(reason)

    # a round -----------------------------------------------------------------------------------------------------

    async def _round(self, step: StepScope, number: int) -> RoundDone:
        """Steering and turn by turn, then the votes; the state machine of the seed, general in the personas (E-05)."""
        made = RoundProgress(step, number, self._names, self._rounds)
        await step.durable()
        try:
            made.enter(INITIAL)
            made.enter(VALIDATING)
            validate_message_ordering(made.earlier, self._names)
            for persona in self._names:
                await self._steered(step, made)
                if made.is_stopped:
                    return made.done()
                made.enter(processing(persona))
                made.turns.append(await self._spoken(step, made, made.next_place(persona)))
            await self._steered(step, made)
            made.enter(VALIDATING)
            validate_round_completeness(made.turns, self._names)
            if not made.is_stopped:
                made.ballots = await self._voted(step, made)
            made.enter(COMPLETE)
        except Exception:
            made.enter(FAILED)
            raise
        return made.done()

    async def _steered(self, step: StepScope, made: RoundProgress) -> None:
        """What people did since the last turn: said, asked, added, stopped. In the order in which they did it."""
        after = made.last_label
        upto = made.upto or self._upto
        heard = await step.step("context", self._listen, upto, key=f"people {after or '0'}", label=PEOPLE)
        made.upto = heard.upto
        for each in heard.steerings:
            match each.action:
                case "speak":
                    made.remarks.append(Remark(after=made.last_label, name=each.name, text=each.text))
                case "addRounds":
                    made.added += each.rounds
                case "stopAfterTurn":
                    made.is_stopped = True
                case "askPersona":
                    made.remarks.append(Remark(after=made.last_label, name=each.name, text=each.text))
                    place = made.aside(each.persona)
                    made.asides.append(await self._spoken(step, made, place, asked=each.text))

    async def _listen(self, _step: StepScope, upto: str) -> NewSteerings:
        return await self._steerings.since(upto)

    async def _spoken(self, step: StepScope, made: RoundProgress, place: TurnPlace, asked: str = "") -> DiscussionTurn:
        """One turn, or the aside that answers a person."""
        known = {folded(claim.text) for claim in claims_of([*self._rounds, made.done()])}
        before = turns_of([*self._rounds, made.done()])
        parent = before[-1].message_id if before else self._request.message_id
        sofar = DiscussionSoFar(
            self._rounds, [*made.turns, *made.asides], [*self._answers, *made.remarks], self._newest_summary
        )
        speaking = Speaking(self._floor, sofar, known, parent)
        label = f"{place.persona} ({place.label})"
        return await step.step("turn", speaking.turn, place, asked, key=place.label, label=label)

    async def _voted(self, step: StepScope, made: RoundProgress) -> list[Ballot]:
        """Everybody votes at the same time, on everything that is not settled."""
        rounds = [*self._rounds, made.done()]
        claims = standing(rounds, self._names)
        if not claims:
            return []
        voting = Voting(self._floor, DiscussionSoFar(rounds, (), self._answers, self._newest_summary), claims)
        places = [turn.place for turn in made.turns]
        calls = [step.step("vote", voting.vote, place, key=place.persona, label=place.persona) for place in places]
        return list(await step.parallel(*calls))

    # between rounds ----------------------------------------------------------------------------------------------

    def _end(self) -> EndReason | None:
        return end_reason(self._rounds, self._names, self._options.end, limit=self._limit, cost_micros=self._cost())

    async def _people_want_more(self, number: int, reason: EndReason) -> EndReason | None:
        """Somebody may have spoken, asked, or wanted more while the last votes were counted."""
        more, is_stopped = await self._late(number, f"people after {number}")
        if is_stopped:
            return "stopped"
        self._limit = min(max(self._limit, number) + more, self._workflow.most_rounds)
        return None if more and self._limit > number else reason

    async def _late(self, number: int, key: str) -> tuple[int, bool]:
        """What people did after the last turn of a round: rounds they added, and whether they stopped it.

        A persona that is asked answers now: there may be no turn after this.
        """
        heard = await self._run.step("context", self._listen, self._upto, key=key, label=PEOPLE)
        self._upto = heard.upto
        more, is_stopped = 0, False
        for each in heard.steerings:
            is_stopped |= each.action == "stopAfterTurn"
            if each.action == "addRounds":
                more += each.rounds
            elif each.text:
                label = turns_of(self._rounds)[-1].place.label
                self._answers.append(Remark(after=label, name=each.name, text=each.text))
            if each.action == "askPersona" and not is_stopped:
                await self._answered_late(number, each)
        return more, is_stopped

    async def _answered_late(self, number: int, each: Steering) -> None:
        """An aside after the last turn of a round that has been voted on."""
        done = self._rounds[-1]
        last = done.turns[-1].turn
        place = TurnPlace(round=number, turn=last, persona=each.persona, aside=_asides_after(done, last) + 1)
        known = {folded(claim.text) for claim in claims_of(self._rounds)}
        speaking = Speaking(self._floor, self._sofar(), known, turns_of(self._rounds)[-1].message_id)
        label = f"{place.persona} ({place.label})"
        aside = await self._run.step("turn", speaking.turn, place, each.text, key=place.label, label=label)
        claims = [claim.claim_id for claim in aside.claims]
        self._rounds[-1] = replace(done, asides=[*done.asides, aside], new_claims=[*done.new_claims, *claims])

    async def _between(self, number: int) -> None:
        """Questions that only people can answer, and a summary when there is much to read."""
        questions = []
        if self._options.questions == "ask":
            questions = needed(self._rounds, self._names, self._asked_about, self._brief.language)
        if questions:
            form = form_of(questions, number, self._brief.language)
            answer = await self._run.form(form, key=f"questions {number}", label=f"questions {number}")
            label = turns_of(self._rounds)[-1].place.label
            self._answers += answers_of(form, answer, after=label)
            self._asked_about |= {each.claim_id for each in questions}
        since = self._summaries[-1].round if self._summaries else 0
        is_full = shown_tokens(self._brief, self._sofar()) >= _FULL * self._options.context_tokens
        if is_full or number - since >= self._options.summary_every:
            summary = await self._run.step(
                "context", self._summarise, number, key=f"summary {number}", label=f"summary {number}"
            )
            self._summaries.append(summary)

    async def _summarise(self, step: StepScope, number: int) -> Summary:
        """By the last persona; where its language model cannot, the beginnings of the turns stand for them."""
        before = shown_tokens(self._brief, self._sofar())
        place = self._last_place()
        try:
            request = summary_request(self._brief, self._sofar(), place)
            said = await self._floor.ask(step, request, place, key="1")
            text, by_model = said.text.strip(), self._workflow.calls.is_language_model
        except BudgetExceeded:
            raise
        except LanguageModelError:
            text, by_model = self._beginnings(), False
        summary = Summary(
            text=text[:8_000],
            round=number,
            tokens_before=before,
            tokens_after=0,
            replaces_rounds=list(range(1, number + 1)),
            by_model=by_model,
        )
        after = DiscussionSoFar(self._rounds, (), self._answers, summary)
        return replace(summary, tokens_after=shown_tokens(self._brief, after))

    async def _goes_on_after_questions(self, number: int, reason: EndReason) -> bool:
        """Points that stay open are put to people, once for each end; they may also want another round."""
        points = undecided(open_points(self._rounds, self._names), self._decided, self._brief.language)
        if reason == "agreed" or not points or self._options.questions == "leaveOpen":
            return False
        can_go_on = number < self._workflow.most_rounds
        form = form_of(points, number, self._brief.language, at_end=True, can_go_on=can_go_on)
        answer = await self._run.form(form, key=f"open points {number}", label="open points")
        label = turns_of(self._rounds)[-1].place.label
        self._answers += answers_of(form, answer, after=label)
        self._decided |= claim_answers(form, answer, points)
        if not wants_more(answer, self._brief.language):
            return False
        self._limit = max(self._limit, number + 1)
        return True

    # the end -----------------------------------------------------------------------------------------------------

    async def _closed(self, reason: EndReason) -> DiscussResult:
        """The decision, checked against what is stored, as the last word and a proposal."""
        run = self._run
        closing = (
            None if reason == "stopped" else await run.step("model_call", self._close, key="close", label="decision")
        )
        if reason != "stopped":
            await self._late(len(self._rounds), "people at the end")
        await run.step("quality_check", self._check_kept, key="order", label="order")
        finished = await run.step("plan", self._finish, reason, closing, key="proposal", label="proposal")
        proposed = not isinstance(finished.proposal_id, UnsetType)
        return DiscussResult(
            outcome="proposed" if proposed else "answered",
            answer=finished.text,
            message_id=finished.message_id,
            proposal_id=finished.proposal_id,
            reason=reason,
            record=finished.record,
        )

    async def _close(self, step: StepScope) -> Closing | None:
        """The last persona's decision; `None` when it cannot be had, then the votes decide alone."""
        offers = [turn.place.label for turn in turns_of(self._rounds) if turn.operations]
        place = self._last_place()
        request = close_request(self._brief, self._sofar(), place, offers)
        try:
            for number in range(1, TRIES + 1):
                said = await self._floor.ask(step, request, place, key=str(number))
                try:
                    return read_closing(said.text, offers)
                except InvalidCommand as error:
                    request = with_problem(request, said.text, error.message, self._brief.language)
        except LanguageModelError:
            pass  # nothing is lost: the record is made from the votes, and says so
        step.verdict("failed")
        return None

    async def _check_kept(self, step: StepScope) -> bool:
        """Is every turn stored as it was said, without a gap and in order (I-16)? `StoreDamaged`."""
        project = self._workflow.project
        kept = [turn for done in self._rounds for turn in done.turns]
        try:
            validate_message_ordering(kept, self._names)
        except InvalidCommand as error:
            raise StoreDamaged(
                f"the turns of run {self._turn_context.run_id} are out of order: {error.message}"
            ) from None
        for turn in turns_of(self._rounds):
            document = await project.store.document(project.project_id, "message", turn.message_id)
            stored = None if document is None else decode(document.body, Message)
            if (
                stored is None
                or text_digest(text_of(stored.parts)) != turn.digest
                or stored.author.name != turn.persona
            ):
                raise StoreDamaged(
                    f"turn {turn.place.label} of run {self._turn_context.run_id} is not stored as it was said"
                )
        step.verdict("passed")
        return True

    async def _finish(self, step: StepScope, reason: EndReason, closing: Closing | None) -> FinishedDiscussion:
        """What holds of the changes becomes one proposal, in one transaction with the last word."""
        takes = None if closing is None or isinstance(closing.takes, UnsetType) else set(closing.takes)
        offering = [t for t in turns_of(self._rounds) if t.operations and (takes is None or t.place.label in takes)]
        origin = {operation.id: turn for turn in offering for operation in turn.operations}
        kept, dropped = await self._holding(step, merged([turn.operations for turn in offering]), origin)
        parent = turns_of(self._rounds)[-1].message_id if turns_of(self._rounds) else self._request.message_id
        head = self._floor.head(self._last_place(), MessageId(step.stable_id("message")), parent, is_last_word=True)
        events: list[DurableEvent] = []
        proposal_id: ProposalId | UnsetType = UNSET
        changes: list[ProposedChange] = []
        if kept:
            opened = self._workflow.proposals.draft(
                self._workflow.committer.dry_run(self._submission(step, kept)),
                proposal_id=self._turn_context.proposal_id,
                author=step.execution.run.author,
                origin="run",
                reason=self._request.text[:1_000],
                run_id=self._turn_context.run_id,
                message_id=head.message_id,
            )
            opened = replace(opened, operations=[_with_origin(each, origin) for each in opened.operations])
            changes = [
                ProposedChange(operation_id=each.id, turn=origin[each.id].place.label, persona=origin[each.id].persona)
                for each in opened.operations
                if each.id in origin
            ]
            proposal_id = opened.proposal_id
            events.append(opened)
        record = build_record(
            self._request.text,
            self._brief.language,
            self._names,
            self._rounds,
            reason,
            closing=closing,
            decided_by="votes" if closing is None else "model" if self._workflow.calls.is_language_model else "rules",
            answers=self._decided,
            answered=self._answers,
            changes=changes,
            dropped=dropped,
            summaries=self._summaries,
            spent=spent_by(self._names, self._rounds),
            node_of=self._node_of,
        )
        text = final_message(record)
        opened_id = None if isinstance(proposal_id, UnsetType) else proposal_id
        await step.record([*events, head.completed(text, NOTHING_USED, proposal_id=opened_id)])
        return FinishedDiscussion(
            record=record,
            text=text,
            message_id=head.message_id,
            proposal_id=proposal_id,
        )

    async def _holding(
        self, step: StepScope, operations: Sequence[Operation], origin: dict[OperationId, DiscussionTurn]
    ) -> tuple[list[Operation], list[DroppedChange]]:
        """The operations that hold on the model as it is now, and those that do not, each with its problem."""
        left = list(operations)
        dropped: dict[str, DroppedChange] = {}
        while left:
            plan = self._workflow.committer.dry_run(self._submission(step, left))
            faulty = {
                str(p.operation_id): message_of(p, self._brief.language)
                for p in plan.problems
                if not isinstance(p.operation_id, UnsetType)
            }
            faulty = {name: message for name, message in faulty.items() if any(o.id == name for o in left)}
            if plan.problems and not faulty:  # of the whole: nothing can be taken out to mend it
                faulty = {operation.id: message_of(plan.problems[0], self._brief.language) for operation in left}
            if not faulty:
                return (left, list(dropped.values())) if plan.changes else ([], list(dropped.values()))
            for name, message in faulty.items():
                turn = origin.get(OperationId(name))
                label = "" if turn is None else turn.place.label
                dropped[name] = DroppedChange(operation_id=name, turn=label, message=message)
            left = [operation for operation in left if operation.id not in faulty]
        return [], list(dropped.values())

    def _problems(self, step: StepScope, operations: Sequence[Operation]) -> Sequence[Problem]:
        """See `floor.DryRun`."""
        return self._workflow.committer.dry_run(self._submission(step, operations)).problems

    def _submission(self, step: StepScope, operations: Sequence[Operation]) -> Submission:
        return Submission(
            change_set=ChangeSet(
                base_revision=self._workflow.project.graph.revision,
                operations=list(operations),
                reason=self._request.text[:1_000],
            ),
            author=step.execution.run.author,
            origin="run",
            ai=True,
            loose=True,
            limit=MODEL_OPERATIONS,
            run_id=self._turn_context.run_id,
        )

    # shared ------------------------------------------------------------------------------------------------------

    def _sofar(self) -> DiscussionSoFar:
        return DiscussionSoFar(self._rounds, (), self._answers, self._newest_summary)

    @property
    def _newest_summary(self) -> Summary | None:
        return self._summaries[-1] if self._summaries else None

    def _last_place(self) -> TurnPlace:
        number = len(self._rounds)
        return TurnPlace(round=number, turn=number * len(self._names), persona=self._names[-1])

    def _beginnings(self) -> str:
        return "\n".join(f"{turn.place.label} {turn.persona}: {turn.text[:200]}" for turn in turns_of(self._rounds))

    def _cost(self) -> int:
        return sum(each.usage.cost_micros for each in spent_by(self._names, self._rounds))

    def _node_of(self, name: str) -> NodeId | None:
        found = self._workflow.project.graph.find(name)
        return found[0] if len(found) == 1 else None


def _asides_after(done: RoundDone, turn: int) -> int:
    return sum(aside.turn == turn for aside in done.asides)


def _with_origin(operation: ProposedOperation, origin: dict[OperationId, DiscussionTurn]) -> ProposedOperation:
    """Who proposed it, and in which turn; people see it beside the operation."""
    turn = origin.get(operation.id)
    return operation if turn is None else replace(operation, provenance=f"{turn.persona}, {turn.place.label}")
