"""Bring a file in: at once into an empty project, else as a proposal (ADR-09). No command: its body is the file."""

from __future__ import annotations

from typing import Literal

from graphwright.interop.imports import ImportFormat, read_import
from graphwright.interop.receive import receive
from graphwright.interop.report import Report
from graphwright.ports import in_thread
from graphwright.protocol.base import Count, Record
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import CommitId, ProposalId
from graphwright.workbench import OpenProject


class ImportTaken(Record, frozen=True, kw_only=True):
    """What became of an import."""

    outcome: Literal["applied", "proposed", "unchanged"]
    report: Report
    commit_id: CommitId | None = None
    revision: Count | None = None
    proposal_id: ProposalId | None = None


async def import_model(
    open_project: OpenProject, data: bytes, *, author: Author, name: str, format_name: ImportFormat | None
) -> ImportTaken:
    """Read a file and make its elements. Raises what `read_import` raises; nothing has happened then."""
    project = open_project.project
    imported = await in_thread(lambda: read_import(data, project.ontology, format_name=format_name))
    received = await receive(
        project, open_project.committer, open_project.proposals, imported, author=author, name=name
    )
    if received.proposal is not None:
        proposal_id = received.proposal.proposal_id
        return ImportTaken(outcome="proposed", report=imported.report, proposal_id=proposal_id)
    if received.commit is None:
        return ImportTaken(outcome="unchanged", report=imported.report)
    commit_id, revision = received.commit.commit_id, received.commit.revision
    return ImportTaken(outcome="applied", report=imported.report, commit_id=commit_id, revision=revision)
