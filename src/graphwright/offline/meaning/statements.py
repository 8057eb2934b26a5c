"""What the clauses of a sentence state: somebody does something, a whole has parts, something is demanded.

A statement still speaks in phrases; what they are in the model is for others. Questions, small talk and what is only
mused about state nothing and are left to the dialogue.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace as _replaced
from typing import Final, TypeAlias

from msgspec.structs import replace

from graphwright.grammar.records import LayoutRow, RoleName, SentenceReading, SpokenClause, SpokenPhrase
from graphwright.offline.meaning.casting import Kind, kind_of
from graphwright.offline.meaning.duties import ALLOWING, is_demanding
from graphwright.offline.meaning.spoken import (
    denied,
    is_composed,
    is_worded,
    meant,
    members,
    phrases,
    typed,
    unknown,
    whole,
)
from graphwright.offline.meaning.stories import role_of, wish_in
from graphwright.offline.meaning.vocabulary import (
    LONGEST_TYPE_WORD,
    MeaningVocabulary,
    node_type_of,
    small_words,
    vocabulary,
)
from graphwright.text.folding import fold

# A list of infinitives has more members than an order has verbs.
_MIN_STEPS: Final = 3
# `ing` and `er` alone are no activities.
_SHORTEST_ACTIVITY: Final = 4
_PARTS: Final = re.compile(r"[^,;\n]+")
_TAKERS: Final[frozenset[Kind | None]] = frozenset(("person", "organisation", "device", "software", "system"))


@dataclass(frozen=True, slots=True)
class Doing:
    """Somebody or something does something."""

    sentence: SentenceReading
    clause: SpokenClause
    doers: tuple[SpokenPhrase, ...]
    verb: str
    thing: SpokenPhrase | None
    receivers: tuple[SpokenPhrase, ...] = ()
    partners: tuple[SpokenPhrase, ...] = ()
    """With whom it is done."""
    sources: tuple[SpokenPhrase, ...] = ()
    places: tuple[SpokenPhrase, ...] = ()
    allowed: bool = False
    """It may or can be done: said of no moment, so it has no order."""
    denied: bool = False
    apart: bool = False
    """It is set against the rest, `the guard only opens the gate`: no step of an order."""
    hands_on: bool = False
    """It only says where something goes: `the letter goes to the clerk`."""


@dataclass(frozen=True, slots=True)
class Composing:
    """A whole has parts."""

    sentence: SentenceReading
    wholes: tuple[SpokenPhrase, ...]
    parts: tuple[SpokenPhrase, ...]


@dataclass(frozen=True, slots=True)
class Carrying:
    """What is done is done by a part: `milling runs on the drive unit`."""

    sentence: SentenceReading
    carriers: tuple[SpokenPhrase, ...]
    carried: tuple[SpokenPhrase, ...]


@dataclass(frozen=True, slots=True)
class Typing:
    """Something is of a type, or is not."""

    sentence: SentenceReading
    subjects: tuple[SpokenPhrase, ...]
    node_type: str
    denied: bool = False
    owner: SpokenPhrase | None = None
    """`functions of the tower`: what they belong to."""


@dataclass(frozen=True, slots=True)
class Demanding:
    """Something shall be so: the sentence is kept as it is."""

    sentence: SentenceReading


@dataclass(frozen=True, slots=True)
class Ordering:
    """Somebody asks for a change of the model itself."""

    sentence: SentenceReading
    clause: SpokenClause
    order: str


@dataclass(frozen=True, slots=True)
class Listing:
    """Elements are listed under a heading, or with their types before them."""

    sentence: SentenceReading
    members: tuple[SpokenPhrase, ...]
    node_type: str | None = None
    whole: SpokenPhrase | None = None
    """What they belong to."""


@dataclass(frozen=True, slots=True)
class Chaining:
    """Arrows lead from one to the next."""

    sentence: SentenceReading
    members: tuple[SpokenPhrase, ...]


@dataclass(frozen=True, slots=True)
class Using:
    """Something that is done takes something in: `dosing depends on the level`."""

    sentence: SentenceReading
    users: tuple[SpokenPhrase, ...]
    inputs: tuple[SpokenPhrase, ...]


@dataclass(frozen=True, slots=True)
class Proceeding:
    """Steps named by nouns, each with what carries it out: `sorting by the shaker, then drying`."""

    sentence: SentenceReading
    steps: tuple[tuple[SpokenPhrase, tuple[SpokenPhrase, ...]], ...]


Statement: TypeAlias = (
    Doing | Composing | Carrying | Typing | Demanding | Ordering | Listing | Chaining | Using | Proceeding
)


def statements_of(sentence: SentenceReading, *, demands: bool | None = None) -> list[Statement]:
    """What a sentence states, clause by clause. `demands`: whether it is a requirement, where somebody said so."""
    if sentence.text.rstrip().endswith("?"):
        return []
    if demands is None and (role := role_of(sentence)) is not None:
        return _told(sentence, role)
    if is_demanding(sentence) if demands is None else demands:
        return [Demanding(sentence)]
    if listed := _typed_list(sentence):
        return [listed]
    if sentence.layout is not None and (laid_out := _laid_out(sentence, sentence.layout)):
        return laid_out
    words = vocabulary(sentence.language)
    stated: list[Statement] = []
    clauses = in_order(sentence)
    for at, clause in enumerate(clauses):
        if not _states(clause, sentence):
            continue
        following = clauses[at + 1] if at + 1 < len(clauses) else None
        listed = _listed(sentence, clause, following, words)
        spoken = _wondering(sentence, _completed(at, clauses, words), words)
        stated += [listed] if listed is not None else _stated(sentence, spoken, words)
    return stated or _fragments(sentence)


def _told(sentence: SentenceReading, role: SpokenPhrase) -> list[Statement]:
    """A user story: kept in its words, and what is wanted as a deed of whom it speaks."""
    wanted = wish_in(sentence, role)
    if wanted is None:
        return [Demanding(sentence)]
    doing = _doing(sentence, wanted, vocabulary(sentence.language))
    return [_replaced(doing, doers=(role,), allowed=True), Demanding(sentence)]


def _laid_out(sentence: SentenceReading, layout: LayoutRow) -> list[Statement]:
    """What layout says: a list under its heading, a chain, a sum of parts."""
    if layout.kind == "chain":
        return [Chaining(sentence, layout.members)]
    if layout.kind == "sum":
        whole = SpokenPhrase(
            text=layout.label, name=layout.label, head=layout.label, start=sentence.start, end=sentence.end
        )
        return [Composing(sentence, (whole,), layout.members)]
    listed = [_without_article(each) for each in layout.members]
    if layout.kind == "pair" and not listed and types_said(layout.label.split(" ", 1)[0]):
        listed = _split_names(layout.text, sentence)
    elif layout.kind != "heading":
        return []
    said = types_said(layout.label)
    if (outer := _whole_of(layout, sentence)) is not None and listed:
        return [Composing(sentence, (outer,), tuple(listed))]
    if not said:
        return []
    places = [each for clause in sentence.clauses for each in phrases(clause, "about", "place", "receiver", "whole")]
    leads = types_said(layout.label.split(" ", 1)[0])
    return [Listing(sentence, tuple(listed), (leads or said[-1:])[0], next(iter(places), None))]


def _whole_of(layout: LayoutRow, sentence: SentenceReading) -> SpokenPhrase | None:
    """`Structure of the mill: ...`, `The kit contains: ...`: what a list is the parts of."""
    words = vocabulary(sentence.language)
    label = layout.label.split()
    if label and fold(label[0]) in words.phrases["composition"] | words.phrases["part"]:
        while label and (fold(label[0]) in words.phrases["composition"] | words.phrases["part"] | small_words()):
            label.pop(0)
        name = " ".join(label)
        return _spoken(name, sentence) if name and node_type_of(name) is None else None
    for clause in sentence.clauses:
        contains = clause.verb is not None and fold(clause.verb.lemma) in words.relations["contain"]
        if contains and not phrases(clause, "thing", "part"):
            return next(iter(phrases(clause, "doer")), None)
    return None


def _without_article(phrase: SpokenPhrase) -> SpokenPhrase:
    """A member of a list as it is named: `une pompe` is a `pompe`."""
    first, _, rest = phrase.name.partition(" ")
    return replace(phrase, name=rest) if rest and not phrase.quoted and fold(first) in small_words() else phrase


def _spoken(name: str, sentence: SentenceReading) -> SpokenPhrase:
    head = name.split(" ")[0 if sentence.language == "fr" else -1]
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


def _typed_list(sentence: SentenceReading) -> Listing | None:
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


def _fragments(sentence: SentenceReading) -> list[Statement]:
    """Names with their types and no verb: `SYS Mill, ACTOR Miller`."""
    if (steps := _steps(sentence)) is not None:
        return [steps]
    named = [each for clause in sentence.clauses if clause.verb is None for each in phrases(clause, "thing", "kind")]
    if named and all(typed(each)[0] is not None for each in named):
        return [Listing(sentence, tuple(named))]
    return []


def _steps(sentence: SentenceReading) -> Proceeding | None:
    """What is done, in nouns and in order; a mere list of nouns says no order."""
    words = vocabulary(sentence.language)
    if any(each.verb is not None for each in sentence.clauses):
        return None
    found: list[tuple[SpokenPhrase, tuple[SpokenPhrase, ...]]] = []
    for role in (role for clause in sentence.clauses for role in clause.roles):
        if role.name == "thing":
            found += [(each, ()) for each in members(role.phrase)]
        elif role.name == "means" and found and fold(role.preposition) in words.phrases["by"]:
            found[-1] = (found[-1][0], (*found[-1][1], *members(role.phrase)))
    in_turn = words.phrases["sequence"] & {fold(each) for clause in sentence.clauses for each in clause.adverbs}
    is_done = all(is_activity(each, words) for each, _ in found)
    return Proceeding(sentence, tuple(found)) if len(found) > 1 and in_turn and is_done else None


def _listed(
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


def _completed(at: int, clauses: Sequence[SpokenClause], words: MeaningVocabulary) -> SpokenClause:
    """A clause with what its neighbours say for it: `checks, signs and files the form`, `only the boss does`."""
    clause = clauses[at]
    verb = clause.verb
    if verb is None or phrases(clause, "thing") or unknown(clause):
        return clause
    before = clauses[at - 1] if at else None
    if fold(verb.lemma) in words.phrases["pro"] and before is not None and before.verb is not None:
        shared = [each for each in before.roles if each.name != "doer"]
        spoken = replace(before.verb, modality=verb.modality, negated=verb.negated)
        return replace(clause, verb=spoken, roles=(*clause.roles, *shared))
    if (
        verb.passive
        or any(each.name != "doer" for each in clause.roles)
        or fold(verb.lemma) in words.relations["still"]
    ):
        return clause
    for after in clauses[at + 1 :]:
        if after.verb is None or after.verb.passive or not _takes_over(after, "doer"):
            break
        things = [each for each in after.roles if each.name == "thing"]
        if things:
            return replace(clause, roles=(*clause.roles, *things))
        if len(after.roles) > 1:
            break
    return clause


def _wondering(sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary) -> SpokenClause:
    """`checks whether the gate is shut`: what is checked is the gate."""
    if phrases(clause, "thing") or clause.verb is None:
        return clause
    for link in sentence.links:
        asked = next((each for each in sentence.clauses if each.index == link.source), None)
        if link.target != clause.index or asked is None or asked.start < clause.verb.end:
            continue
        if fold(link.word) in words.phrases["whether"]:
            subject = [replace(each, name="thing") for each in asked.roles if each.name in {"doer", "thing"}][:1]
            return replace(clause, roles=(*clause.roles, *subject))
    return clause


def _takes_over(clause: SpokenClause, role: RoleName) -> bool:
    return any(each.name == role and each.taken_over for each in clause.roles)


def in_order(sentence: SentenceReading) -> list[SpokenClause]:
    """The clauses of a sentence as things happen: in the order of its words, unless a link says otherwise."""
    waits_for: dict[int, set[int]] = {each.index: set() for each in sentence.clauses}
    for link in sentence.links:
        if link.kind in {"then", "before"} and link.target in waits_for:
            waits_for[link.target].add(link.source)
    waiting, found = list(sentence.clauses), list[SpokenClause]()
    while waiting:
        done = {each.index for each in found}
        at = next((i for i, each in enumerate(waiting) if waits_for[each.index] <= done), 0)
        found.append(waiting.pop(at))
    return found


def _states(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Does a clause state something by itself?"""
    if clause.verb is None or clause.mood in {"question", "talk"} or clause.hedged:
        return False
    if clause.kind == "content":
        return _is_quoted(clause, sentence)
    return clause.kind in {"main", "relative"} or (clause.kind == "condition" and _happens(clause, sentence))


def _is_quoted(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Is it what somebody says: `the brewer says that the pump lifts the beer`?"""
    words = vocabulary(sentence.language)
    frames = {
        each.target
        for each in sentence.links
        if each.kind == "content" and each.source == clause.index and fold(each.word) in words.phrases["that"]
    }
    said = [each.verb for each in sentence.clauses if each.index in frames and each.mood == "statement"]
    return any(each is not None and not each.negated and fold(each.lemma) in words.relations["say"] for each in said)


def _happens(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Is it something that happens first, rather than a condition: `when the guest rings`?"""
    words = {fold(each.word) for each in sentence.links if each.source == clause.index}
    is_moment = bool(words & vocabulary(sentence.language).phrases["when"]) or any(
        each.kind in {"then", "before"} and each.source == clause.index for each in sentence.links
    )
    return is_moment and bool(phrases(clause, "doer")) and bool(phrases(clause, "thing"))


def _stated(sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary) -> list[Statement]:
    verb = clause.verb
    assert verb is not None  # noqa: S101 the caller looked
    lemma = fold(verb.lemma)
    if clause.mood in {"order", "wish"} and (order := _order(lemma, words)):
        return [Ordering(sentence, clause, order)]
    if clause.mood == "order" and sum(each.mood == "order" for each in sentence.clauses) < _MIN_STEPS:
        return []  # one order that is none of ours is for somebody else; several are steps
    if verb.copula:
        return _typed(sentence, clause)
    contains = lemma in words.relations["contain"] or is_composed(clause, words)
    if contains and not verb.negated and (found := _composing(sentence, clause)):
        return [found]
    if lemma in words.relations["runs"] and not verb.negated and (ran := _running(sentence, clause)):
        return [ran]
    if lemma in words.relations["carry"] and not verb.negated and (carried := _carrying(sentence, clause, words)):
        return [carried]
    if lemma in words.relations["use"] and not verb.negated and (used := _using(sentence, clause, words)):
        return [used]
    return [_doing(sentence, clause, words)]


def _order(lemma: str, words: MeaningVocabulary) -> str | None:
    return next((order for order, lemmas in words.orders.items() if lemma in lemmas), None)


def _typed(sentence: SentenceReading, clause: SpokenClause) -> list[Statement]:
    kind = whole(clause, "kind")
    node_type = node_type_of(kind.head or kind.name) if kind is not None else None
    subjects = tuple(phrases(clause, "doer", "thing"))
    if node_type is None or not subjects:
        return []
    is_denied = clause.verb is not None and clause.verb.negated
    owner = kind.of if kind is not None else None
    return [Typing(sentence, subjects, node_type, denied=is_denied, owner=owner)]


def _composing(sentence: SentenceReading, clause: SpokenClause) -> Composing | None:
    speakers = vocabulary(sentence.language).phrases["speaker"]
    wholes, parts = phrases(clause, "whole", "doer"), phrases(clause, "part", "thing")
    if not wholes or all(fold(each.name) in speakers for each in wholes):
        wholes = phrases(clause, "place", "about") if len(parts) > 1 else []
    parts = parts or phrases(clause, "source", "means")  # `besteht aus`
    passive = clause.verb is not None and clause.verb.passive
    if passive and not phrases(clause, "whole"):
        wholes, parts = phrases(clause, "thing"), phrases(clause, "part", "means", "source", "about")
    if any(kind_of(each, sentence.language) == "person" for each in wholes):
        return None  # people have things, but no parts
    return Composing(sentence, tuple(wholes), tuple(parts)) if wholes and parts else None


def _running(sentence: SentenceReading, clause: SpokenClause) -> Carrying | None:
    carried, carriers = phrases(clause, "doer", "thing"), phrases(clause, "place", "means")
    if any(kind_of(each, sentence.language) == "person" for each in carried):
        return None
    return Carrying(sentence, tuple(carriers), tuple(carried)) if carried and carriers else None


def _carrying(sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary) -> Carrying | None:
    """`The mount takes over tracking`: of a thing that is done."""
    carriers, carried = phrases(clause, "doer"), phrases(clause, "thing")
    if (
        carried
        and all(is_activity(each, words) for each in carriers)
        and not any(_is_deed_word(each, words) for each in carried)
    ):
        carriers, carried = carried, carriers  # `Das Nachführen übernimmt die Montierung`: the part may stand last
    done = [each for each in carried if each.quoted or typed(each)[0] == "FUNC" or _is_deed_word(each, words)]
    return (
        Carrying(sentence, tuple(carriers), tuple(carried))
        if carriers and carried and len(done) == len(carried)
        else None
    )


def _using(sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary) -> Using | None:
    """`Dosing depends on the level`: of something that is done."""
    users = phrases(clause, "doer")
    inputs = phrases(clause, "thing", "part", "about", "source", "receiver", "place", "means")
    if not inputs or not users or not all(is_activity(each, words) for each in users):
        return None
    return Using(sentence, tuple(users), tuple(inputs))


def _is_deed_word(phrase: SpokenPhrase, words: MeaningVocabulary) -> bool:
    return is_activity(phrase, words) and kind_of(phrase, words.language) is None


def is_activity(phrase: SpokenPhrase, words: MeaningVocabulary) -> bool:
    """Does a noun phrase name something that is done, by its ending: `milling`, `Wiegen`, `dosage`?"""
    endings = tuple(words.kinds["activityEnds"])
    spoken = [fold(each) for each in (phrase.name or phrase.text).split()]
    outer = spoken[:1] if words.language == "fr" else spoken[-1:]
    return any(
        each.endswith(endings) and len(each) > _SHORTEST_ACTIVITY for each in (fold(phrase.head), *outer) if each
    )


def _doing(sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary) -> Doing:
    verb = clause.verb
    assert verb is not None  # noqa: S101 the caller looked
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
    return Doing(
        sentence=sentence,
        clause=clause,
        doers=tuple(each for each in phrases(clause, "doer") if not _is_no_doer(each, sentence, words)),
        verb=verb.lemma,
        thing=thing,
        receivers=(*given, *goals),
        partners=tuple(each for partner in partners for each in members(partner)),
        sources=(*phrases(clause, "source"), *givers),
        places=() if moves else tuple(places),
        allowed=verb.modality in ALLOWING,
        denied=verb.negated or (bool(denied(clause, "doer")) and not phrases(clause, "doer")),
        apart=is_worded(clause, words.phrases["merely"]),
        hands_on=moves,
    )


def _is_no_doer(phrase: SpokenPhrase, sentence: SentenceReading, words: MeaningVocabulary) -> bool:
    """One who only speaks, `we`, or a heading before a colon."""
    behind = sentence.text[phrase.end - sentence.start :].lstrip()
    return fold(phrase.name) in words.phrases["speaker"] or behind.startswith(":")


def _taken(
    thing: SpokenPhrase | None, clause: SpokenClause, words: MeaningVocabulary
) -> tuple[SpokenPhrase | None, tuple[SpokenPhrase, ...]]:
    """What is got, and from whom where that stands behind it: `bekommt die Bestellung vom Kellner`."""
    lemma = fold(clause.verb.lemma) if clause.verb is not None else ""
    giver = thing.of if thing is not None and lemma in words.relations["get"] else None
    if thing is None or giver is None or kind_of(giver, words.language) not in _TAKERS:
        return thing, ()
    at = thing.name.rfind(giver.name)
    plain = thing.name[:at].split() if at > 0 else []
    while plain and fold(plain[-1]) in small_words():
        plain.pop()
    if not plain:
        return thing, ()
    return replace(thing, name=" ".join(plain), text=" ".join(plain), of=None), (giver,)


def _given(clause: SpokenClause, words: MeaningVocabulary) -> tuple[SpokenPhrase | None, tuple[SpokenPhrase, ...]]:
    """What is handed on, and to whom where that is said by its case alone: `meldet der Zentrale die Störung`."""
    things = [said for each in clause.roles if each.name == "thing" and (said := meant(each.phrase)) is not None]
    lemma = fold(clause.verb.lemma) if clause.verb is not None else ""
    hands = any(lemma in words.relations[each] for each in ("send", "show", "pass"))
    takes = [kind_of(each, words.language) in _TAKERS for each in things[:2]]
    if hands and takes == [True, False]:
        return things[1], (things[0],)
    return whole(clause, "thing"), ()
