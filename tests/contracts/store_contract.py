"""What every store does and refuses: one suite, run on all of them (R-49).

A test file for a store makes a class of `StoreContract` with a fixture `store` that gives an empty one.
"""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise
from random import Random

import pytest
from msgspec import structs

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
from graphwright.protocol.events import ThreadChanged
from graphwright.protocol.ids import ProjectId, ThreadId
from graphwright.protocol.threads import Message, text_of
from graphwright.protocol.wire import decode
from graphwright.store.base import BLOB_DAYS, KEY_DAYS, CommitMark, Fence, Head, RepeatedKey, Sha256, Store, StoreLimits
from graphwright.store.entries import entry_of, event_of
from tests.contracts.store_book import SEEDS, check_by_the_book
from tests.contracts.store_documents import DocumentContract
from tests.store.samples import (
    BANK,
    CLOCK,
    HOSTILE,
    SHOP,
    START,
    commit,
    filled,
    header,
    ids,
    journal,
    key,
    message,
    run_resumed,
    sequences,
    snapshot,
    thread,
    thread_of,
)

requirement = pytest.mark.requirement


class BookContract:
    """One more rule, of stores to which every project belongs: a member of a cluster owns but some."""

    @requirement("R-49", "R-144")
    @pytest.mark.parametrize("seed", SEEDS)
    async def test_random_calls_are_answered_and_refused_by_the_book(self, store, seed):
        await check_by_the_book(store, seed)


class StoreContract(DocumentContract):
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

    @requirement("I-05", "R-40")
    async def test_each_revision_is_found_at_the_entry_that_made_it(self, store):
        await filled(store, thread(), commit(1), commit(2), thread("t2"), thread("t3"), commit(3), thread("t4"))
        assert [await store.sequence_at(SHOP, revision) for revision in range(4)] == [0, 3, 4, 7]
        for never in (4, -1):
            with pytest.raises(NotFound, match=f"no revision {never}; the newest is 3"):
                await store.sequence_at(SHOP, never)

    @requirement("I-05", "R-40")
    async def test_entries_of_one_type_are_read_without_the_others(self, store):
        await filled(store, commit(1), *(thread(f"t{number}") for number in range(600)), commit(2), thread(), commit(3))
        assert await sequences(store, only="commit.applied") == [2, 603, 605]
        assert await sequences(store, only="commit.applied", after=2, upto=604) == [603]
        assert await sequences(store, only="nothing") == []

    @requirement("Q-72")
    async def test_of_a_large_entry_only_the_beginning_and_the_end_are_read_where_that_is_asked_for(self, store):
        large = commit(1, count=5_000)
        assert large.content is not None
        await filled(store, large, commit(2))
        _, outlined, small = await journal(store, outlined=True)
        assert [outlined.body, *outlined.more] == [large.body, large.more[-1]]
        assert event_of(outlined) == structs.replace(large.content, sequence=2, changes=[])
        assert small == (await journal(store))[-1]
        assert (await journal(store, only="commit.applied"))[0].more == large.more

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

    @requirement("P-121")
    async def test_marks_are_kept_once_and_come_newest_first(self, store):
        await filled(store)
        await store.create_project(BANK, "bank", [header("bank")])
        lowest, highest = -(2**63), 2**63 - 1
        await store.save_marks(
            SHOP, [CommitMark(lowest, 2), CommitMark(7, 1), CommitMark(7, 3), CommitMark(highest, 2)]
        )
        await store.save_marks(SHOP, [CommitMark(7, 2), CommitMark(7, 3)])
        await store.save_marks(BANK, [CommitMark(7, 9)])
        assert await store.marked(SHOP, 7) == [3, 2, 1]
        assert await store.marked(SHOP, 7, before=3) == [2, 1]
        assert await store.marked(SHOP, 7, before=3, limit=1) == [2]
        assert [await store.marked(SHOP, word) for word in (lowest, highest, 8)] == [[2], [2], []]

    @requirement("P-121")
    async def test_marks_go_with_their_project_and_with_a_repair(self, store):
        await filled(store)
        await store.create_project(BANK, "bank", [header("bank")])
        for project in (SHOP, BANK):
            await store.save_marks(project, [CommitMark(7, 1)])
        assert await store.rebuild(SHOP) == []
        assert await store.marked(SHOP, 7) == [1]
        await store.rebuild(SHOP, repair=True)
        assert await store.marked(SHOP, 7) == []
        await store.delete_project(BANK)
        await store.create_project(BANK, "bank", [header("bank")])
        assert await store.marked(BANK, 7) == []

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
            store.save_marks(BANK, [CommitMark(1, 1)]),
            store.marked(BANK, 1),
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
            store.change_records("token", [bad], lambda _: [b""]),
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
    async def test_an_entry_above_the_limit_is_refused(self, store):
        await filled(store)
        store.limits = StoreLimits(entry_bytes=1000)
        with pytest.raises(LimitExceeded, match="1000"):
            await store.append(SHOP, [thread(), thread("t2", "x" * 1000)])
        assert await sequences(store) == [1]

    @requirement("R-40", "R-122")
    async def test_entries_blobs_and_records_may_reach_the_limit_and_no_byte_more(self, store):
        await filled(store)
        store.limits = StoreLimits(entry_bytes=thread().size)
        fits, beyond = b"x" * thread().size, b"x" * (thread().size + 1)
        says = re.escape(f"{thread().size} is the limit")
        await store.append(SHOP, [thread()])
        await store.set_record("token", "a", fits)
        kept = await store.put_blob(fits)
        for call in (
            lambda: store.append(SHOP, [thread("t1", "Orders!")]),
            lambda: store.set_record("token", "a", beyond),
            lambda: store.put_blob(beyond),
        ):
            with pytest.raises(LimitExceeded, match=says):
                await call()
        assert (await sequences(store), await store.records("token")) == ([1, 2], [("a", fits)])
        assert [each.sha256 for each in await store.blobs()] == [kept]

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
    async def test_a_large_event_is_one_entry(self, store):
        await filled(store, thread("t1", "x" * 3_000_000))
        assert (await journal(store))[1].size > 3_000_000

    @requirement("I-01", "X-130")
    async def test_a_commit_in_pieces_is_one_entry_and_reads_back_equal(self, store):
        large = commit(1, count=5_000)
        await filled(store, large)
        (_, row) = await journal(store)
        assert row.more == large.more
        assert [max(map(len, large.more)) < large.size / 2, row.whole] == [True, b"".join([large.body, *large.more])]
        assert large.content is not None
        assert event_of(row) == structs.replace(large.content, sequence=2)
        assert await store.rebuild(SHOP) == []

    @requirement("R-40", "X-130")
    async def test_a_commit_in_pieces_has_a_limit_of_its_own(self, store):
        large = commit(1, count=5_000)
        store.limits = StoreLimits(entry_bytes=1_000, whole_entry_bytes=large.size)
        await store.create_project(SHOP, "shop", [header()])
        await store.append(SHOP, [large])
        store.limits = StoreLimits(whole_entry_bytes=large.size - 1)
        with pytest.raises(LimitExceeded, match=str(large.size - 1)):
            await store.append(SHOP, [commit(2, count=5_000)])
        assert await sequences(store) == [1, 2]

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
        with pytest.raises(RepeatedKey) as repeated:
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
        assert [o.answer for o in outcomes if isinstance(o, RepeatedKey)] == [b"stored answer"] * 19
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
        with pytest.raises(RepeatedKey):
            await store.append(SHOP, [commit(1)], expect_revision=0, key=key())

    @requirement("R-47", "I-09")
    async def test_a_repetition_is_recognised_before_its_fence_is_judged(self, store):
        await filled(store)
        fence = await store.own("r1", by="a")
        await store.append(SHOP, [thread()], fence=fence, key=key())
        await store.own("r1", by="b")
        with pytest.raises(RepeatedKey):
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

    @requirement("R-47", "R-122")
    async def test_a_key_and_a_blob_may_be_forgotten_once_their_days_are_over_and_not_in_that_moment(
        self, store, clock
    ):
        await filled(store)
        began = clock.now()
        await store.append(SHOP, [thread()], key=key())
        blob = await store.put_blob(b"a text")
        clock.advance(timedelta(days=BLOB_DAYS).total_seconds())
        assert await store.forget_blobs([blob], older_than=clock.now()) == 0
        clock.advance(1)
        assert await store.forget_blobs([blob], older_than=clock.now()) == 1
        clock.advance((began + timedelta(days=KEY_DAYS) - clock.now()).total_seconds())
        assert await store.forget_keys(clock.now()) == 0
        clock.advance(1)
        assert await store.forget_keys(clock.now()) == 1

    @requirement("Z-130")
    async def test_old_keys_are_counted_and_may_be_forgotten_a_few_at_a_time(self, store, clock):
        await filled(store)
        for number in range(3):
            await store.append(SHOP, [thread(f"t{number}")], key=key(f"old{number}"))
        clock.advance(timedelta(days=KEY_DAYS, hours=1).total_seconds())
        await store.append(SHOP, [thread("t9")], key=key("young"))
        now = clock.now()
        amount = await store.old_keys(now)
        assert (amount.rows, amount.size > 0) == (3, True)
        assert [await store.forget_keys(now, limit=2) for _ in range(3)] == [2, 1, 0]
        assert await store.old_keys(now) == (0, 0)
        assert await store.recall("ana", "young", "d1") == b"stored answer"

    # compaction ------------------------------------------------------------------------------------------------------

    @requirement("Z-130")
    async def test_all_blobs_are_told_with_their_sizes_in_the_order_of_their_hashes(self, store):
        kept = sorted([await store.put_blob(f"text {number}".encode()) for number in range(5)])
        told = await store.blobs()
        assert [each.sha256 for each in told] == kept
        assert all(each.size > 0 for each in told)
        assert await store.blobs(after=kept[1]) == told[2:]
        assert await store.blobs(after=kept[-1]) == []

    @requirement("Z-130")
    async def test_a_blob_is_forgotten_when_nobody_has_put_it_for_a_day_and_not_before(self, store, clock):
        old, again = await store.put_blob(b"put once"), await store.put_blob(b"put again")
        clock.advance(timedelta(days=BLOB_DAYS, hours=-1).total_seconds())
        both, now = sorted([old, again]), clock.now
        assert await store.old_blobs(both, older_than=now()) == []
        assert await store.put_blob(b"put again") == again
        young = await store.put_blob(b"young")
        clock.advance(timedelta(hours=2).total_seconds())
        asked = [*both, young, Sha256("0" * 64)]
        assert await store.old_blobs(asked, older_than=now() - timedelta(days=9)) == []
        assert await store.old_blobs(asked, older_than=now()) == [old]
        assert await store.forget_blobs(asked, older_than=now()) == 1
        assert [each.sha256 for each in await store.blobs()] == sorted([again, young])
        assert (await store.get_blob(again), await store.get_blob(young)) == (b"put again", b"young")
        with pytest.raises(NotFound):
            await store.get_blob(old)

    @requirement("Z-130")
    async def test_owners_are_told_and_forgotten_by_name(self, store):
        for name in ("r1", "r2", "r3"):
            await store.own(name, by="a")
        assert await store.owners(after="r0") == ["r1", "r2", "r3"]
        await store.forget_owners(["r1", "r3", "never"])
        assert await store.owners(after="r0") == ["r2"]
        assert [await store.own(name, by="b") for name in ("r1", "r2")] == [Fence("r1", 1), Fence("r2", 2)]

    @requirement("Z-130")
    async def test_a_journal_is_read_as_it_was_written(self, store):
        await filled(store)
        await store.append(SHOP, [commit(1), thread("t1")])
        read = [row async for rows in store.read_as_written(SHOP) for row in rows]
        assert read == await journal(store)
        with pytest.raises(NotFound):
            _ = [rows async for rows in store.read_as_written(ProjectId("never"))]

    @requirement("Z-131")
    async def test_space_is_given_back_and_everything_is_still_there(self, store, clock):
        await filled(store)
        await store.append(SHOP, [thread(f"t{number}", "kept " * 200) for number in range(20)])
        gone = [await store.put_blob(Random(number).randbytes(60_000)) for number in range(40)]
        kept, rows = await store.put_blob(b"kept"), await journal(store)
        clock.advance(timedelta(days=BLOB_DAYS, hours=1).total_seconds())
        assert await store.forget_blobs(gone, older_than=clock.now()) == len(gone)
        given = [each async for each in store.give_back(may_hold=False)]
        assert all(each >= 0 for each in given)
        assert await store.unused_bytes() == 0
        assert (await journal(store), await store.get_blob(kept)) == (rows, b"kept")
        assert await store.rebuild(SHOP) == []

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
        await filled(store, thread(), commit(1, count=5_000))
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

    # the end ---------------------------------------------------------------------------------------------------------

    @requirement("R-67")
    async def test_a_closed_store_refuses_everything(self, store):
        """Every call that there is: one that is new has to say what it does at a closed store, too."""
        await filled(store)
        await store.close()
        blob = Sha256("0" * 64)
        calls = {
            "append": lambda: store.append(SHOP, [thread()]),
            "recall": lambda: store.recall("ana", "k1", "d1"),
            "create_project": lambda: store.create_project(BANK, "bank", []),
            "projects": store.projects,
            "delete_project": lambda: store.delete_project(SHOP),
            "head": lambda: store.head(SHOP),
            "sequence_at": lambda: store.sequence_at(SHOP, 0),
            "read": lambda: journal(store),
            "read_as_written": lambda: anext(store.read_as_written(SHOP)),
            "save_snapshot": lambda: store.save_snapshot(SHOP, snapshot(), 1),
            "load_snapshot": lambda: store.load_snapshot(SHOP),
            "save_marks": lambda: store.save_marks(SHOP, [CommitMark(1, 1)]),
            "marked": lambda: store.marked(SHOP, 1),
            "document": lambda: store.document(SHOP, "thread", "t1"),
            "documents": lambda: store.documents(SHOP, "thread"),
            "find_document": lambda: store.find_document("thread", "t1"),
            "rebuild": lambda: store.rebuild(SHOP),
            "redact": lambda: store.redact(SHOP, []),
            "redact_answers": lambda: store.redact_answers(b"Ana", bytes.lower),
            "scrub": store.scrub,
            "put_blob": lambda: store.put_blob(b""),
            "get_blob": lambda: store.get_blob(blob),
            "forget_blob": lambda: store.forget_blob(blob),
            "blobs": store.blobs,
            "old_blobs": lambda: store.old_blobs([blob], older_than=START),
            "forget_blobs": lambda: store.forget_blobs([blob], older_than=START),
            "set_record": lambda: store.set_record("token", "a", b""),
            "change_records": lambda: store.change_records("token", ["a"], lambda _: [b""]),
            "get_record": lambda: store.get_record("token", "a"),
            "records": lambda: store.records("token"),
            "own": lambda: store.own("r1", by="a"),
            "owners": store.owners,
            "forget_owners": lambda: store.forget_owners(["r1"]),
            "forget_keys": lambda: store.forget_keys(START),
            "old_keys": lambda: store.old_keys(START),
            "unused_bytes": store.unused_bytes,
            "give_back": lambda: anext(store.give_back(may_hold=True)),
        }
        at_any_time = {"close", "trouble", "check_writes", "standing"}
        assert {name for name in vars(Store) if not name.startswith("_")} == calls.keys() | at_any_time
        told: dict[str, str] = {}
        for name, call in calls.items():
            try:
                await call()
            except StoreBusy as refused:
                told[name] = refused.message
        assert told == dict.fromkeys(calls, "the store is closed")

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


class LastingStoreContract(BookContract, StoreContract):
    """Of a store that is still there after a new start, with a fixture `reopen` that closes the store and opens it."""

    @requirement("I-01")
    async def test_everything_is_there_after_a_new_start(self, store, reopen):
        await filled(store, thread(), commit(1))
        await store.append(SHOP, [thread("t2")], key=key())
        await store.own("r1", by="a")
        await store.set_record("token", "a", b"1")
        await store.save_snapshot(SHOP, snapshot(), 3)
        rows, blob = await journal(store), await store.put_blob(b"hello")

        again = await reopen()
        assert await again.head(SHOP) == Head(4, 1)
        assert await journal(again) == rows
        assert await ids(again, "thread") == ["t1", "t2"]
        assert await again.recall("ana", "k1", "d1") == b"stored answer"
        assert await again.own("r1", by="b") == Fence("r1", 2)
        assert await again.get_record("token", "a") == b"1"
        assert await again.load_snapshot(SHOP) == (snapshot(), 3)
        assert await again.get_blob(blob) == b"hello"
        assert await again.append(SHOP, [commit(2)], expect_revision=1) == 5
        assert await again.rebuild(SHOP) == []
        await again.close()


def check_is_store(store: Store) -> Store:
    """For the type checker: what is tested here is what the protocol says."""
    return store
