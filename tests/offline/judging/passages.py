"""Passages of two real documents, labelled by hand with how many requirements each holds: precision and recall.

`passages.json` holds places and numbers only, the least and the most that a reader would count; the texts are read from the
sample data. Half of one document are statements, half reasons and comments; the other is statutes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from graphwright.documents.candidates import candidates
from graphwright.protocol.documents import Passage, Place
from graphwright.protocol.ids import DocumentId, PassageId
from tests.offline.judging.entries import HERE

_FIELD = re.compile(r"^(?:RATIONALE|COMMENT|STATEMENT): (?:>>>\n(.*?)\n<<<|([^\n]+))$", re.DOTALL | re.MULTILINE)
_CLAUSE = re.compile(r"\n\n(?=\(\d)")


class Labelled(NamedTuple):
    """A passage, and how many requirements a reader finds in it: at least, at most."""

    place: str
    text: str
    least: int
    most: int


class Figures(NamedTuple):
    """What was found of the requirements, and what of the found is one: shares, 0 to 1."""

    precision: float
    recall: float
    mistakes: list[str]


def labelled(data: Path) -> list[Labelled]:
    """All passages with their labels."""
    labels = json.loads((HERE / "passages.json").read_text(encoding="utf-8"))
    texts = {"strictdoc": dict(_tool(data)), "baurecht": dict(_statutes(data))}
    return [
        Labelled(f"{document} {place}", texts[document][place], least, most)
        for document, places in labels.items()
        for place, (least, most) in places.items()
    ]


def judged(passages: list[Labelled]) -> Figures:
    """Precision and recall of the candidates over these passages."""
    right = found = wanted = 0
    mistakes: list[str] = []
    for each in passages:
        count = len(candidates([_passage(each.text)]))
        right += min(count, each.most)
        found += count
        wanted += max(each.least, min(count, each.most))
        if not each.least <= count <= each.most:
            mistakes.append(f"{each.place}: {count}, not {each.least} to {each.most}: {each.text!r}")
    return Figures(right / found if found else 1.0, right / wanted if wanted else 1.0, mistakes)


def _tool(data: Path) -> Iterator[tuple[str, str]]:
    text = (data / "strictdoc" / "strictdoc_21_l2_high_level_requirements.sdoc").read_text(encoding="utf-8")
    for number, match in enumerate(_FIELD.finditer(text)):
        yield str(number), (match[1] or match[2]).strip()


def _statutes(data: Path) -> Iterator[tuple[str, str]]:
    with (data / "retrieval" / "baurecht-de" / "corpus.jsonl").open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            for number, clause in enumerate(_CLAUSE.split(row["text"])):
                yield f"{row['_id']}#{number}", clause


def _passage(text: str) -> Passage:
    place = Place(start=0, end=len(text), section=[], paragraph=1)
    return Passage(passage_id=PassageId("p"), document_id=DocumentId("d"), kind="paragraph", text=text, place=place)
