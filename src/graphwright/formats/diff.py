"""The diff form of Format E, read line by line: what a language model writes when it changes the graph.

    + Name|TYPE|SemanticID|Description [key:value]      make a node
    ~ ref|new description [name:..., key:value, !key]   change it
    - ref                                               remove it
    + source -op-> target, target                       connect; `~` and `-` likewise

`DiffReader` is fed one complete line at a time while the answer still streams, so an operation is visible as soon as
its line is; only brackets that stay open wait for the lines that close them. It knows no graph: references stay as
written and are resolved by `operations.refs`. A `-` and a `+` of the same id stay two operations; the plan makes an
update of them. Tolerantly, lines are read as `loose_lines` says they were meant, and remarks between them are noted.
Writing is in `diff_text`.
"""

from __future__ import annotations

import re
from typing import Final

from graphwright.formats.assembly import node_create
from graphwright.formats.attributes import UnfinishedText, read_attributes
from graphwright.formats.elements import (
    attribute_names,
    is_whole_element,
    looks_like_element,
    read_edge,
    read_named,
    read_node,
    read_ref,
)
from graphwright.formats.escape import split, unescape
from graphwright.formats.loose_lines import Section, has_entities, is_remark, section_of, signed_by_word, tidied
from graphwright.formats.unreadable import UnreadableText, quoted, shortened, too_long
from graphwright.graph.ontology import Ontology
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
)
from graphwright.protocol.texts import Term

PROPOSED: Final = "<operations proposed>"
"""Opens a block that whoever wrote it wants people to look at, whatever the policy."""
LINE_CHARACTERS: Final = 200_000
"""A longer line is refused unread: the longest description (20,000 characters) still fits with each of them escaped."""

_TAG: Final = re.compile(r"</?(operations|base_snapshot|view_context)(?: proposed)?>", re.IGNORECASE)
_BASE: Final = re.compile(r"<base_snapshot>(.*)</base_snapshot>", re.IGNORECASE)
_REVISION: Final = re.compile(r"@v([0-9]{1,15})$")
_SIGNED: Final = re.compile(r"([+~]|-(?!>))\s*(?![+~-])(\S.*)", re.DOTALL)
_WAITING_LINES: Final = 400
"""Lines that brackets may stay open for; more is no struct but a bracket that was forgotten."""
_WAITING_CHARACTERS: Final = 40_000
_LOOKS: Final = 50
_UNREAD_SECTIONS: Final = ("neighbours", "messages", "view-context")
_WITH_REF: Final = 3
"""Fields of a line of the first version that reaches to the id: name, type, id."""


def begins_operations(line: str, ontology: Ontology, *, removals: bool = True) -> bool:
    """Whether a line is the tag of a block or a signed line with words of the ontology or ids in it.

    `removals`: whether a minus counts as a sign; in prose it mostly is a bullet.
    """
    line = line.strip()
    line = tidied(line, entities=has_entities(line))
    if _TAG.match(line):
        return True
    signed = _SIGNED.fullmatch(signed_by_word(line) or line)
    if signed is None or (signed[1] == "-" and not removals):
        return False
    try:
        return looks_like_element(signed[2], ontology)
    except UnreadableText:
        return True  # an arrow without its relation


class DiffReader:
    """Turns lines into operations, numbered `op-1`, `op-2`, ... across all blocks of one answer."""

    def __init__(self, ontology: Ontology, *, strict: bool = False) -> None:
        self.base: str | None = None
        """What stood in `<base_snapshot>`, for example `OrderSystem.SY.001@v12`."""
        self.notes: list[Term] = []
        """Liberties that were taken, to be said."""
        self.written: dict[OperationId, str] = {}
        """Each operation's line as it came, cut to what recognises it."""
        self._ontology = ontology
        self._strict = strict
        self._count = 0
        self._section: Section | None = None
        self._after_block = False
        self._is_tagged = False
        self.proposes = False
        """Whether a block was opened as a mere proposal."""
        self._entities = False
        self._waiting: list[str] = []
        """A line whose brackets are open, and those that followed it."""
        self._waiting_number = 0
        self._looks = 0
        """How often the open line was read again."""

    @property
    def is_waiting(self) -> bool:
        """Whether brackets are open, so that the next line may belong to them."""
        return bool(self._waiting)

    @property
    def base_revision(self) -> int | None:
        """The revision the answer says it was made on."""
        match = _REVISION.search(self.base or "")
        return None if match is None else int(match[1])

    def feed(self, line: str, line_number: int) -> list[Operation | Problem]:
        """The operations of one complete line (an edge to several targets makes several), or why it cannot be read.

        Blank lines, comments, tags and section markers give none. Once `</operations>` was seen, everything up to the
        next block is prose.
        """
        if len(line) > LINE_CHARACTERS:
            return [too_long(line_number, line, LINE_CHARACTERS)]
        line = line.strip()
        if not self._strict:
            self._entities = self._entities or has_entities(line)
            line = tidied(line, entities=self._entities)
        given: list[Operation | Problem] = []
        if self._waiting:
            if not self._ends_waiting(line):
                return self._more(line)
            given = self.flush()
        return given + self._line(line, line_number)

    def flush(self) -> list[Operation | Problem]:
        """The block ends: a line whose brackets are still open is said."""
        if not self._waiting:
            return []
        line, self._waiting, self._looks = self._waiting[0], [], 0
        return [UnreadableText("attributesOpen").problem(self._waiting_number, line)]

    def _line(self, line: str, line_number: int) -> list[Operation | Problem]:
        if self._is_frame(line) or self._section in _UNREAD_SECTIONS:
            return []
        if self._after_block:
            if self._strict or not begins_operations(line, self._ontology):
                return []
            self._after_block = False
        sign, text = self._signed(line)
        if not sign:
            if not self._strict and is_remark(line):
                self.notes.append(Term(key="notes.remark", values={"line": line_number, "text": quoted(line)}))
                return []
            return [UnreadableText("sign").problem(line_number, line)]
        try:
            operations = self._operations(sign, text)
        except UnfinishedText as error:
            if self._strict:
                return [error.problem(line_number, line)]
            self._waiting, self._waiting_number = [line], line_number
            return []
        except UnreadableText as error:
            return [error.problem(line_number, line)]
        self._looks = 0
        self.written.update({operation.id: shortened(line) for operation in operations})
        return [*operations]

    def _signed(self, line: str) -> tuple[str, str]:
        """The sign of a line and what it is about; no sign where none is written and none is meant."""
        signed = _SIGNED.fullmatch(line)
        if signed is None and not self._strict:
            signed = _SIGNED.fullmatch(signed_by_word(line) or line)
        if signed is not None:
            return signed[1], signed[2]
        if self._strict or not (self._is_tagged or self._section):
            return "", line
        # In a block of operations a line that is an element and has no sign makes it; under a heading, if it is whole.
        text = line.lstrip("*•· ")
        if not self._is_tagged:
            return ("+", text) if is_whole_element(text, self._ontology) else ("", line)
        try:
            return ("+", text) if looks_like_element(text, self._ontology) else ("", line)
        except UnreadableText:
            return "+", text

    def _ends_waiting(self, line: str) -> bool:
        """Whether a line cannot belong to the open brackets before it."""
        is_frame = line.startswith("```") or _TAG.match(line) is not None or section_of(line) is not None
        return is_frame or begins_operations(line, self._ontology)

    def _more(self, line: str) -> list[Operation | Problem]:
        """Another line inside open brackets."""
        self._waiting.append(line)
        joined = "\n".join(self._waiting)
        if len(self._waiting) > _WAITING_LINES or len(joined) > _WAITING_CHARACTERS or self._looks > _LOOKS:
            return self.flush()
        if not line.endswith(("]", "].", "];", "],")):
            return []
        self._waiting, self._looks = [], self._looks + 1
        return self._line(joined, self._waiting_number)

    def _is_frame(self, line: str) -> bool:
        """Take note of tags and markers; true for every line that is no operation."""
        if line.startswith(("+ ", "~ ")):
            return False
        if line.startswith("```"):
            self._section, self._after_block, self._is_tagged = None, False, False
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
        elif line.casefold().startswith(("<operations", "</operations")):
            self.proposes = self.proposes or line.casefold() == PROPOSED
            self._section, self._after_block = None, line.startswith("</")
            self._is_tagged = not self._after_block

    def _operations(self, sign: str, text: str) -> list[Operation]:
        if sign == "+":
            return self._additions(text)
        return self._changes(text) if sign == "~" else self._removals(text)

    def _additions(self, text: str) -> list[Operation]:
        edge = read_edge(text, self._ontology, strict=self._strict)
        if edge is None:
            return [node_create(self._next_id(), read_node(text, self._ontology, strict=self._strict))]
        if edge.attributes.unset:
            raise UnreadableText("newUnset")
        return [
            EdgeCreate(
                id=self._next_id(),
                edge_type=edge.edge_type,
                source=Ref(edge.source),
                target=Ref(target),
                attributes=edge.attributes.values,
            )
            for target in edge.targets
        ]

    def _changes(self, text: str) -> list[Operation]:
        edge = read_edge(text, self._ontology, strict=self._strict)
        if edge is None:
            return [self._node_update(text)]
        if not edge.attributes.values and not edge.attributes.unset:
            raise UnreadableText("edgeUnchanged")
        return [
            EdgeUpdate(
                id=self._next_id(),
                edge_type=edge.edge_type,
                source=Ref(edge.source),
                target=Ref(edge.targets[0]),
                set=EdgeSet(attributes=edge.attributes.values),
                unset=edge.attributes.unset,
            )
        ]

    def _node_update(self, text: str) -> NodeUpdate:
        body, attributes = read_attributes(text, strict=self._strict, known=attribute_names(self._ontology))
        name, ref, descr = self._named_fields(body)
        name, descr = attributes.name or name, attributes.descr if attributes.descr is not None else descr
        if name is None and descr is None and not attributes.values and not attributes.unset:
            raise UnreadableText("nodeUnchanged")
        return NodeUpdate(
            id=self._next_id(),
            ref=Ref(ref),
            set=NodeSet(
                name=name,
                descr=descr,
                attributes=attributes.values,
            ),
            unset=attributes.unset,
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
        named = read_named(body, self._ontology) if len(fields) == 1 and not self._strict else None
        if named is not None:
            return named[1], named[0], unescape(named[2], strict=False) or None
        name = None
        if len(fields) >= _WITH_REF and self._ontology.node_type(fields[1]) is not None:
            name, fields = unescape(fields[0], strict=self._strict), fields[2:]
        ref = read_ref(fields[0], self._ontology, strict=self._strict)
        if not ref:
            raise UnreadableText("noRef")
        descr = unescape("|".join(fields[1:]), strict=self._strict)
        return name, ref, descr or None

    def _next_id(self) -> OperationId:
        self._count += 1
        return OperationId(f"op-{self._count}")
