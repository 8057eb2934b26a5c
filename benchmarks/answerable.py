"""Whether an investigation by rules says first that the documents do not answer, when they do not, and only then.

Questions that were written before anybody looked at a score, 20 of each kind for two corpora: building law in German,
and the pages of this manual in English (`answerable.jsonl`). They go through the whole workflow with no language model
and nobody asked back. What would be said by chance alone is the same share of both kinds.

Run: python -m benchmarks answerable     (building law only with the sets in the folder beside the repository)
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks._table import Table
from benchmarks.investigate import ANA, LAW, investigated, opened, read_laws
from graphwright.inquiry.messages import message_text
from graphwright.languages import LANGUAGES
from graphwright.ports import SystemClock
from graphwright.search.embedder import Embedder, local_is_installed
from graphwright.search.local import LocalEmbedder
from graphwright.workbench import OpenProject

QUESTIONS: Final = Path(__file__).with_name("answerable.jsonl")
MANUAL: Final = Path(__file__).parents[1] / "docs"
UNTOLD: Final = 10.0
"""Percent of the questions without an answer that may go without a word of doubt."""


class Asked(NamedTuple):
    corpus: str
    answerable: bool
    text: str


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    asked = [Asked(**json.loads(line)) for line in QUESTIONS.read_text("utf-8").splitlines()]
    table = Table("whether an investigation says first that nothing answers", what="questions", unit="% wrong")
    hows: list[tuple[str, Embedder | None]] = [("by words", None)]
    if local_is_installed() and not quick:
        hows.append(("by words and meaning", LocalEmbedder()))
    for corpus in ("manual",) if quick or not LAW.is_dir() else ("law", "manual"):
        for how, embedder in hows:
            of_corpus = [each for each in asked if each.corpus == corpus][:: 20 if quick else 1]
            told = asyncio.run(doubted(corpus, of_corpus, embedder, pages=2 if quick else None))
            for answerable, named, goal in (
                (False, "without an answer, no doubt said", UNTOLD),
                (True, "doubted", None),
            ):
                some = [told[each] is answerable for each in of_corpus if each.answerable is answerable]
                table.add(f"{corpus}, {how}: {named}", [100 * sum(some) / len(some)], f"of {len(some)}", most=goal)
    yield table


async def doubted(
    corpus: str, questions: list[Asked], embedder: Embedder | None, *, pages: int | None = None
) -> dict[Asked, bool]:
    """For each question whether the answer begins by saying that there is none."""
    workbench, open_project = await opened(SystemClock(), embedder)
    await (read_laws(open_project) if corpus == "law" else _read_manual(open_project, pages))
    await open_project.library.settled()
    doubts = tuple(message_text(each, language) for each in ("unsure", "notFound") for language in LANGUAGES)
    told: dict[Asked, bool] = {}
    for each in questions:
        result = await investigated(workbench, open_project, each.text)
        told[each] = result.answer.startswith(doubts)
    await workbench.close()
    return told


async def _read_manual(open_project: OpenProject, most: int | None) -> None:
    for page in sorted(MANUAL.glob("*.md"))[:most]:
        if page.name != "performance.md":  # figures, and no sentence that answers
            await open_project.library.add(page.name, page.read_bytes(), ANA)
