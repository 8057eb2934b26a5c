"""One node or one edge as one line of Format E: writing it, and reading it strictly or tolerantly.

`format_e` and `diff` put these lines into documents; what stands in brackets is read by `attributes`. Nothing here
knows a graph; ends of edges are references. Words of the ontology are turned into ours (four arrow dialects, `TC` for
`TS`); unknown ones stay as written, so that the plan can name them together with everything else that is wrong.

Read tolerantly, an arrow may look otherwise (`--io-->`, `-io→`, `-[:io]->`), a line may be one of the compact encoding,
and type, id or description may stand in each other's place where their form tells which is which.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Final

from msgspec import Struct

from graphwright.formats.attributes import NO_ATTRIBUTES, Attributes, read_attributes, write_attributes
from graphwright.formats.escape import escape, escape_name, escape_ref, positions, split, unescape
from graphwright.formats.loose_lines import without_remark
from graphwright.formats.unreadable import UnreadableText
from graphwright.graph.identity import parse_semantic_id
from graphwright.graph.ontology import Ontology
from graphwright.protocol.base import JsonValue
from graphwright.text.late_patterns import late_pattern

_ARROW: Final = late_pattern(r"(?<!\s)\s*-\s?([A-Za-z][A-Za-z0-9]{0,31})\s?->\s*")
_LOOSE_ARROW: Final = late_pattern(
    r"(?<!\s)\s*+[-=–—→]{1,3}\s*+(?:[\[(]\s*+:?\s*+)?([^\W\d]\w{0,31})(?:\s*+[\])])?\s*+"
    r"(?:[-=–—]{1,3}(?:>|&gt;)|[-=–—]{0,3}[→⟶➔⇒])\s*"
)
"""Both begin where blanks begin: tried from each blank of a run, a long run would take the square of its length."""
_MAY_BE_ARROW: Final = late_pattern(r"[>→⟶➔⇒;]")
_BARE_ARROW: Final = late_pattern(r"\s(?:[-=–—]{1,3}(?:>|&gt;)|[-=–—]{0,3}[→⟶➔⇒])\s")
_ID: Final = r"(?:[A-Z]{2}[0-9]{1,9}|[A-Z][A-Za-z0-9]{0,24}\.[A-Z]{2}\.[0-9]{3,15})"
_WHOLE_EDGE: Final = late_pattern(rf"{_ID}\s*-+\s?([^\W\d]\w{{0,31}})\s?-+>\s*{_ID}(?:\s*,\s*{_ID})*")
_COMPACT_EDGE: Final = late_pattern(rf"({_ID})\s+([A-Za-z]{{2,31}})\s+({_ID}(?:[\s,]+{_ID})*)")
_COMPACT_NODE: Final = late_pattern(rf"({_ID})(?:=\w+)?\s+([^|:\[\]→>]{{1,200}}?)\s*:\s*(.*)", re.DOTALL)
_TYPED: Final = 2
"""Fields of the shortest line of the first version: a name and a type."""
_NODE_FIELDS: Final = 4


class NodeLine(Struct, frozen=True):
    """A node as a line gives it. `ref` is a semantic id or a temp id; empty = none given."""

    name: str
    node_type: str
    ref: str
    descr: str
    attributes: dict[str, JsonValue]


class EdgeLine(Struct, frozen=True):
    """Edges from one source by one relation."""

    source: str
    edge_type: str
    targets: list[str]
    attributes: Attributes


# writing -------------------------------------------------------------------------------------------------------------


def write_node(name: str, node_type: str, ref: str, descr: str, attributes: Mapping[str, JsonValue]) -> str:
    """The usual form: `Name|TYPE|SemanticID|Descr [attributes]`."""
    line = f"{escape_name(name)}|{node_type}|{escape_ref(ref)}|{escape(descr)}"
    return f"{line} {write_attributes(attributes)}" if attributes else line


def write_edge(source: str, short: str, targets: Iterable[str], attributes: Mapping[str, JsonValue]) -> str:
    """`Source -op-> Target, Target` or, with attributes, one target only."""
    line = f"{escape_ref(source)} -{short}-> {', '.join(map(escape_ref, targets))}"
    return f"{line} {write_attributes(attributes)}" if attributes else line


# reading -------------------------------------------------------------------------------------------------------------


def read_node(text: str, ontology: Ontology, *, strict: bool) -> NodeLine:
    """A node line of the first or second version. `UnreadableText` says what is wrong with it."""
    text = text if strict else _with_brackets(text, ontology)
    body, attributes = read_attributes(text, strict=strict, known=attribute_names(ontology))
    if attributes.unset:
        raise UnreadableText("newUnset")
    fields = [field.strip() for field in split(body, "|")]
    if not strict:
        compact = _compact_node(body, attributes, ontology) if len(fields) == 1 else None
        if compact is not None:
            return compact
        fields = _in_order(fields, ontology)
    if _is_second_version(fields, ontology, strict=strict):
        return _second_version(fields, attributes, ontology, strict=strict)
    if len(fields) < _TYPED or not fields[0]:
        raise UnreadableText("nodeLine")
    if len(fields) > _NODE_FIELDS and strict:
        raise UnreadableText("nodeFields", count=len(fields), limit=_NODE_FIELDS)
    return NodeLine(
        name=unescape(fields[0], strict=strict),
        node_type=node_type_word(unescape(fields[1], strict=strict), ontology),
        ref=read_ref(fields[2], ontology, strict=strict) if len(fields) > _TYPED else "",
        descr=unescape("|".join(fields[3:]), strict=strict) or attributes.descr or "",
        attributes=attributes.values,
    )


def read_edge(text: str, ontology: Ontology, *, strict: bool) -> EdgeLine | None:
    """An edge line, or `None` when the line has no arrow before its first bar or bracket and so is about a node."""
    arrow = _find_arrow(text, strict=strict)
    if arrow is None:
        return None if strict else _compact_edge(text, ontology)
    ends = text[arrow.end() :]
    body, attributes = read_attributes(ends, strict=True, of_node=False) if strict else _ends_with_remark(ends)
    source = read_ref(text[: arrow.start()], ontology, strict=strict)
    targets = [read_ref(target, ontology, strict=strict) for target in split(body, ",")]
    if not source or not all(targets):
        raise UnreadableText("edgeLine")
    if attributes is not NO_ATTRIBUTES and len(targets) > 1:
        raise UnreadableText("edgeTargets")
    return EdgeLine(source, relation_word(arrow[1], ontology), targets, attributes)


def looks_like_element(text: str, ontology: Ontology) -> bool:
    """Whether a line without its sign can only be meant as a node or an edge: it holds words of the ontology or ids."""
    arrow = _find_arrow(text, strict=False)
    if arrow is not None:
        return ontology.relation(arrow[1]) is not None and bool(text[: arrow.start()].strip())
    if "|" not in text:
        return _compact_edge(text, ontology) is not None
    fields = [field.strip() for field in split(text, "|")][:_NODE_FIELDS]
    has_type = any(ontology.node_type(field) is not None for field in fields[:_TYPED])
    return has_type or any(_is_id(field, ontology) for field in fields[:3])


def is_whole_element(text: str, ontology: Ontology) -> bool:
    """Whether a line is a whole node or edge and nothing else: what it is without a sign cannot be doubted."""
    edge = _WHOLE_EDGE.fullmatch(without_remark(text))
    if edge is not None:
        return ontology.relation(edge[1]) is not None
    fields = [field.strip() for field in split(text, "|")]
    return len(fields) > _TYPED and ontology.node_type(fields[1]) is not None and _is_id(fields[2], ontology)


def read_named(text: str, ontology: Ontology) -> tuple[str, str, str] | None:
    """Id, name and description of a node in the compact encoding: `FN12 Check order: Checks an order`."""
    found = _COMPACT_NODE.fullmatch(text)
    if found is None:
        return None
    return read_ref(found[1], ontology, strict=False), unescape(found[2], strict=False), found[3]


@lru_cache(maxsize=16)
def attribute_names(ontology: Ontology) -> frozenset[str]:
    """What any type of the ontology calls an attribute."""
    types = ontology.node_types.values()
    return frozenset(attribute.name for node_type in types for attribute in node_type.attributes)


def read_ref(text: str, ontology: Ontology, *, strict: bool) -> str:
    """A reference, with an abbreviation of another dialect (`TC`) written in ours."""
    ref = unescape(text.strip(), strict=strict)
    parsed = parse_semantic_id(ref)
    if parsed is None:
        return ref
    node_type = ontology.by_abbreviation(parsed.abbreviation)
    if node_type is None or node_type.abbreviation == parsed.abbreviation:
        return ref
    head, _, counter = ref.rsplit(".", 2)
    return f"{head}.{node_type.abbreviation}.{counter}"


def node_type_word(word: str, ontology: Ontology) -> str:
    """The name of a node type, from its name or abbreviation; unknown words stay."""
    found = ontology.node_type(word)
    return word if found is None else found.name


def relation_word(word: str, ontology: Ontology) -> str:
    """The name of a relation, from any of the four dialects; unknown words stay."""
    found = ontology.relation(word)
    return word if found is None else found.name


def _find_arrow(text: str, *, strict: bool) -> re.Match[str] | None:
    if strict:
        stops = positions(text, "|[")
        return _ARROW.search(text, 0, stops[0] if stops else len(text))
    bars = positions(text, "|") if "|" in text else []
    end = bars[0] if bars else len(text)
    if not _MAY_BE_ARROW.search(text, 0, end):
        return None
    arrow = _LOOSE_ARROW.search(text, 0, end)
    opening = next(iter(positions(text[:end], "[")), end)
    if arrow is not None:
        # A bracket before the arrow holds attributes, unless it is the arrow's own, as in `-[:io]->`.
        return arrow if arrow.start() < opening else None
    if _BARE_ARROW.search(text, 0, opening):
        raise UnreadableText("arrow")
    return None


def _ends_with_remark(ends: str) -> tuple[str, Attributes]:
    """The ends of an edge and its attributes, without a comment behind them; a value may look like one."""
    cut = without_remark(ends)
    if len(cut) < len(ends) and "[" in cut:
        with suppress(UnreadableText):
            whole = read_attributes(ends, strict=False, of_node=False)
            if whole[1] is not NO_ATTRIBUTES:
                return whole
    return read_attributes(cut, strict=False, of_node=False)


def _compact_edge(text: str, ontology: Ontology) -> EdgeLine | None:
    """`FN12 st RQ1 RQ2`, as the compact encoding shows edges."""
    found = _COMPACT_EDGE.fullmatch(text.strip())
    if found is None or ontology.relation(found[2]) is None:
        return None
    targets = [read_ref(target, ontology, strict=False) for target in re.split(r"[\s,]+", found[3])]
    return EdgeLine(
        read_ref(found[1], ontology, strict=False), relation_word(found[2], ontology), targets, NO_ATTRIBUTES
    )


def _compact_node(text: str, attributes: Attributes, ontology: Ontology) -> NodeLine | None:
    """`FN12 Check order: Checks an order`, as the compact encoding shows nodes."""
    named = read_named(text, ontology)
    if named is None:
        return None
    ref, name, descr = named
    parsed = parse_semantic_id(ref)
    node_type = ontology.by_abbreviation(ref[:2] if parsed is None else parsed.abbreviation)
    if node_type is None:
        return None
    descr = unescape(descr, strict=False)
    return NodeLine(name=name, node_type=node_type.name, ref=ref, descr=descr, attributes=attributes.values)


def _in_order(fields: list[str], ontology: Ontology) -> list[str]:
    """The fields of a node line where they belong, when each tells by its form what it is."""
    if len(fields) < _TYPED:
        return fields
    first, second = (ontology.node_type(field) is not None for field in fields[:_TYPED])
    if first and not second and not _is_id(fields[1], ontology):
        fields = [fields[1], fields[0], *fields[2:]]
    elif not first and not second and _is_id(fields[1], ontology) and not _is_id(fields[0], ontology):
        fields = [fields[0], fields[1].split(".")[-2], *fields[1:]]
    if len(fields) == _NODE_FIELDS - 1 and " " in fields[2]:
        return [*fields[:2], "", fields[2]]  # no id: ids have no spaces
    return fields


def _with_brackets(text: str, ontology: Ontology) -> str:
    """Attributes in braces, or in a field of their own, in the brackets that they belong in."""
    if text.endswith("]") or (":" not in text and "=" not in text):
        return text
    *fields, last = split(text, "|")
    inside = last.strip().removeprefix("{").removesuffix("}").strip()
    key = re.match(r"([^\W\d]\w*)\s*[:=]", inside)
    if len(fields) < _NODE_FIELDS or key is None or key[1] not in attribute_names(ontology):
        return text
    return f"{'|'.join(fields)} [{inside}]"


def _is_id(text: str, ontology: Ontology) -> bool:
    parsed = parse_semantic_id(text)
    return parsed is not None and ontology.by_abbreviation(parsed.abbreviation) is not None


def _is_second_version(fields: list[str], ontology: Ontology, *, strict: bool) -> bool:
    """The second version begins with a semantic id; the first has a name there and a type behind it."""
    if len(fields) == 1:
        return True
    if parse_semantic_id(fields[0]) is None:
        return strict and len(fields) <= _TYPED  # `_second_version` then says what is missing
    return len(fields) <= _TYPED or (not strict and ontology.node_type(fields[1]) is None)


def _second_version(fields: list[str], attributes: Attributes, ontology: Ontology, *, strict: bool) -> NodeLine:
    ref = read_ref(fields[0], ontology, strict=strict)
    parsed = parse_semantic_id(ref)
    if parsed is None:
        raise UnreadableText("nodeRef", ref=repr(ref))
    return NodeLine(
        name=attributes.name or parsed.identifier,
        node_type=node_type_word(parsed.abbreviation, ontology),
        ref=ref,
        descr=unescape("|".join(fields[1:]), strict=strict) or attributes.descr or "",
        attributes=attributes.values,
    )
