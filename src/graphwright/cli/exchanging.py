"""Commands that bring models in and out: import, export."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from graphwright.actions.exports import export_model
from graphwright.actions.imports import import_model
from graphwright.cli.files import read_file, read_folder, write_file, write_folder
from graphwright.cli.noting import note
from graphwright.cli.output import Line, Output
from graphwright.cli.proposals import WAITS
from graphwright.errors import InvalidCommand
from graphwright.interop.choosing import export_format
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import Format
from graphwright.interop.imports import FILE_BYTES
from graphwright.interop.progress import ExportProgress, ImportProgress
from graphwright.interop.registry import FORMATS, HIDDEN_FILES
from graphwright.interop.scope import ExportScope
from graphwright.interop.tables.problems import in_words
from graphwright.interop.tables.records import TableMapping
from graphwright.ports import in_thread
from graphwright.workbench import Workbench


async def import_file(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Import a file: at once into an empty project, as a proposal into any other (ADR-09)."""
    data = await in_thread(lambda: _read(options.file, output))
    if not data.strip():  # before a project is made for it
        message = f"{options.file} is empty"
        raise InvalidCommand(message)
    open_project = await workbench.open_or_new_project(options.project)
    author = await workbench.owner()
    with output.passing() as show:
        taken = await import_model(
            open_project,
            ForeignFile(data, Path(options.file).name, {"map": "\n".join(options.map)} if options.map else {}),
            author=author,
            format_name=options.format,
            dry_run=options.dry_run,
            tell=lambda progress: show(_how_far(progress)),
        )
    report = taken.report
    lines: list[Line] = [f"read {report.nodes} nodes and {report.edges} edges ({report.format})", *report.notes]
    lines += [line for table in report.tables for line in _table_lines(table, output.language)]
    match taken.outcome:
        case "proposed":
            lines += [f"{taken.added} added, {taken.changed} changed, {taken.gone} gone"]
            lines += [f"the project is not empty, so this is proposal {taken.proposal_id}"]
            lines += [f"graphwright decide {taken.proposal_id} accept"]
        case "applied":
            lines += [f"imported as revision {taken.revision}"]
        case "planned":
            lines += [f"would be {taken.added} added, {taken.changed} changed, {taken.gone} gone; nothing has happened"]
        case "unchanged":
            is_empty = report.nodes == 0
            lines += [
                "nothing in the file has a place here" if is_empty else "nothing new: the model says all of it already"
            ]
        case "refused":
            lines += ["cannot be imported with these cells; nothing has happened"]
    output.result(taken, lines)
    return {"proposed": WAITS, "refused": InvalidCommand.exit_code}.get(taken.outcome, 0)


def _how_far(progress: ImportProgress) -> str:
    if progress.stage == "waiting":
        return "waiting until another file is read … (Ctrl-C stops; nothing is changed)"
    read = f"{progress.read:,} elements read" if progress.read else ""
    if progress.stage == "reading":
        return f"{read or 'reading the file'} … (Ctrl-C stops; nothing is changed)"
    doing = "comparing with the model" if progress.stage == "comparing" else "applying, whole or not at all"
    return f"{read}; {doing} …"


def _read(name: str, output: Output) -> bytes:
    if Path(name).is_dir():
        return read_folder(name, FILE_BYTES, HIDDEN_FILES)
    return read_file(name, output, FILE_BYTES)


def _table_lines(table: TableMapping, language: str) -> Iterator[str]:
    """What a sheet and its columns were taken for, as `--map` would say it, and the cells that are wrong."""
    known = ", as remembered" if table.remembered else ", guessed" if table.is_guessed else ""
    rows = f"-> {table.relation}" if table.relation else table.node_type or "-"
    yield f"  {table.sheet}={rows}  ({table.rows} rows{known})"
    for column in table.columns if table.node_type else ():
        arrow = "<-" if column.is_from_cell else "->"
        meaning = f"{arrow} {column.relation}" if column.meaning == "relation" else column.meaning
        yield f"    {table.sheet}.{column.header}={'-' if column.meaning == 'left out' else meaning}"
    for each in table.problems:
        yield f"    ! {in_words(each, language)}"
    if table.problem_count > len(table.problems):
        yield f"    ! and {table.problem_count - len(table.problems):,} more"


async def export(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Write the model, or a part of it, in a format for others."""
    open_project = await workbench.open_project(options.project)
    project = open_project.project
    chosen = _chosen(options)
    scope = ExportScope(
        view=options.view,
        focus=options.focus,
        elements=options.select or [],
        node_types=options.type or [],
        relation_types=options.relation or [],
    )
    with output.passing() as show:
        data, report = await export_model(
            open_project,
            chosen.name,
            revision=options.at,
            scope=scope,
            tell=lambda progress: show(_how_far_out(progress)),
        )
    await note(workbench, "export.get", {"format": chosen.name}, project.header.name)
    for each in report.notes:
        output.note(each)
    if options.output is not None:
        if chosen.is_folder and Path(options.output).suffix != ".zip":
            write_folder(options.output, data)
        else:
            write_file(options.output, data)
        output.result(report, [f"wrote {report.nodes} nodes and {report.edges} edges to {options.output}"])
        return 0
    if not chosen.is_text:
        name = f"{project.header.name}.{chosen.endings[0]}"
        raise InvalidCommand(f"{chosen.title} is no text for a terminal; say where to: --output {name}")
    if output.as_json and chosen.media != "application/json":
        output.result({"report": report, "text": data.decode()}, ())
    else:
        output.document(data.decode())
    return 0


def _how_far_out(progress: ExportProgress) -> str:
    stages = {
        "waiting": "waiting until another file is done",
        "handing": f"{progress.done:,} of {progress.total:,} elements handed over",
        "writing": "writing the file",
    }
    return f"{stages[progress.stage]} … (Ctrl-C stops; nothing is written)"


def _chosen(options: argparse.Namespace) -> Format:
    """The format that was named, else the one that the name of the file promises, else JSON.

    `InvalidCommand` for an archive, which may be a folder of any kind.
    """
    if options.format is not None:
        return export_format(options.format)
    ending = "" if options.output is None else Path(options.output).suffix[1:].lower()
    promised = [each for each in FORMATS.values() if each.write is not None and ending in each.endings]
    if len(promised) > 1 and all(each.is_folder for each in promised):
        names = " or ".join(f"--format {each.name}" for each in promised)
        raise InvalidCommand(f"{options.output} may become a folder of several kinds; say which: {names}")
    return next(iter(promised), FORMATS["json"])
