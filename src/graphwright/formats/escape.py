r"""Escaping in Format E: which characters a field must not hold as they are, and cutting a line at its separators.

A backslash protects: `\\ \| \[ \] \, \: \n \r \t`, `\u{hex}` for what cannot be seen, and the first character of a
field that would look like a comment, a sign or a tag. Written text has one form only; read
text is strict (unknown escapes are refused) or tolerant (they stay as they stand): WF-06.
"""

from __future__ import annotations

import re
from typing import Final

from graphwright.formats.cleaning import CONTROLS, INVISIBLE, LEGITIMATE, code_point
from graphwright.formats.unreadable import UnreadableText
from graphwright.text.late_patterns import late_pattern

_NAMED: Final = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
_MEANING: Final = {"n": "\n", "r": "\r", "t": "\t"} | {itself: itself for itself in r"\|[],:;=#+-~@<"}
# What a line or a field must not begin with: comment, signs, metadata, tags.
_SIGNS: Final = "#+-~@<"
_ARROW_HEAD: Final = late_pattern(r"(?<=[-=–—])>|(?<=[-=–—])&(?=gt;)|[→⟶➔⇒]")
"""Whatever a tolerant reader takes for the head of an arrow."""
_REMARK: Final = late_pattern(r"(?<=\s)(?:#|/(?=/)|-(?=-)|<(?=!--)|\()")
"""The first character of what a tolerant reader takes for a remark behind an edge."""
_ANYWHERE: Final = rf"\\|\[\]{CONTROLS}{INVISIBLE}"
_LIST_SEPARATORS: Final = ",:"
# A backtick at the start of a line could end a code fence, an exclamation mark would unset an attribute.
_FIRST: Final = frozenset(f"{_SIGNS}`")
_FIRST_IN_LIST: Final = frozenset(f"{_SIGNS}!")
# Each in two: whether there is anything to do, which is rare, and then what.
_IN_FIELD_ANY: Final = late_pattern(f"[{_ANYWHERE}]")
_IN_LIST_ANY: Final = late_pattern(f"[{_ANYWHERE}{_LIST_SEPARATORS}]")
_IN_FIELD_EACH: Final = late_pattern(rf"{LEGITIMATE}|[{_ANYWHERE}]|\A[{re.escape(_SIGNS)}`\s]|\s\Z")
_IN_LIST_EACH: Final = late_pattern(rf"{LEGITIMATE}|[{_ANYWHERE}{_LIST_SEPARATORS}]|\A[{re.escape(_SIGNS)}!\s]|\s\Z")
_ESCAPED: Final = late_pattern(r"\\(?:u\{([0-9A-Fa-f]{1,6})\}|(.?))", re.DOTALL)
_LAST_CODE_POINT: Final = 0x10FFFF
_SURROGATES: Final = range(0xD800, 0xE000)


def escape(text: str) -> str:
    """Text as a field that stands behind a bar: a description."""
    if _IN_FIELD_ANY.search(text) is None and not _has_edge(text, _FIRST):
        return text
    return _IN_FIELD_EACH.sub(_protect, text)


def escape_name(text: str) -> str:
    """Text as the first field of a line, where an arrow would make an edge of a node."""
    return _without_arrow(escape(text))


def escape_in_list(text: str) -> str:
    """Text inside `[key:value, ...]`, where commas and colons separate too."""
    if _IN_LIST_ANY.search(text) is None and not _has_edge(text, _FIRST_IN_LIST):
        return text
    return _IN_LIST_EACH.sub(_protect, text)


def escape_ref(text: str) -> str:
    """Text as an end of an edge, where also a remark may follow."""
    return _REMARK.sub(_by_number, _without_arrow(escape_in_list(text)))


def _without_arrow(escaped: str) -> str:
    return _ARROW_HEAD.sub(_by_number, escaped)


def _by_number(match: re.Match[str]) -> str:
    return code_point(match[0])


def unescape(text: str, *, strict: bool) -> str:
    """The text that a field stands for. Strict: `UnreadableText` for an escape that the grammar does not know."""
    if "\\" not in text:
        return text

    def meant(match: re.Match[str]) -> str:
        found = _meaning(match)
        if found is not None:
            return found
        if strict:
            raise UnreadableText("escape", escape=repr(match[0]))
        return match[0]

    return _ESCAPED.sub(meant, text)


def split(text: str, separator: str) -> list[str]:
    """Cut at every separator that is not escaped; the pieces are still escaped."""
    if "\\" not in text:
        return text.split(separator)
    pieces: list[str] = []
    start = 0
    for position in positions(text, separator):
        pieces.append(text[start:position])
        start = position + 1
    return [*pieces, text[start:]]


def positions(text: str, characters: str) -> list[int]:
    """Where unescaped characters of the given kinds stand."""
    pattern = re.compile(rf"\\.|([{re.escape(characters)}])", re.DOTALL)
    return [match.start() for match in pattern.finditer(text) if match[1]]


def _has_edge(text: str, first: frozenset[str]) -> bool:
    """Whether a text begins or ends with what must not stand there."""
    return text != "" and (text[0] in first or text[0].isspace() or text[-1].isspace())


def _protect(match: re.Match[str]) -> str:
    character = match[0]
    if match[1]:
        return character
    named = _NAMED.get(character)
    if named is not None:
        return named
    if character in r"\|[],:" or character in _SIGNS:
        return "\\" + character
    return code_point(character)


def _meaning(match: re.Match[str]) -> str | None:
    if match[1] is None:
        return _MEANING.get(match[2])
    number = int(match[1], 16)
    if number > _LAST_CODE_POINT or number in _SURROGATES:
        return None
    return chr(number)
