"""What is written into new elements, in the language of the sentence: descriptions. One field each."""

from __future__ import annotations

from msgspec import Struct

from graphwright.languages import Language, load


class MeaningMessages(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table `meaning` of sentences.toml."""

    actor: str
    module: str
    system: str
    use_case: str
    chain: str
    function: str
    flow: str
    part: str
    schema: str
    test: str
    condition: str
    through: str
    name_taken: str
    not_connected: str
    not_one_type: str
    no_value: str
    other_amounts: str
    no_amount: str
    no_field: str
    no_struct: str
    conditional: str


def meaning_words(language: Language) -> MeaningMessages:
    """What a language writes into new elements."""
    return load(language, "sentences", "meaning", MeaningMessages)
