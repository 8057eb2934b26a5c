"""What happens again: `measures it and, if it is too thick, planes it again`, `goes back to tightening until ...`.

A deed that was told before leads back from the one that was told last, and says when. Nothing new is made of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.grammar.records import SpokenPhrase
from graphwright.offline.meaning.anchors import is_same
from graphwright.offline.meaning.deeds import DeedStep, described
from graphwright.offline.meaning.spoken import phrases
from graphwright.offline.meaning.stated import Doing
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.text.folding import fold


def repeated(doing: Doing, earlier: Sequence[DeedStep]) -> DeedStep | None:
    """The step told before that a deed only says to happen again; `None` where it is a deed of its own."""
    words = vocabulary(doing.sentence.language)
    steps = [each for each in earlier if each.doing.verb and not each.doing.hands_on]
    if not steps:
        return None
    verb = fold(doing.verb)
    if verb in words.relations["repeat"]:
        things = [doing.thing] if doing.thing is not None else []
        whole = not things or any(
            fold(each.head) in words.phrases["step"] | words.phrases["process"] for each in things
        )
        return steps[0] if whole and len(steps) > 1 else next((_called(each, steps) for each in things), None)
    if verb in words.relations["goBack"] and doing.thing is None:
        goals = phrases(doing.clause, "receiver", "goal")
        return _called(goals[0], steps) if len(goals) == 1 else None
    return None


def _called(phrase: SpokenPhrase, steps: Sequence[DeedStep]) -> DeedStep | None:
    """The one step of whose verb a noun is the name: `tightening`, `zum Messen`, `le remplissage`."""
    head = fold(phrase.head)
    found = [each for each in steps if is_same(fold(each.doing.verb), head)]
    return found[0] if len(found) == 1 else None


def lead_back(step: DeedStep, last: DeedStep) -> None:
    """Lead from what was done last to what is done again; where that is the same, it is only told."""
    first = step.repeats
    if first is None or last.function is None or first.function is None or last.function is first.function:
        return
    step.make.flow(last.function, first.function, step.make.called(step.make.names.result, last.name))


def again(doing: Doing, first: DeedStep) -> DeedStep:
    """A step that only leads back; what is done again tells when, in its own words."""
    told = described(doing, first.make)
    first.said = f"{first.said}; {told}"
    step = DeedStep(doing, first.words, first.make, first.name, told, [], [], None)
    step.repeats = first
    return step
