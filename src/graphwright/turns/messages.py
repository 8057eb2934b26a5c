"""The few sentences that workflows add to an answer, in the languages of the product (K-18)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Sentence: TypeAlias = Literal["draftKept", "nothingChanged", "goOn", "goOnSkipped", "noWords", "proposed"]

_SENTENCES: Final[dict[Sentence, dict[str, str]]] = {
    "proposed": {
        "en": "\n\nNothing was changed: {count} operations wait as a proposal for a decision.",
        "de": "\n\nEs wurde nichts geändert: {count} Operationen warten als Vorschlag auf eine Entscheidung.",
        "fr": "\n\nRien n'a été modifié : {count} opérations attendent une décision, sous forme de proposition.",
    },
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
    "goOn": {
        "en": "The assistant has looked things up {calls} times and has no answer yet. May it go on as long again?",
        "de": "Der Assistent hat {calls}-mal nachgesehen und noch keine Antwort. Darf er noch einmal so lange "
        "weitermachen?",
        "fr": "L'assistant a cherché {calls} fois sans avoir encore de réponse. Peut-il continuer aussi longtemps ?",
    },
    "goOnSkipped": {
        "en": "The answer rests on what has been found so far.",
        "de": "Die Antwort beruht auf dem, was bis hierher gefunden wurde.",
        "fr": "La réponse repose sur ce qui a été trouvé jusqu'ici.",
    },
    "noWords": {
        "en": "The language model found no words for an answer.",
        "de": "Das Sprachmodell hat keine Worte für eine Antwort gefunden.",
        "fr": "Le modèle de langage n'a pas trouvé de mots pour une réponse.",
    },
}


def message_text(sentence: Sentence, language: str) -> str:
    """The sentence in a language; English where we do not speak it."""
    spoken = _SENTENCES[sentence]
    return spoken.get(language, spoken["en"])
