"""Rows of deeds under a heading: `Milking robot: - cleans the teats - attaches the cups`, `Ablauf: 1. ... 2. ...`.

Each row is read again as the clause it is. Where the heading names somebody or a part, it does what the rows say, in no
order; under a title such as `On-call flow` the rows are steps that follow each other.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.read import read
from graphwright.grammar.records import (
    ClauseLink,
    Focus,
    MessageReading,
    SentenceReading,
    SpokenClause,
    SpokenPhrase,
    SpokenRole,
)
from graphwright.languages import Language
from graphwright.offline.meaning.casting import may_take_part
from graphwright.offline.meaning.duties import is_bound
from graphwright.offline.meaning.layouts import types_said
from graphwright.offline.meaning.nouns import is_activity
from graphwright.offline.meaning.spoken import acted_on, is_infinitive, phrases
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.text.folding import fold

# More rows than a person writes by hand; each is read once more.
_MAX_ROWS: Final = 60
_NUMBERED: Final = re.compile(r"\s*\d")


def with_rows(message: MessageReading) -> MessageReading:
    """A reading in which rows of deeds stand as the clauses that they are."""
    found = [each for sentence in message.sentences for each in _read_rows(sentence)]
    return replace(message, sentences=tuple(found))


def _read_rows(sentence: SentenceReading) -> list[SentenceReading]:
    layout = sentence.layout
    if layout is None or layout.kind != "heading" or not 1 < len(layout.members) <= _MAX_ROWS:
        return [sentence]
    if types_said(layout.label) or "\n" not in sentence.text.strip() or is_bound(sentence):
        return [sentence]
    language = sentence.language
    listing = vocabulary(language).phrases["composition"] | vocabulary(language).phrases["part"]
    if {fold(each) for each in layout.label.split()[:1]} & listing:
        return [sentence]  # `Parts of the scale:` lists names
    head = layout.label.split(" ")[0 if language == "fr" else -1]
    label = SpokenPhrase(text=layout.label, name=layout.label, head=head, start=sentence.start, end=sentence.start)
    rows = [_clause(each.text, label, language) for each in layout.members]
    clauses = [each for each in rows if each is not None]
    if len(clauses) < len(rows):
        return [sentence]
    is_title = bool(_NUMBERED.match(layout.text)) or is_activity(label, vocabulary(language))
    does = may_take_part(label, language) or not is_title  # where nothing tells what it is, it is asked
    if does and not any(phrases(each, "doer") for each in clauses):
        return [
            replace(sentence, text=each.text, layout=None, doubts=(), links=(), clauses=(_done_by(label, each),))
            for each in clauses
        ]
    numbered = tuple(replace(each, index=at) for at, each in enumerate(clauses))
    links = tuple(ClauseLink("then", at, at + 1) for at in range(len(numbered) - 1))
    return [replace(sentence, layout=None, doubts=(), clauses=numbered, links=links)]


def _clause(row: str, label: SpokenPhrase, language: Language) -> SpokenClause | None:
    """A row as a clause: as it stands, else with the heading as its subject."""
    row = row.strip().rstrip(".;,")
    for text in (row, f"{label.text} {row}"):
        told = read(text, focus=Focus(language=language)).sentences
        clauses = [each for sentence in told for each in sentence.clauses if each.verb is not None]
        if len(clauses) == 1 and clauses[0].verb is not None and _is_whole(clauses[0], told[0].language == language):
            spoken = tuple(each for each in acted_on(clauses[0]).roles if each.phrase.name != label.text)
            return replace(clauses[0], mood="statement", text=row, roles=spoken)
    return None


def _is_whole(clause: SpokenClause, is_same_language: bool) -> bool:  # noqa: FBT001 one more condition
    """Is a row surely a clause: its verb known or an infinitive, and more than a verb?"""
    verb = clause.verb
    return is_same_language and verb is not None and (verb.known or is_infinitive(clause)) and " " in clause.text


def _done_by(label: SpokenPhrase, clause: SpokenClause) -> SpokenClause:
    return replace(clause, roles=(SpokenRole("doer", label), *clause.roles))
