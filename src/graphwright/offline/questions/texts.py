"""Whether the name or text of an element holds a word, in any of its endings."""

from __future__ import annotations

from typing import Final

from graphwright.protocol.graph import Node
from graphwright.text.words import stem, words

_SHORTEST: Final = 4
"""Letters of a stem that may begin a longer word: `weigh` in `weighing`."""


def speaks_of(node: Node, word: str) -> bool:
    """Does a name, a description or an attribute hold this folded word?"""
    wanted = stem(word)
    texts = (node.name, node.descr, *(value for value in node.attributes.values() if isinstance(value, str)))
    said = (stem(each) for text in texts for each in words(text))
    return any(each == wanted or (len(wanted) >= _SHORTEST and each.startswith(wanted)) for each in said)
