"""One node or one edge as one line of Format E: writing it, and reading it strictly or tolerantly.

`format_e` and `diff` put these lines into documents. Nothing here knows a graph; ends of edges are references. Words of
the ontology are turned into ours (four arrow dialects, `TC` for `TS`); unknown ones stay as written, so that the plan
can name them together with everything else that is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Final

import msgspec
from msgspec import Struct

from graphwright.errors import MalformedOutput
from graphwright.formats.escape import escape, escape_in_list, escape_name, escape_ref, positions, split, unescape
from graphwright.graph.identity import parse_semantic_id
from graphwright.graph.ontology import Ontology
from graphwright.protocol.base import JsonValue

_ARROW: Final = re.compile(r"\s*-\s?([A-Za-z][A-Za-z0-9]{0,31})\s?->\s*")
_TYPED: Final = 2
"""Fields of the shortest line of the first version: a name and a type."""
_NODE_FIELDS: Final = 4
_DESCR_KEY: Final = "descr"
_NAME_KEY: Final = "name"
# An attribute that is really called like a field is told apart by escaping its first letter, which no field name has.
_FIELD_KEYS: Final = {_NAME_KEY: "\\u{6e}ame", _DESCR_KEY: "\\u{64}escr"}


class Attributes(Struct, frozen=True):
    """What stands between the brackets. On a node line `name:`, `descr:` and `!descr` are fields, not attributes."""

    values: dict[str, JsonValue]
    unset: list[str]
    name: str | None = None
    descr: str | None = None


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


NO_ATTRIBUTES: Final = Attributes({}, [])


# writing -------------------------------------------------------------------------------------------------------------


def write_node(name: str, node_type: str, ref: str, descr: str, attributes: Mapping[str, JsonValue]) -> str:
    """The seeds' form: `Name|TYPE|SemanticID|Descr [attributes]`."""
    line = f"{escape_name(name)}|{node_type}|{escape_ref(ref)}|{escape(descr)}"
    return f"{line} {write_attributes(attributes)}" if attributes else line


def write_edge(source: str, short: str, targets: Iterable[str], attributes: Mapping[str, JsonValue]) -> str:
    """`Source -op-> Target, Target` or, with attributes, one target only."""
    line = f"{escape_ref(source)} -{short}-> {', '.join(map(escape_ref, targets))}"
    return f"{line} {write_attributes(attributes)}" if attributes else line


def write_attributes(
    values: Mapping[str, JsonValue], unset: Iterable[str] = (), *, name: str | None = None, clear_descr: bool = False
) -> str:
    """`[key:value, !key]`; in an update also the new name, and that the description goes."""
    parts = [] if name is None else [f"{_NAME_KEY}:{escape_in_list(name)}"]
    parts += [f"!{_DESCR_KEY}"] if clear_descr else []
    parts += [f"{_key(key)}:{escape_in_list(_value_text(value))}" for key, value in values.items()]
    parts += [f"!{_key(key)}" for key in unset]
    return f"[{', '.join(parts)}]"


# reading -------------------------------------------------------------------------------------------------------------


def read_node(text: str, ontology: Ontology, *, strict: bool) -> NodeLine:
    """A node line of the first or second version. `MalformedOutput` says what is wrong with it."""
    body, attributes = read_attributes(text, strict=strict)
    if attributes.unset:
        raise MalformedOutput("a new node has nothing to unset")
    fields = [field.strip() for field in split(body, "|")]
    if _is_second_version(fields, ontology, strict=strict):
        return _second_version(fields, attributes, ontology, strict=strict)
    if len(fields) < _TYPED or not fields[0]:
        raise MalformedOutput("a node line is Name|TYPE|SemanticID|Description")
    if len(fields) > _NODE_FIELDS and strict:
        raise MalformedOutput(f"{len(fields)} fields where a node line has {_NODE_FIELDS}; write a bar in text as \\|")
    return NodeLine(
        name=unescape(fields[0], strict=strict),
        node_type=node_type_word(unescape(fields[1], strict=strict), ontology),
        ref=read_ref(fields[2], ontology, strict=strict) if len(fields) > _TYPED else "",
        descr=unescape("|".join(fields[3:]), strict=strict) or attributes.descr or "",
        attributes=attributes.values,
    )


def read_edge(text: str, ontology: Ontology, *, strict: bool) -> EdgeLine | None:
    """An edge line, or `None` when the line has no arrow before its first bar or bracket and so is about a node."""
    arrow = _find_arrow(text)
    if arrow is None:
        return None
    body, attributes = read_attributes(text[arrow.end() :], strict=strict, of_node=False)
    source = read_ref(text[: arrow.start()], ontology, strict=strict)
    targets = [read_ref(target, ontology, strict=strict) for target in split(body, ",")]
    if not source or not all(targets):
        raise MalformedOutput("an edge line is Source -op-> Target, and one end is missing")
    if attributes is not NO_ATTRIBUTES and len(targets) > 1:
        raise MalformedOutput("an edge with attributes stands on its own line, with one target")
    return EdgeLine(source, relation_word(arrow[1], ontology), targets, attributes)


def read_attributes(text: str, *, strict: bool, of_node: bool = True) -> tuple[str, Attributes]:
    """A line without its closing `[...]`, and what stood in it.

    Tolerant: brackets that hold no `key:value` are part of the text before them.
    """
    text = text.strip()
    opening = _opening_bracket(text)
    if opening is None:
        if strict and positions(text, "[]"):
            raise MalformedOutput("a bracket in text is written \\[ or \\]; attributes stand at the end of the line")
        return text, NO_ATTRIBUTES
    inside = text[opening + 1 : -1]
    parts = [part.strip() for part in _split_outside_brackets(inside)]
    if not strict and not all(part.startswith("!") or positions(part, ":") for part in parts):
        return text, NO_ATTRIBUTES
    return text[:opening].rstrip(), _attributes(parts, fields=_FIELD_KEYS if of_node else (), strict=strict)


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


def _find_arrow(text: str) -> re.Match[str] | None:
    stops = positions(text, "|[")
    return _ARROW.search(text, 0, stops[0] if stops else len(text))


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
        hint = "write Name|TYPE|SemanticID|Description, or begin with an id like PlaceOrder.UC.001"
        raise MalformedOutput(f"{ref!r} tells neither name nor type of a node; {hint}")
    return NodeLine(
        name=attributes.name or parsed.identifier,
        node_type=node_type_word(parsed.abbreviation, ontology),
        ref=ref,
        descr=unescape("|".join(fields[1:]), strict=strict) or attributes.descr or "",
        attributes=attributes.values,
    )


def _opening_bracket(text: str) -> int | None:
    """The bracket that the last character of the line closes."""
    if not text.endswith("]"):
        return None
    stack: list[int] = []
    opening = None
    for position in positions(text, "[]"):
        if text[position] == "[":
            stack.append(position)
        else:
            opening = stack.pop() if stack else None
            if position == len(text) - 1:
                return opening
    return None


def _split_outside_brackets(text: str) -> list[str]:
    pieces: list[str] = []
    start = depth = 0
    for position in positions(text, ",[]"):
        if text[position] == "[":
            depth += 1
        elif text[position] == "]":
            depth -= 1
        elif depth == 0:
            pieces.append(text[start:position])
            start = position + 1
    return [*pieces, text[start:]]


def _attributes(parts: list[str], *, fields: Collection[str], strict: bool) -> Attributes:
    values: dict[str, JsonValue] = {}
    given: dict[str, str] = {}
    unset: list[str] = []
    for part in parts:
        if fields and part == f"!{_DESCR_KEY}":
            given[_DESCR_KEY] = ""
            continue
        if part.startswith("!"):
            unset.append(unescape(part[1:].strip(), strict=strict))
            continue
        raw_key, colon, raw_value = _at_colon(part)
        key, value = unescape(raw_key, strict=strict), unescape(raw_value, strict=strict)
        if not colon or not key:
            raise MalformedOutput(f"attributes are [key:value, !key], not [{part}]")
        if raw_key in fields:
            given[raw_key] = value
            continue
        if key in values:
            raise MalformedOutput(f"attribute {key!r} is given twice on one line")
        values[key] = _value(value)
    return Attributes(values, unset, given.get(_NAME_KEY), given.get(_DESCR_KEY))


def _at_colon(part: str) -> tuple[str, bool, str]:
    colons = positions(part, ":")
    if not colons:
        return part, False, ""
    return part[: colons[0]].strip(), True, part[colons[0] + 1 :].strip()


def _key(key: str) -> str:
    return _FIELD_KEYS.get(key) or escape_in_list(key)


def _value_text(value: JsonValue) -> str:
    """Text as itself, unless it would read as something else; everything else as JSON."""
    if isinstance(value, str) and not value.startswith('"') and _canonical_json(value) is None:
        return value
    return msgspec.json.encode(value).decode()


def _value(text: str) -> JsonValue:
    """Numbers, booleans and so on only in the one form in which JSON is written: `1.10` stays text."""
    decoded = _canonical_json(text)
    return text if decoded is None else decoded[0]


def _canonical_json(text: str) -> tuple[JsonValue] | None:
    if not text or text[0] not in '"-0123456789tfn[{':
        return None
    try:
        value: JsonValue = msgspec.json.decode(text)
        canonical = msgspec.json.encode(value).decode() == text
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
    return (value,) if canonical else None
