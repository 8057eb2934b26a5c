"""The command that holds a model against its rules, in a project or in a folder: check."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Literal, get_args

from graphwright.cli.findings import finding_lines
from graphwright.cli.model_folders import read_model
from graphwright.cli.output import Line, Output
from graphwright.cli.plugins import not_loaded
from graphwright.contributions.limits import PluginLimits
from graphwright.contributions.loading import load_plugins
from graphwright.errors import InvalidCommand, Refused, StoreDamaged
from graphwright.graph.check import check_all
from graphwright.graph.document import Graph
from graphwright.graph.findings import SEVERITIES, in_order, is_later
from graphwright.graph.gates import GateResult, check_gates
from graphwright.graph.profile import MEASURED, Measure
from graphwright.graph.quality import quality, requirement_score, use_case_score
from graphwright.interop.checks.github import write_github
from graphwright.interop.checks.junit import write_junit
from graphwright.interop.checks.report import CheckedFault, CheckedModel, CheckFormat, checked_model, unreadable_model
from graphwright.interop.checks.sarif import write_sarif
from graphwright.interop.outside import OutsideModel, model_of_folder
from graphwright.languages import supported
from graphwright.ports import Ids, SystemClock, in_thread
from graphwright.protocol.base import Record
from graphwright.protocol.operations import Finding, Problem, Severity
from graphwright.settings import Settings
from graphwright.workbench import OpenProject, Workbench

CHECK_FORMATS: Final[tuple[str, ...]] = get_args(CheckFormat)
FAIL: Final = (*SEVERITIES, "never")
"""From which severity on a check fails."""
FAULTY: Final = 1
"""Exit code: everything was looked at, and something is wrong."""
MISSING_SHOWN: Final = 10
"""Elements whose score is explained on the screen; the rest is in the JSON."""


class CheckReport(Record, frozen=True, kw_only=True):
    """What `check` found."""

    revision: int
    phase: int
    findings: list[Finding]
    scores: Mapping[Measure, float | None]
    """`null`: not applicable, because the profile lacks what is measured."""
    missing: dict[str, list[str]]
    """What keeps a requirement or use case from a full score, by semantic id."""
    gates: list[GateResult]
    differences: list[str] | None = None
    """Of `--deep`: where something derived differs from the journal; empty = all is as it should be."""


async def check(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """List findings, scores and gates; `--deep` also proves that everything derived follows from the journal.

    It also proves that the audit is as it was written.
    """
    open_project = await workbench.open_project(options.project)
    project = open_project.project
    differences = await _differences(open_project) if options.deep else None
    if options.deep:
        _ = [entry async for entry in workbench.audit.entries()]  # raises where its chain is broken
    model = OutsideModel(project.graph, project.header.phase)
    more = await workbench.contributions.findings(project.graph)
    code = _told(options, output, model, project.header.name, differences=differences, more=more)
    if differences is not None and differences:
        message = f"{len(differences)} things differ from the journal, the first: {differences[0]}"
        raise StoreDamaged(message)
    return code


async def check_folder(settings: Settings, options: argparse.Namespace, output: Output) -> int:
    """The same of a folder that `sync` writes, without any project. It fails where something is an error."""
    if options.deep:
        raise InvalidCommand("--deep is about the journal of a project, and a folder has none")
    files = await in_thread(lambda: read_model(options.project))
    try:
        model = await in_thread(lambda: model_of_folder(files, Ids(SystemClock())))
    except Refused as error:
        if options.format is not None:
            problems = [each for each in error.problems if isinstance(each, Problem)]
            language = supported(output.language)
            unreadable = unreadable_model(options.project, problems, language=language, folder=_prefix(options))
            _document(options, output, unreadable, "error")
        raise
    plugins = await load_plugins(settings.plugins, PluginLimits(settings.plugin_seconds))
    for line in not_loaded(plugins.plugins):
        output.note(f"graphwright: {line}")
    more = await plugins.findings(model.graph)
    return _told(options, output, model, options.project, folder=_prefix(options), more=more)


def _told(
    options: argparse.Namespace,
    output: Output,
    model: OutsideModel,
    name: str,
    *,
    folder: str | None = None,
    differences: list[str] | None = None,
    more: Sequence[Finding] = (),
) -> int:
    """Say what was found, in the form that was asked for; answers with the exit code."""
    graph, phase = model.graph, model.phase
    findings = [*check_all(graph), *more]
    checked = checked_model(
        name,
        graph,
        findings,
        phase=phase,
        places=model.places,
        language=supported(output.language),
        folder=folder or "",
    )
    fails: Severity | Literal["never"] = options.fail or ("never" if folder is None else "error")
    if options.format in (None, "text"):
        scores = quality(graph, findings, phase=phase)
        report = CheckReport(
            revision=graph.revision,
            phase=phase,
            findings=in_order(findings, phase),
            scores=scores.measures,
            missing=_missing(graph),
            gates=check_gates(graph, findings, scores),
            differences=differences,
        )
        output.result(report, _check_lines(report, graph, output, checked if folder is not None else None))
    else:
        _document(options, output, checked, "error" if fails == "never" else fails)
    return FAULTY if fails != "never" and checked.failing(fails) else 0


def _document(options: argparse.Namespace, output: Output, checked: CheckedModel, least: Severity) -> None:
    match options.format:
        case "sarif":
            output.document(write_sarif(checked))
        case "junit":
            output.document(write_junit(checked, least))
        case "github":
            output.document(write_github(checked))
        case _:
            pass


def _prefix(options: argparse.Namespace) -> str:
    """The folder as files in it are named from where the command runs; what is elsewhere has no such name."""
    folder = Path(options.project)
    return "" if folder.is_absolute() or folder == Path() else folder.as_posix()


async def _differences(open_project: OpenProject) -> list[str]:
    """Fold the journal anew and compare: documents and digest chain in the store, the graph here."""
    project = open_project.project
    found = await project.store.rebuild(project.project_id)
    folded = Graph(project.ontology)
    async for commit in project.commits():
        folded.apply(commit.changes, commit.revision)
    if dict(folded.nodes) != dict(project.graph.nodes):
        found.append("the nodes of the live graph are not what its commits add up to")
    if dict(folded.edges) != dict(project.graph.edges):
        found.append("the edges of the live graph are not what its commits add up to")
    return found


def _missing(graph: Graph) -> dict[str, list[str]]:
    scored = [(node, requirement_score(graph, node)) for node in graph.of_type("REQ")]
    scored += [(node, use_case_score(graph, node)) for node in graph.of_type("UC")]
    return {node.semantic_id: score.missing for node, score in scored if score.missing}


def _check_lines(report: CheckReport, graph: Graph, output: Output, placed: CheckedModel | None) -> list[Line]:
    """The report for people; what has a place in a file is told like a compiler does, so that editors find it."""
    later = sum(is_later(each, report.phase) for each in report.findings)
    counts = {"count": len(report.findings) - later, "later": later}
    lines: list[Line] = []
    if placed is None:
        lines.append(output.say("counts", revision=str(report.revision), phase=report.phase, **counts))
        lines += finding_lines(report.findings, graph, report.phase, output)
    else:
        lines.append(output.say("countsIn", place=placed.name, phase=report.phase, **counts))
        lines += [_placed_line(each, output) for each in placed.faults]
        lines += finding_lines(
            [each for each in report.findings if is_later(each, report.phase)], graph, report.phase, output
        )
    lines += ["scores:", *(f"  {name}: {_score_text(name, value, graph)}" for name, value in report.scores.items())]
    shown = list(report.missing.items())[:MISSING_SHOWN]
    lines += [f"    {semantic_id}: {', '.join(what)}" for semantic_id, what in shown]
    if len(report.missing) > len(shown):
        lines.append(f"    and {len(report.missing) - len(shown)} more, see --json")
    lines += ["gates:", *(f"  {line}" for gate in report.gates for line in _gate_lines(gate, graph))]
    if report.differences is not None:
        lines.append("everything derived follows from the journal" if not report.differences else "differences:")
        lines += [f"  {difference}" for difference in report.differences]
    return lines


def _placed_line(fault: CheckedFault, output: Output) -> str:
    where = f"{fault.path}:{fault.line}" if fault.path else fault.subject or "-"
    return f"{where}: {output.say(fault.severity)}: {fault.message} {fault.hint}".rstrip() + f"  [{fault.rule_id}]"


def _score_text(measure: Measure, value: float | None, graph: Graph) -> str:
    if value is not None:
        return f"{value:.2f}"
    measured = MEASURED.get(measure)
    if measured is None or measured in graph.ontology.node_types:
        return "nothing to judge yet"
    return f"not applicable, the profile has no {measured}"


def _gate_lines(gate: GateResult, graph: Graph) -> list[str]:
    state = "passed" if gate.passed else "not passed" if gate.judged else "nothing to judge yet"
    rules = [f"{rule.rule_id} ({rule.findings})" for rule in gate.rules if not rule.passed]
    short = [
        f"{each.measure} {_score_text(each.measure, each.value, graph)} of {each.least:.2f}"
        for each in gate.thresholds
        if not each.passed
    ]
    lines = [f"{gate.gate} (phase {gate.phase}): {state}"]
    return lines + ([f"    open: {', '.join(rules + short)}"] if rules or short else [])
