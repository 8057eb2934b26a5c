"""Which questions ask the documents, and which measure they ask for: by words of every language.

"According to the manual", "laut Handbuch" and "que disent les documents" say where to look; "how long", "wie laut" and
"quelle pression" say what an answer must hold: an amount of that kind.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from graphwright.languages import LANGUAGES, Language
from graphwright.offline.lookup_messages import lookup_words
from graphwright.offline.meaning.vocabulary import node_type_of
from graphwright.text.folding import fold
from graphwright.text.numerals import in_digits
from graphwright.text.quantities import UNITS_OF, quantities
from graphwright.text.recognition import Recogniser
from graphwright.text.words import content

_FROM: Final = Recogniser(
    r"[\s,]*(?:\b(?:<documents.says>)|(?<!\w)(?:(?:<documents.from>) (?:(?:<documents.article>) ?)?"
    r"|(?:<documents.inside>) (?:<documents.article>) ?)"
    r"(?:(?!mod(?:e|us)\b)\w[\w-]* ){0,2}?(?:<documents.kinds>)(?! ?mod(?:e|us)\b))\b[\s,]*"
)
"""The part of a question that names its documents as where to look."""
_PROPOSES: Final = Recogniser(
    r"^\W*(?:(?:<workflow.please>)[,\s]+)?(?:<documents.proposing>)\b.{1,80}?\s(?:<documents.out_of>) "
    r"(?:(?:<documents.article>) ?)?(?:\w[\w-]* ){0,2}?(?:<documents.kinds>)(?: (?:vor|ab|her))?\W*$"
)


_ANY: Final = "any"
"""A kind of amount: in whatever unit."""


class DocumentQuestion(NamedTuple):
    """A question as documents are searched for it."""

    words: str
    """Without the part that names the documents."""
    from_documents: bool
    """Whether it says that they shall answer."""


def document_question(question: str) -> DocumentQuestion:
    """What a question asks of the documents, and whether it names them."""
    found = _FROM.search(question)
    if found is None:
        return DocumentQuestion(question, from_documents=False)
    left = f"{question[: found.start()]} {question[found.end() :]}".strip()
    return DocumentQuestion(left if any(sign.isalpha() for sign in left) else question, from_documents=True)


def proposing_reply(text: str, language: Language) -> str | None:
    """Where it is done, if nodes are wanted from what documents say."""
    return lookup_words(language).documents_propose if _PROPOSES.match(text) else None


class AmountQuestion(NamedTuple):
    """The kinds of amounts that a question may ask for, and the rest of it."""

    kinds: frozenset[str]
    words: str
    counted: str = ""
    """What is counted: `barrels` of `how many barrels`."""
    is_graded: bool = False
    """Is it asked how high or low it is, as also of what is measured in no length?"""

    @property
    def in_any_unit(self) -> AmountQuestion:
        """The same, asking for whatever it is measured in."""
        return self._replace(kinds=frozenset({_ANY}), is_graded=False)

    @property
    def asks_for_any(self) -> bool:
        """Does any unit answer? Then every other word has to be spoken of."""
        return _ANY in self.kinds

    def told_by(self, text: str) -> bool:
        """Whether a text holds an amount of such a kind."""
        return bool(self.amounts_in(text))

    def amounts_in(self, said: str) -> frozenset[str]:
        """The amounts of such a kind that a text holds."""
        text = said
        for language in LANGUAGES:
            text = in_digits(text, language)
        wanted = frozenset[str]().union(*(UNITS_OF.get(kind, ()) for kind in self.kinds))
        sizes = [
            f"{each.value:g} {each.unit}"
            for each in quantities(text)
            if {each.unit, each.unit.partition("/")[0]} & wanted or (each.unit and _ANY in self.kinds)
        ]
        often = [fold(each[0]) for each in _TIMES.finditer(said)] if "frequency" in self.kinds else []
        counts = [
            each for each in _NUMBERED.finditer(text) if self.counted and content(self.counted) <= content(each[1])
        ]
        return frozenset([*sizes, *often, *(fold(each[0]) for each in counts)])


_MEASURES: Final = {kind: Recogniser(rf"\b(?:<amounts.{kind}>)(?!\w)") for kind in (*UNITS_OF, "frequency")}
_GRADED: Final = Recogniser(r"\b(?:<amounts.graded>)(?!\w)")
_COUNT: Final = Recogniser(r"\b(?:<amounts.count>)\s?(?P<counted>[^\W\d_][\w-]*)")
_TIMES: Final = Recogniser(r"(?<!\w)(?:<amounts.times>)(?!\w)")
_NUMBERED: Final = Recogniser(
    r"(?<![\w.,])(?:\d[\d.,]*|<statements.number>)(?=\s+((?:[^\W\d_][\w-]*(?:\s+|(?!\w))){1,3}))"
)
"""A number and the words behind it, of which one may be what it counts: `12 charges`, `900 kg of malt`."""


def measured(question: str) -> AmountQuestion | None:
    """Which measure or number a question asks for, if for any; a count of a type of the model is no measure."""
    found = {kind: match for kind, asked in _MEASURES.items() if (match := asked.search(question))}
    count = _COUNT.search(question)
    counted = "" if count is None or node_type_of(count["counted"]) else count["counted"]
    graded = _GRADED.search(question)
    if not found and graded is not None and count is None:
        return AmountQuestion(frozenset({_ANY}), f"{question[: graded.start()]} {question[graded.end() :]}")
    if not found:
        words = question if count is None else f"{question[: count.start()]} {question[count.start('counted') :]}"
        return AmountQuestion(frozenset(), words, counted) if counted else None
    longest = max(found.values(), key=lambda match: match.end() - match.start())
    words = f"{question[: longest.start()]} {question[longest.end() :]}"
    is_graded = graded is not None
    return AmountQuestion(frozenset(found), words, "" if "frequency" in found else counted, is_graded)
