"""Sections that speak of each other: found in the text, and followed by a search."""

from __future__ import annotations

import pytest

from graphwright.documents.references import DocumentSection, linked
from tests.documents.place import library_of
from tests.places import ANA

LAW = """# Building Act

## § 1 Permits

A permit is needed for a carport unless § 3 says otherwise.

## § 2 Fences

Fences are not higher than two metres.

## § 3 Small things

(1) Whatever is below ten metres squared is free.

(2) So is whatever stands for a week.

## § 4 Fees

Fees follow § 2 of the Fees Act.
""".encode()


@pytest.mark.requirement("C-74")
def test_sections_are_linked_both_ways_and_those_of_another_law_are_not_meant():
    sections = {
        "a": DocumentSection("§ 30", ["Zulässig ist ein Vorhaben nach den §§ 34 und Artikel 7."]),
        "b": DocumentSection("§ 34 (1)", ["Es fügt sich ein.", "§ 30 bleibt unberührt; § 34 gilt."]),
        "c": DocumentSection("§ 35", ["Im Übrigen gilt § 30 Absatz 2 des Bundesnaturschutzgesetzes."]),
        "d": DocumentSection("§ 36", ["See § 35 (2) of the Building Act and § 99."]),
        "e": DocumentSection("Art. 7", []),
        "f": DocumentSection("", ["Wie § 36 sagt."]),
    }

    assert linked(sections) == {
        "a": {"b", "e"},
        "b": {"a"},
        "e": {"a"},
        "f": {"d"},
        "d": {"f"},
    }


@pytest.mark.requirement("C-74", "C-23")
async def test_a_section_hands_on_half_of_its_score_to_the_one_it_refers_to_until_the_document_goes():
    library, _, _ = await library_of()
    added = await library.add("act.md", LAW, ANA)
    hits = await library.search("a permit for a carport")

    assert [hit.text for hit in hits] == [
        "A permit is needed for a carport unless § 3 says otherwise.",
        "(1) Whatever is below ten metres squared is free.",
    ]
    assert hits[1].scores == {"reference": hits[0].scores["section"] / 2}
    assert hits[1].score == hits[1].scores["reference"]

    await library.remove(added.document.document_id, ANA)
    assert await library.search("a permit for a carport") == []
    await library.close()


@pytest.mark.requirement("C-74")
async def test_what_another_section_says_comes_before_a_second_passage_of_the_first():
    library, _, _ = await library_of()
    await library.add(
        "act.md",
        b"# Act\n\n## A\n\n(1) Gates and walls need a permit.\n\n(2) Gates and doors need a permit.\n\n"
        b"## B\n\nGates of farms need a permit, as all say who ever built one.",
        ANA,
    )

    found = await library.search("do gates need a permit")
    assert [hit.place.section[-1] for hit in found] == ["A", "B", "A"]
    await library.close()


@pytest.mark.requirement("C-74")
async def test_a_search_in_one_document_is_told_nothing_of_the_sections_of_others():
    library, _, _ = await library_of()
    await library.add("other.md", "".join(f"# Gate {n}\n\nA gate.\n\n" for n in range(120)).encode(), ANA)
    added = await library.add("act.md", LAW + b"\n## \xc2\xa7 5 Gates\n\nWhat is a gate.", ANA)
    only = [added.document.document_id]

    (hit,) = await library.search("a gate", document_ids=only)
    assert (hit.place.section[-1], hit.document_id, set(hit.scores)) == ("§ 5 Gates", only[0], {"lexical", "section"})
    assert hit.scores["section"] == 2.0
    await library.close()
