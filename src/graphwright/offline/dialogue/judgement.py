"""What is done with a reading: at once, as a proposal, after a question, or not at all. The one place that decides.

What is open is asked before anything of the message is changed; who was asked and left it open has it left out. A
reading that may be wrong (`certainty.py`) is shown first, with what else it may be, so that nobody finds
in the model what was never said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from graphwright.grammar.records import Doubt, MessageReading, SentenceReading
from graphwright.languages import Language, load
from graphwright.offline.dialogue.forms import QUESTIONS, FormLine, confirmation, line_of, quoted, shortened
from graphwright.offline.dialogue.messages import dialogue_words
from graphwright.offline.meaning.casting import SUPPOSED, ChoiceKey
from graphwright.offline.meaning.means import DEEDS, DEMAND, READ_AS, Meant


def doubts_of(reading: MessageReading, meant: Meant) -> list[Doubt]:
    """Every doubt of the reading and of its meaning, each once."""
    found = {(each.code, each.text): each for sentence in reading.sentences for each in sentence.doubts} | {
        (each.code, each.text): each for each in meant.doubts
    }
    return list(found.values())


def asked_first(reading: MessageReading, meant: Meant, text: str) -> list[FormLine]:
    """The doubts that must be settled before anything is changed."""
    asking = (each for each in doubts_of(reading, meant) if each.weight == "asks" and not is_unknown(each))
    return [line_of(each, text, reading.language) for each in asking][:QUESTIONS]


def is_unknown(doubt: Doubt) -> bool:
    """Is something named that is to be changed, and nothing in the model is called like it?"""
    return doubt.code == "which" and not doubt.alternatives


class OtherReading(NamedTuple):
    """What may be chosen instead of what was read."""

    words: str
    reading: MessageReading
    choices: Mapping[ChoiceKey, str]


def shown_first(reading: MessageReading, meant: Meant, found: Sequence[Doubt], summary: str) -> FormLine | None:
    """Whether a reading that is not sure was meant, with other readings beside it; `None` where it is sure."""
    say = dialogue_words(reading.language)
    if not meant.draft.operations:
        return None
    mused = any(is_hedged(sentence) for sentence in reading.sentences) or any(each.code == "unsure" for each in found)
    if not mused and not found:
        return None
    others = [each.words for each in other_readings(reading, found)]
    return confirmation(say.shall_i if mused else say.read_as, summary, reading.language, others)


def other_readings(reading: MessageReading, found: Sequence[Doubt]) -> list[OtherReading]:
    """What else a message with doubtful sentences may be: only what is sure of it, a requirement, or what is done."""
    say = dialogue_words(reading.language)
    doubtful = {_sentence_of(each, reading).text for each in found}
    sure = tuple(each for each in reading.sentences if each.text not in doubtful)
    others = [OtherReading(say.only_sure, replace(reading, sentences=sure), {})] if doubtful and sure else []
    demands = {_sentence_of(each, reading).text for each in found if each.code == "noDuty"}
    for words, texts, read_as in (
        (say.as_deeds, demands, DEEDS),
        (say.as_requirement, doubtful - demands, DEMAND),
    ):
        if texts:
            others.append(OtherReading(words, reading, {(READ_AS, text): read_as for text in texts}))
    return others


def reasons(found: Sequence[Doubt], language: Language) -> str:
    """Why a reading is shown before anything is done: a line for each doubt."""
    if not found:
        return dialogue_words(language).open
    return _listed(dialogue_words(language).because, found, language)


def look_at(found: Sequence[Doubt], language: Language) -> str:
    """What people are to look at before they accept what is only proposed: a line for each doubt."""
    return _listed(dialogue_words(language).look_at, found, language)


def _listed(title: str, found: Sequence[Doubt], language: Language) -> str:
    texts = load(language, "sentences", "doubts", dict[str, str])
    lines = dict.fromkeys(texts[each.code].format(text=quoted(shortened(each.text), language)) for each in found)
    return "\n".join([title, *(f"- {line}" for line in list(lines)[:QUESTIONS])])


def is_hedged(sentence: SentenceReading) -> bool:
    """Is it only mused about?"""
    return any(clause.hedged for clause in sentence.clauses)


def notes(reading: MessageReading, meant: Meant, language: Language) -> Iterator[str]:
    """What is told beside what was done."""
    say = dialogue_words(language)
    templates: Mapping[str, str] = {
        "refused": say.refused, "sentenceCut": say.sentence_cut, "supposed": say.supposed,
        "supposedPart": say.supposed_part,
    }  # fmt: skip
    for doubt in doubts_of(reading, meant):
        if is_unknown(doubt):
            yield say.not_found.format(text=quoted(doubt.text, language))
        if doubt.weight != "asks" and doubt.code in templates:
            text = quoted(doubt.text, language) if doubt.code in SUPPOSED.values() else " ".join(doubt.text.split())
            yield templates[doubt.code].format(text=text)


def _sentence_of(doubt: Doubt, reading: MessageReading) -> SentenceReading:
    return next(each for each in reading.sentences if each.start == doubt.start)
