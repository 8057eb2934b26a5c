"""docs/offline-language.md is true: every sentence of its table does what the table says, legally and repeatably."""

from __future__ import annotations

import pytest

from graphwright.graph.check import blocks
from graphwright.offline.understand import Change
from tests.offline.documented import PAGE, SENTENCES, applied, cell, example_model, heard, outcome, rows, slug

ROWS = rows(PAGE.read_text(encoding="utf-8"))


@pytest.mark.requirement("K-18")
@pytest.mark.parametrize(("sentence", "promised"), ROWS, ids=[slug(sentence) for sentence, _ in ROWS])
def test_a_documented_sentence_does_what_the_page_says(sentence, promised):
    graph = example_model()

    assert cell(outcome(heard(sentence, graph), graph)) == promised


@pytest.mark.requirement("K-03", "K-04", "K-05", "K-22", "WA-09")
@pytest.mark.parametrize("sentence", [sentence for sentence, _ in ROWS], ids=[slug(sentence) for sentence, _ in ROWS])
def test_what_a_documented_sentence_proposes_is_not_refused(sentence):
    graph = example_model()
    understood = heard(sentence, graph)
    if isinstance(understood, Change):
        planned = applied(graph, understood.operations)
        assert [each.rule_id for each in planned.findings.introduced if blocks(each.rule_id, graph.ontology)] == []


@pytest.mark.requirement("K-18")
def test_the_page_has_the_sentences_of_all_three_languages():
    assert [sentence for sentence, _ in ROWS] == [each for spoken in SENTENCES.values() for each in spoken]
    assert all(len(spoken) >= 20 for spoken in SENTENCES.values())
