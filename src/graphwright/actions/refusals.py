"""What a door tells of a refusal: its code and fields as they are, its words in the language of whoever reads it.

What exactly was refused, and how to mend it, is written in English where it is noticed; other readers are told the kind
of it in their language first.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from graphwright.errors import QuotaExceeded, Refused
from graphwright.languages import Language, load
from graphwright.protocol.operations import Problem
from graphwright.protocol.runs import StoredError
from graphwright.protocol.wire import stored_error
from graphwright.quotas import quota_words
from graphwright.text.messages import filled, in_words, refusal_in_words


def refusal(error: BaseException, language: Language | None) -> StoredError:
    """An error as it is told; without a language as it is stored, for readers with a catalogue of their own."""
    stored = stored_error(error)
    if language is None:
        return stored
    template = load(language, "findings", "refusals", dict[str, str]).get(stored.code, "{detail}")
    fields: dict[str, Any] = dict(stored.fields)
    detail = stored.message
    if isinstance(error, Refused):
        detail = refusal_in_words(error, language)
        problems = [in_words(each, language) for each in error.problems if isinstance(each, Problem)]
        fields["problems"] = msgspec.to_builtins(problems)
    elif isinstance(error, QuotaExceeded):
        detail = quota_words(error.fields, language)
    return replace(stored, message=filled(template, {"detail": detail}, language), fields=fields)
