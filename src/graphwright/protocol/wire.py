"""Between bytes and records: encode, decode, and the errors a decoder may raise, in our words.

msgspec stops at the first error of a document; operations are therefore decoded one by one by `operations.parse`.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, Literal, TypeAlias, TypeVar

import msgspec

from graphwright.errors import (
    AccessDenied,
    GraphwrightError,
    InvalidCommand,
    LimitExceeded,
    NotAuthenticated,
    NotFound,
    Refused,
)
from graphwright.protocol.commands import ClientCommand
from graphwright.protocol.events import DurableEvent
from graphwright.protocol.operations import StrictOperation
from graphwright.protocol.runs import StoredError

PROTOCOL_VERSION: Final = 1

CloseCode: TypeAlias = Literal[1012, 4400, 4401, 4403, 4404, 4408, 4413, 4426, 4429]
RESTART: Final = 1012
"""The close code of a server that stops, or whose turn is over."""
CLOSE_CODES: Final[dict[CloseCode, str]] = {
    RESTART: "the server stops, resume",
    4400: "bad frame",
    4401: "not authenticated",
    4403: "not allowed",
    4404: "no such project",
    4408: "too slow, resume",
    4413: "too large",
    4426: "protocol version",
    4429: "too many",
}
CLOSE_ERRORS: Final[dict[CloseCode, str]] = {
    4400: InvalidCommand.code,
    4401: NotAuthenticated.code,
    4403: AccessDenied.code,
    4404: NotFound.code,
    4413: LimitExceeded.code,
    4426: "protocolVersion",
}
"""Those that end a session for good, by the code of the error they stand for; after the others a client comes back."""

T = TypeVar("T")

_encoder = msgspec.json.Encoder()


# A decoder of all commands or events takes milliseconds to make, so each is made for the first of them.
@cache
def _command_decoder() -> msgspec.json.Decoder[ClientCommand]:
    return msgspec.json.Decoder(ClientCommand)


@cache
def _durable_decoder() -> msgspec.json.Decoder[DurableEvent]:
    return msgspec.json.Decoder(DurableEvent)


@cache
def strict_operation_decoder() -> msgspec.json.Decoder[StrictOperation]:
    """Of one operation without unknown fields."""
    return msgspec.json.Decoder(StrictOperation)


def encode(record: object) -> bytes:
    """A record as JSON bytes. Text with lone surrogates is refused."""
    try:
        return _encoder.encode(record)
    except UnicodeEncodeError as error:
        message = f"text holds a lone surrogate at position {error.start}; it is no valid Unicode"
        raise InvalidCommand(message) from None


def decode(data: bytes | str, of: type[T]) -> T:
    """JSON as a record of the given type; every way it can fail is an `InvalidCommand` that says where."""
    return decode_with(msgspec.json.Decoder(of), data)


def decode_with(decoder: msgspec.json.Decoder[T], data: bytes | str) -> T:
    """The same with a decoder made before: for hot paths."""
    try:
        return decoder.decode(data)
    except RecursionError:
        raise InvalidCommand("the JSON is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise InvalidCommand(str(error)) from None


def decode_command(data: bytes | str) -> ClientCommand:
    """One frame of a client."""
    return decode_with(_command_decoder(), data)


def decode_durable(data: bytes | str) -> DurableEvent:
    """One entry of a journal."""
    return decode_with(_durable_decoder(), data)


def stored_error(error: BaseException) -> StoredError:
    """An exception in the one shape that errors have on the wire and in a run."""
    if isinstance(error, GraphwrightError):
        fields: dict[str, Any] = dict(error.fields)
        if isinstance(error, Refused):
            fields["problems"] = msgspec.to_builtins(error.problems)
        return StoredError(
            code=error.code,
            message=error.message,
            retry=error.retry,
            fields=fields,
        )
    return StoredError(code="internal", message=f"{type(error).__name__}: {error}", retry="never")
