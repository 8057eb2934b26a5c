"""Every file of other people that we have: it comes in with a report that a person reads, or is refused with what it is."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from graphwright.cli.files import read_folder
from graphwright.errors import InvalidCommand
from graphwright.graph.load import default_ontology
from graphwright.interop.files import ForeignFile
from graphwright.interop.imports import read_import
from graphwright.interop.registry import HIDDEN_FILES

FOLDER = "doorstop"
"""Its 22 files are one model."""
REFUSED = {
    "nasa/fret_fsm.json": "it holds JSON with the fields requirements, variables",
    "nasa/fret_liquid_mixer.json": "it holds JSON with the fields requirements, variables",
    "openapi/petstore.yaml": "it holds text that begins with 'openapi: 3.0.0'",
    "openapi/uspto.yaml": "it holds text that begins with 'openapi: 3.0.1'",
    "structurizr/big-bank-plc.dsl": "it holds text that begins with '/*'",
    "structurizr/getting-started.dsl": "it holds text that begins with 'workspace {'",
    "structurizr/microservices.dsl": "it holds text that begins with 'workspace {'",
    **{
        f"retrieval/{name}/{part}.jsonl": "it holds JSON Lines: records of data, a line each"
        for name in ("baurecht-de", "xquad-de", "xquad-en")
        for part in ("corpus", "queries")
    },
}
"""No models: formal requirements of a tool that has no open format, interfaces, a language of drawings, and texts."""
LINES = 5
"""Of a report, at most, however much was changed."""


class Sample(NamedTuple):
    """One model, under the name that it has among the samples."""

    name: str
    data: bytes


def samples(folder: Path) -> list[Sample]:
    """All of them; files that are one model are one folder."""
    listed = [line.split("\t")[0] for line in (folder / "MANIFEST.tsv").read_text().splitlines()[1:]]
    assert len(listed) == 77
    alone = [Sample(name, (folder / name).read_bytes()) for name in listed if not name.startswith(f"{FOLDER}/")]
    return [*alone, Sample(FOLDER, read_folder(str(folder / FOLDER), 10**8, HIDDEN_FILES))]


def one_of_each_kind(folder: Path) -> list[Sample]:
    """The smallest with each ending from each source: what a door must hand on, while what is read is proved here."""
    by_kind: dict[tuple[str, str], Sample] = {}
    for sample in sorted(samples(folder), key=lambda each: len(each.data)):
        path = Path(sample.name)
        by_kind.setdefault((path.parts[0], path.suffix), sample)
    return [*by_kind.values()]


CHOICES = [one_of_each_kind, pytest.param(samples, marks=pytest.mark.slow)]
"""What the doors are shown."""


@pytest.mark.slow
@pytest.mark.requirement("X-94", "X-194")
def test_each_comes_in_with_a_few_lines_or_is_refused_with_what_it_is(shared_data: Path):
    refused: dict[str, str] = {}
    for sample in samples(shared_data):
        try:
            report = read_import(ForeignFile(sample.data, Path(sample.name).name), default_ontology()).report
        except InvalidCommand as error:
            refused[sample.name] = error.message
            continue
        assert len(report.notes) <= LINES, sample.name
        assert len({note.key for note in report.notes}) == len(report.notes), f"{sample.name}: one line for each kind"
        assert all("count" in note.values for note in report.notes), sample.name

    assert {*refused} == {*REFUSED}
    for name, said in refused.items():
        assert "Name its format" not in said, "the page offers no place to do so"
        assert said.startswith(f"the file is none of the formats that are read here: {REFUSED[name]}. Read are "), said
