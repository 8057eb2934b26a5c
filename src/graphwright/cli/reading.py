"""Commands that only read: show, check, history, projects, threads, thread. None of them resumes a run."""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from msgspec.structs import asdict

from graphwright.cli.findings import finding_lines
from graphwright.cli.output import Line, Output
from graphwright.errors import StoreDamaged
from graphwright.formats.cleaning import visible_in_json
from graphwright.formats.table import table
from graphwright.graph.check import check_all
from graphwright.graph.document import Graph
from graphwright.graph.findings import in_order, is_later
from graphwright.graph.gates import GateResult, check_gates
from graphwright.graph.profile import MEASURED, Measure
from graphwright.graph.quality import quality, requirement_score, use_case_score
from graphwright.interop.conversation import conversation_of, markdown
from graphwright.interop.exports import write_export
from graphwright.interop.format import ExportRequest
from graphwright.operations.history import lines
from graphwright.protocol.base import Record
from graphwright.protocol.graph import Origin
from graphwright.protocol.operations import Finding
from graphwright.protocol.threads import Message, text_of
from graphwright.protocol.wire import encode
from graphwright.threads import rows as threads_of
from graphwright.workbench import OpenProject, Workbench

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


class HistoryRow(Record, frozen=True, kw_only=True):
    """One commit, in short."""

    revision: int
    commit_id: str
    at: str
    author: str
    origin: Origin
    changes: int
    reason: str
    baselines: list[str]
    """The names of the revision."""


class MessageRow(Message, frozen=True, kw_only=True):
    """One message of a thread, with its words in one piece."""

    text: str


async def show(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Print the model."""
    open_project = await workbench.open_project(options.project)
    project = open_project.project
    graph = await open_project.baselines.graph(options.at)
    wanted = "json" if output.as_json else options.format
    data, _ = write_export(ExportRequest(graph, project.project_id, project.header.name), wanted)
    text = data.decode()
    text = visible_in_json(text) if wanted == "json" else text
    if not graph.nodes and wanted == "table":
        text = f'project {project.header.name} is empty; say something: graphwright say {project.header.name} "..."'
    output.document(text)
    return 0


async def check(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """List findings, scores and gates; `--deep` also proves that everything derived follows from the journal."""
    open_project = await workbench.open_project(options.project)
    project = open_project.project
    findings = check_all(project.graph)
    differences = await _differences(open_project) if options.deep else None
    scores = quality(project.graph, findings, phase=project.header.phase)
    report = CheckReport(
        revision=project.graph.revision,
        phase=project.header.phase,
        findings=in_order(findings, project.header.phase),
        scores=scores.measures,
        missing=_missing(project.graph),
        gates=check_gates(project.ontology, findings, scores),
        differences=differences,
    )
    output.result(report, _check_lines(report, project.graph, output))
    if differences is not None and differences:
        message = f"{len(differences)} things differ from the journal, the first: {differences[0]}"
        raise StoreDamaged(message)
    return 0


async def history(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """List the commits, newest first."""
    open_project = await workbench.open_project(options.project)
    after = max(0, open_project.project.graph.revision - options.limit) if options.limit > 0 else 0
    names: defaultdict[int, list[str]] = defaultdict(list)
    for baseline in await open_project.baselines.all():
        names[baseline.revision].append(baseline.name)
    rows = [
        HistoryRow(
            revision=commit.revision,
            commit_id=commit.commit_id,
            at=commit.at.isoformat(timespec="seconds"),
            author=commit.author.name,
            origin=commit.origin,
            changes=len(commit.changes),
            reason=commit.reason or "",
            baselines=names[commit.revision],
        )
        for commit in reversed(await lines(open_project.project, after_revision=after))
    ]
    cells = [
        (str(row.revision), row.at, row.author, row.origin, str(row.changes), row.commit_id, _told(row)) for row in rows
    ]
    headings = ("revision", "at", "author", "origin", "changes", "commit", "reason")
    output.result({"commits": rows}, table(headings, cells) if rows else ["no commits yet"])
    return 0


def _told(row: HistoryRow) -> str:
    """Why, behind the names of the revision."""
    return " ".join([*(f"[{name}]" for name in row.baselines), row.reason[:60]])


async def projects(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:  # noqa: ARG001
    """List the projects."""
    rows = await workbench.projects.rows()
    cells = [(row.name, row.project_id, row.created_at.isoformat(timespec="seconds")) for row in rows]
    lines = (
        table(("name", "project", "made"), cells) if rows else ["no projects yet; `graphwright say NAME ...` makes one"]
    )
    listed = [{"name": row.name, "projectId": row.project_id, "createdAt": row.created_at} for row in rows]
    output.result({"projects": listed}, lines)
    return 0


async def threads(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """List the conversations."""
    open_project = await workbench.open_project(options.project)
    rows = await threads_of(workbench.store, open_project.project.project_id)
    cells = [
        (
            row.thread_id,
            row.started_at.isoformat(timespec="seconds"),
            f"{row.figures.messages:,}",
            f"{row.figures.input_tokens + row.figures.output_tokens:,}",
            row.title,
        )
        for row in rows
    ]
    head = ("thread", "started", "messages", "tokens", "title")
    output.result({"threads": rows}, table(head, cells) if rows else ["no threads yet"])
    return 0


async def thread(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Print one conversation."""
    open_project = await workbench.open_project_of("thread", options.thread)
    store, project_id = workbench.store, open_project.project.project_id
    found = await conversation_of(store, project_id, options.thread)
    if options.format != "text":
        whole = visible_in_json(encode(found).decode())
        output.document(markdown(found, open_project.project.graph) if options.format == "markdown" else whole)
        return 0
    rows = [MessageRow(**asdict(message), text=text_of(message.parts)) for message in found.messages]
    lines = [f"# {found.thread.title}", *(f"\n{row.author.name}{_unfinished(row)}: {row.text}" for row in rows)]
    output.result({"threadId": found.thread.thread_id, "figures": found.figures, "messages": rows}, lines)
    return 0


def _unfinished(message: Message) -> str:
    """The mark of a message that is not complete: still streaming, stopped, or failed."""
    return "" if message.status == "complete" else f" ({message.status})"


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


def _check_lines(report: CheckReport, graph: Graph, output: Output) -> list[Line]:
    later = sum(is_later(each, report.phase) for each in report.findings)
    counts = {"count": len(report.findings) - later, "later": later}
    lines: list[Line] = [output.say("counts", revision=str(report.revision), phase=report.phase, **counts)]
    lines += finding_lines(report.findings, graph, report.phase, output)
    lines += ["scores:", *(f"  {name}: {_score_text(name, value)}" for name, value in report.scores.items())]
    shown = list(report.missing.items())[:MISSING_SHOWN]
    lines += [f"    {semantic_id}: {', '.join(what)}" for semantic_id, what in shown]
    if len(report.missing) > len(shown):
        lines.append(f"    and {len(report.missing) - len(shown)} more, see --json")
    lines += ["gates:", *(f"  {line}" for gate in report.gates for line in _gate_lines(gate))]
    if report.differences is not None:
        lines.append("everything derived follows from the journal" if not report.differences else "differences:")
        lines += [f"  {difference}" for difference in report.differences]
    return lines


def _score_text(measure: Measure, value: float | None) -> str:
    return f"not applicable, the profile has no {MEASURED[measure]}" if value is None else f"{value:.2f}"


def _gate_lines(gate: GateResult) -> list[str]:
    state = "passed" if gate.passed else "not passed"
    rules = [f"{rule.rule_id} ({rule.findings})" for rule in gate.rules if not rule.passed]
    short = [
        f"{each.measure} {_score_text(each.measure, each.value)} of {each.least:.2f}"
        for each in gate.thresholds
        if not each.passed
    ]
    lines = [f"{gate.gate} (phase {gate.phase}): {state}"]
    return lines + ([f"    open: {', '.join(rules + short)}"] if rules or short else [])
