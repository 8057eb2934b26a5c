"""`compact`: each name and type once, as language models read a graph."""

from __future__ import annotations

import re
from typing import Final

from graphwright.formats.compact import read_compact, write_compact
from graphwright.graph.ontology import Ontology
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import Format, text_writer
from graphwright.interop.formats.own import imported
from graphwright.interop.report import ImportedModel

_BEGINNING: Final = re.compile(
    r"\s*# [A-Z][A-Z0-9_]{0,31}(?: \[[^\]\n]*\])?\r?\n(?:[A-Z]{2}[0-9]+|[A-Z]\w*\.[A-Z]{2}\.)"
)
"""The heading of a node type, with their layer where they have one, and the id of its first node."""


def _recognise(file: ForeignFile) -> bool:
    return _BEGINNING.match(file.head) is not None


def _read(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    return imported("compact", read_compact(file.text, ontology))


COMPACT: Final = Format(
    name="compact",
    title="the compact encoding",
    endings=("txt",),
    media="text/plain",
    recognise=_recognise,
    read=_read,
    write=text_writer(write_compact, "withoutForeignIds"),
)
