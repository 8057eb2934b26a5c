"""What goes: elements, alone, with what hangs on them or by what they lack, and connections. Only ever proposed."""

from __future__ import annotations

from typing import Final

from graphwright.offline.draft import CannotApply, MustNotApply
from graphwright.offline.meaning.linking import between
from graphwright.offline.meaning.matching import heads_of
from graphwright.offline.meaning.orders.filling import trimmed
from graphwright.offline.meaning.orders.pieces import OrderPiece
from graphwright.offline.meaning.orders.reading import Order
from graphwright.offline.meaning.orders.resolving import Resolver, holding
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.offline.related import has, related
from graphwright.pauses import paced
from graphwright.protocol.graph import Edge, Node

_TWO: Final = 2
_DEEDS: Final = frozenset(("FUNC", "UC"))


def remove(order: Order, model: Resolver) -> None:
    """`Delete the ferry`: only what its words name wholly, and nothing else shares."""
    if not order.known and any(each.folded in order.words.words["every"] for each in order.places["X"]):
        raise MustNotApply(model.make.draft.say.all_at_once)
    if model.is_gone(order, "X"):
        return  # `we no longer need the sensor. Delete it.`: it was said before
    _ask_if_shared(order, model)
    for node in model.all_in(order, "X"):
        model.make.draft.delete(node)
    model.proposes = True


def _ask_if_shared(order: Order, model: Resolver) -> None:
    """`Delete the pump`: one word with an article may mean any of the elements that are called by it."""
    pieces = order.places["X"]
    names = [each for each in pieces if each.kind == "name"]
    if len(names) != 1 or any(each.kind == "type" for each in pieces):
        return
    [name] = names
    shared = [
        each
        for each in holding([name.text], model.make.draft)
        if each in name.nodes
        # `the oven` is no `oven heat`, and no deed is meant by what is done with it: `drop charges`
        or (each.node_type not in _DEEDS and name.folded in heads_of(each.name))
    ]
    if len(shared) > 1 and _is_loose(name, pieces[0], order) and model.answer("which", name.text) is None:
        raise model.which(name.text, shared)


def _is_loose(name: OrderPiece, first: OrderPiece, order: Order) -> bool:
    """Is it no name but a word for something: in small letters, or with an article?"""
    if name.quoted or " " in name.text or "." in name.text or any(map(str.isupper, name.text[1:])):
        return False
    return first.folded in order.words.words["article"] or name.text.islower()


def remove_with(order: Order, model: Resolver) -> None:
    """`Delete the quay with its functions`."""
    node_type = _type_in(order, "T")
    for node in model.all_in(order, "X", lambda each: has(model.graph, each, node_type)):
        for part in related(model.graph, node, node_type):
            model.make.draft.delete(part)
        model.make.draft.delete(node)
    model.proposes = True


def remove_every(order: Order, model: Resolver) -> None:
    """`Delete all requirements without a test`."""
    node_type, lacking = _type_in(order, "T"), _type_in(order, "U")
    found = [node for node in paced(model.graph.of_type(node_type)) if not has(model.graph, node, lacking)]
    if not found:
        words = vocabulary(order.language)
        raise CannotApply(
            model.make.draft.say.none_lacking.format(
                type=words.type_word(node_type, count=2), other=words.type_word(lacking)
            )
        )
    for node in paced(found):
        model.make.draft.delete(node)
    model.proposes = True


def remove_whole(_: Order, model: Resolver) -> None:
    """`Delete everything`: never."""
    raise MustNotApply(model.make.draft.say.all_at_once)


def unlink(order: Order, model: Resolver) -> None:
    """`Disconnect the crane from the quay`, `the crane is no longer part of the quay`."""
    listed = "Y" not in order.places
    names = model.named(order.places["P" if "P" in order.places else "X"], order)
    others = names[1:] if listed else model.named(order.places["Y"], order)
    model.focus = names[0][1][0]
    if listed and len(names) < _TWO:
        raise model.ask("fromWhat", names[0][1][0].name)
    for text, nodes in names[:1] if listed else names:
        for other, ends in others:
            edges = [edge for one in nodes for end in ends for edge in _joining(one, end, model)]
            edges = edges or [edge for one in nodes for end in ends for edge in _reading(one, end, model)]
            if not edges and any(_were_joined(one, end, model) for one in nodes for end in ends):
                continue  # `put A under B, it does not belong to C`: the order before took it away
            if not edges:
                one, end = model.choose(text, nodes[:1]), model.choose(other, ends[:1])
                raise MustNotApply(model.make.say.not_connected.format(a=one.name, b=end.name))
            for edge in {each.edge_id: each for each in edges}.values():
                model.make.draft.unlink(edge)


def _were_joined(one: Node, other: Node, model: Resolver) -> bool:
    """Did an edge join two elements before the message?"""
    base = model.make.draft.base
    return one.node_id in base.nodes and other.node_id in base.nodes and bool(between(one, other, base))


def _joining(one: Node, other: Node, model: Resolver) -> list[Edge]:
    """The edges between two elements; a use case has its functions and actors through its chain."""
    direct = between(one, other, model.graph)
    if direct:
        return direct
    chains = [
        chain
        for host in (one, other)
        if host.node_type == "UC"
        for chain in model.graph.targets(host.node_id, "compose", "FCHAIN")
    ]
    end = other if one.node_type == "UC" else one
    return [edge for chain in chains for edge in between(chain, end, model.graph)]


def _reading(one: Node, other: Node, model: Resolver) -> list[Edge]:
    """Where two elements are joined by what goes from one to the other, the edges by which it is read."""
    graph = model.graph
    return [
        edge
        for giver, reader in ((one, other), (other, one))
        for flow in graph.targets(giver.node_id, "io", "FLOW")
        for edge in between(flow, reader, graph)
        if edge.source == flow.node_id
    ]


def _type_in(order: Order, place: str) -> str:
    return next(each.node_type for each in trimmed(order.places[place], order.words) if each.kind == "type")
