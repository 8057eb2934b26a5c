"""What a conversation spoke of last: what the assistant named or made, then what the person named, the newest first.

Only names and types are taken, never what was said about them: a pronoun can mean one of these and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final

from msgspec.structs import replace

from graphwright.context.request_text import language_told, own_words
from graphwright.grammar.records import Focus, FocusedElement
from graphwright.llm.base import ChatMessage, ModelRequest
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.text.language import language_of

_MESSAGES: Final = 6
"""Older ones are forgotten: a pronoun reaches back no further."""
_ELEMENTS: Final = 12
_A_TURN: Final = 2
"""Messages of a turn: what a person said, and the answer."""
_CHARACTERS: Final = 4_000
"""Of a message that is looked through for names."""
_ADDED: Final = re.compile(r"^\+ ([^|\n]{1,200})\|([A-Z]{2,10})\|", re.MULTILINE)
_ID: Final = re.compile(r"[^\W.]{1,120}\.[A-Z]{2}\.\d{3,9}")


def focus_of(request: ModelRequest, index: NodeIndex) -> Focus:
    """The focus before the person's newest message."""
    before = [each for each in request.messages if each.role in {"user", "assistant"}]
    while before and before[-1].role == "user":
        before.pop()
    found: dict[str, FocusedElement] = {}
    spoken = ""
    for at, message in enumerate(reversed(before[-_MESSAGES:])):
        if message.role == "user":
            spoken = spoken or own_words(message.text)
        for each in _elements(message, index):
            found.setdefault(each.name, replace(each, turns=at // _A_TURN))
    told = language_told(request)
    language = language_of(spoken, told or "en") if spoken else told
    return Focus(elements=tuple(found.values())[:_ELEMENTS], language=language)


def earlier_of(request: ModelRequest) -> list[str]:
    """The person's earlier messages, the newest first."""
    said = [own_words(each.text)[:_CHARACTERS] for each in request.messages if each.role == "user"]
    return said[:-1][::-1][:_MESSAGES]


def _elements(message: ChatMessage, index: NodeIndex) -> Iterator[FocusedElement]:
    text = (message.text if message.role == "assistant" else own_words(message.text))[:_CHARACTERS]
    for name, node_type in _ADDED.findall(text):
        yield FocusedElement(name=name, type=node_type)
    prose = text.partition("```")[0]
    for node in chain.from_iterable(index.find(each) for each in _ID.findall(prose)):
        yield FocusedElement(name=node.name, type=node.node_type)
    for span in index.named_in(prose):
        for node in span.nodes[:1]:
            yield FocusedElement(name=node.name, type=node.node_type)
