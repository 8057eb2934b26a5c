"""A judge stays between questions: one that fails is the matter of that question alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interop.judging import seen

DOT = 'digraph { a [label="A"]; a -> b [label="to"]; }'
GRAPHML = (
    '<graphml><graph edgedefault="directed"><node id="a"/><node id="b"/><edge source="a" target="b"/></graph></graphml>'
)


@pytest.mark.requirement("R-93")
@pytest.mark.parametrize(
    ("judge", "text", "answer"),
    [
        ("dot_pydot", DOT, {"nodes": {"a": {"label": '"A"', "class": None}}, "edges": [["a", "b", '"to"']]}),
        ("graphml.mjs", GRAPHML, {"nodes": {"a": {}, "b": {}}, "edges": [["a", "b", None]]}),
    ],
    ids=["in Python", "on node"],
)
def test_a_judge_answers_after_a_question_that_failed_as_it_did_before(tmp_path: Path, judge, text, answer):
    file = tmp_path / "graph"
    file.write_text(text)

    assert seen(judge, file) == answer
    with pytest.raises(AssertionError, match=r"[nN]o such file or directory"):
        seen(judge, tmp_path / "missing")
    assert seen(judge, file) == answer
