"""What a deed is called: its verb with what it is done to, and with what the verb would say little without.

`Pay by card`, `Mark room as clean`, `Kind krank melden`, `Laisser passer le skieur`: its words are the sentence's own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from graphwright.grammar.records import SpokenRole
from graphwright.graph.rules.pascal_case import LONGEST_PHRASE
from graphwright.offline.meaning.casting import Participant, is_nobody
from graphwright.offline.meaning.naming import capitalized, cleaned, deed_name, object_of, shortened
from graphwright.offline.meaning.spoken import is_asked
from graphwright.offline.meaning.stated import Doing
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.text.folding import fold

_SYSTEMS: Final = frozenset(("MOD", "SYS"))
_LONGEST_STATE: Final = 3
"""Words of what something is made or said to be: `as clean`, `comme valable`."""


def known_or_new_name(doing: Doing, doers: Sequence[Participant], is_known: Callable[[str], bool]) -> str:
    """The name of a deed: where the model has it without where something is brought, that one."""
    name, whither = name_of_deed(doing, doers), _whither(doing)
    without = name.replace(f" {whither}", "", 1) if whither else name
    return without if without != name and not is_known(name) and is_known(without) else name


def name_of_deed(doing: Doing, doers: Sequence[Participant]) -> str:
    """The name of a deed; of one without a thing also where or by what it is done, or what it is done with."""
    language, verb = doing.sentence.language, _verb(doing)
    if doing.thing is not None and is_asked(doing.thing, vocabulary(language)):
        asked = object_of(doing.thing, language)
        return shortened(
            capitalized(f"{verb}, {asked}" if vocabulary(language).names.object_first else f"{verb} {asked}")
        )
    if doing.thing is not None:
        said = (object_of(doing.thing, language), _idiom(doing) or _state(doing))
        whole = " ".join(part for part in said if part)
        return deed_name(verb, whole if len(whole) + len(verb) < LONGEST_PHRASE else said[0], language)
    if beside := _asked_for(doing) or _where(doing) or _by_what(doing):
        return deed_name(verb, beside, language)
    # What a part does by itself is done with it: `the barrier lifts` is to lift the barrier; but `the robot cleans`.
    if fold(doing.verb) in vocabulary(language).relations["treat"] | vocabulary(language).relations["sounding"]:
        return deed_name(verb, "", language)
    alone = next((each for each in doers if each.node_type in _SYSTEMS), None)
    return deed_name(verb, object_of(alone.phrase, language) if alone else "", language)


def _verb(doing: Doing) -> str:
    """The verb; in French with the one that lets or makes it happen: `laisser passer`, `faire signer`."""
    verb = doing.clause.verb
    helpers = vocabulary(doing.sentence.language).letting
    helper = "" if verb is None or verb.passive else helpers.get(fold(verb.text.split(" ", 1)[0]), "")
    return f"{helper} {doing.verb}" if helper and doing.verb != helper else doing.verb


def _idiom(doing: Doing) -> str:
    """What a verb that says little needs beside its thing: `put into operation`, `in Betrieb nehmen`."""
    if fold(doing.verb) not in vocabulary(doing.sentence.language).relations["light"]:
        return ""
    for role in doing.clause.roles:
        is_bare = role.phrase.determiner == "none" and role.phrase.refers_to is None and " " not in role.phrase.name
        if role.preposition and is_bare and role.name in {"place", "goal", "about", "part"} and not role.phrase.members:
            return f"{role.preposition} {role.phrase.text}"
    idiom = next((each for each in doing.clause.adverbs if " " in each), "")  # `mettre en ligne`
    return idiom or _whither(doing)


def _whither(doing: Doing) -> str:
    """Where something is brought, as it is said: `in den Kühlofen`, `to the gate`, `au dépôt`."""
    for role in doing.clause.roles:
        is_plain = role.phrase.refers_to is None and not role.phrase.members and not role.taken_over
        if role.preposition and is_plain and role.name in {"goal", "receiver"}:
            language = doing.sentence.language  # German needs its article here, as it tells where to
            said = cleaned(role.phrase.text) if language == "de" else object_of(role.phrase, language)
            return f"{role.preposition} {said}"
    return ""


def _state(doing: Doing) -> str:
    """What the thing is made or said to be: `as clean`, `comme valable`; German says it bare at the end: `krank`."""
    for role in doing.clause.roles:
        if role.name == "kind" and role.preposition and len(role.phrase.text.split()) <= _LONGEST_STATE:
            return f"{role.preposition} {role.phrase.text}"
    last = cleaned(doing.clause.text.rsplit(" ", 1)[-1])
    said = [*doing.clause.adverbs, *(each.phrase.text for each in doing.clause.roles if each.name == "value")]
    is_stated = doing.sentence.language == "de" and last in said and last in vocabulary("de").phrases["state"]
    return last if is_stated else ""


def _asked_for(doing: Doing) -> str:
    """What a verb has behind a preposition of its own: `ask for the date`, `nach dem Datum fragen`."""
    language = doing.sentence.language
    governed = vocabulary(language).governed.get(fold(doing.verb), ())
    return next((_led(role, doing) for role in doing.clause.roles if fold(role.preposition) in governed), "")


def _where(doing: Doing) -> str:
    """Where a deed without a thing is done: `auf Grün schalten`, `appuyer sur le bouton`."""
    roles = (each for each in doing.clause.roles if each.name in {"goal", "place"} and each.preposition)
    return next((said for each in roles if (said := _led(each, doing))), "")


def _by_what(doing: Doing) -> str:
    """By what a deed without a thing is done, where only that tells it: `pay by card`, `mit Karte zahlen`."""
    roles = (
        each
        for each in doing.clause.roles
        if each.name == "means" and each.preposition and each.phrase.determiner == "none"
    )
    return next((said for each in roles if (said := _led(each, doing))), "")


def _led(role: SpokenRole, doing: Doing) -> str:
    """A phrase with its preposition; empty where it names nothing."""
    language = doing.sentence.language
    is_named = role.phrase.refers_to is None and not role.phrase.members and not is_nobody(role.phrase, language)
    return f"{role.preposition} {object_of(role.phrase, language)}" if is_named else ""
