"""A file that was exported: its bytes, and what it does not hold."""

from __future__ import annotations

import os
from collections.abc import Sequence
from email.message import Message
from pathlib import Path

import msgspec
from msgspec import Struct

from graphwright.client.doors import FileAnswer
from graphwright.protocol.texts import Term
from graphwright.text.messages import term


class ExportedFile(Struct, frozen=True, kw_only=True):
    """The model, or a part of it, in a format of other tools."""

    name: str
    """As the server calls it, such as `shop.reqif`."""
    content: bytes
    losses: Sequence[str]
    """One sentence for each kind of thing that is left out, in the project's language."""

    def save(self, place: str | os.PathLike[str] = "") -> Path:
        """Write it to a file or into a folder, and say where it stands."""
        path = Path(place)
        path = path / self.name if path.is_dir() else path
        path.write_bytes(self.content)
        return path


def exported(fetched: FileAnswer, language: str) -> ExportedFile:
    """What a server's answer holds."""
    header = Message()
    header["content-disposition"] = fetched.headers.get("content-disposition", "")
    notes = msgspec.json.decode(fetched.headers.get("x-losses", "[]"), type=list[Term])
    return ExportedFile(
        name=header.get_filename("model"),
        content=fetched.content,
        losses=[term(note.key, note.values, language) for note in notes],
    )
