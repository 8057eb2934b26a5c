"""A long conversation fits into a prompt: decisions stay word for word, old tool results go, the newest stay whole."""

from __future__ import annotations

import pytest

from graphwright.context.history import NEWEST, ConversationHistory, compacted, decision_text
from graphwright.context.naming import Names
from graphwright.context.prompt import EarlierMessage
from graphwright.context.tokens import estimator
from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.protocol.ids import MessageId, OperationId, ProposalId, ThreadId
from graphwright.protocol.operations import Proposal, ProposalDecision, ProposedNodeCreate
from graphwright.protocol.threads import Message, MessageAuthor, Part, TextPart, ToolCallPart, ToolResultPart, text_of
from tests.places import ANA, START

NAMES = Names(Graph(default_ontology()))


def message(number: int, text: str, *parts: Part, kind: str = "assistant") -> Message:
    return Message(
        message_id=MessageId(f"m{number}"),
        thread_id=ThreadId("t"),
        author=MessageAuthor(kind=kind, name="somebody"),  # type: ignore[arg-type]
        parts=[TextPart(text=text), *parts],
        status="complete",
        attempt=1,
    )


def proposal(decision: str, *accepted: str, feedback: str) -> Proposal:
    operations = [
        ProposedNodeCreate(id=OperationId(name), node_type="FUNC", name=name, descr="", digest="d", before=None)
        for name in ("Ship", "Burn")
    ]
    return Proposal(
        proposal_id=ProposalId("p"),
        state="partlyAccepted" if accepted else "rejected",
        origin="run",
        author=ANA,
        operations=list(operations),
        batches=[],
        findings=[],
        problems=[],
        digest="d",
        version=1,
        base_revision=1,
        decided=ProposalDecision(
            decision=decision,  # type: ignore[arg-type]
            operation_ids=[OperationId(each) for each in accepted],
            person=ANA,
            at=START,
            feedback=feedback,
        ),
    )


@pytest.mark.requirement("D-53", "D-67")
def test_a_decision_is_told_word_for_word():
    assert [
        decision_text(proposal("reject", feedback="Never burn orders!"), NAMES),
        decision_text(proposal("accept", "Ship", feedback="Only shipping."), NAMES),
    ] == [
        "[proposal of 2 operations: create FUNC Ship, create FUNC Burn; rejected by ana; feedback: Never burn orders!]",
        (
            "[proposal of 2 operations: create FUNC Ship, create FUNC Burn; accepted in part (create FUNC Ship), the rest "
            "turned down by ana; feedback: Only shipping.]"
        ),
    ]


@pytest.mark.requirement("D-53", "WD-22")
def test_old_messages_are_shortened_and_decisions_are_not():
    call = ToolCallPart(tool_call_id="c", name="search_nodes", arguments='{"query":"order"}')
    result = ToolResultPart(tool_call_id="c", content="r" * 10_000, is_error=False)
    old = [message(number, f"{number}: " + "long " * 1_000, call, result) for number in range(20)]
    decided = decision_text(proposal("reject", feedback="Never burn orders! " * 50), NAMES)

    turns = compacted(ConversationHistory(old, {MessageId("m0"): [decided]}), estimator(), budget=3_000)

    assert turns[:2] == [
        EarlierMessage("user", "(19 earlier messages are left out; what was decided in them follows.)"),
        EarlierMessage("assistant", decided),
    ]
    (newest,) = turns[2:]
    assert newest.text.split("[result: ")[1] == f"{'r' * 1_000} [cut: 8,000 characters] {'r' * 1_000}]"


@pytest.mark.requirement("D-53")
def test_the_newest_messages_keep_their_tool_results_and_older_ones_only_the_calls():
    call = ToolCallPart(tool_call_id="c", name="search_nodes", arguments="{}")
    result = ToolResultPart(tool_call_id="c", content="found it", is_error=False)
    turn_context = [message(number, str(number), call, result) for number in range(NEWEST + 1)]

    turns = compacted(ConversationHistory(turn_context, {}), estimator())

    assert [turn.text for turn in turns] == [
        "0\n[called search_nodes {}]",
        *(f"{number}\n[called search_nodes {{}}]\n[result: found it]" for number in range(1, NEWEST + 1)),
    ]


@pytest.mark.requirement("D-53")
def test_a_short_conversation_is_sent_as_it_is():
    turn_context = [message(1, "What is Ship?", kind="person"), message(2, "Ship ships [FN1].")]
    assert compacted(ConversationHistory(turn_context, {}), estimator()) == [
        EarlierMessage("user", "What is Ship?"),
        EarlierMessage("assistant", "Ship ships [FN1]."),
    ]


@pytest.mark.requirement("D-53", "M-91")
def test_the_last_answer_keeps_its_end_and_what_says_nothing_alone_is_left_out():
    last = message(2, f"{'word ' * 2_000}The recommendation is at the end.")
    longer = message(3, f"{'word ' * 4_000}The recommendation is at the end.")

    whole = compacted(ConversationHistory([message(1, "old " * 900), last], {}), estimator())
    cut = compacted(ConversationHistory([longer], {}), estimator())
    past = ConversationHistory([message(1, "old " * 5_000), last], {}, notes={MessageId("m1"): ["[applied]"]})
    few = compacted(past, estimator(), budget=6_000)

    assert whole[1].text == text_of(last.parts)
    assert cut[0].text.endswith("word The recommendation is at the end.")
    assert " word [cut: " in cut[0].text
    assert few[0].text == "(1 earlier messages are left out.)"
