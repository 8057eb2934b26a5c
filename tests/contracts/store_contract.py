"""What every store does and refuses: one suite, run on all of them (R-49).

A test file for a store makes a class of `StoreContract` with a fixture `store` that gives an empty one.
"""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

import pytest
from msgspec import Raw, structs

from graphwright.errors import (
    Conflict,
    IdempotencyConflict,
    InvalidCommand,
    LimitExceeded,
    NotFound,
    OwnerLost,
    StaleRevision,
    StoreBusy,
)
from graphwright.protocol.events import LayoutChanged, ProjectChanged, RunStarted, ThreadChanged
from graphwright.protocol.ids import NodeId, ProjectId, ThreadId
from graphwright.protocol.operations import Proposal
from graphwright.protocol.runs import Run, Step
from graphwright.protocol.threads import Message, text_of
from graphwright.protocol.wire import decode
from graphwright.store.base import KEY_DAYS, Document, Fence, Head, Repeated, Sha256, Store
from graphwright.store.entries import entry_of, event_of
from tests.store.samples import (
    BANK,
    CLOCK,
    SHOP,
    START,
    access,
    commit,
    filled,
    findings,
    form_answered,
    header,
    ids,
    journal,
    key,
    layout,
    message,
    message_started,
    proposal_decided,
    proposal_opened,
    run_finished,
    run_resumed,
    run_started,
    run_waiting,
    sequences,
    snapshot,
    step_finished,
    step_started,
    thread,
    thread_of,
)

requirement = pytest.mark.requirement

HOSTILE = [
    "NUL \x00 inside",
    "line\r\nbreak\u2028and\u2029more",
    "\"quotes' -- ; DROP TABLE journal; \\",
    "\u202eright to left\u2066",
    "e\u0301 is not \u00e9",
    "👩‍👩‍👧‍👦 \U0010ffff",
    "  spaces around\t",
    "",
    "x" * 100_000,
]


class StoreContract:
    """Rules, one test each."""

    # the journal -----------------------------------------------------------------------------------------------------

    @requirement("I-05")
    async def test_a_new_project_stands_at_its_first_entries(self, store):
        await filled(store)
        assert await store.head(SHOP) == Head(1, 0)

    @requirement("I-05")
    async def test_append_answers_with_the_sequence_of_the_first_entry(self, store):
        await filled(store)
        assert await store.append(SHOP, [thread("t1"), thread("t2")]) == 2
        assert await store.append(SHOP, [thread("t3")]) == 4

    @requirement("I-05")
    async def test_sequences_are_dense_in_every_project(self, store):
        await filled(store)
        await store.create_project(BANK, "bank", [header("bank")])
        for number in range(3):
            await store.append(SHOP, [thread(f"s{number}")])
            await store.append(BANK, [thread(f"b{number}")])
        assert [row.sequence for row in await journal(store)] == [1, 2, 3, 4]
        assert [row.sequence for row in await journal(store, BANK)] == [1, 2, 3, 4]

    @requirement("I-05")
    async def test_only_commits_raise_the_revision(self, store):
        await filled(store, thread(), commit(1), thread("t2"), commit(2))
        assert [row.revision for row in await journal(store)] == [0, 0, 1, 1, 2]
        assert await store.head(SHOP) == Head(5, 2)

    @requirement("I-01")
    async def test_what_was_appended_reads_back_equal(self, store):
        await filled(store)
        written = commit(1)
        await store.append(SHOP, [written], expect_revision=0)
        (row,) = await journal(store, after=1)
        assert (row.type, row.version, row.at, row.body) == ("commit.applied", 1, START, written.body)
        assert written.content is not None
        assert event_of(row) == structs.replace(written.content, sequence=2)

    @requirement("I-02")
    async def test_a_refused_append_leaves_no_trace(self, store):
        await filled(store, commit(1))
        before = await journal(store)
        with pytest.raises(StaleRevision):
            await store.append(SHOP, [thread(), commit(7)], key=key())
        assert await journal(store) == before
        assert await store.documents(SHOP, "thread") == []
        assert await store.recall("ana", "k1", "d1") is None
        assert await store.head(SHOP) == Head(2, 1)

    @requirement("I-02")
    async def test_a_refused_append_does_not_fail_its_neighbours(self, store):
        await filled(store)
        outcomes = await asyncio.gather(
            store.append(SHOP, [thread("t1")]),
            store.append(SHOP, [commit(9)], expect_revision=8),
            store.append(SHOP, [run_resumed("nobody")]),
            store.append(SHOP, [thread("t2")]),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [int, StaleRevision, NotFound, int]
        assert await ids(store, "thread") == ["t1", "t2"]
        assert await sequences(store) == [1, 2, 3]

    @requirement("I-05")
    async def test_waiting_appends_take_their_sequences_in_the_order_of_the_calls(self, store):
        await filled(store)
        firsts = await asyncio.gather(*(store.append(SHOP, [thread(f"t{number}")]) for number in range(50)))
        assert firsts == list(range(2, 52))
        assert await ids(store, "thread") == [f"t{number}" for number in range(50)]

    @requirement("I-05")
    async def test_of_two_commits_on_one_revision_the_second_is_stale(self, store):
        await filled(store)
        outcomes = await asyncio.gather(
            store.append(SHOP, [commit(1, "First")], expect_revision=0),
            store.append(SHOP, [commit(1, "Second")], expect_revision=0),
            return_exceptions=True,
        )
        assert outcomes[0] == 2
        assert isinstance(outcomes[1], StaleRevision)
        assert outcomes[1].fields == {"revision": 1}

    @requirement("I-05")
    async def test_commits_of_one_group_follow_each_other(self, store):
        await filled(store)
        await asyncio.gather(*(store.append(SHOP, [commit(n)], expect_revision=n - 1) for n in range(1, 21)))
        assert await store.head(SHOP) == Head(21, 20)

    @requirement("I-05")
    async def test_other_entries_need_no_revision(self, store):
        await filled(store, commit(1))
        assert await store.append(SHOP, [thread()]) == 3

    @requirement("I-05")
    async def test_an_expected_revision_that_is_ahead_is_stale_too(self, store):
        await filled(store)
        with pytest.raises(StaleRevision):
            await store.append(SHOP, [thread()], expect_revision=1)

    @requirement("I-05")
    async def test_a_commit_that_skips_a_revision_is_refused(self, store):
        await filled(store)
        with pytest.raises(StaleRevision):
            await store.append(SHOP, [commit(2)])

    @requirement("R-10")
    async def test_an_unknown_project_is_not_found(self, store):
        for call in (
            store.append(BANK, [thread()]),
            store.head(BANK),
            store.document(BANK, "thread", "t1"),
            store.documents(BANK, "thread"),
            store.load_snapshot(BANK),
            store.save_snapshot(BANK, snapshot(), 1),
            store.rebuild(BANK),
            store.delete_project(BANK),
            journal(store, BANK),
        ):
            with pytest.raises(NotFound, match="p-bank"):
                await call

    @requirement("I-03")
    async def test_cancelling_a_caller_cancels_only_the_waiting(self, store):
        await filled(store)
        caller = asyncio.ensure_future(store.append(SHOP, [thread("t1")]))
        await asyncio.sleep(0)
        caller.cancel()
        await store.append(SHOP, [thread("t2")])
        assert await ids(store, "thread") == ["t1", "t2"]

    @requirement("R-43")
    @pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
    async def test_hostile_text_reads_back_as_it_was_written(self, store, text):
        await filled(store, thread("t1", text), message(text=text))
        found = await store.document(SHOP, "message", "m1")
        assert text_of(decode(found.body, Message).parts) == text
        assert decode((await journal(store))[1].body, ThreadChanged).title == text
        assert await store.rebuild(SHOP) == []

    @requirement("R-43")
    async def test_a_lone_surrogate_never_reaches_the_store(self, store):
        await filled(store)
        with pytest.raises(InvalidCommand, match="surrogate"):
            entry_of(ThreadChanged(thread_id=ThreadId("t1"), title="\ud800", started_at=START), CLOCK)

    @requirement("R-43")
    async def test_a_lone_surrogate_in_a_name_is_refused(self, store):
        await filled(store)
        bad = "\ud800"
        for call in (
            store.create_project(BANK, bad, []),
            store.append(ProjectId(bad), [thread()]),
            store.append(SHOP, [thread()], key=key(bad)),
            store.set_record("token", bad, b""),
            store.document(SHOP, "thread", bad),
            store.documents(SHOP, bad),
            store.own(bad, by="test"),
        ):
            with pytest.raises(InvalidCommand, match="surrogate"):
                await call

    @requirement("R-40")
    async def test_a_name_of_ten_megabytes_is_refused(self, store):
        with pytest.raises(LimitExceeded):
            await store.create_project(SHOP, "x" * 10_000_000, [])
        assert await store.projects() == []

    @requirement("R-40")
    async def test_an_entry_above_the_limit_is_refused(self, store, monkeypatch):
        await filled(store)
        monkeypatch.setattr("graphwright.store.chain.ENTRY_BYTES", 1000)
        with pytest.raises(LimitExceeded, match="1000"):
            await store.append(SHOP, [thread(), thread("t2", "x" * 1000)])
        assert await sequences(store) == [1]

    @requirement("R-68")
    async def test_a_time_without_zone_is_refused(self, store):
        await filled(store)
        with pytest.raises(InvalidCommand, match="zone"):
            await store.append(SHOP, [structs.replace(thread(), at=datetime(2026, 1, 1))])  # noqa: DTZ001  # the point

    @requirement("R-68")
    async def test_times_are_kept_in_utc(self, store):
        elsewhere = datetime(2026, 11, 21, 14, tzinfo=timezone(timedelta(hours=2)))
        await filled(store, structs.replace(thread(), at=elsewhere))
        at = (await journal(store))[1].at
        assert (at, at.tzinfo) == (START, UTC)

    @requirement("I-01")
    async def test_a_large_commit_is_one_row(self, store):
        await filled(store, thread("t1", "x" * 3_000_000))
        assert len((await journal(store))[1].body) > 3_000_000

    # reading ---------------------------------------------------------------------------------------------------------

    @requirement("R-46")
    async def test_read_gives_the_entries_after_a_sequence(self, store):
        await filled(store, *(thread(f"t{number}") for number in range(5)))
        assert await sequences(store, after=3) == [4, 5, 6]

    @requirement("R-46")
    async def test_read_ends_with_the_upper_bound(self, store):
        await filled(store, *(thread(f"t{number}") for number in range(5)))
        assert await sequences(store, after=1, upto=3) == [2, 3]

    @requirement("R-46")
    @pytest.mark.parametrize("bounds", [{"after": 99}, {"after": 3, "upto": 3}, {"after": 3, "upto": 1}, {"upto": -1}])
    async def test_bounds_that_hold_nothing_give_nothing(self, store, bounds):
        await filled(store, *(thread(f"t{number}") for number in range(5)))
        assert await sequences(store, **bounds) == []

    @requirement("R-46")
    async def test_a_negative_start_is_the_beginning(self, store):
        await filled(store, thread())
        assert await sequences(store, after=-5) == [1, 2]

    @requirement("R-46")
    async def test_read_gives_thousands_of_entries_once_and_in_order(self, store):
        await filled(store, *(thread(f"t{number}") for number in range(2_000)))
        assert await sequences(store) == list(range(1, 2_002))

    @requirement("I-05")
    async def test_one_projects_journal_holds_nothing_of_another(self, store):
        await filled(store, thread("mine"))
        await store.create_project(BANK, "bank", [header("bank")])
        await store.append(BANK, [thread("theirs")])
        assert [thread_of(row) for row in (await journal(store))[1:]] == ["mine"]
        assert await ids(store, "thread") == ["mine"]

    @requirement("R-53")
    async def test_every_row_is_chained_to_the_one_before(self, store):
        await filled(store, thread(), commit(1))
        rows = await journal(store)
        assert all(re.fullmatch("[0-9a-f]{64}", row.chain) for row in rows)
        assert all(before.chain != after.chain for before, after in pairwise(rows))
        assert await store.rebuild(SHOP) == []

    # keys ------------------------------------------------------------------------------------------------------------

    @requirement("R-47", "I-03")
    async def test_the_same_key_is_told_the_stored_answer_and_writes_nothing(self, store):
        await filled(store)
        await store.append(SHOP, [thread("t1")], key=key())
        with pytest.raises(Repeated) as repeated:
            await store.append(SHOP, [thread("t2")], key=key(answer=b"another answer"))
        assert repeated.value.answer == b"stored answer"
        assert await ids(store, "thread") == ["t1"]

    @requirement("R-47")
    async def test_the_same_key_with_another_digest_is_a_conflict(self, store):
        await filled(store)
        await store.append(SHOP, [thread("t1")], key=key())
        with pytest.raises(IdempotencyConflict, match="k1"):
            await store.append(SHOP, [thread("t2")], key=key(digest="other"))
        assert await ids(store, "thread") == ["t1"]

    @requirement("R-47", "I-03")
    async def test_a_key_sent_twenty_times_at_once_has_one_effect(self, store):
        await filled(store)
        calls = (store.append(SHOP, [thread(f"t{n}")], key=key()) for n in range(20))
        outcomes = await asyncio.gather(*calls, return_exceptions=True)
        assert [outcome for outcome in outcomes if isinstance(outcome, int)] == [2]
        assert [o.answer for o in outcomes if isinstance(o, Repeated)] == [b"stored answer"] * 19
        assert await sequences(store) == [1, 2]

    @requirement("R-47")
    async def test_keys_of_two_persons_do_not_meet(self, store):
        await filled(store)
        await store.append(SHOP, [thread("t1")], key=key(scope="ana"))
        assert await store.append(SHOP, [thread("t2")], key=key(scope="ben", digest="other")) == 3

    @requirement("R-47", "I-03")
    async def test_a_repetition_is_recognised_before_its_revision_is_judged(self, store):
        await filled(store)
        await store.append(SHOP, [commit(1)], expect_revision=0, key=key())
        with pytest.raises(Repeated):
            await store.append(SHOP, [commit(1)], expect_revision=0, key=key())

    @requirement("R-47", "I-09")
    async def test_a_repetition_is_recognised_before_its_fence_is_judged(self, store):
        await filled(store)
        fence = await store.own("r1", by="a")
        await store.append(SHOP, [thread()], fence=fence, key=key())
        await store.own("r1", by="b")
        with pytest.raises(Repeated):
            await store.append(SHOP, [thread()], fence=fence, key=key())

    @requirement("R-47")
    async def test_a_key_alone_is_kept(self, store):
        await filled(store)
        assert await store.append(SHOP, [], key=key()) == 2
        assert await store.recall("ana", "k1", "d1") == b"stored answer"
        assert await sequences(store) == [1]

    @requirement("R-47")
    async def test_recall_knows_nothing_of_a_new_key(self, store):
        assert await store.recall("ana", "new", "d1") is None

    @requirement("R-47", "I-04")
    async def test_recall_tells_the_stored_answer(self, store):
        await filled(store)
        await store.append(SHOP, [thread()], key=key(answer=b"\x00\xff"))
        assert await store.recall("ana", "k1", "d1") == b"\x00\xff"

    @requirement("R-47")
    async def test_recall_with_another_digest_is_a_conflict(self, store):
        await filled(store)
        await store.append(SHOP, [thread()], key=key())
        with pytest.raises(IdempotencyConflict):
            await store.recall("ana", "k1", "other")

    @requirement("R-47")
    async def test_keys_of_the_last_days_are_never_forgotten(self, store):
        await filled(store)
        await store.append(SHOP, [thread()], key=key())
        assert await store.forget_keys(CLOCK.now() + timedelta(days=1)) == 0
        assert await store.recall("ana", "k1", "d1") == b"stored answer"

    @requirement("R-47")
    async def test_older_keys_are_forgotten_when_asked(self, store, clock):
        await filled(store)
        await store.append(SHOP, [thread("t1")], key=key("old"))
        clock.advance(timedelta(days=KEY_DAYS, hours=1).total_seconds())
        await store.append(SHOP, [thread("t2")], key=key("young"))
        assert await store.forget_keys(clock.now() - timedelta(days=KEY_DAYS)) == 1
        assert await store.recall("ana", "old", "d1") is None
        assert await store.recall("ana", "young", "d1") == b"stored answer"

    # owners ----------------------------------------------------------------------------------------------------------

    @requirement("I-07")
    async def test_each_owner_gets_a_higher_number(self, store):
        assert [await store.own("r1", by="a"), await store.own("r1", by="b")] == [Fence("r1", 1), Fence("r1", 2)]
        assert await store.own("r2", by="a") == Fence("r2", 1)

    @requirement("I-07")
    async def test_the_owner_may_write(self, store):
        await filled(store)
        assert await store.append(SHOP, [thread()], fence=await store.own("r1", by="a")) == 2

    @requirement("I-07")
    async def test_a_former_owner_may_not_write(self, store):
        await filled(store)
        former = await store.own("r1", by="a")
        await store.own("r1", by="b")
        with pytest.raises(OwnerLost, match="r1"):
            await store.append(SHOP, [thread()], fence=former)
        assert await sequences(store) == [1]

    @requirement("I-07")
    async def test_a_made_up_fence_may_not_write(self, store):
        await filled(store)
        for fence in (Fence("nobody", 1), Fence("nobody", 0)):
            with pytest.raises(OwnerLost):
                await store.append(SHOP, [thread()], fence=fence)

    @requirement("I-07")
    async def test_an_append_called_before_the_change_of_owner_still_counts(self, store):
        await filled(store)
        fence = await store.own("r1", by="a")
        outcomes = await asyncio.gather(
            store.append(SHOP, [thread("t1")], fence=fence),
            store.own("r1", by="b"),
            store.append(SHOP, [thread("t2")], fence=fence),
            return_exceptions=True,
        )
        assert [*outcomes[:2], type(outcomes[2])] == [2, Fence("r1", 2), OwnerLost]

    # projects --------------------------------------------------------------------------------------------------------

    @requirement("R-49")
    async def test_projects_are_listed_oldest_first(self, store):
        await store.create_project(SHOP, "zebra", [])
        await store.create_project(BANK, "ant", [])
        rows = await store.projects()
        assert [(row.project_id, row.name) for row in rows] == [(SHOP, "zebra"), (BANK, "ant")]
        assert all(row.created_at.tzinfo is not None for row in rows)

    @requirement("R-49")
    async def test_a_project_may_begin_empty(self, store):
        await store.create_project(SHOP, "shop", [])
        assert await store.head(SHOP) == Head(0, 0)
        assert await journal(store) == []

    @requirement("R-49")
    async def test_a_taken_name_is_refused(self, store):
        await filled(store)
        with pytest.raises(Conflict, match="shop"):
            await store.create_project(BANK, "shop", [])
        assert len(await store.projects()) == 1

    @requirement("R-49")
    async def test_a_taken_id_is_refused(self, store):
        await filled(store)
        with pytest.raises(Conflict, match="p-shop"):
            await store.create_project(SHOP, "another", [])

    @requirement("R-49")
    async def test_of_two_projects_made_at_once_with_one_name_one_is_refused(self, store):
        outcomes = await asyncio.gather(
            store.create_project(SHOP, "shop", []), store.create_project(BANK, "shop", []), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), Conflict]

    @requirement("I-02")
    async def test_a_project_whose_first_entries_are_refused_is_not_made(self, store):
        with pytest.raises(StaleRevision):
            await store.create_project(SHOP, "shop", [header(), commit(5)])
        assert await store.projects() == []

    @requirement("R-49")
    async def test_a_new_name_in_the_header_renames_the_project(self, store):
        await filled(store, header("market"))
        assert [row.name for row in await store.projects()] == ["market"]
        await store.create_project(BANK, "shop", [])

    @requirement("R-49")
    async def test_a_project_cannot_take_anothers_name(self, store):
        await filled(store)
        await store.create_project(BANK, "bank", [header("bank")])
        with pytest.raises(Conflict, match="bank"):
            await store.append(SHOP, [header("bank")])
        assert await sequences(store) == [1]

    @requirement("R-49")
    async def test_a_deleted_project_is_gone_with_all_it_held(self, store):
        await filled(store, thread(), commit(1))
        await store.save_snapshot(SHOP, snapshot(), 3)
        await store.delete_project(SHOP)
        assert await store.projects() == []
        assert await store.find_document("thread", "t1") is None
        await filled(store)
        assert await store.head(SHOP) == Head(1, 0)
        assert await ids(store, "thread") == []
        assert await store.load_snapshot(SHOP) is None

    @requirement("I-14")
    async def test_deleting_a_project_leaves_the_others(self, store):
        await filled(store, thread())
        await store.create_project(BANK, "bank", [header("bank")])
        await store.delete_project(BANK)
        assert await sequences(store) == [1, 2]
        assert await store.rebuild(SHOP) == []

    # documents -------------------------------------------------------------------------------------------------------

    @requirement("I-15")
    async def test_a_document_is_the_present_state_of_its_thing(self, store):
        await filled(store, thread("t1", "Old"), thread("t1", "New"))
        found = await store.document(SHOP, "thread", "t1")
        assert found == Document("thread", "t1", "", 3, thread("t1", "New").body)

    @requirement("I-15")
    async def test_an_unknown_document_is_none(self, store):
        await filled(store)
        assert await store.document(SHOP, "thread", "nothing") is None
        assert await store.find_document("thread", "nothing") is None

    @requirement("I-15")
    async def test_documents_come_in_the_order_they_were_first_made(self, store):
        await filled(store, thread("z"), thread("a"), thread("m"), thread("z", "changed"))
        assert await ids(store, "thread") == ["z", "a", "m"]

    @requirement("I-15")
    async def test_documents_come_newest_first_when_asked(self, store):
        await filled(store, thread("z"), thread("a"), thread("m"))
        assert await ids(store, "thread", newest_first=True) == ["m", "a", "z"]

    @requirement("R-40")
    async def test_a_listing_can_be_limited(self, store):
        await filled(store, thread("z"), thread("a"), thread("m"))
        assert await ids(store, "thread", limit=2) == ["z", "a"]
        assert await ids(store, "thread", limit=2, newest_first=True) == ["m", "a"]
        assert await ids(store, "thread", limit=0) == []

    @requirement("I-15")
    async def test_a_group_lists_only_its_own(self, store):
        await filled(store, message("m1", "t1"), message("m2", "t2"), message("m3", "t1"))
        assert await ids(store, "message", group="t1") == ["m1", "m3"]
        assert await ids(store, "message", group="t1", limit=1, newest_first=True) == ["m3"]
        assert await ids(store, "message") == ["m1", "m2", "m3"]

    @requirement("I-15")
    async def test_a_document_is_found_by_its_id_alone(self, store):
        await filled(store)
        await store.create_project(BANK, "bank", [header("bank"), run_started("r-bank")])
        project_id, found = await store.find_document("run", "r-bank")
        assert (project_id, found.id, found.group) == (BANK, "r-bank", "t1")

    @requirement("I-14")
    async def test_the_same_id_in_two_projects_is_two_documents(self, store):
        await filled(store, thread("t1", "mine"))
        await store.create_project(BANK, "bank", [header("bank"), thread("t1", "theirs")])
        assert decode((await store.document(SHOP, "thread", "t1")).body, ThreadChanged).title == "mine"
        assert (await store.find_document("thread", "t1"))[0] == SHOP

    @requirement("I-15")
    async def test_the_header_is_a_document(self, store):
        await filled(store, header(policy="locked"))
        found = await store.document(SHOP, "project", "header")
        assert decode(found.body, ProjectChanged).policy == "locked"

    @requirement("R-64")
    async def test_a_completed_message_replaces_the_started_one(self, store):
        await filled(store, message_started(), message(text="All of it."))
        (found,) = await store.documents(SHOP, "message")
        whole = decode(found.body, Message)
        assert (whole.status, text_of(whole.parts), found.sequence, found.group) == ("complete", "All of it.", 3, "t1")

    @requirement("I-08")
    async def test_a_runs_status_follows_its_events(self, store):
        await filled(store)

        async def status() -> str:
            return decode((await store.document(SHOP, "run", "r1")).body, Run).status

        seen = []
        for happened in (run_started(), run_waiting(), run_resumed(), run_finished(status="failed")):
            await store.append(SHOP, [happened])
            seen.append(await status())
        assert seen == ["running", "waiting", "running", "failed"]

    @requirement("I-08")
    async def test_a_finished_run_keeps_its_request_and_gets_its_end(self, store):
        await filled(store, run_started(), run_finished())
        found = await store.document(SHOP, "run", "r1")
        run = decode(found.body, RunStarted)
        assert bytes(run.request) == b'{"text":"Add an order"}'
        assert (run.status, run.outcome, run.result, run.ended_at) == ("completed", "applied", Raw(b"[1]"), START)

    @requirement("I-08")
    async def test_a_run_without_thread_is_in_no_group(self, store):
        await filled(store, run_started(thread_id=None))
        assert (await store.document(SHOP, "run", "r1")).group == ""

    @requirement("I-08")
    async def test_an_event_of_an_unknown_run_is_refused(self, store):
        await filled(store)
        for lost in (run_waiting("ghost"), run_resumed("ghost"), run_finished("ghost")):
            with pytest.raises(NotFound, match="ghost"):
                await store.append(SHOP, [lost])
        assert await sequences(store) == [1]

    @requirement("I-09")
    async def test_a_finished_step_replaces_the_started_one(self, store):
        await filled(store, run_started(), step_started("s1"), step_started("s2"), step_finished("s1"))
        steps = [decode(found.body, Step) for found in await store.documents(SHOP, "step", group="r1")]
        assert [(step.step_id, step.status) for step in steps] == [("s1", "completed"), ("s2", "running")]

    @requirement("R-66")
    async def test_an_open_wait_is_a_document_of_its_run(self, store):
        await filled(store, run_started(), run_waiting("r1", "s1", "s2"))
        assert await ids(store, "wait", group="r1") == ["s1", "s2"]

    @requirement("R-66")
    async def test_an_answered_form_ends_its_wait_only(self, store):
        await filled(store, run_started(), run_waiting("r1", "s1", "s2"), form_answered("s1"))
        assert await ids(store, "wait") == ["s2"]

    @requirement("R-66")
    async def test_a_run_that_waits_again_has_exactly_the_waits_it_names(self, store):
        await filled(store, run_started(), run_waiting("r1", "s1", "s2"), run_waiting("r1", "s2", "s3"))
        assert await ids(store, "wait") == ["s2", "s3"]

    @requirement("R-66")
    async def test_waits_stay_open_while_the_run_goes_on(self, store):
        await filled(store, run_started(), run_waiting("r1", "s1", "s2"), form_answered("s1"), run_resumed())
        assert await ids(store, "wait") == ["s2"]

    @requirement("R-66", "I-08")
    async def test_the_end_of_a_run_closes_its_waits_and_no_others(self, store):
        await filled(store, run_started("r1"), run_started("r2"), run_waiting("r1", "s1"), run_waiting("r2", "s2"))
        await store.append(SHOP, [run_finished("r1", "cancelled")])
        assert await ids(store, "wait") == ["s2"]

    @requirement("I-10")
    async def test_a_decision_ends_the_wait_for_it(self, store):
        await filled(store, run_started(), proposal_opened(), run_waiting("r1", "s1", proposal_id="q1"))
        await store.append(SHOP, [run_waiting("r1", "s1", proposal_id="q1"), proposal_decided()])
        assert await ids(store, "wait") == []

    @requirement("I-10")
    @pytest.mark.parametrize(
        ("decision", "operations", "state"),
        [
            ("accept", ("a", "b"), "accepted"),
            ("accept", ("a",), "partlyAccepted"),
            ("reject", ("a", "b"), "rejected"),
            ("reject", (), "rejected"),
        ],
    )
    async def test_a_proposals_state_follows_its_decision(self, store, decision, operations, state):
        await filled(store, proposal_opened(run_id=None), proposal_decided("q1", decision, operations))
        found = await store.document(SHOP, "proposal", "q1")
        assert decode(found.body, Proposal).state == state
        assert (found.sequence, found.group) == (3, "")

    @requirement("I-10")
    async def test_a_decision_on_an_unknown_proposal_is_refused(self, store):
        await filled(store)
        with pytest.raises(NotFound, match="ghost"):
            await store.append(SHOP, [proposal_decided("ghost")])

    @requirement("I-15")
    async def test_findings_come_and_go(self, store):
        await filled(store, findings("f1", "f2"), findings("f3", resolved=("f1",)))
        assert await ids(store, "finding") == ["f2", "f3"]

    @requirement("I-15")
    async def test_each_node_of_a_view_keeps_its_last_position(self, store):
        await filled(store, layout("main", a=(0, 0), b=(1, 1)), layout("main", a=(5, 5)), layout("other", a=(9, 9)))
        assert await ids(store, "layout", group="main") == ["main/a", "main/b"]
        moved = await store.document(SHOP, "layout", "main/a")
        assert decode(moved.body, LayoutChanged) == LayoutChanged(view="main", positions={NodeId("a"): (5.0, 5.0)})
        assert await store.rebuild(SHOP) == []

    @requirement("I-15")
    async def test_members_come_change_and_go(self, store):
        await filled(store, access("ben", "viewer"), access("cleo", "admin"), access("ben", "editor"))
        assert [found.body for found in await store.documents(SHOP, "member")] == [
            b'{"personId":"ben","name":"Ben","access":"editor"}',
            b'{"personId":"cleo","name":"Cleo","access":"admin"}',
        ]
        await store.append(SHOP, [access("ben", None)])
        assert await ids(store, "member") == ["cleo"]

    @requirement("I-02")
    async def test_entries_of_one_append_see_each_others_documents(self, store):
        await filled(store, run_started(), run_waiting("r1", "s1"), form_answered("s1"), run_finished())
        assert await ids(store, "wait") == []
        assert decode((await store.document(SHOP, "run", "r1")).body, Run).status == "completed"
        assert await store.rebuild(SHOP) == []

    @requirement("I-15")
    async def test_an_entry_without_its_content_is_decoded(self, store):
        await filled(store, structs.replace(thread(), content=None))
        assert await ids(store, "thread") == ["t1"]

    @requirement("I-15")
    async def test_a_commit_touches_no_document(self, store):
        await filled(store)
        unreadable = structs.replace(commit(1), content=None, body=b"not even JSON")
        assert await store.append(SHOP, [unreadable]) == 2

    @requirement("I-05")
    async def test_a_rebuild_of_a_rich_journal_finds_no_difference(self, store):
        await filled(store, thread(), message_started(), run_started(), step_started(), proposal_opened(), commit(1))
        await store.append(SHOP, [run_waiting("r1", "s1", proposal_id="q1"), findings("f1"), layout(a=(1, 2))])
        await store.append(SHOP, [proposal_decided(), step_finished(), message(), run_finished(), access()])
        assert await store.rebuild(SHOP) == []
        assert await store.rebuild(SHOP, repair=True) == []

    @requirement("I-05")
    async def test_repair_keeps_every_document_and_its_order(self, store):
        await filled(store, thread("z"), thread("a"), run_started(), run_waiting("r1", "s2", "s1"), thread("z", "new"))
        before = [await store.documents(SHOP, kind) for kind in ("project", "thread", "run", "wait")]
        await store.rebuild(SHOP, repair=True)
        assert [await store.documents(SHOP, kind) for kind in ("project", "thread", "run", "wait")] == before

    # snapshots, blobs, records ---------------------------------------------------------------------------------------

    @requirement("I-05")
    async def test_a_snapshot_reads_back_equal(self, store):
        await filled(store)
        kept = snapshot(revision=7, nodes=5_000)
        await store.save_snapshot(SHOP, kept, 1)
        assert await store.load_snapshot(SHOP) == (kept, 1)

    @requirement("I-05")
    async def test_an_empty_snapshot_is_a_snapshot(self, store):
        await filled(store)
        await store.save_snapshot(SHOP, snapshot(revision=0, nodes=0), 1)
        assert await store.load_snapshot(SHOP) == (snapshot(revision=0, nodes=0), 1)

    @requirement("I-05")
    async def test_without_snapshot_there_is_none(self, store):
        await filled(store)
        assert await store.load_snapshot(SHOP) is None

    @requirement("I-05")
    async def test_the_newest_two_snapshots_are_kept(self, store):
        await filled(store)
        for revision in (1, 2, 3):
            await store.save_snapshot(SHOP, snapshot(revision), revision * 10)
        assert await store.load_snapshot(SHOP) == (snapshot(3), 30)
        assert await store.load_snapshot(SHOP, upto_revision=2) == (snapshot(2), 20)
        assert await store.load_snapshot(SHOP, upto_revision=1) is None

    @requirement("I-05")
    async def test_a_snapshot_of_the_same_place_replaces_the_former(self, store):
        await filled(store)
        await store.save_snapshot(SHOP, snapshot(1, nodes=5_000), 10)
        await store.save_snapshot(SHOP, snapshot(1, nodes=2), 10)
        assert await store.load_snapshot(SHOP) == (snapshot(1, nodes=2), 10)

    @requirement("R-35")
    async def test_a_blob_is_kept_under_its_hash(self, store):
        name = await store.put_blob(b"hello")
        assert name == "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
        assert await store.get_blob(name) == b"hello"
        assert await store.put_blob(b"hello") == name

    @requirement("R-35")
    async def test_an_empty_and_a_large_blob_are_kept(self, store):
        for data in (b"", bytes(range(256)) * 10_000):
            assert await store.get_blob(await store.put_blob(data)) == data

    @requirement("R-35")
    async def test_an_unknown_blob_is_not_found(self, store):
        for name in ("0" * 64, "../../etc/passwd", ""):
            with pytest.raises(NotFound):
                await store.get_blob(Sha256(name))

    @requirement("R-40")
    async def test_a_blob_or_record_above_the_limit_is_refused(self, store, monkeypatch):
        monkeypatch.setattr("graphwright.store.refusals.ENTRY_BYTES", 10)
        with pytest.raises(LimitExceeded):
            await store.put_blob(b"x" * 11)
        with pytest.raises(LimitExceeded):
            await store.set_record("token", "a", b"x" * 11)
        assert await store.records("token") == []

    @requirement("R-49")
    async def test_records_are_kept_changed_and_deleted(self, store):
        await store.set_record("token", "b", b"1")
        await store.set_record("token", "a", b"2")
        await store.set_record("token", "b", b"3")
        await store.set_record("account", "b", b"4")
        assert await store.records("token") == [("a", b"2"), ("b", b"3")]
        await store.set_record("token", "b", None)
        await store.set_record("token", "never was", None)
        assert await store.get_record("token", "b") is None
        assert await store.get_record("account", "b") == b"4"

    @requirement("R-24")
    @pytest.mark.parametrize("text", [text for text in HOSTILE if len(text) < 1_000], ids=range(len(HOSTILE) - 1))
    async def test_any_character_may_be_in_a_name(self, store, text):
        await store.create_project(SHOP, text, [header(text)])
        await store.append(SHOP, [thread(text)], key=key(text, scope=text))
        await store.set_record(text, text, b"1")
        assert [row.name for row in await store.projects()] == [text]
        assert await ids(store, "thread") == [text]
        assert await store.recall(text, text, "d1") == b"stored answer"
        assert await store.records(text) == [(text, b"1")]

    # the end ---------------------------------------------------------------------------------------------------------

    @requirement("R-67")
    async def test_a_closed_store_refuses_everything(self, store):
        await filled(store)
        await store.close()
        for call in (
            store.append(SHOP, [thread()]),
            store.recall("ana", "k1", "d1"),
            store.create_project(BANK, "bank", []),
            store.projects(),
            store.head(SHOP),
            journal(store),
            store.document(SHOP, "thread", "t1"),
            store.find_document("thread", "t1"),
            store.put_blob(b""),
            store.get_blob(Sha256("0" * 64)),
            store.set_record("token", "a", b""),
            store.records("token"),
            store.own("r1", by="a"),
            store.forget_keys(START),
        ):
            with pytest.raises(StoreBusy, match="closed"):
                await call

    @requirement("R-67")
    async def test_a_store_may_be_closed_twice(self, store):
        await store.close()
        await store.close()

    @requirement("I-01", "I-04")
    async def test_appends_that_wait_at_the_close_are_finished_or_refused(self, store):
        await filled(store)
        waiting = [asyncio.ensure_future(store.append(SHOP, [thread(f"t{number}")])) for number in range(100)]
        await asyncio.sleep(0)
        async with asyncio.timeout(5):
            await store.close()
            outcomes = await asyncio.gather(*waiting, return_exceptions=True)
        assert all(isinstance(outcome, int | StoreBusy) for outcome in outcomes)


def check_is_store(store: Store) -> Store:
    """For the type checker: what is tested here is what the protocol says."""
    return store
