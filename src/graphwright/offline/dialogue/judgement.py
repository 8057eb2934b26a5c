"""What is done with a reading: at once, as a proposal, after a question, or not at all. The one place that decides.

What is open is asked before anything of the message is changed; who was asked and left it open has it left out. A
reading that leaves many words over is shown first, so that nobody finds half a thought in the model.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from graphwright.grammar.records import Doubt, MessageReading, SentenceReading, Token
from graphwright.languages import Language
from graphwright.offline.dialogue.forms import QUESTIONS, FormLine, confirmation, line_of, quoted
from graphwright.offline.dialogue.messages import dialogue_words
from graphwright.offline.meaning.means import Meant
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.text.folding import fold

_UNCOVERED: Final = 3
"""Words of a clause that may be left over before people are asked whether it was read right."""
_CONTENT: Final = frozenset({"noun", "name", "verb", "adjective", "other"})


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


def shown_first(reading: MessageReading, meant: Meant, summary: str) -> FormLine | None:
    """Whether a reading that is not sure was meant; `None` where it is, or where people decide about it anyway."""
    say = dialogue_words(reading.language)
    if not meant.draft.operations:
        return None
    if any(is_hedged(sentence) for sentence in reading.sentences):
        return confirmation(say.shall_i, summary, reading.language)
    if not meant.proposes and any(_is_left_over(each) or _is_strange_order(each) for each in reading.sentences):
        return confirmation(say.read_as, summary, reading.language)
    return None


def is_hedged(sentence: SentenceReading) -> bool:
    """Is it only mused about?"""
    return any(clause.hedged for clause in sentence.clauses)


def notes(reading: MessageReading, meant: Meant, language: Language) -> Iterator[str]:
    """What is told beside what was done."""
    say = dialogue_words(language)
    templates: Mapping[str, str] = {"refused": say.refused, "sentenceCut": say.sentence_cut}
    for doubt in doubts_of(reading, meant):
        if is_unknown(doubt):
            yield say.not_found.format(text=quoted(doubt.text))
        if doubt.weight != "asks" and doubt.code in templates:
            yield templates[doubt.code].format(text=doubt.text)


def _is_left_over(sentence: SentenceReading) -> bool:
    return any(len(_content(clause.uncovered)) > _UNCOVERED for clause in sentence.clauses)


def _is_strange_order(sentence: SentenceReading) -> bool:
    """Is it an order with a verb that changes no model? It may describe a step, or ask for what nobody here can do."""
    known = vocabulary(sentence.language).orders.values()
    return any(
        clause.kind == "main"
        and clause.mood == "order"
        and clause.verb is not None
        and not any(fold(clause.verb.lemma) in verbs for verbs in known)
        for clause in sentence.clauses
    )


def _content(tokens: Sequence[Token]) -> list[Token]:
    return [each for each in tokens if each.kind == "word" and each.tag in _CONTENT]
