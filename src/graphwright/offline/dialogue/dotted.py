"""Names with full stops in a question, as files and packages have them: `Who uses controller.helper.Distance.java?`.

They are set in quotation marks, so that none of their stops ends a sentence.
"""

from __future__ import annotations

import re
from typing import Final

from graphwright.offline.meaning.matching import WRITTEN_ID, NodeIndex
from graphwright.offline.questions.marks import may_ask
from graphwright.text.folding import fold

_DOTTED: Final = re.compile(r"(?<![\w.\"'«“„`])[^\W_][\w-]{0,80}(?:\.[^\W_][\w-]{0,80}){1,12}(?![\w\"'»”`])")
_ID: Final = re.compile(WRITTEN_ID)
_HOLDING: Final = 200
"""Nodes that may hold a word of a name that was said in part."""


def with_dotted_names(text: str, index: NodeIndex) -> str:
    """A question with each dotted name of the model in quotation marks; one that is said in part is said whole."""
    if _DOTTED.search(text) is None or not may_ask(text):
        return text
    return _DOTTED.sub(lambda found: _quoted(found[0], index), text)


def _quoted(said: str, index: NodeIndex) -> str:
    if index.find(said):
        is_id = _ID.fullmatch(said) is not None
        return said if is_id else f'"{said}"'
    holding = index.holding(said.split(".", 1)[0], _HOLDING)
    dotted = {node.name: fold(node.name) for node in holding if f".{fold(said)}." in f".{fold(node.name)}."}
    names = [name for name, folded in dotted.items() if folded.endswith(f".{fold(said)}")] or list(dotted)
    return f'"{names[0]}"' if len(names) == 1 else said
