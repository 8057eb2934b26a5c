"""A whole that is told with its parts by a participle alone: `A drone, consisting of a frame and six rotors`.

Where the sentence has no verb that is surely one, the participle says what a verb would: `A drone consists of ...`.
Beside another verb it stays what it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from graphwright.grammar.records import Token
from graphwright.grammar.tags import tagged
from graphwright.grammar.verbs import is_finite, is_verb
from graphwright.languages import Language, load
from graphwright.text.folding import fold


def with_verb(tokens: tuple[Token, ...], language: Language) -> tuple[Token, ...]:
    """The tokens of a sentence, with a verb in place of such a participle."""
    forms = load(language, "grammar", "consisting", dict[str, str])
    at = next((number for number, each in enumerate(tokens) if number > 1 and each.folded in forms), None)
    if at is None or tokens[at - 1].text != "," or _has_verb(tokens[: at - 1], language):
        return tokens
    told = forms[tokens[at].folded].split()
    said = [replace(tokens[at], text=each, folded=fold(each)) for each in told]
    return (*tokens[: at - 1], *said, *tokens[at + 1 :]) if not _has_verb(tokens[at + 1 :], language) else tokens


def _has_verb(tokens: Sequence[Token], language: Language) -> bool:
    """Is there a finite verb that a dictionary knows?"""
    return bool(tokens) and any(
        is_verb(each) and each.known and is_finite(each) for each in tagged(tokens, language)[0]
    )
