"""The command `search`: what a question is about, with every score."""

from __future__ import annotations

import argparse

from graphwright.cli.output import Output
from graphwright.context.retrieve import MOST, RetrieveOptions
from graphwright.errors import InvalidCommand
from graphwright.formats.table import table
from graphwright.protocol.base import Record
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import EdgeId
from graphwright.workbench import Workbench


class FoundRow(Record, frozen=True, kw_only=True):
    """A node that was found."""

    node: Node
    score: float
    scores: dict[str, float]
    hops: int


class SearchReport(Record, frozen=True, kw_only=True):
    """What was found, and what one should know about how."""

    query: str
    revision: int
    found: bool
    notice: str
    nodes: list[FoundRow]
    edge_ids: list[EdgeId]


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
    rows = [
        FoundRow(node=graph.nodes[each.node_id], score=each.score, scores=each.scores, hops=each.hops)
        for each in retrieved.nodes
    ]
    report = SearchReport(
        query=retrieved.query,
        revision=retrieved.revision,
        found=retrieved.found,
        notice=retrieved.notice,
        nodes=rows,
        edge_ids=retrieved.edge_ids,
    )
    cells = [(row.node.semantic_id, row.node.name, _why(row), row.node.descr[:60]) for row in rows]
    lines: list[str] = list(table(("id", "name", "found by", "description"), cells)) if rows else []
    output.result(report, [*lines, *([retrieved.notice] if retrieved.notice else [])])
    return 0


def _why(row: FoundRow) -> str:
    """Every score by its name; `near` alone says how far away the hits are."""
    scores = [f"{name} {score:.2f}" for name, score in row.scores.items()]
    return ", ".join([*scores, *([f"{row.hops} hops away"] if row.hops else [])])
