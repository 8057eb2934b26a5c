"""The vocabulary of `protocol/`: commands, events and records as tables, and as JSON Schema."""

from __future__ import annotations

import pkgutil
import typing
from collections.abc import Iterable
from importlib import import_module
from typing import Final

import msgspec
from msgspec import Struct

from graphwright import protocol
from graphwright.protocol.commands import ClientCommand
from graphwright.protocol.events import DurableEvent, Event
from graphwright.protocol.wire import CLOSE_CODES, PROTOCOL_VERSION
from scripts.generate_protocol import document
from scripts.manual.tables import summary, table

_COMMANDS: Final[tuple[type[Struct], ...]] = typing.get_args(ClientCommand)
_DURABLE: Final[tuple[type[Struct], ...]] = typing.get_args(DurableEvent)
_PASSING: Final[tuple[type[Struct], ...]] = tuple(each for each in typing.get_args(Event) if each not in _DURABLE)
_BASES: Final = ("Command", "Record")


def command_frames() -> str:
    """What a client may send."""
    return _frames(_COMMANDS)


def durable_events() -> str:
    """What the journal holds."""
    return _frames(_DURABLE)


def passing_events() -> str:
    """What is told and not kept."""
    return _frames(_PASSING)


def record_table() -> str:
    """What commands and events are made of. The strict twins of the operations differ only in refusing other fields."""
    records = (each for each in _records() if not each.__name__.startswith(("Strict", "Proposed")))
    rows = ((f"`{each.__name__}`", summary(each), _fields(each)) for each in records)
    return table(("Record", "Meaning", "Fields"), rows)


def close_codes() -> str:
    """How a socket is closed."""
    return table(("Code", "Meaning"), ((str(code), meaning) for code, meaning in CLOSE_CODES.items()))


def version() -> str:
    """The version of the wire."""
    return f"`protocolVersion` is {PROTOCOL_VERSION}.\n"


def protocol_json() -> str:
    """The schemas that the types of the page are made from, as an OpenAPI 3.1 document without paths."""
    return msgspec.json.format(msgspec.json.encode(document()), indent=1).decode() + "\n"


def _records() -> list[type[Struct]]:
    """Every public record of the protocol that is no frame, by name."""
    modules = [import_module(f"{protocol.__name__}.{found.name}") for found in pkgutil.iter_modules(protocol.__path__)]
    classes = {
        each
        for module in modules
        for name, each in vars(module).items()
        if isinstance(each, type) and issubclass(each, Struct) and each.__module__ == module.__name__
        if not name.startswith("_") and name not in _BASES
    }
    return sorted(classes.difference(_COMMANDS, _DURABLE, _PASSING), key=lambda each: each.__name__)


def _frames(frames: Iterable[type[Struct]]) -> str:
    rows = ((f"`{each.__struct_config__.tag}`", summary(each), _fields(each)) for each in frames)
    return table(("`type`", "Meaning", "Fields"), rows)


def _fields(record: type[Struct]) -> str:
    tag = record.__struct_config__.tag_field
    names = [] if tag in (None, "type") else [f"`{tag}`"]
    names += [f"`{each.encode_name}`" + ("" if each.required else "?") for each in msgspec.structs.fields(record)]
    return ", ".join(names)
