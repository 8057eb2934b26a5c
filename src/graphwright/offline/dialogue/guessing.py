"""What an order that was not understood may be, in one plain sentence to confirm and as operations to propose."""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.grammar.records import SentenceReading
from graphwright.graph.document import Graph
from graphwright.languages import Language, load
from graphwright.offline.dialogue.forms import quoted
from graphwright.offline.draft import CannotApply, Draft
from graphwright.offline.meaning.cues.carrying import carry_out_guess
from graphwright.offline.meaning.cues.guesses import Guess, guesses_in
from graphwright.offline.meaning.cues.parts import parts_of
from graphwright.offline.meaning.cues.words import cue_words
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.orders.cutting import pieces_of
from graphwright.offline.meaning.orders.pieces import joined_verbs
from graphwright.offline.meaning.orders.reading import is_polite
from graphwright.offline.meaning.orders.resolving import MustAsk, Resolver
from graphwright.offline.meaning.orders.words import languages_from
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.offline.wording import enumerated, wording
from graphwright.protocol.graph import Node
from graphwright.protocol.operations import Operation

_MAX_PIECES = 40
"""Of a sentence; whoever says more tells something."""
_SHORT = 16
"""Pieces of a sentence of which the language is easily told wrong."""


def guessed_parts(
    sentence: SentenceReading, index: NodeIndex, focus: Node | None
) -> Iterator[tuple[str, list[tuple[Guess, Language]]]]:
    """Each part of a sentence in which an order may stand, with what it may be, in the language that tells it first."""
    text = sentence.text
    pieces = pieces_of(text, index)
    names = any(each.kind == "name" for each in pieces)
    is_order = 0 < len(pieces) <= _MAX_PIECES and (names or focus is not None)
    if not is_order or (text.rstrip().endswith("?") and not is_polite(pieces)):
        return
    for language in languages_from(sentence.language) if len(pieces) <= _SHORT else (sentence.language,):
        words = cue_words(language)
        for part in parts_of(pieces, words):
            said = text[part[0].start : part[-1].end]
            joined = joined_verbs(part, words.orders.every_verb, language)
            yield (
                said if len(part) < len(pieces) else text,
                [(each, language) for each in guesses_in(text, joined, words, index, focus)],
            )


def operations_of(
    guess: Guess, language: Language, sentence: SentenceReading, graph: Graph, index: NodeIndex
) -> list[Operation]:
    """What a guess comes to; nothing where it cannot be done."""
    draft = Draft(graph, index, language)
    model = Resolver(Maker(draft, language), index, sentence, choices={}, focus=None)
    try:
        carry_out_guess(guess, model)
    except (CannotApply, MustAsk):
        return []
    return draft.operations


def guess_in_words(guess: Guess, language: Language) -> str:
    """The sentence that a person is to confirm: `Do you mean: rename "Kiln" to "Oven"?`."""
    names = [quoted(each.name, language) for each in guess.nodes]
    new = guess.new
    if guess.kind == "retype":
        new = vocabulary(language).type_word(new)
    elif guess.kind == "replace" and not new:
        new = guess.nodes[1].name
    places = dict(zip("abc", names, strict=False)) | {
        "all": enumerated(names, wording(language)),
        "new": new if guess.kind == "retype" else quoted(new, language),
    }
    return asked_to_confirm(_texts(language)[guess.kind].format(**places), language)


def asked_to_confirm(order: str, language: Language) -> str:
    """The question whether an order was meant."""
    return _texts(language)["asked"].format(order=order)


def _texts(language: Language) -> dict[str, str]:
    return load(language, "sentences", "guesses", dict[str, str])
