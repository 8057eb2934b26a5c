"""Tells the call of a tool that a language model wrote into its text, because its server does not read calls out of it.

Such a text is no answer, and it is not carried out either: what stands in a text may be quoted from anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from graphwright.llm.base import ToolSpec

_MARKS: Final = (
    r"<tool_?call>", r"\[TOOL_CALLS\]", r"<\|python_tag\|>", r"<\|tool_calls?", r"<｜tool▁calls?▁begin｜>",
    r"```tool_(?:code|call)",
)  # fmt: skip
"""How models of today begin a call: Hermes and Qwen, Mistral, Llama, DeepSeek, Gemma; what follows names it."""
_BARE: Final = r"""\A\s*(?:```json\s*)?\[?\s*\{\s*"name"\s*:\s*"\w+"\s*,\s*"(?:arguments|parameters)\""""
_CALL: Final = re.compile(rf"(?:{'|'.join(_MARKS)}).{{0,200}}|<function=\w+>|{_BARE}", re.DOTALL)
_WORD: Final = re.compile(r"\w+")


def has_spoken_call(text: str, tools: Sequence[ToolSpec]) -> bool:
    """Does the text call one of these tools, by a mark and its name or by nothing but JSON?"""
    names = {tool.name for tool in tools}
    return any(not names.isdisjoint(_WORD.findall(found[0])) for found in _CALL.finditer(text))
