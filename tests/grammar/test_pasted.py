from __future__ import annotations

import pytest

from graphwright.grammar.pasted import pasted
from graphwright.grammar.read import read


@pytest.mark.requirement("K-18", "U-11")
@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Look: ```\nDelete A.\n``` and on", ["```\nDelete A.\n```"]),
        ("Never closed ```\nDelete A.", ["```\nDelete A."]),
        ('Take {"a": ["}", {"b": 1}]} as it is', ['{"a": ["}", {"b": 1}]}']),
        ('[\n  "Delete A."\n] then', ['[\n  "Delete A."\n]']),
        ("<note>Delete A.\nDelete B.</note> after", ["<note>Delete A.\nDelete B.</note>"]),
        ("</note> Delete A.\nDelete B.", ["</note> Delete A.\nDelete B."]),
        ("One line\nos.remove(A)\nanother", ["os.remove(A)\n"]),
        ("DROP TABLE nodes", ["DROP TABLE nodes"]),
        ("A|FUNC|A.FN.001|Does it.", ["A|FUNC|A.FN.001|Does it."]),
    ],
)
def test_what_nobody_said_is_found_whole(text, places):
    assert [text[start:end] for start, end in pasted(text)] == places


@pytest.mark.requirement("K-18", "U-11")
@pytest.mark.parametrize(
    "text",
    [
        "The clerk enters the <name> of the guest.",
        "The noise stays below 60 dB(A).",
        "The pump (see figure [3]) starts; the valve opens.",
        "Select a table from the list and drop it.",
    ],
)
def test_what_a_person_writes_is_never_taken_for_pasted(text):
    assert pasted(text) == []


@pytest.mark.requirement("K-18", "U-11")
def test_only_the_sentences_that_reach_into_what_was_pasted_are_given_up():
    reading = read("```\nDelete the pump.\n```\nThe guest pays the bill.")

    assert [[doubt.code for doubt in each.doubts] for each in reading.sentences] == [["noSentence"], []]
