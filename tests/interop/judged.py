"""Which readers of other people judge our exports, and where: the manual's table says so, and a test holds it to that."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


class Judge(NamedTuple):
    """A reader of other people."""

    name: str
    """As people know it."""
    called: str
    """How the test calls it: its script among the judges, or its module."""
    test: str
    """The file of the test, in this folder."""


_SYSML: Final = "OpenMBEE SysML Toolkit"
JUDGED: Final[Mapping[str, tuple[Judge, ...]]] = MappingProxyType(
    {
        "sysml": (Judge(_SYSML, "sysml_elements", "test_sysml.py"), Judge("Mercurio", "sysml_names", "test_sysml.py")),
        "sysml-json": (Judge(_SYSML, "sysml_elements", "test_sysml_json.py"),),
        "docx": (Judge("python-docx", "docx", "test_paper.py"), Judge("mammoth", "mammoth", "test_paper.py")),
        "pdf": (Judge("pypdf", "pypdf", "test_paper.py"),),
        "reqif": (Judge("reqif", "judged", "test_reqif.py"),),
        "reqifz": (Judge("reqif", "ReqIFZParser", "test_reqif.py"),),
        "csv": (Judge("Python's csv", "csv.reader", "test_tables.py"),),
        "xlsx": (Judge("openpyxl", "openpyxl", "test_tables.py"),),
        "xlsx-matrix": (Judge("openpyxl", "openpyxl", "test_matrices.py"),),
        "needs": (Judge("sphinx-needs", "needs_file", "test_requirement_tools.py"),),
        "strictdoc": (Judge("StrictDoc", "strictdoc_requirements", "test_requirement_tools.py"),),
        "strictdoc-folder": (Judge("StrictDoc", "strictdoc_requirements", "test_requirement_tools.py"),),
        "doorstop": (Judge("Doorstop", "doorstop_items", "test_doorstop.py"),),
        "archimate": (Judge("pyArchimate", "archimate_model", "test_archimate.py"),),
        "shacl": (Judge("pySHACL", "shacl", "test_shapes.py"),),
        "json-ld": (Judge("rdflib", "shacl", "test_shapes.py"),),
        "cypher": (Judge("Neo4j's language support", "cypher.mjs", "test_drawings.py"),),
        "plantuml": (Judge("PlantUML", "plantuml.mjs", "test_drawings.py"),),
        "dot": (Judge("pydot", "dot_pydot", "test_drawings.py"),),
        "mermaid": (Judge("mermaid", "mermaid.mjs", "test_drawings.py"),),
        "mermaid-requirements": (Judge("mermaid", "mermaid.mjs", "test_drawings.py"),),
        "graphml": (
            Judge("networkx", "graphml_networkx", "test_drawings.py"),
            Judge("graphology", "graphml.mjs", "test_drawings.py"),
        ),
    }
)
