"""Files that a command is given: read up to a limit from a path or standard input, written whole; errors name them."""

from __future__ import annotations

from pathlib import Path

from graphwright.cli.output import Output
from graphwright.errors import InvalidCommand

STANDARD_INPUT = "-"


def read_file(name: str, output: Output, most: int) -> bytes:
    """A file, or standard input for `-`; one byte more than `most` where it is larger. `InvalidCommand`."""
    try:
        if name == STANDARD_INPUT:
            return output.standard_input(most + 1)
        with Path(name).open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        message = f"{name} cannot be read: {error.strerror}"
        raise InvalidCommand(message) from None


def write_file(name: str, data: bytes) -> None:
    """A file that holds exactly this. `InvalidCommand`."""
    try:
        Path(name).write_bytes(data)
    except OSError as error:
        message = f"{name} cannot be written: {error.strerror}"
        raise InvalidCommand(message) from None
