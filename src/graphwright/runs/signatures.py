"""How a workflow's and a step's function are read: their types from annotations, their arguments as a digest."""

from __future__ import annotations

import functools
import hashlib
import inspect
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, cast, get_type_hints

import msgspec

from graphwright.errors import Misuse
from graphwright.protocol.wire import encode

R = TypeVar("R")

# Sorted keys: the digest may not depend on the order in which a dictionary or set was filled.
_sorted_encoder = msgspec.json.Encoder(order="deterministic")


class Codec(Generic[R]):
    """Turns results of one type into JSON and back."""

    def __init__(self, of: type[R], named: str) -> None:
        self.of = of
        self._named = named
        try:
            self._decoder = msgspec.json.Decoder(of)
        except TypeError as error:
            raise Misuse(f"{named} says it gives {of!r}, which cannot be read back from JSON: {error}") from None

    def encode(self, result: object) -> bytes:
        """The result as JSON. `Misuse` if it has no JSON form; `InvalidCommand` for text that is no Unicode."""
        try:
            return encode(result)
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            raise Misuse(f"the result of {self._named} has no JSON form: {error}") from None

    def decode(self, body: bytes | msgspec.Raw) -> R:
        """The result from its JSON. `Misuse` if it is not what the annotation says."""
        try:
            return self._decoder.decode(body)
        except (msgspec.DecodeError, RecursionError) as error:
            raise Misuse(f"the result of {self._named} is not the {self.of!r} it is annotated with: {error}") from None


def codec_of(function: Callable[..., object]) -> Codec[object]:
    """The codec for a step function's results. `Misuse` if it is no coroutine function or has no return annotation."""
    return _codec(_plain(function))


def arguments_digest(arguments: Sequence[object]) -> str:
    """sha256 of the encoded arguments, 32 characters. `Misuse` for an argument that has no JSON form."""
    try:
        body = _sorted_encoder.encode(arguments)
    except UnicodeEncodeError:
        encode(arguments)  # says where the text is no valid Unicode, as an error of the sender
        raise
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise Misuse(
            f"an argument of a step has no JSON form ({error}); bind ports and handles to the function instead"
        ) from None
    return hashlib.sha256(body).hexdigest()[:32]


def request_type(workflow: Callable[..., object]) -> type[object]:
    """The type of a workflow's second parameter. `Misuse` if it is not annotated."""
    parameters = [p for p in inspect.signature(workflow).parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
    hints = _hints(_plain(workflow))
    if len(parameters) != 2 or parameters[1].name not in hints:  # noqa: PLR2004  # the run and the request
        raise Misuse(f"{_name(workflow)} must be `async def workflow(run: Run, request: SomeRecord) -> SomeRecord`")
    return cast("type[object]", hints[parameters[1].name])


@functools.lru_cache(maxsize=1024)  # far more than there are step functions; bounded because tests make many
def _codec(function: Callable[..., object]) -> Codec[object]:
    name = _name(function)
    if not inspect.iscoroutinefunction(function):
        raise Misuse(f"{name} must be an `async def` function to be a step")
    hints = _hints(function)
    if "return" not in hints:
        raise Misuse(f"{name} needs a return annotation: a stored result is read back as that type")
    return Codec(cast("type[object]", hints["return"]), name)


def _hints(function: Callable[..., object]) -> dict[str, object]:
    try:
        return get_type_hints(function)
    except (NameError, TypeError) as error:
        raise Misuse(
            f"the annotations of {_name(function)} cannot be read: {error}; define its types in a module"
        ) from None


def _plain(function: Callable[..., object]) -> Callable[..., object]:
    """The function under a bound method: methods of different objects share one codec."""
    return cast("Callable[..., object]", getattr(function, "__func__", function))


def _name(function: Callable[..., object]) -> str:
    return f"{getattr(function, '__qualname__', function)!r}"
