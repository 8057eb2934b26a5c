"""The open proposals of a project: kept up with commits that break what they were shown on, ended when time is over.

They are read once, then followed through their events, so a commit costs one look-up for each changed element, and
nothing where no proposal is open. What is found is told as a new version that names the stale operations.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime

from graphwright.errors import GraphwrightError
from graphwright.graph.document import Graph
from graphwright.operations.digests import has_lost_an_end, shown_on, still_holds
from graphwright.operations.proposals import Proposals
from graphwright.operations.refs import names_of
from graphwright.projects import Project
from graphwright.protocol.events import CommitApplied, DurableEvent, ProposalDecided
from graphwright.protocol.graph import Edge
from graphwright.protocol.ids import OperationId, ProposalId
from graphwright.protocol.operations import NodeCreate, Proposal


class OpenProposals:
    """Watches the open proposals of one project."""

    def __init__(self, project: Project, proposals: Proposals) -> None:
        self._project = project
        self._proposals = proposals
        self._open: dict[ProposalId, Proposal] | None = None
        self._reading = asyncio.Lock()
        self._meanwhile: list[DurableEvent] = []
        self._watching: dict[str, set[ProposalId]] = {}
        self._touched: set[str] = set()
        self._task: asyncio.Task[None] | None = None
        project.on_event.append(self._hear)
        project.on_commit.append(self._on_commit)

    async def sweep(self, now: datetime) -> list[ProposalId]:
        """End the proposals whose time is over; which they were."""
        over = [
            proposal.proposal_id
            for proposal in (await self._loaded()).values()
            if proposal.expires_at is not None and proposal.expires_at <= now
        ]
        return [proposal_id for proposal_id in over if await self._proposals.expire(proposal_id, now)]

    async def settled(self) -> None:
        """Wait until every commit so far was held against the open proposals."""
        while self._task is not None and not self._task.done():
            await asyncio.shield(self._task)

    def _on_commit(self, commit: CommitApplied) -> None:
        if self._open is not None and not self._open:
            return
        if len(commit.changes) > len(self._watching):
            # To look at all that was shown is quicker than to go through a large commit; what is not loaded yet is
            # looked at when it is.
            self._touched.update(self._watching)
        else:
            self._touched.update(_touched_by(commit))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._look())

    async def _look(self) -> None:
        """Hold what was touched against what was shown. A mark is a courtesy: whoever decides is told all the same."""
        with suppress(GraphwrightError):
            await self._mark(await self._loaded())

    async def _mark(self, known: dict[ProposalId, Proposal]) -> None:
        while self._touched:
            touched, self._touched = self._touched, set()
            met = {proposal_id for element in touched for proposal_id in self._watching.get(element, ())}
            for proposal_id in sorted(met):
                proposal = known.get(proposal_id)
                if proposal is None:
                    continue
                stale = stale_operations(self._project.graph, proposal)
                if stale != proposal.stale:
                    await self._proposals.mark_stale(proposal_id, stale)

    async def _loaded(self) -> dict[ProposalId, Proposal]:
        async with self._reading:
            if self._open is None:
                self._meanwhile.clear()
                found = await self._proposals.all()
                self._open = {}
                for proposal in found:
                    self._put(proposal)
                for event in self._meanwhile:
                    self._hear(event)
                # A process may have ended between a commit and its mark.
                self._touched.update(self._watching)
        return self._open

    def _hear(self, event: DurableEvent) -> None:
        if self._open is None:
            if self._reading.locked():
                self._meanwhile.append(event)
        elif isinstance(event, Proposal):
            self._drop(event.proposal_id)
            self._put(event)
        elif isinstance(event, ProposalDecided):
            self._drop(event.proposal_id)

    def _put(self, proposal: Proposal) -> None:
        if self._open is None or proposal.state != "open":
            return
        self._open[proposal.proposal_id] = proposal
        for operation in proposal.operations:
            for element in shown_on(operation):
                self._watching.setdefault(element, set()).add(proposal.proposal_id)

    def _drop(self, proposal_id: ProposalId) -> None:
        proposal = None if self._open is None else self._open.pop(proposal_id, None)
        for operation in () if proposal is None else proposal.operations:
            for element in shown_on(operation):
                watching = self._watching.get(element, set())
                watching.discard(proposal_id)
                if not watching:
                    self._watching.pop(element, None)


def _touched_by(commit: CommitApplied) -> Iterator[str]:
    for change in commit.changes:
        element = change.after or change.before
        if isinstance(element, Edge):
            # A node that would be deleted takes its edges with it, so they are part of what was shown.
            yield from (element.edge_id, element.source, element.target)
        elif element is not None:
            yield element.node_id


def stale_operations(graph: Graph, proposal: Proposal) -> list[OperationId]:
    """Operations of a proposal that were shown on what is no longer so; a problem that is told already is none."""
    made = {name for each in proposal.operations if isinstance(each, NodeCreate) for name in names_of(each)}
    told = {problem.operation_id for problem in proposal.problems}
    return [
        operation.id
        for operation in proposal.operations
        if not still_holds(graph, operation) or (has_lost_an_end(graph, operation, made) and operation.id not in told)
    ]
