"""`toon`: tables for language models, for reading only."""

from __future__ import annotations

from typing import Final

from graphwright.formats.toon import write_toon
from graphwright.interop.format import Format, text_writer

TOON: Final = Format(
    name="toon",
    title="TOON",
    endings=("toon", "txt"),
    media="text/plain",
    write=text_writer(write_toon, "withoutAttributes"),
)
