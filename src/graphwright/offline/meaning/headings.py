"""Rows of deeds under a heading: `Milking robot: - cleans the teats - attaches the cups`, `Ablauf: 1. ... 2. ...`.

Each row is read again as the clause it is. Where the heading names somebody or a part, it does what the rows say, in no
order; under a title such as `On-call flow` the rows are steps that follow each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.forms import candidates
from graphwright.grammar.lists import MAX_MEMBERS
from graphwright.grammar.read import read
from graphwright.grammar.records import (
    ClauseLink,
    Focus,
    FocusedElement,
    LayoutRow,
    MessageReading,
    SentenceReading,
    SpokenClause,
    SpokenPhrase,
    SpokenRole,
)
from graphwright.languages import Language
from graphwright.offline.meaning.casting import PEOPLE, is_twofold, kind_of, may_take_part
from graphwright.offline.meaning.duties import is_bound
from graphwright.offline.meaning.layouts import names_members, types_said
from graphwright.offline.meaning.likely import is_likely_person, names_deed
from graphwright.offline.meaning.naming import deed_name, object_of
from graphwright.offline.meaning.nouns import is_activity
from graphwright.offline.meaning.orders.pieces import tells_of_somebody
from graphwright.offline.meaning.spoken import acted_on, is_infinitive, phrases, whole
from graphwright.offline.meaning.titles import phrase_of, title_of
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.pauses import paced
from graphwright.text.folding import fold

_IT: Final[dict[Language, str]] = {"en": "it", "de": "er", "fr": "il"}
"""A subject for a row that leaves it to its heading."""


def with_rows(message: MessageReading) -> MessageReading:
    """A reading in which rows of deeds stand as the clauses that they are."""
    found = [each for sentence in paced(message.sentences, 1) for each in _read_rows(sentence)]
    return replace(message, sentences=tuple(found))


def _read_rows(sentence: SentenceReading) -> list[SentenceReading]:
    listed = sentence.layout
    if listed is None or listed.kind not in {"heading", "pair"} or is_bound(sentence):
        return [sentence]
    language = sentence.language
    title = title_of(listed, sentence)
    rows = [each.text for each in listed.members]
    if not rows and title.kind is not None and title.name:
        rows = [each.strip() for each in listed.text.rstrip(".").split(",")]
    names = names_members(listed.label, sentence)  # `Parts of the scale:` lists names
    told = title.kind is not None and bool(title.name)
    is_list = len(rows) > 1 or kind_of(phrase_of(title.name, sentence), language) is not None
    if not is_list or len(rows) > MAX_MEMBERS or names or not (told or "\n" in sentence.text.strip()):
        return [sentence]
    if not told and types_said(listed.label):
        return [sentence]
    label = phrase_of(title.name or listed.label, sentence)
    found = _clauses(rows, label, language)
    clauses = [each for each in found if each is not None]
    if len(clauses) < len(rows):
        return [sentence]
    if any(each.verb is not None and each.verb.modality == "demand" for each in clauses):
        return [_sentence(sentence, row, clause) for row, clause in zip(rows, clauses, strict=True)]
    are_owned = not any(phrases(each, "doer") for each in clauses)
    if title.kind == "uses" and are_owned:
        return [sentence]  # names of use cases
    if title.kind in {"tasks", "uses"} and not title.name:
        return [_sentence(sentence, row, each) for row, each in zip(rows, clauses, strict=True)]  # nobody's own
    named = replace(sentence, layout=LayoutRow("heading", label=label.name), clauses=(), links=(), doubts=())
    if title.kind in {"tasks", "uses"}:
        done = [_done_by(label, each) if are_owned else _allowed(each) for each in clauses]
        told_of = [] if kind_of(label, language) in PEOPLE or is_likely_person(label, language) else [named]
        return [*told_of, *(_sentence(sentence, row, each) for row, each in zip(rows, done, strict=True))]
    is_deed = is_activity(label, vocabulary(language)) or names_deed(label.head, language)
    is_title = title.kind == "steps" or is_deed
    is_numbered = title.name == listed.label
    if are_owned and ((may_take_part(label, language) and is_numbered and not is_deed) or not is_title):
        is_open = kind_of(label, language) is None or is_twofold(label, language)
        told_of = [named] if is_open and title.kind is None else []
        done = [_done_by(label, each) for each in clauses]
        return [*told_of, *(_sentence(sentence, row, each) for row, each in zip(rows, done, strict=True))]
    layout = LayoutRow("heading", label=label.name)
    if are_owned and title.name and (deed := _deed_of_title(label, language)):
        layout = LayoutRow("steps", label=deed)
    numbered = tuple(replace(each, index=at) for at, each in enumerate(clauses))
    links = tuple(ClauseLink("then", at, at + 1) for at in range(len(numbered) - 1))
    return [replace(sentence, layout=layout, doubts=(), clauses=numbered, links=links)]


def _allowed(clause: SpokenClause) -> SpokenClause:
    """What somebody can do at any time: use cases stand in no order."""
    return replace(clause, verb=None if clause.verb is None else replace(clause.verb, modality="ability"))


def _sentence(sentence: SentenceReading, row: str, clause: SpokenClause) -> SentenceReading:
    return replace(sentence, text=row, layout=None, doubts=(), links=(), clauses=(clause,))


def _clauses(rows: Sequence[str], label: SpokenPhrase, language: Language) -> list[SpokenClause | None]:
    """The rows as clauses, as far as they are some; a pronoun in one means what the row before it was about."""
    found: list[SpokenClause | None] = []
    spoken_of = Focus(language=language)
    for row in rows:
        clause = _clause(row, label, spoken_of)
        found.append(clause)
        named = () if clause is None else [*phrases(clause, "thing"), *phrases(clause, "receiver")]
        if named:
            spoken_of = Focus(tuple(FocusedElement(each.name) for each in named), language)
    return found


def _clause(row: str, label: SpokenPhrase, focus: Focus) -> SpokenClause | None:
    """A row as a clause: as it stands, else with the heading as its subject."""
    language: Language = focus.language or "en"
    row = row.strip().rstrip(".;,")
    if (found := _told_of_it(row, label, language)) is not None:
        return found
    in_turn = fold(row.partition(" ")[0]) in vocabulary(language).phrases["sequence"]
    for text in (row,) if in_turn else (row, f"{label.text} {row}"):  # `then security` is nothing that somebody does
        told = read(text, language, focus).sentences
        clauses = [each for sentence in told for each in sentence.clauses if each.verb is not None]
        if len(clauses) == 1 and clauses[0].verb is not None and _is_whole(clauses[0], told[0].language == language):
            spoken = tuple(each for each in acted_on(clauses[0]).roles if each.phrase.name != label.text)
            return replace(clauses[0], mood="statement", text=row, roles=spoken)
    return None


def _told_of_it(row: str, label: SpokenPhrase, language: Language) -> SpokenClause | None:
    """A row that begins with its verb tells what the heading does: `sprays disinfectant` is no noun.

    English `log who took which key` is done, not told.
    """
    first, _, rest = row.partition(" ")
    is_asking = language == "en" and fold(rest.split(" ", 1)[0]) in vocabulary("en").phrases["asking"]
    if not rest or not (is_asking or _begins_told(first, row, language)):
        return None
    told = not is_asking or first.endswith("s")
    for sentence in read(f"{_IT[language] if told else 'they'} {row}", language, Focus(language=language)).sentences:
        clause = next((each for each in sentence.clauses if each.verb and each.verb.text.split(" ")[0] == first), None)
        if clause is None or not (is_asking or len(sentence.clauses) == 1):
            continue
        asked = SpokenRole("thing", SpokenPhrase(text=rest, name=rest, head=rest, start=label.start, end=label.end))
        roles = (asked,) if is_asking else tuple(each for each in clause.roles if each.name != "doer")
        return replace(clause, mood="statement", text=row, roles=roles)
    return None


def _begins_told(first: str, row: str, language: Language) -> bool:
    """Does a row begin with a verb in the form of what somebody does: `misst`, `lit`, and no noun `Liste`?"""
    if language == "en":
        return first.endswith("s")
    likeliest = next(iter(candidates(first, language, capital=first[:1].isupper(), first=True)), None)
    if likeliest is None or likeliest.kind not in {"finite", "imperative"}:
        return False
    if not tells_of_somebody(first.lower(), language):
        return False
    begins = (each.clauses[0].verb for each in read(row, language).sentences[:1] if each.clauses)
    return any(verb and verb.start == 0 for verb in begins)


def _deed_of_title(label: SpokenPhrase, language: Language) -> str:
    """The name of a title that is a deed itself: `Relier un livre, en trois temps`; empty where it is none."""
    clause = _clause(label.name.split(",")[0].strip(), label, Focus(language=language))
    thing = None if clause is None else whole(clause, "thing")
    if clause is None or clause.verb is None or thing is None or not is_infinitive(clause) or phrases(clause, "doer"):
        return ""
    return deed_name(clause.verb.lemma, object_of(thing, language), language)


def _is_whole(clause: SpokenClause, is_same_language: bool) -> bool:  # noqa: FBT001 one more condition
    """Is a row surely a clause: its verb known or an infinitive, and more than a verb?"""
    verb = clause.verb
    if verb is None or not is_same_language or not (verb.known or is_infinitive(clause)):
        return False
    return " " in clause.text or (verb.known and is_infinitive(clause))


def _done_by(label: SpokenPhrase, clause: SpokenClause) -> SpokenClause:
    return replace(clause, roles=(SpokenRole("doer", label), *clause.roles))
