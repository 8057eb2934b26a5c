"""The sentences of the offline assistant about what it has looked up, in the three languages of the product (K-18)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from graphwright.text.language import Language


class LookupWords(Struct, frozen=True, kw_only=True):
    """One language."""

    nothing: str
    matching: str
    fitting: str
    overview: str
    empty: str
    path: str
    no_path: str
    may_not: str
    does_not_hold: str
    documents: str


LOOKUP_WORDS: Final[Mapping[Language, LookupWords]] = {
    "en": LookupWords(
        nothing="Nothing in the model matches your question.",
        fitting="These parts of the model fit the words of the question:",
        matching="I did not understand the question, but these parts of the model fit its words:",
        overview="In the model there are {counts}; at its top: {tops}.",
        empty="The model is still empty.",
        path="{source} and {target} are connected over {count} edges:",
        no_path="There is no way over edges between {source} and {target}.",
        may_not="You asked for a change; the assistant may not propose one for you here.",
        does_not_hold="I could not propose it:",
        documents="The documents say:",
    ),
    "de": LookupWords(
        nothing="Nichts im Modell passt zu Ihrer Frage.",
        fitting="Diese Teile des Modells passen zu den Worten der Frage:",
        matching="Ich habe die Frage nicht verstanden, aber diese Teile des Modells passen zu ihren Worten:",
        overview="Im Modell gibt es {counts}; ganz oben: {tops}.",
        empty="Das Modell ist noch leer.",
        path="{source} und {target} sind über {count} Kanten verbunden:",
        no_path="Es gibt keinen Weg über Kanten zwischen {source} und {target}.",
        may_not="Sie wünschen eine Änderung; der Assistent darf hier keine für Sie vorschlagen.",
        does_not_hold="Ich konnte es nicht vorschlagen:",
        documents="In den Dokumenten steht:",
    ),
    "fr": LookupWords(
        nothing="Rien dans le modèle ne correspond à votre question.",
        fitting="Ces parties du modèle correspondent aux mots de la question :",
        matching="Je n'ai pas compris la question, mais ces parties du modèle correspondent à ses mots :",
        overview="Dans le modèle il y a {counts} ; tout en haut : {tops}.",
        empty="Le modèle est encore vide.",
        path="{source} et {target} sont reliés par {count} arêtes :",
        no_path="Il n'y a pas de chemin d'arêtes entre {source} et {target}.",
        may_not="Vous demandez un changement ; l'assistant ne peut pas en proposer pour vous ici.",
        does_not_hold="Je n'ai pas pu le proposer :",
        documents="Les documents disent :",
    ),
}
