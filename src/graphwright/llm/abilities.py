"""Which workflows a language model can do, and why not. Pure: from its capabilities, key, last day and probe."""

from __future__ import annotations

from datetime import date
from typing import Final

from graphwright.llm.capabilities import Capabilities
from graphwright.protocol.language_models import Ability, ModelProbe, Obstacle, WorkflowAbility
from graphwright.setting_kinds import WORKFLOWS

ENOUGH_CONTEXT: Final = 16_384
"""Tokens: a model of some hundred nodes, the tools and an answer."""
_NEEDS_TOOLS: Final = frozenset({"ask"})
_ANSWERS_BY_SCHEMA: Final = frozenset({"investigate", "discuss"})
_FATAL: Final = frozenset[Obstacle]({"noKey", "ended", "unreachable"})


def abilities_of(
    known: Capabilities, probe: ModelProbe | None, *, missing_key: str, today: date
) -> list[WorkflowAbility]:
    """One row per workflow."""
    return [_ability(workflow, known, probe, missing_key=missing_key, today=today) for workflow in WORKFLOWS]


def _ability(
    workflow: str, known: Capabilities, probe: ModelProbe | None, *, missing_key: str, today: date
) -> WorkflowAbility:
    context = (probe.context if probe else None) or known.context
    answered = probe is not None and not probe.error
    found: list[tuple[bool, Obstacle]] = [
        (bool(missing_key), "noKey"),
        (bool(known.ends) and date.fromisoformat(known.ends) < today, "ended"),
        (probe is not None and bool(probe.error) and not missing_key, "unreachable"),
        (workflow in _NEEDS_TOOLS and not (known.tools and (probe is None or not answered or probe.tools)), "noTools"),
        (workflow in _ANSWERS_BY_SCHEMA and known.schema != "strict", "schemaInWords"),
        (workflow in _ANSWERS_BY_SCHEMA and answered and probe is not None and not probe.schema, "noSchema"),
        (context is not None and context < ENOUGH_CONTEXT, "shortContext"),
        (not known.is_known and probe is None, "unknown"),
    ]
    obstacles: list[Obstacle] = [obstacle for is_there, obstacle in found if is_there]
    ability: Ability = "yes"
    if _FATAL.intersection(obstacles):
        ability = "no"
    elif set(obstacles) - {"schemaInWords"}:
        ability = "limited"
    return WorkflowAbility(workflow=workflow, ability=ability, obstacles=obstacles)
