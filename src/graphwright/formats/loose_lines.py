"""How language models write a line that should look otherwise: bullets, signs of other kinds, words for signs, markers.

`tidied` turns such a line into the one that was meant, as far as its looks tell; `is_remark` knows the lines that say
nothing to a machine. Used by `diff` only when it reads tolerantly. Nothing here knows the ontology.
"""

from __future__ import annotations

import html
import re
from functools import cache
from typing import Final, Literal, TypeAlias

from graphwright.text.recognition import Recogniser, words_of

Section: TypeAlias = Literal["nodes", "edges", "operations", "neighbours", "messages", "view-context"]

_OTHER_SECTIONS: Final[dict[str, Section]] = {
    "neighbours": "neighbours",
    "messages": "messages",
    "view-context": "view-context",
}
"""Of our own making: nobody calls them otherwise."""

_MARKER: Final = Recogniser(
    r"(?P<opening>#+\s*|\*\*|\[)?(?:\d[.)]\s*)?(?:(?P<nodes><blocks.nodes>)|(?P<edges><blocks.edges>)"
    r"|(?P<operations><blocks.operations>)|(?P<other>neighbours|messages|view-context))(?:\*\*|\])?(?P<colon>:)?(?:\*\*)?$"
)
_BULLET: Final = re.compile(r"(?:[-*•·‣]|\d{1,3}[.)])\s+(?=[+~\-−–＋]\s*\S)")
_QUOTED: Final = re.compile(r"(`{1,2}|\*\*)([+~\-−–＋].*)\1")
_SIGNS: Final = str.maketrans({"−": "-", "–": "-", "＋": "+", "～": "~"})
_SIGN_WORD: Final = Recogniser(
    r"(?:(?P<add><blocks.add>)|(?P<change><blocks.change>)|(?P<remove><blocks.remove>))\s*:?\s+(?=\S)"
)
_SIGN_OF: Final = {"add": "+", "change": "~", "remove": "-"}
_ENTITY: Final = re.compile(r"&lt;/?operations&gt;|-+&gt;", re.IGNORECASE)
_COMMENT: Final = re.compile(r"#|//|/\*|<!--|;;|%%|>\s|[-=_*]{2,}\s*\Z")
_TALK: Final = re.compile(r"[(*_\"'„“]{0,2}[^\W\d]")
_ROW: Final = re.compile(r"\|\s*`?([+~\-−–])`?\s*\|\s*(.*?)\s*\|?\s*")
"""A row of a table whose first cell is a sign."""
_EDGE_ROW: Final = re.compile(r"([^|]+?)\s*\|\s*-?([^\W\d]\w*)-?>?\s*\|\s*([^|]+?)")
_AFTER_EDGE: Final = re.compile(r"\s+(?:#|//|--|<!--).*|\s+\([^()]*\)\s*\Z", re.DOTALL)
_OPENERS: Final = tuple("`~<{[#*+-−–＋～•·‣|&0123456789")


def section_of(line: str) -> Section | None:
    """The section that a marker line opens: `## Nodes`, `[Nodes]`, `**Nodes**` or `Nodes:`; not a bare word."""
    match = _MARKER.match(line.strip())
    if match is None or not (match["opening"] or match["colon"]):
        return None
    if match["other"]:
        return _OTHER_SECTIONS[match["other"].casefold()]
    return "nodes" if match["nodes"] else "edges" if match["edges"] else "operations"


def has_entities(line: str) -> bool:
    """Whether the tag or the arrow of a line is written as for HTML."""
    return "&" in line and _ENTITY.search(line) is not None


def tidied(line: str, *, entities: bool) -> str:
    """The line as it was meant: without a bullet or number before its sign, with the sign that a hyphen stands for."""
    if entities:
        line = html.unescape(line)
    if line.startswith(("+ ", "~ ")):  # as it should be: by far the most lines
        return line
    quoted = _QUOTED.fullmatch(line)
    line = quoted[2] if quoted is not None else line
    row = _ROW.fullmatch(line)
    if row is not None:
        cells = _EDGE_ROW.fullmatch(row[2])
        line = f"{row[1]} {row[2]}" if cells is None else f"{row[1]} {cells[1]} -{cells[2]}-> {cells[3]}"
    bullet = _BULLET.match(line)
    line = line[bullet.end() :] if bullet is not None else line
    return line[:1].translate(_SIGNS) + line[1:]


def without_remark(edge: str) -> str:
    """An edge line without a comment behind its last end; ids hold no spaces, so nothing else can stand there."""
    return _AFTER_EDGE.sub("", edge)


def signed_by_word(line: str) -> str | None:
    """`ADD Ship|FUNC|...` as `+ Ship|FUNC|...`; `None` where no such word begins the line."""
    word = _SIGN_WORD.match(line)
    return None if word is None else f"{_SIGN_OF[word.lastgroup or '']} {line[word.end() :]}"


def is_remark(line: str) -> bool:
    """A comment, a rule, or words to the reader between the operations: nothing that an operation could be."""
    if _COMMENT.match(line) or set(line) == {"-"} or not line.strip("|:- ") or line[0] + line[-1] == "()":
        return True
    words = _TALK.match(line)
    if words is None or any(mark in line for mark in ("|", "->", "→", "[", "{", "&gt;")):
        return False
    # In small letters it rather is the rest of the description on the line before it.
    return not words[0][-1].islower() or line.endswith(":")


def is_prose(line: str) -> bool:
    """Whether the first character of a line already tells that it opens no block."""
    return line.lstrip()[:1].casefold() not in _opening_characters()


def may_open(line: str) -> bool:
    """Whether the beginning of a line may become the beginning of a block, so that it is not shown as prose yet."""
    line = line.lstrip()
    if not line or line.startswith(_OPENERS):
        return True
    opening_words, longest = _opening_words()
    if len(line) > longest + 2:
        return False
    word = line.rstrip(": ").casefold()
    return any(opening.startswith(word) for opening in opening_words)


@cache
def _opening_words() -> tuple[tuple[str, ...], int]:
    """The words that a line of a block may begin with, and the length of the longest."""
    keys = ("nodes", "edges", "operations", "add", "change", "remove")
    found = (*_OTHER_SECTIONS, *(word for key in keys for each in words_of("blocks", key) for word in each.split("|")))
    return found, max(map(len, found))


@cache
def _opening_characters() -> frozenset[str]:
    return frozenset((*_OPENERS, *(word[0] for word in _opening_words()[0])))
