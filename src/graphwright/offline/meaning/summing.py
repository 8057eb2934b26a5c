"""What stands behind a list and sums it up: `..., drying: that is the order`, `..., billing - that's all it does`.

It says that the list names what is done, whether in this order, and sometimes who does it.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from graphwright.grammar.read import read
from graphwright.grammar.records import SentenceReading, SpokenPhrase
from graphwright.offline.meaning.casting import kind_of, may_take_part
from graphwright.offline.meaning.likely import is_done, is_likely_part
from graphwright.offline.meaning.spoken import members
from graphwright.offline.meaning.vocabulary import MeaningVocabulary, node_type_of
from graphwright.text.folding import fold

_BREAK: Final = re.compile(r"\s+[–—-]\s+|\s*:\s+")
_WORD: Final = re.compile(r"[^\W\d_]+")
_MAX_WORDS: Final = 14
"""Of what sums up; more words tell something of their own."""


class ListSummary(NamedTuple):
    """What was said of a list."""

    listed: str
    """The list without it."""
    in_turn: bool
    """It is an order: steps, a sequence, how something goes."""
    owner: SpokenPhrase | None
    """Who or what does it all."""


def summary_of(sentence: SentenceReading, words: MeaningVocabulary) -> ListSummary | None:
    """The words behind the last colon or dash of a sentence, where they only sum up what stands before."""
    breaks = list(_BREAK.finditer(sentence.text))
    if not breaks:
        return None
    last = breaks[-1]
    listed, said = sentence.text[: last.start()], sentence.text[last.end() :]
    spoken = [fold(each) for each in _WORD.findall(said)]
    if not spoken or spoken[0] not in words.phrases["summing"] or len(spoken) > _MAX_WORDS:
        return None
    in_turn = bool(set(spoken) & (words.phrases["course"] | words.phrases["step"] | words.phrases["process"]))
    return ListSummary(listed, in_turn, _owner(said, in_turn, words))


def _owner(said: str, in_turn: bool, words: MeaningVocabulary) -> SpokenPhrase | None:  # noqa: FBT001 one more condition
    """Who does it; where it is an order only a person: `in this order, the work of the projectionist`."""
    language = words.language
    idle = words.phrases["course"] | words.phrases["task"] | words.phrases["summing"] | words.phrases["anybody"]
    found: list[SpokenPhrase] = []
    for each in read(said, language).sentences:
        for role in (role for clause in each.clauses for role in clause.roles):
            for phrase in members(role.phrase):
                found += [phrase, *([phrase.of] if phrase.of is not None else [])]
    named = [
        each
        for each in found
        if each.determiner in {"the", "my"} and fold(each.head) not in idle and node_type_of(each.head) is None
    ]
    if in_turn:
        return next((each for each in reversed(named) if kind_of(each, language) == "person"), None)
    return next(
        (
            each
            for each in reversed(named)
            if not is_done(each, language) and (may_take_part(each, language) or is_likely_part(each, language))
        ),
        None,
    )
