"""What is blotted out of an entry whose time is over: every text that people or models wrote, and nothing else (ADR-59)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec import Raw, structs

from graphwright.protocol.base import NOT_GIVEN
from graphwright.protocol.events import (
    CommentChanged,
    DurableEvent,
    FormAnswered,
    ProposalDecided,
    ProposalOpened,
    RunFinished,
    RunStarted,
    RunWaiting,
    StepFinished,
    ThreadChanged,
)
from graphwright.protocol.ids import CommentId, ProposalId, RunId, StepId, ThreadId
from graphwright.protocol.runs import StoredError
from graphwright.protocol.threads import TextPart, text_digest
from graphwright.protocol.wire import decode_durable
from graphwright.store.base import StoredEntry
from graphwright.store.blotting import BLOT, ForgottenIds, blotted, leads_to
from graphwright.store.chain import START as NOTHING
from graphwright.store.chain import is_redacted, link, unmarked, verify
from graphwright.store.entries import event_of
from tests.store.samples import (
    ANA,
    START,
    access,
    commit,
    entry,
    form_answered,
    header,
    layout,
    message,
    proposal_decided,
    proposal_opened,
    run_finished,
    run_started,
    run_waiting,
    step_finished,
    step_started,
    thread,
)


def commented(comment_id: str = "k1") -> CommentChanged:
    return CommentChanged(
        comment_id=CommentId(comment_id), kind="node", about="n-Order", label="Order", person=ANA, text="@Ana too long",
        at=START, mentions=[ANA.person_id],
    )  # fmt: skip


def failed_step() -> StepFinished:
    event = event_of_entry(step_finished())
    assert isinstance(event, StepFinished)
    error = StoredError(code="internal", message="no Order of Ben", retry="never")
    return structs.replace(event, status="failed", result=Raw(b'"Ben"'), result_ref="a" * 64, error=error)


def event_of_entry(written: object) -> DurableEvent:
    (row,), _ = link([written], NOTHING)  # type: ignore[list-item]
    return structs.replace(event_of(row), sequence=None)


THREADS = [thread(), message()]
RUNS = [run_started(), run_waiting(), run_finished(), step_started(), entry(failed_step()), form_answered()]
PROPOSALS = [proposal_opened(), proposal_decided()]
OTHERS = [header(), commit(1), layout(a=(1.0, 2.0)), access()]
JOURNAL, _ = link([*OTHERS, *THREADS, *RUNS, *PROPOSALS, entry(commented())], NOTHING)


def changed_by(ids: ForgottenIds) -> dict[str, StoredEntry]:
    return {row.type: less for row in JOURNAL if (less := blotted(row, ids)) is not None}


def told(changed: Mapping[str, StoredEntry]) -> dict[str, DurableEvent]:
    return {name: decode_durable(unmarked(row.whole)) for name, row in changed.items()}


@pytest.mark.requirement("R-128")
def test_of_a_forgotten_thread_its_title_and_its_messages_say_nothing_more():
    assert told(changed_by(ForgottenIds(threads={"t1"}))) == {
        "thread.changed": ThreadChanged(thread_id=ThreadId("t1"), title=BLOT, started_at=START),
        "message.completed": structs.replace(
            event_of_entry(message()), parts=[TextPart(text=BLOT)], digest=text_digest(BLOT)
        ),
    }, "its runs are named by themselves, and stay where they are not"


@pytest.mark.requirement("R-128")
def test_of_a_forgotten_run_question_request_results_answers_and_errors_are_gone_and_figures_stay():
    question, finished, answer = map(event_of_entry, (run_started(), run_finished(), form_answered()))
    assert isinstance(question, RunStarted)
    assert isinstance(finished, RunFinished)
    assert isinstance(answer, FormAnswered)
    step = failed_step()

    assert told(changed_by(ForgottenIds(runs={"r1"}))) == {
        "run.started": structs.replace(question, question=BLOT, request=Raw(b"{}")),
        "run.waiting": RunWaiting(run_id=RunId("r1"), waits=[]),
        "run.finished": structs.replace(finished, result=NOT_GIVEN),
        "step.started": structs.replace(event_of_entry(step_started()), label=BLOT),
        "step.finished": structs.replace(
            step,
            label=BLOT,
            result=NOT_GIVEN,
            result_ref=None,
            error=StoredError(code="internal", message=BLOT, retry="never"),
        ),
        "form.answered": FormAnswered(run_id=RunId("r1"), step_id=StepId("s1"), person=ANA, values=None),
    }


@pytest.mark.requirement("R-128")
def test_of_forgotten_comments_and_proposals_stays_that_they_were_and_how_they_were_decided():
    opened = event_of_entry(proposal_opened())
    assert isinstance(opened, ProposalOpened)

    assert told(changed_by(ForgottenIds(proposals={"q1"}, comments={"k1"}))) == {
        "proposal.opened": structs.replace(opened, operations=[], batches=[]),
        "comment.changed": structs.replace(commented(), text=BLOT, label=BLOT, mentions=[]),
    }, "a decision without a word says nothing that could be blotted out"


@pytest.mark.requirement("R-128")
def test_what_somebody_said_of_a_proposal_goes_with_it():
    decided = event_of_entry(proposal_decided())
    assert isinstance(decided, ProposalDecided)
    (row,), _ = link([entry(structs.replace(decided, feedback="Ben is wrong"))], NOTHING)

    less = blotted(row, ForgottenIds(proposals={ProposalId("q1")}))

    assert less is not None
    assert decode_durable(unmarked(less.whole)) == structs.replace(decided, feedback=BLOT)


@pytest.mark.requirement("R-128", "I-05")
def test_nothing_of_others_changes_and_the_chain_goes_on_through_what_says_less():
    ids = ForgottenIds(threads={"t1"}, runs={"r1"}, comments={"k1"}, proposals={"q1"})
    everything, others = changed_by(ids), ForgottenIds({"t2"}, {"r2"}, {"k2"}, {"q2"})

    assert (changed_by(ForgottenIds()), changed_by(others)) == ({}, {})
    assert {row.type for row in JOURNAL} - everything.keys() == {
        "project.changed", "commit.applied", "layout.changed", "access.changed", "proposal.decided",
    }  # fmt: skip
    assert all(is_redacted(row) for row in everything.values())
    before = NOTHING
    for row in JOURNAL:
        now = everything.get(row.type, row)
        assert [*verify(now, before)] == []
        assert blotted(now, ids) is None, "what says nothing any more is not blotted twice"
        before = type(before)(row.sequence, row.revision, row.chain)


@pytest.mark.requirement("R-128")
def test_what_lies_apart_is_found_by_every_word_that_leads_to_it():
    hashes = ["a" * 64, "b" * 64, "c" * 64]
    data = b'{"resultRef":"%b","sent":"%b","sha256":"%b","digest":"%b","sent":"short"}' % (
        *(each.encode() for each in hashes),
        b"d" * 64,
    )

    assert leads_to(data) == set(hashes)
