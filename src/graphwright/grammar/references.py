"""What pronouns stand for: a phrase of the same message where one agrees, else what was spoken of before (`Focus`).

Nearest first; a subject stands for a subject and an object for an object where both agree. What stands for nothing that
is known is a doubt, never a name.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Final, NamedTuple

from msgspec.structs import replace

from graphwright.grammar.lists import list_of
from graphwright.grammar.records import (
    Doubt,
    Feature,
    Focus,
    RoleName,
    SpokenPhrase,
    SpokenReference,
    SpokenRole,
    VerbGroup,
)
from graphwright.grammar.rules import words_of
from graphwright.text.folding import fold

_REMEMBERED: Final = 24
"""Phrases that a pronoun may still mean."""
_NEAR: Final = 6
"""Phrases back to which a role weighs more than nearness."""
_ARTICLES: Final[dict[str, frozenset[Feature]]] = {
    "die": frozenset(("feminine",)), "eine": frozenset(("feminine",)), "das": frozenset(("neuter",)),
    "den": frozenset(("masculine",)), "einen": frozenset(("masculine",)), "ein": frozenset(("masculine", "neuter")),
    "dem": frozenset(("masculine", "neuter")), "einem": frozenset(("masculine", "neuter")),
}  # fmt: skip
"""German articles by the genders that they may stand before; of one thing, where a pronoun is."""
_GENDERS: Final[frozenset[Feature]] = frozenset(("masculine", "feminine", "neuter"))


_TWO: Final = 2
_TAKING_PART: Final[frozenset[RoleName]] = frozenset(("doer", "receiver", "thing", "time"))
_SHORT: Final = 3
"""Letters; a shorter word ends others by chance."""


class _Mention(NamedTuple):
    """A phrase that was said, what it was there, and whether only in a subordinate clause."""

    role: RoleName
    phrase: SpokenPhrase
    inner: bool


class Mentions:
    """The phrases of a message so far, newest last, with the role each had."""

    def __init__(self, focus: Focus) -> None:
        self._focus = focus
        self._spoken = False
        """A clause was said before."""
        self._said: list[_Mention] = []
        self._own: list[SpokenPhrase] = []
        """Who does what the clause says: `him` in it is somebody else."""
        self._person: SpokenPhrase | None = None
        """Whom `he`, `him` or `her` stood for last: the next one is the same."""
        self._it: tuple[str, SpokenPhrase | None] = ("", None)
        """The last pronoun for what something is done with, and what it stood for."""
        self._alone = False
        """Nothing is done with anything in the clause."""
        self._weather = False
        """The clause may be about the weather or the hour."""

    def resolved(
        self,
        roles: Iterable[SpokenRole],
        verb: VerbGroup | None,
        *,
        inner: bool = False,
        circumstance: bool = False,
    ) -> tuple[list[SpokenRole], list[Doubt]]:
        """The roles of a clause with their pronouns resolved, and a doubt for each that stands for nothing known.

        `inner`: the clause is a condition or says what somebody means; whom it names is not whom the text is about.
        `circumstance`: it only says when something else is done; `it` rains or gets dark then, and is nobody.
        """
        roles = list(roles)
        self._alone = not any(each.name == "thing" for each in roles)
        self._weather = circumstance and self._alone
        self._own = [_meant(each.phrase) for each in roles if each.name == "doer"]
        found: list[SpokenRole] = []
        doubts: list[Doubt] = []
        first = min((each.phrase.start for each in roles if each.phrase.refers_to is not None), default=0)
        for role in roles:
            if role.name == "time" and role.phrase.of is not None and not role.taken_over and role.phrase.start < first:
                # `Vor dem Abfüllen des Weins kostet ihn der Kellermeister`: of what it is, the clause may speak.
                self._said.append(_Mention("thing", role.phrase.of, inner))
        for role in roles:
            if role.taken_over:
                found.append(role)
                continue
            phrase = self._of(role.phrase, role.name, verb, doubts)
            found.append(replace(role, phrase=phrase))
        self._spoken = self._spoken or verb is not None
        for role in found:
            if not role.taken_over:
                self._remember(role, inner=inner)
        return found, doubts

    def _of(self, phrase: SpokenPhrase, name: RoleName, verb: VerbGroup | None, doubts: list[Doubt]) -> SpokenPhrase:
        if phrase.members:
            members = tuple(self._of(each, name, verb, doubts) for each in phrase.members)
            return replace(phrase, members=members)
        reference = phrase.refers_to
        if reference is None and phrase.head in words_of("prop") and " " in phrase.name:
            return self._named_in_full(phrase)
        if reference is None or reference.phrase is not None or reference.name or not self._stands_for(phrase, name):
            return phrase
        meant = self._antecedent(phrase, name, verb)
        if meant is not None:
            self._it = (fold(phrase.text), meant) if name == "thing" else self._it
            return replace(phrase, refers_to=SpokenReference(text=reference.text, phrase=meant))
        if self._focus.elements:
            spoken = self._focus.elements[0].name
            return replace(phrase, refers_to=SpokenReference(text=reference.text, name=spoken))
        if self._spoken and fold(phrase.text) in words_of("events"):
            # What happened before as a whole: nobody needs to be asked which thing it is.
            return phrase
        if self._weather and name == "doer" and fold(phrase.text) in words_of("pointing"):
            return phrase
        if name == "place":
            return phrase  # where it is done is told by the words: `a scale in it`
        options = tuple(dict.fromkeys(each.phrase.name for each in reversed(self._said)))[:4]
        doubts.append(Doubt("whoIsIt", phrase.start, phrase.end, phrase.text, options, "asks"))
        return phrase

    def _named_in_full(self, phrase: SpokenPhrase) -> SpokenPhrase:
        """`The old one`, `infertile ones`: the noun that was said before stands in place of the word."""
        named = [each.phrase for each in reversed(self._said) if not each.phrase.members]
        said = next((each for each in named if each.plural == phrase.plural), next(iter(named), None))
        if said is None:
            return phrase
        noun = (said.name or said.text).rpartition(" ")[2]
        return replace(
            phrase, name=f"{phrase.name.rpartition(' ')[0]} {noun.lower() if noun.istitle() else noun}", head=said.head
        )

    @staticmethod
    def _stands_for(phrase: SpokenPhrase, name: RoleName) -> bool:
        """Can it stand for something? `it` and `es` as subjects often stand for nothing."""
        person = any({"first", "second"} & each.features for each in phrase.tokens)
        if person:
            return False
        word = fold(phrase.text)
        if word in words_of("pairs"):
            return True
        return word not in words_of("impersonal") or (name != "doer" and word in words_of("events"))

    def _antecedent(self, phrase: SpokenPhrase, name: RoleName, verb: VerbGroup | None) -> SpokenPhrase | None:
        word = fold(phrase.text)
        if word in words_of("pairs"):
            two = (each.phrase for each in reversed(self._said) if len(each.phrase.members) == _TWO)
            return next(two, None) or self._last_two(name)
        others = [each for each in reversed(self._said) if name == "doer" or each.phrase not in self._own]
        agreeing = [each for each in others if agree(phrase, each.phrase)]
        agreeing = agreeing or [each for each in others if agree(phrase, each.phrase, loosely=True)]
        if agreeing and word in words_of("latter"):
            return agreeing[0].phrase
        if word in words_of("persons"):
            self._person = self._somebody(agreeing)
            return self._person
        # What somebody does is said of doers, all else rather of things; who is given something is somebody.
        acts = name == "doer" and not (verb is not None and verb.copula)
        if acts and self._alone and (same := self._same_thing(word, agreeing)) is not None:
            return same
        if name == "doer" and (value := _changing(verb, agreeing[:_NEAR])) is not None:
            return value
        given = word in words_of("receivers")
        order: tuple[RoleName, ...] = ("doer", "receiver", "thing") if given else ("thing", "doer")
        near = agreeing[:_NEAR]
        if acts:
            order = ("doer", "thing")
            near = sorted(near, key=_is_inner)
        elif not given and not any(each.role == "thing" for each in near):
            near = [each for each in near if _tells_gender(phrase, each.phrase)] or near
        for wanted in order:
            found = next((each.phrase for each in near if each.role == wanted), None)
            if found is not None:
                return found if acts else self._acted_on(found, agreeing)
        return agreeing[0].phrase if agreeing else None

    def _acted_on(self, found: SpokenPhrase, agreeing: list[_Mention]) -> SpokenPhrase:
        """Of bare stuff and what it is put on, what is known: `blows air over the car until it is dry`."""
        if found.determiner != "none" or found.members or found.plural:
            return found
        behind = (each for each in agreeing[:_NEAR] if each.phrase.start > found.end and each.role not in _TAKING_PART)
        return next((each.phrase for each in behind if each.phrase.determiner == "the"), found)

    def _same_thing(self, word: str, agreeing: list[_Mention]) -> SpokenPhrase | None:
        """What is done something with, and then does something itself by the same word: `sends it ...; it goes to`."""
        before, meant = self._it
        return (
            next((each.phrase for each in agreeing[:_NEAR] if each.phrase is meant), None) if word == before else None
        )

    def _last_two(self, name: RoleName) -> SpokenPhrase | None:
        """The last two who did something, or with which something was done, told one by one: `A ..., and B ...`."""
        told = [each.phrase for each in self._said if each.role == ("doer" if name == "doer" else "thing")]
        apart = list({fold(each.name): each for each in told if not each.members and not each.plural}.values())
        return list_of(apart) if len(apart) == _TWO else None

    def _somebody(self, agreeing: list[_Mention]) -> SpokenPhrase | None:
        """English `he`, `her`: the same as before, else who did something; a thing only where nobody did."""
        known = next((each.phrase for each in agreeing if each.phrase == self._person), None)
        doers = (each.phrase for each in sorted(agreeing[:_NEAR], key=_is_inner) if each.role in {"doer", "receiver"})
        others = (each.phrase for each in agreeing if each.phrase.determiner != "my")  # `his pulse` is his
        return known or next(doers, None) or next(others, None)

    def _remember(self, role: SpokenRole, *, inner: bool) -> None:
        phrase = role.phrase
        if phrase.refers_to is not None and phrase.refers_to.phrase is not None:
            phrase = phrase.refers_to.phrase
        if phrase.refers_to is not None or not phrase.head or role.name in {"time", "value"}:
            return
        self._said.append(_Mention(role.name, phrase, inner))
        del self._said[:-_REMEMBERED]


def _changing(verb: VerbGroup | None, near: list[_Mention]) -> SpokenPhrase | None:
    """What can fall or rise, where something does: the temperature that is measured, and not who measures it."""
    if verb is None or verb.passive or fold(verb.lemma) not in words_of("changing"):
        return None
    return next((each.phrase for each in near if is_quantity(each.phrase)), None)


def is_quantity(phrase: SpokenPhrase) -> bool:
    """Is it called by what can be measured, also as the end of a compound: `Wassertemperatur`, `mi-puissance`?"""
    head, quantities = fold(phrase.head), words_of("quantities")
    return head in quantities or any(len(each) > _SHORT and head.endswith(each) for each in quantities)


def _is_inner(mention: _Mention) -> bool:
    return mention.inner


def _meant(phrase: SpokenPhrase) -> SpokenPhrase:
    """What a phrase stands for; itself when it names something."""
    if phrase.refers_to is not None and phrase.refers_to.phrase is not None:
        return phrase.refers_to.phrase
    return phrase


def _tells_gender(pronoun: SpokenPhrase, phrase: SpokenPhrase) -> bool:
    """Do both tell their gender, where they agree? `L'agent` may be either, `une benne` is what `la` stands for."""
    wanted = frozenset(feature for each in pronoun.tokens for feature in each.features) & _GENDERS
    return bool(wanted & _genders(phrase))


def _genders(phrase: SpokenPhrase) -> frozenset[Feature]:
    """What a phrase tells of its gender, before a preposition: `l'agent de maintenance` is none of its second noun."""
    told = takewhile(lambda each: each.tag != "preposition", phrase.tokens)
    found: frozenset[Feature] = frozenset(each for token in told for each in token.features)
    return found & _GENDERS


def agree(pronoun: SpokenPhrase, phrase: SpokenPhrase, *, loosely: bool = False) -> bool:
    """Can the pronoun stand for the phrase, by number and, where both tell, by gender?

    `loosely`: they may be one, as `they` of a crew.
    """
    features = frozenset(feature for each in pronoun.tokens for feature in each.features)
    plural = fold(pronoun.text) in words_of("plural") or pronoun.plural or "plural" in features
    if plural and "singular" not in features and not loosely and not (phrase.plural or phrase.members):
        return False
    if not plural and (phrase.members or ("singular" in features and phrase.plural)):
        return False
    wanted = features & _GENDERS
    has = _genders(phrase)
    first = phrase.tokens[0] if phrase.tokens else None
    if not has and first is not None and first.tag == "article" and not plural:
        has = _ARTICLES.get(first.folded, has)
    return not wanted or not has or bool(wanted & has)
