"""`sysml`: SysML v2 as text. What we wrote comes back exactly; of other people's, the documented subset."""

from __future__ import annotations

import re
from typing import Final

from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.graph.ontology import Ontology
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest, Format, WrittenModel
from graphwright.interop.report import ImportedModel
from graphwright.interop.sysml.read_foreign import ForeignReader
from graphwright.interop.sysml.read_own import OwnReader, own_package
from graphwright.interop.sysml.scopes import elements_of
from graphwright.interop.sysml.statements import statements_of
from graphwright.interop.sysml.write import write_sysml
from graphwright.protocol.texts import Term

LONGEST: Final = 32 * 1024 * 1024
"""Characters of a text: a thousand times the largest public model, and 2 GB of memory while it is read."""
_BEGINNING: Final = re.compile(
    r"(?:\s++|//[^\n]*+|/\*.*?\*/)*+"
    r"(?:(?:private|public|standard|library|abstract|doc\s*+/\*.*?\*/)\s++)*+"
    r"(?:package|import|part|requirement|action|item|port|attribute|use\s+case|namespace|actor)\s++"
    r"(?:def\s++)?[\w<>'\s:*.\[\]~-]{1,200}?[;{]",
    re.DOTALL,
)
"""Possessive: slashes may be cut into remarks in more ways than anybody can try."""


def _recognise(file: ForeignFile) -> bool:
    return bool(file.head) and not file.root and _BEGINNING.match(file.head) is not None


def _read(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    text = file.text
    if len(text) > LONGEST:
        message = f"the text has {len(text):,} characters, at most {LONGEST:,} can be read; split it by packages"
        raise LimitExceeded(message)
    root = elements_of(statements_of(text))
    if not any(each.read.keyword for each in root.members):
        raise InvalidCommand("line 1, column 1: no declaration of SysML v2 begins here, such as package or part")
    package = own_package(root)
    return ForeignReader(text, ontology).read(root) if package is None else OwnReader(text, ontology).read(package)


def _write(request: ExportRequest) -> WrittenModel:
    notes = [Term(key="notes.withoutEdgeIds")] if request.graph.edges else []
    return WrittenModel(write_sysml(request.graph, request.name).encode(), notes)


SYSML: Final = Format(
    name="sysml",
    title="SysML v2",
    endings=("sysml",),
    media="text/plain",
    recognise=_recognise,
    read=_read,
    write=_write,
)
