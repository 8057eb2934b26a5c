"""The file form of an ontology: what a team may write into a profile, and every check of it before it is used.

A profile is JSON of the format `graphwright-profile/1` (docs/ontology.md). It is a client's text like any other:
unknown fields are refused, a mistake is named with its path and its fix, and nothing is used of a file with a mistake.
What the data *means* (which pair is legal, which word names what) is for `ontology.py`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Final, Literal, NoReturn, TypeAlias

import msgspec
from msgspec import Meta, Struct

from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.protocol.base import JsonValue
from graphwright.protocol.operations import Severity
from graphwright.protocol.texts import Term
from graphwright.text.messages import words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

FORMAT: Final = "graphwright-profile/1"
# `systems` has 20 KB; a hundred times that is a mistake or an attack.
PROFILE_BYTES: Final = 2 * 1024 * 1024

_TYPE_NAME = re.compile(r"[A-Z][A-Z0-9_]{0,31}")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,31}")
_COLOUR = re.compile(r"#[0-9A-F]{6}")

Phase: TypeAlias = Annotated[int, Meta(ge=0, le=4)]
"""1 to 4; 0 = all phases."""
Weight: TypeAlias = Annotated[float, Meta(ge=0, le=1)]
Line: TypeAlias = Annotated[str, Meta(min_length=1, max_length=1_000)]
AttributeType: TypeAlias = Literal["text", "number", "boolean", "choice", "json"]
Measure: TypeAlias = Literal["requirements", "useCases", "ontology", "distinctness", "total"]
"""What a gate may ask a minimum of; computed by `quality.py`."""
MEASURED: Final[Mapping[Measure, str]] = {"requirements": "REQ", "useCases": "UC", "distinctness": "FUNC"}
"""The node type that a measure is about; a profile without it has no such measure."""
OptionValue: TypeAlias = "int | float | str | list[str]"


class _ProfilePart(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A piece of a profile file."""


class Phrase(_ProfilePart, frozen=True, kw_only=True):
    """Words as people read them, in the three languages of the product (K-18)."""

    en: Line
    de: Line
    fr: Line


class Attribute(_ProfilePart, frozen=True, kw_only=True):
    """A field of a node type besides name and descr."""

    name: str
    type: AttributeType = "text"
    options: list[str] = []
    """The words a `choice` may be."""
    default: JsonValue = None
    required: bool = False
    meaning: str = ""


class Handle(_ProfilePart, frozen=True, kw_only=True):
    """A place on a node where edges end."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    side: Literal["in", "out"]
    label: str = ""


class NodeType(_ProfilePart, frozen=True, kw_only=True):
    """One kind of node."""

    name: str
    abbreviation: str
    """Two capitals: the middle of a semantic id (A-72)."""
    order: float
    """Place in tables and prompts."""
    title: Phrase
    meaning: Phrase
    aliases: list[str] = []
    also_called: list[str] = []
    """What people and language models call it besides: read in answers, never shown."""
    """Other words it is read by, such as an older abbreviation (K-07)."""
    attributes: list[Attribute] = []
    handles: list[Handle] = []
    """Where edges may end, on every node of this type; a node may list its own in an attribute `handles`."""
    category: str = ""
    """What it is found under where there are many types."""
    fill: str
    stroke: str
    symbol: Line


class PairHint(_ProfilePart, frozen=True, kw_only=True):
    """What to say about a pair that people and language models often try and that is not legal; `*` is any type."""

    source: str
    target: str
    hint: Phrase | Line
    """In the languages of the product; plain text is shown to everybody as it is."""


class Relation(_ProfilePart, frozen=True, kw_only=True):
    """One kind of edge, and which node types it may join."""

    name: str
    short: str
    """What Format E writes between the arrow's dashes."""
    title: Phrase
    meaning: Phrase
    aliases: list[str] = []
    """The short forms of the other dialects (K-06)."""
    nesting: bool = False
    """Drawn as containment instead of as a line."""
    turn: bool = False
    """A reversed edge is turned instead of refused (K-01, K-02)."""
    pairs: list[tuple[str, str]]
    """`[source, target]`; `["*", "*"]` allows any two types, pairs beside it are the ones it is meant for."""
    hints: list[PairHint] = []
    attributes: list[Attribute] = []
    identity: list[str] = []
    """Attributes that tell two edges between the same nodes apart; without any there is one edge at most."""


class RuleSetting(_ProfilePart, frozen=True, kw_only=True):
    """A rule that this profile runs, and how much it weighs here."""

    id: str
    phase: Phase
    severity: Severity
    hard: bool = False
    """A change set written by an AI is refused when it introduces such a finding (K-22)."""
    weight: Weight = 0.0
    """Share in the ontology score."""
    options: dict[str, OptionValue] = {}


class Gate(_ProfilePart, frozen=True, kw_only=True):
    """The review that ends a phase: rules without findings, and least values of some measures."""

    name: Line
    phase: Annotated[int, Meta(ge=1, le=4)]
    title: Phrase
    rules: list[str]
    thresholds: dict[Measure, Weight]


class Profile(_ProfilePart, frozen=True, kw_only=True):
    """A whole profile file."""

    format: Literal["graphwright-profile/1"]
    name: str
    node_types: Annotated[list[NodeType], Meta(min_length=1, max_length=100)]
    relations: Annotated[list[Relation], Meta(min_length=1, max_length=50)]
    rules: Annotated[list[RuleSetting], Meta(max_length=200)] = []
    gates: Annotated[list[Gate], Meta(max_length=20)] = []


def read_profile(content: bytes, *, source: str) -> Profile:
    """A profile from its file; `source` is the name people know the file by.

    Raises `InvalidCommand` that names file, path and fix, and `LimitExceeded` for a file above 2 MiB.
    """
    if len(content) > PROFILE_BYTES:
        raise LimitExceeded(f"{source}: a profile has at most {PROFILE_BYTES:,} bytes, this has {len(content):,}.")
    try:
        profile = msgspec.json.decode(content, type=Profile)
    except msgspec.ValidationError as error:
        raise InvalidCommand(f"{source}: {error}. The form of a profile is in docs/ontology.md.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidCommand(f"{source}: not readable as JSON: {error}. Check the file with a JSON editor.") from None
    _ProfileCheck(profile, source).run()
    return profile


class _ProfileCheck:
    """What a schema cannot say about a profile: words that must be unique, and words that must exist."""

    def __init__(self, profile: Profile, source: str) -> None:
        self._profile = profile
        self._source = source
        self._types = {node_type.name for node_type in profile.node_types}

    def run(self) -> None:
        """Raise on the first mistake."""
        if not _WORD.fullmatch(self._profile.name):
            self._refuse("$.name", f"{self._profile.name!r} is no profile name", "use letters, digits, '-' and '_'")
        for index, node_type in enumerate(self._profile.node_types):
            self._node_type(f"$.nodeTypes[{index}]", node_type)
        for index, relation in enumerate(self._profile.relations):
            self._relation(f"$.relations[{index}]", relation)
        self._unique(self._node_words(), "node type")
        self._unique(self._relation_words(), "relation")
        self._unique(((f"$.rules[{i}].id", rule.id) for i, rule in enumerate(self._profile.rules)), "rule")
        self._unique(((f"$.gates[{i}].name", gate.name) for i, gate in enumerate(self._profile.gates)), "gate")
        self._gates()

    def _node_type(self, path: str, node_type: NodeType) -> None:
        if not _TYPE_NAME.fullmatch(node_type.name):
            self._refuse(f"{path}.name", f"{node_type.name!r} is no type name", "use capitals, such as 'FUNC'")
        if not re.fullmatch(r"[A-Z]{2}", node_type.abbreviation):
            found = repr(node_type.abbreviation)
            self._refuse(f"{path}.abbreviation", f"{found} is no abbreviation", "use two capitals, such as 'FN'")
        for field, colour in (("fill", node_type.fill), ("stroke", node_type.stroke)):
            if not _COLOUR.fullmatch(colour):
                self._refuse(f"{path}.{field}", f"{colour!r} is no colour", "write it as '#1976D2'")
        self._attributes(path, node_type.attributes)
        handles = ((f"{path}.handles[{i}].id", handle.id) for i, handle in enumerate(node_type.handles))
        self._unique(handles, "handle", exact=True)

    def _attributes(self, path: str, attributes: Sequence[Attribute]) -> None:
        for index, attribute in enumerate(attributes):
            self._attribute(f"{path}.attributes[{index}]", attribute)
        names = ((f"{path}.attributes[{i}].name", attribute.name) for i, attribute in enumerate(attributes))
        self._unique(names, "attribute", exact=True)

    def _attribute(self, path: str, attribute: Attribute) -> None:
        if not _WORD.fullmatch(attribute.name):
            self._refuse(f"{path}.name", f"{attribute.name!r} is no attribute name", "use letters and digits")
        if (attribute.type == "choice") != bool(attribute.options):
            fix = "give a choice its options, and nothing else"
            self._refuse(f"{path}.options", f"{len(attribute.options)} options for type {attribute.type!r}", fix)
        if attribute.default is not None and not fits(attribute, attribute.default):
            fix = f"use one that is {words_of(expected(attribute), 'en')}"
            self._refuse(f"{path}.default", f"{attribute.default!r} is no value of this attribute", fix)

    def _relation(self, path: str, relation: Relation) -> None:
        for field, word in (("name", relation.name), ("short", relation.short)):
            if not re.fullmatch(r"[a-z][a-zA-Z0-9]{0,31}", word):
                self._refuse(f"{path}.{field}", f"{word!r} is no relation word", "use small letters, such as 'cp'")
        if not relation.pairs:
            self._refuse(f"{path}.pairs", "no pair", 'list [source, target] pairs, or ["*", "*"] for any two types')
        for index, pair in enumerate(relation.pairs):
            self._pair(f"{path}.pairs[{index}]", pair)
        for index, hint in enumerate(relation.hints):
            for end in (hint.source, hint.target):
                if end != "*":
                    self._known(f"{path}.hints[{index}]", end)
        self._attributes(path, relation.attributes)
        known = [attribute.name for attribute in relation.attributes]
        for index, name in enumerate(relation.identity):
            if name not in known:
                fix = "list it under attributes of the relation"
                self._refuse(f"{path}.identity[{index}]", f"{name!r} is no attribute of {relation.name!r}", fix)
        seen = [f"{source} {target}" for source, target in relation.pairs]
        self._unique(((f"{path}.pairs[{i}]", pair) for i, pair in enumerate(seen)), "pair")

    def _pair(self, path: str, pair: tuple[str, str]) -> None:
        if pair == ("*", "*"):
            return
        for end in pair:
            if end == "*":
                self._refuse(path, f"{list(pair)!r} is half open", 'only ["*", "*"] stands for any; list the others')
            self._known(path, end)

    def _gates(self) -> None:
        rules = {rule.id for rule in self._profile.rules}
        for index, gate in enumerate(self._profile.gates):
            for rule in gate.rules:
                if rule not in rules:
                    path = f"$.gates[{index}].rules"
                    self._refuse(path, f"rule {rule!r} is not in this profile", "add it to rules, or take it out here")

    def _known(self, path: str, name: str) -> None:
        if name not in self._types:
            self._refuse(path, f"unknown node type {name!r}", f"use one of {', '.join(sorted(self._types))}")

    def _node_words(self) -> Iterator[tuple[str, str]]:
        for index, node_type in enumerate(self._profile.node_types):
            words = {node_type.name, node_type.abbreviation, *node_type.aliases}
            yield from ((f"$.nodeTypes[{index}]", word) for word in sorted(words))

    def _relation_words(self) -> Iterator[tuple[str, str]]:
        for index, relation in enumerate(self._profile.relations):
            words = {relation.name, relation.short, *relation.aliases}
            yield from ((f"$.relations[{index}]", word) for word in sorted(words))

    def _unique(self, words: Iterable[tuple[str, str]], what: str, *, exact: bool = False) -> None:
        seen: dict[str, str] = {}
        for path, word in words:
            key = word if exact else word.casefold()
            if key in seen:
                self._refuse(
                    path, f"{word!r} already names the {what} at {seen[key]}", "make every word name one thing"
                )
            seen[key] = path

    def _refuse(self, path: str, what: str, fix: str) -> NoReturn:
        raise InvalidCommand(f"{self._source}: {path}: {what}; {fix}.", file=self._source, path=path)


def fits(attribute: Attribute, value: JsonValue) -> bool:
    """Whether a value is one the attribute may have. A `json` attribute holds text; a rule checks that it parses."""
    match attribute.type:
        case "text" | "json":
            return isinstance(value, str)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "boolean":
            return isinstance(value, bool)
        case "choice":
            return value in attribute.options


def expected(attribute: Attribute) -> Term:
    """What the attribute's values are, in words for a text."""
    if attribute.type == "choice":
        return Term(key="terms.choice", values={"options": [*attribute.options]})
    return Term(key=f"terms.{attribute.type}")
