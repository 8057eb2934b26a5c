"""A message of the controlled language into sentences of words. Knows quotes, colons and French elisions, no grammar.

Unlike `text.sentences` it reads what stands between quotes as one word, which neither ends a sentence nor is grammar.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from graphwright.text.folding import fold


class TextToken(NamedTuple):
    """A word, a quoted phrase or a sign of punctuation."""

    text: str
    """As written; of a quoted phrase what stands between the quotes."""
    word: str
    """Folded for comparing (`fold`); empty for a quoted phrase, which never is grammar."""
    start: int = 0
    """Where it begins in the message."""

    @property
    def quoted(self) -> bool:
        """Was it between quotes?"""
        return not self.word


Span = tuple[TextToken, ...]


class TokenSentence(NamedTuple):
    """One sentence: its words, and the text after the first colon."""

    text: str
    tokens: Span
    tail: str
    is_question: bool

    def text_from(self, span: Span) -> str:
        """The rest of the sentence as it was written, from the first of some tokens on."""
        rest = self.text[span[0].start - self.tokens[0].start :]
        return rest.strip().strip(_QUOTES).strip()


_QUOTES: Final = "\"'`„“”«»‘’"
# A name has at most 200 characters; the bound also keeps quotes that are never closed cheap.
_QUOTED = r"""
    "([^"\n]{1,200})" | „([^“”"\n]{1,200})[“”"] | “([^”\n]{1,200})” | «\s*([^»\n]{1,200}?)\s*» | »([^«\n]{1,200})«
    | `([^`\n]{1,200})` | ‚([^‘\n]{1,200})‘ | ‘([^’\n]{1,200})’ | (?<!\w)'([^'\n]{1,200})'(?!\w)
"""
_TOKEN: Final = re.compile(
    rf"""{_QUOTED}
    | (?P<end> [.!?;…]+ (?=\s|$) | \n )
    | (?P<colon> : (?=\s|$) )
    | (?P<sign> [,()?!;=] )
    | (?P<elision> \b(?:l|d|qu|n|s|j|c|m|t|jusqu|lorsqu)['’](?=\w) )
    | (?P<word> (?: [^\s,()?!;=:."„“”«»`…] | [.:](?=[^\s.]) )+ )
    | (?P<other> \S )
    """,
    re.VERBOSE | re.IGNORECASE,
)


def sentences(text: str) -> list[TokenSentence]:
    """The sentences of a message. A sentence ends at a full stop, question or exclamation mark, semicolon or line."""
    found: list[TokenSentence] = []
    start = 0
    tokens: list[TextToken] = []
    colon: int | None = None
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "end":
            found += _sentence(text, start, match.start(), tokens, colon)
            tokens, start, colon = [], match.end(), None
        elif match.lastgroup == "colon" and colon is None:
            colon = match.end()
        elif colon is None:  # after the colon the text is content
            tokens.append(_token(match))
    return found + _sentence(text, start, len(text), tokens, colon)


def _sentence(text: str, start: int, end: int, tokens: list[TextToken], colon: int | None) -> list[TokenSentence]:
    if not tokens:
        return []
    tail = "" if colon is None else text[colon:end].strip().strip(_QUOTES).strip()
    return [TokenSentence(text[start:end].strip(), tuple(tokens), tail, is_question=text[end : end + 1] == "?")]


def _token(match: re.Match[str]) -> TextToken:
    if match.lastgroup is None:
        return TextToken(
            next(group for group in match.groups() if group is not None).strip() or match[0], "", match.start()
        )
    return TextToken(match[0], fold(match[0]) or match[0], match.start())


def joined(span: Span) -> str:
    """The text of some tokens, with one space between them."""
    return " ".join(token.text for token in span)
