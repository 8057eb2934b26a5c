"""How a discussion ends: the decision, checked against what is stored, as the last word, a record and a proposal.

The last persona is asked what it makes of it all; where it cannot say, the votes decide alone. What holds of the
changes on the model as it is now becomes one proposal, in one transaction with the last word.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct

from graphwright.discussion.persona_turns import DiscussionCalls
from graphwright.discussion.proceedings import Proceedings
from graphwright.discussion.prompts import close_request
from graphwright.discussion.reading import merged
from graphwright.discussion.record import (
    DecisionRecord,
    DroppedChange,
    ProposedChange,
    build_record,
    final_message,
)
from graphwright.discussion.rounds import validate_message_ordering
from graphwright.discussion.turns import DiscussionTurn, EndReason
from graphwright.discussion.votes import Closing, ClosingForm, closing_of
from graphwright.errors import BudgetExceeded, InvalidCommand, StoreDamaged
from graphwright.formats.diff_text import write_diff
from graphwright.graph.document import Graph
from graphwright.llm.prices import NOTHING_USED
from graphwright.protocol.base import Record
from graphwright.protocol.ids import MessageId, OperationId, ProposalId
from graphwright.protocol.operations import NodeDelete, NodeUpdate, Operation
from graphwright.protocol.threads import Message, text_digest, text_of
from graphwright.runs.scope import StepScope
from graphwright.turns.ask_for import ask_for
from graphwright.turns.changes import propose


class FinishedDiscussion(Record, frozen=True, kw_only=True):
    """The last word, the record, and the proposal if there is one."""

    record: DecisionRecord
    text: str
    message_id: MessageId
    proposal_id: ProposalId | None = None


class DiscussionEnd(Struct, frozen=True):
    """The end of one discussion."""

    calls: DiscussionCalls
    proceedings: Proceedings
    question_id: MessageId
    """The person's message that the discussion answers."""

    async def close(self, step: StepScope) -> Closing | None:
        """The last persona's decision; `None` when it cannot be had, then the votes decide alone."""
        proceedings = self.proceedings
        offers = [turn.place.label for turn in proceedings.turns if turn.operations]
        place, brief = proceedings.last_place, self.calls.brief
        try:
            answer = await ask_for(
                step,
                self.calls.calls_of(place),
                close_request(brief, proceedings.sofar(), place, offers),
                ClosingForm,
                lambda form: closing_of(form, offers),
                label=place.persona,
                language=brief.language,
            )
        except BudgetExceeded:
            answer = None
        if answer is None or answer.meant is None:  # nothing is lost: the record is made of the votes, and says so
            step.verdict("failed")
            return None
        return answer.meant

    async def check_kept(self, step: StepScope) -> bool:
        """Is every turn stored as it was said, without a gap and in order (I-16)? `StoreDamaged`."""
        proceedings, run_id = self.proceedings, step.run_id
        kept = [turn for done in proceedings.rounds for turn in done.turns]
        try:
            validate_message_ordering(kept, proceedings.names)
        except InvalidCommand as error:
            raise StoreDamaged(f"the turns of run {run_id} are out of order: {error.message}") from None
        for turn in proceedings.turns:
            stored = await self.calls.ports.project.find(Message, turn.message_id)
            if (
                stored is None
                or text_digest(text_of(stored.parts)) != turn.digest
                or stored.author.name != turn.persona
            ):
                raise StoreDamaged(f"turn {turn.place.label} of run {run_id} is not stored as it was said")
        step.verdict("passed")
        return True

    async def finish(self, step: StepScope, reason: EndReason, closing: Closing | None) -> FinishedDiscussion:
        """What holds of the changes becomes one proposal, in one transaction with the last word."""
        proceedings, brief, ports = self.proceedings, self.calls.brief, self.calls.ports
        takes = None if closing is None or closing.takes is None else set(closing.takes)
        offering = [t for t in proceedings.turns if t.operations and (takes is None or t.place.label in takes)]
        origin = {operation.id: turn for turn in offering for operation in turn.operations}
        kept, dropped = self._holding(step, merged([turn.operations for turn in offering]), origin)
        record = build_record(
            brief.topic,
            brief.language,
            proceedings,
            reason,
            ports.project.graph,
            closing=closing,
            decided_by="votes" if closing is None else "model" if ports.calls.is_language_model else "rules",
            changes=[
                ProposedChange(
                    operation_id=each.id,
                    turn=origin[each.id].place.label,
                    persona=origin[each.id].persona,
                    text=change_text(each, ports.project.graph),
                )
                for each in kept
            ],
            dropped=dropped,
        )
        text = final_message(record)
        parent = proceedings.turns[-1].message_id if proceedings.turns else self.question_id
        message_id = MessageId(step.stable_id("message"))
        head = self.calls.head(proceedings.last_place, message_id, parent, is_last_word=True)
        proposal_id = self.calls.turn_context.proposal_id if kept else None
        last_word = head.completed(text, NOTHING_USED, proposal_id=proposal_id)
        if proposal_id is None:
            await step.record([last_word])
            return FinishedDiscussion(record=record, text=text, message_id=message_id)
        await propose(
            step,
            ports.proposals,
            self.calls.dry_run(step, kept),
            last_word,
            proposal_id=proposal_id,
            reason=brief.topic[:1_000],
            provenance={each: f"{turn.persona}, {turn.place.label}" for each, turn in origin.items()},
        )
        return FinishedDiscussion(record=record, text=text, message_id=message_id, proposal_id=proposal_id)

    def _holding(
        self, step: StepScope, operations: Sequence[Operation], origin: dict[OperationId, DiscussionTurn]
    ) -> tuple[list[Operation], list[DroppedChange]]:
        """The operations that hold, and those that do not, each with its problem."""
        left, graph = list(operations), self.calls.ports.project.graph
        texts = {operation.id: change_text(operation, graph) for operation in left}
        dropped: dict[OperationId, DroppedChange] = {}
        while left:
            plan = self.calls.dry_run(step, left)
            faulty = {each.id: problem for each in left for problem in plan.problems if problem.operation_id == each.id}
            if plan.problems and not faulty:  # of the whole: nothing can be taken out to mend it
                faulty = {operation.id: plan.problems[0] for operation in left}
            if not faulty:
                return (left if plan.changes else []), list(dropped.values())
            for operation_id, problem in faulty.items():
                dropped[operation_id] = DroppedChange(
                    operation_id=operation_id,
                    turn=origin[operation_id].place.label,
                    problem=problem,
                    text=texts[operation_id],
                )
            left = [operation for operation in left if operation.id not in faulty]
        return [], list(dropped.values())


def change_text(operation: Operation, graph: Graph) -> str:
    """An operation as a line that people read, with the name of the node it is about; its id where it has none."""
    with suppress(InvalidCommand):
        line = next(
            line
            for line in write_diff([operation], graph.ontology, graph=graph).splitlines()
            if line.startswith(("+", "~", "-"))
        )
        if isinstance(operation, NodeUpdate | NodeDelete):
            found = graph.find(operation.ref)
            line += f" ({graph.nodes[found[0]].name})" if len(found) == 1 else ""
        return line
    return operation.id
