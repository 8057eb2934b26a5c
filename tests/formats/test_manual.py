"""Every example of the manual page is read, and its figures are the measured ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.capture import made_graph
from graphwright.context import tokens
from graphwright.formats.compact import read_compact, write_compact
from graphwright.formats.diff import DiffReader
from graphwright.formats.format_e import read_format_e, write_format_e
from graphwright.formats.graph_json import write_graph_json
from graphwright.formats.toon import write_toon
from graphwright.graph.load import default_ontology
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.operations import Problem

ONTOLOGY = default_ontology()


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    return (root / "docs" / "format-e.md").read_text(encoding="utf-8")


def examples(page: str, language: str) -> list[str]:
    found = re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert found
    return found


@pytest.mark.requirement("WB-17", "A-70")
def test_every_document_of_the_manual_passes_the_strict_reader(page):
    counts = [len(read_format_e(text, ONTOLOGY)) for text in examples(page, "format-e")]
    assert counts == [9, 1, 1]
    assert [len(read_compact(text, ONTOLOGY)) for text in examples(page, "compact")] == [7]


@pytest.mark.requirement("WB-17", "A-70")
def test_every_diff_of_the_manual_passes_the_strict_reader(page):
    for text in examples(page, "format-e-diff"):
        reader = DiffReader(ONTOLOGY, strict=True)
        found = [each for number, line in enumerate(text.split("\n"), start=1) for each in reader.feed(line, number)]
        assert (len(found), [each for each in found if isinstance(each, Problem)]) == (7, [])
        assert reader.base_revision == 12


@pytest.mark.requirement("T-20")
def test_every_arrow_of_the_manual_is_read(page):
    rows = re.findall(r"^\| (\w+) \| `(\w+)` \| (.*?) ?\|$", page, re.MULTILINE)
    assert {relation for relation, _, _ in rows} == set(ONTOLOGY.relations)
    for relation, written, others in rows:
        for word in (written, *re.findall(r"`(\w+)`", others)):
            found = ONTOLOGY.relation(word)
            assert found is not None
            assert (found.name, found.short) == (relation, written)


@pytest.mark.requirement("T-03", "A-74", "A-86", "B-52", "WA-12")
def test_the_token_figures_of_the_manual_are_the_measured_ones(page, monkeypatch):
    graph = made_graph(200)
    assert (len(graph.nodes), len(graph.edges)) == (200, 284)
    texts = {
        "JSON of the wire": write_graph_json(graph, ProjectId("p")),
        "TOON": write_toon(graph),
        "Format E": write_format_e(graph),
        "compact": write_compact(graph),
    }
    monkeypatch.setattr(tokens, "LONGEST", 1_000_000)  # whole, where the program would take samples
    counted = {name: tokens.tokenizer().count(text) for name, text in texts.items()}
    rows = re.findall(r"^\| ([\w ]+) \| ([\d,]+) \|", page, re.MULTILINE)
    assert {name: int(figure.replace(",", "")) for name, figure in rows} == counted
    assert counted["compact"] <= 4_000
