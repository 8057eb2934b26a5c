"""Commands about revisions with names: baseline, compare."""

from __future__ import annotations

import argparse

from graphwright.baselines import RevisionComparison, Tally
from graphwright.cli.output import Output
from graphwright.errors import InvalidCommand
from graphwright.formats.diff_text import operations_of, write_diff
from graphwright.formats.table import table
from graphwright.protocol.graph import Author
from graphwright.protocol.projects import Baseline
from graphwright.workbench import OpenProject, Workbench


async def baseline(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Name a revision, rename or remove a name, or list them all."""
    open_project = await workbench.open_project(options.project)
    if options.name is None:
        if options.at or options.rename or options.remove:
            raise InvalidCommand("--at, --rename and --remove are about one baseline; give its NAME")
        return _listed(await open_project.baselines.all(), output)
    if sum(map(bool, (options.at, options.rename, options.remove))) > 1:
        raise InvalidCommand("--at, --rename and --remove are three different things to do; give one of them")
    made, said = await _done(open_project, options, await workbench.owner())
    output.result({"baseline": made}, [said])
    return 0


async def _done(open_project: OpenProject, options: argparse.Namespace, person: Author) -> tuple[Baseline, str]:
    baselines = open_project.baselines
    if options.remove:
        gone = await baselines.remove(options.name, person)
        return gone, f"revision {gone.revision} is not called {gone.name} any more"
    if options.rename:
        made = await baselines.rename(options.name, options.rename, person)
    else:
        revision = await baselines.revision_of(options.at) if options.at else open_project.project.graph.revision
        made = await baselines.name(options.name, revision, person)
    return made, f"revision {made.revision} is called {made.name}"


async def compare(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Say what was added, modified and deleted between two revisions."""
    open_project = await workbench.open_project(options.project)
    baselines, newest = open_project.baselines, open_project.project.graph.revision
    base = await baselines.revision_of(options.base)
    revision = newest if options.revision is None else await baselines.revision_of(options.revision)
    found = await baselines.compare(base, revision)
    graphs = [await open_project.project.at_revision(each) for each in (base, revision)]
    names = {node_id: node.semantic_id for graph in graphs for node_id, node in graph.nodes.items()}
    diff = write_diff(operations_of(found.changes, names.__getitem__), open_project.project.ontology)
    rest = [f"(only the first {len(found.changes):,} are listed)"] if found.is_cut else []
    output.result(found, [_headline(found), *(diff.splitlines() if found.changes else []), *rest])
    return 0


def _listed(found: list[Baseline], output: Output) -> int:
    cells = [(each.name, str(each.revision), each.at.isoformat(timespec="seconds"), each.person.name) for each in found]
    none = ["no revision has a name yet; give one: graphwright baseline PROJECT NAME"]
    output.result({"baselines": found}, table(("name", "revision", "named", "by"), cells) if found else none)
    return 0


def _headline(found: RevisionComparison) -> str:
    return f"from revision {found.base} to {found.revision}: nodes {_tally(found.nodes)}; edges {_tally(found.edges)}"


def _tally(tally: Tally) -> str:
    return f"{tally.added} added, {tally.modified} modified, {tally.deleted} deleted, {tally.unchanged} unchanged"
