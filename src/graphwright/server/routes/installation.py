"""The whole installation at a glance, for the owner: projects, storage, health and what is done by itself.

Nothing is opened or counted through for it: a project is told by its records and the end of its journal.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any, Literal, TypeAlias

from graphwright.mail.postman import MailHealth
from graphwright.ports import in_thread
from graphwright.protocol.base import Count, Record, Time
from graphwright.protocol.documents import SourceDocument
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.projects import Person
from graphwright.protocol.wire import decode
from graphwright.server.compaction import EVERY
from graphwright.server.endpoint import EndpointCall, NoBody, NoQuery, endpoint
from graphwright.store.base import ProjectRow
from graphwright.store.reads import StoredProject
from graphwright.version import VERSION

JobKind: TypeAlias = Literal["runs", "webhooks", "schedules", "deletions", "retention", "compaction"]


class ProjectStanding(Record, frozen=True, kw_only=True):
    """A project, and how large it has become."""

    project_id: ProjectId
    name: str
    admins: list[str]
    revision: Count
    entries: Count
    """Of its journal."""
    documents: Count
    document_bytes: Count
    changed_at: Time
    hold: str | None = None
    """Why nothing of it may be removed."""


class StorageStanding(Record, frozen=True, kw_only=True):
    """The place on the disk. Absent where the data lie in a database elsewhere."""

    data_bytes: Count | None = None
    free_bytes: Count | None = None


class JobStanding(Record, frozen=True, kw_only=True):
    """Something that is done by itself."""

    kind: JobKind
    count: Count
    """Runs and deletions under way, webhooks and schedules that are switched on, kinds of things that are forgotten,
    days between two compactions."""
    failing: Count = 0
    """Of these, how many do not succeed."""
    done_at: str | None = None
    """The day (UTC) of the last sweep."""


class Installation(Record, frozen=True, kw_only=True):
    """Everything that one server looks after."""

    version: str
    trouble: str | None = None
    """Why changes wait or are refused now."""
    waits_for_standby: bool | None = None
    """Whether a change is acknowledged when a standby of the database has it; absent where there is no such choice."""
    sessions: Count
    """Connected to this server now."""
    storage: StorageStanding
    projects: list[ProjectStanding]
    jobs: list[JobStanding]
    mail: MailHealth | None = None
    """Absent where no mail server is set."""


@endpoint("installation.get", "/api/installation", "owner")
async def read_installation(call: EndpointCall[NoQuery, NoBody]) -> Installation:
    """Projects, storage, health and jobs, for the owner."""
    workbench, store = call.workbench, call.workbench.store
    waits_for = store.standing.waits_for
    holds = {each.project_id: each.reason for each in await workbench.holds.all()}
    rows = await workbench.projects.rows()
    return Installation(
        version=VERSION,
        trouble=store.trouble(),
        waits_for_standby=None if waits_for is None else waits_for != "",
        sessions=call.server_state.rooms.figures().sessions,
        storage=await in_thread(lambda: _on_disk(workbench.settings.data)),
        projects=[await _standing(call, row, holds.get(row.project_id)) for row in rows],
        jobs=await _jobs(call),
        mail=await _mail(call),
    )


async def _standing(call: EndpointCall[Any, Any], row: ProjectRow, hold: str | None) -> ProjectStanding:
    store = call.workbench.store
    head = await store.head(row.project_id)
    changed_at = row.created_at
    async for entry in store.read(row.project_id, after=max(0, head.sequence - 1), outlined=True):
        changed_at = entry.at
    project = StoredProject(store, row.project_id)
    documents = await project.read_all(SourceDocument)
    return ProjectStanding(
        project_id=row.project_id,
        name=row.name,
        admins=[each.name for each in await project.read_all(Person) if each.access == "admin"],
        revision=head.revision,
        entries=head.sequence,
        documents=len(documents),
        document_bytes=sum(each.bytes for each in documents),
        changed_at=changed_at,
        hold=hold,
    )


def _on_disk(folder: Path) -> StorageStanding:
    """What a data folder takes, and what is free beside it."""
    if not folder.is_dir():
        return StorageStanding()
    taken = sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())
    return StorageStanding(data_bytes=taken, free_bytes=shutil.disk_usage(folder).free)


async def _mail(call: EndpointCall[Any, Any]) -> MailHealth | None:
    postman, smtp = call.server_state.postman, call.workbench.settings.smtp
    return None if postman is None else await postman.health(f"{smtp.host}:{smtp.port}", smtp.sender or "")


async def _jobs(call: EndpointCall[Any, Any]) -> list[JobStanding]:
    workbench, days = call.workbench, call.workbench.settings.retention
    webhooks = [each for each in await workbench.webhooks.everywhere() if each.off is None]
    schedules = [each for each in await call.server_state.schedules.everywhere() if each.is_on]
    swept = await workbench.store.get_record("retention", "last")
    compacted = await call.server_state.compaction.last()
    return [
        JobStanding(kind="runs", count=sum(len(each.engine.under_way) for each in workbench.open_projects)),
        JobStanding(
            kind="webhooks", count=len(webhooks), failing=sum(each.failing_since is not None for each in webhooks)
        ),
        JobStanding(kind="schedules", count=len(schedules)),
        JobStanding(kind="deletions", count=len(await workbench.store.records("deletion"))),
        JobStanding(
            kind="retention",
            count=days.count,
            done_at=None if swept is None else decode(swept, str),
        ),
        JobStanding(
            kind="compaction", count=EVERY.days, done_at=None if compacted is None else compacted.date().isoformat()
        ),
    ]
