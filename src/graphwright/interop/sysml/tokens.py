"""SysML v2 text as tokens, in one pass. Notes (`//`) are left out; comments stay, since `doc` is one."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from enum import Enum, auto
from typing import Final, NamedTuple

from graphwright.errors import InvalidCommand

_TOKEN: Final = re.compile(
    r"""(?P<space>\s+|//\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)
    |(?P<comment>/\*(?:[^*]|\*(?!/))*\*/)
    |(?P<quoted>'(?:[^'\\]|\\.)*')
    |(?P<string>"(?:[^"\\]|\\.)*")
    |(?P<number>[0-9]+(?:\.(?!\.)[0-9]*)?(?:[eE][+-]?[0-9]+)?|\.[0-9]+)
    |(?P<word>[^\W\d]\w*)
    |(?P<sign>::>|:>>|:>|::|:=|\.\.|->|=>|===|!==|==|!=|<=|>=|\*\*|@@|[^\w\s])""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_UNFINISHED: Final = {"'": "a name in quotes", '"': "a text in quotes", "/": "a comment"}


class TokenKind(Enum):
    """What a token is."""

    COMMENT = auto()
    NAME = auto()
    """In quotes, so never a keyword."""
    STRING = auto()
    NUMBER = auto()
    WORD = auto()
    SIGN = auto()


_KINDS: Final = {
    "comment": TokenKind.COMMENT,
    "quoted": TokenKind.NAME,
    "string": TokenKind.STRING,
    "number": TokenKind.NUMBER,
    "word": TokenKind.WORD,
    "sign": TokenKind.SIGN,
}


class SourceToken(NamedTuple):
    """One token; names and strings without their quotes and escapes."""

    kind: TokenKind
    text: str
    start: int
    end: int


def tokens_of(text: str) -> Iterator[SourceToken]:
    """All tokens. `InvalidCommand` with line and column where a quote or comment has no end."""
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise fault(text, at, f"{text[at]!r} is a digit that SysML v2 does not know; write 0 to 9")
        word, at = found[0], found.end()
        kind = _KINDS.get(found.lastgroup or "")
        if kind is None:
            continue
        if kind is TokenKind.SIGN and (word in "'\"" or (word == "/" and text.startswith("*", at))):
            raise fault(text, found.start(), f"{_UNFINISHED[word]} begins here and never ends")
        if kind in {TokenKind.NAME, TokenKind.STRING}:
            word = _ESCAPE.sub(lambda escape: _ESCAPED.get(escape[1], escape[1]), word[1:-1])
        yield SourceToken(kind, word, found.start(), at)


class LineIndex:
    """Where things stand in a text, for whoever asks for each of them: the lines are counted once."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def of(self, at: int) -> str:
        """`line 4, column 7`."""
        line = bisect_right(self._starts, at)
        return f"line {line}, column {at - self._starts[line - 1] + 1}"


def fault(text: str, at: int, what: str) -> InvalidCommand:
    """What is wrong, and where."""
    return InvalidCommand(f"{LineIndex(text).of(at)}: {what}")
