"""A loaded Capella project as nodes and edges: what each element becomes, and what is left behind. Pure.

The layer of an element is its attribute `layer`. An element that a lower layer realises is there once for each layer,
and *relates to* its counterpart; so many are told in one line.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

from graphwright.graph.layers import LAYER
from graphwright.graph.ontology import Ontology
from graphwright.interop.builder import ImportBuilder
from graphwright.interop.capella.kinds import CATEGORIES, LAYERS, LINKS, MEMBERS, NODES, is_frame
from graphwright.interop.capella.records import CapellaElement, CapellaProject
from graphwright.interop.report import ImportedModel, commonest
from graphwright.protocol.base import JsonValue
from graphwright.protocol.texts import Term

_OUTERMOST: Final = "SystemComponentPkg"


def model_of(project: CapellaProject, ontology: Ontology) -> ImportedModel:
    """The operations that make a project, and the report."""
    return _Conversion(project, ontology).result()


class _Conversion:
    def __init__(self, project: CapellaProject, ontology: Ontology) -> None:
        self._ontology = ontology
        self._builder = ImportBuilder("capella", ontology)
        self._elements = {each.element_id: each for each in project.elements}
        self._members: defaultdict[str, list[CapellaElement]] = defaultdict(list)
        for each in project.elements:
            if each.kind in MEMBERS:
                self._members[each.parent].append(each)
        self._layers: dict[str, str] = {}
        self._types: dict[str, str] = {}
        self._left: Counter[str] = Counter()
        self._related: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        """Labels of what joins two elements: between two nodes there is one relation."""

    def result(self) -> ImportedModel:
        """Nodes first, then everything between them."""
        for each in self._elements.values():
            if each.kind in NODES:
                self._node(each)
        for each in self._elements.values():
            if each.kind in NODES:
                self._around(each)
            elif each.kind in LINKS:
                self._link(each)
            elif not is_frame(each.kind):
                self._left[each.kind] += 1
        for (source, target), labels in self._related.items():
            self._builder.edge("relation", source, target, attributes={"label": "; ".join(dict.fromkeys(labels))})
        model = self._builder.finish()
        model.report.notes.extend(self._notes())
        return model

    # nodes ----------------------------------------------------------------------------------------------------------

    def _node(self, each: CapellaElement) -> None:
        layer = self._layer(each.element_id)
        attributes: dict[str, JsonValue] = {LAYER: layer} if layer else {}
        node_type = self._node_type(each)
        if node_type == "SCHEMA":
            attributes["struct"] = self._structure(each)
            attributes["category"] = CATEGORIES.get(each.kind, "DataSchema")
        if node_type == "ACTOR" and each.is_human:
            attributes["subtype"] = "HumanActor"
        self._types[each.element_id] = node_type
        self._builder.node(
            each.element_id,
            node_type,
            each.name or each.kind,
            descr=each.descr,
            attributes=attributes,
            kind=each.kind,
            place=each.element_id,
        )

    def _node_type(self, each: CapellaElement) -> str:
        if NODES[each.kind] == "MOD":
            if each.is_actor:
                return "ACTOR"
            parent = self._elements.get(each.parent)
            if each.kind == "SystemComponent" and parent is not None and parent.kind == _OUTERMOST:
                return "SYS"
        return NODES[each.kind]

    def _structure(self, each: CapellaElement) -> str:
        """The fields of a class or exchange item with their types, as JSON."""
        fields = {}
        for member in self._members[each.element_id]:
            value_type = self._elements.get(member.value_type)
            fields[member.name or member.kind] = "" if value_type is None else value_type.name
        return json.dumps(fields, ensure_ascii=False)

    def _layer(self, element_id: str) -> str:
        """The layer that an element stands in, through everything around it."""
        path: list[str] = []
        found = ""
        while element_id and not found and element_id not in path:
            found = self._layers.get(element_id, "")
            element = self._elements.get(element_id)
            if element is None:
                break
            found = found or LAYERS.get(element.kind, "")
            path.append(element_id)
            element_id = element.parent
        self._layers.update(dict.fromkeys(path, found))
        return found

    # edges ----------------------------------------------------------------------------------------------------------

    def _around(self, each: CapellaElement) -> None:
        """What an element is part of, leads to and exchanges."""
        element_id = each.element_id
        parent = self._carrier(each.parent)
        node_type = self._types[element_id]
        if each.kind == "FunctionalExchange":
            source, target = (self._carrier(end) for end in each.ends or ("", ""))
            for one, other in ((source, element_id), (element_id, target)):
                if one and other:
                    self._builder.edge("io", one, other)
        elif parent and self._ontology.allows("compose", self._types[parent], node_type):
            self._builder.edge("compose", parent, element_id)
        for item in each.items:
            if item in self._builder:
                self._relate(element_id, item, "exchanges")
        for member in self._members[element_id]:
            if member.value_type in self._builder and member.value_type != element_id:
                self._relate(element_id, member.value_type, member.name or "has")

    def _link(self, each: CapellaElement) -> None:
        source, target = (self._carrier(end) for end in each.ends or ("", ""))
        if not source or not target or source == target:
            self._left[each.kind] += 1
            return
        relation, label = LINKS[each.kind]
        if relation == "relation":
            self._relate(source, target, each.name or label)
            for item in each.items:
                if item in self._builder:
                    self._relate(source, item, "exchanges")
        elif relation == "satisfy" and self._types[source] == "REQ":
            self._builder.edge(relation, target, source, foreign_id=each.element_id)
        else:
            self._builder.edge(relation, source, target, foreign_id=each.element_id)

    def _relate(self, source: str, target: str, label: str) -> None:
        if source != target:
            self._related[source, target].append(label)

    def _carrier(self, element_id: str) -> str:
        """The node that an end belongs to: a port to its function or component, a part to what it is of."""
        seen: set[str] = set()
        while element_id and element_id not in seen:
            seen.add(element_id)
            element = self._elements.get(element_id)
            if element is None:
                return ""
            if element.kind in NODES:
                return element_id
            element_id = element.value_type if element.kind == "Part" else element.parent
        return ""

    # report ---------------------------------------------------------------------------------------------------------

    def _notes(self) -> Iterator[Term]:
        if self._left:
            kinds = commonest(self._left)
            yield Term(key="notes.importLeft", values={"count": self._left.total(), "kinds": kinds})
        if twins := self._twins().total():
            yield Term(key="notes.layerTwins", values={"count": twins})

    def _twins(self) -> Counter[tuple[str, str]]:
        """Elements of one type and name that stand in more than one layer."""
        layers: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        counts: Counter[tuple[str, str]] = Counter()
        for element_id, node_type in self._types.items():
            key = node_type, self._elements[element_id].name.casefold()
            layers[key].add(self._layers.get(element_id, ""))
            counts[key] += 1
        return Counter({key: count for key, count in counts.items() if key[1] and len(layers[key]) > 1})
