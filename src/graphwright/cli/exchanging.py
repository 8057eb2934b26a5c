"""Commands that bring models in and out: import, export."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from graphwright.actions.imports import import_model
from graphwright.cli.files import read_file, write_file
from graphwright.cli.output import Line, Output
from graphwright.cli.proposals import WAITS
from graphwright.errors import InvalidCommand
from graphwright.interop.exports import write_export
from graphwright.interop.imports import FILE_BYTES
from graphwright.workbench import Workbench

JSON_FORMATS: Final = ("json", "neutral")
"""Exports that are one JSON object themselves."""


async def import_file(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Import a file: at once into an empty project, as a proposal into any other (ADR-09)."""
    data = read_file(options.file, output, FILE_BYTES)
    if not data.strip():  # before a project is made for it
        message = f"{options.file} is empty"
        raise InvalidCommand(message)
    open_project = await workbench.open_or_new_project(options.project)
    taken = await import_model(
        open_project,
        data,
        author=await workbench.owner(),
        name=Path(options.file).name,
        format_name=options.format,
    )
    report = taken.report
    lines: list[Line] = [f"read {report.nodes} nodes and {report.edges} edges ({report.format})", *report.notes]
    match taken.outcome:
        case "proposed":
            lines += [f"the project is not empty, so this is proposal {taken.proposal_id}"]
            lines += [f"graphwright decide {taken.proposal_id} accept"]
        case "applied":
            lines += [f"imported as revision {taken.revision}"]
        case "unchanged":
            lines += ["the file is empty"]
    output.result(taken, lines)
    return WAITS if taken.outcome == "proposed" else 0


async def export(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Write the model in a format for others."""
    open_project = await workbench.open_project(options.project)
    graph = await open_project.baselines.graph(options.at)
    text, report = write_export(graph, open_project.project.project_id, options.format)
    for note in report.notes:
        output.note(note)
    if options.output is None and output.as_json and options.format not in JSON_FORMATS:
        output.result({"report": report, "text": text}, ())
        return 0
    if options.output is None:
        output.document(text)
        return 0
    write_file(options.output, text.encode())
    output.result(report, [f"wrote {report.nodes} nodes and {report.edges} edges to {options.output}"])
    return 0
