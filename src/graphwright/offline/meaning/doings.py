"""A clause as a deed: who does it, with what, from whom and to whom. Pronouns are replaced, nothing is cast."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from graphwright.grammar.records import SentenceReading, SpokenClause, SpokenPhrase
from graphwright.grammar.rules import normal, words_of
from graphwright.offline.meaning.casting import kind_of, may_take_part
from graphwright.offline.meaning.naming import cleaned, without_owner
from graphwright.offline.meaning.reserved import ALLOWING
from graphwright.offline.meaning.spoken import (
    acted_on,
    asked_behind,
    denied,
    is_circumstance,
    is_worded,
    meant,
    members,
    phrases,
    whole,
)
from graphwright.offline.meaning.stated import (
    Doing,
)
from graphwright.offline.meaning.vocabulary import (
    MeaningVocabulary,
)
from graphwright.text.folding import fold

_ARROWS: Final = frozenset(("->", "→", "=>"))


def doing_of(sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary) -> Doing:
    """The deed of a clause with a verb."""
    if words.language == "de" and any(each.word in _ARROWS for each in sentence.links):
        clause = acted_on(clause)
    clause = _with_most(clause)
    verb = clause.verb
    assert verb is not None  # noqa: S101 the caller looked
    if _needs_from(clause, words):
        verb = replace(verb, lemma=next(iter(words.relations["getting"])))
        clause = replace(clause, verb=verb)
    partners = [
        each.phrase for each in clause.roles if each.name == "means" and fold(each.preposition) in words.phrases["with"]
    ]
    goals = phrases(clause, "receiver", "goal")
    places = phrases(clause, "place", "means")
    moves = fold(verb.lemma) in words.relations["move"] and whole(clause, "thing") is None
    goals = goals or (phrases(clause, "place") if moves else [])
    moves = moves and bool(goals)
    thing, given = _given(clause, words)
    thing, givers = _taken(thing, clause, words)
    thing = _reported(clause, sentence, words) or thing or _wondered(clause, sentence)
    return Doing(
        sentence=sentence,
        clause=clause,
        doers=tuple(each for each in phrases(clause, "doer") if not _is_no_doer(each, sentence, clause, words)),
        verb=verb.lemma,
        thing=thing,
        receivers=(*given, *goals),
        partners=tuple(each for partner in partners for each in members(partner)),
        sources=(*_givers(clause, words), *givers),
        places=() if moves else tuple(places),
        allowed=verb.modality in ALLOWING,
        denied=verb.negated or (bool(denied(clause, "doer")) and not phrases(clause, "doer")),
        apart=is_worded(clause, words.phrases["merely"] | words.phrases["meanwhile"]) or _is_meantime(clause, words),
        hands_on=moves,
    )


def _with_most(clause: SpokenClause) -> SpokenClause:
    """`Carries up to eight persons`: so many at most are what it is done to, and nowhere that it goes."""
    if phrases(clause, "thing"):
        return clause
    roles = [
        replace(each, name="thing", preposition="")
        if normal(fold(each.preposition)) in words_of("upmost") and each.phrase.count is not None
        else each
        for each in clause.roles
    ]
    return replace(clause, roles=tuple(roles))


def _needs_from(clause: SpokenClause, words: MeaningVocabulary) -> bool:
    """`The planner needs the hours from the foreman`, French also `a besoin des plans de l'architecte`: gets them."""
    verb, thing = clause.verb, whole(clause, "thing")
    if verb is None or verb.negated or thing is None or not phrases(clause, "doer"):
        return False
    needs = fold(verb.lemma) in words.relations["need"]
    givers = phrases(clause, "source")
    if words.language == "fr":
        needs = needs or is_worded(clause, words.phrases["needless"])
        givers = [*givers, *([] if thing.of is None else [thing.of])]
    return needs and any(may_take_part(each, words.language) for each in givers)


def _givers(clause: SpokenClause, words: MeaningVocabulary) -> list[SpokenPhrase]:
    """From whom something is got; French `reçoit de la gérante la liste` says so as it says what something is of."""
    found = phrases(clause, "source")
    is_got = clause.verb is not None and fold(clause.verb.lemma) in words.relations["get"]
    if words.language == "fr" and is_got and whole(clause, "thing") is not None:
        found += [each for each in phrases(clause, "part") if may_take_part(each, "fr")]
    return found


def _is_meantime(clause: SpokenClause, words: MeaningVocabulary) -> bool:
    """Is it done at the same time as the rest: `pendant ce temps`?"""
    return any(each in fold(clause.text) for each in words.phrases["meantime"])


def _is_no_doer(
    phrase: SpokenPhrase, sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary
) -> bool:
    """One who only speaks, `we`, or a heading before a colon."""
    if any(each.taken_over and each.name == "doer" for each in clause.roles):
        return fold(phrase.name) in words.phrases["speaker"]
    behind = sentence.text[phrase.end - sentence.start :].lstrip()
    is_meant = any(each.name == "doer" and each.phrase.refers_to is not None for each in clause.roles)
    return fold(phrase.name) in words.phrases["speaker"] or (behind.startswith(":") and not is_meant)


def _reported(clause: SpokenClause, sentence: SentenceReading, words: MeaningVocabulary) -> SpokenPhrase | None:
    """What `meldet das` tells: the state that was said before it, `Rechen verstopft`, and not the thing in it."""
    verb = clause.verb
    lemma = "" if verb is None else fold(verb.lemma)
    if not any(lemma in words.relations[each] for each in ("notify", "say", "send", "show")):
        return None
    told = [each.phrase for each in clause.roles if each.name == "thing" and fold(each.phrase.text) in words_of("told")]
    state = next(
        (each for each in sentence.clauses if each.end <= clause.start and is_circumstance(each, sentence)), None
    )
    if not told or state is None or state.verb is None:
        return None
    subject = next(iter(phrases(state, "thing" if state.verb.passive else "doer")), None)
    values = [each.text for each in phrases(state, "value")] or [
        state.verb.text.split(" ")[0 if words.language == "de" else -1]
    ]
    if subject is None or not (state.verb.copula or state.verb.passive):
        return None
    name = cleaned(" ".join((subject.name, *values)))
    return replace(told[0], text=name, name=name, head=subject.head, refers_to=None)


def _wondered(clause: SpokenClause, sentence: SentenceReading) -> SpokenPhrase | None:
    """What is seen, known or asked where that is a clause: `see who is behind on rent`."""
    verb, asked = clause.verb, asked_behind(clause, sentence)
    if verb is None or asked is None or phrases(clause, "thing"):
        return None
    said = cleaned(sentence.text[verb.end - sentence.start : asked.end - sentence.start])
    return SpokenPhrase(text=said, name=said, head=said, start=verb.end, end=asked.end)


def _taken(
    thing: SpokenPhrase | None, clause: SpokenClause, words: MeaningVocabulary
) -> tuple[SpokenPhrase | None, tuple[SpokenPhrase, ...]]:
    """What is got, and from whom where that stands behind it: `bekommt die Bestellung vom Kellner`."""
    lemma = fold(clause.verb.lemma) if clause.verb is not None else ""
    if thing is None or lemma not in words.relations["get"] or phrases(clause, "source"):
        return thing, ()
    if owner := _named_giver(thing, words):
        return thing, (owner,)
    giver = thing.of
    if giver is None or not may_take_part(giver, words.language):
        return thing, ()
    plain = without_owner(thing)
    return (replace(thing, name=plain, text=plain, of=None), (giver,)) if plain else (thing, ())


def _named_giver(thing: SpokenPhrase, words: MeaningVocabulary) -> SpokenPhrase | None:
    """`Customer orders`, `star tracker data`: English names the giver before what is got."""
    outer, _, head = thing.name.rpartition(" ")
    if words.language != "en" or not outer or fold(head) not in words.kinds["document"]:
        return None
    giver = SpokenPhrase(text=outer, name=outer, head=outer.split(" ")[-1], start=thing.start, end=thing.end)
    return giver if kind_of(giver, "en") in {"person", "device"} else None


def _given(clause: SpokenClause, words: MeaningVocabulary) -> tuple[SpokenPhrase | None, tuple[SpokenPhrase, ...]]:
    """What is handed on, and to whom where that is said by its case alone: `meldet der Zentrale die Störung`."""
    things = [said for each in clause.roles if each.name == "thing" and (said := meant(each.phrase)) is not None]
    lemma = fold(clause.verb.lemma) if clause.verb is not None else ""
    hands = any(lemma in words.relations[each] for each in ("send", "show", "pass"))
    takes = [may_take_part(each, words.language) for each in things[:2]]
    if hands and takes == [True, False]:
        return things[1], (things[0],)
    return whole(clause, "thing"), ()
