"""What a clarifying question says, and the answers it suggests, in the languages of the product (K-18)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from graphwright.languages import Language, load

Asked: TypeAlias = Literal[
    "vagueQuantifier", "missingConstraint", "unclearRelationship", "undefinedTerm", "conflictingStatement",
    "incompleteSpecification", "nothingSaid",
]  # fmt: skip
Vague: TypeAlias = Literal["speed", "amount", "quality"]


class ClarityWords(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One language."""

    questions: dict[Asked, str]
    measures: dict[Vague, list[str]]
    """Examples that people put their own numbers into."""
    leave_out: str
    stands_for: str
    kept: str
    demand: str


def clarity_words(language: Language) -> ClarityWords:
    """The sentences of a language."""
    return load(language, "sentences", "clarity", ClarityWords)


_COMMON: Final = """ID URL URI HTTP HTTPS HTML XML JSON CSV PDF USB GPS CPU GPU RAM ROM SQL API TCP IP UDP UTC PC OK
TV DIN EN ISO IEC IEEE EU US USA UK LED LCD SIM SMS PIN QR AC DC MB GB TB KB"""
COMMON: Final = frozenset(_COMMON.split())
"""Short forms that nobody has to explain to engineers."""
