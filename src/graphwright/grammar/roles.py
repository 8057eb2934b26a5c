"""What each phrase of a clause is to its verb: by preposition, word order and, in German, case. Knows one clause.

A role holds in any voice: of `the card is read by the terminal` the terminal is the doer and the card the thing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from graphwright.grammar.german_cases import case_of, is_dative_plural, is_event, is_genitive_form, is_nominative
from graphwright.grammar.preparing import as_phrase
from graphwright.grammar.records import RoleName, SpokenPhrase, SpokenRole, Token, VerbGroup
from graphwright.grammar.rules import GrammarRules, key, words_of
from graphwright.grammar.verbs import Chunk, is_finite, is_pronoun, is_rest, is_verb, stretches, tagged_as
from graphwright.text.folding import fold

_TIME_UNITS: Final = frozenset(("s", "ms", "min", "h", "d", "wk", "mo", "a"))


class ClauseRoles(Struct):
    """The roles of a clause and what was left over."""

    roles: list[SpokenRole]
    adverbs: list[str]
    uncovered: list[Token]


class _PlacedPhrase(Struct):
    """A phrase with its preposition and its side of the verb."""

    phrase: SpokenPhrase
    preposition: Token | None
    side: int
    """0 before the first verb, 1 behind it."""
    at: int = 0
    """Its place among the chunks of the clause."""


def roles_of(
    chunks: Sequence[Chunk],
    verb: VerbGroup | None,
    rules: GrammarRules,
    *,
    inverted: bool,
    shares: bool = False,
    told: bool = False,
) -> ClauseRoles:
    """The roles of the phrases of one clause.

    `inverted`: the subject stands behind the verb. `shares`: it stands in another clause. `told`: the clause before
    says who does something, so this one, too, does so and is no bare deed.
    """
    found = ClauseRoles([], [], [])
    places = _places(_parted(chunks, verb, rules) if verb is not None else chunks, rules, found)
    bare = [each for each in places if each.preposition is None]
    if verb is None:
        for place in places:
            found.roles.append(_placed(place, None, rules) if place.preposition is not None else _role("thing", place))
        return found
    shares = shares or (not told and _is_bare_infinitive(chunks, bare, rules))
    finite = next((each for each in chunks if isinstance(each, Token) and is_finite(each)), None)
    subject = None if shares else _subject(bare, rules, finite, inverted=inverted)
    others = [each for each in bare if each is not subject]
    handed = _handed(subject, others, verb, rules)
    getting = rules.verb_last and finite is not None and finite.lemma in rules.verbs["getting"] and verb.passive
    for place in places:
        if place is subject:
            found.roles.append(_role("receiver" if getting or handed else "thing" if verb.passive else "doer", place))
        elif _is_some(place, others, chunks, verb):
            found.roles.append(SpokenRole("thing", place.phrase))
        elif place.preposition is not None:
            found.roles.append(_placed(place, verb, rules, done_to=verb.passive or bool(others)))
        elif subject is None and _goes_on_without_helper(place, places, verb, rules):
            found.roles.append(_role("thing", place))
        else:
            found.roles.append(_role(_object(place, others, verb, rules), place))
    return found


def _handed(
    subject: _PlacedPhrase | None, others: Sequence[_PlacedPhrase], verb: VerbGroup, rules: GrammarRules
) -> bool:
    """English: does the subject of a passive get what stands behind it: `the calves are given warm milk`?"""
    if subject is None or rules.verb_last or not verb.passive or fold(verb.lemma) not in words_of("handing"):
        return False
    things = (each for each in others if not _is_time(each.phrase, rules))
    behind = [each for each in things if each.side == 1 and each.phrase.head and each.phrase.refers_to is None]
    return len(behind) == 1


def _goes_on_without_helper(
    place: _PlacedPhrase, places: list[_PlacedPhrase], verb: VerbGroup, rules: GrammarRules
) -> bool:
    """German: one more thing with its place and what is done, the helper was said: `und der Teig im Ofen gebacken`."""
    return (
        rules.verb_last
        and verb.passive
        and place is places[0]
        and len(places) > 1
        and is_nominative(place.phrase)
        and all(each.preposition is not None for each in places[1:])
    )


def _parted(chunks: Sequence[Chunk], verb: VerbGroup, rules: GrammarRules) -> list[Chunk]:
    """The same row with who does or gives it by itself: `wird die Waage vom Amt geprüft`, `reçoit l'acte du clerc`."""
    said = any(
        isinstance(each, Token) and each.tag == "preposition" and key(each) in words_of("leaving") for each in chunks
    )
    takes = fold(verb.lemma) in words_of("taking") and not said
    done = verb.passive and rules.verb_last
    found: list[Chunk] = []
    for place, chunk in enumerate(chunks):
        found.append(chunk)
        # `Die Karte vom Hafen wird geprüft`: what stands before the verb in the second place is one phrase.
        fronted = place + 2 < len(chunks) and place < 2 and tagged_as(chunks[place + 1], "auxiliary", "modal")  # noqa: PLR2004
        if not (takes or (done and not fronted)) or not isinstance(chunk, SpokenPhrase) or chunk.of is None:
            continue
        of = chunk.of
        at = max((number for number, each in enumerate(chunk.tokens) if each.end <= of.start), default=0)
        word = chunk.tokens[at]
        if at > 0 and word.tag == "preposition" and key(word) in words_of("leaving"):
            found[-1:] = [_cut(chunk, at), word, of]
    return found


def _cut(phrase: SpokenPhrase, at: int) -> SpokenPhrase:
    """A phrase up to one of its tokens."""
    end = phrase.tokens[at - 1].end
    length = end - phrase.start
    name = phrase.name[: len(phrase.name) - (phrase.end - end)].strip()
    return replace(phrase, text=phrase.text[:length], name=name, end=end, tokens=phrase.tokens[:at], of=None)


def stands_behind(chunks: Sequence[Chunk]) -> bool:
    """Does the subject come behind the verb, since a place comes first: `In the rack sit two pumps`?"""
    first = chunks[0] if chunks else None
    at = next((at for at, each in enumerate(chunks) if is_verb(each)), None)
    verb = chunks[at] if at is not None else None
    if not isinstance(first, Token) or first.tag != "preposition" or not isinstance(verb, Token) or at is None:
        return False
    if any(
        isinstance(each, SpokenPhrase) and not tagged_as(chunks[number - 1], "preposition")
        for number, each in enumerate(chunks[:at])
    ):
        return False
    told = "third" in verb.features and "imperative" not in verb.features and verb.text[-1] in "st"
    return told or verb.lemma in words_of("located")


def _is_some(place: _PlacedPhrase, others: list[_PlacedPhrase], chunks: Sequence[Chunk], verb: VerbGroup) -> bool:
    """French: is it some of a thing, `pèse du grain`, and not where it is from?"""
    if place.preposition is None or place.side == 0 or others or verb.passive or verb.copula:
        return False
    at = place.at - 2
    while at > 0 and tagged_as(chunks[at], "adverb"):
        at -= 1  # `vend aussi des tartes`
    if at < 0 or not is_verb(chunks[at]) or fold(verb.lemma) in words_of("of_something"):
        return False
    return key(place.preposition) in words_of("some") or (
        key(place.preposition) in {"de", "d'"} and place.phrase.determiner == "the"
    )


def _is_bare_infinitive(chunks: Sequence[Chunk], bare: list[_PlacedPhrase], rules: GrammarRules) -> bool:
    """German: `Korn mahlen`, `Konten zusammenlegen`: a deed without a doer. `Kinder lachen` is none."""
    if not is_rest(chunks, rules) or len(bare) != 1:
        return False
    if any(isinstance(each, Token) and key(each) in rules.polite for each in chunks):
        return True
    verb = chunks[-1]
    surely = isinstance(verb, Token) and "infinitive" in verb.features and not {"present", "third"} & verb.features
    return surely or not (bare[0].phrase.plural or bare[0].phrase.members)


def _places(chunks: Sequence[Chunk], rules: GrammarRules, found: ClauseRoles) -> list[_PlacedPhrase]:
    """The phrases of a clause; what is no phrase and no verb goes into `found`."""
    places: list[_PlacedPhrase] = []
    inside = {at for run in stretches(chunks, rules) for at in range(run.start, run.end)}
    preposition: Token | None = None
    side = 0
    loose: list[Token] = []
    for at, chunk in enumerate(chunks):
        if isinstance(chunk, SpokenPhrase) and fold(chunk.text) in words_of("reflexive") and preposition is None:
            found.adverbs.append(chunk.text)
        elif isinstance(chunk, SpokenPhrase):
            places.append(_PlacedPhrase(chunk, preposition, side, at))
            preposition = None
        elif is_verb(chunk):
            side, preposition = 1, None
        elif chunk.tag == "preposition":
            if preposition is not None:
                found.adverbs.append(preposition.text)
            preposition = chunk
        elif chunk.tag in {"adverb", "negation", "quantifier"}:
            found.adverbs.append(chunk.text)
        elif at in inside or chunk.tag in {"particle", "conjunction", "sign", "interjection", "question", "relative"}:
            continue
        elif chunk.tag in {"adjective", "number"}:
            loose.append(chunk)
            if at + 1 == len(chunks) or not tagged_as(chunks[at + 1], "adjective", "number"):
                places.append(_PlacedPhrase(as_phrase(loose), preposition, side, at))
                loose, preposition = [], None
        else:
            found.uncovered.append(chunk)
    if preposition is not None:
        found.adverbs.append(preposition.text)
    return places


def _role(name: RoleName, place: _PlacedPhrase) -> SpokenRole:
    return SpokenRole(name=name, phrase=place.phrase, preposition=place.preposition.text if place.preposition else "")


def _placed(place: _PlacedPhrase, verb: VerbGroup | None, rules: GrammarRules, *, done_to: bool = False) -> SpokenRole:
    """The role that a preposition gives. `done_to`: the verb has something that it is done to."""
    word = key(place.preposition) if place.preposition is not None else ""
    name: RoleName = rules.roles.get(word, "about")
    lemma = place.preposition.lemma if place.preposition is not None else ""
    if word not in rules.roles and fold(lemma) in rules.roles:
        name = rules.roles[fold(lemma)]
    if rules.verb_last and word in words_of("twoway"):
        name = "place" if _stays(place.phrase) else "receiver" if name == "receiver" else "goal"
    if rules.verb_last and name == "goal" and word in words_of("afterwards") and is_event(place.phrase):
        name = "time"
    if verb is not None and word in words_of("leaving") and fold(verb.lemma) in words_of("taking"):
        name = "source"
    if name == "receiver" and done_to and verb is not None and rules.giving and not _gives(verb, place.phrase, rules):
        name = "place"
    if word in words_of("occasions") and _is_occasion(place.phrase):
        name = "time"
    # `Les notifications par email sont envoyées`: before the verb it belongs to the subject.
    if verb is not None and verb.passive and word in rules.doers and (place.side == 1 or rules.verb_last):
        name = "doer"
    elif name == "doer":
        name = "means"
    if name in {"place", "means", "goal", "receiver", "about"} and _is_time(place.phrase, rules):
        name = "time"
    return _role(name, place)


def _stays(phrase: SpokenPhrase) -> bool:
    """German: does the case behind `in`, `an` or `auf` say where something is, rather than where it goes?"""
    word = fold(phrase.tokens[0].text) if phrase.tokens else ""
    return not phrase.quoted and word not in words_of("accusative") | words_of("goals")


def role_behind(preposition: Token, phrase: SpokenPhrase, verb: VerbGroup, rules: GrammarRules) -> RoleName:
    """The role of a phrase behind a preposition, wherever it stands."""
    return _placed(_PlacedPhrase(phrase, preposition, 0), verb, rules).name


def _gives(verb: VerbGroup, phrase: SpokenPhrase, rules: GrammarRules) -> bool:
    """Does somebody give, tell or join something to somebody or something? `redonner` does what `donner` does.

    Who is named by what they do, such as `éleveur`, is no place.
    """
    lemma, head = fold(verb.lemma), fold(phrase.members[0].head if phrase.members else phrase.head)
    if head.endswith(tuple(words_of("acting"))) and head not in words_of("not_acting"):
        return True
    return any(each in rules.giving for each in (lemma, lemma.removeprefix("re"), lemma.removeprefix("r")))


def _is_occasion(phrase: SpokenPhrase) -> bool:
    """German: is it what happens, `bei Regen`, rather than a person or place, `bei der Post`, `bei Anna`?"""
    named = any(each.tag == "name" for each in phrase.tokens)
    return phrase.determiner == "none" and not phrase.plural and phrase.refers_to is None and not named


def _is_time(phrase: SpokenPhrase, rules: GrammarRules) -> bool:
    if fold(phrase.head) in rules.times:
        nouns = [key(each) for each in phrase.tokens if each.tag == "noun"]
        return all(each in rules.times for each in nouns[:-1])  # `finds the thread end`
    return bool(phrase.measures) and all(each.unit in _TIME_UNITS for each in phrase.measures)


def _names_time(place: _PlacedPhrase, verb: VerbGroup, rules: GrammarRules) -> bool:
    """Is it a time that something has, rather than when it does: `has a start time`?"""
    return place.side == 1 and fold(verb.lemma) in rules.verbs["have"] and not place.phrase.measures


def _subject(
    bare: list[_PlacedPhrase], rules: GrammarRules, finite: Token | None, *, inverted: bool
) -> _PlacedPhrase | None:
    """The phrase that the verb agrees with."""
    bare = [each for each in bare if each.phrase.head or any(token.tag == "number" for token in each.phrase.tokens)]
    if rules.verb_last:
        return _german_subject(bare, finite)
    before = [each for each in bare if each.side == 0 and not _is_clitic(each.phrase)]
    if before:
        return before[0] if finite is None else before[-1]  # `the apprentice the tulips`: the verb was said before
    behind = [each for each in bare if each.side == 1 and (inverted or _is_nominative(each.phrase))]
    return behind[0] if behind else None


def _german_subject(bare: list[_PlacedPhrase], finite: Token | None) -> _PlacedPhrase | None:
    free = [each for each in bare if not case_of(each.phrase) and not _is_clitic(each.phrase)]
    if not free:
        return None
    before = [each for each in free if each.side == 0]
    first = (before or free)[0]
    if not before and first.phrase.refers_to is not None and not is_nominative(first.phrase):
        # `Danach prüft sie der Koch`: what stands for a thing goes before who does it.
        return next((each for each in free if is_nominative(each.phrase)), first)
    if before and not is_nominative(first.phrase):
        # `Den Acker eggt der Knecht`, `Die Rechnungen prüft sie`: another case or number tells the subject behind.
        behind = [each for each in free if each.side == 1 and each.phrase.refers_to is None]
        surely = next((each for each in behind if is_nominative(each.phrase)), None)
        if surely is not None:
            return surely
        if _disagree(first.phrase, finite):
            return next((each for each in behind if not _disagree(each.phrase, finite)), first)
    return first


def _disagree(phrase: SpokenPhrase, finite: Token | None) -> bool:
    """Is the verb of one and the phrase surely several, or the other way round?"""
    if finite is None or phrase.refers_to is not None or "third" not in finite.features:
        return False
    if phrase.members:
        return False
    if "plural" in finite.features:
        return not phrase.plural and phrase.determiner == "a"
    return phrase.plural and "singular" in finite.features


def _is_clitic(phrase: SpokenPhrase) -> bool:
    return phrase.refers_to is not None and any(
        fold(phrase.text) in words_of(name) for name in ("things", "receivers", "reflexive", "proadverbs")
    )


def _is_nominative(phrase: SpokenPhrase) -> bool:
    """A French or English pronoun that is only a subject: `-il`, `on`, `they`."""
    return phrase.refers_to is not None and any("nominative" in each.features for each in phrase.tokens)


def _object(place: _PlacedPhrase, others: list[_PlacedPhrase], verb: VerbGroup, rules: GrammarRules) -> RoleName:
    """What a phrase without a preposition is, that is no subject."""
    word = fold(place.phrase.text)
    if word in words_of("proadverbs"):
        return "about"
    if is_pronoun(place.phrase) and word in words_of("receivers"):
        return "receiver"
    if verb.copula:
        return "kind" if place.phrase.head else "value"
    if place.phrase.measures and not place.phrase.head:
        return "value"
    noted = place.side == 1 and place.phrase.of is not None and others == [place]  # `enregistre l'heure d'arrivée`
    if _is_time(place.phrase, rules) and not noted and not _names_time(place, verb, rules):
        return "time"
    if not place.phrase.head and place.phrase.refers_to is None:
        return "value"
    if rules.verb_last and _is_given_to(place, others):
        return "receiver"
    after = next((each for each in others if each.phrase.start > place.phrase.start), None)
    adjacent = after is not None and after.at == place.at + 1 and place.side == 1
    if (
        not rules.verb_last
        and adjacent
        and after is not None
        and not is_pronoun(after.phrase)
        and not _is_time(after.phrase, rules)
    ):
        return "receiver" if after.phrase.head else "thing"
    return "thing"


def _is_given_to(place: _PlacedPhrase, others: list[_PlacedPhrase]) -> bool:
    """German: is a phrase that is no subject a dative: `der Feuerwehr`, and `den Eltern` before a thing?"""
    if case_of(place.phrase) == "dative" or is_genitive_form(place.phrase):
        return True
    thing = next((each for each in others if each.phrase.start > place.phrase.start), None)
    return thing is not None and thing.side == 1 and thing.phrase.refers_to is None and is_dative_plural(place.phrase)


def taken_over(role: SpokenRole) -> SpokenRole:
    """The same role in a clause that leaves it out."""
    return replace(role, taken_over=True)
