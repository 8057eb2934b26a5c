"""A message as it was read in the end: what became of sentences that were read again, or as orders instead."""

from __future__ import annotations

from msgspec.structs import replace

from graphwright.grammar.records import MessageReading, SentenceReading, SpokenClause
from graphwright.offline.meaning.means import Meant
from graphwright.offline.meaning.spoken import phrases
from graphwright.offline.meaning.stated import Demanding


def settled_reading(reading: MessageReading, meant: Meant) -> MessageReading:
    """The reading without the doubts and left-over words of sentences that were read as orders instead."""
    return replace(reading, sentences=tuple(_settled_sentence(each, meant) for each in reading.sentences))


def _settled_sentence(said: SentenceReading, meant: Meant) -> SentenceReading:
    """A sentence as it was read in the end; that the rest of it was not read stays said."""
    read = _clear(meant.read_again.get(said.start, said), meant)
    cut = [each for each in said.doubts if each.code == "sentenceCut"]
    if said.start in meant.ordered:
        return replace(read, doubts=tuple(cut), clauses=tuple(map(_covered, read.clauses)))
    return replace(read, doubts=(*read.doubts, *(each for each in cut if each not in read.doubts)))


def _clear(read: SentenceReading, meant: Meant) -> SentenceReading:
    """A demand is kept in its words: nobody asks what a pronoun stands for behind whom it binds."""
    stated = [each for each in meant.statements if each.sentence.start == read.start]
    doers = [each.end for clause in read.clauses if clause.kind == "main" for each in phrases(clause, "doer")]
    if not doers or not stated or not all(isinstance(each, Demanding) for each in stated):
        return read
    asked = [each for each in read.doubts if each.code != "whoIsIt" or each.start < min(doers)]
    return replace(read, doubts=tuple(asked))


def _covered(clause: SpokenClause) -> SpokenClause:
    return replace(clause, uncovered=(), mood="statement")


def is_endless(sentence: SentenceReading) -> bool:
    """Is it no list, and longer than a sentence can be? What is read of it is shown to people before it is done."""
    return sentence.layout is None and any(each.code == "sentenceCut" for each in sentence.doubts)
