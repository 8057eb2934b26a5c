"""The command that says what is different between two models, wherever each is: diff."""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from graphwright.baselines import Tally
from graphwright.cli.files import read_file, write_file
from graphwright.cli.model_folders import is_model_folder, is_on_disk, read_model
from graphwright.cli.output import Output
from graphwright.errors import InvalidCommand
from graphwright.formats.diff_text import operations_of, write_diff
from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.interop.comparing.comparison import ModelComparison, compare_models
from graphwright.interop.comparing.page import write_page
from graphwright.interop.files import ForeignFile
from graphwright.interop.imports import FILE_BYTES
from graphwright.interop.outside import model_of_file, model_of_folder
from graphwright.ports import Ids, SystemClock, in_thread
from graphwright.settings import Settings
from graphwright.workbench import Workbench

DifferenceFormat: TypeAlias = Literal["text", "html"]
DIFFERENCE_FORMATS: Final[tuple[DifferenceFormat, ...]] = get_args(DifferenceFormat)
DIFFERENT: Final = 1
"""Exit code: both were read, and they are not the same."""
Model: TypeAlias = Callable[[str], Awaitable[Graph]]


async def diff(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Compare two models, at least one of them in a project: `shop`, or `shop@PDR` as it was at a baseline."""

    async def model(name: str) -> Graph:
        if is_on_disk(name):
            return await _from_disk(name, output)
        project, _, revision = name.partition("@")
        return await (await workbench.open_project(project)).baselines.graph(revision or None)

    return await _told(options, output, model)


async def diff_outside(_settings: Settings, options: argparse.Namespace, output: Output) -> int:
    """Compare two models that are folders or files, without any project."""

    async def model(name: str) -> Graph:
        return await _from_disk(name, output)

    return await _told(options, output, model)


async def _from_disk(name: str, output: Output) -> Graph:
    def read() -> Graph:
        ids = Ids(SystemClock())
        if is_model_folder(name):
            return model_of_folder(read_model(name), ids).graph
        file = ForeignFile(read_file(name, output, FILE_BYTES), Path(name).name)
        return model_of_file(file, default_ontology(), ids).graph

    return await in_thread(read)


async def _told(options: argparse.Namespace, output: Output, model: Model) -> int:
    before, after = await model(options.before), await model(options.after)
    if before.ontology.name != after.ontology.name:
        message = f"profiles {before.ontology.name} and {after.ontology.name} have no types in common to compare by"
        raise InvalidCommand(message)
    comparison, old, new = await in_thread(
        lambda: compare_models(before, after, (Path(options.before).name, Path(options.after).name))
    )
    if options.format == "html":
        page = await in_thread(lambda: write_page(comparison, old, new))
        if options.output is None:
            output.document(page)
        else:
            write_file(options.output, page.encode())
            output.result(comparison, [*_headline(comparison), f"the picture is in {options.output}"])
    elif options.output is not None:
        raise InvalidCommand("--output is where the page goes: --format html --output changes.html")
    else:
        names = {node_id: node.semantic_id for graph in (old, new) for node_id, node in graph.nodes.items()}
        told = write_diff(operations_of(comparison.changes, names.__getitem__), before.ontology)
        output.result(comparison, [*_headline(comparison), *(told.splitlines() if comparison.changes else [])])
    return DIFFERENT if comparison.changes else 0


def _headline(comparison: ModelComparison) -> list[str]:
    return [
        f"from {comparison.before} to {comparison.after}:",
        f"  nodes: {_counts(comparison.nodes)}",
        f"  edges: {_counts(comparison.edges)}",
    ]


def _counts(tally: Tally) -> str:
    return f"{tally.added} added, {tally.modified} modified, {tally.deleted} deleted, {tally.unchanged} unchanged"
