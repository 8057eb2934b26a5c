from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.languages import LANGUAGES
from graphwright.offline.dialogue.suggestions import AnnouncedChange, suggestions
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import suggested, understand
from graphwright.offline.understood import Situation, UnclearMessage
from graphwright.protocol.ids import OperationId, Ref
from graphwright.protocol.operations import EdgeCreate, NodeCreate, NodeDelete
from tests.interop.applying import imported
from tests.offline.documented import example_model, model_of

LATER = """## Nodes
Stop on air|REQ|StopOnAir.RQ.001|It stops.
Stop pump|FUNC|StopPump.FN.001|Stops.
Nurse|ACTOR|Nurse.AC.001|Nurses.
"""


def empty() -> Graph:
    return Graph(default_ontology())


def first(count: int, tried: Iterator[str | None]) -> list[str]:
    return list(islice(filter(None, tried), count))


@pytest.mark.requirement("U-60")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("graph", [empty(), example_model()], ids=["empty", "order system"])
def test_every_suggested_sentence_is_understood_on_the_model_it_is_suggested_for(graph, language):
    found = suggested(graph, NodeIndex(graph), language, 6)

    assert found
    assert [
        each
        for each in found
        if isinstance(understand(each, Situation(graph, NodeIndex(graph), findings_of=list)), UnclearMessage)
    ] == []


@pytest.mark.requirement("U-60")
def test_what_is_missing_is_suggested_with_the_names_of_the_model_and_by_turns_with_questions():
    assert first(4, suggestions(model_of(LATER), "en", lambda _: True)) == [
        'Add a test for "Stop on air".',
        "What is missing?",
        'Add a module "Control unit" that carries "Stop pump".',
        'What depends on "Stop on air"?',
    ]


@pytest.mark.requirement("U-60")
def test_what_would_not_be_understood_is_not_suggested():
    assert first(3, suggestions(model_of(LATER), "en", lambda each: "?" in each.text)) == [
        "What is missing?",
        'What depends on "Stop on air"?',
        "Which functions have no requirement?",
    ]
    assert first(3, suggestions(empty(), "de", lambda _: False)) == []


@pytest.mark.requirement("U-140")
def test_of_what_lacks_the_same_the_first_is_named_whose_sentence_works():
    model = model_of(LATER + "Hold|REQ|Hold.RQ.002|It holds.\n")

    assert first(1, suggestions(model, "en", lambda each: "air" not in each.text)) == ["Add a test for Hold."]


@pytest.mark.requirement("U-140", "X-190")
def test_what_has_no_name_of_its_own_is_named_by_the_id_that_people_know():
    graph = imported(
        b'id,descr,type\nR31,"Fuel is shut off when the flame is out, whatever the cause.",REQ\n', "rules.csv"
    )

    assert first(2, suggestions(graph, "en", lambda _: True)) == ["Add a test for R31.", "What is missing?"]


@pytest.mark.requirement("U-140")
def test_an_order_that_would_make_anything_else_is_not_what_was_announced():
    graph = model_of(LATER)
    node = graph.find("StopPump.FN.001")[0]
    announced = AnnouncedChange("allocate", node, frozenset({"MOD"}), "Control unit")
    module, function = (
        NodeCreate(id=OperationId(name), node_type=kind, name=name, descr="", temp_id=name)
        for kind, name in (("MOD", "Control unit"), ("FUNC", "Carry"))
    )
    edge = EdgeCreate(id=OperationId("e"), edge_type="allocate", source=Ref("Control unit"), target=Ref(str(node)))

    assert announced.is_kept_by([module, edge], graph)
    assert not announced.is_kept_by([module], graph)
    assert not announced.is_kept_by([module, function, edge], graph)
    assert not announced.is_kept_by([replace(module, name="Module Control unit it"), edge], graph)
    assert not announced.is_kept_by([edge, NodeDelete(id=OperationId("d"), ref=Ref(str(node)))], graph)
