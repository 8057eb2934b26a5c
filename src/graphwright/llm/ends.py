"""How an answer ended, in all the words that providers have for it.

A word that nobody knows is an end like any other: what was said is there, and losing it would help nobody. Only words
that say that something broke make the answer an interrupted one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

End: TypeAlias = Literal["stop", "length", "toolCalls", "filtered", "paused", "broken"]
"""`paused`: the provider interrupted itself and wants to be asked to go on."""

_WORDS: Final[Mapping[End, str]] = {
    "toolCalls": "tool_calls tool_use function_call tool_call",
    "length": "incomplete length max_tokens max_output_tokens max_completion_tokens model_length",
    "filtered": (
        "content_filter refusal safety recitation prohibited_content blocklist spii language sensitive guardrail "
        "guardrail_intervened content_filtered"
    ),
    "paused": "pause_turn max_messages steered",
    "broken": "error abort aborted cancelled network_error insufficient_system_resource malformed_function_call",
}
_ENDS: Final[dict[str, End]] = {word: end for end, words in _WORDS.items() for word in words.split()}


def end_of(reason: str) -> End:
    """What a finish reason, stop reason or incomplete reason means; an unknown or empty one is a plain `stop`."""
    return _ENDS.get(reason.strip().lower(), "stop")
