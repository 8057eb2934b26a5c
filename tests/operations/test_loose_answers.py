"""Answers are recognised by what they say, not by their wrapping; and whatever looks like operations is never prose."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphwright.graph.load import default_ontology
from graphwright.operations.parse import AnswerReader, ParsedAnswer, read_answer
from graphwright.protocol.operations import EdgeCreate, NodeCreate, NodeDelete, NodeUpdate
from graphwright.text.messages import hint_of, message_of
from tests.formats.fences import fences

BLOCK = """## Nodes
+ Ship|FUNC|Ship.FN.001|Ships an order
+ Fast|REQ|Fast.RQ.001|The shop shall ship within a day
## Edges
+ Ship.FN.001 -st-> Fast.RQ.001"""
TAGGED = f"<operations>\n{BLOCK}\n</operations>"


def read(text: str) -> ParsedAnswer:
    answer = read_answer(text, default_ontology())
    reader = AnswerReader(default_ontology())
    for start in range(0, len(text), 7):
        reader.feed(text[start : start + 7])
    assert reader.close() == answer  # however it comes
    return answer


def kinds(answer: ParsedAnswer) -> list[type]:
    return [type(operation) for operation in answer.operations]


THREE: list[type] = [NodeCreate, NodeCreate, EdgeCreate]


@pytest.mark.requirement("M-32")
@pytest.mark.parametrize(
    "language", ["format-e", "xml", "markdown", "plaintext", "text", "none", "", "diff", "yaml", "md"]
)
def test_a_block_is_read_in_a_fence_of_any_language(language: str):
    for block in (BLOCK, TAGGED):
        answer = read(f"I make it.\n\n```{language}\n{block}\n```\n\nShall I go on?")

        assert (kinds(answer), answer.problems) == (THREE, [])
        assert answer.text == "I make it.\n\n\nShall I go on?"


@pytest.mark.requirement("M-32")
@pytest.mark.parametrize(
    "heading", ["## Nodes", "## Operations", "**Nodes**", "### 1. Nodes", "## Knoten", "Changes:", ""]
)
def test_a_block_is_read_without_a_fence(heading: str):
    answer = read("I make it.\n\n" + BLOCK.replace("## Nodes", heading).lstrip() + "\n\nShall I go on?")

    assert (kinds(answer), answer.problems) == (THREE, [])
    assert answer.text == "I make it.\n\nShall I go on?"


@pytest.mark.requirement("M-31", "M-32")
def test_a_draft_inside_thoughts_neither_acts_nor_shows():
    answer = read(f"<think>\nPerhaps\n{TAGGED}\nNo.\n</think>\n\nWhat is to be shipped?")

    assert (answer.text, answer.operations, answer.problems) == ("What is to be shipped?", [], [])


@pytest.mark.requirement("M-31")
def test_of_thoughts_whose_beginning_the_template_swallowed_nothing_counts():
    answer = read(f"Perhaps\n{TAGGED}\n</think>\nNo.")

    assert (answer.text, answer.operations) == ("No.", [])


@pytest.mark.requirement("M-32")
@pytest.mark.parametrize(
    "line",
    [
        "- + Ship|FUNC|Ship.FN.001|Ships an order",
        "1. + Ship|FUNC|Ship.FN.001|Ships an order",
        "* + Ship|FUNC|Ship.FN.001|Ships an order",
        "`+ Ship|FUNC|Ship.FN.001|Ships an order`",
        "＋ Ship|FUNC|Ship.FN.001|Ships an order",
        "Ship|FUNC|Ship.FN.001|Ships an order",
        "ADD Ship|FUNC|Ship.FN.001|Ships an order",
        "+ Ship|Function|Ship.FN.001|Ships an order",
        "+ Ship|Funktion|Ship.FN.001|Ships an order",
        "+ FUNC|Ship|Ship.FN.001|Ships an order",
        "+ Ship|Ship.FN.001|Ships an order",
        "| + | Ship | FUNC | Ship.FN.001 | Ships an order |",
    ],
)
def test_a_node_line_is_read_however_it_is_dressed(line: str):
    answer = read(f"<operations>\n{line}\n</operations>")

    assert answer.problems == []
    assert answer.operations == [
        NodeCreate(id="op-1", node_type="FUNC", name="Ship", descr="Ships an order", semantic_id="Ship.FN.001")
    ]


@pytest.mark.requirement("M-32")
@pytest.mark.parametrize(
    "arrow",
    [
        "-st->",
        "→st→",
        "--st-->",
        "-st-&gt;",
        "- st ->",
        "-st→",
        "-[:st]->",
        "-satisfy->",
        "-SATISFY->",
        "=st=>",
        "—st→",
    ],
)
def test_an_arrow_is_read_however_it_is_drawn(arrow: str):
    answer = read(f"<operations>\n+ Ship.FN.001 {arrow} Fast.RQ.001  # why not\n</operations>")

    assert (answer.operations, answer.problems) == (
        [EdgeCreate(id="op-1", edge_type="satisfy", source="Ship.FN.001", target="Fast.RQ.001")],
        [],
    )


@pytest.mark.requirement("M-32")
def test_an_arrow_without_its_relation_is_said():
    (problem,) = read("<operations>\n+ Ship.FN.001 -> Fast.RQ.001\n</operations>").problems

    assert "which relation" in message_of(problem, "en")


@pytest.mark.requirement("M-32", "M-33")
def test_a_struct_over_several_lines_is_one_line_of_the_form():
    answer = read(
        "<operations>\n+ Data|SCHEMA|Data.SC.001|Data [category:DataSchema, struct:{\n"
        '  "orderId": "string",\n  "tags": ["string"]\n}]\n- Old.FN.002\n</operations>'
    )

    assert (kinds(answer), answer.problems) == ([NodeCreate, NodeDelete], [])
    made = answer.operations[0]
    assert isinstance(made, NodeCreate)
    assert made.attributes == {"category": "DataSchema", "struct": {"orderId": "string", "tags": ["string"]}}


@pytest.mark.requirement("M-33")
def test_brackets_that_never_close_are_said_with_the_line_and_the_form():
    answer = read("<operations>\n~ Ship.FN.001|Ships [struct:{\n~ Fast.RQ.001|Fast\n</operations>")

    assert kinds(answer) == [NodeUpdate]
    (problem,) = answer.problems
    assert "Ships [struct:{" in hint_of(problem, "en")
    assert '[category:DataSchema, struct:{"orderId":"string","count":"integer"}]' in hint_of(problem, "en")


@pytest.mark.requirement("M-32")
def test_remarks_between_the_lines_are_noted_and_stop_nothing():
    answer = read(
        "<operations>\n// the node\n+ Ship|FUNC|Ship.FN.001|Ships\nNow the edge:\n<!-- here -->\n"
        "+ Ship.FN.001 -st-> Fast.RQ.001\n</operations>"
    )

    assert (kinds(answer), answer.problems) == ([NodeCreate, EdgeCreate], [])
    assert [note for note in answer.notes if "Now the edge:" in str(note.values)]


@pytest.mark.requirement("M-32")
def test_the_rest_of_a_description_on_a_line_of_its_own_is_said():
    answer = read("<operations>\n+ Ship|FUNC|Ship.FN.001|Ships an order\nto whoever bought it\n</operations>")

    assert [problem.path for problem in answer.problems] == ["line 3"]


@pytest.mark.requirement("M-32")
@pytest.mark.parametrize(
    "text",
    [
        '{"operations": [{"type": "create", "nodeType": "FUNC", "data": {"Name": "Ship"}},], } // done',
        '{\n // the function\n "operations": [{"op": "create_node", "node_type": "FUNC", "name": "Ship"}]}',
        "{'operations': [{'action': 'create', 'nodeType': 'FUNC', 'name': 'Ship'}]}",
        '<tool_call>\n{"name": "create_node", "arguments": {"nodeType": "FUNC", "name": "Ship"}}\n</tool_call>',
        '{"name": "propose_create_node", "arguments": "{\\"node_type\\": \\"FUNC\\", \\"name\\": \\"Ship\\"}"}',
        '{"tool_calls": [{"function": {"name": "create_node", "arguments": {"nodeType": "FUNC", "name": "Ship"}}}]}',
        '{"nodes": [{"type": "FUNC", "name": "Ship"}], "edges": []}',
        '[{"op": "node.create", "nodeType": "FUNC", "name": "Ship"}]',
        '{"create_node": {"nodeType": "FUNC", "name": "Ship"}}',
    ],
)
def test_json_is_read_with_liberties_and_as_calls_of_tools(text: str):
    answer = read(f"I make it.\n{text}\n")

    assert answer.problems == []
    (made,) = answer.operations
    assert isinstance(made, NodeCreate)
    assert (made.node_type, made.name) == ("FUNC", "Ship")


@pytest.mark.requirement("M-32")
@pytest.mark.parametrize(
    "example", ['```json\n{"orderId": "string"}\n```', '{"orderId": "string"}', '```json\n["a", "b"]\n```']
)
def test_json_about_something_else_is_an_illustration_and_takes_nothing_away(example: str):
    answer = read(f"A struct could be:\n{example}\n\n{TAGGED}")

    assert (kinds(answer), answer.problems) == (THREE, [])
    assert "orderId" in answer.text or '"a"' in answer.text


@pytest.mark.requirement("M-32")
def test_a_tool_called_in_words_is_said():
    (problem,) = read("I will now call create_node(type='FUNC', name='Ship').").problems

    assert "create_node(" in message_of(problem, "en")


@pytest.mark.requirement("M-32", "A-41")
@pytest.mark.parametrize(
    "text",
    [
        "## Nodes\n\nThe model has two nodes.",
        "## Edges\n- `AC1 -io-> FL1`: the buyer says what they want",
        "The order goes AC1 -io-> FL1 -io-> FN1.",
        "- Buyer | Actor | buys\n- Shop | System | sells",
        "```python\n# Nodes\nnodes = []\n```",
        "| Name | Type |\n|---|---|\n| Ship | FUNC |",
        "+ more speed\n- less cost",
        "Write it like `+ Name|TYPE|Id`.",
    ],
)
def test_prose_that_only_speaks_of_nodes_and_edges_stays_prose(text: str):
    answer = read(text)

    assert (answer.text, answer.operations, answer.problems) == (text, [], [])


@pytest.mark.requirement("M-32")
def test_each_operation_is_told_in_the_words_it_was_written_in():
    answer = read(TAGGED)

    assert list(answer.written.values()) == [line for line in BLOCK.splitlines() if line.startswith("+")]


@pytest.mark.requirement("A-21", "M-32")
@pytest.mark.shared
def test_the_examples_of_the_founding_document_are_read_as_they_stand_with_their_comments(shared_data: Path):
    (seed,) = (shared_data.parent / "seeds").glob("000_*.txt")
    answers = [text for text in fences(seed.read_text("utf-8"), "json") if '"operations"' in text]

    assert "// Needs both nodes!" in answers[0]
    assert "// LLM generates next ID" in answers[1]
    for text, count in zip(answers, (5, 2, 3), strict=True):
        answer = read(f"```json\n{text}\n```")
        assert (len(answer.operations), answer.problems, bool(answer.text)) == (count, [], True)


@pytest.mark.requirement("M-32", "M-33")
@pytest.mark.shared
def test_every_line_and_every_struct_that_a_strong_model_wrote_is_read(shared_data: Path):
    read_structs: list[object] = []
    for path in sorted((shared_data / "model-answers").glob("0[012]?.answer.md")):
        if path.name[:3] > "026":
            continue
        text = path.read_text("utf-8")
        answer = read_answer(text, default_ontology())
        lines = sum(line[:2] in ("+ ", "~ ", "- ") for line in text.partition("<operations>")[2].splitlines())
        assert (answer.problems, len(answer.operations) >= lines) == ([], True), path.name
        given = [each.attributes for each in answer.operations if isinstance(each, NodeCreate)]
        given += [each.set.attributes for each in answer.operations if isinstance(each, NodeUpdate)]
        read_structs += [each["struct"] for each in given if "struct" in each]
        assert not [each for each in answer.operations if isinstance(each, NodeCreate) and "[" in each.descr]

    assert len(read_structs) > 30
    assert all(isinstance(each, dict) or json.loads(str(each)) for each in read_structs)
