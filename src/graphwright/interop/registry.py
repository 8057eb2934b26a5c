"""The table of formats: one line for each, in the order in which a file is asked whether it is one of them.

It brings every reader and writer. Whoever only knows a name or has a file asks `interop.choosing`.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Final

from graphwright.interop.format import Format
from graphwright.interop.formats.archimate import ARCHIMATE
from graphwright.interop.formats.capella import CAPELLA
from graphwright.interop.formats.compact import COMPACT
from graphwright.interop.formats.csv_table import CSV
from graphwright.interop.formats.cypher import CYPHER
from graphwright.interop.formats.doorstop import DOORSTOP
from graphwright.interop.formats.drawings import DOT, PLANTUML
from graphwright.interop.formats.format_e import FORMAT_E
from graphwright.interop.formats.graph_json import GRAPH_JSON
from graphwright.interop.formats.graphml import GRAPHML
from graphwright.interop.formats.linked_data import JSON_LD, SHACL
from graphwright.interop.formats.mermaid import MERMAID, MERMAID_REQUIREMENTS
from graphwright.interop.formats.needs import NEEDS
from graphwright.interop.formats.neutral import NEUTRAL
from graphwright.interop.formats.paper import DOCX, PDF
from graphwright.interop.formats.reqif import REQIF, REQIFZ
from graphwright.interop.formats.specification import SPECIFICATION
from graphwright.interop.formats.strictdoc import STRICTDOC, STRICTDOC_FOLDER
from graphwright.interop.formats.sysml import SYSML
from graphwright.interop.formats.sysml_json import SYSML_JSON
from graphwright.interop.formats.table import TABLE
from graphwright.interop.formats.toon import TOON
from graphwright.interop.formats.xlsx import XLSX, XLSX_MATRIX

_formats: Final = {
    each.name: each
    for each in (
        GRAPH_JSON,
        SYSML,
        SYSML_JSON,
        FORMAT_E,
        COMPACT,
        TOON,
        TABLE,
        NEUTRAL,
        SPECIFICATION,
        DOCX,
        PDF,
        REQIF,
        REQIFZ,
        XLSX,
        XLSX_MATRIX,
        CSV,
        NEEDS,
        STRICTDOC,
        STRICTDOC_FOLDER,
        DOORSTOP,
        CAPELLA,
        ARCHIMATE,
        SHACL,
        JSON_LD,
        CYPHER,
        PLANTUML,
        DOT,
        MERMAID_REQUIREMENTS,
        MERMAID,
        GRAPHML,
    )
}
FORMATS: Final[Mapping[str, Format]] = MappingProxyType(_formats)
"""Every format there is now: those of the program, and behind them what plugins bring (`adding`)."""
IMPORT_FORMATS: Final = tuple(each.name for each in FORMATS.values() if each.read is not None)
EXPORT_FORMATS: Final = tuple(each.name for each in FORMATS.values() if each.write is not None)
TEXT_FORMATS: Final = tuple(name for name in EXPORT_FORMATS if FORMATS[name].is_text)
"""The same three of the program alone, as its manual and its REST interface list them."""
HIDDEN_FILES: Final = frozenset(name for each in FORMATS.values() for name in each.hidden_files)
"""Hidden files of folders that are no litter."""


@contextmanager
def adding(formats: Sequence[Format]) -> Generator[None]:
    """While the program runs with them, the table has these formats, too. Their names are free."""
    _formats.update({each.name: each for each in formats})
    try:
        yield
    finally:
        for each in formats:
            _formats.pop(each.name, None)
