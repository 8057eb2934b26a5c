"""Steps of which an aside says who does them: `drain the oil, swap the filter (the apprentice does that), refill it`.

The row is read without its asides; each that names somebody or a part is who carries out the step before it. An aside
that names nobody stays in the description.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from graphwright.grammar.read import read
from graphwright.grammar.records import SentenceReading, SpokenPhrase
from graphwright.languages import Language
from graphwright.offline.meaning.casting import ACTING, kind_of
from graphwright.offline.meaning.commanded import steps_in
from graphwright.offline.meaning.spoken import members
from graphwright.offline.meaning.stated import Proceeding

_ASIDE: Final = re.compile(r"\(([^()\n]{1,80})\)")


def steps_done_by(sentence: SentenceReading) -> Proceeding | None:
    """The steps of a row with who does them; `None` where no aside names anybody."""
    asides = [(each.start(), _who(each[1], sentence.language)) for each in _ASIDE.finditer(sentence.text)]
    if not any(who for _, who in asides):
        return None
    text = _ASIDE.sub(lambda found: " " * len(found[0]), sentence.text)
    heading = text.rfind(":", 0, asides[0][0]) + 1
    steps = list(steps_in(" " * heading + text[heading:], sentence))
    for at, who in asides:
        before = [number for number, (step, _) in enumerate(steps) if step.start - sentence.start < at]
        if before and who:
            steps[before[-1]] = (steps[before[-1]][0], who)
    return Proceeding(sentence, tuple(steps)) if steps else None


def _who(aside: str, language: Language) -> tuple[SpokenPhrase, ...]:
    """Who or what does something, by an aside: the first that it names."""
    for sentence in read(aside).sentences:
        for clause in sentence.clauses:
            for each in (named for role in clause.roles for named in _within(role.phrase)):
                if kind_of(each, language) in ACTING:
                    return (each,)
    return ()


def _within(phrase: SpokenPhrase) -> Iterator[SpokenPhrase]:
    """A phrase with whom it is of: `the apprentice's job`."""
    for each in members(phrase):
        if each.of is not None:
            yield from _within(each.of)
        yield each
