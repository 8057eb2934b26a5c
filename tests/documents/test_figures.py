"""What documents cost: 10,000 passages are found within 20 seconds, and a real statute book answers real questions."""

from __future__ import annotations

import json
import time

import pytest

from graphwright.ports import SystemClock
from graphwright.search.embedder import local_is_installed
from tests.documents.place import library_of
from tests.places import ANA

WORDS = [
    "permit",
    "fence",
    "wall",
    "garden",
    "height",
    "border",
    "authority",
    "plan",
    "area",
    "building",
    "notice",
    "period",
    "owner",
    "road",
]


def statute(clauses: int) -> bytes:
    """A statute of so many different clauses, 20 to a section."""
    lines: list[str] = []
    for number in range(clauses):
        if number % 20 == 0:
            lines.append(f"§ {number // 20 + 1} Of {WORDS[number % 13]} and {WORDS[number % 7]}\n")
        picked = (WORDS[(number * step) % len(WORDS)] for step in (1, 3, 5, 9, 11))
        lines.append(f"({number % 20 + 1}) Case {number}: the {' and the '.join(picked)} shall be stated in writing.\n")
    return "\n".join(lines).encode()


@pytest.mark.slow
@pytest.mark.requirement("R-40")
async def test_ten_thousand_passages_are_indexed_within_twenty_seconds():
    library, project, _ = await library_of()
    project.clock = SystemClock()
    begun = time.perf_counter()
    added = await library.add("statute.txt", statute(10_000), ANA)
    assert await library.search("case 9999")
    seconds = time.perf_counter() - begun
    assert added.document.passages == 10_000
    begun = time.perf_counter()
    for number in range(5_000, 10_000, 250):
        (hit, *_) = await library.search(f"Which fence and wall in case {number}?")
        assert f"Case {number}:" in hit.text
    print(
        f"10,000 passages read, kept and indexed in {seconds:.1f} s; {(time.perf_counter() - begun) * 50:.1f} ms a search"
    )
    assert seconds < 20


@pytest.mark.slow
@pytest.mark.requirement("C-74")
@pytest.mark.skipif(not local_is_installed(), reason="the extra `embed` is not installed")
async def test_the_rate_of_local_embeddings():
    from graphwright.search.local import LocalEmbedder

    library, _, _ = await library_of(embedder=LocalEmbedder())
    await library.add("statute.txt", statute(1_000), ANA)
    begun = time.perf_counter()
    await library.settled()
    seconds = time.perf_counter() - begun
    print(f"{1_000 / seconds:.0f} passages a second with local embeddings")
    assert library._index.waiting == 0


@pytest.mark.requirement("C-23", "C-74")
async def test_a_real_statute_book_is_cut_by_section_and_paragraph_and_answers(shared_data):
    """German building law: 316 sections of three statutes, 30 questions of lay people with known answers."""
    folder = shared_data / "retrieval" / "baurecht-de"
    sections = [json.loads(line) for line in (folder / "corpus.jsonl").read_text(encoding="utf-8").splitlines()]
    questions = [json.loads(line) for line in (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()]
    right: dict[str, set[str]] = {}
    for line in (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        question, section, _ = line.split("\t")
        right.setdefault(question, set()).add(section)
    ids = {" ".join(each["title"].split())[:200]: each["_id"] for each in sections}
    text = "\n\n".join(f"# {each['title']}\n\n{each['text']}" for each in sections)

    library, _, _ = await library_of()
    document = (await library.add("baurecht.md", text.encode(), ANA)).document
    passages = await library.passages(document.document_id, limit=10_000)
    assert (document.language, document.suspicious) == ("de", 0)
    assert {passage.place.section[0] for passage in passages} == set(ids)
    clause = next(each for each in passages if each.place.label == "§ 34 (1)" and "BauGB" in each.place.section[0])
    assert clause.text.startswith("(1) Innerhalb der im Zusammenhang bebauten Ortsteile")

    found = 0
    for question in questions:
        hits = await library.search(question["text"], 10)
        found += any(ids[hit.place.section[0]] in right[question["_id"]] for hit in hits)
    print(
        f"{len(passages)} passages; by words alone {found} of {len(questions)} questions find a right section among ten"
    )
    assert found >= 18
