"""Other people's SysML v2 as a graph: the documented subset becomes nodes and edges, the rest is counted and named.

Elements are known by their qualified names. Packages are no elements of ours: they stay in these names.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Final

from msgspec.structs import replace

from graphwright.graph.ontology import Ontology
from graphwright.interop.builder import ImportBuilder
from graphwright.interop.report import ImportedModel, commonest
from graphwright.interop.sysml.comments import read_comment
from graphwright.interop.sysml.declarations import Path
from graphwright.interop.sysml.kinds import CATEGORIES, kind_within, node_type_of
from graphwright.interop.sysml.scopes import Element, Scopes
from graphwright.interop.sysml.tokens import LineIndex
from graphwright.operations.values import ATTRIBUTES, KEY_LENGTH
from graphwright.protocol.base import JsonValue
from graphwright.protocol.texts import Term

_SILENT: Final = frozenset({"import", "alias", "doc"})
"""What is read and needs no element of its own."""
_RESERVED: Final = frozenset({"name", "descr", "nodeid", "edgeid", "semanticid", "nodetype", "edgetype"})
_ROLE_KINDS: Final = {
    "satisfy": "satisfy", "verify": "verify", "perform": "allocate", "include": "compose", "subject": "subject",
}  # fmt: skip
_FEW: Final = 5
"""Names that a note gives as examples."""
_VALUE: Final = 2_000


class ForeignReader:
    """Walks the elements twice: first the nodes, then what joins them."""

    def __init__(self, text: str, ontology: Ontology) -> None:
        self._text = text
        self._lines = LineIndex(text)
        self._builder = ImportBuilder("sysml", ontology)
        self._scopes = Scopes()
        self._ids: dict[int, str] = {}
        self._types: dict[int, str] = {}
        self._used: Counter[str] = Counter()
        self._left: Counter[str] = Counter()
        self._unknown: dict[str, None] = {}

    def read(self, root: Element) -> ImportedModel:
        elements = [each for each in root.walk() if each is not root]
        for each in elements:
            self._node(each)
        for each in elements:
            self._edges(each)
        imported = self._builder.finish()
        notes = [*imported.report.notes, *self._notes()]
        return replace(imported, report=replace(imported.report, notes=notes))

    def _notes(self) -> list[Term]:
        notes: list[Term] = []
        if self._left:
            kinds = commonest(self._left)
            notes.append(Term(key="notes.sysmlLeft", values={"count": self._left.total(), "kinds": kinds}))
        if self._unknown:
            names = [*self._unknown][:_FEW]
            notes.append(Term(key="notes.sysmlUnknown", values={"count": len(self._unknown), "names": [*names]}))
        return notes

    # nodes --------------------------------------------------------------------------------------------------------

    def _node(self, element: Element) -> None:
        read = element.read
        node_type = node_type_of(read)
        if not node_type:
            self._leave(element)
            return
        self._types[id(element)] = node_type
        found = self._ids[id(element)] = self._qualified(element)
        definition = " def" if read.is_definition else ""
        self._builder.node(
            found,
            node_type,
            element.name or f"{(read.role or read.keyword).title()} {found.rpartition('#')[2]}",
            descr="\n\n".join(_docs(element)),
            attributes=self._attributes(element, node_type),
            kind=f"{read.role} {read.keyword}".strip() + definition,
            place=self._lines.of(read.statement.start),
        )

    def _leave(self, element: Element) -> None:
        """Counts what becomes no node and is told no other way."""
        read = element.read
        is_told = (
            read.keyword in _SILENT
            or (
                read.role in {"satisfy", "verify", "perform", "include", "subject", "objective"}
                and not read.is_definition
            )
            or (read.keyword in {"dependency", "allocation", "connection", "interface", "bind"} and read.sources)
            or self._is_attribute(element)
        )
        if not is_told:
            self._left[(read.role or read.keyword or "feature") + (" def" if read.is_definition else "")] += 1

    def _qualified(self, element: Element) -> str:
        """Its qualified name; a number tells apart what has none, or the same."""
        steps = [each.name for each in element.around if each.name]
        name = "::".join([*reversed(steps), element.name or element.read.keyword or element.read.role])
        self._used[name] += 1
        number = self._used[name]
        return name if number == 1 and element.name else f"{name}#{number}"

    def _is_attribute(self, element: Element) -> bool:
        read, owner = element.read, element.owner
        return (
            owner is not None
            and id(owner) in self._types
            and not read.is_definition
            and read.keyword in {"attribute", "enum", ""}
            and not read.role
            and bool(element.name)
        )

    def _attributes(self, element: Element, node_type: str) -> dict[str, JsonValue]:
        """Its attributes with type and value as they are written; of a definition of data, as its structure."""
        features: dict[str, JsonValue] = {}
        for each in element.members:
            read = each.read
            if read.is_definition or read.role or read.keyword not in {"attribute", "enum", ""} or not each.name:
                continue
            types = ", ".join("::".join(path) for path in read.types)
            value = "" if read.value is None else " ".join(self._text[slice(*read.value)].split())
            told = " = ".join(part for part in (types, value) if part)
            key = f"attribute {each.name}" if each.name.lower() in _RESERVED else each.name
            if key not in features and len(features) < ATTRIBUTES - 10 and len(key) <= KEY_LENGTH:
                features[key] = told[:_VALUE]
            else:
                self._left["attribute"] += 1
        if node_type == "UC" and "goal" not in features:
            goals = [text for each in element.members if each.read.role == "objective" for text in _docs(each)]
            features |= {"goal": "\n\n".join(goals)[:_VALUE]} if goals else {}
        if node_type != "SCHEMA":
            return features
        category = CATEGORIES.get(element.read.keyword, "DataSchema")
        return {"struct": json.dumps(features, ensure_ascii=False), "category": category}

    # edges --------------------------------------------------------------------------------------------------------

    def _edges(self, element: Element) -> None:
        read = element.read
        own = self._ids.get(id(element))
        owner = next((each for each in element.around if id(each) in self._ids), None)
        if own is not None:
            if owner is not None:
                self._within(owner, element)
            typed = "relation" if self._types[id(element)] == "FLOW" else "definedBy"
            for kind, paths in (
                (typed, read.types), ("specializes", read.subsets),
                ("redefines", read.redefines), ("references", read.references),
            ):  # fmt: skip
                for path in paths:
                    self._join(kind, own, self._found(path, element))
            if read.keyword in {"flow", "message"}:
                for path in read.sources:
                    self._join("io", self._carrier(path, element), own)
                for path in read.targets:
                    self._join("io", own, self._carrier(path, element))
            if read.role == "satisfy":
                for path in read.by:
                    self._join("satisfy", self._found(path, element), own)
            return
        self._reference(element, owner)

    def _within(self, owner: Element, element: Element) -> None:
        kind = kind_within(self._types[id(owner)], self._types[id(element)], element.read)
        ends = self._ids[id(owner)], self._ids[id(element)]
        self._join(kind, *(reversed(ends) if kind == "io" and element.read.direction == "in" else ends))

    def _reference(self, element: Element, owner: Element | None) -> None:
        """What is an edge itself, between elements named in it or between one of them and where it stands."""
        read = element.read
        match read.keyword:
            case "allocation":
                for function in read.sources[:1]:
                    for module in [*read.targets, *read.sources[1:]]:
                        self._join("allocate", self._found(module, element), self._found(function, element))
            case "dependency":
                for source in read.sources:
                    for target in read.targets:
                        self._join("relation", self._found(source, element), self._found(target, element))
            case "connection" | "interface" | "bind":
                ends = [self._found(path, element) for path in [*read.sources, *read.targets]]
                for end in ends[1:]:
                    self._join("connection", ends[0], end)
            case _ if read.role in _ROLE_KINDS:
                self._role(element, None if owner is None else self._ids[id(owner)])
            case _:
                pass

    def _role(self, element: Element, around: str | None) -> None:
        """What an element has to do with the one around: it satisfies, verifies, performs, includes or is about it."""
        read = element.read
        path = read.target or next(iter([*read.references, *read.subsets, *read.types]), ())
        if read.role == "subject":
            path = next(iter([*read.types, *read.references]), ())
        meant = self._found(path, element)
        match read.role:
            case "satisfy":
                for subject in [self._found(each, element) for each in read.by] or [around]:
                    self._join("satisfy", subject, meant)
            case "verify":
                self._join("verify", meant, around)
            case role:
                self._join(_ROLE_KINDS[role], around, meant)

    def _found(self, path: Path, place: Element) -> str | None:
        """The node that a path leads to, or the one around what it leads to."""
        found = self._scopes.find(path, place)
        while found is not None and id(found) not in self._ids:
            found = found.owner
        if found is None and path:
            self._unknown.setdefault("::".join(path))
        return None if found is None else self._ids[id(found)]

    def _carrier(self, path: Path, place: Element) -> str | None:
        """What a flow leaves or reaches: the function or actor whose parameter its path names."""
        found = self._scopes.find(path, place)
        for each in () if found is None else (found, *found.around):
            if self._types.get(id(each)) in {"FUNC", "ACTOR", "MOD"}:
                return self._ids[id(each)]
        return self._found(path, place)

    def _join(self, kind: str, source: str | None, target: str | None) -> None:
        """An edge, where both ends are known; which are not, a note says already."""
        if source is not None and target is not None:
            self._builder.edge(kind, source, target)


def _docs(element: Element) -> list[str]:
    return [read_comment(each.read.statement.head[-1].text) for each in element.members if each.read.keyword == "doc"]
