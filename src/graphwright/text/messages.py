"""Findings, problems and notes in a reader's language. Words are made at the edge; what is kept and sent has none."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from graphwright.errors import Refused
from graphwright.languages import load
from graphwright.protocol.operations import Finding, Problem
from graphwright.protocol.texts import Phrases, Term, Value

Told = TypeVar("Told", Finding, Problem)
_PLACE: Final = re.compile(
    r"\[(?P<notation>[A-Z][A-Z_]+|[^\[\]]*-(?:\w+|\{\w+\})->[^\[\]]*)\]|\{(?P<name>\w+)(?::(?P<how>and|sentences|words|counted))?\}"
)
"""A place for a value, or something in the notation of types and relations: `[FUNC -st-> REQ]`, `[TEST]`."""
_NOTATION: Final = re.compile(r"\[(?P<notation>[A-Z][A-Z_]+|[^\[\]]*-\w+->[^\[\]]*)\]")
"""The same in a text without places."""
_CODE: Final = re.compile(
    r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|-(?P<relation>\w+)->|(?<![\w.])(?P<type>[A-Z][A-Z_]+)(?![\w.])"""
)
"""A type or a relation in that notation; a name in quotes is neither."""
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


def message_of(told: Finding | Problem, language: str, *, coded: bool = False) -> str:
    """What is wrong; `coded` for a language model, which is to write types and relations in their notation."""
    return _text(told, 0, language, coded=coded)


def hint_of(told: Finding | Problem, language: str, *, coded: bool = False) -> str:
    """What to do about it."""
    return _text(told, 1, language, coded=coded)


def in_words(told: Told, language: str, *, coded: bool = False) -> Told:
    """The same with its texts in it, for readers that have no catalogue of their own."""
    message, hint = message_of(told, language, coded=coded), hint_of(told, language, coded=coded)
    return replace(told, message=message, hint=hint)


def refused(problems: Sequence[Problem], *, most: int | None = None, says_where: bool = False) -> Refused:
    """Several problems as one error: the first gives the code and the words, for logs; `most` of them are carried."""
    message = _summary(problems, "en", says_where=says_where)
    return Refused(message, problem_code=problems[0].code, problems=problems[:most])


def refusal_in_words(error: Refused, language: str) -> str:
    """Its message in a language, where all that it says is said by the problems that it carries."""
    problems = [each for each in error.problems if isinstance(each, Problem)]
    for says_where in (True, False) if problems else ():
        if _summary(problems, "en", says_where=says_where) == error.message:
            return _summary(problems, language, says_where=says_where)
    return error.message


def _summary(problems: Sequence[Problem], language: str, *, says_where: bool) -> str:
    first, others = problems[0], len(problems) - 1
    place = f"{first.path}: " if says_where else ""
    said = f"{place}{message_of(first, language)}. {hint_of(first, language)}".rstrip()
    return f"{said} ({term('notes.moreProblems', {'count': others}, language)})" if others else said


def title_of(rule_id: str, language: str) -> str:
    """What people call a rule; its id where nobody gave it a title."""
    return str(_rules(language).get(rule_id, {}).get("title", rule_id))


def term(key: str, values: Mapping[str, Value | list[str]], language: str, *, coded: bool = False) -> str:
    """One text of the catalogue; its key where the catalogue does not have it."""
    table, _, name = key.partition(".")
    template = load(language, "findings", table, dict[str, str]).get(name, key)
    return filled(template, values, language, coded=coded)


def quoted(text: str, language: str) -> str:
    """Words of somebody, between the quotation marks of a language."""
    return load(language, "findings", "terms", dict[str, str])["phrase"].format(text=text)


def filled(template: str, values: Mapping[str, Value | list[str]], language: str, *, coded: bool = False) -> str:
    """A text with its places filled in; a place without a value stays."""
    writing = load(language, "findings", "writing", Notation)
    one, _, other = template.partition(_FORMS)
    form = one if not other or values.get("count") in writing.one else other

    def put(match: re.Match[str]) -> str:
        if match["notation"]:
            text = filled(match["notation"], values, language, coded=True)
            return text if coded else _spoken(text, language)
        value, how = values.get(match["name"]), match["how"]
        if value is None:
            return match[0]
        if coded or how not in {"words", "counted"}:
            return _written(value, how, language, writing, coded=coded)
        count = values.get("count", 1) if how == "counted" else 1
        said = _spoken(_written(value, None, language, writing), language, count)
        return said[:1].upper() + said[1:] if match.start() == 0 else said

    return _PLACE.sub(put, form)


def _told(text: str, language: str, *, coded: bool) -> str:
    """What a profile or plugin says in its own words; brackets in it that hold no notation stay."""

    def put(match: re.Match[str]) -> str:
        said = _spoken(match["notation"], language)
        if said == match["notation"]:
            return match[0]
        return match["notation"] if coded else said

    return _NOTATION.sub(put, text)


def _spoken(text: str, language: str, count: Value | list[str] = 1) -> str:
    """What stands in the notation of types and relations, as people call it; what no profile of ours has stays."""
    types = load(language, "findings", "types", dict[str, str])
    relations = _relations(language)
    if {*text.split(", ")} <= relations.keys():
        return ", ".join(relations[each] for each in text.split(", "))

    def say(match: re.Match[str]) -> str:
        if match["relation"]:
            return relations.get(match["relation"], match[0])
        if match["type"]:
            return filled(types.get(match[0], match[0]), {"count": count}, language)
        return match[0]

    said = _CODE.sub(say, text)
    return quoted(said, language) if "->" in text else said


@cache
def _relations(language: str) -> dict[str, str]:
    """What relations are called, by name and by short form."""
    told = load(language, "findings", "relations", dict[str, str])
    return {each: text for names, text in told.items() for each in names.split("_")}


def _text(told: Finding | Problem, part: int, language: str, *, coded: bool) -> str:
    if isinstance(told, Finding):
        texts = _texts_of_rule(told.rule_id, language).get(told.case)
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
    return filled(texts[part], told.values, language, coded=coded)


def _texts_of_rule(rule_id: str, language: str) -> Mapping[str, str | list[str]]:
    """The texts of a rule by its cases; the rules of plugins (`PLUGIN:RULE`) bring their own, and share these."""
    if ":" in rule_id:
        return load(language, "findings", "plugins", dict[str, str | list[str]])
    return _rules(language).get(rule_id, {})


def _rules(language: str) -> dict[str, dict[str, str | list[str]]]:
    return load(language, "findings", "rules", dict[str, dict[str, str | list[str]]])


def _written(
    value: Value | list[str], joined: str | None, language: str, writing: Notation, *, coded: bool = False
) -> str:
    match value:
        case str():
            return value
        case int() | float():
            return number(value, writing)
        case Term():
            return term(value.key, value.values, language, coded=coded)
        case Phrases():
            return _told(value.texts.get(language) or value.texts.get("en", ""), language, coded=coded)
        case _:
            return _joined([_written(each, None, language, writing, coded=coded) for each in value], joined, writing)


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
