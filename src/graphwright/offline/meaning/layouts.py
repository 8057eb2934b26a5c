"""What lists and layout state: members under a heading, names with their types, arrows, steps named by nouns."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from msgspec.structs import replace

from graphwright.grammar.records import LayoutRow, SentenceReading, SpokenClause, SpokenPhrase
from graphwright.offline.meaning.casting import kind_of
from graphwright.offline.meaning.likely import is_done
from graphwright.offline.meaning.naming import outer_word
from graphwright.offline.meaning.nouns import is_field
from graphwright.offline.meaning.processes import rows_done
from graphwright.offline.meaning.spoken import (
    phrases,
    typed,
    whole,
)
from graphwright.offline.meaning.stated import (
    Chaining,
    Composing,
    Existing,
    Listing,
    Proceeding,
    Statement,
)
from graphwright.offline.meaning.titles import phrase_of, title_of
from graphwright.offline.meaning.vocabulary import (
    LONGEST_TYPE_WORD,
    MeaningVocabulary,
    node_type_of,
    small_words,
    vocabulary,
)
from graphwright.text.folding import fold

_BUILT: Final = frozenset(("device", "software", "system"))
_PARTS: Final = re.compile(r"[^,;\n]+")


def laid_out(sentence: SentenceReading, layout: LayoutRow) -> list[Statement]:
    """What layout says: a list under its heading, a chain, a sum of parts."""
    if layout.kind == "chain":
        return [Chaining(sentence, layout.members)]
    if layout.kind == "sum":
        whole = SpokenPhrase(
            text=layout.label, name=layout.label, head=layout.label, start=sentence.start, end=sentence.end
        )
        return [Composing(sentence, (whole,), layout.members)]
    if layout.kind == "title":
        named = phrase_of(layout.label, sentence)
        return [Existing(sentence, (named,), "SYS")] if kind_of(named, sentence.language) in _BUILT else []
    title = title_of(layout, sentence)
    if layout.kind == "heading" and not layout.members:
        return [Existing(sentence, (phrase_of(layout.label, sentence),), "SYS")] if not sentence.clauses else []
    listed = [_without_article(each) for each in layout.members]
    if listed and (title.kind == "steps" or is_done(phrase_of(title.name, sentence), sentence.language)):
        steps = rows_done(layout, sentence, is_told=title.kind == "steps")
        if steps and title.kind == "steps":
            return [Proceeding(sentence, steps)]
        if steps and title.kind is None:
            return [
                Composing(
                    sentence, (phrase_of(title.name, sentence),), tuple(each for each, _ in steps), are_deeds=True
                )
            ]
    if layout.kind == "pair" and not listed and types_said(layout.label.split(" ", 1)[0]):
        listed = _split_names(layout.text, sentence)
    elif layout.kind != "heading":
        return []
    return _members_of(layout, sentence, listed)


def _members_of(layout: LayoutRow, sentence: SentenceReading, listed: list[SpokenPhrase]) -> list[Statement]:
    """What the members of a list are, by its heading."""
    said = types_said(layout.label)
    if listed and not said and (told := _listed_as(layout.label, sentence)) is not None:
        if told.node_type == "MOD" and told.whole:
            return [Composing(sentence, (_spoken(told.whole, sentence),), tuple(listed))]
        return [Listing(sentence, tuple(listed), told.node_type)]
    if (outer := _whole_of(layout, sentence) or _called_system(layout, sentence)) is not None and listed:
        return [Composing(sentence, (outer,), tuple(listed))]
    if not said:
        return []
    places = [each for clause in sentence.clauses for each in phrases(clause, "about", "place", "receiver", "whole")]
    leads = types_said(layout.label.split(" ", 1)[0])
    return [Listing(sentence, tuple(listed), (leads or said[-1:])[0], next(iter(places), None))]


class _ListTitle(NamedTuple):
    """What the members of a list are, by its heading, and whose they are; may be empty."""

    node_type: str
    whole: str


def _listed_as(label: str, sentence: SentenceReading) -> _ListTitle | None:
    """`Structure of the mill`, `Technical equipment of the station`, `People in the kitchen`; `None` for any other."""
    phrases, said = vocabulary(sentence.language).phrases, label.split()
    while said and fold(said[0]) in small_words():
        said.pop(0)
    end = next((at for at, each in enumerate(said) if fold(each) in small_words()), len(said))
    lead = {fold(each) for each in said[:end]}
    rest = said[end:]
    while rest and fold(rest[0]) in small_words():
        rest.pop(0)
    whole = " ".join(rest)
    if lead & phrases["people"]:
        return _ListTitle("ACTOR", whole)
    if not lead & (phrases["composition"] | phrases["part"] | phrases["equipment"]) or node_type_of(whole) is not None:
        return None
    return _ListTitle("MOD", whole) if whole or lead & phrases["equipment"] else None


def names_members(label: str, sentence: SentenceReading) -> bool:
    """Does a heading say that its rows are names: of people, or of parts?"""
    return _listed_as(label, sentence) is not None


def _whole_of(layout: LayoutRow, sentence: SentenceReading) -> SpokenPhrase | None:
    """`Structure of the mill: ...`, `The kit contains: ...`: what a list is the parts of."""
    words = vocabulary(sentence.language)
    label = layout.label.split()
    for clause in sentence.clauses:
        contains = clause.verb is not None and fold(clause.verb.lemma) in words.relations["contain"]
        if contains and not phrases(clause, "thing", "part"):
            return next(iter(phrases(clause, "doer")), None)
    spoken = _spoken(" ".join(label), sentence)
    fields = [each for each in layout.members if is_field(each, words)]
    if kind_of(spoken, sentence.language) == "document" and len(fields) > 1:
        return spoken  # `Booking record: guest name, arrival date`
    return None


def _called_system(layout: LayoutRow, sentence: SentenceReading) -> SpokenPhrase | None:
    """`Our pool system: filter, heater`: one system with a name is what has the parts."""
    words = layout.label.split()
    while len(words) > 1 and fold(words[0]) in small_words():
        words.pop(0)
    system = vocabulary(sentence.language).phrases["system"]
    head = outer_word(" ".join(words), sentence.language)
    is_one = fold(head) in system and not vocabulary(sentence.language).is_plural(head)
    return _spoken(" ".join(words), sentence) if is_one and len(words) > 1 and len(layout.members) > 1 else None


def _without_article(phrase: SpokenPhrase) -> SpokenPhrase:
    """A member of a list as it is named: `une pompe` is a `pompe`."""
    phrase = replace(phrase, name=phrase.name.split(" (")[0])
    first, _, rest = phrase.name.partition(" ")
    return replace(phrase, name=rest) if rest and not phrase.quoted and fold(first) in small_words() else phrase


def _spoken(name: str, sentence: SentenceReading) -> SpokenPhrase:
    head = outer_word(name, sentence.language)
    return SpokenPhrase(text=name, name=name, head=head, start=sentence.start, end=sentence.end)


def types_said(text: str) -> list[str]:
    """The node types that a text names, in order."""
    words = text.split()
    found: list[str] = []
    for at in range(len(words)):
        spoken = (" ".join(words[at : at + count]) for count in range(LONGEST_TYPE_WORD, 0, -1))
        node_type = next((said for each in spoken if (said := node_type_of(each.strip(".,:"))) is not None), None)
        if node_type is not None:
            found.append(node_type)
    return found


def _split_names(text: str, sentence: SentenceReading) -> list[SpokenPhrase]:
    """The names of a list that stands behind a colon."""
    found = [each[0].strip().rstrip(".") for each in _PARTS.finditer(text)]
    return [
        SpokenPhrase(text=each, name=each, head=each, start=sentence.start, end=sentence.end) for each in found if each
    ]


def typed_list(sentence: SentenceReading) -> Listing | None:
    """Names with a type before each: `SYS Mill, ACTOR Miller, UC Grind corn`."""
    parts = [(each[0].strip(), each.start()) for each in _PARTS.finditer(sentence.text) if each[0].strip()]
    found: list[SpokenPhrase] = []
    for text, at in parts:
        start = sentence.start + at
        phrase = SpokenPhrase(text=text, name=text.rstrip("."), head=text, start=start, end=start + len(text))
        node_type, name = typed(phrase)
        if node_type is None or not name or not text.split(" ", 1)[0].isupper():
            return None
        found.append(phrase)
    return Listing(sentence, tuple(found)) if found else None


def fragments(sentence: SentenceReading) -> list[Statement]:
    """Names with their types and no verb: `SYS Mill, ACTOR Miller`."""
    named = [each for clause in sentence.clauses if clause.verb is None for each in phrases(clause, "thing", "kind")]
    if named and all(typed(each)[0] is not None for each in named):
        return [Listing(sentence, tuple(named))]
    return []


def listed_by(
    sentence: SentenceReading, clause: SpokenClause, following: SpokenClause | None, words: MeaningVocabulary
) -> Listing | None:
    """`The mill has three parts: a wheel, a stone`: what the list after the colon is of."""
    thing = whole(clause, "thing")
    if following is None or following.verb is not None or thing is None or clause.verb is None:
        return None
    members = phrases(following, "thing")
    head = fold(thing.head)
    node_type = "MOD" if head in words.phrases["part"] else node_type_of(thing.head) or node_type_of(thing.name)
    if not members or node_type is None:
        return None
    places = phrases(clause, "place", "whole", "receiver", "about", "goal", "means") or [
        each for each in phrases(clause, "doer") if not (words.phrases["speaker"] & {fold(each.name)})
    ]
    return Listing(sentence, tuple(members), node_type, next(iter(places), thing.of))
