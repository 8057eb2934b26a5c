"""Attributes and descriptions of what exists: set to a value that the ontology knows, or to the person's own words."""

from __future__ import annotations

from graphwright.grammar.measures import bounds
from graphwright.graph.foreign import read_by_people
from graphwright.offline.draft import MustNotApply
from graphwright.offline.meaning.measuring import COUNT
from graphwright.offline.meaning.naming import capitalized, cleaned
from graphwright.offline.meaning.orders.filling import trimmed
from graphwright.offline.meaning.orders.reading import Order
from graphwright.offline.meaning.orders.resolving import NoOrder, Resolver
from graphwright.offline.meaning.orders.words import DESCRIPTION
from graphwright.offline.wording import enumerated
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold
from graphwright.text.numerals import in_digits, whole_number
from graphwright.text.recognition import words_of


def set_attribute(order: Order, model: Resolver) -> None:
    """`Set the volatility of A to high`, `the goal of B is "..."`, `describe C as ...`."""
    if "U" in order.places:
        set_value(order, model)
        return
    said = _phrase(order, "A") if "A" in order.places else ""
    attribute = order.words.attributes[said] if said else DESCRIPTION
    value = _spoken(order)
    if attribute == DESCRIPTION:
        model.make.draft.update(model.one_in(order, "X"), descr=value)
        return
    node = model.one_in(order, "X", lambda each: attribute in _attributes(each, model) or _has(each, attribute))
    options = _attributes(node, model).get(attribute)
    if options is None and _has(node, attribute):
        _write_imported(node, attribute, value, model)
        return
    if options is None:
        raise _unknown_attribute(node, said, model)
    if options:
        known = order.words.values.get(_phrase(order, "N" if "N" in order.places else "V"))
        if known is None or known not in options:
            say = model.make.say
            raise MustNotApply(say.no_value.format(value=value, attribute=said, options=", ".join(options)))
        model.make.draft.update(node, attributes={attribute: known})
        return
    _write(node, attribute, value, model)


def set_value(order: Order, model: Resolver) -> None:
    """`The mooring test passed`, `make the mooring time a quality requirement`: the value tells the attribute."""
    value = order.words.values[_phrase(order, "V")]
    node = model.one_in(order, "X", lambda each: _having(each, value, model) is not None)
    attribute = _having(node, value, model)
    if attribute is None:
        if "U" in order.places or model.sentence.clauses:
            raise NoOrder
        raise _unknown_attribute(node, _phrase(order, "V"), model)
    model.make.draft.update(node, attributes={attribute: value})


def set_quantity(order: Order, model: Resolver) -> None:
    """`Set the width of the blade to 40 mm`: an attribute that no profile declares, which a person looks at."""
    pieces = order.places["C" if "C" in order.places else "E"]
    at = next((at for at, each in enumerate(pieces) if each.text[:1].isdigit()), 0)
    value = order.text[pieces[at].start : pieces[-1].end]
    tables = order.words.words
    small = order.words.small | tables["for"] | tables["to"] | tables["from"] | tables["with"] | {"="}
    named = [*order.places.get("B", ()), *pieces[:at]]
    words = [each.text for each in named if each.kind != "sign" and each.folded not in small]
    if not words:
        raise NoOrder  # `the motor has 750 W`: of what, nobody said
    obliges = any(each.verb is not None and each.verb.modality != "none" for each in model.sentence.clauses)
    if obliges and any(bounds(fold(" ".join(words[begin:]))) for begin in range(len(words))):
        raise NoOrder  # `the pressure in the boiler must be at least 3 bar` sets a limit, and no value
    node = model.one_in(order, "X")
    counts = len(words) == 1 and words[0].casefold() in words_of("measuring", "how_many", [model.make.language])
    number = _number(cleaned(value), model) if counts and COUNT in node.attributes else None
    changed: dict[str, JsonValue] = {" ".join(words): cleaned(value)} if number is None else {COUNT: number}
    model.make.draft.update(node, attributes=changed)
    model.proposes = True


def reword(order: Order, model: Resolver) -> None:
    """`Change the requirement X so that the pressure is at least 6 bar`: other words for what binds."""
    node = model.one_in(order, "X", lambda each: each.node_type == "REQ")
    if node.node_type != "REQ":
        raise NoOrder  # what else is to be so is for others to read
    said = order.text[order.places["N"][0].start :].strip()  # as it stands: `12 %` ends in a sign
    write_text(node, capitalized(said), model)
    model.proposes = True


def write_text(node: Node, text: str, model: Resolver) -> None:
    """Another wording of a requirement."""
    _write(node, "text", text, model)


def _write(node: Node, attribute: str, value: str, model: Resolver) -> None:
    """A text; the description of a requirement is its text, as long as both are the same."""
    changed: dict[str, JsonValue] = {attribute: value}
    same = attribute == "text" and node.descr in ("", node.attributes.get("text", node.descr))
    model.make.draft.update(node, descr=value if same else None, attributes=changed)


def _has(node: Node, attribute: str) -> bool:
    """Has it an attribute that no profile declares, such as an imported one?"""
    return attribute in read_by_people(node.attributes)


def _write_imported(node: Node, attribute: str, value: str, model: Resolver) -> None:
    """A value as it stands at other elements, where it is only written otherwise: `draft` for *Draft*."""
    if attribute == COUNT and (number := _number(value, model)) is not None:
        model.make.draft.update(node, attributes={COUNT: number})
        return
    known = {each.casefold(): each for each in model.index.held.values(attribute)}
    said = value.strip().removesuffix(".")
    model.make.draft.update(node, attributes={attribute: known.get(said.casefold(), said)})


def _number(value: str, model: Resolver) -> int | None:
    language = model.make.language
    return whole_number(in_digits(value, language).strip().removesuffix("."), language)


def _having(node: Node, value: str, model: Resolver) -> str | None:
    return next((name for name, options in _attributes(node, model).items() if value in options), None)


def _attributes(node: Node, model: Resolver) -> dict[str, tuple[str, ...]]:
    """The attributes that a node may have, with the values that each may take; none for any text."""
    known = model.graph.ontology.node_types.get(node.node_type)
    return {each.name: tuple(each.options) for each in known.attributes} if known is not None else {}


def _unknown_attribute(node: Node, said: str, model: Resolver) -> MustNotApply:
    say = model.make.draft.say
    imported = (each for each in read_by_people(node.attributes) if each not in _attributes(node, model))
    known = enumerated([DESCRIPTION, *_attributes(node, model), *imported], say)
    return MustNotApply(say.no_attribute.format(name=node.name, type=node.node_type, attribute=said, known=known))


def _phrase(order: Order, place: str) -> str:
    return " ".join(each.folded for each in trimmed(order.places.get(place, ()), order.words))


def _spoken(order: Order) -> str:
    """A text as it stands in the sentence, its end mark too where it is a sentence of its own."""
    pieces = [
        each for each in order.places.get("N", order.places.get("V", ())) if each.kind != "sign" or each.text == ","
    ]
    quoted = [each for each in pieces if each.kind == "quoted" or each.quoted]
    if len(quoted) == 1 and len(trimmed(pieces, order.words)) == 1:
        return quoted[0].text.strip()
    start = next((each.start for each in pieces if each.text != ","), 0)
    end = pieces[-1].end if pieces else 0
    tail = order.text[end:]
    return (order.text[start:end] + (tail if tail.strip() in {".", "!"} else "")).strip()
