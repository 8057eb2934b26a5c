"""The command `search`: what a question is about, with every score."""

from __future__ import annotations

import argparse

from msgspec.structs import asdict

from graphwright.cli.output import Output
from graphwright.context.retrieve import MOST, RetrievedNode, RetrieveOptions
from graphwright.errors import InvalidCommand
from graphwright.formats.table import table
from graphwright.protocol.graph import Node
from graphwright.workbench import Workbench


class FoundRow(RetrievedNode, frozen=True, kw_only=True):
    """A node that was found, and how."""

    node: Node


async def search(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Find nodes by id, name, words, meaning and neighbourhood."""
    if not 1 <= options.limit <= MOST:
        message = f"--limit must be a number from 1 to {MOST}; not {options.limit}"
        raise InvalidCommand(message)
    if not options.text.strip():
        raise InvalidCommand("there is nothing to search for; give some words, a name or an id")
    open_project = await workbench.open_project(options.project)
    revision = None if options.at is None else await open_project.baselines.revision_of(options.at)
    retrieved = await open_project.retriever.retrieve(
        options.text, RetrieveOptions(limit=options.limit, revision=revision)
    )
    graph = await open_project.retriever.graph_at(revision)
    rows = [FoundRow(**asdict(each), node=graph.nodes[each.node_id]) for each in retrieved.nodes]
    report = {
        "query": retrieved.query,
        "revision": retrieved.revision,
        "found": retrieved.found,
        "notice": retrieved.notice,
        "nodes": rows,
        "edgeIds": retrieved.edge_ids,
    }
    cells = [(row.node.semantic_id, row.node.name, _why(row), row.node.descr[:60]) for row in rows]
    lines: list[str] = list(table(("id", "name", "found by", "description"), cells)) if rows else []
    output.result(report, [*lines, *([retrieved.notice] if retrieved.notice else [])])
    return 0


def _why(row: FoundRow) -> str:
    """Every score by its name; `near` alone says how far away the hits are."""
    scores = [f"{name} {score:.2f}" for name, score in row.scores.items()]
    return ", ".join([*scores, *([f"{row.hops} hops away"] if row.hops else [])])
