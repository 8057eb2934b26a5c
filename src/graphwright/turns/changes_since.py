"""What has changed since somebody last looked: a thread since its last call, or a moment, or a revision (B-39)."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from graphwright.context.capture_parts import ChangesSince
from graphwright.errors import StaleRevision
from graphwright.projects import Project
from graphwright.protocol.base import Record
from graphwright.protocol.ids import RunId, ThreadId
from graphwright.protocol.runs import Run

_RUNS: Final = 8
"""The newest of a thread, which saw the graph last: in their order, but for those that began side by side."""


async def since_thread(project: Project, thread_id: ThreadId, *, but: RunId | None = None) -> ChangesSince | None:
    """What others changed since the last run of a thread saw the graph (B-21); `but` leaves one run out.

    What the thread's own runs changed stands in its history. `None` when no run saw the graph, or so long ago that
    nobody remembers what was new then.
    """
    runs = [run for run in await project.read_all(Run, group=thread_id, newest=_RUNS) if run.run_id != but]
    if not runs:
        return None
    revision = max(run.revision for run in runs)
    try:
        commits = await project.commits_since(revision)
    except StaleRevision:
        return None
    by_runs = {commit.run_id for commit in commits if commit.run_id is not None} - {but}
    own = {run_id for run_id in by_runs if await _is_of(project, run_id, thread_id)}
    changes = [change for commit in commits if commit.run_id not in own for change in commit.changes]
    return ChangesSince(revision=revision, changes=changes)


class _RunPlace(Record, frozen=True, kw_only=True):
    """Where a run belongs; the rest of it is not read."""

    thread_id: ThreadId | None = None


async def _is_of(project: Project, run_id: RunId, thread_id: ThreadId) -> bool:
    """Is it a run of a thread? Asked of each that changed something: an old one may have waited for weeks."""
    run = await project.find(_RunPlace, run_id, kind="run")
    return run is not None and run.thread_id == thread_id


async def since_revision(project: Project, revision: int) -> ChangesSince:
    """What changed after a revision. `StaleRevision` if it is too far behind or in the future."""
    commits = await project.commits_since(revision)
    return ChangesSince(revision=revision, changes=[change for commit in commits for change in commit.changes])


async def since_moment(project: Project, moment: datetime) -> ChangesSince | None:
    """What changed after a moment; `None` when that is further back than revisions are remembered."""
    oldest = max(0, project.graph.revision - project.limits.base_behind)
    commits = await project.commits_since(oldest)
    later = [commit for commit in commits if commit.at > moment]
    if oldest and len(later) == len(commits):
        return None
    revision = project.graph.revision - len(later)
    return ChangesSince(revision=revision, changes=[change for commit in later for change in commit.changes])
