"""What was understood when sentences were patterns is understood still, and legal."""

from __future__ import annotations

import pytest

from graphwright.graph.check import blocks
from graphwright.offline.understood import Change, OpenQuestion, UnclearMessage
from tests.offline.documented import SENTENCES, applied, example_model, heard, slug

ALL = [sentence for spoken in SENTENCES.values() for sentence in spoken]


@pytest.mark.requirement("K-18")
@pytest.mark.parametrize("sentence", ALL, ids=[slug(sentence) for sentence in ALL])
def test_a_sentence_of_before_is_understood_still(sentence):
    understood = heard(sentence, example_model())

    assert not isinstance(understood, UnclearMessage | OpenQuestion), understood


@pytest.mark.requirement("K-03", "K-04", "K-05", "K-22", "WA-09")
@pytest.mark.parametrize("sentence", ALL, ids=[slug(sentence) for sentence in ALL])
def test_what_such_a_sentence_proposes_is_not_refused(sentence):
    graph = example_model()
    understood = heard(sentence, graph)
    if isinstance(understood, Change):
        planned = applied(graph, understood.operations)
        assert [each.rule_id for each in planned.findings.introduced if blocks(each.rule_id, graph.ontology)] == []
