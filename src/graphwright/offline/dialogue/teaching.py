"""What a message that was not understood teaches: which words were not got, and what it may have been about.

It makes nothing of the message; the sentences that are offered are tried by whoever offers them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from graphwright.context.workflow_choice import is_question
from graphwright.grammar.word_lists import word_lists
from graphwright.languages import Language
from graphwright.offline.meaning.cues.words import KINDS, cue_words
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.orders.cutting import pieces_of
from graphwright.offline.meaning.orders.pieces import OrderPiece, verb_forms
from graphwright.offline.meaning.orders.words import order_words
from graphwright.protocol.graph import Node
from graphwright.text.quantities import quantities

_LONGEST: Final = 200
"""Characters of a message that are looked at; a longer one is no single order."""
_MAX_LOST: Final = 4
"""Words that are named; where more are strange, the whole is."""


class Lesson(NamedTuple):
    """What can be said of a message that was not understood."""

    kinds: tuple[str, ...] = ()
    """Orders whose words it holds."""
    nodes: tuple[Node, ...] = ()
    """Elements that it names."""
    lost: tuple[str, ...] = ()
    """Words that mean nothing here."""


NO_LESSON: Final = Lesson()


def lesson_of(text: str, language: Language, index: NodeIndex) -> Lesson:
    """What a message may have been about."""
    if len(text) > _LONGEST:
        return Lesson()
    pieces, words = pieces_of(text, index), cue_words(language)
    # Whoever asks wants to know something: no order, however near its words are.
    kinds = () if is_question(text) else tuple(kind for kind, _ in words.told(pieces))
    if {each.folded for each in pieces} & _of_several(language):
        kinds = tuple(each for each in kinds if each != "remove")  # `delete all parts of the pump`: not the pump
    nodes = {node.node_id: node for each in pieces for node in each.nodes}
    measures = [range(each.start, each.end) for each in quantities(text)]  # a unit is no word that is not known
    open_words = (each for each in pieces if each.kind == "word" and not any(each.start in span for span in measures))
    lost = tuple(dict.fromkeys(each.text for each in open_words if not _is_known(each, language)))
    return Lesson(kinds, tuple(nodes.values()), lost if len(lost) <= _MAX_LOST else ())


def _of_several(language: Language) -> frozenset[str]:
    """Words by which more is meant than what is named."""
    words = order_words(language).words
    return words["every"] | words["each"]


def _is_known(piece: OrderPiece, language: Language) -> bool:
    """Is it a small word, a cue, or a verb that is known?"""
    words, lists = cue_words(language), word_lists(language)
    if words.is_one_of(piece, words.filler) or piece.text.lower() in lists.closed or not piece.text.isalpha():
        return True
    if any(words.told([piece])) or any(words.is_one_of(piece, words.kinds[kind].beside) for kind in KINDS):
        return True
    return any(lemma in lists.verbs for _, lemma in verb_forms(piece.text.lower(), language))
