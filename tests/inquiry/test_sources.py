"""What makes a source bear on a question in whose words it does not speak."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graphwright.inquiry.extract import is_unsure, told_of_model
from graphwright.inquiry.understanding import asks_model, topical
from tests.inquiry.sources import source


@pytest.mark.requirement("C-23", "C-74")
def test_a_source_is_near_by_its_meaning_or_when_references_say_more_for_it_than_its_words():
    found = {
        "words": {"lexical": 9.0, "section": 1.0},
        "meaning": {"section": 1.0, "vector": 0.35},
        "a little alike": {"section": 1.0, "vector": 0.34},
        "a reference": {"section": 0.2, "reference": 0.3},
        "a reference alone": {"reference": 0.1},
        "rather its words": {"section": 0.3, "reference": 0.3},
    }

    near = {name for name, scores in found.items() if replace(source("P1", "Text."), scores=scores).is_near}
    assert near == {"meaning", "a reference", "a reference alone"}


@pytest.mark.requirement("Z-13")
def test_sources_that_mean_something_else_and_lack_the_words_are_doubted_and_only_where_meaning_was_compared():
    asked = "Is a permit needed for a fence?"
    near, far, far_away = ({"section": 1.0, "vector": cosine} for cosine in (0.4, 0.2, 0.05))
    other, same = source("P1", "Dogs are taxed every year."), source("P2", "A fence needs a permit.")
    assert is_unsure(asked, [replace(other, scores=far)], was_compared=True)
    assert is_unsure(asked, [replace(other, scores=near), replace(same, scores=far_away)], was_compared=True), (
        "no single one has both"
    )
    assert not is_unsure(asked, [replace(other, scores=far), replace(same, scores=near)], was_compared=True)
    assert not is_unsure(asked, [replace(other, scores=far), replace(same, scores={})], was_compared=True), "a node"
    assert not is_unsure(asked, [replace(other, scores={"lexical": 2.0})], was_compared=False)
    assert not is_unsure(asked, [], was_compared=False)


@pytest.mark.requirement("M-133", "K-18")
@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Investigate how long samples must be kept.", "Samples are kept for 30 days."),
        ("Investigate whether the cellar may hold 20 barrels.", "The cellar holds at most 14 barrels."),
        ("Untersuche, wie oft die Kabine kontrolliert wird.", "Die Kabine wird dreimal täglich kontrolliert."),
        (
            "Examine si un produit ouvert depuis 8 mois peut servir.",
            "Un produit ouvert depuis plus de 6 mois est jeté.",
        ),
    ],
)
def test_a_sentence_that_gives_the_amount_of_what_is_asked_is_no_doubtful_answer(asked, said):
    far = replace(source("P1", said), scores={"vector": 0.05})
    assert not is_unsure(asked, [far], was_compared=True)
    assert is_unsure(asked, [replace(far, text="The dog barks for 3 h a day.")], was_compared=True)


@pytest.mark.requirement("M-133", "K-18")
@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("Investigate whether the cellar may hold 20 barrels and whether our model covers it.", ["cellar", "hold"]),
        ("Untersuche, wie laut das Gebläse ist und ob das Modell es abdeckt.", ["Gebläse"]),
        ("Examine combien de temps les relevés doivent être conservés.", ["relevés", "conservés"]),
    ],
)
def test_words_of_the_task_are_nothing_to_search_for(asked, words):
    found = topical(asked)
    assert [word for word in words if word not in found] == []
    assert not {"whether", "model", "covers", "Modell", "abdeckt", "temps", "doivent"} & set(found)


@pytest.mark.requirement("M-135", "K-18")
def test_whether_the_model_holds_it_is_answered_from_the_model():
    asked = "Investigate how often the tank is inspected and whether our model covers it."
    node = source("Tank.MD.001", "Holds the beer").__class__(
        label="Tank.MD.001", document_id="n1", title="Tank", text="", relevance_score=0.5, is_node=True
    )
    demand = replace(node, label="TankInspected.RQ.001", document_id="n2", title="Tank is inspected daily")

    assert asks_model(asked)
    assert not asks_model("Investigate how often the tank is inspected.")
    assert told_of_model(asked, [node], "en").splitlines()[2:] == [
        "- Tank [Tank.MD.001]",
        "- No requirement that was found in the model says it.",
        "- The model holds nothing of: inspected.",
    ]
    assert "No requirement" not in told_of_model(asked, [node, demand], "en")
