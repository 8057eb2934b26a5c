"""From the lines of a whole document to operations: ids told apart, ends looked up, everything wrong named at once.

Strict readers (`format_e`, `compact`) hand their lines in here. A dangling edge is refused, never an implicit node
(WF-06).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Final

from graphwright.formats.elements import EdgeLine, NodeLine
from graphwright.graph.identity import parse_semantic_id
from graphwright.graph.ontology import Ontology
from graphwright.protocol.ids import OperationId, Ref
from graphwright.protocol.operations import EdgeCreate, NodeCreate, Operation, Problem, ProblemCode
from graphwright.protocol.texts import Value
from graphwright.text.messages import refused

MAX_PROBLEMS: Final = 100
"""Of a file; more would not help whoever has to mend it."""


class Assembly:
    """Collects the nodes and edges of a document and the problems met on the way."""

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology
        self.lines: dict[OperationId, int] = {}
        """The number of the line that each operation comes from."""
        self._nodes: list[tuple[NodeLine, int]] = []
        self._edges: list[tuple[EdgeLine, int]] = []
        self._names: dict[str, str] = {}
        """Every name a node may be called by, and its id in the operations."""
        self._ambiguous: set[str] = set()
        self._problems: list[Problem] = []

    def add_node(self, node: NodeLine, line_number: int, *, is_neighbour: bool = False) -> None:
        """A node of the document, or one outside it that edges may lead to."""
        if node.ref in self._names:
            self._refuse("duplicateRef", "twice", line_number, {"id": repr(node.ref)})
            return
        parsed = parse_semantic_id(node.ref)
        by_id = None if parsed is None else self._ontology.by_abbreviation(parsed.abbreviation)
        if by_id is not None and node.node_type in self._ontology.node_types and by_id.name != node.node_type:
            values: dict[str, Value] = {"id": repr(node.ref), "type": by_id.name, "said": node.node_type}
            self._refuse("malformed", "idType", line_number, values)
        if node.ref:
            self._names[node.ref] = node.ref
        if parsed is not None:
            self._add_short_id(f"{parsed.abbreviation}{parsed.counter}", node.ref)
        if not is_neighbour:
            self._nodes.append((node, line_number))

    def add_edge(self, edge: EdgeLine, line_number: int) -> None:
        """Edges of the document."""
        self._edges.append((edge, line_number))

    def refuse(self, problem: Problem) -> None:
        """Note a problem; reading goes on, so that all are told together."""
        self._problems.append(problem)

    def operations(self) -> list[Operation]:
        """The document as operations, nodes first. `Refused` with all problems when there is any."""
        operations: list[Operation] = []
        for node, line_number in self._nodes:
            operations.append(node_create(self._operation_id(line_number), node))
        for edge, line_number in self._edges:
            source = self._end(edge.source, line_number)
            operations += [
                EdgeCreate(
                    id=self._operation_id(line_number),
                    edge_type=edge.edge_type,
                    source=source,
                    target=self._end(target, line_number),
                    attributes=edge.attributes.values,
                )
                for target in edge.targets
            ]
        self._raise_problems()
        return operations

    def _operation_id(self, line_number: int) -> OperationId:
        operation_id = OperationId(f"op-{len(self.lines) + 1}")
        self.lines[operation_id] = line_number
        return operation_id

    def _add_short_id(self, short: str, ref: str) -> None:
        if short in self._names:
            self._ambiguous.add(short)
        self._names.setdefault(short, ref)

    def _end(self, ref: str, line_number: int) -> Ref:
        known = self._names.get(ref)
        if known is None or ref in self._ambiguous:
            # Looking for near names is slow, and only the first problems are told.
            look = known is None and len(self._problems) < MAX_PROBLEMS
            candidates = get_close_matches(ref, self._names, n=3) if look else []
            case = "notListed" if known is None else "listedTwice"
            self._refuse("unknownRef", case, line_number, {"ref": repr(ref)}, candidates)
            return Ref(ref)
        return Ref(known)

    def _refuse(
        self,
        code: ProblemCode,
        case: str,
        line_number: int,
        values: dict[str, Value],
        candidates: Sequence[str] = (),
    ) -> None:
        path = f"line {line_number}"
        self.refuse(Problem(code=code, case=case, path=path, values=values, candidates=[*candidates]))

    def _raise_problems(self) -> None:
        if self._problems:
            in_order = sorted(self._problems, key=lambda problem: int(problem.path.removeprefix("line ")))
            raise refused(in_order, most=MAX_PROBLEMS, says_where=True)


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
        semantic_id=node.ref if is_semantic else None,
        temp_id=node.ref if node.ref and not is_semantic else None,
        attributes=node.attributes,
    )
