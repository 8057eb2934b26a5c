"""`sysml-json`: SysML v2 as the elements of its API, in full: what `GET /projects/../elements` answers."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from graphwright.graph.ontology import Ontology
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest, Format, WrittenModel
from graphwright.interop.report import ImportedModel
from graphwright.interop.sysml_json.elements import Element
from graphwright.interop.sysml_json.read import read_elements
from graphwright.interop.sysml_json.write import write_elements
from graphwright.protocol.texts import Term

_BEGINNING: Final = re.compile(r"\s*\[\s*\{")
_NAMES: Final = ('"@type"', '"@id"')


def _recognise(file: ForeignFile) -> bool:
    head = file.head
    return _BEGINNING.match(head) is not None and all(name in head for name in _NAMES)


def _read(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    return read_elements(file.decoded(list[Element]), ontology)


def _write(request: ExportRequest) -> WrittenModel:
    notes = [Term(key="notes.withoutEdgeIds")] if request.graph.edges else []
    return WrittenModel(msgspec.json.encode(write_elements(request.graph, request.name)), notes)


SYSML_JSON: Final = Format(
    name="sysml-json",
    title="SysML v2 API JSON",
    endings=("json",),
    media="application/json",
    recognise=_recognise,
    read=_read,
    write=_write,
)
