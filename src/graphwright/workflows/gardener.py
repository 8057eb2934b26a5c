"""Gardener: the model is looked over for what would do it good; everything it would change is one proposal.

findings -> duplicates, missing links, stale evidence, neglected parts -> plan -> proposal and answer. Rules look, so it
needs no language model. Each suggestion is a group of the proposal with its reason, accepted or turned down by itself;
what only people can judge is told in the answer. Nothing is ever applied, whatever the policy of the project (ADR-33).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Final

from msgspec import Meta

from graphwright.context.workflow_choice import PLEASE
from graphwright.gardening.choosing import Chosen, choose
from graphwright.gardening.duplicates import duplicates
from graphwright.gardening.missing_links import missing_links
from graphwright.gardening.neglected import neglected
from graphwright.gardening.stale_evidence import stale_evidence
from graphwright.gardening.suggestion import CONCERNS, Concern, GardenSuggestion, GardenSuggestions, said
from graphwright.graph.findings import in_order
from graphwright.llm.prices import NOTHING_USED
from graphwright.operations.digests import shown_on
from graphwright.operations.plan import Plan
from graphwright.operations.proposals import open_proposals
from graphwright.operations.survey import PAUSE_S, Survey
from graphwright.protocol.base import Command
from graphwright.protocol.comments import Comment, open_comments
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import ChangeGroup, Finding
from graphwright.protocol.wire import encode
from graphwright.runs.scope import RunScope, StepScope
from graphwright.text.recognition import Recogniser
from graphwright.turns.changes import ChangingResult, PlannedChanges, propose, submission_of
from graphwright.turns.message_stream import assistant_head
from graphwright.turns.preparation import TurnContext
from graphwright.turns.unprompted import unprompted_turn
from graphwright.turns.workflow import WorkflowDefinition, WorkflowRequest
from graphwright.turns.workflow_ports import WorkflowPorts

GROUPS: Final = 20
"""Suggestions in one proposal: more than that nobody decides with care."""
MOST: Final = 100
FOUND: Final = 1_000
"""Suggestions of one concern that are kept; what is more is counted, and found the next time."""
FOUND_BYTES: Final = 2 * 1024 * 1024
"""What they are kept in: a merge of what much hangs on is large."""
COUNTED: Final = 10_000
"""Suggestions of one concern that are counted; in a model that has more nobody looks on."""
_ROUNDS: Final = 12
"""So often suggestions that the model as it is now refuses are left out."""
_TENDS: Final = Recogniser(PLEASE + r"(?:<workflow.tending>)")


class GardenerOptions(Command, frozen=True, kw_only=True):
    """What the gardener looks after, and how much it proposes at once."""

    concerns: Annotated[list[Concern], Meta(min_length=1, max_length=len(CONCERNS))] | None = None
    """All four when absent."""
    most: Annotated[int, Meta(ge=1, le=MOST)] = GROUPS
    """Suggestions in the proposal, and as many that are only told."""


class GardenerResult(ChangingResult, frozen=True, kw_only=True):
    """What was proposed, group by group, and what was only told."""

    groups: list[ChangeGroup]
    told: list[GardenSuggestion]
    left: int
    """Suggestions that stand back until these are decided, as far as they were counted."""


class ProposedGarden(PlannedChanges, frozen=True, kw_only=True):
    """The proposal as far as the result tells it."""

    text: str
    groups: list[ChangeGroup] = []
    told: list[GardenSuggestion] = []
    left: int = 0


def is_tending(text: str) -> bool:
    """Does a message ask for the gardener?"""
    return _TENDS.match(text) is not None


WORKFLOW: Final = WorkflowDefinition(
    name="gardener",
    options=GardenerOptions,
    result=GardenerResult,
    is_named_in=is_tending,
    step_kinds=("survey", "duplicates", "missing_links", "stale_evidence", "neglected_parts", "plan"),
)


class Gardener:
    """The workflow with its ports."""

    def __init__(self, ports: WorkflowPorts) -> None:
        self._ports = ports
        self._project = ports.project
        self._survey = Survey(ports.project.clock)

    async def run(self, run: RunScope, request: WorkflowRequest) -> GardenerResult:
        """Look the model over once."""
        options = WORKFLOW.read_options(request) or GardenerOptions()
        assert isinstance(options, GardenerOptions)  # noqa: S101  read as such
        concerns = options.concerns or [*CONCERNS]
        turn_context = await run.step("survey", self._find, request)
        found: list[GardenSuggestions] = []
        if "duplicates" in concerns:
            found.append(await run.step("duplicates", self._duplicates, turn_context))
        if "links" in concerns:
            found.append(await run.step("missing_links", self._links, turn_context))
        if "evidence" in concerns:
            found.append(await run.step("stale_evidence", self._evidence, turn_context))
        if "neglected" in concerns:
            found.append(await run.step("neglected_parts", self._neglected, turn_context))
        proposed = await run.step("plan", self._propose, turn_context, found, options.most, label="proposal")
        return GardenerResult(
            outcome="proposed" if proposed.operations else "answered",
            answer=proposed.text,
            message_id=turn_context.message_id,
            proposal_id=turn_context.proposal_id if proposed.operations else None,
            operations=proposed.operations,
            batches=proposed.batches,
            problems=proposed.problems,
            findings=proposed.findings,
            notes=proposed.notes,
            groups=proposed.groups,
            told=proposed.told,
            left=proposed.left,
        )

    # the steps ---------------------------------------------------------------------------------------------------

    async def _find(self, step: StepScope, request: WorkflowRequest) -> TurnContext:
        """The survey is made here and stays in memory: of a large model it is more than a step may keep."""
        turn_context = unprompted_turn(step, self._project, request, WORKFLOW.name)
        await self._survey.of(self._project)
        return turn_context

    async def _duplicates(self, step: StepScope, turn_context: TurnContext) -> GardenSuggestions:
        return await self._gathered(
            step, lambda findings: duplicates(self._project.graph, findings, turn_context.language)
        )

    async def _links(self, step: StepScope, turn_context: TurnContext) -> GardenSuggestions:
        phase = self._project.header.phase
        return await self._gathered(
            step,
            lambda findings: missing_links(self._project.graph, in_order(findings, phase), turn_context.language),
        )

    async def _evidence(self, step: StepScope, turn_context: TurnContext) -> GardenSuggestions:
        library = self._ports.retrieval.library
        links = await library.links()
        titles = {each.document_id: each.title for each in await library.documents()}
        gone = {
            link.passage_id: titles.get(link.document_id, link.document_id)
            for link in links
            if await library.standing(link) is None
        }
        return await self._gathered(
            step, lambda _: stale_evidence(self._project.graph, links, gone, turn_context.language)
        )

    async def _neglected(self, step: StepScope, turn_context: TurnContext) -> GardenSuggestions:
        spoken_of = {link.node_id for link in await self._ports.retrieval.library.links()}
        spoken_of |= {NodeId(each.about) for each in open_comments(await self._project.read_all(Comment))}
        for proposal in await open_proposals(self._project):
            spoken_of |= {NodeId(each) for operation in proposal.operations for each in shown_on(operation)}
        return await self._gathered(
            step, lambda findings: neglected(self._project.graph, findings, spoken_of, turn_context.language)
        )

    async def _gathered(
        self, step: StepScope, look: Callable[[list[Finding]], Iterator[GardenSuggestion | None]]
    ) -> GardenSuggestions:
        """What is found, in slices; begun anew when somebody changes the model meanwhile."""
        await step.durable()
        while True:
            findings = (await self._survey.of(self._project)).findings
            found = await self._looked(step, look(findings))
            if found is not None:
                return found

    async def _looked(self, step: StepScope, found: Iterator[GardenSuggestion | None]) -> GardenSuggestions | None:
        """One look; `None` where the model changed under it."""
        revision, suggestions = self._project.graph.revision, list[GardenSuggestion]()
        count, room = 0, FOUND_BYTES
        for each in found:
            if self._project.graph.revision != revision:
                return None
            if each is not None:
                if count == COUNTED:
                    return GardenSuggestions(suggestions=suggestions, left=count - len(suggestions), is_cut=True)
                count += 1
                size = len(encode(each))
                if len(suggestions) < FOUND and size <= room:
                    suggestions.append(each)
                    room -= size
                step.progress(count, count)
            await self._project.clock.sleep(PAUSE_S)
        if self._project.graph.revision != revision:
            return None
        return GardenSuggestions(suggestions=suggestions, left=count - len(suggestions))

    async def _propose(
        self, step: StepScope, turn_context: TurnContext, found: list[GardenSuggestions], most: int
    ) -> ProposedGarden:
        """One proposal for all that can be changed, and the message that names it, in one transaction."""
        suggestions = [each for one in found for each in one.suggestions]
        chosen, plan = await self._planned(step, turn_context, suggestions, most)
        left = chosen.left + sum(one.left for one in found)
        groups = [
            ChangeGroup(operation_ids=each.operation_ids, reason=each.suggestion.reason) for each in chosen.proposed
        ]
        is_cut = any(one.is_cut for one in found)
        text = _told(chosen, turn_context.language, left=left, is_cut=is_cut)
        head = assistant_head(turn_context)
        if groups:
            await propose(
                step,
                self._ports.proposals,
                plan,
                head.completed(text, NOTHING_USED, proposal_id=turn_context.proposal_id),
                proposal_id=turn_context.proposal_id,
                reason=said("proposal", turn_context.language, count=len(groups)),
                groups=groups,
            )
        else:
            await step.record([head.completed(text, NOTHING_USED)])
        return ProposedGarden(
            text=text,
            operations=plan.operations if groups else [],
            batches=plan.batches if groups else [],
            findings=plan.findings.introduced if groups else [],
            notes=plan.notes if groups else [],
            groups=groups,
            told=chosen.told,
            left=left,
        )

    async def _planned(
        self, step: StepScope, turn_context: TurnContext, found: list[GardenSuggestion], most: int
    ) -> tuple[Chosen, Plan]:
        """What holds on the model as it is now: a suggestion with a problem is left out, whole.

        A conflict with what came since the survey is one, too.
        """
        commits = await self._project.commits_since(turn_context.revision)
        wanted = list(found)
        for _ in range(_ROUNDS):
            chosen = choose(wanted, most=most)
            operations = [each for one in chosen.proposed for each in one.suggestion.operations]
            submission = submission_of(step, turn_context, operations, loose=False)
            plan = self._ports.committer.dry_run(submission, commits)
            faulty = {problem.operation_id for problem in plan.problems}
            bad = [one for one in chosen.proposed if not faulty.isdisjoint(one.operation_ids)]
            if not plan.problems:
                return chosen, plan
            if not bad:
                break
            reasons = {one.suggestion.reason for one in bad}
            wanted = [each for each in wanted if each.reason not in reasons]
        nothing = choose([each for each in found if not each.operations], most=most)
        return nothing, self._ports.committer.dry_run(submission_of(step, turn_context, [], loose=False))


def _told(chosen: Chosen, language: str, *, left: int, is_cut: bool) -> str:
    """The answer: what is proposed and what is to be looked at, each with its reason."""
    if not chosen.proposed and not chosen.told and not left:
        return said("nothing", language)
    parts: list[str] = []
    if chosen.proposed:
        lines = [f"{number}. {each.suggestion.reason}" for number, each in enumerate(chosen.proposed, 1)]
        parts.append("\n".join([said("proposes", language, count=len(lines)), "", *lines]))
    if chosen.told:
        lines = [f"- {each.reason}" for each in chosen.told]
        parts.append("\n".join([said("look", language, count=len(lines)), "", *lines]))
    if left:
        parts.append(said("leftAtLeast" if is_cut else "left", language, count=left))
    return "\n\n".join(parts)
