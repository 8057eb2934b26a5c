"""Where something is written down: `notes the weight in the diary`, `wird ins Schaubuch eingetragen`.

A book, a list or a file is data that is written: a flow out of the deed, that others may read. Where the model has
something of that name, it stays what it is.
"""

from __future__ import annotations

from dataclasses import replace

from graphwright.grammar.records import SpokenPhrase
from graphwright.languages import Language
from graphwright.offline.meaning.casting import Casting, kind_of
from graphwright.offline.meaning.deeds import DeedStep
from graphwright.offline.meaning.naming import outer_word
from graphwright.offline.meaning.spoken import members
from graphwright.offline.meaning.stated import Doing
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.text.folding import fold


def written_in(doing: Doing, casting: Casting) -> list[SpokenPhrase]:
    """The books and lists that a deed is written in, which nothing of the model is called."""
    language = doing.sentence.language
    relations = vocabulary(language).relations
    if doing.denied or fold(doing.verb) not in relations["noting"] | relations["keeping"]:
        return []
    said = [each for phrase in (*doing.places, *doing.receivers) for each in members(phrase)]
    books = [each for each in said if each.refers_to is None and _is_book(each, language)]
    return [each for each in books if casting.participant(each, language).node is None]


def without_written(doing: Doing, written: list[SpokenPhrase]) -> Doing:
    """A deed of which books and lists are neither a place nor somebody who gets something."""
    if not written:
        return doing
    return replace(
        doing,
        places=tuple(each for each in doing.places if each not in written),
        receivers=tuple(each for each in doing.receivers if each not in written),
    )


def write_down(step: DeedStep) -> None:
    """The flows into the books and lists of a deed."""
    make, function = step.make, step.function
    for name in step.written:
        if function is None:
            return
        if not make.draft.find(name, ["FLOW", "SCHEMA", "MOD", "SYS", "ACTOR"]):
            make.link("io", function, make.node("FLOW", name, make.say.schema.format(name=name)))
        elif flows := make.draft.find(name, ["FLOW"]):
            make.link("io", function, flows[0])


def _is_book(phrase: SpokenPhrase, language: Language) -> bool:
    books = vocabulary(language).phrases["written"]
    heads = {fold(each) for each in (phrase.head, outer_word(phrase.name, language)) if each}
    is_compound = language == "de" and any(each.endswith(tuple(books)) for each in heads)
    return not heads.isdisjoint(books) or (is_compound and kind_of(phrase, language) in {"document", None})
