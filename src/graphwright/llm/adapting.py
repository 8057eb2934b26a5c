"""What is learned of a language model when its provider refuses a parameter by name: the same capabilities with less.

Providers accept a parameter today and refuse it tomorrow, and nobody knows every server. A refusal that names what was
sent is answered by leaving that out; what cannot be left out stays an error. Pure: who asked again keeps the result.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from graphwright.llm.base import ModelRequest
from graphwright.llm.capabilities import Capabilities, SchemaForm, providers
from graphwright.llm.faults import Complaint
from graphwright.setting_kinds import Effort

MOST: Final = 4
"""Parameters that one call may learn to leave out."""

_NO_SUCH_PATH: Final = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED, HTTPStatus.NOT_IMPLEMENTED})
_NOT_ACCEPTED: Final = frozenset({HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.NOT_IMPLEMENTED})
_UNKNOWN: Final = re.compile(r"(?i)extra|unknown|unexpected|not permitted|forbidden|unrecogni[sz]ed|unsupported")


class Refusal(NamedTuple):
    """What was refused, in whose words."""

    capabilities: Capabilities
    """As the request was made."""
    request: ModelRequest
    words: str
    """Parameter and message."""

    @property
    def limit(self) -> int:
        """The limit of the output that was sent."""
        return self.capabilities.room(self.request.max_output_tokens, self.effort)

    @property
    def effort(self) -> Effort | None:
        """The effort that was asked for."""
        return self.request.effort


_Lesson: TypeAlias = Callable[[Refusal], Capabilities | None]


def _no_room(refusal: Refusal) -> Capabilities | None:
    """Prompt and limit together are too long, of which the room to think is a part."""
    known = refusal.capabilities
    return replace(known, leaves_room=False) if refusal.limit > refusal.request.max_output_tokens else None


def _limit(refusal: Refusal) -> Capabilities | None:
    known, words = refusal.capabilities, refusal.words
    if re.search(r"(?i)too large|at most|maximum|exceed|>|greater|range", words):
        said = [int(number) for number in re.findall(r"\d{3,7}", words.replace(",", ""))]
        below = [number for number in said if number < refusal.limit]
        return replace(known, max_output=max(below)) if below else None
    if known.dialect != "chat":
        return None
    return replace(known, limit="max_tokens" if known.limit != "max_tokens" else "max_completion_tokens")


def _temperature(refusal: Refusal) -> Capabilities | None:
    return replace(refusal.capabilities, temperature=False) if refusal.capabilities.temperature else None


_LESS_STRICT: Final[dict[SchemaForm, SchemaForm]] = {"strict": "json", "json": "prompt"}


def _schema(refusal: Refusal) -> Capabilities | None:
    known = refusal.capabilities
    if refusal.request.response_schema is None or known.schema == "prompt":
        return None
    return replace(known, schema="prompt" if known.dialect == "messages" else _LESS_STRICT[known.schema])


def _tools_while_thinking(refusal: Refusal) -> Capabilities | None:
    """Tools and thoughts go together only in the other dialect, where there is one; else it does not think."""
    known = refusal.capabilities
    if known.dialect == "chat" and "responses" in providers()[known.model.partition(":")[0]].dialects:
        return replace(known, dialect="responses", state="reasoningItems", tools_while_thinking=True)
    return replace(known, tools_while_thinking=False) if known.tools_while_thinking else None


def _effort(refusal: Refusal) -> Capabilities | None:
    known = refusal.capabilities
    if not known.efforts and known.tools_while_thinking:
        return None
    return replace(known, efforts=[], tools_while_thinking=True)


def _usage(refusal: Refusal) -> Capabilities | None:
    return replace(refusal.capabilities, asks_for_usage=False) if refusal.capabilities.asks_for_usage else None


def _state(refusal: Refusal) -> Capabilities | None:
    is_foreign = refusal.capabilities.state != "none" and _UNKNOWN.search(refusal.words)
    return replace(refusal.capabilities, state="none") if is_foreign else None


def _long_cache(refusal: Refusal) -> Capabilities | None:
    return replace(refusal.capabilities, long_cache=False) if refusal.capabilities.long_cache else None


def _tools(refusal: Refusal) -> Capabilities | None:
    known = refusal.capabilities
    return replace(known, tools=False) if known.tools and refusal.request.tools else None


# The first row whose words are there and that has something to leave out decides.
_LESSONS: Final[tuple[tuple[re.Pattern[str], _Lesson], ...]] = tuple(
    (re.compile(f"(?i){words}"), lesson)
    for words, lesson in (
        (
            r"context.{0,80}max_(?:completion_|output_)?tokens|max_(?:completion_|output_)?tokens.{0,80}context",
            _no_room,
        ),
        (r"in the completion", _no_room),
        (r"temperature", _temperature),
        (r"max_(?:completion_|output_)?tokens", _limit),
        (r"stream_options|include_usage", _usage),
        (r"response_format|json_schema|output_config\.format|text\.format|structured|guided", _schema),
        (r"tools.{0,40}reasoning_effort", _tools_while_thinking),
        (r"encrypted_content|reasoning_content|extra_content", _state),
        (r"reasoning|effort|thinking", _effort),
        (r"\bttl\b|cache_control", _long_cache),
        (r"tools?\b|function.?call", _tools),
    )
)


def adapted(known: Capabilities, request: ModelRequest, status: int, complaint: Complaint) -> Capabilities | None:
    """The capabilities without what was refused; None: it was not refused for a parameter that can be left out."""
    words = f"{complaint.param or ''}: {complaint.message}"
    if status in _NO_SUCH_PATH and known.dialect == "responses" and "model" not in words.lower():
        return replace(known, dialect="chat", state="none")
    if status not in _NOT_ACCEPTED:
        return None
    refusal = Refusal(known, request, words)
    lessons = (lesson(refusal) for pattern, lesson in _LESSONS if pattern.search(words))
    return next((learned for learned in lessons if learned is not None), None)
