"""What belongs to what: wholes and their parts, data and its fields, parts and what they carry, and plain types."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, cast

from graphwright.grammar.german_cases import nominative_of
from graphwright.grammar.records import SpokenPhrase
from graphwright.offline.meaning.casting import Casting, Kind, Participant, kind_of
from graphwright.offline.meaning.deeds_named import deed_told
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.measuring import COUNT, counted_as
from graphwright.offline.meaning.naming import capitalized, cleaned, name_of
from graphwright.offline.meaning.nouns import is_activity, is_component, is_field
from graphwright.offline.meaning.spoken import typed
from graphwright.offline.meaning.stated import Carrying, Composing, Doing, Using
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

_PARTS: Final = ("SYS", "MOD")
_DEEDS: Final = ("FUNC", "UC")
# Half of the parts are fields by their words: then the others are too.
_FIELD_SHARE: Final = 0.5
# One `weight` may hang on a wall; two fields, and no device among the parts, are data.
_FIELDS: Final = 2
_THINGS: Final[frozenset[Kind | None]] = frozenset(("device", "software", "system"))


def compose(said: Composing, casting: Casting, make: Maker) -> bool:
    """A whole with its parts; was anything understood?"""
    language, understood = said.sentence.language, True
    if language == "de" and " aus " in said.sentence.text:
        said = replace(said, parts=tuple(map(nominative_of, said.parts)))
    for whole in said.wholes:
        if said.are_deeds or (_is_deed(whole, make) and all(_is_deed(each, make) for each in said.parts)):
            _subfunctions(whole, said.parts, said.sentence.text, make)
        elif _is_data(whole, said.parts, make):
            _fields(whole, said.parts, make)
        else:
            outer = casting.participant(whole, language)
            understood = _parts(outer, [casting.participant(each, language) for each in said.parts], make)
    return understood


def carry(said: Carrying, casting: Casting, make: Maker) -> bool:
    """Parts with the functions that they carry; was anything understood?"""
    carriers = [casting.participant(each, said.sentence.language) for each in said.carriers]
    parts = [each for each in carriers if each.node_type != "ACTOR"]
    if not parts:
        return False
    functions = [_function(name_of(each), said.sentence.text, make) for each in said.carried]
    for part in parts:
        owner = make.participant(part._replace(node_type=part.node_type or "MOD"), said.sentence.text)
        for function in functions:
            make.own(owner, function)
    return True


def carry_out(known: Node, said: Doing, casting: Casting, make: Maker) -> bool:
    """Where something is done, those there carry the deed of the model."""
    carried = SpokenPhrase(text=known.name, name=known.name, head=known.name, start=0, end=0)
    return carry(Carrying(said.sentence, said.places, (carried,)), casting, make)


def _function(name: str, said: str, make: Maker) -> Node:
    """The function of a name, or the one of the model that it tells by its verb: `the weighing` for *Weigh parcel*."""
    known = None if make.draft.find(name, _DEEDS) else deed_told(name, make.language, make.draft.names)
    return known if known is not None and known.node_id in make.draft.graph.nodes else make.function(name, said)


def feed(said: Using, make: Maker) -> None:
    """What is done with the flows that it takes in; who writes them is not said."""
    for user in said.users:
        function = make.function(name_of(user), said.sentence.text)
        for each in said.inputs:
            name = name_of(each)
            flow = make.node("FLOW", name, make.say.schema.format(name=name))
            make.link("io", flow, function)


def fields_of(schema: Node) -> list[str]:
    """The fields of a schema, in order."""
    return list(typed_fields(schema))


def typed_fields(schema: Node) -> dict[str, JsonValue]:
    """The fields of a schema with what its struct says of each: its type, or whatever stands there."""
    struct = _struct(schema)
    if isinstance(struct, list):
        return plain_fields([str(each) for each in cast("Iterable[object]", struct)])
    return cast("dict[str, JsonValue]", struct) if isinstance(struct, dict) else {}


def is_readable(schema: Node) -> bool:
    """Is the struct of a schema an object of fields or a list of their names?"""
    struct = _struct(schema)
    listed = isinstance(struct, list) and all(isinstance(each, str) for each in cast("Iterable[object]", struct))
    return listed or isinstance(struct, dict)


def plain_fields(names: Iterable[str]) -> dict[str, JsonValue]:
    """Fields of which no more is said than their names."""
    return dict.fromkeys(names, "string")


def struct_of(fields: Mapping[str, JsonValue]) -> str:
    """The struct of a schema with these fields, as JSON text."""
    return json.dumps(fields, ensure_ascii=False)


def schema_attributes(fields: Sequence[str]) -> dict[str, JsonValue]:
    """The attributes of a schema with these fields."""
    return {"struct": struct_of(plain_fields(fields)), "category": "DataSchema"}


def _struct(schema: Node) -> object:
    """The struct of a schema; an empty one where it has none, nothing where it is no JSON."""
    try:
        return cast("object", json.loads(str(schema.attributes.get("struct") or "{}")))
    except ValueError:
        return None


def _fields(whole: SpokenPhrase, parts: Sequence[SpokenPhrase], make: Maker) -> None:
    named = [cleaned(each.name or each.text) for each in parts]
    said_type, said_name = typed(whole)
    name = capitalized(said_name) if said_type == "SCHEMA" else name_of(whole)
    if not name:
        return  # fields of nothing that was named
    found = make.draft.find(name, ["SCHEMA"])
    if not found:
        make.new("SCHEMA", name, make.say.schema.format(name=name), schema_attributes(named))
        return
    known = typed_fields(found[0])
    new = [each for each in named if fold(each) not in set(map(fold, known))]
    if new and is_readable(found[0]):
        make.draft.update(found[0], attributes={"struct": struct_of({**known, **plain_fields(new)})})


def _is_data(whole: SpokenPhrase, parts: Sequence[SpokenPhrase], make: Maker) -> bool:
    """Are the parts fields of data rather than parts of a thing?"""
    if typed(whole)[0] == "SCHEMA" or make.draft.find(name_of(whole), ["SCHEMA"]):
        return True
    if make.draft.find(name_of(whole), _PARTS):
        return False
    kind, kinds = kind_of(whole, make.language), {kind_of(each, make.language) for each in parts}
    if kind in {*_THINGS, "person"} or (kinds & _THINGS and (kind != "document" or kinds <= _THINGS)):
        return False  # what has nothing but devices is none of data, whatever it is called: `ein Glockenspiel`
    fields = [each for each in parts if is_field(each, vocabulary(make.language))]
    if make.language == "de" and fold(whole.head).endswith("pass"):
        kind = None  # a Fischpass is built; a Reisepass with a name and a number is data all the same
    return kind == "document" or len(fields) > len(parts) * _FIELD_SHARE or len(fields) >= _FIELDS


def _is_deed(phrase: SpokenPhrase, make: Maker) -> bool:
    """Is it something that is done, by its name: an activity, or a function that exists?"""
    if make.draft.find(name_of(phrase), _DEEDS):
        return True
    if make.draft.find(name_of(phrase), _PARTS) or kind_of(phrase, make.language) is not None:
        return False
    return is_activity(phrase, vocabulary(make.language))


def _subfunctions(whole: SpokenPhrase, parts: Sequence[SpokenPhrase], said: str, make: Maker) -> None:
    outer = next(iter(make.draft.find(name_of(whole), _DEEDS)), None) or make.function(name_of(whole), said)
    holder = make.chain(outer) if outer.node_type == "UC" else outer
    for part in parts:
        make.link("compose", holder, make.function(name_of(part), said))


def _parts(outer: Participant, inner: Sequence[Participant], make: Maker) -> bool:
    """A system or module with its modules; a whole that nothing is known of is the system of an empty model.

    What belongs to another whole already is not moved by a statement; then nothing of it was understood.
    """
    graph = make.draft.graph
    is_first = not any(True for node_type in _PARTS for _ in graph.of_type(node_type))
    named, _ = typed(outer.phrase)  # `système de portes`, `module caméra`
    said = named if named in _PARTS else outer.node_type if is_component(outer.phrase, make.language) else "SYS"
    node_type = said if is_first and said in _PARTS else "SYS" if outer.node_type == "SYS" else "MOD"
    whole = make.participant(
        outer._replace(node=outer.node if outer.node_type in _PARTS else None, node_type=node_type), outer.name
    )
    for each in inner:
        kept = each.node if each.node is not None and each.node_type in _PARTS else None
        counted = counted_as(each.phrase)
        part = kept or make.node("MOD", each.name, make.say.part.format(name=each.name, whole=whole.name), counted)
        if counted and part.attributes.get(COUNT) != counted[COUNT]:
            make.draft.update(part, attributes=counted)
        if graph.parent(part.node_id) is None:
            make.link("compose", whole, part)
        elif not _is_within(part, whole, make):
            return False
    return True


def _is_within(part: Node, whole: Node, make: Maker) -> bool:
    """Does a part belong to a whole, be it by another part of it?"""
    above, met = make.draft.graph.parent(part.node_id), {part.node_id}
    while above is not None and above.node_id not in met:
        if above.node_id == whole.node_id:
            return True
        met.add(above.node_id)
        above = make.draft.graph.parent(above.node_id)
    return False
