"""What pronouns stand for: a phrase of the same message where one agrees, else what was spoken of before (`Focus`).

Nearest first; a subject stands for a subject and an object for an object where both agree. What stands for nothing that
is known is a doubt, never a name.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

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
_GENDERS: Final[frozenset[Feature]] = frozenset(("masculine", "feminine", "neuter"))


class Mentions:
    """The phrases of a message so far, newest last, with the role each had."""

    def __init__(self, focus: Focus) -> None:
        self._focus = focus
        self._spoken = False
        """A clause was said before."""
        self._said: list[tuple[RoleName, SpokenPhrase]] = []

    def resolved(self, roles: Iterable[SpokenRole], verb: VerbGroup | None) -> tuple[list[SpokenRole], list[Doubt]]:
        """The roles of a clause with their pronouns resolved, and a doubt for each that stands for nothing known."""
        found: list[SpokenRole] = []
        doubts: list[Doubt] = []
        for role in roles:
            if role.taken_over:
                found.append(role)
                continue
            phrase = self._of(role.phrase, role.name, verb, doubts)
            found.append(replace(role, phrase=phrase))
        self._spoken = self._spoken or verb is not None
        for role in found:
            if not role.taken_over:
                self._remember(role)
        return found, doubts

    def _of(self, phrase: SpokenPhrase, name: RoleName, verb: VerbGroup | None, doubts: list[Doubt]) -> SpokenPhrase:
        if phrase.members:
            members = tuple(self._of(each, name, verb, doubts) for each in phrase.members)
            return replace(phrase, members=members)
        reference = phrase.refers_to
        if reference is None or reference.phrase is not None or reference.name or not self._stands_for(phrase, name):
            return phrase
        meant = self._antecedent(phrase, name, verb)
        if meant is not None:
            return replace(phrase, refers_to=SpokenReference(text=reference.text, phrase=meant))
        if self._focus.elements:
            spoken = self._focus.elements[0].name
            return replace(phrase, refers_to=SpokenReference(text=reference.text, name=spoken))
        if self._spoken and fold(phrase.text) in words_of("events"):
            # What happened before as a whole: nobody needs to be asked which thing it is.
            return phrase
        options = tuple(dict.fromkeys(each.name for _, each in reversed(self._said)))[:4]
        doubts.append(Doubt("whoIsIt", phrase.start, phrase.end, phrase.text, options, "asks"))
        return phrase

    @staticmethod
    def _stands_for(phrase: SpokenPhrase, name: RoleName) -> bool:
        """Can it stand for something? `it` and `es` as subjects often stand for nothing."""
        person = any({"first", "second"} & each.features for each in phrase.tokens)
        if person:
            return False
        word = fold(phrase.text)
        return word not in words_of("impersonal") or (name != "doer" and word in words_of("events"))

    def _antecedent(self, phrase: SpokenPhrase, name: RoleName, verb: VerbGroup | None) -> SpokenPhrase | None:
        agreeing = [(role, each) for role, each in reversed(self._said) if _agree(phrase, each)]
        if agreeing and fold(phrase.text) in words_of("latter"):
            return agreeing[0][1]
        # What somebody does is said of doers, all else rather of things.
        acts = name == "doer" and not (verb is not None and verb.copula)
        order: tuple[RoleName, ...] = ("doer", "thing") if acts else ("thing", "doer")
        for wanted in order:
            found = next((each for role, each in agreeing[:_NEAR] if role == wanted), None)
            if found is not None:
                return found
        return agreeing[0][1] if agreeing else None

    def _remember(self, role: SpokenRole) -> None:
        phrase = role.phrase
        if phrase.refers_to is not None and phrase.refers_to.phrase is not None:
            phrase = phrase.refers_to.phrase
        if phrase.refers_to is not None or not phrase.head or role.name in {"time", "value"}:
            return
        self._said.append((role.name, phrase))
        del self._said[:-_REMEMBERED]


def _agree(pronoun: SpokenPhrase, phrase: SpokenPhrase) -> bool:
    """Can the pronoun stand for the phrase, by number and, where both tell, by gender?"""
    plural = fold(pronoun.text) in words_of("plural") or pronoun.plural
    features = frozenset(feature for each in pronoun.tokens for feature in each.features)
    if "plural" in features and "singular" in features:
        plural = phrase.plural
    if plural != (phrase.plural or bool(phrase.members)) and "plural" not in features - {"singular"}:
        return plural == phrase.plural and not phrase.members
    wanted = features & _GENDERS
    has = frozenset(each for token in phrase.tokens for each in token.features) & _GENDERS
    return not wanted or not has or bool(wanted & has)
