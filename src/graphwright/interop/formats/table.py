"""`table`: what a terminal shows, for reading only."""

from __future__ import annotations

from typing import Final

from graphwright.formats.table import write_table
from graphwright.interop.format import Format, text_writer

TABLE: Final = Format(
    name="table",
    title="a table in text",
    endings=("txt",),
    media="text/plain",
    write=text_writer(write_table, "cutTexts"),
)
