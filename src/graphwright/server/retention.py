"""What is older than the operator keeps it is forgotten, once a day, kind by kind; never in a project on hold (ADR-90).

A sweep notes what it is about to forget, so that one that was cut off is carried out and told again by the next. Each
thing that went is an entry of the audit, without a text of it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Final, Literal, TypeAlias

from graphwright.errors import GraphwrightError, NotFound
from graphwright.protocol.base import Record
from graphwright.protocol.comments import Comment
from graphwright.protocol.documents import SourceDocument
from graphwright.protocol.events import RunStarted
from graphwright.protocol.ids import ProjectId, milliseconds_of
from graphwright.protocol.operations import Proposal
from graphwright.protocol.runs import ENDED_RUN
from graphwright.protocol.threads import Message, Thread, text_of
from graphwright.protocol.wire import decode, encode
from graphwright.store.base import Document, ProjectRow, Sha256, StoredEntry
from graphwright.store.blotting import BLOT, ForgottenIds, blotted, blotted_record, leads_to, records_of
from graphwright.store.reads import StoredProject
from graphwright.workbench import Workbench

RetentionKind: TypeAlias = Literal["threads", "runs", "documents", "comments", "proposals"]

_log = logging.getLogger(__name__)

BEGUN_FORGETTING: Final = "forgetting"
_LAST: Final = "retention"
_BATCH: Final = 200


class _BegunForgetting(Record, frozen=True, kw_only=True):
    """What a sweep is about to forget in a project, by its ids."""

    threads: list[str] = []
    runs: list[str] = []
    documents: list[str] = []
    comments: list[str] = []
    proposals: list[str] = []

    def told(self) -> list[tuple[RetentionKind, str]]:
        """Each of them with its kind."""
        kinds: Mapping[RetentionKind, list[str]] = {
            "threads": self.threads,
            "runs": self.runs,
            "documents": self.documents,
            "comments": self.comments,
            "proposals": self.proposals,
        }
        return [(kind, each) for kind, ids in kinds.items() for each in ids]


class Retention:
    """Forgets what is too old, in a whole data folder."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._store = workbench.store
        self._days = workbench.settings.retention

    async def sweep_daily(self) -> None:
        """A sweep, unless there was one today (UTC) or nothing is ever forgotten here."""
        days, today = self._days, self._workbench.clock.now().date()
        if not days.count:
            return
        kept = await self._store.get_record(_LAST, "last")
        if kept is None or decode(kept, date) < today:
            await self.sweep()
            await self._store.set_record(_LAST, "last", encode(today))

    async def sweep(self) -> int:
        """Forget what is too old now; how many things that were."""
        async with self._workbench.deleting:
            await self._workbench.audit.settle()
            count = 0
            for row in await self._workbench.projects.rows():
                try:
                    count += await self._sweep_project(row)
                except GraphwrightError:
                    _log.exception("what is too old in a project could not be forgotten; the next sweep tries it again")
            count += await self._sweep_audit()
            if count:
                await self._store.scrub()
            return count

    async def _sweep_project(self, row: ProjectRow) -> int:
        if await self._workbench.holds.of(row.project_id) is not None:
            return 0
        kept = await self._store.get_record(BEGUN_FORGETTING, row.project_id)
        begun = await self._due(row.project_id) if kept is None else decode(kept, _BegunForgetting)
        told = begun.told()
        if not told:
            return 0
        await self._store.set_record(BEGUN_FORGETTING, row.project_id, encode(begun))
        await self._workbench.projects.claim(row.project_id)
        await self._forget_documents(row.project_id, begun.documents)
        if len(told) > len(begun.documents):
            ids = ForgottenIds({*begun.threads}, {*begun.runs}, {*begun.comments}, {*begun.proposals})
            await self._blot(row.project_id, ids)
            await (await self._workbench.open_project(row.project_id)).project.begin_epoch()
        for kind, each in told:
            await self._note(f"retention.{kind}", row.name, {"id": each})
        await self._store.set_record(BEGUN_FORGETTING, row.project_id, None)
        return len(told)

    # what is due -------------------------------------------------------------------------------------------------

    async def _due(self, project_id: ProjectId) -> _BegunForgetting:
        project = StoredProject(self._store, project_id)
        runs = await project.read_all(RunStarted)
        threads = await self._threads_due(project, runs)
        gone = {*threads}
        by_age = self._before(self._days.runs)
        due: list[str] = [
            run.run_id
            for run in runs
            if run.question != BLOT
            and run.status in ENDED_RUN
            and (run.thread_id in gone or (by_age is not None and (run.ended_at or run.started_at) < by_age))
        ]
        documents: list[str] = []
        if (before := self._before(self._days.documents)) is not None:
            documents = [each.document_id for each in await project.read_all(SourceDocument) if each.added_at < before]
        return _BegunForgetting(
            threads=threads,
            runs=due,
            documents=documents,
            comments=await self._comments_due(project),
            proposals=await self._proposals_due(project),
        )

    async def _threads_due(self, project: StoredProject, runs: Sequence[RunStarted]) -> list[str]:
        """Those that have rested so long, and in which something stands: also again, where people went on."""
        if (before := self._before(self._days.threads)) is None:
            return []
        lasting = {
            run.thread_id for run in runs if run.status not in ENDED_RUN or (run.ended_at or run.started_at) >= before
        }
        due: list[str] = []
        for each in await project.read_all(Thread):
            if each.thread_id in lasting or each.started_at >= before:
                continue
            last = await project.read_all(Message, group=each.thread_id, newest=1)
            is_fresh = any((milliseconds_of(said.message_id) or 0) >= before.timestamp() * 1000 for said in last)
            if not is_fresh and {each.title, *(text_of(said.parts) for said in last)} != {BLOT}:
                due.append(each.thread_id)
        return due

    async def _comments_due(self, project: StoredProject) -> list[str]:
        """Those that were dealt with, and their replies."""
        if (before := self._before(self._days.comments)) is None:
            return []
        comments = [each for each in await project.read_all(Comment) if each.text != BLOT]
        over = {each.comment_id for each in comments if each.resolved is not None and each.resolved.at < before}
        return [each.comment_id for each in comments if {each.comment_id, each.reply_to} & over]

    async def _proposals_due(self, project: StoredProject) -> list[str]:
        """Those that nobody decides any more: from the entry that ended them."""
        if (before := self._before(self._days.proposals)) is None:
            return []
        due: list[str] = []
        for kept in await project.store.documents(project.project_id, "proposal"):
            proposal = decode(kept.body, Proposal)
            if proposal.state == "open" or not proposal.operations:
                continue
            ended = project.store.read(project.project_id, after=kept.sequence - 1, upto=kept.sequence)
            due.extend([proposal.proposal_id async for entry in ended if entry.at < before])
        return due

    def _before(self, days: int | None) -> datetime | None:
        return None if days is None else self._workbench.clock.now() - timedelta(days=days)

    # forgetting --------------------------------------------------------------------------------------------------

    async def _forget_documents(self, project_id: ProjectId, document_ids: list[str]) -> None:
        if not document_ids:
            return
        library = (await self._workbench.open_project(project_id)).library
        owner = await self._workbench.owner()
        for document_id in document_ids:
            try:
                await library.remove(document_id, owner)
            except NotFound:
                continue  # the sweep that was cut off came so far

    async def _blot(self, project_id: ProjectId, ids: ForgottenIds) -> None:
        """Blot out what is forgotten in the journal and in what is made of it."""
        apart: set[str] = set()
        entries: dict[int, StoredEntry] = {}
        names: dict[tuple[str, str], None] = {}
        async for stored in self._store.read(project_id):
            less = blotted(stored, ids)
            if less is not None:
                apart |= leads_to(stored.whole)
                entries[stored.sequence] = less
                names |= dict.fromkeys(records_of(stored))
            if len(entries) >= _BATCH:
                await self._redact(project_id, entries, names)
                entries, names = {}, {}
        await self._redact(project_id, entries, names)
        await self._forget_apart(apart)

    async def _redact(
        self, project_id: ProjectId, entries: Mapping[int, StoredEntry], names: Iterable[tuple[str, str]]
    ) -> None:
        """Replace entries, and what stands as they left it of the records that they made."""
        records: list[Document] = []
        for kind, record_id in names:
            found = await self._store.document(project_id, kind, record_id)
            if found is not None and (less := blotted_record(found, entries)) is not None:
                records.append(less)
        if entries:
            await self._store.redact(project_id, list(entries.values()), records)

    async def _forget_apart(self, apart: set[str]) -> None:
        """Forget what only blotted steps led to. While a run is under way that may lead there, it stays.

        What a run of another server has just put stays, too, as the store forgets nothing that was put within a day.
        """
        if not apart or any(each.engine.under_way for each in self._workbench.open_projects):
            return
        gone = await self._closure(apart)
        wanted: set[str] = set()
        for row in await self._workbench.projects.rows():
            for step in await self._store.documents(row.project_id, "step"):
                wanted |= leads_to(step.body)
        unneeded = [Sha256(each) for each in gone - await self._closure(wanted)]
        await self._store.forget_blobs(unneeded, older_than=self._workbench.clock.now())
        for open_project in self._workbench.open_projects:
            open_project.calls.forget_sent()

    async def _closure(self, hashes: set[str]) -> set[str]:
        """These, and what they lead to."""
        found, ahead = set[str](), set(hashes)
        while ahead:
            sha256 = ahead.pop()
            found.add(sha256)
            try:
                ahead |= leads_to(await self._store.get_blob(Sha256(sha256))) - found
            except NotFound:
                continue
        return found

    async def _sweep_audit(self) -> int:
        before = self._before(self._days.audit)
        if before is None:
            return 0
        held = {each.project_id for each in await self._workbench.holds.all()}
        rows = [row for row in await self._workbench.projects.rows() if row.project_id in held]
        names = {name for row in rows for name in (row.name, row.project_id)}
        count = await self._workbench.audit.forget(
            before, lambda entry: entry.project in names or entry.details.get("held") in names
        )
        if count:
            await self._note("retention.audit", "", {"entries": str(count), "before": before.date().isoformat()})
        return count

    async def _note(self, action: str, project: str, details: Mapping[str, str]) -> None:
        await self._workbench.audit.note(action, person=None, project=project, details=details)
