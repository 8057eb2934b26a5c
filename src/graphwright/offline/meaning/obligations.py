"""The obligations of a requirement, one by one: `The battery must last 4 h and must be replaceable` are two."""

from __future__ import annotations

import re
from functools import cache

from graphwright.languages import LANGUAGES, Language
from graphwright.text.recognition import alternatives


def obligations_of(text: str) -> list[str]:
    """Each obligation as a sentence about the subject of the first; the text alone where it has no more than one."""
    text = text.strip()
    for language in LANGUAGES:
        first, further = _forms(language)
        found = first.match(text)
        if found is None:
            continue
        subject, end = found["subject"], text[-1:] if text[-1:] in ".!" else ""
        parts = further.split(text[len(subject) :].strip().removesuffix(end))
        if len(parts) > 1:
            return [f"{subject} {each.strip()}{end}" for each in parts]
    return [text]


@cache
def _forms(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]]:
    binds = alternatives("requirements", "obliging", [language])
    joins = alternatives("requirements", "joining", [language])
    first = re.compile(rf"(?P<subject>[^,;:.]{{2,80}}?)\s+(?:{binds})\s", re.IGNORECASE)
    return first, re.compile(rf",?\s+(?:{joins})\s+(?=(?:{binds})\s)", re.IGNORECASE)
