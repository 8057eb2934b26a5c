"""Commands that bring models in and out: import, export."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from graphwright.cli.output import Line, Output
from graphwright.errors import InvalidCommand
from graphwright.interop.exports import write_export
from graphwright.interop.imports import FILE_BYTES, read_import
from graphwright.interop.receive import receive
from graphwright.interop.report import Report
from graphwright.ports import in_thread
from graphwright.protocol.base import Record
from graphwright.protocol.ids import CommitId, ProposalId
from graphwright.workbench import Workbench

PROPOSED: Final = 4
"""Exit code: durable, but a person must act."""
JSON_FORMATS: Final = ("json", "neutral")
"""Exports that are one JSON object themselves."""


class ImportResult(Record, frozen=True, kw_only=True):
    """What became of an import."""

    outcome: str
    report: Report
    commit_id: CommitId | None = None
    revision: int | None = None
    proposal_id: ProposalId | None = None


class ExportResult(Record, frozen=True, kw_only=True):
    """An export in a text form, as a JSON object was asked for."""

    report: Report
    text: str


async def import_file(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Import a file: at once into an empty project, as a proposal into any other (ADR-09)."""
    data = _read(options.file, output)
    if not data.strip():
        message = f"{options.file} is empty"
        raise InvalidCommand(message)
    open_project = await workbench.open_or_new_project(options.project)
    project = open_project.project
    imported = await in_thread(lambda: read_import(data, project.ontology, format_name=options.format))
    lines: list[Line] = [
        f"read {imported.report.nodes} nodes and {imported.report.edges} edges ({imported.report.format})"
    ]
    lines += imported.report.notes
    received = await receive(
        project,
        open_project.committer,
        open_project.proposals,
        imported,
        author=await workbench.owner(),
        name=Path(options.file).name,
    )
    if (proposal := received.proposal) is not None:
        result = ImportResult(outcome="proposed", report=imported.report, proposal_id=proposal.proposal_id)
        lines += [f"the project is not empty, so this is proposal {proposal.proposal_id}"]
        output.result(result, [*lines, f"graphwright decide {proposal.proposal_id} accept"])
        return PROPOSED
    if (commit := received.commit) is None:
        output.result(ImportResult(outcome="answered", report=imported.report), [*lines, "the file is empty"])
        return 0
    result = ImportResult(
        outcome="applied", report=imported.report, commit_id=commit.commit_id, revision=commit.revision
    )
    output.result(result, [*lines, f"imported as revision {commit.revision}"])
    return 0


async def export(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Write the model in a format for others."""
    open_project = await workbench.open_project(options.project)
    graph = await open_project.baselines.graph(options.at)
    text, report = write_export(graph, open_project.project.project_id, options.format)
    for note in report.notes:
        output.note(note)
    if options.output is None and output.as_json and options.format not in JSON_FORMATS:
        output.result(ExportResult(report=report, text=text), ())
        return 0
    if options.output is None:
        output.document(text)
        return 0
    try:
        _write(options.output, text)
    except OSError as error:
        message = f"{options.output} cannot be written: {error.strerror}"
        raise InvalidCommand(message) from None
    output.result(report, [f"wrote {report.nodes} nodes and {report.edges} edges to {options.output}"])
    return 0


def _read(name: str, output: Output) -> bytes:
    try:
        if name == "-":
            return output.standard_input(FILE_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read(FILE_BYTES + 1)
    except OSError as error:
        message = f"{name} cannot be read: {error.strerror}"
        raise InvalidCommand(message) from None


def _write(name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8")
