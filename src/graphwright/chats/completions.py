"""Chat completions as OpenAI's clients write and read them: the records of that wire, and what is not taken.

Settings of a language model (temperature, length, seed and the like) are read over: which language model answers, and
how, is chosen in the workbench. What would change the meaning of an answer is refused by name.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from graphwright.errors import InvalidCommand
from graphwright.protocol.base import JsonValue, Record
from graphwright.threads import MESSAGE_LENGTH

MESSAGES: Final = 2_000
"""Of one conversation."""


class _OfWire(Record, frozen=True, kw_only=True, rename=None, omit_defaults=False):
    """Names as that wire has them, and everything written: its clients read what stands there."""


class TextContent(_OfWire, frozen=True, kw_only=True):
    """A piece of a message; of all kinds only text is read."""

    type: str
    text: str = ""


class ConversationMessage(_OfWire, frozen=True, kw_only=True):
    """One entry of the conversation as the client keeps it."""

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[TextContent] | None = None


class StreamOptions(_OfWire, frozen=True, kw_only=True):
    """What a stream tells beside the text."""

    include_usage: bool = False


class ResponseFormat(_OfWire, frozen=True, kw_only=True):
    """In which form the answer is wanted."""

    type: str = "text"


class CompletionPost(_OfWire, frozen=True, kw_only=True):
    """A conversation whose last message wants an answer."""

    model: Annotated[str, Meta(min_length=1, max_length=200)]
    messages: Annotated[list[ConversationMessage], Meta(min_length=1, max_length=MESSAGES)]
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    n: int | None = None
    tools: list[JsonValue] | None = None
    tool_choice: JsonValue = None
    response_format: ResponseFormat | None = None
    modalities: list[str] | None = None

    @property
    def includes_usage(self) -> bool:
        """Whether a stream ends with what the answer used."""
        return self.stream_options is not None and self.stream_options.include_usage


class UrlCitation(_OfWire, frozen=True, kw_only=True):
    """A source, and which characters of the answer cite it."""

    url: str
    title: str
    start_index: int
    end_index: int


class Annotation(_OfWire, frozen=True, kw_only=True):
    """What programs may know of a stretch of the answer."""

    url_citation: UrlCitation
    type: Literal["url_citation"] = "url_citation"


class CompletionMessage(_OfWire, frozen=True, kw_only=True, omit_defaults=True):
    """The answer, or a piece of it."""

    role: Literal["assistant"] | None = None
    content: str | None = None
    annotations: list[Annotation] = []


class CompletionChoice(_OfWire, frozen=True, kw_only=True):
    """The one answer that there is."""

    message: CompletionMessage
    index: int = 0
    finish_reason: Literal["stop"] = "stop"
    logprobs: None = None


class CompletionUsage(_OfWire, frozen=True, kw_only=True):
    """Tokens of all model calls of the run."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class ChatCompletion(_OfWire, frozen=True, kw_only=True):
    """A whole answer."""

    id: str
    created: int
    model: str
    choices: list[CompletionChoice]
    usage: CompletionUsage
    object: Literal["chat.completion"] = "chat.completion"


class ChunkChoice(_OfWire, frozen=True, kw_only=True):
    """A piece of the one answer."""

    delta: CompletionMessage
    finish_reason: Literal["stop"] | None = None
    index: int = 0
    logprobs: None = None


class CompletionChunk(_OfWire, frozen=True, kw_only=True):
    """A piece of a stream; the last one has no choice and tells what was used, where that was wanted."""

    id: str
    created: int
    model: str
    choices: list[ChunkChoice]
    usage: CompletionUsage | None = None
    object: Literal["chat.completion.chunk"] = "chat.completion.chunk"


class ModelEntry(_OfWire, frozen=True, kw_only=True):
    """A project, as a model that may be chosen."""

    id: str
    created: int
    owned_by: str
    object: Literal["model"] = "model"


class ModelEntryList(_OfWire, frozen=True, kw_only=True):
    """All that may be chosen."""

    data: list[ModelEntry]
    object: Literal["list"] = "list"


ErrorType: TypeAlias = Literal[
    "invalid_request_error", "authentication_error", "permission_error", "not_found_error", "rate_limit_error",
    "server_error",
]  # fmt: skip


class CompletionError(_OfWire, frozen=True, kw_only=True, omit_defaults=True):
    """Why there is no answer."""

    message: str
    type: ErrorType
    code: str
    param: str | None = None


class CompletionErrorBody(_OfWire, frozen=True, kw_only=True):
    """An error in the form that these clients read."""

    error: CompletionError


def check_answerable(post: CompletionPost) -> None:
    """Refuse what cannot be done as it is asked for. `InvalidCommand`."""
    if post.n not in {None, 1}:
        raise InvalidCommand("there is one answer to a question; leave `n` out", path="$.n")
    if post.tool_choice is not None and post.tool_choice not in ("auto", "none"):
        raise InvalidCommand("tools of a client are not called; leave `tool_choice` out", path="$.tool_choice")
    if post.response_format is not None and post.response_format.type != "text":
        raise InvalidCommand("answers are text; leave `response_format` out", path="$.response_format")
    if post.modalities is not None and post.modalities != ["text"]:
        raise InvalidCommand("answers are text; leave `modalities` out", path="$.modalities")


def text_of_message(message: ConversationMessage) -> str:
    """The words of a message. `InvalidCommand` where it holds something else, or more than is read."""
    if message.content is None:
        return ""
    if isinstance(message.content, str):
        return message.content
    for each in message.content:
        if each.type != "text":
            wrong = f"a message of text is read, not {each.type[:40]!r}; add files as documents of the project"
            raise InvalidCommand(wrong, path="$.messages")
    return "\n".join(each.text for each in message.content)[: MESSAGE_LENGTH + 1]


def error_type(status: int) -> ErrorType:
    """The kind of an error by its status."""
    kinds: dict[int, ErrorType] = {
        401: "authentication_error", 403: "permission_error", 404: "not_found_error", 429: "rate_limit_error"
    }  # fmt: skip
    return kinds.get(status, "server_error" if status >= 500 else "invalid_request_error")  # noqa: PLR2004  the border of HTTP
