"""Cuts an answer into sentences by their places in the text; code is left out. Pure, for German, English and French.

Made for one question: does this sentence state something, so that a reader may ask where it comes from? What asks,
announces a list, speaks about the conversation, or says that something was not found states nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

_FENCE: Final = re.compile(r"^ {0,3}(```|~~~)[^\n]*\n.*?(?:^ {0,3}\1[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_INLINE: Final = re.compile(r"(`+)(?!`)[^\n]*?(?<!`)\1(?!`)")
_REF: Final = r"\s*\[[^\[\]\n]{1,200}\](?!\()"
# What is cited right behind a full stop belongs to the sentence before it.
_END: Final = re.compile(
    rf"[.!?…؟。！？]+(?:[\"'”’»)*_]|[\u00a0\u202f ]»)*(?:{_REF}[.,;]?)*(?=\s|$)|\n+|\Z"
)  # full-width marks end sentences too
_ABBREVIATION: Final = re.compile(
    # A letter, a number, and what the three languages shorten: "z. B.", "e.g.", "p. ex.", "1."
    r"(?:^|[\s(.])(?:[^\W_]|\d{1,3}|bzw|ggf|ca|vgl|Nr|usw|etc|cf|vs|approx|resp|ex|c\.-à-d|env)\.$"
)
_MARKUP: Final = re.compile(r"^(?:[ \t>]*(?:[-*+•]|\d{1,3}[.)])[ \t]+|[ \t>]+)+")
_HEADING: Final = re.compile(r"^\s{0,3}#{1,6}\s|^[\s|:*_=-]*$")
_WORD: Final = re.compile(r"[^\W\d_]+")
_FEWEST_WORDS: Final = 3
"""Fewer state nothing: "Yes.", "Nothing else."."""
# The speaker, the reader and what was (not) found: words about the conversation, not about the model.
_ABOUT_THE_TALK: Final = re.compile(
    r"""(?ix)^[\W_]*(?:
      i|i'm|i've|i'll|we|let\ me|you|your|please|here\ (?:is|are)|sorry|would\ you|shall|this\ is\ the\ offline
    | ich|wir|du|sie\ (?:können|könnten|haben|müssen|sollten)|bitte|hier\ (?:ist|sind|antwortet)|möchtest|soll|leider
    | je|j'|ici\ l|nous|tu|vous|voici|voilà|veuillez|souhaites?-tu|souhaitez|désolée?
    )\b"""
)
_NOT_FOUND: Final = re.compile(
    r"""(?ix)\b(?:
      (?:not|nothing|no\ \w+|none)\b.{0,60}\b(?:found|match(?:es)?|says|mentions?|mentioned|contains?|in\ the\ model)
    | (?:does|do)\ not\ (?:say|mention|contain|match)
    | there\ (?:is|are)\ (?:no|none|nothing|not)
    | (?:nichts|nicht|kein(?:e[nrms]?)?)\b.{0,60}\b(?:gefunden|passt|enthalten|erwähnt|vorhanden|im\ modell)
    | es\ gibt\ (?:kein|nicht)\w* | gibt\ es\b.{0,60}\bnicht
    | (?:rien|aucune?|pas)\b.{0,60}\b(?:trouvée?s?|correspond|contient|mentionnée?s?|dans\ le\ modèle)
    | il\ n'y\ a\ (?:pas|aucun|rien)\w*
    )"""
)


class Sentence(Struct, frozen=True):
    """A sentence and its place in the text, in characters."""

    start: int
    end: int
    text: str
    """Without the marks of a list or quotation in front of it."""

    @property
    def states_something(self) -> bool:
        """Does it claim something that a source could be asked for?"""
        text = self.text.rstrip()
        if text.endswith((":", "?", "؟", "？")) or _HEADING.match(text):
            return False
        if len(_WORD.findall(text)) < _FEWEST_WORDS:
            return False
        return not (_ABOUT_THE_TALK.match(text) or self.finds_nothing)

    @property
    def finds_nothing(self) -> bool:
        """Does it say that something was not found?"""
        return _NOT_FOUND.search(self.text) is not None


def without_code(text: str) -> str:
    """The same text, as long as it was, with blanks where code stood."""

    def blank(match: re.Match[str]) -> str:
        return "".join("\n" if char == "\n" else " " for char in match[0])

    return _INLINE.sub(blank, _FENCE.sub(blank, text)) if "`" in text or "~~~" in text else text


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a text whose code was taken out; a line break ends one too, a heading is one."""
    start = 0
    for match in _END.finditer(text):
        end = match.end()
        if match[0].startswith(".") and _ABBREVIATION.search(text[start : match.start() + 1]):
            continue
        if (sentence := _trimmed(text, start, end)) is not None:
            yield sentence
        start = end


def _trimmed(text: str, start: int, end: int) -> Sentence | None:
    piece = text[start:end]
    lead = len(piece) - len(piece.lstrip())
    marks = _MARKUP.match(piece, lead)
    begin = lead if marks is None else marks.end()
    inner = piece[begin:].rstrip()
    return Sentence(start + begin, start + begin + len(inner), inner) if inner else None
