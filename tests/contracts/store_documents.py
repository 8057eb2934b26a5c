"""What every store keeps beside the journal: documents, snapshots, blobs and records; a half of the contract."""

from __future__ import annotations

import asyncio

import pytest
from msgspec import Raw, structs

from graphwright.errors import (
    LimitExceeded,
    NotFound,
    QuotaExceeded,
)
from graphwright.protocol.events import LayoutChanged, ProjectChanged, RunStarted, ThreadChanged
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import Proposal
from graphwright.protocol.runs import Run, Step
from graphwright.protocol.threads import Message, text_of
from graphwright.protocol.wire import decode
from graphwright.store.base import Document, Sha256, StoreLimits
from graphwright.store.chain import is_redacted, redact
from tests.store.samples import (
    BANK,
    HOSTILE,
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
)

requirement = pytest.mark.requirement


class DocumentContract:
    """Rules, one test each."""

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
        await filled(store, proposal_opened(run_id=None), proposal_decided("q1", decision, operations, state, None))
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

    # what says less -------------------------------------------------------------------------------------------------

    @requirement("R-81")
    async def test_entries_and_documents_say_less_and_the_chain_goes_on(self, store):
        await filled(store, message(text="Elm Street 5"), thread())
        (_, stored, _) = await journal(store)
        document = await store.document(SHOP, "message", "m1")
        entry, kept = (each.body.replace(b"Elm Street 5", b"a street") for each in (stored, document))
        await store.redact(SHOP, [redact(stored, entry)], [structs.replace(document, body=kept)])
        (_, said, after) = await journal(store)
        assert (said.chain, said.content_hash, is_redacted(said)) == (stored.chain, stored.content_hash, True)
        assert b"Elm" not in said.whole + (await store.document(SHOP, "message", "m1")).body
        assert await store.append(SHOP, [thread("t2")]) == after.sequence + 1
        assert await store.rebuild(SHOP) == []

    @requirement("R-81")
    async def test_the_pieces_of_a_large_entry_say_less_too(self, store):
        whole = structs.replace(commit(1), body=b'{"by":"Ana","changes":[', more=(b"1,", b'2],"also":"Ana"}'))
        await filled(store, whole)
        (_, stored) = await journal(store)
        pieces = tuple(piece.replace(b"Ana", b"P") for piece in stored.more)
        await store.redact(SHOP, [redact(stored, stored.body.replace(b"Ana", b"P"), pieces)])
        (_, said) = await journal(store)
        assert said.whole == b'{"by":"P","changes":[1,2],"also":"P","redacted":true}'
        assert await store.rebuild(SHOP) == []

    @requirement("R-81")
    async def test_a_document_that_was_changed_meanwhile_stays(self, store):
        await filled(store, thread("t1", "Old"))
        old = await store.document(SHOP, "thread", "t1")
        await store.append(SHOP, [thread("t1", "New")])
        await store.redact(SHOP, [], [structs.replace(old, body=thread("t1", "Less").body)])
        assert (await store.document(SHOP, "thread", "t1")).body == thread("t1", "New").body
        with pytest.raises(NotFound):
            await store.redact(BANK, [])

    @requirement("R-81")
    async def test_what_a_repetition_is_told_says_less(self, store):
        await filled(store)
        await store.append(SHOP, [], key=key(answer=b"by Ana"))
        await store.append(SHOP, [], key=key("other", answer=b"by Ben"))
        await store.redact_answers(b"Ana", lambda answer: answer.replace(b"Ana", b"P"))
        asked = [key(answer=b""), key("other", answer=b"")]
        assert [await store.recall(each.scope, each.id, each.digest) for each in asked] == [b"by P", b"by Ben"]

    @requirement("R-81")
    async def test_files_can_be_scrubbed_while_there_is_work(self, store):
        await filled(store, thread())
        await asyncio.gather(store.scrub(), store.append(SHOP, [thread("t2")]))
        assert await store.rebuild(SHOP) == []

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

    @requirement("R-35")
    async def test_a_forgotten_blob_is_gone_and_may_come_again(self, store):
        name = await store.put_blob(b"hello")
        await store.forget_blob(name)
        await store.forget_blob(name)
        with pytest.raises(NotFound):
            await store.get_blob(name)
        assert await store.get_blob(await store.put_blob(b"hello")) == b"hello"

    @requirement("R-40")
    async def test_a_blob_or_record_above_the_limit_is_refused(self, store):
        store.limits = StoreLimits(entry_bytes=10)
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

    @requirement("R-49")
    async def test_records_that_change_together_change_all_or_none_by_what_they_were(self, store):
        await store.set_record("budget", "a", b"1")

        def more(kept: list[bytes | None]) -> list[bytes | None]:
            return [b"%d" % (int(each or b"0") + 1) for each in kept]

        def refuses(_kept: list[bytes | None]) -> list[bytes | None]:
            raise QuotaExceeded("no more of that")

        changes = [store.change_records("budget", ["a", "b"], more) for _ in range(20)]
        told = await asyncio.gather(store.change_records("budget", ["a"], refuses), *changes, return_exceptions=True)
        assert [type(each) for each in told] == [QuotaExceeded, *[type(None)] * 20]
        assert await store.records("budget") == [("a", b"21"), ("b", b"20")]
        await store.change_records("budget", ["b", "never was"], lambda _: [None, None])
        assert await store.records("budget") == [("a", b"21")]
        store.limits = StoreLimits(entry_bytes=10)
        with pytest.raises(LimitExceeded):
            await store.change_records("budget", ["a", "b"], lambda _: [b"2", b"x" * 11])
        assert await store.records("budget") == [("a", b"21")]

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
