"""Findings, problems and notes in a reader's language. Words are made at the edge; what is kept and sent has none."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from graphwright.errors import Refused
from graphwright.languages import load
from graphwright.protocol.operations import Finding, Problem
from graphwright.protocol.texts import Phrases, Term, Value

Told = TypeVar("Told", Finding, Problem)
_PLACE: Final = re.compile(r"\{(\w+)(?::(and|sentences))?\}")
_FORMS: Final = " || "
_DIGITS: Final = 3
"""Behind the point, as the page writes numbers."""


class Notation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a language writes numbers and lists."""

    and_: str = field(name="and")
    decimal: str
    thousands: str
    one: list[int]
    """The counts that take the first of two forms."""


def message_of(told: Finding | Problem, language: str) -> str:
    """What is wrong."""
    return _text(told, 0, language)


def hint_of(told: Finding | Problem, language: str) -> str:
    """What to do about it."""
    return _text(told, 1, language)


def in_words(told: Told, language: str) -> Told:
    """The same with its texts in it, for readers that have no catalogue of their own."""
    return replace(told, message=message_of(told, language), hint=hint_of(told, language))


def refused(problems: Sequence[Problem], *, most: int | None = None, says_where: bool = False) -> Refused:
    """Several problems as one error: the first gives the code and the words, for logs; `most` of them are carried."""
    first, others = problems[0], len(problems) - 1
    message = f"{message_of(first, 'en')}. {hint_of(first, 'en')}".rstrip() + (
        f" (and {others:,} more problems)" if others else ""
    )
    place = f"{first.path}: " if says_where else ""
    return Refused(place + message, problem_code=first.code, problems=problems[:most])


def title_of(rule_id: str, language: str) -> str:
    """What people call a rule; its id where nobody gave it a title."""
    return str(_rules(language).get(rule_id, {}).get("title", rule_id))


def term(key: str, values: Mapping[str, Value | list[str]], language: str) -> str:
    """One text of the catalogue; its key where the catalogue does not have it."""
    table, _, name = key.partition(".")
    template = load(language, "findings", table, dict[str, str]).get(name, key)
    return filled(template, values, language)


def filled(template: str, values: Mapping[str, Value | list[str]], language: str) -> str:
    """A text with its places filled in; a place without a value stays."""
    writing = load(language, "findings", "writing", Notation)
    one, _, other = template.partition(_FORMS)
    form = one if not other or values.get("count") in writing.one else other

    def put(match: re.Match[str]) -> str:
        value = values.get(match[1])
        return match[0] if value is None else _written(value, match[2], language, writing)

    return _PLACE.sub(put, form)


def _text(told: Finding | Problem, part: int, language: str) -> str:
    if isinstance(told, Finding):
        texts = _rules(language).get(told.rule_id, {}).get(told.case)
    elif told.code == "ruleViolation":
        rule_id, _, case = told.case.partition(".")
        texts = _rules(language).get(rule_id, {}).get(case)
    else:
        texts = (
            load(language, "findings", "problems", dict[str, dict[str, list[str]]]).get(told.code, {}).get(told.case)
        )
    if not isinstance(texts, list):
        # Written by a version that knows more: its key is better than nothing.
        return f"{told.rule_id if isinstance(told, Finding) else told.code} {told.case}" if part == 0 else ""
    return filled(texts[part], told.values, language)


def _rules(language: str) -> dict[str, dict[str, str | list[str]]]:
    return load(language, "findings", "rules", dict[str, dict[str, str | list[str]]])


def _written(value: Value | list[str], joined: str | None, language: str, writing: Notation) -> str:
    match value:
        case str():
            return value
        case int() | float():
            return number(value, writing)
        case Term():
            return term(value.key, value.values, language)
        case Phrases():
            return value.texts.get(language) or value.texts.get("en", "")
        case _:
            return _joined([_written(each, None, language, writing) for each in value], joined, writing)


def _joined(texts: Sequence[str], how: str | None, writing: Notation) -> str:
    if how == "sentences":
        return " ".join(texts)
    if how == "and" and len(texts) > 1:
        return f"{', '.join(texts[:-1])} {writing.and_} {texts[-1]}"
    return ", ".join(texts)


def words_of(value: Value, language: str) -> str:
    """A value by itself, a list as sentences."""
    return _written(value, "sentences", language, load(language, "findings", "writing", Notation))


def number(value: float, writing: Notation) -> str:
    """A number as people write it, at most three digits behind the point."""
    text = f"{value:,}" if isinstance(value, int) else f"{value:,.{_DIGITS}f}".rstrip("0").rstrip(".")
    return text.translate({ord(","): writing.thousands, ord("."): writing.decimal})
