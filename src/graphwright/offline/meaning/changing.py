"""Changes of what exists: rename, move, merge, split, retype, replace, reverse.

Whatever is not spoken of stays: edges are carried over to what takes a node's place. What takes apart or replaces is
only ever proposed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from graphwright.grammar.read import read
from graphwright.graph.statement import statement_of
from graphwright.offline.draft import MustNotApply
from graphwright.offline.meaning.demanding import demand, obligation_name
from graphwright.offline.meaning.linking import between, connect, holders, own_relation
from graphwright.offline.meaning.naming import capitalized, cleaned, deed_name
from graphwright.offline.meaning.obligations import obligations_of
from graphwright.offline.meaning.orders.filling import trimmed
from graphwright.offline.meaning.orders.pieces import OrderPiece, verb_forms
from graphwright.offline.meaning.orders.reading import Order
from graphwright.offline.meaning.orders.resolving import NoOrder, Resolver, holding
from graphwright.offline.meaning.orders.words import order_words
from graphwright.offline.meaning.replacing import as_type, copy_edges, take_place
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.operations.cures import merge as merging
from graphwright.protocol.graph import Edge, Node
from graphwright.text.folding import fold

_TWO: Final = 2


def rename(order: Order, model: Resolver) -> None:
    """`Rename the ferry to Shuttle`, `the ferry is now called Shuttle`."""
    node = model.one_in(order, "X")
    name = named_new(order.said("N") or order.said("M")) or model.choices.get(("newName", node.name), "")
    if not name:
        raise model.ask("newName", node.name)
    called(node, name, model)


def called(node: Node, name: str, model: Resolver) -> None:
    """An element gets another name, which no other of its type may have."""
    twins = [each for each in model.make.draft.find(name, [node.node_type]) if fold(each.name) == fold(name)]
    if any(each.node_id != node.node_id for each in twins):
        raise MustNotApply(model.make.say.name_taken.format(type=node.node_type, name=name))
    model.make.draft.update(node, name=name)


def named_new(text: str) -> str:
    """A new name as somebody said it."""
    return capitalized(cleaned(text))


def move(order: Order, model: Resolver) -> None:
    """`Move "Load cargo" to the crane`: out of what holds it, into the other."""
    pairs = model.pairs_in(
        order,
        ("X", "Y"),
        lambda part, host: own_relation(model.graph.ontology, host.node_type, part.node_type) is not None,
    )
    for part, host in pairs:
        put(part, host, model)


def put(part: Node, host: Node, model: Resolver) -> None:
    """A part or function has a new place; one that it had by the same relation is given up."""
    relation = own_relation(model.graph.ontology, host.node_type, part.node_type)
    if host.node_type != "FCHAIN":
        for edge in holders(part, model.make):
            if edge.edge_type == relation and edge.source != host.node_id and not _is_chain(edge, model):
                model.make.draft.unlink(edge)
    if relation is not None:
        model.make.draft.link(relation, host, part)
    elif not connect(host, part, model.make):
        raise model.illegal("compose", host, part)


def _is_chain(edge: Edge, model: Resolver) -> bool:
    return model.graph.nodes[edge.source].node_type == "FCHAIN"


def instead(order: Order, model: Resolver) -> None:
    """`The crane loads, not the quay`: what joined the one with it joins the other."""
    spoken_of = model.focus
    old = model.all_in(order, "Z")[0]
    model.focus = spoken_of  # `move it from A to B`: what is moved was spoken of before A
    things = _joined_with(old, order, model)
    if not things:
        thing, host = model.all_in(order, "X")[0], model.all_in(order, "Y")[0]
        if own_relation(model.graph.ontology, host.node_type, thing.node_type) is not None:
            put(thing, host, model)  # it was not there at all: nothing is to be taken away
            return
        raise MustNotApply(model.make.say.not_connected.format(a=thing.name, b=old.name))
    thing = model.choose(order.said("X"), things)
    [edge, *_] = between(thing, old, model.graph)
    new = model.one_in(order, "Y", lambda node: node.node_type == old.node_type)
    if edge.edge_id not in model.make.draft.base.edges:
        model.make.draft.unlink(edge)  # said a moment ago: nobody knows its id yet
        ends = (new, thing) if edge.source == old.node_id else (thing, new)
        model.make.draft.link(edge.edge_type, *ends)
    elif edge.source == old.node_id:
        model.make.draft.relink(edge, new, thing)
    else:
        model.make.draft.relink(edge, thing, new)


def _joined_with(old: Node, order: Order, model: Resolver) -> list[Node]:
    """What is joined with an element and is called so, be it by a word of its name."""
    if order.known:
        found = [each for _, nodes in model.named(order.places["X"], order) for each in nodes]
    else:
        found = holding(order.said("X").split(), model.make.draft)
    return [each for each in found if between(each, old, model.graph)]


def merge(order: Order, model: Resolver) -> None:
    """`Merge the guest and the visitor, keep the visitor`: the one that is kept, else the first."""
    found = [node for place in ("X", "Y", "P") if place in order.places for node in model.all_in(order, place)]
    nodes = list({each.node_id: each for each in found if each.node_id in model.graph.nodes}.values())
    if not nodes or (len(nodes) < min(_TWO, len(found)) and not {"N", "K"} & set(order.places)):
        return  # `A and B are the same, merge them`: it was said before
    if len(found) < _TWO and "K" not in order.places:
        if len(named_list(order, "N")) > 1:
            split(order, model)  # `mach aus A B und C`
            return
        raise model.ask("withWhat", nodes[0].name)
    name = named_new(_without_type(order, nodes[0])) if "N" in order.places else ""
    kept = model.one_in(order, "K") if "K" in order.places else _kept(nodes, order, model)
    kept = next((each for each in nodes if fold(each.name) == fold(name)), kept)  # `merge A and B into B`
    nodes = list({each.node_id: each for each in [*nodes, kept]}.values())
    odd = next((each for each in nodes if each.node_type != kept.node_type), None)
    if odd is not None:
        raise MustNotApply(
            model.make.say.not_one_type.format(a=kept.name, a_type=kept.node_type, b=odd.name, b_type=odd.node_type)
        )
    if others := [each for each in nodes if each.node_id != kept.node_id]:
        model.make.draft.take(merging.merge(model.graph, kept, others))
    if name and fold(name) != fold(kept.name):
        called(kept, name, model)
    model.proposes = True


def _kept(nodes: list[Node], order: Order, model: Resolver) -> Node:
    """The one of which it is said once more that it stays, `..., the visitor stays`; else the first."""
    text, keeping = model.sentence.text, order_words(order.language).verbs["keep"]
    for mention in reversed(model.index.named_in(text)):
        clause = re.split(r"[,;.:]", text[: mention.start])[-1] + re.split(r"[,;.:]", text[mention.end :])[0]
        said = {lemma for word in clause.split() for _, lemma in verb_forms(word.lower(), order.language)}
        again = [each for each in nodes if each in mention.nodes]
        if said & keeping and len(again) == 1:
            return again[0]
    return nodes[0]


def split(order: Order, model: Resolver) -> None:
    """`Split "Weigh and load" into two functions`: by what is said, else by the `and` of its name."""
    node = model.one_in(order, "X")
    said = [name for place in ("N", "Q") if place in order.places for name in named_list(order, place)]
    parts = said if len(said) > 1 else _parts_of(node.name, model)
    if len(said) < _TWO and node.node_type == "REQ" and _apart(node, model):
        return
    if len(parts) < _TWO:
        answered = model.choices.get(("intoWhat", node.name), "")
        parts = [named_new(each) for each in answered.split(",")] if "," in answered else []
    if len(parts) < _TWO:
        raise model.ask("intoWhat", node.name)
    model.proposes = True
    if node.node_type == "SYS":
        for name in parts:  # what a system is divided into are its parts
            part = model.make.node("MOD", name, model.make.say.part.format(name=name, whole=node.name))
            model.make.link("compose", node, part)
        return
    for name in parts[1:]:
        copy_edges(
            model.make, node, model.make.node(node.node_type, name, statement_of(node) or name, dict(node.attributes))
        )
    model.make.draft.update(node, name=parts[0])


def _apart(node: Node, model: Resolver) -> bool:
    """Give each further obligation of a requirement a requirement of its own, with all that the first is joined to."""
    texts = obligations_of(statement_of(node))
    if len(texts) < _TWO:
        return False
    for text in texts[1:]:
        for sentence in read(text).sentences[:1]:
            called = obligation_name(sentence)
            copy_edges(model.make, node, demand(sentence, model.index, model.make, named=called))
    descr = texts[0] if node.descr in ("", node.attributes.get("text")) else None
    model.make.draft.update(node, descr=descr, attributes={"text": texts[0]})
    model.proposes = True
    return True


def named_list(order: Order, place: str) -> list[str]:
    """The names of a list, without the number and the type before them."""
    words = order.words
    left = list(order.places.get(place, ()))
    small = words.words["count"] | words.words["skip"] | words.words["called"]
    parts = vocabulary(order.language).phrases["part"]
    small |= words.words["apart"] | {word for each in parts for word in each.split("-")}
    while left and (left[0].kind in {"type", "sign"} or (left[0].kind == "word" and left[0].folded in small)):
        left.pop(0)
    groups: list[list[OrderPiece]] = [[]]
    for each in left:
        if each.text == "," or (each.kind == "word" and each.folded in words.words["and"]):
            groups.append([])
        else:
            groups[-1].append(each)
    found = [_without_order(trimmed(each, words), order) for each in groups]
    if any(each and each[-1].folded in words.words["pronoun"] for each in found):
        return []  # `then drying it`: the name itself says it better
    return [named_new(order.text[each[0].start : each[-1].end]) for each in found if each]


def _without_order(pieces: tuple[OrderPiece, ...], order: Order) -> tuple[OrderPiece, ...]:
    """A name without the word for its place in the list: `then`."""
    while pieces and pieces[0].folded in order.words.words["then"]:
        pieces = trimmed(pieces[1:], order.words)
    return pieces


def _parts_of(name: str, model: Resolver) -> list[str]:
    """The deeds in a name of several: `Weigh and load cargo`."""
    language = model.make.language
    joint = next((each for each in name.split() if fold(each) in vocabulary(language).phrases["and"]), "")
    first, joined, last = name.partition(f" {joint} ") if joint else (name, "", "")
    if not joined:
        return []
    if model.make.names.object_first and " " in first and " " not in last:
        return [first, deed_name(last, first.rsplit(" ", 1)[0], language)]
    if not model.make.names.object_first and " " not in first and " " in last:
        return [deed_name(first, last.split(" ", 1)[1], language), capitalized(last)]
    return [first, capitalized(last)]


def replace(order: Order, model: Resolver) -> None:
    """`Replace the ferry by a bridge`: what holds and carries the one then holds and carries the other."""
    node = model.one_in(order, "X")
    known = [each for piece in order.places["N"] for each in piece.nodes if each.node_type == node.node_type]
    if known and len(steps := neighbours([node, known[0]], model)) == _TWO:
        change_places(steps, model)  # `swap A with B`
    elif known:
        take_place(model.make, node, known[0])
    else:
        name = named_new(_without_type(order, node)) or model.choices.get(("newName", node.name), "")
        if not name:
            raise model.ask("newName", node.name)
        model.make.draft.update(node, name=name, descr=model.sentence.text)
    model.proposes = True


def _without_type(order: Order, node: Node) -> str:
    """The new name without what leads to it, `an actor called`; nothing where only a type is said: "by a module"."""
    pieces, called = list(trimmed(order.places["N"], order.words)), order.words.words["called"]
    while len(pieces) > 1 and (pieces[0].node_type == node.node_type or pieces[0].folded in called):
        pieces = list(trimmed(pieces[1:], order.words))
    if all(each.kind == "type" for each in pieces):
        return ""
    return order.text[pieces[0].start : pieces[-1].end]


def reverse(order: Order, model: Resolver) -> None:
    """`Turn the flow of telemetry around`: who wrote it reads it; `swap A and B`: two steps in a row change places."""
    found = model.all_in(order, "X", lambda node: node.node_type == "FLOW")
    if len(steps := _steps_in(found, order, model)) == _TWO:
        change_places(steps, model)
        return
    if len(found) > 1 or found[0].node_type != "FLOW":
        raise NoOrder
    [flow] = found
    graph = model.graph
    written, read = list(graph.incoming(flow.node_id, "io")), list(graph.outgoing(flow.node_id, "io"))
    if not written and not read:
        raise NoOrder
    for edge in [*written, *read]:
        model.make.draft.unlink(edge)
    for edge in read:
        model.make.link("io", graph.nodes[edge.target], flow)
    for edge in written:
        model.make.link("io", flow, graph.nodes[edge.source])


def _steps_in(found: Sequence[Node], order: Order, model: Resolver) -> list[Node]:
    """Two functions that are named, with a flow from one to the other; or those of a flow that is called after both."""
    if len(found) == 1 and found[0].node_type == "FLOW":
        return steps_named(order, "X", model)
    return neighbours([each for each in found if each.node_type == "FUNC"], model)


def steps_named(order: Order, place: str, model: Resolver) -> list[Node]:
    """The functions at both ends of a flow that is called after them."""
    flow, graph = model.one_in(order, place, lambda node: node.node_type == "FLOW"), model.graph
    said = fold(order.said(place))
    ends = [*graph.sources(flow.node_id, "io"), *graph.targets(flow.node_id, "io")]
    return [each for each in ends if each.node_type == "FUNC" and fold(each.name) in said]


def neighbours(steps: list[Node], model: Resolver) -> list[Node]:
    """Two functions with a flow from one to the other; none where there is no such flow."""
    graph = model.graph
    flows = [
        {each.node_id for way in (graph.sources, graph.targets) for each in way(step.node_id, "io", "FLOW")}
        for step in steps
    ]
    return steps if len(flows) == _TWO and flows[0] & flows[1] else []


def change_places(steps: Sequence[Node], model: Resolver) -> None:
    """Each of two functions has the flows of the other; people look at it first."""
    graph, first, second = model.graph, *steps
    model.proposes = True
    other = {first.node_id: second, second.node_id: first}
    edges = {
        edge.edge_id: edge
        for step in steps
        for edge in (*graph.incoming(step.node_id, "io"), *graph.outgoing(step.node_id, "io"))
    }
    ends = [(graph.nodes[each.source], graph.nodes[each.target]) for each in edges.values()]
    for edge in edges.values():
        model.make.draft.unlink(edge)
    for source, target in ends:
        model.make.link("io", other.get(source.node_id, source), other.get(target.node_id, target))


def retype(order: Order, model: Resolver) -> None:
    """`Make the ferry an external actor`: the same name and edges, another type."""
    said = order.places["T"]
    wanted = next(each.node_type for each in said if each.kind == "type")
    if any(each.folded in vocabulary(order.language).phrases["external"] for each in said):
        wanted = "ACTOR"  # what is outside acts from outside
    nodes = _of_denied_type(order, model) or model.all_in(order, "X")
    for node in nodes:
        if node.node_type != wanted:
            as_type(model.make, node, wanted)
    model.proposes = True


def _of_denied_type(order: Order, model: Resolver) -> list[Node]:
    """The element of the type that a sentence takes back: `not a module but an actor`."""
    denied = next((each.node_type for each in order.places.get("U", ()) if each.kind == "type"), None)
    return model.all_in(order, "X", lambda node: node.node_type == denied) if denied else []
