"""The few sentences that workflows add to an answer, in the languages of the product (K-18)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Sentence: TypeAlias = Literal["draftKept", "nothingChanged"]

_SENTENCES: Final[dict[Sentence, dict[str, str]]] = {
    "draftKept": {
        "en": "\n\nNothing was changed: the change does not hold yet. It is kept as a proposal with its problems.",
        "de": "\n\nEs wurde nichts geändert: die Änderung geht so nicht auf. Sie bleibt als Vorschlag mit ihren "
        "Problemen erhalten.",
        "fr": "\n\nRien n'a été modifié : la modification n'est pas encore valable. Elle est gardée comme proposition, "
        "avec ses problèmes.",
    },
    "nothingChanged": {
        "en": "\n\nNothing was changed: the operations could not be read.",
        "de": "\n\nEs wurde nichts geändert: die Operationen waren nicht lesbar.",
        "fr": "\n\nRien n'a été modifié : les opérations étaient illisibles.",
    },
}


def say(sentence: Sentence, language: str) -> str:
    """The sentence in a language; English where we do not speak it."""
    spoken = _SENTENCES[sentence]
    return spoken.get(language, spoken["en"])
