"""Text of others inside a prompt: delimited so that it cannot end its block, and never able to speak as somebody else.

Node names, documents, messages and answers are data, never instructions (ADR-14, R-26). Each block is delimited by a
mark that its text cannot know: a nonce, or for the stable part of a prompt a hash of the text itself, which is the
same for the same text and still cannot be written into it. Words that models take for a change of speaker are escaped.
"""

from __future__ import annotations

import hashlib
import re
from typing import Final

from graphwright.formats.cleaning import clean, code_point

# Turn marks of the common model families: ChatML, Llama 2 and 3, Mistral, Gemma, DeepSeek; and our own tags.
_ROLE_MARK: Final = re.compile(
    r"""
    <(?=[|｜] | <SYS>)
    | <(?=/?(?:s|bos|eos|start_of_turn|end_of_turn|system|user|assistant|human|instructions?|data\b[^>]*)>)
    | \[(?=/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])
    """,
    re.VERBOSE | re.IGNORECASE,
)
# A line as in a transcript, which older models continue.
_SPEAKER: Final = re.compile(r"^([ \t]*)([HASU])(?=(?:uman|ssistant|ystem|ser)[ ]*:)", re.IGNORECASE | re.MULTILINE)
_SPEAKER_STARTS: Final = frozenset("HhAaSsUu \t")
_MARK_CHARACTERS: Final = 16
"""64 bits: nobody writes that by chance or guess."""


def escape_roles(text: str) -> str:
    r"""Text in which no model reads a change of speaker: `<|im_start|>` becomes `\u{3c}|im_start|>`."""
    if "<" in text or "[" in text:
        text = _ROLE_MARK.sub(lambda match: code_point(match[0]), text)
    if ":" in text and (text[0] in _SPEAKER_STARTS or "\n" in text):
        text = _SPEAKER.sub(lambda match: match[1] + code_point(match[2]), text)
    return text


def data_block(label: str, text: str, *, mark: str) -> str:
    """Foreign text, cleaned and escaped, between marks, with a label that says what it is."""
    return delimited(label, escape_roles(clean(text)).replace(mark, f"{code_point(mark[0])}{mark[1:]}"), mark=mark)


def delimited(label: str, text: str, *, mark: str) -> str:
    """The same for text that was escaped when it was made, as lines of the graph are."""
    return f'<data-{mark} label="{label}">\n{text.rstrip()}\n</data-{mark}>'


def own_mark(text: str) -> str:
    """A mark for text in the stable part of a prompt, where a nonce would make every prefix a new one (T-06)."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:_MARK_CHARACTERS]
