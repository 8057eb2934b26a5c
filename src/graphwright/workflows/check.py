"""Check: the model is held against all rules, ours and those of plugins; the answer says what is new since the last.

own rules -> rules of plugins -> compare. It needs no language model and changes nothing. What it found is kept as one
event, `model.checked`, in the transaction of its answer: webhooks tell it, and the next check compares with it, whoever
asked for either. What only a later phase of the project asks for does not count yet.
"""

from __future__ import annotations

from typing import Final

from msgspec import structs

from graphwright.context.workflow_choice import PLEASE
from graphwright.fold import HEADER
from graphwright.graph.findings import in_order, is_later
from graphwright.languages import load
from graphwright.llm.prices import NOTHING_USED
from graphwright.operations.survey import Survey
from graphwright.ports import in_thread
from graphwright.protocol.base import Count, Record
from graphwright.protocol.checks import ModelCheck
from graphwright.protocol.events import ModelChecked
from graphwright.protocol.ids import FindingId
from graphwright.protocol.operations import Finding
from graphwright.protocol.texts import Value
from graphwright.protocol.wire import decode, encode
from graphwright.runs.scope import RunScope, StepScope
from graphwright.store.base import Sha256
from graphwright.text.messages import filled, hint_of, message_of
from graphwright.text.recognition import Recogniser
from graphwright.turns.message_stream import assistant_head
from graphwright.turns.preparation import TurnContext
from graphwright.turns.unprompted import unprompted_turn
from graphwright.turns.workflow import WorkflowDefinition, WorkflowRequest, WorkflowResult
from graphwright.turns.workflow_ports import WorkflowPorts

KEPT: Final = 100
"""Findings, and ids of findings, that the event holds; the others are counted."""
TOLD: Final = 20
"""Findings in the answer; more than that nobody reads in a message."""
_NAMED: Final = 3
"""Elements of one finding whose ids are told."""
_CHECKS: Final = Recogniser(PLEASE + r"(?:<workflow.checking>)[\W_]*(?:(?:<workflow.please>)[\W_]*)?$")


class CheckResult(WorkflowResult, frozen=True, kw_only=True):
    """What was found, and what of it is new."""

    check: ModelCheck


class FoundByRules(Record, frozen=True, kw_only=True):
    """What some of the rules find: of what was there before the ids are enough."""

    finding_ids: list[FindingId]
    """Of the worst, at most `KEPT`."""
    finding_count: Count | None = None
    """Of all; absent where the list is whole."""
    findings_sha256: str | None = None
    """The blob with the ids of all, where the list is cut."""
    introduced: list[Finding]
    """The worst of what is new, at most `KEPT`; of a first check the worst of all."""
    introduced_count: Count
    later: Count
    """What only a later phase asks for."""


class CheckBegun(FoundByRules, frozen=True, kw_only=True):
    """What our rules find, and the turn that the check belongs to."""

    turn_context: TurnContext
    before: ModelCheck | None
    """The check before this one."""
    phase: Count
    revision: Count
    """That was read: somebody may have changed the model since the check was asked for."""


class CheckCompared(Record, frozen=True, kw_only=True):
    """The check and the words in which it is told."""

    text: str
    check: ModelCheck


def is_checking(text: str) -> bool:
    """Does a message ask for a check?"""
    return _CHECKS.match(text) is not None


WORKFLOW: Final = WorkflowDefinition(
    name="check",
    result=CheckResult,
    is_named_in=is_checking,
    step_kinds=("own_rules", "plugin_rules", "compare"),
)


class Check:
    """The workflow with its ports."""

    def __init__(self, ports: WorkflowPorts) -> None:
        self._ports = ports
        self._project = ports.project
        self._survey = Survey(ports.project.clock)

    async def run(self, run: RunScope, request: WorkflowRequest) -> CheckResult:
        """Check the model once."""
        begun = await run.step("own_rules", self._begin, request)
        foreign = await run.step("plugin_rules", self._ask_plugins, begun)
        compared = await run.step("compare", self._compare, begun, foreign)
        message_id = begun.turn_context.message_id
        return CheckResult(outcome="answered", answer=compared.text, message_id=message_id, check=compared.check)

    # the steps ---------------------------------------------------------------------------------------------------

    async def _begin(self, step: StepScope, request: WorkflowRequest) -> CheckBegun:
        project = self._project
        turn_context = unprompted_turn(step, project, request, WORKFLOW.name)
        before = await project.find(ModelCheck, HEADER)
        phase = project.header.phase
        made = await self._survey.of(project)
        found = await self._counted(made.findings, before, phase)
        return CheckBegun(
            **structs.asdict(found), turn_context=turn_context, before=before, phase=phase, revision=made.revision
        )

    async def _ask_plugins(self, _step: StepScope, begun: CheckBegun) -> FoundByRules:
        return await self._counted(await self._ports.more_findings(self._project.graph), begun.before, begun.phase)

    async def _compare(self, step: StepScope, begun: CheckBegun, foreign: FoundByRules) -> CheckCompared:
        """The event for everybody and the answer for whoever asked, in one transaction; after a crash not again."""
        before = begun.before
        found = [*await self._all_ids(begun), *await self._all_ids(foreign)]
        known = () if before is None else await self._all_ids(before)
        worst = in_order([*begun.introduced, *foreign.introduced], begun.phase)[:KEPT]
        check = ModelChecked(
            run_id=step.run_id,
            at=self._project.clock.now(),
            revision=begun.revision,
            since=None if before is None else before.revision,
            introduced=[] if before is None else worst,
            introduced_count=0 if before is None else begun.introduced_count + foreign.introduced_count,
            resolved_count=len({*known} - {*found}),
            finding_ids=found[:KEPT],
            finding_count=len(found),
            findings_sha256=await self._kept_apart(found),
        )
        text = self._told(check, worst, later=begun.later + foreign.later, language=begun.turn_context.language)
        kept = await self._project.find(ModelCheck, HEADER)
        if kept is not None and kept.run_id == step.run_id:
            return CheckCompared(text=text, check=kept)
        await step.record([check, assistant_head(begun.turn_context).completed(text, NOTHING_USED)])
        return CheckCompared(text=text, check=check)

    # what is compared --------------------------------------------------------------------------------------------

    async def _counted(self, findings: list[Finding], before: ModelCheck | None, phase: int) -> FoundByRules:
        """What counts in a phase, what of it was not there before, and how much comes later."""
        known = frozenset(() if before is None else await self._all_ids(before))

        def counted() -> tuple[list[FindingId], list[Finding]]:
            now = [each for each in in_order(findings, phase) if not is_later(each, phase)]
            return [each.finding_id for each in now], [each for each in now if each.finding_id not in known]

        found, fresh = await in_thread(counted)
        return FoundByRules(
            finding_ids=found[:KEPT],
            finding_count=len(found),
            findings_sha256=await self._kept_apart(found),
            introduced=fresh[:KEPT],
            introduced_count=len(fresh),
            later=len(findings) - len(found),
        )

    async def _kept_apart(self, found: list[FindingId]) -> str | None:
        """A list that is too long to be told or kept with a step, as a blob."""
        return await self._project.store.put_blob(encode(found)) if len(found) > KEPT else None

    async def _all_ids(self, found: FoundByRules | ModelCheck) -> list[FindingId]:
        apart = found.findings_sha256
        kept = None if apart is None else await self._project.store.get_blob(Sha256(apart))
        return found.finding_ids if kept is None else decode(kept, list[FindingId])

    # the words ---------------------------------------------------------------------------------------------------

    def _told(self, check: ModelCheck, worst: list[Finding], *, later: int, language: str) -> str:
        count = check.finding_count or 0
        parts = [_said("found" if count else "clean", language, revision=str(check.revision), count=count)]
        is_first = check.since is None
        if not is_first:
            changed = check.introduced_count or check.resolved_count
            parts.append(
                _said(
                    "news" if changed else "same",
                    language,
                    since=str(check.since),
                    introduced=check.introduced_count,
                    resolved=check.resolved_count,
                )
            )
        if worst:
            lines = [f"- {self._line(each, language)}" for each in worst[:TOLD]]
            parts.append("\n".join([_said("worst" if is_first else "new", language), "", *lines]))
        left = (count if is_first else check.introduced_count) - min(len(worst), TOLD)
        if left:
            parts.append(_said("more", language, count=left))
        if later:
            parts.append(_said("later", language, count=later))
        return "\n\n".join(parts)

    def _line(self, finding: Finding, language: str) -> str:
        """A finding with its advice and the ids of what it is about."""
        nodes = self._project.graph.nodes
        ids = [nodes[each].semantic_id for each in finding.node_ids if each in nodes][:_NAMED]
        told = f"{message_of(finding, language)} {hint_of(finding, language)}".strip()
        return f"{told} ({', '.join(ids)})" if ids else told


def _said(case: str, language: str, **values: Value) -> str:
    return filled(load(language, "sentences", "check", dict[str, str])[case], values, language)
