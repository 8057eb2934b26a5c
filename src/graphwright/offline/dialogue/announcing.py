"""What only says that something comes, as a question would: `What is still missing: the porter carries the bags`."""

from __future__ import annotations

from typing import Final

from graphwright.grammar.read import read
from graphwright.offline.meaning.spoken import phrases
from graphwright.text.recognition import Recogniser

_ANNOUNCED: Final = Recogniser(r"^\W*(?:<workflow.which>)(?!\w)[^:?!.\n]{1,60}:[ \t]*(?P<told>[^?\n]+)$")


def behind_announcement(text: str) -> str:
    """The clause behind words that ask nothing, though they begin as a question does; else the text as it is."""
    found = _ANNOUNCED.match(text.strip())
    if found is None:
        return text
    told = read(found["told"]).sentences
    clause = next((clause for sentence in told[:1] for clause in sentence.clauses), None)
    if clause is None or clause.verb is None or clause.mood != "statement" or not phrases(clause, "doer"):
        return text
    return found["told"]
