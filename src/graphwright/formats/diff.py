"""The diff form of Format E, read line by line: what a language model writes when it changes the graph (B.4.2).

    + Name|TYPE|SemanticID|Description [key:value]      make a node
    ~ ref|new description [name:..., key:value, !key]   change it
    - ref                                               remove it
    + source -op-> target, target                       connect; `~` and `-` likewise

`DiffReader` is fed one complete line at a time while the answer still streams, so an operation is visible as soon as
its line is. It knows no graph: references stay as written and are resolved by `operations.refs`. A `-` and a `+` of the
same id stay two operations; the plan makes an update of them. Writing is in `diff_text`.
"""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

from graphwright.errors import MalformedOutput
from graphwright.formats.assembly import node_create
from graphwright.formats.elements import read_attributes, read_edge, read_node, read_ref
from graphwright.formats.escape import split, unescape
from graphwright.graph.ontology import Ontology
from graphwright.protocol.base import UNSET
from graphwright.protocol.ids import OperationId, Ref
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    EdgeSet,
    EdgeUpdate,
    NodeDelete,
    NodeSet,
    NodeUpdate,
    Operation,
    Problem,
    ProblemCode,
)

Section: TypeAlias = Literal["nodes", "edges", "neighbours", "messages", "view-context"]

LINE_CHARACTERS: Final = 200_000
"""A longer line is refused unread: the longest description (20,000 characters) still fits with each of them escaped."""

_MARKER: Final = re.compile(
    r"(?:#+\s*|\*\*|\[)?(nodes|edges|neighbours|messages|view-context)(?:\*\*|\])?:?(?:\*\*)?", re.IGNORECASE
)
_TAG: Final = re.compile(r"</?(operations|base_snapshot|view_context)>", re.IGNORECASE)
_BASE: Final = re.compile(r"<base_snapshot>(.*)</base_snapshot>", re.IGNORECASE)
_REVISION: Final = re.compile(r"@v([0-9]{1,15})$")
_SIGNED: Final = re.compile(r"([+~]|-(?!>))\s*(?![+~-])(\S.*)", re.DOTALL)
_ARROW: Final = re.compile(r"-\s?[A-Za-z][A-Za-z0-9]{0,31}\s?->")
_UNREAD_SECTIONS: Final = ("neighbours", "messages", "view-context")
_WITH_REF: Final = 3
"""Fields of a line of the first version that reaches to the id: name, type, id."""


def section_of(line: str) -> Section | None:
    """The section that a marker line opens: `## Nodes`, `[Nodes]`, `**Nodes**` or `Nodes:`."""
    match = _MARKER.fullmatch(line.strip())
    if match is None or match[0].casefold() == match[1].casefold():
        return None
    return match[1].casefold()  # type: ignore[return-value]  # the pattern knows these words only


def looks_like_diff(line: str) -> bool:
    """Whether a line can only be meant as Format E: a tag, a section marker, or a signed node or edge."""
    line = line.strip()
    if _TAG.match(line) or section_of(line):
        return True
    signed = _SIGNED.fullmatch(line)
    return signed is not None and ("|" in signed[2] or _ARROW.search(signed[2]) is not None)


class DiffReader:
    """Turns lines into operations, numbered `op-1`, `op-2`, ... across all blocks of one answer."""

    def __init__(self, ontology: Ontology, *, strict: bool = False) -> None:
        self.base: str | None = None
        """What stood in `<base_snapshot>`, for example `OrderSystem.SY.001@v12`."""
        self._ontology = ontology
        self._strict = strict
        self._count = 0
        self._section: Section | None = None
        self._after_block = False

    @property
    def base_revision(self) -> int | None:
        """The revision the answer says it was made on."""
        match = _REVISION.search(self.base or "")
        return None if match is None else int(match[1])

    def feed(self, line: str, line_number: int) -> list[Operation] | Problem:
        """The operations of one complete line (an edge to several targets makes several), or why it cannot be read.

        Blank lines, comments, tags and section markers give none. Once `</operations>` was seen, everything up to the
        next block is prose.
        """
        if len(line) > LINE_CHARACTERS:
            message = f"{len(line):,} characters in one line; the limit is {LINE_CHARACTERS:,}"
            return _problem("limitExceeded", line_number, message, "write shorter descriptions")
        line = line.strip()
        if self._is_frame(line) or self._after_block or self._section in _UNREAD_SECTIONS:
            return []
        signed = _SIGNED.fullmatch(line)
        if signed is None:
            message = f"{_short(line)!r} does not say what to do"
            return _problem("malformed", line_number, message, "begin with + to add, ~ to change or - to remove")
        try:
            return self._operations(signed[1], signed[2])
        except MalformedOutput as error:
            return _problem("malformed", line_number, error.message, f"the line was {_short(line)!r}")

    def _is_frame(self, line: str) -> bool:
        """Take note of tags and markers; true for every line that is no operation."""
        if line.startswith("```"):
            self._section, self._after_block = None, False
            return True
        if _TAG.match(line):
            self._note_tag(line)
            return True
        section = section_of(line)
        if section is not None:
            self._section = section
            return True
        return not line or line.startswith("#") or set(line) == {"-"}

    def _note_tag(self, line: str) -> None:
        base = _BASE.match(line)
        if base is not None:
            self.base = base[1].strip()
        elif line.casefold().startswith(("<operations>", "</operations>")):
            self._section, self._after_block = None, line.startswith("</")

    def _operations(self, sign: str, text: str) -> list[Operation]:
        if sign == "+":
            return self._additions(text)
        return self._changes(text) if sign == "~" else self._removals(text)

    def _additions(self, text: str) -> list[Operation]:
        edge = read_edge(text, self._ontology, strict=self._strict)
        if edge is None:
            return [node_create(self._next_id(), read_node(text, self._ontology, strict=self._strict))]
        if edge.attributes.unset:
            raise MalformedOutput("a new edge has nothing to unset")
        return [
            EdgeCreate(
                id=self._next_id(),
                edge_type=edge.edge_type,
                source=Ref(edge.source),
                target=Ref(target),
                attributes=edge.attributes.values or UNSET,
            )
            for target in edge.targets
        ]

    def _changes(self, text: str) -> list[Operation]:
        edge = read_edge(text, self._ontology, strict=self._strict)
        if edge is None:
            return [self._node_update(text)]
        if not edge.attributes.values and not edge.attributes.unset:
            raise MalformedOutput("nothing is changed; write ~ source -op-> target [key:value, !key]")
        return [
            EdgeUpdate(
                id=self._next_id(),
                edge_type=edge.edge_type,
                source=Ref(edge.source),
                target=Ref(edge.targets[0]),
                set=EdgeSet(attributes=edge.attributes.values or UNSET),
                unset=edge.attributes.unset or UNSET,
            )
        ]

    def _node_update(self, text: str) -> NodeUpdate:
        body, attributes = read_attributes(text, strict=self._strict)
        name, ref, descr = self._named_fields(body)
        name, descr = attributes.name or name, attributes.descr if attributes.descr is not None else descr
        if name is None and descr is None and not attributes.values and not attributes.unset:
            raise MalformedOutput("nothing is changed; write ~ ref|new description [name:new name, key:value, !key]")
        return NodeUpdate(
            id=self._next_id(),
            ref=Ref(ref),
            set=NodeSet(
                name=UNSET if name is None else name,
                descr=UNSET if descr is None else descr,
                attributes=attributes.values or UNSET,
            ),
            unset=attributes.unset or UNSET,
        )

    def _removals(self, text: str) -> list[Operation]:
        edge = read_edge(text, self._ontology, strict=self._strict)
        if edge is None:
            body, _ = read_attributes(text, strict=self._strict)
            return [NodeDelete(id=self._next_id(), ref=Ref(self._named_fields(body)[1]))]
        return [
            EdgeDelete(id=self._next_id(), edge_type=edge.edge_type, source=Ref(edge.source), target=Ref(target))
            for target in edge.targets
        ]

    def _named_fields(self, body: str) -> tuple[str | None, str, str | None]:
        """Name, ref and description of a line about an existing node: `ref|descr`, or a whole line of version one."""
        fields = [field.strip() for field in split(body, "|")]
        name = None
        if len(fields) >= _WITH_REF and self._ontology.node_type(fields[1]) is not None:
            name, fields = unescape(fields[0], strict=self._strict), fields[2:]
        ref = read_ref(fields[0], self._ontology, strict=self._strict)
        if not ref:
            raise MalformedOutput("the id of the node is missing")
        descr = unescape("|".join(fields[1:]), strict=self._strict)
        return name, ref, descr or None

    def _next_id(self) -> OperationId:
        self._count += 1
        return OperationId(f"op-{self._count}")


def _problem(code: ProblemCode, line_number: int, message: str, hint: str) -> Problem:
    return Problem(code=code, path=f"line {line_number}", message=message, hint=hint, candidates=[])


def _short(line: str) -> str:
    """Enough of a line to recognise it."""
    return line if len(line) <= 80 else f"{line[:79]}…"  # noqa: PLR2004 - a terminal's width
