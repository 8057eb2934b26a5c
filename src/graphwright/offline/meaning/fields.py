"""Fields of a schema: added, dropped, renamed. They are names in its struct, never elements of their own.

What its struct says of the other fields stays as it is. Where nobody says that it is a field, a person must agree.
"""

from __future__ import annotations

from collections.abc import Mapping

from graphwright.offline.draft import MustNotApply
from graphwright.offline.meaning.naming import cleaned
from graphwright.offline.meaning.orders.filling import trimmed
from graphwright.offline.meaning.orders.pieces import OrderPiece
from graphwright.offline.meaning.orders.reading import Order
from graphwright.offline.meaning.orders.resolving import Resolver
from graphwright.offline.meaning.structure import fields_of, is_readable, plain_fields, struct_of, typed_fields
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold


def add_fields(order: Order, model: Resolver) -> None:
    """`Add the fields tariff and unit to the meter reading`; one that is dropped with it goes."""
    schema = _schema(order, model)
    known = fields_of(schema)
    folded = set(map(fold, known))
    said = _fields_in(order, "F") or _fields_in(order, "G")
    new = [each for each in said if fold(each) not in folded]
    gone = _there(schema, _fields_in(order, "N"), model) if "N" in order.places else set[str]()
    if new or gone:
        kept = {name: said for name, said in typed_fields(schema).items() if fold(name) not in gone}
        _write(schema, {**kept, **plain_fields(new)}, model)
        model.proposes = model.proposes or "G" in order.places


def remove_fields(order: Order, model: Resolver) -> None:
    """`Drop the field tariff from the meter reading`."""
    schema = _schema(order, model)
    gone = _there(schema, _fields_in(order, "F"), model)
    _write(schema, {name: said for name, said in typed_fields(schema).items() if fold(name) not in gone}, model)


def rename_field(order: Order, model: Resolver) -> None:
    """`Rename the field tariff of the meter reading to rate`."""
    schema = _schema(order, model)
    old = _there(schema, [order.said("F")], model)
    new, fields = order.said("N"), typed_fields(schema)
    _write(schema, {new if fold(name) in old else name: said for name, said in fields.items()}, model)


def _schema(order: Order, model: Resolver) -> Node:
    """The schema that is meant. Refused where its struct is told in words, which no field can be written into."""
    schema = model.one_in(order, "S", lambda node: node.node_type == "SCHEMA")
    if schema.attributes.get("struct") and not is_readable(schema):
        raise MustNotApply(model.make.say.no_struct.format(name=schema.name))
    return schema


def _write(schema: Node, fields: Mapping[str, JsonValue], model: Resolver) -> None:
    model.make.draft.update(schema, attributes={"struct": struct_of(fields)})


def _there(schema: Node, fields: list[str], model: Resolver) -> set[str]:
    """The fields, folded, each of which the schema has."""
    known = fields_of(schema)
    missing = [each for each in fields if fold(each) not in set(map(fold, known))]
    if missing:
        text = model.make.say.no_field.format(name=schema.name, field=missing[0], known=", ".join(known))
        raise MustNotApply(text)
    return set(map(fold, fields))


def _fields_in(order: Order, place: str) -> list[str]:
    """The fields of a list, without the words for them."""
    words = order.words
    groups: list[list[OrderPiece]] = [[]]
    for each in order.places.get(place, ()):
        if each.text == "," or (each.kind == "word" and each.folded in words.words["and"]):
            groups.append([])
        elif not (each.kind == "word" and each.folded in words.words["field"] | words.words["called"]):
            groups[-1].append(each)
    found = [trimmed(each, words) for each in groups]
    return [cleaned(order.text[each[0].start : each[-1].end]) for each in found if each]
