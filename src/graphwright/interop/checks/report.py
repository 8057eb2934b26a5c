"""What a check found, as every form of it needs it: rules, what breaks them, and where that stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from graphwright.graph.document import Graph
from graphwright.graph.findings import SEVERITIES, in_order, is_later
from graphwright.protocol.operations import Finding, Problem, Severity
from graphwright.text.messages import hint_of, message_of, title_of

CheckFormat: TypeAlias = Literal["text", "sarif", "junit", "github"]
UNREADABLE: Final = "unreadable"
"""The rule that a folder breaks which is no model."""


class CheckedRule(Struct, frozen=True):
    """A rule that was looked at."""

    rule_id: str
    title: str
    severity: Severity


class CheckedFault(Struct, frozen=True):
    """One place where a rule is broken."""

    rule_id: str
    severity: Severity
    message: str
    hint: str
    subject: str
    """The semantic id of what it is about; empty where that is not known."""
    path: str
    """The file; empty where the model has none."""
    line: int
    fingerprint: str
    """The same fault has the same one in every run."""


class CheckedModel(Struct, frozen=True):
    """Everything that was looked at, and everything that was found in the phase of the model."""

    name: str
    rules: list[CheckedRule]
    faults: list[CheckedFault]

    def failing(self, least: Severity) -> list[CheckedFault]:
        """The faults that are at least as bad."""
        worst = SEVERITIES[: SEVERITIES.index(least) + 1]
        return [each for each in self.faults if each.severity in worst]


def checked_model(
    name: str,
    graph: Graph,
    findings: Iterable[Finding],
    *,
    phase: int,
    places: Mapping[str, str],
    language: str,
    folder: str = "",
) -> CheckedModel:
    """What counts now of these findings; `places` tells where each semantic id stands in the folder."""
    now = [each for each in in_order(findings, phase) if not is_later(each, phase)]
    return CheckedModel(
        name=name,
        rules=[
            CheckedRule(setting.id, title_of(setting.id, language), setting.severity)
            for setting in graph.ontology.rules.values()
            if setting.phase <= phase
        ],
        faults=[_fault(each, graph, places, folder, language) for each in now],
    )


def unreadable_model(name: str, problems: Iterable[Problem], *, language: str, folder: str = "") -> CheckedModel:
    """A model that cannot be read, with the problems as its faults."""
    return CheckedModel(
        name=name,
        rules=[CheckedRule(UNREADABLE, "The files are a model", "error")],
        faults=[_problem(each, folder, language) for each in problems],
    )


def _fault(finding: Finding, graph: Graph, places: Mapping[str, str], folder: str, language: str) -> CheckedFault:
    subjects = [*_subjects(finding, graph)]
    path, line = _place(next((places[each] for each in subjects if each in places), ""), folder)
    return CheckedFault(
        rule_id=finding.rule_id,
        severity=finding.severity,
        message=message_of(finding, language),
        hint=hint_of(finding, language),
        subject=subjects[0] if subjects else "",
        path=path,
        line=line,
        fingerprint=" ".join((finding.rule_id, finding.case, *sorted(subjects))),
    )


def _subjects(finding: Finding, graph: Graph) -> Iterator[str]:
    """The semantic ids of what a finding is about; of an edge that of its source."""
    yield from (graph.nodes[each].semantic_id for each in finding.node_ids if each in graph.nodes)
    for edge_id in finding.edge_ids:
        if (edge := graph.edges.get(edge_id)) is not None:
            yield graph.nodes[edge.source].semantic_id


def _problem(problem: Problem, folder: str, language: str) -> CheckedFault:
    path, line = _place(problem.path, folder)
    return CheckedFault(
        rule_id=UNREADABLE,
        severity="error",
        message=message_of(problem, language),
        hint=hint_of(problem, language),
        subject="",
        path=path,
        line=line,
        fingerprint=f"{problem.code} {problem.case} {path}",
    )


def _place(place: str, folder: str) -> tuple[str, int]:
    path, _, line = place.rpartition(":")
    if not (path and line.isdecimal()):
        return "", 1
    return f"{folder}/{path}" if folder else path, int(line)
