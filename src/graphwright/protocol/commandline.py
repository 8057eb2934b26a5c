"""A command that one process of a user read and another one runs: what goes over the Unix socket of the data folder."""

from __future__ import annotations

from msgspec import Struct

from graphwright.protocol.base import Command, JsonValue


class CommandLine(Command, frozen=True, kw_only=True):
    """The command; file names in it are full paths."""

    command: str
    options: dict[str, JsonValue]
    """By the names of the arguments."""
    language: str = "auto"
    """Of whoever reads what it prints, where their terminal tells."""
    input: bytes | None = None
    """Standard input, when the command reads it."""


class PrintedPiece(Struct, frozen=True, omit_defaults=True):
    """A piece of what the command prints, or, at the end, its exit code."""

    out: str = ""
    err: str = ""
    passing: str | None = None
    """A line that says how far it is, over the one before; empty = it is over."""
    code: int | None = None
