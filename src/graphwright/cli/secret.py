"""A secret that somebody types: asked for twice and not shown at a terminal, else read as it was piped in."""

from __future__ import annotations

import getpass
import sys

from graphwright.errors import InvalidCommand


def read_secret(most: int) -> bytes:
    """At most so many bytes. `InvalidCommand` when the two were typed differently or nothing was."""
    if not sys.stdin.isatty():
        return sys.stdin.buffer.read(most)
    first = getpass.getpass("New password: ")
    if first != getpass.getpass("The same once more: "):
        raise InvalidCommand("these are two different passwords; nothing was changed")
    return first.encode("utf-8", "surrogateescape")[:most]
