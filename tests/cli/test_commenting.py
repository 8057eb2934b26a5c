"""The command `comment`."""

from __future__ import annotations

import pytest


@pytest.mark.requirement("G-133")
def test_comments_are_written_listed_answered_resolved_reopened_and_removed(type_):
    type_("say", "shop", "A customer places an order")
    assert type_("comment", "shop").out == "no comments; write one: graphwright comment PROJECT ELEMENT TEXT\n"

    written = type_("comment", "shop", "Customer", "Who is that?\nAnybody?", "--json").json["comment"]
    first = written["commentId"]
    assert (written["kind"], written["label"], written["text"]) == ("node", "Customer", "Who is that?\nAnybody?")
    assert "on Customer is written" in type_("comment", "shop", first, "--reply", "Whoever buys").out

    headline, question, rest, answer = type_("comment", "shop", "Customer").out.splitlines()
    assert headline == f"{first}  node Customer"
    assert (question.endswith(": Who is that?"), rest, answer.startswith("    ")) == (True, "    Anybody?", True)
    assert answer.endswith(": Whoever buys")

    assert "is resolved" in type_("comment", "shop", first, "--resolve").out
    assert type_("comment", "shop", "--json").json["comments"] == []
    assert ", resolved by " in type_("comment", "shop", "--all").out.splitlines()[0]
    assert "is open again" in type_("comment", "shop", first, "--reopen").out
    assert len(type_("comment", "shop", "--json").json["comments"]) == 2

    other = type_("comment", "shop", "Customer", "Another", "--json").json["comment"]["commentId"]
    assert type_("comment", "shop", other, "--remove").out == f"the comment {other} is removed\n"


@pytest.mark.requirement("G-133")
def test_an_edge_and_a_proposal_are_commented_on_by_their_ids(type_):
    type_("say", "shop", "A customer places an order")
    edge = type_("show", "shop", "--format", "json").json["edges"][0]["edgeId"]
    assert type_("comment", "shop", edge, "Why?", "--json").json["comment"]["kind"] == "edge"
    type_("configure", "shop", "--policy", "review")
    type_("say", "shop", "A clerk ships the order")
    proposal = type_("proposals", "shop", "--json").json["proposals"][0]["proposalId"]
    assert type_("comment", "shop", proposal, "Good", "--json").json["comment"]["kind"] == "proposal"


@pytest.mark.requirement("U-230")
def test_a_step_a_message_and_a_passage_are_commented_on_by_their_ids(type_, tmp_path):
    said = type_("say", "shop", "A customer places an order", "--json").json
    step = type_("run", said["runId"], "--json").json["root"]["stepId"]
    file = tmp_path / "rules.md"
    file.write_text("# Rules\n\nAn order is paid\nbefore it is shipped.\n")
    type_("documents", "add", "shop", str(file))
    passage = type_("documents", "find", "shop", "paid", "--json").json["hits"][0]
    ids = {"step": step, "message": said["messageId"], "passage": passage["passageId"]}
    written = [type_("comment", "shop", about, "Good", "--json").json["comment"] for about in ids.values()]
    assert {each["kind"]: each["about"] for each in written} == ids
    assert [each["within"] for each in written] == [said["runId"], said["threadId"], passage["documentId"]]
    assert written[2]["label"] == "An order is paid before it is shipped."


@pytest.mark.requirement("G-133")
def test_what_was_said_of_an_element_is_found_after_it_is_deleted(type_):
    type_("say", "shop", "A customer places an order")
    node = type_("comment", "shop", "Customer", "Who?", "--json").json["comment"]["about"]
    type_("undo", "shop")
    assert [each["text"] for each in type_("comment", "shop", node, "--json").json["comments"]] == ["Who?"]


@pytest.mark.requirement("G-133")
@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("Nobody", "Why?"), 3, "Nobody"),
        (("Customer", "Why?", "--resolve"), 2, "different things to do"),
        (("Customer", ""), 2, "at least one visible character"),
        (("--resolve",), 2, "give its id"),
        (("nonsense", "--resolve"), 3, "nonsense"),
        (("Customer", "x" * 5_001), 3, "at most 5,000"),
    ],
)
def test_what_cannot_be_done_is_refused_with_why(type_, words, code, why):
    type_("say", "shop", "A customer places an order")
    told = type_("comment", "shop", *words)
    assert (told.code, why in told.err) == (code, True), told.err


@pytest.mark.requirement("G-133")
def test_a_comment_is_listed_with_its_replies_by_its_id(type_):
    type_("say", "shop", "A customer places an order")
    first = type_("comment", "shop", "Customer", "Who?", "--json").json["comment"]["commentId"]
    type_("comment", "shop", "Customer", "Another")
    type_("comment", "shop", first, "--reply", "Whoever buys")
    nothing = type_("comment", "shop", first, "--reply", "")
    assert (nothing.code, "at least one visible character" in nothing.err) == (2, True)
    type_("comment", "shop", first, "--resolve")
    told = type_("comment", "shop", first, "--json").json["comments"]
    assert [each["text"] for each in told] == ["Who?", "Whoever buys"]
