"""The reviews that end a phase: SRR, PDR, CDR, TRR. Which rules and least values a gate asks for is the profile's.

A gate is passed when its rules have no findings (remarks aside), no error of its own or an earlier phase is left, and
every measure reaches its threshold. Findings of later phases never hold it up (K-13). A model that holds none of what
the rules of a gate are about has not passed it: there is nothing to judge yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from graphwright.graph.profile import Measure
from graphwright.graph.quality import subjects_of
from graphwright.graph.rules import RULES
from graphwright.protocol.base import Record

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.graph.ontology import Gate
    from graphwright.graph.quality import Quality
    from graphwright.protocol.operations import Finding


class GateRule(Record, frozen=True, kw_only=True):
    """A rule that a gate asks for, and how many findings it has."""

    rule_id: str
    findings: int
    passed: bool


class GateThreshold(Record, frozen=True, kw_only=True):
    """A measure that a gate asks for."""

    measure: Measure
    value: float | None
    """`None`: there is nothing that is measured, so the gate is not passed."""
    least: float
    passed: bool


class GateResult(Record, frozen=True, kw_only=True):
    """How a model stands at a gate."""

    gate: str
    phase: int
    passed: bool
    judged: bool
    """Whether the model holds anything that the gate is about; else it is not passed, and nothing is wrong either."""
    rules: list[GateRule]
    thresholds: list[GateThreshold]
    errors: int
    """Findings of severity error in this phase and the ones before it."""


def check_gates(graph: Graph, findings: Iterable[Finding], quality: Quality) -> list[GateResult]:
    """Every gate of the profile, in order of phase."""
    listed, gates = list(findings), graph.ontology.gates.values()
    return [check_gate(graph, gate, listed, quality) for gate in sorted(gates, key=lambda each: each.phase)]


def check_gate(graph: Graph, gate: Gate, findings: Iterable[Finding], quality: Quality) -> GateResult:
    """One gate. `quality` is of the gate's phase or a later one."""
    told = [finding for finding in findings if finding.severity != "info"]
    counts = Counter(finding.rule_id for finding in told)
    errors = sum(1 for finding in told if finding.severity == "error" and finding.phase <= gate.phase)
    rules = [GateRule(rule_id=rule, findings=counts[rule], passed=counts[rule] == 0) for rule in gate.rules]
    measures = quality.measures
    thresholds = [
        GateThreshold(measure=measure, value=value, least=least, passed=value is not None and value >= least)
        for measure, least in gate.thresholds.items()
        for value in [measures[measure]]
    ]
    judged = _is_about_something(graph, gate)
    return GateResult(
        gate=gate.name,
        phase=gate.phase,
        passed=judged
        and errors == 0
        and all(rule.passed for rule in rules)
        and all(each.passed for each in thresholds),
        judged=judged,
        rules=rules,
        thresholds=thresholds,
        errors=errors,
    )


def _is_about_something(graph: Graph, gate: Gate) -> bool:
    """Whether a rule that the gate asks for has subjects; one about many types judges only what others are about."""
    own = [rule for rule in gate.rules if len(RULES[rule].of) == 1]
    return any(subjects_of(graph, rule) for rule in own or gate.rules) if gate.rules else bool(graph.nodes)
