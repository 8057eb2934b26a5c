"""The words of all languages, read on a thread before the first message is: they take half a second of a processor.

Whoever asks first waits for them; everybody else goes on (ADR-18). A server that never asks the offline assistant never
holds them.
"""

from __future__ import annotations

from threading import Lock

from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.languages import LANGUAGES
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import suggested
from graphwright.ports import in_thread

_are_read = False
_reading = Lock()


async def words_are_read() -> None:
    """Come back when the words are there."""
    if not _are_read:
        await in_thread(_read_once)


def _read_once() -> None:
    """Read them, unless another thread did while this one waited for it."""
    global _are_read  # noqa: PLW0603  they are kept once for the whole process, in caches of functions
    with _reading:
        if not _are_read:
            read_words()
            _are_read = True


def read_words() -> None:
    """Understand a sentence of each language, which reads what all others are understood with."""
    graph = Graph(default_ontology())
    for language in LANGUAGES:
        suggested(graph, NodeIndex(graph), language, 1)
