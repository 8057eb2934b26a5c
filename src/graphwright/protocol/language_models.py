"""What is told about the configured language models: what each can do, and why it cannot do the rest."""

from __future__ import annotations

from typing import Literal, TypeAlias

from graphwright.protocol.base import Count, Record, Time

Ability: TypeAlias = Literal["yes", "limited", "no"]
Obstacle: TypeAlias = Literal[
    "noKey", "ended", "unreachable", "noTools", "shortContext", "schemaInWords", "noSchema", "unknown"
]
"""Why a workflow is limited or impossible. `unknown`: nobody knows this name, and it was not probed."""


class WorkflowAbility(Record, frozen=True, kw_only=True):
    """Whether a language model can do a workflow."""

    workflow: str
    ability: Ability
    obstacles: list[Obstacle]


class ModelProbe(Record, frozen=True, kw_only=True):
    """What the smallest possible calls have found out about a language model."""

    at: Time
    error: str = ""
    """Why it could not be asked; empty: it answered."""
    temperature: bool = False
    schema: bool = False
    """It answers by a JSON schema."""
    tools: bool = False
    """It calls a function when told to."""
    context: Count | None = None
    """Of a server that tells how much it has loaded the model with."""


class ModelPrice(Record, frozen=True, kw_only=True):
    """Dollars per million tokens."""

    input: float
    cached: float
    output: float
    as_of: str


class BudgetAmounts(Record, frozen=True, kw_only=True):
    """What may be used up; None: no limit."""

    calls: Count | None
    tokens: Count | None
    seconds: Count | None
    money: Count | None
    """Millionths of a dollar."""


class ModelUse(Record, frozen=True, kw_only=True):
    """What a workflow, or one of its personas, asks, how much that thinks, and what it may use up."""

    workflow: str
    persona: str
    """Empty: all of the workflow that has no row of its own."""
    model: str
    effort: str
    """That it is asked with; empty: the model's own."""
    budget: BudgetAmounts
    """Of one run; of a persona in one round, which counts towards that of the run."""


class ConfiguredModel(Record, frozen=True, kw_only=True):
    """One configured language model."""

    model: str
    family: str
    """Empty: nobody knows this name."""
    used_for: list[str]
    """`WORKFLOW` or `WORKFLOW.PERSONA` that asks it first."""
    is_fallback: bool
    dialect: str
    effort: str
    """That it is asked with; empty: its own."""
    efforts: list[str]
    temperature: bool
    schema: str
    tools: bool
    context: Count | None
    max_output: Count | None
    price: ModelPrice | None
    """None: not known; a budget in money refuses its calls."""
    ends: str
    """The last day of its service; empty: none is announced."""
    missing_key: str
    """The variable that should hold its key and does not."""
    workflows: list[WorkflowAbility]
    probe: ModelProbe | None
