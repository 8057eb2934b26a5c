"""What a clarifying question says, and the answers it suggests, in the languages of the product (K-18)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from graphwright.text.language import Language

Asked: TypeAlias = Literal[
    "vagueQuantifier", "missingConstraint", "unclearRelationship", "undefinedTerm", "conflictingStatement",
    "incompleteSpecification", "nothingSaid",
]  # fmt: skip
Vague: TypeAlias = Literal["speed", "amount", "quality"]

QUESTIONS: Final[dict[Asked, dict[Language, str]]] = {
    "vagueQuantifier": {
        "en": "What does “{about}” mean here? Say a number with its unit, or what decides it.",
        "de": "Was heißt „{about}“ hier? Nennen Sie eine Zahl mit Einheit oder was es entscheidet.",
        "fr": "Que veut dire « {about} » ici ? Donnez un nombre avec son unité, ou ce qui en décide.",
    },
    "missingConstraint": {
        "en": "By which number or condition can somebody tell that this is met?",
        "de": "An welcher Zahl oder Bedingung erkennt man, dass das erfüllt ist?",
        "fr": "À quel nombre ou à quelle condition voit-on que c'est rempli ?",
    },
    "unclearRelationship": {
        "en": "What is meant by “{about}”?",
        "de": "Was ist mit „{about}“ gemeint?",
        "fr": "Qu'entend-on par « {about} » ?",
    },
    "undefinedTerm": {
        "en": "What does “{about}” stand for? Nothing in the model says it.",
        "de": "Wofür steht „{about}“? Nichts im Modell sagt es.",
        "fr": "Que signifie « {about} » ? Rien dans le modèle ne le dit.",
    },
    "conflictingStatement": {
        "en": "{other} says {theirs}, this says {about}. Which one holds?",
        "de": "{other} sagt {theirs}, hier steht {about}. Was gilt?",
        "fr": "{other} dit {theirs}, ici on lit {about}. Lequel vaut ?",
    },
    "incompleteSpecification": {
        "en": "“{about}” leaves something open. What belongs there?",
        "de": "„{about}“ lässt etwas offen. Was gehört dahin?",
        "fr": "« {about} » laisse quelque chose ouvert. Que faut-il y mettre ?",
    },
    "nothingSaid": {
        "en": "“{about}” says nothing yet. What is demanded?",
        "de": "„{about}“ sagt noch nichts. Was ist verlangt?",
        "fr": "« {about} » ne dit encore rien. Qu'est-ce qui est exigé ?",
    },
}

MEASURES: Final[dict[Vague, dict[Language, tuple[str, ...]]]] = {
    "speed": {
        "en": ("within 2 s", "within 1 min"),
        "de": ("innerhalb von 2 s", "innerhalb von 1 min"),
        "fr": ("en moins de 2 s", "en moins de 1 min"),
    },
    "amount": {
        "en": ("at least 2", "at most 10"),
        "de": ("mindestens 2", "höchstens 10"),
        "fr": ("au moins 2", "au plus 10"),
    },
    "quality": {
        "en": ("in at least 99 % of all cases", "as a test measures it"),
        "de": ("in mindestens 99 % aller Fälle", "wie ein Test es misst"),
        "fr": ("dans au moins 99 % des cas", "selon la mesure d'un essai"),
    },
}
"""Examples that people put their own numbers into."""

LEFT_OUT: Final[dict[Language, str]] = {"en": "leave it out", "de": "weglassen", "fr": "l'omettre"}
STANDS_FOR: Final[dict[Language, str]] = {"en": "what it stands for", "de": "wofür es steht", "fr": "ce que c'est"}
KEPT: Final[dict[Language, str]] = {
    "en": "this one; {other} is to change",
    "de": "dies; {other} ist zu ändern",
    "fr": "celui-ci ; {other} est à changer",
}
DEMAND: Final[dict[Language, str]] = {
    "en": "The system shall {name}.",
    "de": "Das System muss {name}.",
    "fr": "Le système doit {name}.",
}

_SPEED: Final = """fast quick quickly slow soon timely schnell langsam bald zeitnah rapide rapidement lent bientôt"""
_AMOUNT: Final = """some any several many few much various almost nearly about approximately etwa ungefähr circa ca
einige mehrere viele wenige verschiedene quelques plusieurs certains divers environ presque"""
_PRONOUNS: Final = """it they this these those he she er sie es dies diese dieses jener il elle ils elles cela ceci
ceux celle"""
_COMMON: Final = """ID URL URI HTTP HTTPS HTML XML JSON CSV PDF USB GPS CPU GPU RAM ROM SQL API TCP IP UDP UTC PC OK
TV DIN EN ISO IEC IEEE EU US USA UK LED LCD SIM SMS PIN QR AC DC MB GB TB KB"""
SPEED_WORDS: Final = frozenset(_SPEED.split())
AMOUNT_WORDS: Final = frozenset(_AMOUNT.split())
PRONOUNS: Final = frozenset(_PRONOUNS.split())
COMMON: Final = frozenset(_COMMON.split())
"""Short forms that nobody has to explain to engineers."""
