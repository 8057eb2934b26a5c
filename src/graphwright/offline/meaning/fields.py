"""Fields of a schema: added, dropped, renamed. They are names in its struct, never elements of their own."""

from __future__ import annotations

from graphwright.offline.draft import MustNotApply
from graphwright.offline.meaning.naming import cleaned
from graphwright.offline.meaning.orders.pieces import OrderPiece
from graphwright.offline.meaning.orders.reading import Order, trimmed
from graphwright.offline.meaning.orders.resolving import Resolver
from graphwright.offline.meaning.structure import fields_of, struct_of
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold


def add_fields(order: Order, model: Resolver) -> None:
    """`Add the fields tariff and unit to the meter reading`; one that is dropped with it goes."""
    schema = _schema(order, model)
    known = fields_of(schema)
    folded = set(map(fold, known))
    new = [each for each in _fields_in(order, "F") if fold(each) not in folded]
    gone = _there(schema, _fields_in(order, "N"), model) if "N" in order.places else set[str]()
    if new or gone:
        _write(schema, [*(each for each in known if fold(each) not in gone), *new], model)


def remove_fields(order: Order, model: Resolver) -> None:
    """`Drop the field tariff from the meter reading`."""
    schema = _schema(order, model)
    gone = _there(schema, _fields_in(order, "F"), model)
    _write(schema, [each for each in fields_of(schema) if fold(each) not in gone], model)


def rename_field(order: Order, model: Resolver) -> None:
    """`Rename the field tariff of the meter reading to rate`."""
    schema = _schema(order, model)
    old = _there(schema, [order.said("F")], model)
    _write(schema, [order.said("N") if fold(each) in old else each for each in fields_of(schema)], model)


def _schema(order: Order, model: Resolver) -> Node:
    return model.one_in(order, "S", lambda node: node.node_type == "SCHEMA")


def _write(schema: Node, fields: list[str], model: Resolver) -> None:
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
