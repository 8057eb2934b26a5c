"""What a language model meant: names, renamed ids and other letters for ids; declarations of what is there already."""

from __future__ import annotations

import pytest

from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.operations.meant import as_meant
from graphwright.operations.parse import read_answer
from graphwright.operations.plan import Plan, plan
from graphwright.ports import ManualClock
from graphwright.protocol.operations import ChangeSet, EdgeCreate, Operation
from graphwright.text.messages import message_of
from tests.places import START, seeded_ids

MODEL = """<operations>
+ Shop|SYS|Shop.SY.001|Sells things
+ Buyer|ACTOR|Customer.AC.001|Buys things [subtype:HumanActor]
+ Check order|FUNC|CheckOrder.FN.001|Checks an order
+ Request|FLOW|Request.FL.001|What is wanted
+ Order data|SCHEMA|OrderData.SC.001|An order [category:DataSchema, struct:{"orderId":"string"}]
+ Customer.AC.001 -io-> Request.FL.001
</operations>"""


def planned(graph: Graph, text: str, *, loose: bool = True) -> Plan:
    answer = read_answer(f"<operations>\n{text}\n</operations>", default_ontology())
    assert answer.problems == []
    change_set = ChangeSet(base_revision=graph.revision, operations=answer.operations)
    return plan(graph, change_set, ids=seeded_ids(ManualClock(START), 2), ai=True, loose=loose)


@pytest.fixture
def graph() -> Graph:
    graph = Graph(default_ontology())
    operations: list[Operation] = read_answer(MODEL, default_ontology()).operations
    made = plan(
        graph, ChangeSet(base_revision=0, operations=operations), ids=seeded_ids(ManualClock(START)), importing=True
    )
    assert made.problems == []
    graph.apply(made.changes, 1)
    return graph


@pytest.mark.requirement("M-34")
@pytest.mark.parametrize(
    "word",
    [
        "Customer.AC.001",
        "AC1",
        "ac1",
        "Buyer.AC.001",
        "customer.ac.001",
        "Customer.AC.1",
        "Buyer",
        "buyer",
        "AC1=Customer",
        "AC1 (Buyer)",
        "Buyer (AC1)",
        "`AC1`",
        '"Buyer"',
    ],
)
def test_a_node_may_be_called_in_every_way_that_means_one_node(graph: Graph, word: str):
    made = planned(graph, f"~ {word}|Buys goods")

    assert made.problems == []
    (change,) = made.changes
    assert change.after.semantic_id == "Customer.AC.001"  # type: ignore[union-attr]


@pytest.mark.requirement("M-34")
def test_two_words_of_a_name_and_its_identifier_are_the_same(graph: Graph):
    for word in ("CheckOrder", "Check order", "check order", "checkorder.fn.001"):
        assert planned(graph, f"+ Request.FL.001 -io-> {word}").problems == [], word


@pytest.mark.requirement("M-34")
def test_a_new_node_is_called_by_its_name_its_id_or_the_short_id_it_would_have(graph: Graph):
    for word in ("Ship.FN.002", "ship.fn.002", "FN2", "Ship", "ship"):
        made = planned(graph, f"+ Ship|FUNC|Ship.FN.002|Ships\n+ Request.FL.001 -io-> {word}")
        assert (made.problems, len(made.changes)) == ([], 2), word


@pytest.mark.requirement("M-34")
def test_what_may_mean_two_nodes_is_a_problem_that_names_both(graph: Graph):
    (problem,) = planned(graph, "+ Ship|FUNC|a|Ships\n+ Ship|REQ|b|Ship\n+ Request.FL.001 -io-> Ship").problems

    assert (problem.code, "'Ship'" in message_of(problem, "en")) == ("unknownRef", True)


@pytest.mark.requirement("M-34")
def test_a_person_who_changes_the_model_is_taken_at_their_word(graph: Graph):
    (problem,) = planned(graph, "~ Buyer|Buys goods", loose=False).problems

    assert problem.code == "unknownRef"


@pytest.mark.requirement("M-35")
@pytest.mark.parametrize(
    "line",
    [
        "+ Buyer|ACTOR|Customer.AC.001|Buys things [subtype:HumanActor]",
        "+ Buyer|ACTOR|Customer.AC.001",
        "+ buyer|Actor|Customer.AC.001|Buys things.",
        "+ Customer.AC.001 -io-> Request.FL.001",
        "+ Buyer -io-> Request",
        '+ Order data|SCHEMA|OrderData.SC.001|An order [struct:{"orderId": "string"}]',
    ],
)
def test_declaring_again_what_is_there_does_nothing_and_is_said(graph: Graph, line: str):
    made = planned(graph, line)

    assert (made.operations, made.problems, made.changes) == ([], [], [])
    assert any(note.key == "notes.there" for note in made.notes)


@pytest.mark.requirement("M-35")
def test_declaring_it_with_other_words_is_a_problem_and_its_edges_hold(graph: Graph):
    made = planned(graph, "+ Buyer|ACTOR|Customer.AC.001|Sells things\n+ Paying|FLOW|Paying.FL.002|Money\n"
                          "+ Customer.AC.001 -io-> Paying.FL.002")  # fmt: skip

    assert [problem.code for problem in made.problems] == ["duplicateRef"]
    assert len(made.changes) == 2


@pytest.mark.requirement("M-35")
def test_a_block_that_is_repeated_counts_once_and_of_two_versions_the_later(graph: Graph):
    block = "+ Ship|FUNC|Ship.FN.002|{0}\n+ Request.FL.001 -io-> Ship.FN.002"
    made = planned(graph, f"{block.format('Ships')}\n{block.format('Ships')}")
    assert (len(made.operations), len(made.changes)) == (2, 2)
    assert [note.key for note in made.notes] == ["notes.twice"]
    made = planned(graph, f"{block.format('Ships')}\n{block.format('Ships at once')}")
    assert [change.after.descr for change in made.changes if hasattr(change.after, "descr")] == ["Ships at once"]


@pytest.mark.requirement("M-35", "A-82")
def test_what_is_exact_is_not_looked_for(graph: Graph, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("graphwright.operations.meant.suggest", None)
    edge = EdgeCreate(id="e", edge_type="io", source="Request.FL.001", target="FN1")

    assert as_meant(graph, [edge]) == ([edge], [])
