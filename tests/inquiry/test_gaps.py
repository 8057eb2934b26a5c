"""Facts that an answer depends on: found in the sources, known from the question, asked of people, or supposed."""

from __future__ import annotations

import pytest

from graphwright.inquiry.evidence import evaluate, formula
from graphwright.inquiry.forms import answers_of, assumptions, form_of, given_in_words
from graphwright.inquiry.gaps import elsewhere, facts_of, find_gaps, holds_for, said_already
from graphwright.inquiry.hypothesis import refine, refined_query, suppose
from graphwright.inquiry.templates import construct, frameworks
from graphwright.inquiry.understanding import understand
from graphwright.runs.waits import check_answer, check_form
from tests.inquiry.sources import source

FACTS = {"d1": {"Land": "Nordland", "Stand": "2026-01-01"}, "d2": {"Land": "Südland", "Stand": "2025-07-01"}}
NORTH = source(
    "P1", "Carports mit einer Wandhöhe bis zu 3 m und einer Grundfläche bis zu 30 m².", section=("§ 2 Frei",)
)
SOUTH = source("P2", "Carports mit einer Grundfläche bis zu 50 m².", origin="d2")
INSIDE = source("P3", "Ein Carport muss sich einfügen.", section=("§ 3 Lage", "Im Innenbereich"))
OUTSIDE = source("P4", "Ein Carport braucht eine Genehmigung.", section=("§ 3 Lage", "Im Außenbereich"))
TERM = source("P5", "Über Carports wird innerhalb von 30 Tagen entschieden.")
ALL = [NORTH, SOUTH, INSIDE, OUTSIDE, TERM]


@pytest.mark.requirement("C-26", "C-42", "C-72")
def test_three_marks_of_a_fact_that_only_people_know():
    gaps = find_gaps(["Carport"], ALL, FACTS, "de")

    assert [(gap.key, gap.type, gap.options, gap.unit, gap.asked_by) for gap in gaps] == [
        ("land", "choice", ["Nordland", "Südland"], "", [f"passage-P{n}" for n in (1, 3, 4, 5, 2)]),
        ("lage", "choice", ["Im Innenbereich", "Im Außenbereich"], "", ["passage-P3", "passage-P4"]),
        ("wandhoehe", "number", [], "m", ["passage-P1"]),
        ("grundflaeche", "number", [], "m²", ["passage-P1", "passage-P2"]),
    ]
    form = form_of(gaps, "de")
    check_form(form)
    assert check_answer(form, {"land": "Weiß ich nicht", "wandhoehe": 2}) == {"land": "Weiß ich nicht", "wandhoehe": 2}
    assert answers_of(gaps, {"land": "Weiß ich nicht", "wandhoehe": 2}, "de") == {"wandhoehe": 2}
    assert [each.partition(":")[0] for each in assumptions(gaps, {"wandhoehe": 2})] == ["Land", "Lage", "Grundfläche"]
    assert given_in_words(gaps, {"land": "Nordland", "wandhoehe": 2.5}, "de") == ["Land: Nordland", "Wandhöhe: 2,5 m"]


@pytest.mark.requirement("C-42", "C-70")
@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Darf mein Carport in Südland stehen?", {"land": "Südland"}),
        ("Darf ein Carport von 45 m² im Außenbereich stehen?", {"lage": "Im Außenbereich", "grundflaeche": 45}),
        ("Darf ein Carport mit 25 m² Grundfläche und 2,2 m Wandhöhe da sein?", {"grundflaeche": 25, "wandhoehe": 2.2}),
        ("Darf ein Pferd von 600 kg neben den Carport?", {}),
        ("Darf eine Hecke von 4 m² neben den Carport?", {}),
    ],
)
def test_what_the_question_says_is_known(question, said):
    gaps = find_gaps(["Carport"], ALL, FACTS, "de")
    assert said_already(question, gaps, ["Carport"]) == said


@pytest.mark.requirement("C-42")
def test_a_bare_size_says_nothing_where_two_sizes_have_its_unit():
    both = source("P1", "Carports mit einer Wandhöhe bis zu 3 m und einer Länge bis zu 9 m.")
    assert (
        said_already("Darf ein Carport von 4 m da stehen?", find_gaps(["Carport"], [both], {}, "de"), ["Carport"]) == {}
    )


@pytest.mark.requirement("C-43", "C-29")
def test_an_answer_narrows_what_is_searched_and_what_holds():
    gaps = find_gaps(["Carport"], ALL, FACTS, "de")
    answers = {"land": "Nordland", "lage": "Im Innenbereich", "grundflaeche": 25}

    assert elsewhere(FACTS, answers, gaps) == ["d2"]
    assert [each.label for each in ALL if holds_for(each, FACTS, answers, gaps)] == ["P1", "P3", "P5"]
    assert refined_query("Carport?", gaps, answers) == "Carport? Land Nordland Lage Im Innenbereich Grundfläche 25 m²"


@pytest.mark.requirement("C-10", "C-26", "C-70", "C-46")
def test_a_hypothesis_by_rules_grows_surer_and_asks_for_nothing_new():
    question = "Braucht mein Carport von 45 m² eine Genehmigung?"
    before = suppose(question, understand(question), ALL, FACTS)
    after = refine(before, {"land": "Nordland"}, ALL, "de")

    assert before.missing_information == ["land", "lage", "wandhoehe"]
    assert before.required_criteria == ["Carport", "Genehmigung", "Land", "Lage", "Wandhöhe", "Grundfläche"]
    assert (before.available_information, before.suggested_structure.base_framework) == (
        {"grundflaeche": 45}, "legalQuestion",
    )  # fmt: skip
    assert after.missing_information == ["lage", "wandhoehe"]
    assert after.confidence_estimate > before.confidence_estimate
    assert [each.confidence_reason.rsplit(", ")[-1] for each in (before, after)] == [
        "offene Fragen: 3",
        "offene Fragen: 2",
    ]
    assert 1_000 <= after.recommended_token_budget <= 16_000


@pytest.mark.requirement("C-26")
def test_nothing_found_asks_nothing_and_promises_nothing():
    question = "Wie tief ist der Marianengraben?"
    supposed = suppose(question, understand(question), [], {})
    assert (supposed.gaps, supposed.confidence_estimate) == ([], 0.0)


@pytest.mark.requirement("C-42")
def test_lines_at_the_top_of_a_document_say_for_what_it_holds():
    assert facts_of("# X\n\nLand: Nordland\n**Stand**: 2026\nDas ist: ein Satz: mit Doppelpunkten\n") == {
        "Land": "Nordland", "Stand": "2026",
    }  # fmt: skip


@pytest.mark.requirement("C-30", "C-73")
@pytest.mark.parametrize(
    ("relevance", "covered", "required", "score"),
    [(0.9, 2, 2, 0.95), (0.5, 1, 4, 0.375), (0.8, 0, 0, 0.8), (0, 0, 3, 0)],
)
def test_the_score_of_evidence_is_half_relevance_half_coverage(relevance, covered, required, score):
    assert formula(relevance, covered, required) == score


@pytest.mark.requirement("C-30", "C-73")
def test_evidence_is_judged_once_and_says_what_nobody_speaks_of():
    strong = source("P1", "Carport mit Wandhöhe", relevance=0.9)
    again = source("P1", "Carport mit Wandhöhe", relevance=0.3)
    weak = source("P2", "Hunde", relevance=0.2)

    evidence = evaluate([again, strong, weak], ["Carport", "Wandhöhe", "Farbe"])

    assert (evidence.documents_evaluated, evidence.documents_relevant, evidence.documents_used) == (2, 1, 1)
    assert [(each.label, each.score, each.criteria_coverage, each.used_in_response) for each in evidence.evidence_scores] == [
        ("P1", 0.7833, ["Carport", "Wandhöhe"], True), ("P2", 0.1, [], False),
    ]  # fmt: skip
    assert evidence.uncovered_criteria == ["Farbe"]
    assert evaluate([strong], ["Carport"], score=lambda *_: 0.1).evidence_scores[0].score == 0.1


@pytest.mark.requirement("C-31", "C-47")
def test_five_frameworks_give_every_intent_its_sections_in_three_languages():
    assert [framework.name for framework in frameworks()] == [
        "legalQuestion", "completenessCheck", "processNavigation", "comparison", "detailedAnalysis",
    ]  # fmt: skip
    intents = [intent for framework in frameworks() for intent in framework.intents]
    assert len(intents) == len(set(intents)) == 9
    for framework in frameworks():
        assert sum(section.share for section in framework.sections) == pytest.approx(1)
        assert set(framework.title) == {"en", "de", "fr"}
        assert all(set(section.title) == {"en", "de", "fr"} for section in framework.sections)


@pytest.mark.requirement("C-31")
def test_a_template_gives_each_criterion_one_section_and_each_section_its_thresholds():
    question = "Braucht mein Carport eine Genehmigung?"
    supposed = suppose(question, understand(question), ALL, FACTS)
    template = construct(supposed, "de", sources=["Bauordnung"], instructions="x", budget=3500)

    assert [(section.title, section.criteria) for section in template.template.sections] == [
        ("Rechtliche Einordnung", ["Carport", "Genehmigung"]),
        ("Voraussetzungen", ["Land", "Lage", "Wandhöhe", "Grundfläche"]),
        ("Nächste Schritte", []),
    ]
    assert template.template.sections[0].quality_requirements == {
        "completenessMin": 0.9, "accuracyMin": 0.92, "requiredSources": ["Bauordnung"],
    }  # fmt: skip
    assert (template.token_budget, template.estimated_response_length, len(template.system_prompt_hash)) == (
        3500, "medium", 12,
    )  # fmt: skip
