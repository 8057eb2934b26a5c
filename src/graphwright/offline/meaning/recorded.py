"""Records told by what is written down of each: `for each loan we record the object, the lender and the return date`.

What each of many is noted with is data: a schema of that, with the fields that are listed, be it behind a colon. Who
notes it does so as well, where somebody is named.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.records import SentenceReading, SpokenClause, SpokenPhrase
from graphwright.offline.meaning.casting import is_nobody, kind_of
from graphwright.offline.meaning.doings import doing_of
from graphwright.offline.meaning.naming import outer_word
from graphwright.offline.meaning.orders.pieces import verb_forms
from graphwright.offline.meaning.orders.words import order_words
from graphwright.offline.meaning.spoken import members, phrases
from graphwright.offline.meaning.stated import Composing, Statement
from graphwright.offline.meaning.vocabulary import MeaningVocabulary, small_words, vocabulary
from graphwright.text.folding import fold

_WORD: Final = re.compile(r"[^\W\d_][\w-]*['’]?")
_LONGEST: Final = 6
"""Words of a name."""
_MANY: Final = 3
"""Fields of a document that are said to be in it, or with it, by other verbs."""
_FEWEST: Final = 2
"""Fields of a record; one alone may be anything."""


def recorded(sentence: SentenceReading) -> list[Statement]:
    """The record that a sentence tells; nothing for any other sentence."""
    words = vocabulary(sentence.language)
    if said_so := _fields_said(sentence):
        return [said_so]
    told = [each for each in sentence.clauses if each.verb is not None]
    if len(told) != 1:
        return []
    clause, verb = told[0], told[0].verb
    if verb is None or verb.negated or verb.modality != "none":
        return []
    if fold(verb.lemma) in words.relations["figuring"]:
        return _figuring(sentence, clause)
    somebody = [each for each in phrases(clause, "doer") if kind_of(each, sentence.language) == "person"]
    if (record := _document_with(sentence, clause)) is not None:
        return [doing_of(sentence, clause, words), record] if somebody else [record]
    found = _of_each(sentence, clause) if fold(verb.lemma) in words.relations["noting"] else None
    if found is None:
        return []
    whole, fields = found
    somebody = [
        each for each in phrases(clause, "doer") if not is_nobody(each, sentence.language) and each is not whole
    ]
    if any(kind_of(each, sentence.language) != "person" for each in somebody):
        return []
    record = Composing(sentence, (_as_schema(whole),), tuple(fields))
    return [doing_of(sentence, clause, words), record] if somebody else [record]


def _fields_said(sentence: SentenceReading) -> Composing | None:
    """`A voucher has the following fields: number, date and amount`: what has them stands before its verb."""
    language, text = sentence.language, sentence.text.strip().rstrip(".")
    words, ordering = vocabulary(language), order_words(language).words
    said = [*_WORD.finditer(text)]
    at = next((at for at, each in enumerate(said) if at > 1 and fold(each[0]) in ordering["field"]), None)
    if at is None:
        return None
    small = small_words() | words.phrases["listing"]
    verb = at - 1
    while verb and fold(said[verb][0]) in small:
        verb -= 1
    if not {lemma for _, lemma in verb_forms(said[verb][0].lower(), language)} & words.relations["contain"]:
        return None
    behind = at + 1
    while behind < len(said) and fold(said[behind][0]) in small:
        behind += 1
    listed = _split(text[said[behind].start() :], ordering["and"]) if behind < len(said) else []
    begin = next((number for number, each in enumerate(said[:verb]) if fold(each[0]) not in small), verb)
    name = text[said[begin].start() : said[verb].start()].strip()
    is_name = bool(name) and verb - begin <= _LONGEST and "," not in text[: said[verb].start()]
    if not is_name or len(listed) < _FEWEST or any(len(each.split()) > _LONGEST for each in listed):
        return None
    whole, *fields = (_phrase(each, sentence) for each in (name, *listed))
    return Composing(sentence, (_as_schema(whole),), tuple(fields))


def _split(text: str, joins: frozenset[str]) -> list[str]:
    """The members of a list in words."""
    found: list[list[str]] = [[]]
    for word in text.replace(",", " , ").split():
        if word == "," or fold(word) in joins:
            found.append([])
        else:
            found[-1].append(word)
    return [" ".join(each) for each in found if each]


def _phrase(name: str, sentence: SentenceReading) -> SpokenPhrase:
    head = outer_word(name, sentence.language)
    return SpokenPhrase(text=name, name=name, head=head, start=sentence.start, end=sentence.end)


def _of_each(sentence: SentenceReading, clause: SpokenClause) -> tuple[SpokenPhrase, Sequence[SpokenPhrase]] | None:
    """What there are many of, and what is noted of each."""
    said = [member for role in clause.roles for member in members(role.phrase)]
    whole = next((each for each in said if each.determiner == "every"), None)
    if whole is None or whole.measures:
        return None
    if kind_of(whole, sentence.language) == "device" and whole in phrases(clause, "doer"):
        return None  # `each meter records the flow`: it does so, and is no record
    layout = sentence.layout
    listed = list(layout.members) if layout is not None and layout.kind == "heading" else []
    with_whole = next((role.phrase for role in clause.roles if whole in role.phrase.members), None)
    rest = [] if with_whole is None else [each for each in members(with_whole) if each is not whole]
    noted = [role for role in clause.roles if role.name in {"thing", "time"} and not role.preposition]
    named = [member for role in noted if role.phrase is not with_whole for member in members(role.phrase)]
    fields = listed or named or rest
    fields = [each for each in fields if each is not whole]
    is_apart = all(each.determiner != "every" and each.count is None and not each.quoted for each in fields)
    return (whole, fields) if len(fields) >= _FEWEST and is_apart else None


def _document_with(sentence: SentenceReading, clause: SpokenClause) -> Composing | None:
    """`We keep a card with name, date and price`, `produces a report holding the address, the length and remarks`."""
    words, language = vocabulary(sentence.language), sentence.language
    things = [each.phrase for each in clause.roles if each.name == "thing"]
    within = [each.phrase for each in clause.roles if fold(each.preposition) in words.phrases["with"]]
    are_named = False
    if len(things) > 1 and len(within) == 1 and fold(within[0].head) in order_words(language).words["field"]:
        within = [each for each in things[1:] if each.start > within[0].end]  # `mit den Feldern Nummer und Name`
        things, are_named = things[:1], True
    if len(things) != 1:
        return None
    [thing] = things
    if len(within) == 1:
        record, fields = thing, list(members(within[0]))
    else:
        record, fields = _held_in(thing, words)
        plain = [_without_field_word(each, words) for each in fields]
        are_named, fields = plain != fields, plain
    is_record = (are_named or kind_of(record, language) == "document") and not record.members
    are_fields = all(each.determiner in {"none", "the"} and each.count is None for each in fields)
    if not is_record or not are_fields or len(fields) < _MANY:
        return None
    return Composing(sentence, (_as_schema(record),), tuple(fields))


def _held_in(listed: SpokenPhrase, words: MeaningVocabulary) -> tuple[SpokenPhrase, list[SpokenPhrase]]:
    """A list of which the first member says what holds it, `report holding the address`, apart."""
    if not listed.members:
        return listed, []
    first, *rest = listed.members
    holding = words.relations["contain"] | words.relations["noting"] | words.relations["bearing"]
    said = first.text.split()
    at = next((at for at, each in enumerate(said) if at and _holds(each, holding, words)), 0)
    if not 0 < at < len(said) - 1:
        return listed, []
    return _phrase_of(said[:at], first), [_phrase_of(said[at + 1 :], first), *rest]


def _holds(word: str, holding: frozenset[str], words: MeaningVocabulary) -> bool:
    """Is it the participle of a verb that says what is in something: `holding`, `contenant`?"""
    if words.language == "fr":
        return word.endswith("ant") and word.removesuffix("ant") in {each[:-2] for each in holding}
    return word.endswith("ing") and word.removesuffix("ing") in {each.removesuffix("e") for each in holding}


def _without_field_word(phrase: SpokenPhrase, words: MeaningVocabulary) -> SpokenPhrase:
    """The name of a field without the word that says what it is: `champs numéro`."""
    said = phrase.name.split()
    is_named = len(said) > 1 and fold(said[0]) in order_words(words.language).words["field"]
    return _phrase_of(said[1:], phrase) if is_named else phrase


def _phrase_of(said: Sequence[str], phrase: SpokenPhrase) -> SpokenPhrase:
    """A part of a phrase as a phrase of its own."""
    name = " ".join(each for each in said if fold(each) not in small_words())
    return replace(phrase, text=name, name=name, head=name.split()[-1], members=(), determiner="none")


def _figuring(sentence: SentenceReading, clause: SpokenClause) -> list[Statement]:
    """`Dans le dossier figurent le nom et la date`: what stands in a document are its fields."""
    places, fields = phrases(clause, "place"), phrases(clause, "doer", "thing")
    is_document = len(places) == 1 and kind_of(places[0], sentence.language) == "document"
    if not is_document or len(fields) < _FEWEST:
        return []
    return [Composing(sentence, (_as_schema(places[0]),), tuple(fields))]


def _as_schema(phrase: SpokenPhrase) -> SpokenPhrase:
    return replace(phrase, type_word="SCHEMA")
