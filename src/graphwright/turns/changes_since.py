"""What has changed since somebody last looked: a thread since its last call, or a moment, or a revision (B-39)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from graphwright.context.capture_parts import ChangesSince
from graphwright.errors import StaleRevision
from graphwright.projects import Project
from graphwright.protocol.ids import RunId, ThreadId
from graphwright.protocol.runs import Run


async def since_thread(project: Project, thread_id: ThreadId, *, but: RunId | None = None) -> ChangesSince | None:
    """What others changed since the last run of a thread saw the graph (B-21); `but` leaves one run out.

    What the thread's own runs changed stands in its history. `None` when no run saw the graph, or so long ago that
    nobody remembers what was new then.
    """
    runs = [run for run in await project.read_all(Run, group=thread_id) if run.run_id != but]
    if not runs:
        return None
    own = {run.run_id for run in runs}
    try:
        return await since_revision(project, max(run.revision for run in runs), but=own)
    except StaleRevision:
        return None


async def since_revision(project: Project, revision: int, *, but: Collection[RunId] = ()) -> ChangesSince:
    """What changed after a revision, but by these runs. `StaleRevision` if it is too far behind or in the future."""
    commits = [commit for commit in await project.commits_since(revision) if commit.run_id not in but]
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
