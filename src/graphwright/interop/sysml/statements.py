"""Statements of SysML v2 text: a head up to `;` or `{`, and the statements in its body. What they mean comes later.

Every statement of the language has this form, so all of it can be passed over in one way, whether it is understood or
not. A text whose brackets do not pair is refused with line and column.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from graphwright.interop.sysml.tokens import SourceToken, TokenKind, fault, tokens_of

_DEEPEST: Final = 200
"""Levels of braces: nobody writes as many, and what walks the tree stays bounded."""
_PAIRS: Final = {")": "(", "]": "[", "}": "{"}
_NOTED: Final = frozenset({"doc", "comment", "rep"})
"""Statements that a comment ends."""


class Statement(Struct):
    """One statement; `head` has no brace or semicolon in it."""

    head: Sequence[SourceToken]
    body: list[Statement]
    start: int
    has_body: bool = False


def statements_of(text: str) -> list[Statement]:
    """The statements at the top. `InvalidCommand` with line and column where brackets do not pair."""
    return _StatementParser(text).read()


class _StatementParser:
    """Goes through the tokens once; `_open` are the statements whose body is being read."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = list(tokens_of(text))
        self._at = 0
        self._top: list[Statement] = []
        self._open: list[Statement] = []

    def read(self) -> list[Statement]:
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            if token.kind is TokenKind.SIGN and token.text == "}":
                self._close(token)
            elif token.kind is TokenKind.COMMENT or (token.kind is TokenKind.SIGN and token.text == ";"):
                self._at += 1
            else:
                self._statement(token)
        if self._open:
            at = self._open[-1].start
            raise fault(self._text, at, "the braces of what begins here are never closed")
        return self._top

    def _close(self, token: SourceToken) -> None:
        if not self._open:
            raise fault(self._text, token.start, "this brace closes nothing")
        self._open.pop()
        self._at += 1

    def _statement(self, first: SourceToken) -> None:
        start, brackets = self._at, list[SourceToken]()
        ends_at_comment = _word_after_prefixes(self._tokens, start) in _NOTED
        has_body = False
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            if token.kind is TokenKind.COMMENT and ends_at_comment:
                self._at += 1
                break
            if token.kind is TokenKind.SIGN:
                if not brackets and token.text in ";}{" and not (token.text == "{" and self._is_expression(start)):
                    has_body = token.text == "{"
                    break
                self._bracket(token, brackets)
            self._at += 1
        if brackets:
            raise fault(self._text, brackets[-1].start, f"the {brackets[-1].text!r} here is never closed")
        head = [
            each for each in self._tokens[start : self._at] if each.kind is not TokenKind.COMMENT or ends_at_comment
        ]
        statement = Statement(head, [], first.start, has_body)
        (self._open[-1].body if self._open else self._top).append(statement)
        if has_body:
            if len(self._open) >= _DEEPEST:
                raise fault(self._text, first.start, f"more than {_DEEPEST} levels of braces")
            self._open.append(statement)
            self._at += 1

    def _is_expression(self, start: int) -> bool:
        """Does this brace hold the body of an expression, as in `list->select {in x; x > 3}`?"""
        before = self._tokens[max(start, self._at - 2) : self._at]
        signs = [token.text if token.kind is TokenKind.SIGN else "" for token in before]
        return bool(signs) and (signs[-1] == "." or signs[0] == "->")

    def _bracket(self, token: SourceToken, brackets: list[SourceToken]) -> None:
        if token.text in "([{":
            brackets.append(token)
        elif token.text in _PAIRS:
            if not brackets or brackets[-1].text != _PAIRS[token.text]:
                raise fault(self._text, token.start, f"this {token.text!r} closes nothing")
            brackets.pop()


def _word_after_prefixes(tokens: Sequence[SourceToken], at: int) -> str:
    while (
        at < len(tokens) and tokens[at].kind is TokenKind.WORD and tokens[at].text in {"public", "private", "protected"}
    ):
        at += 1
    return tokens[at].text if at < len(tokens) and tokens[at].kind is TokenKind.WORD else ""
