"""What is done to several parts, each by itself: who controls the gate and the pump has a function for each of them."""

from __future__ import annotations

import dataclasses

from graphwright.offline.meaning.building import step_of
from graphwright.offline.meaning.casting import Casting
from graphwright.offline.meaning.deeds import DeedStep, described
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.spoken import members
from graphwright.offline.meaning.stated import Doing
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.text.folding import fold


def steps_of(doing: Doing, casting: Casting, make: Maker) -> list[DeedStep]:
    """The steps of a deed; none where one of them must be asked about first or nobody may be named."""
    found = [step_of(each, casting, make, described(each, make)) for each in severally(doing, casting)]
    steps = [each for each in found if each is not None]
    return steps if len(steps) == len(found) else []


def severally(doing: Doing, casting: Casting) -> list[Doing]:
    """A deed as often as there are parts to which it is done one by one; else the deed itself.

    Flour and eggs are mixed together, and a cable connects two parts: only what may be done to one alone is divided,
    and only where all to which it is done are parts of the model. None of these deeds follows another.
    """
    language = doing.sentence.language
    things = members(doing.thing) if doing.thing is not None else ()
    if len(things) < 2 or fold(doing.verb) not in vocabulary(language).relations["severally"]:  # noqa: PLR2004
        return [doing]
    cast = [casting.participant(each, language) for each in things]
    if any(each.node is None or each.node.node_type != "MOD" for each in cast):
        return [doing]
    return [dataclasses.replace(doing, thing=each, apart=bool(at) or doing.apart) for at, each in enumerate(things)]
