"""One operation in each form in which models write it: exactly what it means, or exactly which field cannot be read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.graph.load import default_ontology
from graphwright.operations.dialects import elements_of, is_operation, read_operation
from graphwright.operations.parse import AnswerReader, ParsedAnswer, read_answer
from graphwright.operations.values import are_normal, normal
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
    Problem,
)

Json = dict[str, Any]
SHIP = NodeCreate(id="op-3", node_type="FUNC", name="Ship")
EDGE = EdgeCreate(id="op-3", edge_type="io", source="A", target="B")


def read(raw: Json) -> list[Operation] | Problem:
    return read_operation(raw, position=1, projects=frozenset({"shop"}), first=1)


def edges(*ends: tuple[str, str]) -> list[Operation]:
    """The edges of one operation: the first has its id, the others are numbered behind it."""
    return [
        EdgeCreate(id=f"op-3.{number}" if number > 1 else "op-3", edge_type="io", source=source, target=target)
        for number, (source, target) in enumerate(ends, 1)
    ]


@pytest.mark.requirement("A-02", "A-05", "M-32", "R-149")
@pytest.mark.parametrize(
    ("raw", "meant"),
    [
        ({"type": "create", "nodeType": "FUNC", "Name": "Ship"}, [SHIP]),
        ({"action": "create", "type": "FUNC", "name": "Ship", "project": "shop"}, [SHIP]),
        ({"op": "add_node", "node_type": "FUNC", "data": {"label": "Ship"}}, [SHIP]),
        ({"createNode": {"nodeType": "FUNC", "title": "Ship"}}, [SHIP]),
        ({"tool": "new-element", "arguments": {"nodeType": "FUNC", "name": "Ship"}}, [SHIP]),
        ({"name": "create_node", "arguments": '{"nodeType": "FUNC", "name": "Ship"}'}, [SHIP]),
        ({"function": {"name": "create_node", "arguments": {"nodeType": "FUNC", "name": "Ship"}}}, [SHIP]),
        ({"type": "create", "nodeType": "FUNC", "name": "Ship", "relationships": []}, [SHIP]),
        (
            {"type": "create", "id": "x", "nodeType": "FUNC", "Name": "Ship", "Descr": "S.", "dependsOn": ["y"], "a": 1},
            [NodeCreate(id="x", node_type="FUNC", name="Ship", descr="S.", depends_on=["y"], attributes={"a": 1})],
        ),
        (
            {"type": "create", "id": "Ship.FN.001", "nodeType": "FUNC", "Name": "Ship"},
            [NodeCreate(id="op-3", node_type="FUNC", name="Ship", semantic_id="Ship.FN.001")],
        ),
        (
            {"type": "create", "id": "Ship.FN.001", "nodeType": "FUNC", "Name": "Ship", "tempId": "t"},
            [NodeCreate(id="op-3", node_type="FUNC", name="Ship", temp_id="t")],
        ),
        (
            {"type": "create", "nodeType": "FUNC", "data": {"name": "Ship", "a": 1}, "b": 2, "attributes": {"c": 3}},
            [NodeCreate(id="op-3", node_type="FUNC", name="Ship", attributes={"a": 1, "c": 3})],
        ),
        (
            {"type": "create", "nodeType": "FUNC", "name": "Ship", "parent": "Shop.SY.001"},
            [SHIP, EdgeCreate(id="op-3.parent", edge_type="compose", source="Shop.SY.001", target="Ship")],
        ),
        (
            {"type": "create", "nodeType": "FUNC", "name": "Ship", "tempId": "t", "parent": "P", "relationships": [
                {"type": "io", "sourceTempId": "t", "targetTempId": "u"}, {"relType": "io", "source": "u", "target": "t"},
            ]},
            [
                NodeCreate(id="op-3", node_type="FUNC", name="Ship", temp_id="t"),
                EdgeCreate(id="op-3.1", edge_type="io", source="t", target="u"),
                EdgeCreate(id="op-3.2", edge_type="io", source="u", target="t"),
                EdgeCreate(id="op-3.parent", edge_type="compose", source="P", target="t"),
            ],
        ),
        ({"type": "create-relationship", "relType": "io", "source": "A", "target": "B"}, [EDGE]),
        ({"action": "create", "type": "io", "from": "A", "to": "B"}, [EDGE]),
        ({"action": "link", "type": "io", "from": "A", "to": "B"}, [EDGE]),
        ({"action": "connect", "relation": "io", "sourceId": "A", "targetId": "B"}, [EDGE]),
        ({"type": "create", "relationship": "io", "source_id": "A", "target_id": "B"}, [EDGE]),
        ({"type": "create", "edgeType": "io", "data": {"source": "A", "target": "B"}}, [EDGE]),
        ({"type": "link", "data": {"type": "io", "from": "A", "to": "B", "w": 1}}, [
            EdgeCreate(id="op-3", edge_type="io", source="A", target="B", attributes={"w": 1}),
        ]),
        ({"type": "link", "relation": "io", "source": "A", "targets": ["B", "C"]}, edges(("A", "B"), ("A", "C"))),
        (
            {"type": "link", "relation": "io", "sources": ["A", "B"], "targets": ["C", "D"]},
            edges(("A", "C"), ("A", "D"), ("B", "C"), ("B", "D")),
        ),
        ({"type": "delete", "edgeType": "io", "source": "A", "target": "B"}, [
            EdgeDelete(id="op-3", edge_type="io", source="A", target="B"),
        ]),
        ({"type": "remove_edge", "edgeId": "e7", "dependsOn": ["x"]}, [EdgeDelete(id="op-3", ref="e7", depends_on=["x"])]),
        ({"type": "update_edge", "ref": "e7", "data": {"w": 2}, "attributes": {"v": 3}}, [
            EdgeUpdate(id="op-3", ref="e7", set=EdgeSet(attributes={"w": 2, "v": 3})),
        ]),
        ({"type": "update_edge", "relation": "io", "source": "A", "target": "B", "set": {"w": 2}}, [
            EdgeUpdate(id="op-3", edge_type="io", source="A", target="B", set=EdgeSet(attributes={"w": 2})),
        ]),
        ({"type": "update", "semanticId": "Ship.FN.001", "newName": "Send", "removeAttributes": ["a", "b"]}, [
            NodeUpdate(id="op-3", ref="Ship.FN.001", set=NodeSet(name="Send"), unset=["a", "b"]),
        ]),
        ({"type": "rename", "id": "Ship.FN.001", "title": "Send"}, [
            NodeUpdate(id="op-3", ref="Ship.FN.001", set=NodeSet(name="Send")),
        ]),
        ({"type": "update", "node": "FN1", "set": {"description": "D.", "a": 1}, "relationships": [
            {"type": "io", "source": "FN1", "target": "B"},
        ]}, [
            NodeUpdate(id="op-3", ref="FN1", set=NodeSet(descr="D.", attributes={"a": 1})),
            EdgeCreate(id="op-3.1", edge_type="io", source="FN1", target="B"),
        ]),
        ({"type": "drop", "data": {"uuid": "n1"}}, [NodeDelete(id="op-3", ref="n1")]),
        ({"op": "node.delete", "ref": "n1"}, [NodeDelete(id="op-3", ref="n1")]),
        ({"op": "edge.delete", "id": "x", "ref": "e1"}, [EdgeDelete(id="x", ref="e1")]),
    ],
)  # fmt: skip
def test_an_operation_means_one_thing_in_whatever_words_it_is_written(raw: Json, meant: list[Operation]):
    assert read(raw) == meant
    assert is_operation(raw)


@pytest.mark.requirement("A-05", "R-63", "R-143")
@pytest.mark.parametrize(
    ("raw", "field", "case", "values"),
    [
        ({"type": "explode"}, "type", "kind", {"kind": "'explode'"}),
        ({}, "type", "kind", {"kind": "''"}),
        ({"type": "create", "name": "Ship"}, "nodeType", "fieldMissing", {}),
        ({"type": "create", "nodeType": "FUNC"}, "data.Name", "fieldMissing", {}),
        ({"type": "create", "nodeType": 7, "name": "Ship"}, "nodeType", "fieldText", {"type": "int"}),
        ({"type": "create", "nodeType": "FUNC", "name": ["Ship"]}, "name", "fieldText", {"type": "list"}),
        ({"type": "create", "nodeType": "FUNC", "name": "Ship", "data": "x"}, "data", "fieldObject", {}),
        ({"type": "create", "nodeType": "FUNC", "name": "Ship", "attributes": []}, "attributes", "fieldObject", {}),
        ({"type": "create", "nodeType": "FUNC", "name": "S", "relationships": 5}, "relationships", "fieldObjects", {}),
        (
            {"type": "create", "nodeType": "FUNC", "name": "S", "relationships": [5]},
            "relationships",
            "fieldObjects",
            {},
        ),
        ({"type": "create", "nodeType": "FUNC", "name": "S", "dependsOn": "x"}, "dependsOn", "fieldIds", {}),
        ({"type": "create", "nodeType": "FUNC", "name": "S", "dependsOn": ["x", 1]}, "dependsOn", "fieldIds", {}),
        ({"type": "link", "source": "A", "target": "B"}, "relType", "fieldMissing", {}),
        ({"type": "link", "relation": "io", "target": "B"}, "source", "fieldMissing", {}),
        ({"type": "link", "relation": "io", "source": "A", "edgeId": "e7"}, "target", "fieldMissing", {}),
        ({"type": "link", "relation": "io", "source": "A", "targets": []}, "targets", "fieldMissing", {}),
        ({"type": "delete_edge", "relation": "io", "source": "A"}, "target", "fieldMissing", {}),
        ({"type": "delete"}, "semanticId", "whichNode", {}),
        ({"type": "update", "name": "Send"}, "semanticId", "whichNode", {}),
        ({"op": "node.delete"}, "op", "operation", {"reason": "Object missing required field `ref`"}),
        ({"op": "node.delete", "ref": 5}, "ref", "operation", {"reason": "Expected `str`, got `int`"}),
        ({"type": "delete", "ref": "n1", "workspace": "bank"}, "projectId", "project", {"project": "'bank'"}),
    ],
)
def test_what_cannot_be_read_is_told_with_the_field_and_what_is_wrong_with_it(raw, field, case, values):
    told = read(raw)

    assert isinstance(told, Problem)
    field_values = told.values if case != "operation" else {key: told.values[key] for key in values}
    assert (told.operation_id, told.path, told.case) == ("op-3", f"$.operations[1].{field}", case)
    assert {key: value for key, value in field_values.items() if key != "field"} == values
    assert told.values["field"] == field
    assert told.code == ("accessDenied" if case == "project" else "malformed")
    assert told.candidates == []


@pytest.mark.requirement("M-32", "R-149")
def test_a_graph_in_json_is_operations_that_make_it():
    graph = {
        "nodes": [{"id": "n1", "type": "FUNC", "name": "A"}, {"id": "B.FN.002", "type": "FUNC", "name": "B"}, 5],
        "create_nodes": [
            {"type": "FUNC", "semantic_id": "C.FN.003", "id": "x", "name": "C"},
            {"type": "FUNC", "name": "D"},
        ],
        "edges": [
            {"id": "e", "type": "io", "source": "n1", "target": "B.FN.002"},
            {"relType": "io", "from": "a", "to": "b"},
        ],
        "relations": "none",
    }
    made = [read_operation(each, position=at, projects=frozenset()) for at, each in enumerate(elements_of(graph))]

    assert made == [
        [NodeCreate(id="op-1", node_type="FUNC", name="A", temp_id="n1")],
        [NodeCreate(id="op-2", node_type="FUNC", name="B", semantic_id="B.FN.002")],
        [NodeCreate(id="op-3", node_type="FUNC", name="C", semantic_id="C.FN.003")],
        [NodeCreate(id="op-4", node_type="FUNC", name="D")],
        [EdgeCreate(id="op-5", edge_type="io", source="n1", target="B.FN.002")],
        [EdgeCreate(id="op-6", edge_type="io", source="a", target="b")],
    ]
    assert not any(is_operation(each) for each in (graph, {"type": "create"}, {"type": 5}, {"name": "create"}, {}))


def answered(text: str, *, truncated: bool = False) -> ParsedAnswer:
    """The same in one piece and in pieces of one character."""
    answers = []
    for pieces in ([text], text):
        reader = AnswerReader(default_ontology())
        for piece in pieces:
            reader.feed(piece)
        answers.append(reader.close(truncated=truncated))
    assert answers[0] == answers[1]
    return answers[0]


def told(answer: ParsedAnswer) -> tuple[str, list[str], list[str], list[tuple[str, Any]]]:
    """What people read, what is asked back, what is made, and what is wrong."""
    made = [getattr(each, "name", None) or f"{each.source}-{each.target}" for each in answer.operations]  # type: ignore[union-attr]
    return answer.text, answer.questions, made, [(each.case, each.values) for each in answer.problems]


LINE = "+ Ship|FUNC|Ship.FN.001|Ships."


@pytest.mark.requirement("M-32", "R-63", "R-149")
@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("One.\n<questions>\nWhat?\n\nWhy?\n</questions>\nTwo.", ("One.\nTwo.", ["What?", "Why?"], [], [])),
        ("One.\n```questions\nWhat?\n```\nTwo.", ("One.\nTwo.", ["What?"], [], [])),
        (f"<questions>\nWhat?\n\n{LINE}\n\nTwo.", ("Two.", ["What?"], ["Ship"], [])),
        (f"```questions\nWhat?\n{LINE}\n```\nTwo.", ("Two.", ["What?"], ["Ship"], [])),
        (f"<questions>\nWhat?\n```format-e\n{LINE}\n```\nTwo.", ("Two.", ["What?"], ["Ship"], [])),
        (
            "<questions>\n- Ship or Pay? | Ship | Pay\n+ another\n</questions>\nTwo.",
            ("Two.", ["- Ship or Pay? | Ship | Pay", "+ another"], [], []),
        ),
        (f"One.\n```\n# remark\n\n## Nodes\n{LINE}\n```\nTwo.", ("One.\nTwo.", [], ["Ship"], [])),
        ("One.\n```\n\n```\nTwo.", ("One.\nTwo.", [], [], [])),
        ("One.\n```python\nx = 1\n```\nTwo.", ("One.\n```python\nx = 1\n```\nTwo.", [], [], [])),
        (f"```python\nx = 1\n```format-e\n{LINE}\n```\nTwo.", ("```python\nx = 1\nTwo.", [], ["Ship"], [])),
        (f"```python\nx = 1\n{LINE}\n```\nTwo.", ("```python\nx = 1\n```\nTwo.", [], ["Ship"], [])),
        ("One.\n## Nodes\nnothing new\n", ("One.\n## Nodes\nnothing new", [], [], [])),
        (f"One.\n## Operations\n\n{LINE}\n\nTwo.", ("One.\nTwo.", [], ["Ship"], [])),
        ("One.\n## Operations\n", ("One.\n## Operations", [], [], [])),
        (
            "```json\n[1, 2]\n```",
            ("```json\n[1, 2]\n```", [], [], [("fenceJson", {"language": "json", "line": "'[1, 2]'"})]),
        ),
        ('{"response": "Hi.", "operations": null}', ("Hi.", [], [], [])),
        ('{"response": "Hi.", "operations": []}', ("Hi.", [], [], [])),
        ('{"operations": [1]}', ("", [], [], [("jsonObjects", {})])),
        ('{"operations": 5}', ("", [], [], [("jsonNoList", {"key": "operations"})])),
    ],
)
def test_an_answer_is_prose_questions_and_operations_each_where_it_belongs(text: str, read_as: object):
    assert told(answered(text)) == read_as


@pytest.mark.requirement("R-61", "R-63", "R-149")
@pytest.mark.parametrize(
    ("text", "case", "made"),
    [
        (f"```format-e\n{LINE}\n+ Pay|FU", "cutLine", ["Ship"]),
        ('{"operations": [{"type": "create", "nodeType": "FUNC", "name": "Ship"}]}', "cutAnswer", ["Ship"]),
        (f"<operations>\n{LINE}\n", "cutBlock", ["Ship"]),
        ("Only words and then", None, []),
    ],
)
def test_an_answer_that_was_cut_is_told_as_such_where_operations_may_be_missing(text, case, made):
    answer = answered(text, truncated=True)

    assert told(answer)[2] == made
    assert [problem.case for problem in answer.problems][:1] == ([] if case is None else [case])
    assert "cutAnswer" not in {problem.case for problem in read_answer(text, default_ontology()).problems}


@pytest.mark.requirement("R-149")
@given(st.lists(st.sampled_from(["a", " a", "a\n", "ä", "a\u0308", "\u212b", "", "\u00a0", "日本"]), max_size=4))
def test_texts_are_as_they_are_stored_when_storing_them_changes_none(texts: list[str]):
    assert are_normal(texts) is all(normal(text) == text for text in texts)


@pytest.mark.requirement("A-05", "R-149")
def test_an_answer_says_how_each_operation_was_written_and_whether_it_had_ids_of_its_own():
    made = {"type": "create", "nodeType": "FUNC", "name": "Ship"}
    without, own = (
        answered(json.dumps({"operations": [each], "baseRevision": 4})) for each in (made, {**made, "id": "x"})
    )

    assert (without.had_ids, own.had_ids) == (False, True)
    assert (without.base_revision, answered('{"operations": [], "baseRevision": true}').base_revision) == (4, None)
    assert without.written == {"op-1": json.dumps(made)}
    assert list(own.written) == ["x"]
