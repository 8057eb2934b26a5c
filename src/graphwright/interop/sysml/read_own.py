"""A package that we wrote, back as exactly the graph it was written from. What others added to it is read, too."""

from __future__ import annotations

from collections.abc import Mapping

from graphwright.graph.ontology import Ontology
from graphwright.interop.report import ImportedModel, Report
from graphwright.interop.sysml.comments import read_comment
from graphwright.interop.sysml.declarations import Path
from graphwright.interop.sysml.mapping import MARK, NESTING, NODE_ID, RELATION, RELATION_KIND
from graphwright.interop.sysml.metadata import exact_in, metadata_in
from graphwright.interop.sysml.names import semantic_id_of
from graphwright.interop.sysml.scopes import Element
from graphwright.interop.sysml.tokens import LineIndex, fault
from graphwright.protocol.base import JsonValue
from graphwright.protocol.ids import OperationId, Ref
from graphwright.protocol.operations import EdgeCreate, NodeCreate


def own_package(root: Element) -> Element | None:
    """The package that we wrote, if the text is one."""
    for each in root.members:
        if each.read.keyword == "package" and metadata_in(each.read.statement.body, [MARK])[0]:
            return each
    return None


class OwnReader:
    """Takes such a package and makes the operations."""

    def __init__(self, text: str, ontology: Ontology) -> None:
        self._text = text
        self._lines = LineIndex(text)
        self._ontology = ontology
        self._nodes: list[NodeCreate] = []
        self._edges: list[EdgeCreate] = []
        self._by_path: dict[Path, str] = {}
        self._ids: set[str] = set()
        self._waiting: list[tuple[str, Path, Path, Element]] = []

    def read(self, package: Element) -> ImportedModel:
        """Nodes first, since an element may refer to one that comes later."""
        for element in package.members:
            self._element(element, (), "")
        for kind, source, target, element in self._waiting:
            self._edge(kind, source, target, element)
        report = Report(format="sysml", nodes=len(self._nodes), edges=len(self._edges), notes=[])
        return ImportedModel(operations=[*self._nodes, *self._edges], report=report)

    def _element(self, element: Element, owner: Path, owner_id: str) -> None:
        read, body = element.read, element.read.statement.body
        node_type, values = metadata_in(body, [*self._ontology.node_types])
        if not node_type:
            self._relation(element, owner)
            return
        place = self._lines.of(read.statement.start)
        exact = exact_in(body, place)
        path = (*owner, read.short)
        node_id = values.get(NODE_ID) or "::".join(path)
        if node_id in self._ids or path in self._by_path:
            raise fault(self._text, read.statement.start, f"a second element with the id {node_id!r}")
        self._by_path[path] = node_id
        self._ids.add(node_id)
        attributes = {key: value for key, value in values.items() if key != NODE_ID}
        self._nodes.append(
            NodeCreate(
                id=OperationId(f"n{len(self._nodes) + 1}"),
                temp_id=node_id,
                semantic_id=_text(exact, "semanticId") or semantic_id_of(read.short) or None,
                node_type=node_type,
                name=_text(exact, "name") or read.name,
                descr=_text(exact, "descr") or _doc(element),
                attributes={**attributes, **_attributes(exact)},
            )
        )
        if owner_id:
            self._waiting.append(("compose", owner, path, element))
        for member in element.members:
            self._element(member, path, node_id)

    def _relation(self, element: Element, owner: Path) -> None:
        """What stands for an edge: at the top, or in the element at one of its ends."""
        read = element.read
        if read.role == "objective":
            for member in element.members:
                self._waiting.append(("verify", member.read.target, owner, member))
        elif read.references and owner:
            other = read.references[0]
            kind = "compose" if read.is_reference else "io"
            ends = (other, owner) if read.direction == "in" else (owner, other)
            self._waiting.append((kind, *ends, element))
        elif read.role == "satisfy" and read.by:
            self._waiting.append(("satisfy", read.by[0], read.target, element))
        elif read.keyword == "allocation" and read.sources and read.targets:
            self._waiting.append(("allocate", read.targets[0], read.sources[0], element))
        elif read.keyword == "dependency" and read.sources and read.targets:
            _, values = metadata_in(read.statement.body, [RELATION])
            kind = values.get(RELATION_KIND, "relation")
            self._waiting.append((kind, read.sources[0], read.targets[0], element))

    def _edge(self, kind: str, source: Path, target: Path, element: Element) -> None:
        start = element.read.statement.start
        for path in (source, target):
            if path not in self._by_path:
                raise fault(self._text, start, f"no element is called {'::'.join(path) or 'nothing'}")
        is_nested = kind == "compose" and not element.read.is_reference and element.read.keyword != "dependency"
        exact = exact_in(element.read.statement.body, self._lines.of(start))
        self._edges.append(
            EdgeCreate(
                id=OperationId(f"e{len(self._edges) + 1}"),
                edge_type=kind,
                source=Ref(self._by_path[source]),
                target=Ref(self._by_path[target]),
                attributes=_attributes(exact, NESTING if is_nested else "attributes"),
            )
        )


def _doc(element: Element) -> str:
    for each in element.members:
        if each.read.keyword == "doc":
            return read_comment(each.read.statement.head[-1].text)
    return ""


def _text(exact: Mapping[str, JsonValue], field: str) -> str:
    value = exact.get(field)
    return value if isinstance(value, str) else ""


def _attributes(exact: Mapping[str, JsonValue], field: str = "attributes") -> dict[str, JsonValue]:
    value = exact.get(field)
    return value if isinstance(value, dict) else {}
