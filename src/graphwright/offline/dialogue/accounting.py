"""What of a message was chosen where its words do not tell: then the change is only proposed, whatever the policy.

A doubt of `certainty.py` says that a reading may be wrong, and the reading is shown before anything is done. Here
nothing speaks against it, but it is not explained word for word: a pronoun may mean another thing, a noun stands in no
name. Whoever agrees loses a click; what is wrong waits for somebody who sees it (ADR-103). It decides nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Final, NamedTuple

from graphwright.grammar.records import (
    Doubt,
    MessageReading,
    RoleName,
    SentenceReading,
    SpokenClause,
    SpokenPhrase,
    SpokenRole,
)
from graphwright.grammar.references import agree
from graphwright.languages import Language
from graphwright.offline.dialogue.results import made_texts
from graphwright.offline.dialogue.told import SentenceResult, words_in
from graphwright.offline.dialogue.unlikely import done_by_nobody, no_names, unlikely
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.casting import BUILT, PEOPLE, is_mistyped, kind_of
from graphwright.offline.meaning.means import Meant
from graphwright.offline.meaning.naming import name_of
from graphwright.offline.meaning.spoken import is_circumstance, is_infinitive, meant, members, phrases
from graphwright.offline.meaning.stated import Ordering
from graphwright.offline.meaning.vocabulary import small_words
from graphwright.pauses import paced
from graphwright.protocol.operations import NodeCreate
from graphwright.text.folding import fold

_REMEMBERED: Final = 24
"""Phrases that a pronoun may still mean, as the grammar has it."""
_FEW: Final = 3
"""Words that may be lost of any sentence: places, times, means."""
_HALF: Final = 2
"""Of so many words one must be kept."""
_MANY: Final = 4
"""Clauses of a sentence of which nobody sees at once whether all are right."""
_TAKING_PART: Final[frozenset[RoleName]] = frozenset(
    ("doer", "thing", "receiver", "source", "goal", "means", "place", "part", "whole", "about")
)
"""Roles of what must stand in a name; when it is done, is kept in the description."""
_DEEDS: Final = frozenset(("FUNC", "UC"))
_PARTICIPANTS: Final = ("ACTOR", "MOD", "SYS")
_SHORT: Final = 3
"""Letters of a word that tells nothing by itself."""
_MAX_HELD: Final = 20
"""Elements that share a word; one that more of them hold, tells nothing either."""


def unaccounted(reading: MessageReading, meant: Meant) -> list[Doubt]:
    """Why a change is only proposed; each doubt has the place of its sentence and the words. Orders account for all."""
    if not meant.draft.operations:
        return []
    texts = made_texts(meant.draft)
    made, all_made = texts.name_words(), texts.words()
    mentioned: deque[_Mentioned] = deque(maxlen=_REMEMBERED)
    found: list[Doubt] = []
    nobodys: list[SentenceReading] = []
    for sentence in paced(reading.sentences, 1):
        told = SentenceResult(sentence, meant, made)
        found += [each for code, text in unlikely(told) for each in _doubts_at(sentence, code, iter((text,)))]
        if sentence.start in meant.ordered or not told.builds or told.is_process():
            continue
        if any(not each.doers for each in told.doings):
            nobodys.append(sentence)
        found += _doubts_at(sentence, "severalMeant", _several_meant(told, mentioned))
        for code, look in _LOOKS.items():
            found += _doubts_at(sentence, code, look(told))
        found += _doubts_at(sentence, "halfLost", _half_lost(SentenceResult(sentence, meant, all_made)))
    first = reading.sentences[0]
    found += _doubts_at(first, "oddName", no_names(meant.draft))
    found += _doubts_at(first, "doneByNobody", done_by_nobody(meant.statements, meant.draft))
    return [*found, *(_doubts_at(nobodys[0], "likeKnown", _like_known(meant.draft)) if nobodys else [])]


def _doubts_at(sentence: SentenceReading, code: str, texts: Iterator[str]) -> list[Doubt]:
    """The first of some doubts, at its sentence."""
    return [Doubt(code, sentence.start, sentence.end, text, weight="proposes") for text in islice(texts, 1)]


class _Mentioned(NamedTuple):
    """A phrase that was said, and what it was there."""

    phrase: SpokenPhrase
    role: RoleName

    def sort(self, language: Language) -> str:
        """Somebody, a part, or a thing: by its noun, else by whether it does something."""
        kind = kind_of(self.phrase, language)
        if kind in PEOPLE or (kind is None and self.role == "doer"):
            return "person"
        return "part" if kind in BUILT or self.role == "doer" else "thing"


def _several_meant(told: SentenceResult, mentioned: deque[_Mentioned]) -> Iterator[str]:
    """A pronoun that agrees with more than one thing that was said, of a sort that may do or suffer what its verb says.

    All of the sentence is noted in `mentioned`, so that a pronoun of the next one may mean it.
    """
    found: list[str] = []
    for clause in told.sentence.clauses:
        for role in clause.roles:
            one = meant(role.phrase)
            if role.taken_over or one is None or role.phrase.refers_to is None or role.phrase.refers_to.phrase is None:
                continue
            if _is_beside(one, role.phrase, clause, told):
                continue
            if any(fold(each.name) != fold(one.name) for each in _others(one, role, clause, told, mentioned)):
                found.append(f"{role.phrase.text} = {one.name}")
        mentioned.extend(
            _Mentioned(each, role.name)
            for role in clause.roles
            if role.phrase.refers_to is None and not role.taken_over and role.name not in {"time", "value"}
            for each in role.phrase.members or (role.phrase,)
        )
    yield from found


def _is_beside(one: SpokenPhrase, pronoun: SpokenPhrase, clause: SpokenClause, told: SentenceResult) -> bool:
    """Is it a relative right behind its noun: `the lab, which ...`?"""
    at = told.sentence.start
    return clause.kind == "relative" and not told.sentence.text[one.end - at : pronoun.start - at].strip(" ,")


def _others(
    one: SpokenPhrase, role: SpokenRole, clause: SpokenClause, told: SentenceResult, mentioned: deque[_Mentioned]
) -> Iterator[SpokenPhrase]:
    """What else a pronoun may mean than what it was taken for."""
    language = told.sentence.language
    own = {fold(each.name) for each in phrases(clause, "doer")} if role.name != "doer" else set[str]()
    said = next((each for each in mentioned if each.phrase is one), _Mentioned(one, role.name)).sort(language)
    acts = role.name == "doer" and clause.verb is not None and not clause.verb.copula and not clause.verb.passive
    for each in mentioned:
        if each.phrase is one or fold(each.phrase.name) in own or not agree(role.phrase, each.phrase):
            continue
        sort = each.sort(language)
        if sort != "thing" or said == "thing" if acts else (said == "person") == (sort == "person"):
            yield each.phrase


def _only_described(told: SentenceResult) -> Iterator[str]:
    """A noun that takes part, and stands in no name of anything that was made or joined.

    What only says how something must be, or what is not done, is kept as it was said: `if the tank is empty`.
    """
    for clause in told.sentence.clauses:
        if clause.verb is not None and (clause.verb.negated or _is_state(clause, told)):
            continue
        for role in clause.roles:
            if role.name not in _TAKING_PART or role.taken_over or role.phrase.refers_to is not None:
                continue
            for part in members(role.phrase):
                kind = kind_of(part, told.sentence.language)
                is_open = role.name not in {"doer", "thing"} or kind is None or kind in PEOPLE | BUILT
                if is_open and not told.is_kept(part) and not told.is_heading(part):
                    yield name_of(part)


def _is_state(clause: SpokenClause, told: SentenceResult) -> bool:
    """Does a clause only say how something is, for another one to hold?"""
    return clause.verb is not None and clause.verb.copula and is_circumstance(clause, told.sentence)


def _on_itself(told: SentenceResult) -> Iterator[str]:
    """Who does something stands among what it is done to, and no pronoun says so: two clauses were taken for one."""
    for doing in told.doings:
        doers = {fold(each.name) for each in doing.doers}
        for role in doing.clause.roles:
            if role.name == "thing" and role.phrase.refers_to is None:
                yield from (each.name for each in members(role.phrase) if fold(each.name) in doers)


def _mistyped(told: SentenceResult) -> Iterator[str]:
    """Somebody or some part that is new, and is only taken for one because another word is a letter away."""
    known = told.draft.base.nodes
    for clause in told.sentence.clauses:
        for each in phrases(clause, *_TAKING_PART):
            is_new = any(node.node_id not in known for node in told.draft.find(name_of(each), _PARTICIPANTS))
            if is_new and is_mistyped(each, told.sentence.language):
                yield name_of(each)


def _half_lost(told: SentenceResult) -> Iterator[str]:
    """Half of the telling words, and more than a few, stand in nothing that was made."""
    if not told.builds or all(isinstance(each, Ordering) for each in told.statements):
        return
    said = told.tellingwords_in()
    lost = [each for each in said if not told.is_made(each)]
    if len(lost) > _FEW and len(lost) * _HALF >= len(said):
        yield ", ".join(lost)


def _like_known(draft: Draft) -> Iterator[str]:
    """A new deed that shares a word with one of the model, where nobody was said to do it and no order was given."""
    for made in paced(draft.operations) if draft.base.nodes else ():
        if not isinstance(made, NodeCreate) or made.node_type not in _DEEDS:
            continue
        for word in words_in(made.name):
            held = draft.names.holding(word, _MAX_HELD) if len(word) > _SHORT and word not in small_words() else []
            yield from (f"{made.name} / {each.name}" for each in held if each.node_type in _DEEDS)


def _many_clauses(told: SentenceResult) -> Iterator[str]:
    """A sentence that tells much at once."""
    if len(told.sentence.clauses) >= _MANY and not all(map(is_infinitive, told.sentence.clauses)):
        yield told.sentence.text


_LOOKS: Final[Mapping[str, Callable[[SentenceResult], Iterator[str]]]] = MappingProxyType(
    {
        "onlyDescribed": _only_described,
        "onItself": _on_itself,
        "mistyped": _mistyped,
        "manyClauses": _many_clauses,
    }
)
"""By the key of the reason in `[doubts]`."""
