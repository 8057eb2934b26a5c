"""Something new, or what exists in a new place: `add a module Pump`, `a test for every requirement without one`.

What is made without a name of its own is called after what it is for, where there is a pattern; else its name is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.grammar.records import SpokenPhrase
from graphwright.graph.foreign import is_made_name, known_id
from graphwright.graph.statement import statement_of
from graphwright.offline.draft import MAX_OPERATIONS, CannotApply
from graphwright.offline.meaning.casting import PEOPLE, Participant, kind_of
from graphwright.offline.meaning.changing import named_new, put
from graphwright.offline.meaning.likely import is_done
from graphwright.offline.meaning.linking import can_connect, connect, own_relation
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.naming import outer_word
from graphwright.offline.meaning.orders.arguments import OrderArgument, arguments_of, host_of
from graphwright.offline.meaning.orders.filling import holds_clause_outside, is_small, listed, trimmed
from graphwright.offline.meaning.orders.pieces import OrderPiece
from graphwright.offline.meaning.orders.reading import Order
from graphwright.offline.meaning.orders.resolving import NoOrder, Resolver
from graphwright.offline.meaning.orders.words import OrderWords
from graphwright.offline.meaning.structure import schema_attributes
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.offline.related import has
from graphwright.pauses import paced
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.text.words import words_of_name

_LARGEST: Final = 3
"""Operations that one addition takes."""
_NO_PARTS: Final = PEOPLE | {"document", "field", "data"}
_WITHOUT_TEXT: Final = frozenset(("ACTOR", "MOD", "SYS", "FUNC", "UC", "FCHAIN", "FLOW", "SCHEMA"))
"""Types that are called by a name, and by no sentence."""
_OF_PEOPLE: Final = frozenset(("UC", "FUNC"))
"""What somebody takes part in: `a use case "Book tour" for the visitor`."""


def create(order: Order, model: Resolver) -> None:
    """`Add a use case "Moor" to the harbour`, `add a test for A`, `add the crane to the quay`."""
    said = [part for each in (*arguments_of(order), *host_of(order)) for part in _apart(each, order.words)]
    hosts = [each for each in said if _is_host(each, said)]
    wanted = [each for each in said if each not in hosts]
    hosts = [each for each in hosts if _is_each(each, order)] or hosts  # `for each of them`
    every = order.words.words["every"] | {"for"}
    if not wanted or any(piece.folded in every for each in wanted for piece in each.own):
        raise NoOrder
    new = [(each, _type_and_names(each, order)) for each in wanted]
    if any(node_type is None and not each.is_known for each, (node_type, _) in new):
        _add_parts(order, model, wanted, hosts)
        return
    if any(each.role for each in wanted):
        raise NoOrder
    is_apart = _belongs_to_unnamed(hosts, [(each, names) for each, (_, names) in new])
    made: list[Node] = []
    for each, (_, names) in new:
        is_named = is_apart and bool(names)
        made += _made(order, model, each, names, [] if is_named else hosts)
        if is_named:
            model.spoken, model.focus = list(made), made[-1]
    model.focus = made[-1] if made else model.focus


def _add_parts(order: Order, model: Resolver, wanted: Sequence[OrderArgument], hosts: Sequence[OrderArgument]) -> None:
    """`Add two bearings, a motor and the grille to the fan`: several nouns without a type are parts of a part."""
    words = order.words
    groups = [trimmed(group, words) for each in wanted for group in listed(each.pieces, words.words["and"])]
    found = [_part_named(_without_count(each, words), order) for each in groups if each]
    are_plain = len(found) > 1 and order.leads and not any(each is None for each in found)
    if not are_plain or not all(each.is_known for each in hosts):
        raise NoOrder
    said = [nodes for each in hosts for _, nodes in model.named(each.pieces, order)]
    if len(said) != 1:
        raise NoOrder
    host = said[0][0]
    if len(said[0]) > 1 or host.node_type not in {"SYS", "MOD"} or any(each.role for each in wanted):
        raise NoOrder
    for phrase in filter(None, found):
        part = model.make.participant(Participant(phrase.name, phrase, None, "MOD"), model.sentence.text)
        model.make.link("compose", host, part)
    model.proposes = True


def _apart(said: OrderArgument, words: OrderWords) -> list[OrderArgument]:
    """A host with what is to be added behind it as two: `ajoute au vélo deux pédales`."""
    at = next((at for at, each in enumerate(said.pieces) if each.kind == "name"), len(said.pieces))
    host, rest = said.pieces[: at + 1], trimmed(said.pieces[at + 1 :], words)
    is_led = all(is_small(each, words.small | words.words[said.role or "skip"]) for each in host[:-1])
    if not said.role or not rest or not is_led or any(each.kind not in {"word", "sign"} for each in rest):
        return [said]
    return [
        OrderArgument(said.role, host, None, host[-1:], host[-1:]),
        OrderArgument("", rest, None, (), rest),
    ]


def _without_count(pieces: Sequence[OrderPiece], words: OrderWords) -> Sequence[OrderPiece]:
    """The pieces without how many there are: `two bearings`."""
    while len(pieces) > 1 and (pieces[0].folded in words.words["count"] or pieces[0].text.isdigit()):
        pieces = pieces[1:]
    return pieces


def _part_named(pieces: Sequence[OrderPiece], order: Order) -> SpokenPhrase | None:
    """A noun that may be a part; `None` for what is there, is done, or is somebody."""
    if any(each.kind != "word" for each in pieces) or holds_clause_outside(pieces, order.words):
        return None
    name, language = named_new(order.text[pieces[0].start : pieces[-1].end]), order.language
    head = outer_word(name, language)
    phrase = SpokenPhrase(name, name, head, pieces[0].start, pieces[-1].end, determiner="a")
    return None if kind_of(phrase, language) in _NO_PARTS or is_done(phrase, language) else phrase


def said_before(_: Order, model: Resolver) -> None:
    """`A lacks a test, add one`: what the part before has made already."""
    if not model.make.draft.operations:
        raise NoOrder


def create_every(order: Order, model: Resolver) -> None:
    """`A requirement for every function without requirement`."""
    types = {place: _type_in(order, place) for place in ("T", "U", "W") if place in order.places}
    lacking = types.get("W") or types.get("T") or ""
    wanted = types.get("T") or lacking
    hosts = [node for node in paced(model.graph.of_type(types["U"])) if not has(model.graph, node, lacking)]
    if not hosts:
        words = vocabulary(order.language)
        raise CannotApply(
            model.make.draft.say.none_lacking.format(
                type=words.type_word(types["U"], count=2), other=words.type_word(lacking)
            )
        )
    for host in paced(hosts, 1):
        if not model.make.draft.has_room(_LARGEST):
            model.cut = model.make.draft.say.too_many.format(limit=MAX_OPERATIONS)
            return
        make_for(host, wanted, model)


def make_for(host: Node, node_type: str, model: Resolver) -> Node:
    """`Add a test for A`: something new without a name of its own."""
    names = model.make.names
    patterns = {"TEST": names.test, "REQ": names.requirement, "MOD": names.module, "SCHEMA": names.schema}
    pattern = patterns.get(node_type)
    if pattern is None:
        raise NoOrder
    name = model.make.draft.free_name(node_type, model.make.called(pattern, called_short(host)))
    new = model.make.new(node_type, name, statement_of(host) or host.name, attributes_of(node_type))
    _joined(host, new, model)
    return new


def called_short(host: Node) -> str:
    """What people call it: its name, or the id they know it by where the name was only made of what it says."""
    known = known_id(host.attributes)
    return known if known is not None and is_made_name(host.attributes) else host.name


def new_element(make: Maker, node_type: str, name: str, said: str) -> Node:
    """An element of a type by its name, made if there is none."""
    texts = {"ACTOR": make.say.actor, "MOD": make.say.module, "SYS": make.say.system, "UC": make.say.use_case}
    plain = (name if " " in name else " ".join(words_of_name(name)).capitalize()) + "."
    descr = texts[node_type].format(name=name, said=said.strip()) if node_type in texts else plain
    return make.node(node_type, name, descr, attributes_of(node_type))


def attributes_of(node_type: str) -> dict[str, JsonValue] | None:
    """What a new element of a type needs beside its name."""
    if node_type == "SCHEMA":
        return schema_attributes([])
    return {"kind": "functional"} if node_type == "REQ" else None


def _made(
    order: Order, model: Resolver, said: OrderArgument, names: Sequence[str], hosts: Sequence[OrderArgument]
) -> list[Node]:
    """What one phrase asks for, in or for every host."""
    node_type = said.node_type
    if node_type is None or _is_there(said, node_type):
        return _placed(order, model, said, node_type, hosts)
    if not names and not hosts:
        word = vocabulary(order.language).type_word(node_type)
        answered = model.choices.get(("newElement", word), "")
        if not answered:
            raise model.ask("newElement", word)
        return [new_element(model.make, node_type, named_new(answered), model.sentence.text)]
    found = _told_once(order, model, hosts, node_type)
    if not names:
        return [_for_one(order, model, host, node_type) for host in found]
    made = [new_element(model.make, node_type, name, model.sentence.text) for name in names]
    model.proposes = model.proposes or node_type == "REQ"
    for host in found:
        for node in made:
            _joined(host, node, model)
    return made


def _told_once(order: Order, model: Resolver, hosts: Sequence[OrderArgument], node_type: str) -> list[Node]:
    """What something new belongs to, each once; a bare type only says what the name beside it is.

    So it is in `for the requirement on the speed`, though there are other requirements.
    """
    named = [node for each in hosts if each.own for node in _hosts(order, model, each, node_type)]
    kinds = {node.node_type for node in named}
    bare = [each for each in hosts if not each.own and each.node_type not in kinds]
    found = [*named, *(node for each in bare for node in _hosts(order, model, each, node_type))]
    return list({node.node_id: node for node in found}.values())


def _for_one(order: Order, model: Resolver, host: Node, node_type: str) -> Node:
    """Something for a host that nobody named: by the pattern of its type, else its name is asked."""
    word = vocabulary(order.language).type_word(node_type)
    answered = model.choices.get(("newElement", word), "")
    if answered:
        node = new_element(model.make, node_type, named_new(answered), model.sentence.text)
        _joined(host, node, model)
        return node
    try:
        return make_for(host, node_type, model)
    except NoOrder:
        raise model.ask("newElement", word) from None


def _placed(
    order: Order, model: Resolver, said: OrderArgument, node_type: str | None, hosts: Sequence[OrderArgument]
) -> list[Node]:
    """What exists is added to another element."""
    parts = [
        ([node for node in nodes if node_type is None or node.node_type == node_type], text)
        for text, nodes in model.named(said.pieces, order)
    ]
    if not hosts:
        return []  # it is there already
    found: list[Node] = []
    for nodes, text in parts:
        for each in hosts:
            for host in _hosts(order, model, each, nodes[0].node_type):
                part = model.choose(text, [node for node in nodes if can_connect(host, node, model.graph)] or nodes[:1])
                if own_relation(model.graph.ontology, host.node_type, part.node_type) in {"compose", "allocate"}:
                    put(part, host, model)
                else:
                    _joined(host, part, model)
                found.append(part)
    return found


def _hosts(order: Order, model: Resolver, said: OrderArgument, node_type: str) -> list[Node]:
    """What something new belongs to: of elements that share a name those that may have it."""
    if _is_each(said, order) and (spoken := _spoken(model, node_type)):
        return spoken
    found: list[Node] = []
    for text, nodes in model.named(said.pieces, order):
        suiting = [node for node in nodes if _may_have(node, node_type, model)]
        found.append(model.choose(text, suiting or nodes[:1]))
    return found


def _belongs_to_unnamed(hosts: Sequence[OrderArgument], new: Sequence[tuple[OrderArgument, Sequence[str]]]) -> bool:
    """Does what stands last belong only to what has no name: `the functions A and B and a test for each`, `for it`?"""
    first = next((at for at, (_, names) in enumerate(new) if not names), 0)
    if not hosts or not first or any(names for _, names in new[first:]):
        return False
    begins = new[first][0].pieces[0].start
    return all(each.pieces[0].start > begins for each in hosts)


def _is_each(said: OrderArgument, order: Order) -> bool:
    """Does a phrase mean all that was spoken of: `each`, `all of them`, `jede davon`, `chacune`?"""
    words = {each.folded for each in said.pieces}
    tables = order.words.words
    is_apiece = bool(tables["apiece"] & {each.folded for pieces in order.places.values() for each in pieces})
    others = tables["each"] | tables["pronoun"] | tables["them"] | order.words.small
    return words <= others and bool(words & (tables["each"] | (tables["pronoun"] if is_apiece else frozenset())))


def _spoken(model: Resolver, node_type: str) -> list[Node]:
    """Those that were spoken of last that may have something of a type; of one type, the one that was said first."""
    may = [each for each in model.spoken if _may_have(each, node_type, model)]
    wanted = _usual_host(node_type) if any(each.node_type == _usual_host(node_type) for each in may) else ""
    return [each for each in may if each.node_type == (wanted or may[0].node_type)]


def _usual_host(node_type: str) -> str:
    """What something of a type most often belongs to: a test to a requirement."""
    return {"TEST": "REQ", "SCHEMA": "FLOW", "MOD": "FUNC"}.get(node_type, "")


def _may_have(host: Node, node_type: str, model: Resolver) -> bool:
    """May an element have something of a type, by the ontology's own relation or a detour?"""
    ontology = model.graph.ontology
    pairs = ((host.node_type, node_type), (node_type, host.node_type))
    if any(own_relation(ontology, *each) for each in pairs):
        return True
    return (
        (host.node_type == "UC" and node_type in {"FUNC", "ACTOR", "FLOW"})
        or (host.node_type == "ACTOR" and node_type in _OF_PEOPLE)
        or (node_type == "TEST" and host.node_type in {"SYS", "UC", "FUNC"})
    )


def _joined(host: Node, node: Node, model: Resolver) -> None:
    model.proposes |= host.node_type == "ACTOR" and node.node_type == "FUNC"  # `for the guide`: who uses, or does it
    if not _may_have(host, node.node_type, model) or not connect(host, node, model.make):
        relation = {"REQ": "satisfy", "TEST": "verify", "MOD": "allocate"}.get(node.node_type, "compose")
        raise model.illegal(relation, host, node)


def _is_host(said: OrderArgument, every: Sequence[OrderArgument]) -> bool:
    """Does a phrase say where something belongs, rather than what is to be made?"""
    if len(every) == 1:
        return False
    if said.role in {"for", "to", "in", "with", "from"}:
        return said.is_known or said.type_piece is None or not said.own or bool(said.names)
    if said.role:
        return False
    # `Füge der Pumpe ein Ventil hinzu`: whatever is there already, beside something that is not.
    return said.is_known and any(other is not said and not other.role and not other.is_known for other in every)


def _is_there(said: OrderArgument, node_type: str) -> bool:
    """Does a phrase name an element of the type that it says?"""
    return said.is_known and all(any(node.node_type == node_type for node in each.nodes) for each in said.names)


def _type_and_names(said: OrderArgument, order: Order) -> tuple[str | None, list[str]]:
    """The type of something new and the names in its phrase: several, where the type is said of several."""
    if said.type_piece is None:
        return None, []
    if not said.own:
        return said.node_type, []
    words = order.words
    groups: list[list[OrderPiece]] = [[]]
    several = is_plural(said.type_piece, order)
    for each in said.own:
        if several and (each.text == "," or (each.kind == "word" and each.folded in words.words["and"])):
            groups.append([])
        else:
            groups[-1].append(each)
    found = [left for each in groups if (left := trimmed(each, words))]
    if said.node_type in _WITHOUT_TEXT and any(len(each) > 1 and any(map(_ends_name, each)) for each in found):
        raise NoOrder  # `an actor "Cook"; he cuts`, `an actor Cook, who cuts`: more is told of it
    return said.node_type, [named_new(order.text[each[0].start : each[-1].end]) for each in found]


def _ends_name(piece: OrderPiece) -> bool:
    """Does a name end with it or before it: quotation marks, a comma, a semicolon, a colon?"""
    return piece.quoted or (piece.kind == "sign" and piece.text in {",", ";", ":"})


def is_plural(piece: OrderPiece, order: Order) -> bool:
    """Is a word for a type said of several?"""
    return vocabulary(order.language).is_plural(piece.text)


def _type_in(order: Order, place: str) -> str:
    return next(each.node_type for each in order.places[place] if each.kind == "type")
