"""`format-e`: the text form that people read and write, line by line."""

from __future__ import annotations

from typing import Final

from graphwright.formats.format_e import read_format_e, write_format_e
from graphwright.graph.ontology import Ontology
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import Format, text_writer
from graphwright.interop.formats.own import imported
from graphwright.interop.report import ImportedModel


def _recognise(file: ForeignFile) -> bool:
    if file.head.lstrip().startswith(("{", "<")):  # a text of an element may hold these words
        return False
    begins = "## Nodes" in file.head or "## Edges" in file.head  # in whatever encoding
    return begins or b"## Nodes" in file.data or b"## Edges" in file.data


def _read(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    return imported("format-e", read_format_e(file.text, ontology))


FORMAT_E: Final = Format(
    name="format-e",
    title="Format E",
    endings=("txt",),
    media="text/plain",
    recognise=_recognise,
    read=_read,
    write=text_writer(write_format_e, "withoutIds"),
)
