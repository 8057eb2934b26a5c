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
    clauses = told[0].clauses if told else ()
    tells = bool(clauses) and clauses[0].verb is not None and bool(phrases(clauses[0], "doer"))
    return found["told"] if tells and clauses[0].mood == "statement" else text
