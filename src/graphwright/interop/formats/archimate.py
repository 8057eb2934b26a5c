"""`archimate`: the exchange file of ArchiMate 3, in and out; views and their layout stay behind."""

from __future__ import annotations

from typing import Final

from graphwright.interop.archimate.read import read_archimate
from graphwright.interop.archimate.write import write_archimate
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest, Format, WrittenModel
from graphwright.protocol.texts import Term

_NAMESPACE: Final = "opengroup.org/xsd/archimate"


def _recognise(file: ForeignFile) -> bool:
    return file.root == "model" and _NAMESPACE in file.head


def _write(request: ExportRequest) -> WrittenModel:
    notes = [Term(key="notes.withoutRevisions")] if request.graph.nodes else []
    return WrittenModel(write_archimate(request.graph, request.name).encode(), notes)


ARCHIMATE: Final = Format(
    name="archimate",
    title="an ArchiMate exchange file",
    endings=("xml",),
    media="application/xml",
    recognise=_recognise,
    read=read_archimate,
    write=_write,
)
