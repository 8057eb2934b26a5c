"""Bring a file in: at once into an empty project, else as a proposal (ADR-09). No command: its body is the file."""

from __future__ import annotations

from heapq import nsmallest
from typing import Final, Literal

from msgspec.structs import replace

from graphwright.actions.mappings import mappings_of, remember
from graphwright.interop.files import ForeignFile
from graphwright.interop.progress import TellProgress
from graphwright.interop.reading import read_beside
from graphwright.interop.receive import receive
from graphwright.interop.report import Report
from graphwright.protocol.base import Count, Record
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import CommitId, ProposalId
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    EdgeUpdate,
    NodeCreate,
    NodeDelete,
    NodeUpdate,
    Operation,
)
from graphwright.protocol.texts import Term
from graphwright.workbench import OpenProject

_FIRST: Final = 40
"""Operations that somebody reads before they have an import proposed; the proposal holds all of them."""
_TOLD_FIRST: Final = (NodeUpdate, EdgeUpdate, NodeDelete, EdgeDelete, NodeCreate, EdgeCreate)


class ImportTaken(Record, frozen=True, kw_only=True):
    """What became of an import."""

    outcome: Literal["applied", "proposed", "unchanged", "planned", "refused"]
    """`refused`: nothing is imported while cells have such problems; only a dry run ends so, others raise."""
    report: Report
    added: Count
    changed: Count
    gone: Count
    """Elements that the file has and the model had not, has otherwise, and has no more."""
    first_operations: list[Operation] = []
    """Of a plan for a model that is not empty: what it would do, the first of it; changes come before the rest."""
    commit_id: CommitId | None = None
    revision: Count | None = None
    proposal_id: ProposalId | None = None


async def import_model(
    open_project: OpenProject,
    file: ForeignFile,
    *,
    author: Author,
    format_name: str | None,
    dry_run: bool = False,
    tell: TellProgress = lambda _: None,
) -> ImportTaken:
    """Read a file and make its elements. Raises what `read_import` raises; nothing has happened then.

    Cancelling it ends the reading, and changes nothing before it is told to be `applying`. What people once said of
    tables with these headers holds until they say something else, and what they say now is remembered.
    """
    project = open_project.project
    file = ForeignFile(file.data, file.name, file.options, await mappings_of(project))
    imported = await read_beside(
        file, project.ontology, format_name=format_name, tell=tell, places=open_project.places, looking=dry_run
    )
    tables = imported.report.tables
    if any(each.is_refused for table in tables for each in table.problems):
        return ImportTaken(outcome="refused", report=imported.report, added=0, changed=0, gone=0)
    received = await receive(
        project,
        open_project.committer,
        open_project.proposals,
        imported,
        author=author,
        name=file.name,
        dry_run=dry_run,
        tell=tell,
    )
    _, added, changed, gone, contested = received.differences
    report = imported.report
    if contested:
        note = Term(key="notes.changedHere", values={"count": len(contested)})
        report = replace(report, notes=[note, *report.notes])
    if "map" in file.options and not dry_run:
        await remember(project, tables, file.name, author)
    taken = ImportTaken(outcome="unchanged", report=report, added=added, changed=changed, gone=gone)
    if dry_run and received.differences.operations:
        told = _first(received.differences.operations) if project.graph.nodes else []
        return replace(taken, outcome="planned", first_operations=told)
    if received.proposal is not None:
        return replace(taken, outcome="proposed", proposal_id=received.proposal.proposal_id)
    if received.commit is None:
        return taken
    commit = received.commit
    return replace(taken, outcome="applied", commit_id=commit.commit_id, revision=commit.revision)


def _first(operations: list[Operation]) -> list[Operation]:
    """Of each kind in turn, so that an edge stands only where the nodes are told that it joins."""
    return nsmallest(_FIRST, operations, key=lambda each: _TOLD_FIRST.index(type(each)))
