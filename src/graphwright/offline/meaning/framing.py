"""What only stands around a statement: `we agreed that ...`, `Hi Tom, ...`, `a step in which ...`.

The sentence is read as if it began behind that, each clause at its place. What says when or why (`from Monday on`)
stays in the words of what is then done. What binds keeps all of its words.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.read import read
from graphwright.grammar.records import Focus, SentenceReading
from graphwright.languages import Language
from graphwright.offline.meaning.duties import is_demanding
from graphwright.text.recognition import Recogniser

_BINDING: Final = frozenset(("demand", "recommendation"))


def without_frame(sentence: SentenceReading) -> SentenceReading:
    """The sentence without what only stands around it; itself where nothing does, or no clause stands behind that."""
    found = _around(sentence.language).match(sentence.text) or _beside(sentence.language).match(sentence.text)
    if found is None or sentence.text.rstrip().endswith("?"):
        return sentence
    end = found.end()
    text = " " * end + sentence.text[end:]
    told = read(" " * sentence.start + text, focus=Focus(language=sentence.language)).sentences
    if len(told) != 1 or not any(each.verb is not None for each in told[0].clauses):
        return sentence
    clauses = told[0].clauses
    binds = any(each.verb is not None and each.verb.modality in _BINDING for each in clauses)
    if binds or is_demanding(told[0]):
        return replace(told[0], text=sentence.text, start=sentence.start, end=sentence.end)
    if found.re is _beside(sentence.language).pattern:
        first = clauses[0]
        clauses = (replace(first, text=f"{found[0].strip()} {first.text}"), *clauses[1:])
    return replace(told[0], text=text, start=sentence.start, end=sentence.end, clauses=clauses)


@cache
def _around(language: Language) -> Recogniser:
    """What is said to whom, or of a statement, and what a step is wished for by."""
    return Recogniser(r"^\W*(?:(?:<framing.around>)[\s,;:!.\u2013-]+)+(?=[\w\"“„«])", language)


@cache
def _beside(language: Language) -> Recogniser:
    """What says when or why, where nothing is made of it."""
    return Recogniser(r"^\W*(?:<framing.beside>)(?<=\w)[\s,]+(?=\w)", language)
