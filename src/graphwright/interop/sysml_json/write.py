"""A graph as elements of the SysML v2 API: the same elements that the text has, so that both say the same.

What SysML has no property for (node type, ids, attributes) is a textual representation in JSON, as in the text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from graphwright.graph.document import Graph
from graphwright.interop.sysml.mapping import JSON, keyword_of
from graphwright.interop.sysml.names import short_name
from graphwright.interop.sysml_json.elements import Element, ElementList, reference
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId

KINDS: Final[Mapping[str, str]] = {
    "part": "PartUsage",
    "use case": "UseCaseUsage",
    "action": "ActionUsage",
    "item": "ItemUsage",
    "requirement": "RequirementUsage",
    "verification": "VerificationCaseUsage",
    "item def": "ItemDefinition",
}
"""The metaclass of each keyword."""


def write_elements(graph: Graph, title: str) -> list[Element]:
    """Every element, the package first."""
    return [*_ElementBuilder(graph, title).elements.elements.values()]


class _ElementBuilder:
    def __init__(self, graph: Graph, title: str) -> None:
        self._graph = graph
        self.elements = ElementList()
        root = self.elements.add("Namespace", f"root of {title}")
        self._package = self.elements.own("Package", root, f"package {title}", declaredName=title)
        self._represent(self._package, {"profile": graph.ontology.name, "revision": graph.revision})
        self._ids: dict[NodeId, str] = {}
        self._nested: set[str] = set()
        self._nodes()
        for edge in graph.edges.values():
            if edge.edge_id not in self._nested:
                self._edge(edge)

    # nodes ----------------------------------------------------------------------------------------------------------

    def _nodes(self) -> None:
        """Every node in the first that it is part of; a circle is cut where it is met."""
        graph = self._graph
        children: dict[NodeId | None, list[Node]] = {}
        for node in graph.nodes.values():
            parent = graph.parent(node.node_id)
            children.setdefault(None if parent is None else parent.node_id, []).append(node)
        waiting: list[tuple[Node, NodeId | None]] = [(node, None) for node in reversed(children.get(None, []))]
        left = dict.fromkeys(graph.nodes)
        while waiting or left:
            node, parent_id = waiting.pop() if waiting else (graph.nodes[next(iter(left))], None)
            if node.node_id in left:
                del left[node.node_id]
                self._node(node, parent_id)
                waiting += [(child, node.node_id) for child in reversed(children.get(node.node_id, []))]

    def _node(self, node: Node, parent: NodeId | None) -> None:
        owner = self._package if parent is None else self._ids[parent]
        made = self.elements.own(
            KINDS[keyword_of(node.node_type)],
            owner,
            node.node_id,
            by="OwningMembership" if parent is None or self._is_definition(node) else "FeatureMembership",
            declaredName=node.name,
            declaredShortName=short_name(node.semantic_id),
        )
        self._ids[node.node_id] = made
        if node.descr:
            self.elements.own("Documentation", made, f"text of {node.node_id}", body=node.descr)
        said: dict[str, JsonValue] = {
            "node": node.node_id,
            "type": node.node_type,
            "semanticId": node.semantic_id,
            "attributes": node.attributes,
        }
        if parent is not None:
            edge = next(each for each in self._graph.incoming(node.node_id, "compose") if each.source == parent)
            self._nested.add(edge.edge_id)
            if edge.attributes:
                said["nesting"] = edge.attributes
        self._represent(made, said)

    def _represent(self, element: str, said: Mapping[str, JsonValue]) -> None:
        body = msgspec.json.encode({"graphwright": said}).decode()
        self.elements.own("TextualRepresentation", element, f"JSON of {element}", language=JSON, body=body)

    def _is_definition(self, node: Node) -> bool:
        return keyword_of(node.node_type).endswith("def")

    # edges ----------------------------------------------------------------------------------------------------------

    def _edge(self, edge: Edge) -> None:
        """An edge in the words that SysML has for it, else as a dependency."""
        source, target = (keyword_of(self._graph.nodes[end].node_type) for end in (edge.source, edge.target))
        is_defined = "def" in source or "def" in target
        match edge.edge_type:
            case "compose" if not target.endswith("def"):
                made = self._usage(edge, edge.source, edge.target, isReference=True)
            case "io" if not is_defined and source == "item" and target != "item":
                made = self._usage(edge, edge.target, edge.source, direction="in")
            case "io" if not is_defined and target == "item" and source != "item":
                made = self._usage(edge, edge.source, edge.target, direction="out")
            case "verify" if (source, target) == ("requirement", "verification"):
                made = self._verify(edge)
            case "satisfy" if target == "requirement" and source != "requirement" and not is_defined:
                made = self._satisfy(edge)
            case "allocate" if target == "action" and not is_defined:
                made = self._allocate(edge)
            case _:
                made = self._depend(edge)
        said: dict[str, JsonValue] = {"relation": edge.edge_type, "source": edge.source, "target": edge.target}
        self._represent(made, {**said, "attributes": edge.attributes})

    def _usage(self, edge: Edge, owner: NodeId, other: NodeId, **properties: JsonValue) -> str:
        """A usage in one element that stands for another."""
        kind = KINDS[keyword_of(self._graph.nodes[other].node_type)]
        name = self._graph.nodes[other].name
        made = self.elements.own(
            kind, self._ids[owner], edge.edge_id, by="FeatureMembership", declaredName=name, **properties
        )  # fmt: skip
        self.elements.refer(made, self._ids[other])
        return made

    def _verify(self, edge: Edge) -> str:
        objective = self.elements.own(
            "RequirementUsage", self._ids[edge.target], f"objective of {edge.edge_id}", by="ObjectiveMembership"
        )
        made = self.elements.own(
            "RequirementUsage", objective, edge.edge_id, by="RequirementVerificationMembership"
        )  # fmt: skip
        self.elements.refer(made, self._ids[edge.source])
        return made

    def _satisfy(self, edge: Edge) -> str:
        source, target = self._ids[edge.source], self._ids[edge.target]
        made = self.elements.own(
            "SatisfyRequirementUsage",
            self._package,
            edge.edge_id,
            satisfiedRequirement=reference(target),
            satisfyingFeature=reference(source),
        )
        self.elements.refer(made, target)
        subject = self.elements.own("ReferenceUsage", made, f"subject of {edge.edge_id}", by="SubjectMembership")
        self.elements.refer(subject, source)
        return made

    def _allocate(self, edge: Edge) -> str:
        ends = [self._ids[edge.target], self._ids[edge.source]]
        made = self.elements.own(
            "AllocationUsage",
            self._package,
            edge.edge_id,
            source=[reference(ends[0])],
            target=[reference(ends[1])],
            relatedElement=[reference(end) for end in ends],
        )
        for word, end in zip(("source", "target"), ends, strict=True):
            feature = self.elements.own(
                "ReferenceUsage", made, f"{word} of {edge.edge_id}", by="EndFeatureMembership", isEnd=True
            )
            self.elements.refer(feature, end)
        return made

    def _depend(self, edge: Edge) -> str:
        source, target = reference(self._ids[edge.source]), reference(self._ids[edge.target])
        return self.elements.own(
            "Dependency",
            self._package,
            edge.edge_id,
            client=[source],
            supplier=[target],
            source=[source],
            target=[target],
            relatedElement=[source, target],
        )
