"""From the lines of a whole document to operations: ids told apart, ends looked up, everything wrong named at once.

Strict readers (`format_e`, `compact`) hand their lines in here. A dangling edge is refused, never an implicit node
(WF-06).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Final

from graphwright.errors import Refused
from graphwright.formats.elements import EdgeLine, NodeLine
from graphwright.graph.identity import parse_semantic_id
from graphwright.graph.ontology import Ontology
from graphwright.protocol.base import UNSET
from graphwright.protocol.ids import OperationId, Ref
from graphwright.protocol.operations import EdgeCreate, NodeCreate, Operation, Problem, ProblemCode

# More would not help whoever has to mend the file.
_PROBLEMS: Final = 100


class Assembly:
    """Collects the nodes and edges of a document and the problems met on the way."""

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology
        self._nodes: list[NodeLine] = []
        self._edges: list[tuple[EdgeLine, int]] = []
        self._names: dict[str, str] = {}
        """Every name a node may be called by, and its id in the operations."""
        self._ambiguous: set[str] = set()
        self._problems: list[Problem] = []

    def add_node(self, node: NodeLine, line_number: int, *, is_neighbour: bool = False) -> None:
        """A node of the document, or one outside it that edges may lead to."""
        if node.ref in self._names:
            self.refuse(
                "duplicateRef", line_number, f"the id {node.ref!r} is given twice", "give every node its own id"
            )
            return
        parsed = parse_semantic_id(node.ref)
        by_id = None if parsed is None else self._ontology.by_abbreviation(parsed.abbreviation)
        if by_id is not None and node.node_type in self._ontology.node_types and by_id.name != node.node_type:
            message = f"{node.ref!r} is the id of a {by_id.name}, but the line says {node.node_type}"
            self.refuse("malformed", line_number, message, "make type and id agree")
        if node.ref:
            self._names[node.ref] = node.ref
        if parsed is not None:
            self._add_short_id(f"{parsed.abbreviation}{parsed.counter}", node.ref)
        if not is_neighbour:
            self._nodes.append(node)

    def add_edge(self, edge: EdgeLine, line_number: int) -> None:
        """Edges of the document."""
        self._edges.append((edge, line_number))

    def refuse(
        self, code: ProblemCode, line_number: int, message: str, hint: str, candidates: Iterable[str] = ()
    ) -> None:
        """Note a problem; reading goes on, so that all are told together."""
        path = f"line {line_number}"
        self._problems.append(Problem(code=code, path=path, message=message, hint=hint, candidates=list(candidates)))

    def operations(self) -> list[Operation]:
        """The document as operations, nodes first. `Refused` with all problems when there is any."""
        operations: list[Operation] = []
        for node in self._nodes:
            operations.append(node_create(OperationId(f"op-{len(operations) + 1}"), node))
        for edge, line_number in self._edges:
            source = self._end(edge.source, line_number)
            for target in edge.targets:
                operations.append(
                    EdgeCreate(
                        id=OperationId(f"op-{len(operations) + 1}"),
                        edge_type=edge.edge_type,
                        source=source,
                        target=self._end(target, line_number),
                        attributes=edge.attributes.values or UNSET,
                    )
                )
        self._raise_problems()
        return operations

    def _add_short_id(self, short: str, ref: str) -> None:
        if short in self._names:
            self._ambiguous.add(short)
        self._names.setdefault(short, ref)

    def _end(self, ref: str, line_number: int) -> Ref:
        known = self._names.get(ref)
        if known is None or ref in self._ambiguous:
            message = f"{ref!r} names {'no node' if known is None else 'several nodes'} of this document"
            # Looking for near names is slow, and only the first problems are told.
            look = known is None and len(self._problems) < _PROBLEMS
            candidates = get_close_matches(ref, self._names, n=3) if look else []
            self.refuse("unknownRef", line_number, message, "edges join nodes that the document lists", candidates)
            return Ref(ref)
        return Ref(known)

    def _raise_problems(self) -> None:
        if not self._problems:
            return
        first = min(self._problems, key=lambda problem: int(problem.path.removeprefix("line ")))
        count = len(self._problems)
        more = f" and {count - 1:,} more problems" if count > 1 else ""
        message = f"{first.path}: {first.message}; {first.hint}{more}"
        raise Refused(message, problem_code=first.code, problems=self._problems[:_PROBLEMS])


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a file, counted from 1 and stripped; a byte order mark and Windows line ends do not matter."""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        yield number, line.strip()


def node_create(operation_id: OperationId, node: NodeLine) -> NodeCreate:
    """A node line as the operation that makes it; its id is a name for it, as semantic id or temp id (K-12)."""
    is_semantic = parse_semantic_id(node.ref) is not None
    return NodeCreate(
        id=operation_id,
        node_type=node.node_type,
        name=node.name,
        descr=node.descr,
        semantic_id=node.ref if is_semantic else UNSET,
        temp_id=node.ref if node.ref and not is_semantic else UNSET,
        attributes=node.attributes or UNSET,
    )
