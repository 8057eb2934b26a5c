"""The sentences that an investigation says by itself, in the languages of the product (K-18)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from graphwright.text.language import Language

Sentence: TypeAlias = Literal[
    "anyOf", "unknownSize", "unknownFact", "notFound", "missing", "assumed", "within", "beyond", "most", "least",
    "quote", "extractive", "dontKnow", "openPoints", "confidence",
]  # fmt: skip

_SENTENCES: Final[dict[Sentence, dict[Language, str]]] = {
    "anyOf": {
        "en": "{about}: not known; the answer covers each case: {options}",
        "de": "{about}: nicht bekannt; die Antwort behandelt jeden Fall: {options}",
        "fr": "{about} : non précisé ; la réponse traite chaque cas : {options}",
    },
    "unknownSize": {
        "en": "{about}: not known; the answer names the limits",
        "de": "{about}: nicht bekannt; die Antwort nennt die Grenzen",
        "fr": "{about} : non précisé ; la réponse donne les limites",
    },
    "unknownFact": {
        "en": "{about}: not known",
        "de": "{about}: nicht bekannt",
        "fr": "{about} : non précisé",
    },
    "notFound": {
        "en": "Nothing in the documents and the model answers this question.",
        "de": "Weder die Dokumente noch das Modell beantworten diese Frage.",
        "fr": "Ni les documents ni le modèle ne répondent à cette question.",
    },
    "missing": {
        "en": "To answer it, something about {what} would have to be added.",
        "de": "Um sie zu beantworten, müsste etwas über {what} hinzukommen.",
        "fr": "Pour y répondre, il faudrait ajouter quelque chose sur {what}.",
    },
    "assumed": {
        "en": "Assumed, because nobody said: {what}.",
        "de": "Angenommen, weil niemand es gesagt hat: {what}.",
        "fr": "Supposé, faute d'indication : {what}.",
    },
    "within": {
        "en": "{about}: {value} {unit}, {bound} {limit} {unit}: kept",
        "de": "{about}: {value} {unit}, {bound} {limit} {unit}: eingehalten",
        "fr": "{about} : {value} {unit}, {bound} {limit} {unit} : respecté",
    },
    "beyond": {
        "en": "{about}: {value} {unit}, {bound} {limit} {unit}: violated",
        "de": "{about}: {value} {unit}, {bound} {limit} {unit}: verletzt",
        "fr": "{about} : {value} {unit}, {bound} {limit} {unit} : enfreint",
    },
    "most": {"en": "at most", "de": "höchstens", "fr": "au plus"},
    "least": {"en": "at least", "de": "mindestens", "fr": "au moins"},
    "quote": {"en": "“{text}”", "de": "„{text}“", "fr": "«\u00a0{text}\u00a0»"},
    "extractive": {
        "en": "No language model is configured: what follows are passages of your documents, picked by fixed rules.",
        "de": "Es ist kein Sprachmodell eingerichtet: es folgen Stellen Ihrer Dokumente, nach festen Regeln gewählt.",
        "fr": "Aucun modèle de langage n'est configuré : voici des passages de vos documents, choisis par des règles.",
    },
    "dontKnow": {"en": "I don't know", "de": "Weiß ich nicht", "fr": "Je ne sais pas"},
    "openPoints": {
        "en": "Nothing was found about: {what}.",
        "de": "Nichts gefunden wurde zu: {what}.",
        "fr": "Rien n'a été trouvé sur : {what}.",
    },
    "confidence": {
        "en": "sources: {sources}, best match: {best} %, open questions: {gaps}",
        "de": "Quellen: {sources}, beste Übereinstimmung: {best} %, offene Fragen: {gaps}",
        "fr": "sources : {sources}, meilleure correspondance : {best} %, questions ouvertes : {gaps}",
    },
}


def say(sentence: Sentence, language: Language) -> str:
    """The sentence in a language, with places for values."""
    return _SENTENCES[sentence][language]


def written(value: float, language: Language) -> str:
    """A number as people write it: `2.5` in English, `2,5` in German and French."""
    text = f"{value:.10g}"
    return text if language == "en" else text.replace(".", ",")
