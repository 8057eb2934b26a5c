"""Whether a clause tells what happens: a deed, what must be done before, a state, or only a frame around the rest."""

from __future__ import annotations

from graphwright.grammar.records import SpokenPhrase
from graphwright.grammar.rules import words_of
from graphwright.languages import Language
from graphwright.offline.meaning.casting import PEOPLE, Casting, kind_of
from graphwright.offline.meaning.likely import can_be_somebody
from graphwright.offline.meaning.spoken import ends_deed, is_circumstance, meant, members
from graphwright.offline.meaning.stated import Doing
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.text.folding import fold


def is_done_first(doing: Doing) -> bool:
    """Is it what must be done before: `once the rollers are greased`, `sobald die Rollen geschmiert sind`?

    A state that is measured is none, and neither is what people do with themselves: `sobald sie eingestiegen sind`.
    """
    clause, verb, language = doing.clause, doing.clause.verb, doing.sentence.language
    if verb is None or verb.negated or verb.modality != "none" or clause.measures:
        return False
    if verb.passive and fold(verb.lemma) in words_of("struck"):
        return False  # `sobald der Rechen verstopft ist`: nobody does it
    if not verb.passive and (doing.doers or not verb.text.endswith("ing")):  # `after cleaning of the tank`
        return False
    then = any(each.source == clause.index and each.kind == "then" for each in doing.sentence.links)
    things = list(members(doing.thing)) if doing.thing is not None else []
    return then and bool(things) and all(kind_of(each, language) not in PEOPLE for each in things)


def is_state(doing: Doing) -> bool:
    """Is it told as what must hold first, or as that until which something is done?"""
    is_first = is_circumstance(doing.clause, doing.sentence) and not is_done_first(doing)
    return is_first or ends_deed(doing.clause, doing.sentence)


def is_end(doing: Doing, casting: Casting) -> bool:
    """Does it only say when something else ends, by what is no part and nobody: `until the tip glows`?"""
    clause, language = doing.clause, doing.sentence.language
    words = vocabulary(language).phrases["when"] | vocabulary(language).phrases["before"]  # `whereupon` ends nothing
    ends = any(
        each.kind == "before" and each.target == clause.index > each.source and fold(each.word) in words
        for each in doing.sentence.links
    )
    return ends and bool(doing.doers) and not any(_may_act(each, casting, language) for each in doing.doers)


def _may_act(phrase: SpokenPhrase, casting: Casting, language: Language) -> bool:
    if casting.participant(phrase, language).node_type is not None:
        return True
    return kind_of(phrase, language) is None and can_be_somebody(phrase, language)


def is_deed(doing: Doing, casting: Casting) -> bool:
    """Is it something that somebody does, rather than a state: `as soon as the level rises above 4 m`?

    Who notices something does so at any value: `when the sensor notices a visibility under 800 m`.
    """
    cast = [casting.participant(each, doing.sentence.language) for each in doing.doers]
    is_of_thing = doing.thing is not None and not any(each.isdigit() for each in doing.thing.text)
    is_known = bool(cast) and all(each.node_type is not None for each in cast)
    return (is_known and (is_of_thing or not doing.clause.measures)) or (is_of_thing and _was_done(doing))


def _was_done(doing: Doing) -> bool:
    """Did somebody do it, by a noun of whoever does something: `after the driller has pulled up the core`?"""
    verb, language = doing.clause.verb, doing.sentence.language
    then = any(each.source == doing.clause.index and each.kind == "then" for each in doing.sentence.links)
    is_perfect = verb is not None and not verb.passive and verb.modality == "none" and " " in verb.text
    return then and is_perfect and bool(doing.doers) and all(can_be_somebody(each, language) for each in doing.doers)


def is_frame(doing: Doing) -> bool:
    """Is it only that somebody says or thinks what else stands in the sentence, or a modal verb alone?"""
    sentence = doing.sentence
    frames = any(each.kind == "content" and each.target == doing.clause.index for each in sentence.links)
    says = fold(doing.verb) in vocabulary(sentence.language).relations["say"]
    return says and (frames or doing.thing is None)


def only_repeats(doing: Doing) -> bool:
    """`kneads it, shapes it and repeats that`: is what was done before, as a whole, all that it is done to?"""
    things = [each.phrase for each in doing.clause.roles if each.name == "thing"]
    return bool(things) and all(meant(each) is None and fold(each.text) in words_of("repeated") for each in things)
