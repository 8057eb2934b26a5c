"""How elements that exist belong together, said of them by name: `StoreOrder satisfies OrderFast`, `A sends F to B`.

A relation that is named must be one that the types may have; what may not be is refused with what may. Where only
"connect" is said the types tell the relation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from graphwright.grammar.records import SpokenPhrase
from graphwright.grammar.rules import rules_of
from graphwright.offline.meaning import changing
from graphwright.offline.meaning.casting import PEOPLE, Participant, kind_of
from graphwright.offline.meaning.changing import move, put
from graphwright.offline.meaning.linking import between, can_connect, connect, own_relation
from graphwright.offline.meaning.naming import capitalized, outer_word
from graphwright.offline.meaning.orders.filling import is_small
from graphwright.offline.meaning.orders.reading import Order
from graphwright.offline.meaning.orders.resolving import NoOrder, Pair, Resolver
from graphwright.offline.meaning.vocabulary import node_type_of
from graphwright.protocol.graph import Edge, Node
from graphwright.text.folding import fold

_ARROW: Final = re.compile("->|→")
_TWO: Final = 2
_ENDS: Final = frozenset({"ACTOR", "FUNC"})
_PARTS: Final = frozenset({"SYS", "MOD"})
_NO_PARTS: Final = PEOPLE | {"document"}
_TESTED: Final = frozenset({"SYS", "UC", "FUNC", "REQ"})
Fits = Callable[[Node, Node], bool]


def satisfy(order: Order, model: Resolver) -> None:
    """`A satisfies R`; where no element of its type can, the two are related, and people look at it."""

    def fits(one: Node, other: Node) -> bool:
        return model.graph.ontology.allows("satisfy", one.node_type, other.node_type)

    for one, other in model.pairs_in(order, ("X", "Y"), fits):
        if one.node_id == other.node_id:
            raise NoOrder  # a pronoun means something else
        if fits(one, other):
            model.make.draft.link("satisfy", one, other)
        elif other.node_type == "REQ" and one.node_type in _PARTS:
            model.make.draft.link("relation", one, other)
            model.proposes = True
        else:
            raise model.illegal("satisfy", one, other)


def verify(order: Order, model: Resolver) -> None:
    """`T verifies R`, `T tests A`: what A satisfies is tested."""
    for test, tested in model.pairs_in(
        order, ("X", "Y"), lambda one, other: one.node_type == "TEST" and other.node_type in _TESTED
    ):
        if test.node_type != "TEST":
            raise model.illegal("verify", tested, test)
        _connected((tested, test), "verify", model)


def carry(order: Order, model: Resolver) -> None:
    """`M carries A`; `A übernimmt M`, where only the types tell which is which; somebody takes part in A."""

    def fits(one: Node, other: Node) -> bool:
        return _relation(one, other, model) == "allocate"

    pairs = model.pairs_in(
        order, ("X", "Y"), lambda one, other: fits(one, other) or fits(other, one) or _takes_part(one, other)
    )
    if all(_takes_part(one, other) for one, other in pairs):
        for pair in pairs:
            _connected(pair, "relation", model)
        return
    if all(fits(other, one) for one, other in pairs):
        order = order._replace(places={**order.places, "X": order.places["Y"], "Y": order.places["X"]})
    _join(order, model, "allocate", fits)


def host(order: Order, model: Resolver) -> None:
    """`Crush glass runs on the shredder`: a function that is there, and a part that is new and carries it."""
    function, said = model.one_in(order, "Y", _is_step), order.places["M"]
    name, language = changing.named_new(order.said("M")), order.language
    head = outer_word(name, language)
    phrase = SpokenPhrase(text=name, name=name, head=head, start=said[0].start, end=said[-1].end)
    is_part = kind_of(phrase, language) not in _NO_PARTS and fold(head) not in rules_of(language).times
    leading = {fold(each) for each in order.text[: said[0].start].split()[-1:]} | {said[0].folded}
    is_led = bool(leading & order.words.words["article"]) or "T" in order.places
    if not (_is_step(function) and is_part and is_led) or model.nearly(name):
        raise NoOrder
    part = model.make.participant(Participant(capitalized(name), phrase, None, "MOD"), model.sentence.text)
    model.make.own(part, function)


def contain(order: Order, model: Resolver) -> None:
    """`S contains P`, `P is part of S`; what had another place of the same kind gives it up."""
    pairs = model.pairs_in(order, ("X", "Y"), lambda one, other: _holds(one, other, model))
    for whole, part in pairs:
        if not _holds(whole, part, model):
            raise model.illegal("compose", whole, part)
        if whole.node_type == "UC":
            _connected((whole, part), "compose", model)
        else:
            put(part, whole, model)


def exchange(order: Order, model: Resolver) -> None:
    """`A sends F to B`; `A sends F`; `B receives F`."""
    flow = model.one_in(order, "L", lambda node: node.node_type == "FLOW")
    source = _end(order, "X", model)
    target = _end(order, "Y", model)
    if source is not None:
        model.make.draft.link("io", source, flow)
    if target is not None:
        model.make.draft.link("io", flow, target)


def instead(order: Order, model: Resolver) -> None:
    """`The crane loads, not the quay`; a flow that `goes from A to B` and was with neither is handed over."""
    several = [piece for piece in order.places["X"] if piece.kind == "name"] if order.known else []
    if len(several) > 1:
        for piece in several:
            instead(order._replace(places={**order.places, "X": (piece,)}), model)
        return
    flows = [each for each in model.all_in(order, "X") if each.node_type == "FLOW"] if order.known else []
    old = model.all_in(order, "Z")[0] if flows else None
    if old is None or between(flows[0], old, model.graph):
        changing.instead(order, model)
    else:
        exchange(order._replace(places={"L": order.places["X"], "X": order.places["Z"], "Y": order.places["Y"]}), model)


def link(order: Order, model: Resolver) -> None:
    """`Connect A with B`: by the relation of their types."""
    if "Y" not in order.places:
        place = "P" if "P" in order.places else "X"
        if _types_what_is_new(order, place, model):
            raise NoOrder  # it is made by what it is joined with
        names = model.named(order.places[place], order)
        if len(names) < _TWO:
            raise model.ask("withWhat", names[0][1][0].name)
        nodes = model.all_in(order, place)
        for other in nodes[1:]:
            _connected((nodes[0], other), "relation", model)
        return
    for pair in model.pairs_in(order, ("X", "Y"), lambda one, other: can_connect(one, other, model.graph)):
        if _ARROW.search(order.text) and {each.node_type for each in pair} <= _PARTS:
            raise NoOrder  # an arrow between parts says what goes from one to the other
        _connected(pair, "relation", model)


def concern(order: Order, model: Resolver) -> None:
    """`The requirement A applies to B`: B satisfies it where its type may, else the two are related."""
    for demand, other in model.pairs_in(order, ("X", "Y"), lambda one, _: one.node_type == "REQ"):
        if demand.node_type != "REQ" or demand.node_id == other.node_id:
            raise NoOrder
        if _relation(other, demand, model) == "satisfy" and other.node_type != "REQ":
            model.make.draft.link("satisfy", other, demand)
        else:
            model.make.draft.link("relation", demand, other)


def follow(order: Order, model: Resolver) -> None:
    """`A comes before B`: what A results in goes to B; what led from B to A no longer does, where people agree.

    Where it was so already and both are ordered to change places, that told what is wrong.
    """
    firsts, seconds = model.all_in(order, "X", _is_step), model.all_in(order, "Y", _is_step)
    if not all(map(_is_step, (*firsts, *seconds))):
        raise NoOrder
    make = model.make
    for first in firsts:
        for second in seconds:
            if first.node_id == second.node_id:
                raise NoOrder  # nothing comes before itself
            wrong = _leading(second, first, model)
            if wrong and len(firsts) == len(seconds) == 1 and _is_within_chain(second, first, model):
                changing.change_places((second, first), model)
                return
            for edge in wrong:
                make.draft.unlink(edge)
                model.proposes = True
            if not make.joined(first, second):
                make.flow(first, second, make.called(make.names.result, first.name))
            elif order.turned and not wrong:
                changing.change_places((first, second), model)  # it told how it was


def _is_within_chain(first: Node, second: Node, model: Resolver) -> bool:
    """Do two steps in a row have others beside them, and no two on one side? Then their order is that of a chain."""
    graph = model.graph
    before = {each.node_id for flow in graph.sources(first.node_id, "io") for each in graph.sources(flow.node_id, "io")}
    behind = {
        each.node_id for flow in graph.targets(second.node_id, "io") for each in graph.targets(flow.node_id, "io")
    }
    steps = [[each for each in side if _is_step(graph.nodes[each])] for side in (before, behind)]
    return any(steps) and all(len(each) <= 1 for each in steps)


def insert(order: Order, model: Resolver) -> None:
    """`Insert the step Turn log between A and B`: a new function that follows the one and leads to the other.

    What led straight from the one to the other goes, where people agree. Only `after A` it goes before what comes next,
    where that is one.
    """
    types = {piece.node_type for piece in order.places.get("T", ()) if piece.kind == "type"}
    if types - {"FUNC"} or node_type_of(order.said("N")) is not None:
        raise NoOrder  # `add a test after milking`
    told, (first, *_) = order.words.words, order.places["N"]
    if first.folded in told["article"] and any(each.folded in told["to"] for each in order.places["N"]):
        raise NoOrder  # `put a brush into the drum before carding` tells a deed
    if order.kind == "insertBeside":
        _insert_beside(order, model)
        return
    if "P" in order.places:
        steps = model.all_in(order, "P", _is_step)
    elif "L" in order.places:
        steps = changing.steps_named(order, "L", model)
    else:
        steps = [model.one_in(order, each, _is_step) for each in ("X", "Y")]
    if len(steps) != _TWO or not all(map(_is_step, steps)):
        raise NoOrder
    _put_between(order, steps, model)


def _insert_beside(order: Order, model: Resolver) -> None:
    """A new step after X or before Y, and between that and what stands next to it there."""
    place = "X" if "X" in order.places else "Y"
    known = model.one_in(order, place, _is_step)
    if not _is_step(known):
        raise NoOrder
    steps = [node for node in model.graph.of_type("FUNC") if node.node_id != known.node_id]
    if place == "X":
        beside = [each for each in steps if _leading(known, each, model)]
        _put_between(order, [known, *beside] if len(beside) == 1 else [known, None], model)
    else:
        beside = [each for each in steps if _leading(each, known, model)]
        _put_between(order, [*beside, known] if len(beside) == 1 else [None, known], model)


def _put_between(order: Order, steps: Sequence[Node | None], model: Resolver) -> None:
    """The new step behind the first and before the last; the straight way from one to the other goes."""
    make, (first, last) = model.make, steps
    if first is not None and last is not None:
        part(first, last, model)
    step = make.function(changing.named_new(order.said("N")), model.sentence.text)
    for source, target in ((first, step), (step, last)):
        if source is not None and target is not None:
            make.flow(source, target, make.called(make.names.result, source.name))


def part(first: Node, last: Node, model: Resolver) -> None:
    """The straight way from one function to another goes, where there is one."""
    for edge in _leading(first, last, model):
        model.make.draft.unlink(edge)
        model.proposes = True


def stay(order: Order, model: Resolver) -> None:
    """`The chamber stays`: nothing changes, whatever is ordered beside it."""
    if "X" in order.places:
        model.all_in(order, "X")


def depend(order: Order, model: Resolver) -> None:
    """`A depends on B`: of functions B comes first; in French what depends on a part belongs under it."""
    hosts = model.all_in(order, "Y", lambda node: _is_step(node) or node.node_type in _PARTS)
    if all(map(_is_step, (*hosts, *model.all_in(order, "X", _is_step)))):
        follow(order._replace(places={**order.places, "X": order.places["Y"], "Y": order.places["X"]}), model)
    elif order.language == "fr" and all(each.node_type in _PARTS for each in hosts):
        move(order, model)
    else:
        raise NoOrder


def _takes_part(one: Node, other: Node) -> bool:
    return one.node_type == "ACTOR" and other.node_type == "FUNC"


def _is_step(node: Node) -> bool:
    return node.node_type == "FUNC"


def _leading(first: Node, second: Node, model: Resolver) -> list[Edge]:
    """The edges by which one function comes before another: directly, and through flows that nobody else has."""
    graph = model.graph
    found = [edge for edge in graph.outgoing(first.node_id, "relation") if edge.target == second.node_id]
    for written in graph.outgoing(first.node_id, "io"):
        read = graph.edge_between("io", written.target, second.node_id)
        ends = [*graph.incoming(written.target, "io"), *graph.outgoing(written.target, "io")]
        if read is not None and len(ends) == _TWO:
            found += [written, read]
    return found


def _join(order: Order, model: Resolver, relation: str, fits: Fits) -> None:
    for one, other in model.pairs_in(order, ("X", "Y"), fits):
        if one.node_id == other.node_id:
            raise NoOrder  # a pronoun means something else
        if not fits(one, other):
            raise model.illegal(relation, one, other)
        model.make.draft.link(relation, one, other)


def _connected(pair: Pair, relation: str, model: Resolver) -> None:
    one, other = pair
    if one.node_id == other.node_id:
        model.make.draft.link("relation", one, other)  # refuses, and says why
    is_sent = bool(_ARROW.search(model.sentence.text)) or one.node_type == other.node_type
    if {one.node_type, other.node_type} <= _ENDS and not is_sent:
        model.proposes = True  # nobody said who sends: whoever does something begins it
        one, other = (one, other) if one.node_type == "ACTOR" else (other, one)
    if not connect(one, other, model.make):
        raise model.illegal(relation, one, other)


def _types_what_is_new(order: Order, place: str, model: Resolver) -> bool:
    """Is something beside a name given a type, of which there is nothing yet: `A with the flow Confirmation`?"""
    pieces = order.places[place]
    new = [
        later.text
        for earlier, later in pairwise(pieces)
        if earlier.kind == "type" and later.kind in {"word", "quoted"} and not is_small(later, order.words.small)
    ]
    return any(each.kind == "name" for each in pieces) and bool(new) and not any(map(model.nearly, new))


def _relation(one: Node, other: Node, model: Resolver) -> str | None:
    return own_relation(model.graph.ontology, one.node_type, other.node_type)


def _holds(whole: Node, part: Node, model: Resolver) -> bool:
    through_chain = whole.node_type == "UC" and part.node_type in {"FUNC", "ACTOR", "FLOW"}
    return _relation(whole, part, model) in {"compose", "allocate"} or through_chain


def _end(order: Order, place: str, model: Resolver) -> Node | None:
    """Who writes or reads a flow; a part of the system only does so by a function, which is made."""
    if place not in order.places:
        return None
    node = model.one_in(order, place, lambda each: each.node_type in _ENDS)
    if node.node_type in _PARTS:
        raise NoOrder
    return node
