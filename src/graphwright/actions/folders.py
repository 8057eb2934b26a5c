"""Bring a folder of text files and the workbench to the same model, both ways. No command: its body is the folder.

The files' changes become one change set, checked like any other and applied whole or not at all; then the folder is
written anew from the model. Whoever calls this reads and writes the disk.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from graphwright.errors import InvalidCommand
from graphwright.formats.graph_json import GraphDocument, read_graph_json, write_graph_json
from graphwright.graph.document import Graph
from graphwright.interop.folder.intended import INTENDED, known_again, note_of, with_ids
from graphwright.interop.folder.manifest import MANIFEST, PROFILE, FolderManifest, write_manifest
from graphwright.interop.folder.merging import Keep, merge
from graphwright.interop.folder.reading import read_files
from graphwright.interop.folder.sides import side_of_files, side_of_graph
from graphwright.interop.folder.writing import ENDING, files_of
from graphwright.operations.commit import Submission
from graphwright.operations.plan import IMPORT_OPERATIONS
from graphwright.operations.staged import StagedGraph
from graphwright.projects import Project
from graphwright.protocol.base import Count, Record
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import OperationId
from graphwright.protocol.operations import (
    ChangeSet,
    EdgeCreate,
    EdgeDelete,
    NodeCreate,
    NodeDelete,
    Operation,
    Problem,
)
from graphwright.protocol.texts import Term
from graphwright.text.messages import refused
from graphwright.workbench import OpenProject

SYNCED: Final = ".graphwright/synced.json"
"""In the folder: the model when both last agreed. It is of this clone only, so git is told to leave it."""


Outcome: TypeAlias = Literal["applied", "planned", "unchanged"]


class FolderSynced(Record, frozen=True, kw_only=True):
    """What became of it."""

    outcome: Outcome
    project: str
    revision: Count
    added: Count
    changed: Count
    gone: Count
    """Elements that the files changed in the workbench."""
    written: list[str]
    removed: list[str]
    """Files that differ from the model now."""
    notes: list[Term] = []


class SyncedFolder(Struct, frozen=True):
    """The result, and what the folder is to hold."""

    result: FolderSynced
    files: dict[str, bytes]
    """Those of the result that are written, and `SYNCED`."""


async def sync_folder(
    open_project: OpenProject,
    files: Mapping[str, bytes],
    *,
    author: Author,
    name: str,
    note: Callable[[bytes], Awaitable[None]],
    keep: Keep | None = None,
    dry_run: bool = False,
) -> SyncedFolder:
    """Merge the files of the folder called `name` with a project. `Refused` with file and line of every problem.

    Nothing has happened then, here or there. `note` writes down in the folder what is about to be made (`INTENDED`).
    """
    project, committer = open_project.project, open_project.committer
    found = await committer.apart(lambda: _merged(project, files, name, keep))
    if found.conflicts:
        raise refused(found.conflicts, says_where=True)
    submission = Submission(
        change_set=ChangeSet(
            base_revision=project.graph.revision, operations=found.operations, reason=f"folder {name}"
        ),
        author=author,
        origin="import",
        importing=True,
        limit=IMPORT_OPERATIONS,
    )
    plan = await committer.apart(lambda: committer.dry_run(submission))
    if plan.problems:
        raise refused([_placed(each, found) for each in plan.problems], says_where=True)
    if found.operations and not dry_run:
        operations = with_ids(found.operations, plan)
        await note(note_of(operations))
        await committer.submit(replace(submission, change_set=replace(submission.change_set, operations=operations)))
    own_profile = await project.own_profile()

    def written() -> SyncedFolder:
        graph = project.graph
        if dry_run:
            graph = StagedGraph(graph)
            graph.apply(plan.changes, graph.revision)
        return _written(project, graph, files, own_profile)

    folder = await committer.apart(written)
    outcome: Outcome = "unchanged" if not found.operations else "planned" if dry_run else "applied"
    added, changed, gone = _counts(found.operations)
    notes = [*found.notes, *plan.notes]
    return replace(
        folder, result=replace(folder.result, outcome=outcome, added=added, changed=changed, gone=gone, notes=notes)
    )


class _Found(Struct, frozen=True):
    """What a merge came to, and what is to be said of it."""

    operations: list[Operation]
    places: dict[OperationId, str]
    conflicts: list[Problem]
    notes: list[Term]


def _merged(project: Project, files: Mapping[str, bytes], name: str, keep: Keep | None) -> _Found:
    graph, ontology = project.graph, project.ontology
    model = read_files(files, ontology)
    kept, notes = _kept(files, project)
    if kept is not None and kept.nodes and not model.nodes:
        message = (
            f"{name} holds no element any more, the workbench {len(graph.nodes):,}: nothing was deleted; "
            f"to have the files written again, remove {SYNCED} there"
        )
        raise InvalidCommand(message)
    base = None if kept is None else side_of_graph(kept.nodes, kept.edges, ontology)
    here = side_of_graph(graph.nodes.values(), graph.edges.values(), ontology)
    agreed = {node.semantic_id for node in kept.nodes} if kept is not None else set[str]()
    model = known_again(model, files.get(INTENDED, b"[]"), graph, agreed)
    merged = merge(base, side_of_files(model, ontology), here, keep)
    return _Found(merged.operations, merged.places, merged.conflicts, notes)


def _kept(files: Mapping[str, bytes], project: Project) -> tuple[GraphDocument | None, list[Term]]:
    """The model when both last agreed; none for a first time, another project, or one that came out of a backup."""
    if SYNCED not in files:
        return None, []
    try:
        kept = read_graph_json(files[SYNCED])
    except InvalidCommand as error:
        message = f"{SYNCED} cannot be read ({error.message}); remove it to merge without it"
        raise InvalidCommand(message) from None
    if kept.project_id == project.project_id and kept.revision <= project.graph.revision:
        return kept, []
    return None, [Term(key="notes.folderOfAnother", values={"file": SYNCED})]


def _placed(problem: Problem, found: _Found) -> Problem:
    place = None if problem.operation_id is None else found.places.get(problem.operation_id)
    return problem if place is None else replace(problem, path=place, operation_id=None)


def _counts(operations: Sequence[Operation]) -> tuple[int, int, int]:
    added = sum(isinstance(each, NodeCreate | EdgeCreate) for each in operations)
    gone = sum(isinstance(each, NodeDelete | EdgeDelete) for each in operations)
    return added, len(operations) - added - gone, gone


def _written(project: Project, graph: Graph, files: Mapping[str, bytes], own_profile: bytes | None) -> SyncedFolder:
    """The folder as it is to be, beside as it is."""
    header = project.header
    manifest = FolderManifest(
        project=header.name, profile=header.profile if own_profile is None else PROFILE, phase=header.phase
    )
    wanted = {MANIFEST: write_manifest(manifest)}
    if own_profile is not None:
        wanted[PROFILE] = own_profile
    wanted |= {path: text.encode() for path, text in files_of(graph).items()}
    written = {path: data for path, data in wanted.items() if files.get(path) != data}
    result = FolderSynced(
        outcome="unchanged",
        project=header.name,
        revision=graph.revision,
        added=0,
        changed=0,
        gone=0,
        written=sorted(written),
        removed=sorted(path for path in files if path.endswith(ENDING) and path not in wanted),
    )
    return SyncedFolder(result, {**written, SYNCED: write_graph_json(graph, project.project_id).encode()})
