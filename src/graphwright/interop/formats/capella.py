"""`capella`: a whole project of Capella, in; as a folder, a ZIP archive of it, or the `.capella` file alone."""

from __future__ import annotations

from typing import Final

from graphwright.graph.ontology import Ontology
from graphwright.interop.capella.apart import loaded
from graphwright.interop.capella.to_graph import model_of
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import Format
from graphwright.interop.report import ImportedModel

_MODELS: Final = (".aird", ".capella", ".melodymodeller")
_NAMESPACE: Final = "polarsys.org/capella"


def _recognise(file: ForeignFile) -> bool:
    if file.members:
        return any(name.lower().endswith(_MODELS) for name in file.members)
    return file.root == "Project" and _NAMESPACE in file.head


def _read(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    return model_of(loaded(file), ontology)


CAPELLA: Final = Format(
    name="capella",
    title="a Capella project",
    endings=("capella", "aird", "melodymodeller", "zip"),
    media="application/zip",
    recognise=_recognise,
    read=_read,
    needs=("capellambse",),
    extra="capella",
    is_slow=True,
    is_folder=True,
    hidden_files=(".project",),
)
