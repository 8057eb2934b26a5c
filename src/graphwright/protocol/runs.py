"""What happens when somebody asks: runs, their steps, the forms they wait for, and what they cost."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from graphwright.protocol.base import NOT_GIVEN, Count, JsonValue, OptionalRaw, Record, Time
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import ProposalId, RunId, StepId, ThreadId

StepKind: TypeAlias = str
"""What a step does, such as `model_call`. Each workflow names its own (`workflows.registry`); a page that does not know
one shows it as it is called."""
StepStatus: TypeAlias = Literal["pending", "running", "waiting", "completed", "failed", "cancelled", "skipped"]
RunStatus: TypeAlias = Literal["queued", "running", "waiting", "completed", "failed", "cancelled"]
ENDED_RUN: Final[frozenset[RunStatus]] = frozenset({"completed", "failed", "cancelled"})
Outcome: TypeAlias = Literal["applied", "proposed", "answered", "refused"]
Verdict: TypeAlias = Literal["passed", "failed"]
WorkflowName: TypeAlias = str
"""One of those in `workflows.registry`."""
SteerAction: TypeAlias = Literal["speak", "askPersona", "addRounds", "stopAfterTurn", "vote"]
PersonStance: TypeAlias = Literal["agree", "object", "withdrawn"]
"""What a person says to a claim; `withdrawn`: nothing any more."""


class Usage(Record, frozen=True, kw_only=True):
    """Tokens and money of model calls. `cost_micros` is millionths of `currency`."""

    input_tokens: Count
    cached_tokens: Count
    output_tokens: Count
    cost_micros: Count
    currency: str
    estimated: bool


class Totals(Record, frozen=True, kw_only=True):
    """Figures of a whole run, computed from its steps and never written by hand (WC-04)."""

    steps: Count
    model_calls: Count
    searches: Count
    input_tokens: Count
    output_tokens: Count
    cost_micros: Count
    documents_retrieved: Count
    documents_used: Count
    branching_points: Count
    dynamic_branches: Count
    max_depth: Count
    parallel_groups: Count
    tool_calls: Count = 0


class StoredError(Record, frozen=True, kw_only=True):
    """An error as a run remembers it, and as the wire shows it."""

    code: str
    message: str
    retry: Literal["never", "later", "model"]
    fields: dict[str, JsonValue] = {}


class Run(Record, frozen=True, kw_only=True):
    """One execution of a workflow, started by one message."""

    run_id: RunId
    workflow: str
    workflow_version: Count
    author: Author
    """Who asked."""
    question: str
    status: RunStatus
    revision: Count
    """The revision the run pinned when it began."""
    totals: Totals
    started_at: Time
    thread_id: ThreadId | None = None
    ended_at: Time | None = None
    outcome: Outcome | None = None
    result: OptionalRaw = NOT_GIVEN


class Step(Record, frozen=True, kw_only=True):
    """A node of a run's tree. A result over 4 KB is a summary here and whole under `result_ref`."""

    step_id: StepId
    run_id: RunId
    parent_id: StepId | None
    key: str
    """Parent key + kind + explicit key or ordinal: what replay finds the step by (ADR-10)."""
    kind: str
    label: str
    status: StepStatus
    attempt: Count
    depends_on: list[StepId]
    started_at: Time
    verdict: Verdict | None = None
    ended_at: Time | None = None
    duration_ms: Count | None = None
    usage: Usage | None = None
    result: OptionalRaw = NOT_GIVEN
    result_ref: str | None = None
    error: StoredError | None = None
    digest: str | None = None
    """Over the encoded arguments: another digest on replay means the run has diverged."""


class FormField(Record, frozen=True, kw_only=True):
    """One question of a form."""

    key: str
    label: str
    type: Literal["text", "number", "choice", "choices", "boolean"]
    required: bool
    options: list[str] = []
    """All that may be chosen; of a text, answers that may be given beside words of one's own."""
    unit: str | None = None
    default: JsonValue | None = None
    min: float | None = None
    max: float | None = None


class Form(Record, frozen=True, kw_only=True):
    """What a run asks of a person."""

    fields: list[FormField]
    who_may_answer: str
    deadline: Time | None = None
    assumption_on_skip: str | None = None


class Wait(Record, frozen=True, kw_only=True):
    """An open wait: a form, or a proposal that wants a decision."""

    step_id: StepId
    form: Form | None = None
    proposal_id: ProposalId | None = None
    expires_at: Time | None = None


ZERO_TOTALS = Totals(
    steps=0,
    model_calls=0,
    searches=0,
    input_tokens=0,
    output_tokens=0,
    cost_micros=0,
    documents_retrieved=0,
    documents_used=0,
    branching_points=0,
    dynamic_branches=0,
    max_depth=0,
    parallel_groups=0,
)
