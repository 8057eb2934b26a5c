"""Which questions ask the documents, and which measure they ask for: by words of every language.

"According to the manual", "laut Handbuch" and "que disent les documents" say where to look; "how long", "wie laut" and
"quelle pression" say what an answer must hold: an amount of that kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from graphwright.languages import Language
from graphwright.offline.lookup_messages import lookup_words
from graphwright.text.quantities import quantities
from graphwright.text.recognition import Recogniser

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
_UNITS: Final[Mapping[str, str]] = {
    "time": "ms µs s min h d wk mo a",
    "length": "km m cm mm µm nm in ft mi",
    "mass": "kg g mg µg t",
    "volume": "l ml cl dl hl m³ L mL",
    "area": "m² km² cm² mm²",
    "sound": "dB dB(A) dBA",
    "pressure": "bar mbar Pa kPa hPa MPa psi",
    "temperature": "°C °F K °",
    "money": "€ $ £ CHF",
    "power": "W kW MW GW mW",
    "voltage": "V kV mV",
    "speed": "km/h m/s mph kn",
}


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

    def told_by(self, text: str) -> bool:
        """Whether a text holds an amount of such a kind."""
        wanted = {unit for kind in self.kinds for unit in _UNITS[kind].split()}
        return any(each.unit in wanted for each in quantities(text))


_MEASURES: Final = {kind: Recogniser(rf"\b(?:<amounts.{kind}>)\b") for kind in _UNITS}


def measured(question: str) -> AmountQuestion | None:
    """Which measure a question asks for, if for any."""
    found = {kind: match for kind, asked in _MEASURES.items() if (match := asked.search(question))}
    if not found:
        return None
    longest = max(found.values(), key=lambda match: match.end() - match.start())
    return AmountQuestion(frozenset(found), f"{question[: longest.start()]} {question[longest.end() :]}")
