"""A draft and its repair: what is said again replaces, what is new is added, the rest stays (A-31)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import pytest

from graphwright.operations.mending import MendedDraft, Mending
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    EdgeSet,
    EdgeUpdate,
    NodeCreate,
    NodeDelete,
    NodeSet,
    NodeUpdate,
    Operation,
)


def make(op_id: str, name: str, descr: str = "", depends_on: Sequence[str] = ()) -> NodeCreate:
    return NodeCreate(
        id=op_id, node_type="FUNC", name=name, descr=descr, semantic_id=f"{name}.FN.001", depends_on=[*depends_on]
    )


def link(op_id: str, source: str, target: str, edge_type: str = "io") -> EdgeCreate:
    return EdgeCreate(id=op_id, edge_type=edge_type, source=source, target=target)


def rename(op_id: str, ref: str, name: str) -> NodeUpdate:
    return NodeUpdate(id=op_id, ref=ref, set=NodeSet(name=name))


def mended(
    draft: Sequence[Operation], faulty: Collection[str], *repair: Operation, by_id: bool = False
) -> tuple[list[Operation | None], MendedDraft]:
    mending = Mending(draft, faulty, by_id=by_id)
    return [mending.take(operation) for operation in repair], mending.result()


SHIP, PAY, PACK, SEND = make("op-1", "Ship"), make("op-2", "Pay"), make("op-3", "Pack"), make("op-4", "Send")


@pytest.mark.requirement("A-31")
def test_what_is_about_the_same_replaces_and_keeps_its_place_and_id_and_what_is_new_comes_last():
    better, more = make("op-1", "Pay", "Takes money."), make("op-2", "Bill", depends_on=["op-1"])

    taken, draft = mended([SHIP, PAY, PACK, SEND], {"op-2"}, better, more)

    pay, bill = make("op-2", "Pay", "Takes money."), make("op-6", "Bill", depends_on=["op-2"])
    assert taken == [pay, bill]
    assert draft == MendedDraft(operations=[SHIP, pay, PACK, SEND, bill], unanswered=[], added=1)


@pytest.mark.requirement("A-31")
def test_where_answers_give_ids_the_same_id_is_the_same_operation_whatever_it_is_about():
    taken, draft = mended([SHIP, PAY, PACK, SEND], {"op-2"}, make("op-2", "Bill"), by_id=True)

    assert taken == [make("op-2", "Bill")]
    assert draft == MendedDraft(operations=[SHIP, make("op-2", "Bill"), PACK, SEND], unanswered=[], added=0)


@pytest.mark.requirement("A-31")
@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (link("op-5", "Ship.FN.001", "Nowhere"), link("a", "Ship.FN.001", "Pay.FN.001")),
        (link("op-5", "Nowhere", "Pay.FN.001"), link("a", "Ship.FN.001", "Pay.FN.001")),
        (link("op-5", "Ship.FN.001", "Pay.FN.001", "xx"), link("a", "Ship.FN.001", "Pay.FN.001")),
        (rename("op-5", "Nowhere", "Post"), rename("a", "Ship.FN.001", "Post")),
    ],
    ids=["another target", "another source", "another relation", "a change of another node"],
)
def test_a_wrong_operation_is_mended_by_one_that_differs_in_one_thing(wrong: Operation, right: Operation):
    (taken,), draft = mended([SHIP, PAY, PACK, SEND, wrong], {"op-5"}, right)

    assert taken is not None
    assert (type(taken), taken.id) == (type(right), "op-5")
    assert draft == MendedDraft(operations=[SHIP, PAY, PACK, SEND, taken], unanswered=[], added=0)


@pytest.mark.requirement("A-31")
@pytest.mark.parametrize(
    ("wrong", "other"),
    [
        (link("op-5", "Ship.FN.001", "Nowhere"), link("a", "Pack.FN.001", "Pay.FN.001")),
        (rename("op-5", "Nowhere", "Post"), rename("a", "Ship.FN.001", "Mail")),
        (make("op-5", "Bill"), make("a", "Charge")),
        (make("op-5", "Bill"), link("a", "Ship.FN.001", "Pay.FN.001")),
    ],
    ids=["an edge with two other ends", "another change", "another name", "another kind"],
)
def test_what_differs_in_more_is_added_and_the_wrong_one_is_unanswered(wrong: Operation, other: Operation):
    (taken,), draft = mended([SHIP, PAY, PACK, SEND, wrong], {"op-5"}, other)

    assert taken == other
    assert draft == MendedDraft(operations=[SHIP, PAY, PACK, SEND, wrong, other], unanswered=["op-5"], added=1)


@pytest.mark.requirement("A-31")
def test_only_what_was_wrong_is_mended_and_each_of_it_once():
    wrong, fine = link("op-5", "Ship.FN.001", "Nowhere"), link("op-6", "Ship.FN.001", "Send.FN.001")
    first, second = link("a", "Ship.FN.001", "Pay.FN.001"), link("b", "Ship.FN.001", "Pack.FN.001")

    taken, draft = mended([SHIP, PAY, PACK, SEND, wrong, fine], {"op-5"}, first, second)

    mend = link("op-5", "Ship.FN.001", "Pay.FN.001")
    assert taken == [mend, second]
    assert draft == MendedDraft([SHIP, PAY, PACK, SEND, mend, fine, second], [], 1)


@pytest.mark.requirement("A-31")
def test_taking_back_what_the_draft_would_make_takes_it_out_of_the_draft():
    edge = link("op-5", "Ship.FN.001", "Pay.FN.001")
    without_node = NodeDelete(id="a", ref="pack.fn.001")
    without_edge = EdgeDelete(id="b", edge_type="io", source="Ship.FN.001", target="Pay.FN.001")
    elsewhere = NodeDelete(id="c", ref="Old.FN.001")

    taken, draft = mended([SHIP, PAY, PACK, SEND, edge], {"op-3", "op-5"}, without_node, without_edge, elsewhere)

    assert taken == [None, None, elsewhere]
    assert draft == MendedDraft(operations=[SHIP, PAY, SEND, elsewhere], unanswered=[], added=1)


@pytest.mark.requirement("A-31", "R-122")
def test_half_of_what_was_good_said_again_is_the_whole_answer_said_anew():
    again = [make("a", "Ship", "Sends."), make("b", "Pay", "Takes money.")]
    ship, pay = make("op-1", "Ship", "Sends."), make("op-2", "Pay", "Takes money.")
    wrong = make("op-5", "Bill")

    _, half = mended([SHIP, PAY, PACK, SEND, wrong], {"op-5"}, *again)
    _, less = mended([SHIP, PAY, PACK, SEND, make("op-6", "Post"), wrong], {"op-5"}, *again)

    assert half == MendedDraft(operations=[ship, pay], unanswered=[], added=0)
    assert less == MendedDraft([ship, pay, PACK, SEND, make("op-6", "Post"), wrong], ["op-5"], 0)


@pytest.mark.requirement("A-31")
def test_an_edge_that_is_named_by_its_id_is_mended_by_its_id():
    one, two = (EdgeUpdate(id=f"op-{n}", ref=f"edge-{n}", set=EdgeSet(attributes={"x": 1})) for n in (1, 2))

    taken, draft = mended([one, two], {"op-1", "op-2"}, EdgeUpdate(id="a", ref="edge-2", set=EdgeSet(attributes={})))

    better = EdgeUpdate(id="op-2", ref="edge-2", set=EdgeSet(attributes={}))
    assert (taken, draft) == ([better], MendedDraft([one, better], ["op-1"], 0))


@pytest.mark.requirement("A-31")
def test_what_is_new_gets_an_id_that_neither_the_draft_nor_the_repair_has():
    taken, _ = mended([make("op-1", "Ship"), make("op-3", "Pay")], {}, make("op-1", "Pack"), make("op-4", "Send"))

    assert taken == [make("op-4", "Pack"), make("op-5", "Send")]


@pytest.mark.requirement("A-31")
def test_a_repair_that_says_nothing_leaves_the_draft_and_asks_for_nothing_again():
    assert mended([SHIP, PAY], {"op-2"}) == ([], MendedDraft(operations=[SHIP, PAY], unanswered=[], added=0))
