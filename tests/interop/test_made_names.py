"""Names of elements that have none in their file."""

from __future__ import annotations

import pytest

from graphwright.graph.check import check_all
from graphwright.interop.made_names import NameGiver
from tests.interop.applying import imported

requirement = pytest.mark.requirement

ALIKE = (
    "A drone will always be in one of three states: ready, flying or charging.",
    "A drone will always be in one of two modes.",
)


def named(*descrs: str) -> list[str]:
    names = NameGiver()
    return [names.of(descr, f"R{number}") for number, descr in enumerate(descrs, start=1)]


@requirement("X-190")
def test_what_begins_as_another_is_named_by_as_many_words_as_tell_them_apart():
    assert named(*ALIKE) == ["A drone will always be in one of…", "A drone will always be in one of two…"]
    assert named(*reversed(ALIKE)) == ["A drone will always be in one of…", "A drone will always be in one of three…"]
    assert named(*ALIKE, ALIKE[0]) == [*named(*ALIKE), named(*ALIKE)[0]]  # what says the same is called the same


@requirement("X-190")
@pytest.mark.parametrize(
    ("descr", "name"),
    [
        ("The pump **stops**.", "The pump stops"),
        ("Stop the pump at once if its bearing is hot", "Stop the pump at once if its bearing…"),
        ("Roundabout algorithm for safety diversion is currently implemented", "Roundabout algorithm for safety diversion is currently…"),
        ("*", "R1"),
        ("", "R1"),
        ("x" * 70 + " y", "x" * 70 + "…"),
    ],
)  # fmt: skip
def test_a_name_is_a_short_phrase_of_whole_words(descr, name):
    assert named(descr) == [name]


@requirement("X-190")
def test_a_table_of_sentences_without_titles_is_imported_without_doubt_about_its_names():
    rows = "\n".join(f'R{number},"{descr}",REQ' for number, descr in enumerate(ALIKE, start=1))
    graph = imported(f"id,descr,type\n{rows}\n".encode(), "rules.csv")
    found = {each.rule_id for each in check_all(graph)}
    assert [node.name for node in graph.nodes.values()] == named(*ALIKE)
    assert found.isdisjoint({"naming", "no_duplicate_nodes"})
