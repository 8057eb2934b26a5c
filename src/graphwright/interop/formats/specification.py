"""`specification`: the model as a document in Markdown, for people."""

from __future__ import annotations

from typing import Final

from graphwright.interop.format import Format, text_writer
from graphwright.interop.specification import write_specification

SPECIFICATION: Final = Format(
    name="specification",
    title="a specification in Markdown",
    endings=("md",),
    media="text/markdown",
    write=text_writer(write_specification, "withoutEdgeAttributes"),
)
