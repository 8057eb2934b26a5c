"""Requirement sentences of documents: each must become one proposed REQ that says it word by word, and nothing else.

The German ones were written for this, before the rules; the English ones are real and are read from the sample data.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path

from tests.offline.judging.entries import HERE, Entry, Expectation
from tests.offline.judging.givens import Stage
from tests.offline.judging.hearing import hear
from tests.offline.judging.requiring import is_verbatim, text_of

GERMAN = HERE / "requirements_de.json"
SENTENCES = 60
"""In each language."""
_STATEMENT = re.compile(r"^STATEMENT: (?:>>>\n(.*?)\n<<<|([^\n]+))$", re.DOTALL | re.MULTILINE)
_NOTHING = Expectation(kind="require", elements=[], relations=[], absent=[], answer="", text="", numbers=[])


def german() -> list[str]:
    """Sixty sentences of many domains: passive, *ist zu*, *darf nicht*, conditions, lists, values."""
    return json.loads(GERMAN.read_text(encoding="utf-8"))


def english(data: Path) -> list[str]:
    """Sixty real sentences of four projects, the same ones every time."""
    found = dict.fromkeys([*_zephyr(data), *_fret(data), *_flight_software(data)])
    return list(found)[:SENTENCES]


def _zephyr(data: Path) -> Iterator[str]:
    text = (data / "strictdoc" / "strictdoc_41_Zephyr_requirements.sdoc").read_text(encoding="utf-8")
    return ((match[1] or match[2]).strip() for match in _STATEMENT.finditer(text))


def _fret(data: Path) -> Iterator[str]:
    """Every second of the first ones of two projects, ten in all."""
    for name in ("fret_fsm", "fret_liquid_mixer"):
        rows = json.loads((data / "nasa" / f"{name}.json").read_text(encoding="utf-8"))["requirements"]
        yield from (" ".join(row["fulltext"].split()) for row in rows[:10:2])


def _flight_software(data: Path) -> Iterator[str]:
    """Every tenth row; some sentences come again."""
    with (data / "nasa" / "cFE_FunctionalRequirements.csv").open(encoding="utf-8-sig", newline="") as file:
        yield from (row["Description"].strip() for row in list(csv.DictReader(file))[::10])


def failing(sentence: str) -> str | None:
    """Why a sentence did not become a proposed requirement of the same words; `None` when it did."""
    entry = Entry(id="demand", language="", domain="", given=[], say=sentence, expect=_NOTHING)
    came = hear(Stage(entry), sentence)
    if came.how != "proposed":
        return f"it was {came.how}"
    made = [text_of(node) for node in came.graph.nodes.values() if node.node_type == "REQ"]
    if any(is_verbatim(text, sentence) for text in made):
        return None
    # Several binding clauses of one sentence may be several requirements, if together they lose no word.
    said = " ".join(sentence.split())
    if len(made) > 1 and all(" ".join(text.split()) in said for text in made) and sum(map(len, made)) > 0.9 * len(said):
        return None
    return f"its requirements say {made}"
