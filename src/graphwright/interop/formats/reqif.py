"""`reqif` and `reqifz`: ReqIF 1.2, alone or packed with its attachments."""

from __future__ import annotations

from functools import partial
from typing import Final

from graphwright.errors import InvalidCommand
from graphwright.graph.ontology import Ontology
from graphwright.interop.archives import read_archive, write_archive
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest, Format, WrittenModel
from graphwright.interop.report import ImportedModel
from graphwright.interop.reqif.reader import read_reqif
from graphwright.interop.reqif.records import ReqifDocument
from graphwright.interop.reqif.to_graph import model_of
from graphwright.interop.reqif.writer import write_reqif

_ENDING: Final = ".reqif"


def _recognise(file: ForeignFile) -> bool:
    return file.root == "REQ-IF"


def _recognise_packed(file: ForeignFile) -> bool:
    return any(name.lower().endswith(_ENDING) for name in file.members)


def _read(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    return model_of([read_reqif(file)], ontology)


def _read_packed(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    files = read_archive(file.data)
    documents = {name: data for name, data in files.items() if name.lower().endswith(_ENDING)}
    if not documents:
        raise InvalidCommand("the archive holds no .reqif file")
    read = [_read_member(name, data) for name, data in documents.items()]
    return model_of(read, ontology, attachments=len(files) - len(documents))


def _read_member(name: str, data: bytes) -> ReqifDocument:
    try:
        return read_reqif(ForeignFile(data, name))
    except InvalidCommand as error:
        raise InvalidCommand(f"{name}: {error.message}") from None


def _write(request: ExportRequest, *, packed: bool) -> WrittenModel:
    written = write_reqif(request)
    if not packed:
        return written
    return WrittenModel(write_archive({f"{request.name}{_ENDING}": written.data}), written.notes)


REQIF: Final = Format(
    name="reqif",
    title="ReqIF 1.2",
    endings=("reqif",),
    media="application/xml",
    recognise=_recognise,
    read=_read,
    write=partial(_write, packed=False),
)
REQIFZ: Final = Format(
    name="reqifz",
    title="packed ReqIF 1.2",
    endings=("reqifz",),
    media="application/zip",
    recognise=_recognise_packed,
    read=_read_packed,
    write=partial(_write, packed=True),
)
