"""A wish that goes on and on: what it costs to read grows with its clauses."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.offline.meaning import statements


@pytest.mark.requirement("Q-74")
def test_what_is_wanted_of_many_is_looked_at_a_few_times_for_each(monkeypatch):
    looks = 0
    wished = statements._wished

    def counted(*arguments):
        nonlocal looks
        looks += 1
        return wished(*arguments)

    monkeypatch.setattr(statements, "_wished", counted)
    clerks = "".join(f" and the clerk{number} to write the letter{number}" for number in range(40))
    (sentence,) = read(f"I want the nurse to scan the pills{clerks}.", "en").sentences
    stated = statements.statements_of(sentence)
    assert (len(sentence.clauses), len(stated)) == (42, 41)
    assert looks <= 3 * len(sentence.clauses)
