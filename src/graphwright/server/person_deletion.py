"""A person is deleted: their ways in go, and a pseudonym takes the place of their name in all that stays (ADR-59).

What was done stays done, and so does what they wrote. A deletion is begun by a record of its own and goes on from there
after a crash: each of its parts may be carried out again. What proves it is an entry of the audit, which names nobody.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from graphwright.access import SUSPENDED
from graphwright.audit import MAX_VALUE_LENGTH
from graphwright.errors import Conflict, NotFound, StoreError
from graphwright.fold import RECORDS
from graphwright.protocol.base import Count, Record
from graphwright.protocol.events import AccessChanged
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId, ProjectId
from graphwright.protocol.projects import Person
from graphwright.protocol.runs import ENDED_RUN, Run
from graphwright.protocol.wire import decode, encode
from graphwright.server.accounts import Account, Accounts, folded
from graphwright.server.company import CompanyIdentity
from graphwright.server.directory import forget_in_directory
from graphwright.server.directory_news import forget_refusals
from graphwright.server.sessions import LAST, Sessions
from graphwright.server.tickets import Tickets
from graphwright.server.tokens import ApiToken, ApiTokens
from graphwright.store.base import Document, ProjectRow, Sha256, StoredEntry
from graphwright.store.pseudonyms import Renaming, results_in
from graphwright.workbench import RECENT_RUNS, Workbench

_log = logging.getLogger(__name__)

_BEGUN: Final = "deletion"
_OLD_RESULT: Final = "deletionResult"
_BATCH_ENTRIES: Final = 200
_BATCH_BYTES: Final = 4 * 1024 * 1024
_MAX_ROUNDS: Final = 5
"""Of looking through a project again; the second finds only what was written during the first."""
_NAMELESS: Final = frozenset({"layout", "finding", "check"})
"""Records that name nobody."""


ObstacleCase: TypeAlias = Literal["owner", "lastAdmin", "run"]


class DeletionObstacle(Record, frozen=True, kw_only=True):
    """Why a person cannot be deleted now."""

    case: ObstacleCase
    project: str = ""
    run_id: str = ""

    @property
    def words(self) -> str:
        """The same in English, for a refusal."""
        return _WORDS[self.case].format(project=self.project, run=self.run_id)


_WORDS: Final[Mapping[ObstacleCase, str]] = {
    "owner": "they own this data folder",
    "lastAdmin": "they are the only admin of {project}; make somebody else one first, or delete the project",
    "run": "run {run} in {project} names them and has not ended; cancel it or let it end",
}


class DeletionPlan(Record, frozen=True, kw_only=True):
    """What the deletion of a person would do; nothing of it is done."""

    person: Author
    pseudonym: str
    """What they are called from then on."""
    sessions: Count
    tokens: Count
    projects: list[str]
    """In which they are a member."""
    entries: Count
    """Of journals in which their name is replaced."""
    records: Count
    """Schedules and links of theirs, which go."""
    obstacles: list[DeletionObstacle] = []
    """Why it cannot be done now."""


class DeletedPerson(Record, frozen=True, kw_only=True):
    """That a person was deleted, in the words of the audit."""

    pseudonym: str
    entries: Count
    audit_entries: Count
    is_scrubbed: bool
    """Nothing of what was replaced is left in the files of the data folder."""


class _BegunDeletion(Record, frozen=True, kw_only=True):
    """A deletion under way; without a name, when only the files are still to be cleaned."""

    person_id: PersonId
    name: str = ""
    pseudonym: str
    by: Author
    address: str
    entries: Count = 0
    audit_entries: Count = 0


class PersonDeletion:
    """Deletes people of a data folder, one at a time."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._store = workbench.store
        self._accounts = Accounts(workbench)
        self._one_at_a_time = workbench.deleting

    async def plan(self, account: Account) -> DeletionPlan:
        """What would go, what would be replaced, and what stands against it."""
        person_id = account.person_id
        entries = 0
        projects: list[str] = []
        renaming = Renaming(person_id, account.name, pseudonym_of(person_id))
        for row in await self._workbench.projects.rows():
            entries += sum([1 async for _ in self._redacted(row.project_id, renaming, {})])
            if await self._store.document(row.project_id, "member", person_id) is not None:
                projects.append(row.name)
        return DeletionPlan(
            person=Author(person_id=person_id, name=account.name),
            pseudonym=renaming.pseudonym,
            sessions=sum(each.person_id == person_id for _, each in await Sessions(self._workbench).living()),
            tokens=len(await self._tokens(person_id)),
            projects=projects,
            entries=entries,
            records=len([key async for key in self._records(person_id)]),
            obstacles=[each async for each in self._obstacles(account)],
        )

    async def delete(self, account: Account, *, typed: str, by: Author, address: str) -> DeletedPerson:
        """Delete somebody, whose name was typed once more. `Conflict` for what stands against it."""
        if typed != account.name:
            message = f"to delete this person, type their name exactly as it is, {account.name!r}; nothing was done"
            raise Conflict(message)
        async with self._one_at_a_time:
            await self._workbench.audit.settle()
            obstacles = [each async for each in self._obstacles(account)]
            if obstacles:
                why = "; ".join(each.words for each in obstacles)
                raise Conflict(f"{account.name} cannot be deleted: {why}; nothing was done")
            begun = _BegunDeletion(
                person_id=account.person_id,
                name=account.name,
                pseudonym=pseudonym_of(account.person_id),
                by=by,
                address=address,
            )
            await self._store.set_record(_BEGUN, account.person_id, encode(begun))
            return await self._carry_out(begun)

    async def resume(self) -> int:
        """Go on with what a crash has left half done; how many deletions that were."""
        async with self._one_at_a_time:
            waiting = [decode(body, _BegunDeletion) for _, body in await self._store.records(_BEGUN)]
            for begun in waiting:
                await self._carry_out(begun, is_again=True)
        return len(waiting)

    # what stands against it --------------------------------------------------------------------------------------

    async def _obstacles(self, account: Account) -> AsyncIterator[DeletionObstacle]:
        owner = await self._workbench.owner()
        if account.person_id == owner.person_id:
            yield DeletionObstacle(case="owner")
        for row in await self._workbench.projects.rows():
            if await self._is_last_admin(row.project_id, account.person_id):
                yield DeletionObstacle(case="lastAdmin", project=row.name)
            for run_id in await self._runs_under_way(row.project_id, account):
                yield DeletionObstacle(case="run", project=row.name, run_id=run_id)

    async def _is_last_admin(self, project_id: ProjectId, person_id: PersonId) -> bool:
        members = [decode(each.body, Person) for each in await self._store.documents(project_id, "member")]
        admins = {each.person_id for each in members if each.access == "admin"}
        others = [each for each in admins - {person_id} if await self._accounts.get(each) is not None]
        return person_id in admins and not others

    async def _runs_under_way(self, project_id: ProjectId, account: Account) -> list[str]:
        """Runs that would be taken up again on what they no longer find."""
        found: list[str] = []
        renaming = Renaming(account.person_id, account.name, pseudonym_of(account.person_id))
        for document in await self._store.documents(project_id, "run", limit=RECENT_RUNS, newest_first=True):
            if decode(document.body, Run).status in ENDED_RUN:
                continue
            steps = await self._store.documents(project_id, "step", group=document.id)
            if any(renaming.of(each.body) != each.body for each in (document, *steps)):
                found.append(document.id)
        return found

    # carrying it out ---------------------------------------------------------------------------------------------

    async def _carry_out(self, begun: _BegunDeletion, *, is_again: bool = False) -> DeletedPerson:
        if begun.name:
            await self._end_ways_in(begun)
            renaming = Renaming(begun.person_id, begun.name, begun.pseudonym)
            entries = 0
            for row in await self._workbench.projects.rows():
                entries += await self._redact_project(row, renaming, is_again=is_again)
            await self._redact_webhooks(renaming)
            await self._store.redact_answers(encode(begun.person_id), renaming.of)
            await self._forget_old_results()
            called = folded(begun.name)  # an invitation is noted as somebody typed it
            audit_entries = await self._workbench.audit.redact(
                Author(person_id=begun.person_id, name=begun.pseudonym), lambda text: folded(text) == called
            )
            begun = await self._noted(begun, entries, audit_entries)
        try:
            is_scrubbed = await self._store.scrub()
            await self._store.set_record(_BEGUN, begun.person_id, None)
        except StoreError:
            _log.exception("a person is deleted, but the files are not compacted; the next start tries it again")
            is_scrubbed = False
        return DeletedPerson(
            pseudonym=begun.pseudonym,
            entries=begun.entries,
            audit_entries=begun.audit_entries,
            is_scrubbed=is_scrubbed,
        )

    async def _noted(self, begun: _BegunDeletion, entries: int, audit_entries: int) -> _BegunDeletion:
        """The proof, and from then on nothing that holds the name."""
        details = {
            "person": begun.person_id[:MAX_VALUE_LENGTH],
            "pseudonym": begun.pseudonym,
            "entries": str(entries),
            "auditEntries": str(audit_entries),
        }
        await self._workbench.audit.note("deletion.put", person=begun.by, address=begun.address, details=details)
        await self._workbench.audit.settle()
        nameless = replace(begun, name="", entries=entries, audit_entries=audit_entries)
        await self._store.set_record(_BEGUN, begun.person_id, encode(nameless))
        return nameless

    async def _end_ways_in(self, begun: _BegunDeletion) -> None:
        """Nobody comes in as them any more, and nothing of theirs acts for them."""
        person_id = begun.person_id
        tokens = ApiTokens(self._workbench)
        known = {row.project_id for row in await self._workbench.projects.rows()}
        for token in await self._tokens(person_id):
            if token.project_id in known:
                await self._take_access(token.project_id, token.person)
            await tokens.revoke(token.person.person_id)
        for key, body in await self._store.records("identity"):
            if decode(body, CompanyIdentity).person_id == person_id:
                await self._store.set_record("identity", key, None)
        await Tickets(self._workbench).withdraw(person_id)
        await Sessions(self._workbench).end_others(person_id, but="")
        await self._store.set_record(LAST, person_id, None)
        await self._store.set_record("groups", person_id, None)
        await self._store.set_record(SUSPENDED, person_id, None)
        await self._workbench.mailboxes.forget(person_id)
        await forget_in_directory(self._store, person_id, self._workbench)
        await forget_refusals(self._store)
        await self._store.set_record("person", person_id, None)
        async for kind, key in self._records(person_id):
            await self._store.set_record(kind, key, None)
        for project_id in known:
            if await self._store.document(project_id, "member", person_id) is not None:
                await self._take_access(project_id, Author(person_id=person_id, name=begun.pseudonym))

    async def _take_access(self, project_id: ProjectId, person: Author) -> None:
        open_project = await self._workbench.open_project(project_id)
        await open_project.project.record([AccessChanged(person=person, access=None)])

    async def _redact_project(self, row: ProjectRow, renaming: Renaming, *, is_again: bool) -> int:
        count = 0
        await self._workbench.projects.claim(row.project_id)
        for _ in range(_MAX_ROUNDS):
            results = await self._redact_results(row.project_id, renaming)
            entries = await self._redact_entries(row.project_id, renaming, results)
            documents = await self._redact_documents(row.project_id, renaming, results)
            count += entries
            if entries + documents == 0:
                break
        if count or is_again:  # a crash may have come before everybody was told to read it anew
            await (await self._workbench.open_project(row.project_id)).project.begin_epoch()
        return count

    async def _redact_entries(self, project_id: ProjectId, renaming: Renaming, results: Mapping[str, str]) -> int:
        count = size = 0
        batch: list[StoredEntry] = []
        async for entry in self._redacted(project_id, renaming, results):
            batch.append(entry)
            count, size = count + 1, size + entry.size
            if len(batch) >= _BATCH_ENTRIES or size >= _BATCH_BYTES:
                await self._store.redact(project_id, batch)
                batch, size = [], 0
        if batch:
            await self._store.redact(project_id, batch)
        return count

    async def _redacted(
        self, project_id: ProjectId, renaming: Renaming, results: Mapping[str, str]
    ) -> AsyncIterator[StoredEntry]:
        async for stored in self._store.read(project_id):
            entry = renaming.of_entry(stored, results)
            if entry is not None:
                yield entry

    async def _redact_documents(self, project_id: ProjectId, renaming: Renaming, results: Mapping[str, str]) -> int:
        count = 0
        async for documents in self._documents(project_id):
            changed = [each for each in (renaming.of_document(one, results) for one in documents) if each is not None]
            for batch in _batches(changed):
                await self._store.redact(project_id, [], batch)
            count += len(changed)
        return count

    async def _documents(self, project_id: ProjectId) -> AsyncIterator[list[Document]]:
        """All records that may name somebody, those of runs run by run: these are the many."""
        for kind in RECORDS:
            if kind in _NAMELESS or kind == "step":
                continue
            documents = await self._store.documents(project_id, kind)
            yield documents
            if kind == "run":
                for run in documents:
                    yield await self._store.documents(project_id, "step", group=run.id)

    async def _redact_results(self, project_id: ProjectId, renaming: Renaming) -> dict[str, str]:
        """Results of steps that lie apart: by their hash, the hash of what replaces them."""
        found: dict[str, str] = {}
        seen: set[str] = set()
        async for stored in self._store.read(project_id):
            for sha256 in results_in(stored.body) - seen:
                seen.add(sha256)
                try:
                    old = await self._store.get_blob(Sha256(sha256))
                except NotFound:
                    continue
                new = renaming.of(old)
                if new != old:
                    await self._store.set_record(_OLD_RESULT, sha256, b"{}")  # forgotten when nobody leads there
                    found[sha256] = await self._store.put_blob(new)
        return found

    async def _forget_old_results(self) -> None:
        for sha256, _ in await self._store.records(_OLD_RESULT):
            await self._store.forget_blob(Sha256(sha256))
            await self._store.set_record(_OLD_RESULT, sha256, None)

    # what is theirs ----------------------------------------------------------------------------------------------

    async def _tokens(self, person_id: PersonId) -> list[ApiToken]:
        tokens = [decode(body, ApiToken) for _, body in await self._store.records("token")]
        return [token for token in tokens if token.made_by == person_id]

    async def _records(self, person_id: PersonId) -> AsyncIterator[tuple[str, str]]:
        """Schedules and links, which act with the access of who made them."""
        them = b'"personId":' + encode(person_id)
        for kind in ("schedule", "share"):
            for key, body in await self._store.records(kind):
                if them in body:
                    yield kind, key
                    if kind == "schedule":
                        yield "scheduleState", key

    async def _redact_webhooks(self, renaming: Renaming) -> None:
        """They tell what happens for the project's sake, and go on."""
        for key, body in await self._store.records("webhook"):
            if (redacted := renaming.of(body)) != body:
                await self._store.set_record("webhook", key, redacted)


def pseudonym_of(person_id: PersonId) -> str:
    """What a person is called once they are deleted: always the same, and told by nothing that they were called."""
    return f"deleted person {person_id[-6:]}"


def _batches(documents: list[Document]) -> Iterator[list[Document]]:
    for start in range(0, len(documents), _BATCH_ENTRIES):
        yield documents[start : start + _BATCH_ENTRIES]
