"""User stories, `As an angler I want to buy a permit so that ...`: who wants to do what, in the words that were said.

Only the frame is read from the words; what is wanted is the clause in it. The purpose stays in the text.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.records import SentenceReading, SpokenClause, SpokenPhrase
from graphwright.offline.meaning.naming import cleaned, outer_word
from graphwright.offline.meaning.spoken import is_said, phrases
from graphwright.offline.meaning.vocabulary import MeaningVocabulary, vocabulary
from graphwright.text.folding import fold

_WORD: Final = re.compile(r"[^\W_]+'?|,")


def role_of(sentence: SentenceReading) -> SpokenPhrase | None:
    """Who tells a story: the words of the frame before the wish; `None` if it is no story."""
    words = vocabulary(sentence.language)
    if not _wants(sentence, words):
        return None
    frame = max((each for each in words.phrases["story"] if _begins(sentence.text, each)), key=len, default="")
    if not frame:
        return _role_inside(sentence, words)
    stops = words.phrases["speaker"] | words.phrases["want"] | {","}
    spoken = _WORD.finditer(sentence.text, len(frame))
    stop = next((each for each in spoken if stops & {fold(each[0]), fold(each[0]).rstrip("'")}), None)
    name = cleaned(sentence.text[len(frame) : stop.start()]) if stop is not None else ""
    if not name:
        return None
    start = sentence.start + len(frame)
    outer = outer_word(name, sentence.language)
    return SpokenPhrase(text=name, name=name, head=outer, start=start, end=start + len(name), type_word="ACTOR")


def wish_in(sentence: SentenceReading, role: SpokenPhrase) -> SpokenClause | None:
    """The clause that says what is wanted."""
    words = vocabulary(sentence.language)
    told = [
        each
        for each in sentence.clauses
        if each.verb is not None
        and each.kind in {"main", "content"}
        and each.verb.end > role.end
        and (each.verb.modality in {"intention", "ability", "demand"} or each.mood == "wish")
    ]
    wanted = next((each for each in told if phrases(each, "thing")), None) or next(iter(told[-1:]), None)
    if wanted is None or wanted.verb is None or wanted.verb.negated or fold(wanted.verb.lemma) in words.phrases["want"]:
        return None
    kept = (each for each in wanted.roles if each.name != "doer" and each.phrase.start != role.start)
    return replace(wanted, roles=tuple(kept))


def _role_inside(sentence: SentenceReading, words: MeaningVocabulary) -> SpokenPhrase | None:
    """Who tells a story behind the wish: `Ich möchte als Lotse ...`, `I want, as a pilot, to ...`."""
    frames = {each.split(" ")[0] for each in words.phrases["story"]} | words.phrases["story"]
    for clause in sentence.clauses:
        wishes = clause.mood == "wish" or (clause.verb is not None and clause.verb.modality == "intention")
        speaks = any(
            each.name == "doer" and fold(each.phrase.text) in words.phrases["speaker"] for each in clause.roles
        )
        for each in clause.roles if wishes and speaks else ():
            is_part = is_said(words.phrases["part"], each.phrase)  # `a valve as a part of the boiler`
            if fold(each.preposition) in frames and each.phrase.name and not each.phrase.members and not is_part:
                return replace(each.phrase, type_word="ACTOR")
    return None


def _wants(sentence: SentenceReading, words: MeaningVocabulary) -> bool:
    spoken = {fold(each) for each in _WORD.findall(sentence.text)}
    wants = any(each.verb is not None and each.verb.modality == "intention" for each in sentence.clauses)
    wants = wants or any(each.mood == "wish" for each in sentence.clauses) or bool(words.phrases["want"] & spoken)
    return wants and bool(words.phrases["speaker"] & spoken)


def _begins(text: str, frame: str) -> bool:
    """Does a text begin with the words of a frame, and a new word after them?"""
    return fold(text[: len(frame)]) == frame and (frame.endswith("'") or text[len(frame) : len(frame) + 1] == " ")
