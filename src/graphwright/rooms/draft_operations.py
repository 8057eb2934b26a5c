"""The operations of answers that are still being written: what clients draw, and a room tells newcomers.

They are told as they come and not stored; they end with the commit or the proposal that comes of them, or with the run.
"""

from __future__ import annotations

from typing import Final

from graphwright.protocol.events import (
    CommitAnnounced,
    CommitApplied,
    Heard,
    ProposalChanged,
    ProposalGrowing,
    ProposalOpened,
    ProposalWithdrawn,
    RunFinished,
)
from graphwright.protocol.ids import ProposalId, RunId

MAX_GHOSTS: Final = 1_000
"""Of one proposal: as many operations as a model's change set may hold (ADR-18)."""


class DraftOperations:
    """The ghosts of one project."""

    def __init__(self) -> None:
        self.growing: dict[ProposalId, list[ProposalGrowing]] = {}

    def all(self) -> list[ProposalGrowing]:
        """Every ghost that has not become real, in the order they came."""
        return [growing for draft_operations in self.growing.values() for growing in draft_operations]

    def has(self, proposal_id: ProposalId) -> bool:
        """Does this proposal show something already?"""
        return proposal_id in self.growing

    def hear(self, event: Heard) -> None:
        """Remember what grows, forget what has become something else."""
        match event:
            case ProposalGrowing():
                self._grown(event)
            case ProposalWithdrawn():
                draft_operations = self.growing.get(event.proposal_id)
                if draft_operations is not None and draft_operations[0].attempt <= event.attempt:
                    del self.growing[event.proposal_id]
            case ProposalOpened() | ProposalChanged():
                self.growing.pop(event.proposal_id, None)
            case CommitApplied() | CommitAnnounced() | RunFinished():
                self._settled(event.run_id)
            case _:
                pass

    def _grown(self, growing: ProposalGrowing) -> None:
        """A higher attempt withdraws what the lower ones drew; an operation replaces the one with its id."""
        drafts = self.growing.get(growing.proposal_id)
        if drafts is None or drafts[0].attempt < growing.attempt:
            self.growing[growing.proposal_id] = [growing]
        elif drafts[0].attempt == growing.attempt:
            places = {draft.operation.id: place for place, draft in enumerate(drafts)}
            if (place := places.get(growing.operation.id)) is not None:
                drafts[place] = growing
            elif len(drafts) < MAX_GHOSTS:
                drafts.append(growing)

    def _settled(self, run_id: RunId | None) -> None:
        for proposal_id in [key for key, drafts in self.growing.items() if drafts[0].run_id == run_id]:
            del self.growing[proposal_id]
