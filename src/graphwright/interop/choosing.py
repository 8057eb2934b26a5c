"""Which format is meant: by its name, or by the looks of a file. The table with all readers is loaded when one asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphwright.errors import InvalidCommand
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import Format


def formats() -> Mapping[str, Format]:
    """Every format there is now, by its name."""
    from graphwright.interop.registry import FORMATS  # noqa: PLC0415  brings every reader

    return FORMATS


def import_names() -> list[str]:
    """What can be read now."""
    return [each.name for each in formats().values() if each.read is not None]


def export_names() -> list[str]:
    """What can be written now."""
    return [each.name for each in formats().values() if each.write is not None]


def text_names() -> list[str]:
    """What can be written now and shown in a terminal."""
    return [name for name in export_names() if formats()[name].is_text]


def is_apart(file: ForeignFile, named: str | None) -> bool:
    """Is the file of a format that is read in a process of its own already? Told by its begin, or by who named it."""
    if named is not None:
        return named in formats() and formats()[named].is_apart
    if not any(each.is_apart and each.recognise is not None and each.recognise(file) for each in formats().values()):
        return False  # seen at its first characters, where some formats of ours take a look at all of it
    found = recognised(file)  # which begin alike
    return found is not None and found.is_apart


def import_format(name: str) -> Format:
    """A format that can be read. `InvalidCommand` names those that can."""
    return _named(name, import_names(), "import")


def export_format(name: str) -> Format:
    """A format that can be written. `InvalidCommand` names those that can."""
    return _named(name, export_names(), "export")


def recognised(file: ForeignFile) -> Format | None:
    """What a file is, by its content."""
    for each in formats().values():
        if each.read is not None and each.recognise is not None and each.recognise(file):
            return each
    return None


def _named(name: str, names: Sequence[str], way: str) -> Format:
    if name not in names:
        message = f"{name!r} is no {way} format; use one of {', '.join(names)}"
        raise InvalidCommand(message)
    return formats()[name]
