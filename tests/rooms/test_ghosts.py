"""Ghosts: of whatever was told of growing proposals, a newcomer sees what those see who heard all of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.protocol.events import (
    CommitAnnounced,
    Heard,
    MessageDelta,
    ProposalChanged,
    ProposalGrowing,
    ProposalOpened,
    ProposalWithdrawn,
    RunFinished,
)
from graphwright.protocol.operations import FindingsDelta, NodeCreate
from graphwright.protocol.runs import ZERO_TOTALS
from graphwright.rooms import draft_operations
from graphwright.rooms.draft_operations import DraftOperations
from tests.places import ANA

NOW = datetime(2026, 11, 29, tzinfo=UTC)
RUN_OF = {"p": "one", "q": "one", "r": "other"}
MOST = 3


def growing(proposal: str, attempt: int, name: str) -> ProposalGrowing:
    operation = NodeCreate(id=name, node_type="FUNC", name=name, descr="", depends_on=[])
    return ProposalGrowing(proposal_id=proposal, run_id=RUN_OF[proposal], attempt=attempt, operation=operation)


def withdrawn(proposal: str, attempt: int) -> ProposalWithdrawn:
    return ProposalWithdrawn(proposal_id=proposal, run_id=RUN_OF[proposal], attempt=attempt, reason="again")


def standing(kind: type[ProposalOpened | ProposalChanged], proposal: str) -> Heard:
    return kind(
        proposal_id=proposal, state="open", origin="run", author=ANA, operations=[], batches=[], findings=[],
        problems=[], digest="", version=1, base_revision=0,
    )  # fmt: skip


def commit(run: str | None) -> CommitAnnounced:
    return CommitAnnounced(
        commit_id="c", revision=1, at=NOW, author=ANA, origin="run", aliases={}, run_id=run, changes=None, reload=True,
        findings=FindingsDelta(introduced=[], resolved=[]),
    )  # fmt: skip


def finished(run: str) -> RunFinished:
    return RunFinished(run_id=run, status="completed", totals=ZERO_TOTALS, ended_at=NOW)


PROPOSALS, ATTEMPTS = st.sampled_from(sorted(RUN_OF)), st.integers(1, 3)
HEARD = st.one_of(
    st.builds(growing, PROPOSALS, ATTEMPTS, st.sampled_from("abcde")),
    st.builds(growing, PROPOSALS, ATTEMPTS, st.sampled_from("abcde")),
    st.builds(withdrawn, PROPOSALS, ATTEMPTS),
    st.builds(standing, st.sampled_from([ProposalOpened, ProposalChanged]), PROPOSALS),
    st.builds(commit, st.sampled_from(["one", "other", "a third", None])),
    st.builds(finished, st.sampled_from(["one", "other", "a third"])),
    st.just(MessageDelta(message_id="m", attempt=1, part=0, offset=0, text="x")),
)


class Seen:
    """What somebody has drawn who heard all of it: of each proposal its attempt, and its operations by their ids."""

    def __init__(self) -> None:
        self.drawn: dict[str, tuple[int, dict[str, ProposalGrowing]]] = {}

    def hear(self, event: Heard) -> None:
        match event:
            case ProposalGrowing(proposal_id=proposal, operation=operation):
                attempt, known = self.drawn.get(proposal, (0, {}))
                if event.attempt > attempt:
                    self.drawn[proposal] = (event.attempt, {operation.id: event})
                elif event.attempt == attempt and (operation.id in known or len(known) < MOST):
                    known[operation.id] = event
            case ProposalWithdrawn(proposal_id=proposal):
                if self.drawn.get(proposal, (99, {}))[0] <= event.attempt:
                    del self.drawn[proposal]
            case ProposalOpened(proposal_id=proposal) | ProposalChanged(proposal_id=proposal):
                self.drawn.pop(proposal, None)
            case CommitAnnounced(run_id=run) | RunFinished(run_id=run):
                self.drawn = {proposal: drawn for proposal, drawn in self.drawn.items() if RUN_OF[proposal] != run}
            case _:
                pass


@pytest.mark.requirement("A-43", "R-138")
@given(st.lists(HEARD, max_size=40))
def test_a_newcomer_is_told_the_ghosts_that_those_have_drawn_who_heard_everything(heard: list[Heard]):
    drafts, seen = DraftOperations(), Seen()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(draft_operations, "MAX_GHOSTS", MOST)
        for event in heard:
            drafts.hear(event)
            seen.hear(event)
            told = drafts.all()
            assert {
                proposal: [each for each in told if each.proposal_id == proposal]
                for proposal in RUN_OF
                if drafts.has(proposal)
            } == {proposal: list(known.values()) for proposal, (_, known) in seen.drawn.items()}
            assert len(told) == sum(len(known) for _, known in seen.drawn.values())
