"""Answers are read while they stream, in every dialect, and what cannot be read is said."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.graph.load import default_ontology
from graphwright.operations import parse
from graphwright.operations.parse import AnswerReader, ParsedAnswer, read_answer
from graphwright.protocol.operations import EdgeCreate, NodeCreate, NodeDelete, NodeSet, NodeUpdate, Operation
from graphwright.text.messages import message_of
from tests.operations import seed_answers

DIFF = """I add the customer.

```format-e
<operations>
<base_snapshot>Shop.SY.001@v7</base_snapshot>
## Nodes
+ Customer|ACTOR|Customer.AC.001|Buys things
+ Order|FLOW|Order.FL.001|What is bought
## Edges
+ Customer.AC.001 -io-> Order.FL.001
</operations>
```

Shall I go on?"""


def read(text: str) -> ParsedAnswer:
    return read_answer(text, default_ontology(), projects=("shop",))


def streamed(text: str, size: int) -> tuple[list[str | Operation], ParsedAnswer]:
    reader = AnswerReader(default_ontology(), projects=("shop",))
    pieces: list[str | Operation] = []
    for start in range(0, len(text), size):
        pieces += reader.feed(text[start : start + size])
    return pieces, reader.close()


@pytest.mark.requirement("A-40", "A-41", "A-93")
def test_prose_around_a_diff_block_is_kept_and_the_block_is_not_prose():
    answer = read(DIFF)

    assert answer.text == "I add the customer.\n\n\nShall I go on?"
    assert [type(operation) for operation in answer.operations] == [NodeCreate, NodeCreate, EdgeCreate]
    assert (answer.base_revision, answer.problems, answer.had_ids) == (7, [], False)


@pytest.mark.requirement("A-93", "R-124")
def test_operations_without_fence_and_tag_go_on_over_remarks_and_end_with_the_first_line_of_prose():
    answer = read(
        """I add the customer.
+ Customer|ACTOR|Customer.AC.001|Buys things
# what is bought
  + Order|FLOW|Order.FL.001|What is bought
+Pay|FUNC|Pay.FN.001|Takes money
Customer.AC.001 -io-> Order.FL.001

That is all."""
    )

    assert answer.text == "I add the customer.\nThat is all."
    assert [operation.semantic_id for operation in answer.operations if isinstance(operation, NodeCreate)] == [
        "Customer.AC.001",
        "Order.FL.001",
        "Pay.FN.001",
    ]
    assert [(each.case, each.path, each.values) for each in answer.problems] == [
        ("sign", "line 6", {"line": "'Customer.AC.001 -io-> Order.FL.001'"})
    ]


@pytest.mark.requirement("A-42", "A-87", "A-96")
def test_an_operation_is_seen_as_soon_as_its_line_is_complete():
    reader = AnswerReader(default_ontology())
    until_first_line = DIFF.index("+ Order|FLOW")

    pieces = reader.feed(DIFF[:until_first_line])

    assert [piece.name for piece in pieces if isinstance(piece, NodeCreate)] == ["Customer"]


@pytest.mark.requirement("A-42", "A-96")
def test_an_operation_of_a_json_answer_is_seen_as_soon_as_its_object_is_closed():
    reader = AnswerReader(default_ontology())
    until_second = seed_answers.SECTION_11.index('{"id": "op-002"')

    pieces = reader.feed(seed_answers.SECTION_11[:until_second])

    assert [piece.name for piece in pieces if isinstance(piece, NodeCreate)] == ["OrderSystem"]


@pytest.mark.requirement("A-41", "WA-08")
@given(st.integers(1, 40))
def test_the_size_of_the_pieces_does_not_matter(size: int):
    for text in (DIFF, seed_answers.SECTION_3_2_LEGAL, f"```json\n{seed_answers.SECTION_11}\n```\nDone."):
        pieces, answer = streamed(text, size)

        assert answer == read(text)
        assert [piece for piece in pieces if not isinstance(piece, str)] == answer.operations


@pytest.mark.requirement("A-30", "A-31")
def test_a_fence_around_json_and_prose_after_it_do_not_matter():
    answer = read(f"Here:\n```json\n{seed_answers.SECTION_11}\n```\nThat is all.")

    assert [operation.id for operation in answer.operations] == ["op-001", "op-002", "op-003"]
    assert answer.text.startswith("Here:")
    assert answer.text.endswith("That is all.")


@pytest.mark.requirement("K-08", "A-09")
def test_name_and_description_are_read_in_either_spelling_and_other_fields_become_attributes():
    answer = read(
        json.dumps(
            {
                "operations": [
                    {
                        "type": "create",
                        "nodeType": "FUNC",
                        "data": {"name": "Ship", "descr": "Ships.", "volatility": "high", "struct": {"a": [1]}},
                    }
                ]
            }
        )
    )

    assert answer.operations == [
        NodeCreate(
            id="op-1",
            node_type="FUNC",
            name="Ship",
            descr="Ships.",
            attributes={"volatility": "high", "struct": {"a": [1]}},
        )
    ]


@pytest.mark.requirement("A-02", "A-10", "A-14")
def test_updates_and_deletes_are_read_in_the_seeds_form():
    answer = read(
        json.dumps(
            {
                "operations": [
                    {"id": "a", "type": "update", "data": {"semanticId": "Ship.FN.001", "Descr": "New."}},
                    {"id": "b", "type": "delete", "semanticId": "Old.FN.002"},
                    {
                        "id": "c",
                        "type": "delete-relationship",
                        "relType": "st",
                        "source": "A.FN.001",
                        "target": "B.RQ.001",
                    },
                ]
            }
        )
    )

    assert answer.operations[0] == NodeUpdate(id="a", ref="Ship.FN.001", set=NodeSet(descr="New."))
    assert answer.operations[1] == NodeDelete(id="b", ref="Old.FN.002")
    assert (answer.operations[2].edge_type, answer.operations[2].source) == ("st", "A.FN.001")


@pytest.mark.requirement("A-03")
def test_our_own_form_is_read_too():
    answer = read(
        '{"operations": [{"op": "node.create", "id": "x", "nodeType": "FUNC", "name": "Ship"}], "baseRevision": 3}'
    )

    assert answer.operations == [NodeCreate(id="x", node_type="FUNC", name="Ship")]
    assert answer.base_revision == 3


@pytest.mark.requirement("R-63", "R-61")
@pytest.mark.parametrize("text", [DIFF[: DIFF.index("## Edges")], seed_answers.SECTION_3_2_LEGAL[:-40]])
def test_a_cut_answer_keeps_its_complete_operations_and_a_problem_that_stops_them(text: str):
    answer = read(text)

    assert answer.operations
    assert [problem.code for problem in answer.problems] == ["malformed"]


@pytest.mark.requirement("R-43", "R-63")
@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        (
            "duplicate key",
            '{"operations": [{"type": "create", "nodeType": "FUNC", "nodeType": "REQ"}]}',
            "stands twice",
        ),
        ("NaN", '{"operations": [{"type": "create", "nodeType": "FUNC", "data": {"Name": "A", "x": NaN}}]}', "NaN"),
        (
            "infinity",
            '{"operations": [{"type": "create", "nodeType": "FUNC", "data": {"Name": "A", "x": 1e999}}]}',
            "large",
        ),
        ("deep", '{"operations": [' + "[" * 100_000 + "]" * 100_000 + "]}", "nested too deeply"),
        ("no list", '{"response": "x", "operations": 5}', "must be a list"),
        ("no objects", '{"operations": [1, 2]}', "must be an object"),
        ("something else", '{"a": 1}', "neither a text nor operations"),
        ("unreadable", '{"operations": [{"type": create}]}', "cannot be read"),
        ("unreadable fence", "```format-e\nhello there\n```", "which is no operation"),
        ("no kind", '{"operations": [{"type": "explode"}]}', "no kind of operation"),
        ("no name", '{"operations": [{"type": "create", "nodeType": "FUNC"}]}', "data.Name is missing"),
        (
            "a number for a name",
            '{"operations": [{"type": "create", "nodeType": "FUNC", "data": {"Name": 5}}]}',
            "must be text",
        ),
    ],
)
def test_what_begins_like_operations_and_cannot_be_read_is_malformed_and_no_prose(name: str, text: str, words: str):
    answer = read(text)

    assert answer.operations == [], name
    assert any(words in message_of(problem, "en") for problem in answer.problems), (name, answer.problems)
    assert "operations" not in answer.text


@pytest.mark.requirement("I-14")
def test_an_operation_on_another_project_is_refused_by_name():
    answer = read(
        '{"operations": [{"type": "create", "nodeType": "FUNC", "projectId": "bank", "data": {"Name": "A"}}]}'
    )

    (problem,) = answer.problems
    assert (problem.code, answer.operations) == ("accessDenied", [])
    assert "'bank'" in message_of(problem, "en")


@pytest.mark.requirement("A-41")
@pytest.mark.parametrize("text", ["Hello.", "Use `x`:\n```python\nprint(1)\n```\n", "- one\n- two", "[1] a note", ""])
def test_an_answer_in_prose_only_has_no_operations_and_no_problems(text: str):
    answer = read(text)

    assert (answer.text, answer.operations, answer.problems) == (text.strip(), [], [])


@pytest.mark.requirement("R-30", "T-20")
@given(st.text(max_size=400))
def test_no_text_raises(text: str):
    read(text)
    read("```format-e\n" + text)
    read('{"operations": [' + text)


@pytest.mark.requirement("R-40", "R-122")
def test_an_answer_may_be_as_long_as_the_limit_and_what_comes_behind_it_is_not_read(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(parse, "ANSWER_CHARACTERS", 10)
    reader = AnswerReader(default_ontology())
    for text in ("12345", "67890", "x", "y"):
        reader.feed(text)
    answer = reader.close()

    assert answer.text == "1234567890"
    assert [(each.code, each.case, each.values) for each in answer.problems] == [
        ("limitExceeded", "answer", {"limit": 10})
    ]


@pytest.mark.requirement("R-40")
def test_an_endless_answer_is_limited():
    reader = AnswerReader(default_ontology())
    for _ in range(90):
        reader.feed("x" * 100_000)

    assert [problem.code for problem in reader.close().problems] == ["limitExceeded"]
