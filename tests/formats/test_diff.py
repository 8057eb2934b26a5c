"""The diff form: line by line, tolerant where language models are loose, and never guessing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.formats.diff import LINE_CHARACTERS, DiffReader, begins_operations
from graphwright.formats.diff_text import operations_of, write_diff
from graphwright.formats.loose_lines import section_of
from graphwright.graph.load import default_ontology
from graphwright.protocol.graph import Change, EdgeChange, NodeChange
from graphwright.protocol.ids import OperationId, Ref
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
from tests.formats.models import HOSTILE, edge, node

ONTOLOGY = default_ontology()


def read(text: str, *, strict: bool = False) -> list[Operation | Problem]:
    reader = DiffReader(ONTOLOGY, strict=strict)
    found: list[Operation | Problem] = []
    for number, line in enumerate(text.split("\n"), start=1):
        found += reader.feed(line, number)
    return found + reader.flush()


def op(number: int) -> OperationId:
    return OperationId(f"op-{number}")


@pytest.mark.requirement("A-70", "A-73", "T-20")
def test_every_sign_makes_its_operation():
    text = """<operations>
<base_snapshot>Shop.SY.001@v12</base_snapshot>
<view_context>hierarchy</view_context>
## Nodes
+ PlaceOrder|UC|PlaceOrder.UC.001|A customer orders [goal:Order stored, priority:2]
+ ValidateOrder.FN.002|Checks an order
- OldFunction.FN.009
~ Customer.AC.001|Buys things [name:Client, subtype:HumanActor, !note]
## Edges
+ Shop.SY.001 -cp-> PlaceOrder.UC.001, Bill.UC.002
- Shop.SY.001 -cp-> OldFunction.FN.009
~ PlaceOrder.UC.001 -st-> Fast.RQ.001 [weight:0.5, !old]
</operations>"""
    assert read(text) == [
        NodeCreate(
            id=op(1),
            node_type="UC",
            name="PlaceOrder",
            descr="A customer orders",
            semantic_id="PlaceOrder.UC.001",
            attributes={"goal": "Order stored", "priority": 2},
        ),
        NodeCreate(
            id=op(2),
            node_type="FUNC",
            name="ValidateOrder",
            descr="Checks an order",
            semantic_id="ValidateOrder.FN.002",
        ),
        NodeDelete(id=op(3), ref=Ref("OldFunction.FN.009")),
        NodeUpdate(
            id=op(4),
            ref=Ref("Customer.AC.001"),
            set=NodeSet(name="Client", descr="Buys things", attributes={"subtype": "HumanActor"}),
            unset=["note"],
        ),
        EdgeCreate(id=op(5), edge_type="compose", source=Ref("Shop.SY.001"), target=Ref("PlaceOrder.UC.001")),
        EdgeCreate(id=op(6), edge_type="compose", source=Ref("Shop.SY.001"), target=Ref("Bill.UC.002")),
        EdgeDelete(id=op(7), edge_type="compose", source=Ref("Shop.SY.001"), target=Ref("OldFunction.FN.009")),
        EdgeUpdate(
            id=op(8),
            edge_type="satisfy",
            source=Ref("PlaceOrder.UC.001"),
            target=Ref("Fast.RQ.001"),
            set=EdgeSet(attributes={"weight": 0.5}),
            unset=["old"],
        ),
    ]


@pytest.mark.requirement("A-70")
def test_the_base_revision_is_taken_from_the_base_snapshot():
    reader = DiffReader(ONTOLOGY)
    reader.feed("<base_snapshot>Shop.SY.001@v12</base_snapshot>", 1)
    assert (reader.base, reader.base_revision) == ("Shop.SY.001@v12", 12)


@pytest.mark.requirement("T-20")
@pytest.mark.parametrize(
    "marker", ["## Nodes", "[Nodes]", "**Nodes**", "**Nodes:**", "Nodes:", "### nodes", "```", "---"]
)
def test_section_markers_of_other_dialects_are_no_operations(marker):
    assert read(marker) == []


@pytest.mark.requirement("T-20")
def test_a_bare_word_is_no_section_marker():
    assert section_of("Nodes") is None


@pytest.mark.requirement("T-20")
@pytest.mark.parametrize(
    ("relation", "words"),
    {
        "compose": ["cp", "compose"],
        "io": ["io"],
        "satisfy": ["st", "sf", "sat", "satisfy"],
        "verify": ["vf", "ver", "verify"],
        "allocate": ["al", "alc", "allocate"],
        "relation": ["rl", "rel", "relation"],
    }.items(),
)
def test_all_four_arrow_dialects_give_the_same_edge(relation, words):
    expected = [EdgeCreate(id=op(1), edge_type=relation, source=Ref("A.UC.001"), target=Ref("B.RQ.001"))]
    for word in words:
        assert read(f"+ A.UC.001 -{word}-> B.RQ.001") == expected


@pytest.mark.requirement("T-20")
def test_the_older_abbreviation_of_a_test_reads_as_the_seeds_one():
    assert read("+ CheckOrder.TC.001|Checks\n+ A.RQ.001 -vf-> CheckOrder.TC.001") == [
        NodeCreate(id=op(1), node_type="TEST", name="CheckOrder", descr="Checks", semantic_id="CheckOrder.TS.001"),
        EdgeCreate(id=op(2), edge_type="verify", source=Ref("A.RQ.001"), target=Ref("CheckOrder.TS.001")),
    ]


@pytest.mark.requirement("WF-05")
def test_every_target_of_one_edge_line_is_read():
    operations = read("+ A.SY.001 -cp-> B.UC.001, C.UC.002,D.UC.003")
    assert [each.target for each in operations if isinstance(each, EdgeCreate)] == ["B.UC.001", "C.UC.002", "D.UC.003"]


@pytest.mark.requirement("WF-06")
@pytest.mark.parametrize(
    ("line", "descr"),
    [
        ("+ A|FUNC|A.FN.001|reads a|b and c", "reads a|b and c"),
        ("+ A|FUNC|A.FN.001|checks [all] orders", "checks [all] orders"),
        ("+ A|FUNC|A.FN.001|see chapter [3]", "see chapter [3]"),
        ("+ A|FUNC|A.FN.001|turns x -io-> y", "turns x -io-> y"),
        ("+ A.FN.001|turns x -io-> y|z", "turns x -io-> y|z"),
        (r"+ A|FUNC|A.FN.001|C:\temp", r"C:" + "\temp"),
        (r"+ A|FUNC|A.FN.001|C:\data", r"C:\data"),
    ],
)
def test_bars_brackets_and_arrows_in_a_description_do_not_cut_it(line, descr):
    assert read(line) == [
        NodeCreate(id=op(1), node_type="FUNC", name="A", descr=descr, semantic_id="A.FN.001"),
    ]


@pytest.mark.requirement("WF-06")
def test_a_line_without_a_sign_is_never_an_addition():
    (problem,) = read("A|FUNC|A.FN.001|something")
    assert isinstance(problem, Problem)
    assert (problem.code, problem.path) == ("malformed", "line 1")


@pytest.mark.requirement("WF-06")
@pytest.mark.parametrize(
    "line",
    [
        "+ just words",
        "+ |FUNC|A.FN.001|no name",
        "~ A.FN.001",
        "~ |text",
        "- |",
        "+ A.UC.001 -cp->",
        "+ -cp-> A.UC.001",
        "+ A.UC.001 -cp-> B.UC.002, C.UC.003 [k:v]",
        "~ A.UC.001 -cp-> B.UC.002",
        "+ A|FUNC|A.FN.001|text [a:1, a:2]",
        "+ A|FUNC|A.FN.001|text [!a]",
        "?? what",
    ],
)
def test_a_line_that_cannot_be_read_is_a_problem_with_its_line_number(line):
    (problem,) = read(line)
    assert isinstance(problem, Problem)
    assert (problem.code, problem.path) == ("malformed", "line 1")


@pytest.mark.requirement("WF-06")
def test_an_endless_line_is_refused_unread():
    (problem,) = read("+ " + "x" * LINE_CHARACTERS)
    assert isinstance(problem, Problem)
    assert problem.code == "limitExceeded"


@pytest.mark.requirement("A-73")
def test_prose_between_blocks_is_skipped_and_numbering_goes_on():
    text = "<operations>\n- A.FN.001\n</operations>\n- a bullet, not a removal\n<operations>\n- B.FN.002\n</operations>"
    assert read(text) == [
        NodeDelete(id=op(1), ref=Ref("A.FN.001")),
        NodeDelete(id=op(2), ref=Ref("B.FN.002")),
    ]


@pytest.mark.requirement("A-73")
def test_an_old_value_and_a_new_value_stay_two_operations():
    assert read("- A|FUNC|A.FN.001|old\n+ A|FUNC|A.FN.001|new") == [
        NodeDelete(id=op(1), ref=Ref("A.FN.001")),
        NodeCreate(id=op(2), node_type="FUNC", name="A", descr="new", semantic_id="A.FN.001"),
    ]


@pytest.mark.requirement("A-76")
def test_a_temp_id_is_kept_as_one():
    assert read("+ Do it|FUNC|new-1|text\n+ Anything|FUNC") == [
        NodeCreate(id=op(1), node_type="FUNC", name="Do it", descr="text", temp_id="new-1"),
        NodeCreate(id=op(2), node_type="FUNC", name="Anything"),
    ]


@pytest.mark.requirement("WF-06")
def test_strict_reading_refuses_what_tolerant_reading_guesses():
    for line in (r"+ A|FUNC|A.FN.001|C:\data", "+ A|FUNC|A.FN.001|a|b", "+ A|FUNC|A.FN.001|see [3]"):
        (problem,) = read(line, strict=True)
        assert isinstance(problem, Problem), line


@pytest.mark.requirement("A-73")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("<operations>", True),
        ("+ A|FUNC|A.FN.001|x", True),
        ("- A.UC.001 -cp-> B.UC.002", True),
        ("- a bullet point", False),
        ("Some prose.", False),
        ("```python", False),
    ],
)
def test_operations_are_recognised_by_their_first_line(line, expected):
    assert begins_operations(line, ONTOLOGY) is expected


VALUES = st.recursive(
    st.one_of(
        HOSTILE,
        st.integers(-(2**53), 2**53),
        st.floats(allow_nan=False, allow_infinity=False),
        st.booleans(),
        st.none(),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(HOSTILE, inner, max_size=3)),
    max_leaves=5,
)
KEYS = st.one_of(HOSTILE, st.sampled_from(["name", "descr", "!x"])).filter(bool)
NAMES = HOSTILE.filter(bool)
REFS = st.one_of(st.builds("A.FN.{:03d}".format, st.integers(1, 9999)), NAMES.map(str.strip).filter(bool))
TYPES = st.sampled_from(list(ONTOLOGY.node_types))
RELATIONS = st.sampled_from(list(ONTOLOGY.relations))


def creates(draw_id: OperationId) -> st.SearchStrategy[Operation]:
    semantic = st.builds("Name{0}.FN.{0:03d}".format, st.integers(1, 9999))
    maybe = st.dictionaries(KEYS, VALUES, max_size=3)
    unset = st.lists(KEYS, max_size=2)
    return st.one_of(
        st.builds(
            NodeCreate,
            id=st.just(draw_id),
            node_type=TYPES,
            name=NAMES,
            descr=HOSTILE,
            semantic_id=semantic,
            attributes=maybe,
        ),
        st.builds(NodeDelete, id=st.just(draw_id), ref=REFS),
        st.builds(
            NodeUpdate,
            id=st.just(draw_id),
            ref=REFS,
            set=st.builds(
                NodeSet,
                name=st.one_of(st.none(), NAMES),
                descr=st.one_of(st.none(), HOSTILE),
                attributes=maybe,
            ),
            unset=unset,
        ).filter(lambda update: update.set != NodeSet() or update.unset),
        st.builds(EdgeCreate, id=st.just(draw_id), edge_type=RELATIONS, source=REFS, target=REFS, attributes=maybe),
        st.builds(EdgeDelete, id=st.just(draw_id), edge_type=RELATIONS, source=REFS, target=REFS),
        st.builds(
            EdgeUpdate,
            id=st.just(draw_id),
            edge_type=RELATIONS,
            source=REFS,
            target=REFS,
            set=st.builds(EdgeSet, attributes=maybe),
            unset=unset,
        ).filter(lambda update: update.set != EdgeSet() or update.unset),
    )


@pytest.mark.slow
@pytest.mark.requirement("T-17", "A-70")
@pytest.mark.parametrize("strict", [True, False])
@given(operation=creates(op(1)))
def test_any_operation_reads_back_as_it_was_written(strict, operation):
    assert read(write_diff([operation], ONTOLOGY), strict=strict) == [operation]


@pytest.mark.requirement("T-17", "A-70", "M-33")
@pytest.mark.parametrize("text", ['"', "'", "!", "a # b", "a // b", "a -- b", "a (b)", "a]b", "!descr"])
def test_keys_values_and_ends_that_look_like_something_else_read_back(text: str):
    operations: list[Operation] = [
        NodeCreate(
            id=op(1),
            node_type="FUNC",
            name=text,
            descr=text,
            semantic_id="A.FN.001",
            attributes={text: text, "k": [text]},
        ),
        NodeUpdate(id=op(2), ref=Ref(text), set=NodeSet(attributes={"k": text}), unset=[text]),
        EdgeCreate(id=op(3), edge_type="compose", source=Ref(text), target=Ref(text), attributes={text: text}),
        EdgeDelete(id=op(4), edge_type="compose", source=Ref("A.FN.001"), target=Ref(text)),
    ]
    written = write_diff(operations, ONTOLOGY)

    assert read(written, strict=True) == read(written, strict=False) == operations


@pytest.mark.requirement("A-70")
def test_edges_of_one_source_share_a_line():
    edges: list[Operation] = [
        EdgeCreate(id=op(number), edge_type="compose", source=Ref("A.SY.001"), target=Ref(f"B.UC.00{number}"))
        for number in (1, 2, 3)
    ]
    text = write_diff(edges, ONTOLOGY, base="A.SY.001@v3")
    assert text == (
        "<operations>\n<base_snapshot>A.SY.001@v3</base_snapshot>\n## Edges\n"
        "+ A.SY.001 -cp-> B.UC.001, B.UC.002, B.UC.003\n</operations>"
    )
    assert read(text) == edges


@pytest.mark.requirement("WB-06", "B-21")
def test_changes_are_told_as_a_diff_with_removals():
    changes: list[Change] = [
        NodeChange(before=None, after=node("Do.FN.001", "does", attributes={"volatility": "low"})),
        NodeChange(before=node("Undo.FN.002"), after=None),
        NodeChange(
            before=node("Redo.FN.003", "does", attributes={"a": 1}),
            after=node("Redo.FN.003", name="Do again", attributes={"b": 2}),
        ),
        EdgeChange(before=edge("fn1", "io", "fn2"), after=None),
    ]
    text = write_diff(operations_of(changes, {"fn1": "Do.FN.001", "fn2": "Undo.FN.002"}.__getitem__), ONTOLOGY)
    assert text.split("\n") == [
        "<operations>",
        "## Nodes",
        "+ Do|FUNC|Do.FN.001|does [volatility:low]",
        "- Undo.FN.002",
        "~ Redo.FN.003 [name:Do again, !descr, b:2, !a]",
        "## Edges",
        "- Do.FN.001 -io-> Undo.FN.002",
        "</operations>",
    ]
