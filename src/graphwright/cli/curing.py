"""Commands by which a person mends the model: merge, retype, relink; with `--dry-run` only what they would move."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from typing import Final

from graphwright.actions.cures import CureResult
from graphwright.cli.acting import act, new_id
from graphwright.cli.findings import finding_lines
from graphwright.cli.output import Line, Output
from graphwright.cli.proposals import WAITS, proposal_lines
from graphwright.errors import Refused
from graphwright.languages import load
from graphwright.protocol.base import JsonValue
from graphwright.protocol.commands import EdgeRelink, NodeRetype, NodesMerge
from graphwright.protocol.cures import CureReport, EdgeFate
from graphwright.protocol.texts import Value
from graphwright.protocol.wire import decode
from graphwright.text.messages import filled, refused, words_of
from graphwright.workbench import OpenProject, Workbench

_SHOWN: Final = 80
"""Characters of a value."""
_ARROW: Final = re.compile(r"(?P<source>.+?)\s+-(?P<type>[^\s>]+)->\s+(?P<target>.+)")
"""An edge in words: `Guest -io-> Order`."""


async def merge(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Let one node stand for others, too."""
    command = NodesMerge(
        command_id=new_id(workbench),
        kept=options.kept,
        others=options.others,
        dry_run=options.dry_run,
        propose=options.propose,
        reason=options.reason,
    )
    return await _cured(workbench, options, output, command)


async def retype(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Make a node one of another type."""
    command = NodeRetype(
        command_id=new_id(workbench),
        node=options.node,
        node_type=options.type,
        drop_edges=options.drop_edges,
        dry_run=options.dry_run,
        propose=options.propose,
        reason=options.reason,
    )
    return await _cured(workbench, options, output, command)


async def relink(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Let an edge lead from or to another node, or be one of another relation."""
    said = _ARROW.fullmatch(options.edge.strip())
    command = EdgeRelink(
        command_id=new_id(workbench),
        edge=None if said else options.edge,
        edge_type=said["type"] if said else None,
        source=said["source"] if said else None,
        target=said["target"] if said else None,
        new_type=options.type,
        new_source=options.source,
        new_target=options.target,
        dry_run=options.dry_run,
        propose=options.propose,
        reason=options.reason,
    )
    return await _cured(workbench, options, output, command)


async def _cured(
    workbench: Workbench,
    options: argparse.Namespace,
    output: Output,
    command: NodesMerge | NodeRetype | EdgeRelink,
) -> int:
    open_project = await workbench.open_project(options.project)
    result = decode((await act(workbench, open_project, command)).result, CureResult)
    if result.proposal_id is not None:
        proposal = await open_project.proposals.get(result.proposal_id)
        lines = [*report_lines(result.report, output), *proposal_lines(open_project, proposal, output)]
        output.result(result, lines)
        return WAITS
    output.result(result, _lines(open_project, result, output))
    if not result.problems:
        return 0
    refusal: Refused = refused(result.problems)
    return refusal.exit_code


def _lines(open_project: OpenProject, result: CureResult, output: Output) -> Iterator[Line]:
    if result.outcome == "unchanged":
        yield _say("unchanged", output)
        return
    if result.outcome == "planned":
        yield _say("planned", output)
    yield from report_lines(result.report, output)
    yield from result.problems
    yield from result.notes
    if result.findings and not result.problems:
        project = open_project.project
        yield output.say("findings")
        yield from finding_lines(result.findings, project.graph, project.header.phase, output)
    if not result.problems:
        yield _say("rules", output, introduced=len(result.findings), resolved=result.resolved)
    if result.commit is not None:
        yield output.say("applied", revision=str(result.commit.revision), commit=result.commit.commit_id)


def report_lines(report: CureReport, output: Output) -> Iterator[Line]:
    """What moves, is kept, is lost and ends, a line each."""
    for edge in report.edges:
        why = "" if edge.why is None else words_of(edge.why, output.language)
        yield _say(edge.fate, output, edge=_was(edge), now=_now(edge), why=why)
    for field in report.fields:
        values = {"value": _shown(field.value), "kept": _shown(field.kept)}
        yield _say(field.fate, output, field=field.field, id=field.semantic_id, **values)
    for each in report.ceased:
        yield _say("ceased", output, id=each.semantic_id, now=each.now)
    for mention in report.mentions:
        case = "rewritten" if mention.is_rewritten else "named"
        yield _say(case, output, field=mention.field, id=mention.semantic_id, ceased=mention.ceased)
    if report.passages:
        yield _say("passages", output, count=report.passages)


def _was(edge: EdgeFate) -> str:
    return f"{edge.source} -{edge.edge_type}-> {edge.target}"


def _now(edge: EdgeFate) -> str:
    return f"{edge.now_source} -{edge.now_type}-> {edge.now_target}"


def _shown(value: JsonValue) -> str:
    text = str(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _say(case: str, output: Output, **values: Value) -> str:
    """One text of a cure, in the language of whoever reads it."""
    return filled(load(output.language, "sentences", "cures", dict[str, str])[case], values, output.language)
