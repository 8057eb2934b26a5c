"""Requirements: kept word by word, proposed, with their numbers and of the right kind."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphwright.protocol.graph import Node
from tests.offline.judging.absences import texts_of
from tests.offline.judging.entries import Entry
from tests.offline.judging.givens import Stage
from tests.offline.judging.hearing import Outcome
from tests.offline.judging.names import plain

_LABEL = re.compile(r"^[A-Za-z]{1,6}[- ]?\d+\s*:\s*")
_ENDS = " \t\n.;,"
_NUMBERS = {
    word: str(number)
    for line, number in zip(
        (
            "one ein eine un une",
            "two zwei deux",
            "three drei trois",
            "four vier quatre",
            "five fünf cinq",
            "six sechs",
            "seven sieben sept",
            "eight acht huit",
            "nine neun neuf",
            "ten zehn dix",
            "eleven elf onze",
            "twelve zwölf douze",
        ),
        range(1, 13),
        strict=True,
    )
    for word in line.split()
}


def text_of(node: Node) -> str:
    """The binding sentence of a requirement."""
    return str(node.attributes.get("text") or node.descr)


def is_verbatim(text: str, wanted: str) -> bool:
    """The same sentence, sign for sign, however its lines are broken; its label and last mark may be left out."""
    return _bare(text) == _bare(wanted)


def _bare(text: str) -> str:
    return " ".join(_LABEL.sub("", text).split()).strip(_ENDS)


def says_one(entry: Entry, node: Node) -> bool:
    """Whether a requirement says one of the expected sentences, or holds all of it; any, where no sentence is given."""
    wanted = entry.expect.texts or [entry.say]
    return any(each.strip(_ENDS) in text_of(node) or text_of(node).strip(_ENDS) in each for each in wanted)


def lacking(entry: Entry, outcome: Outcome) -> Iterator[str]:
    """What is missing of the requirements of a sentence."""
    made = [node for node in outcome.graph.nodes.values() if node.node_type == "REQ"]
    for wanted in entry.expect.texts:
        found = [node for node in made if is_verbatim(text_of(node), wanted)]
        if not found:
            yield f"no REQ with the text {wanted!r}"
        kinds = {str(node.attributes.get("kind", "functional")) for node in found}
        right = {kind for element in entry.expect.elements for kind in element.kind_any}
        if found and right and not kinds & right:
            yield f"its kind is {', '.join(sorted(kinds))}, not {', '.join(sorted(right))}"
    if outcome.how != "proposed":
        yield "it was not proposed, but applied at once"


def wrong(entry: Entry, stage: Stage, outcome: Outcome) -> Iterator[str]:
    """Numbers and texts that were lost, and what a requirement built beside itself at once."""
    new = [node for node_id, node in outcome.graph.nodes.items() if stage.graph.nodes.get(node_id) != node]
    told = " ".join(text for node in new for text in texts_of(node))
    if entry.expect.kind in {"build", "require"}:
        for value, unit in entry.expect.numbers:
            if not _is_kept(value, unit, told):
                yield f"the number {value} {unit} was lost"
    if entry.expect.kind == "require" and outcome.how == "applied":
        expected = {kind for element in entry.expect.elements for kind in element.types}
        for node in new:
            if node.node_type in {"ACTOR", "UC", "FUNC", "MOD"} - expected:
                yield f"{node.node_type} {node.name} was built of a requirement"
    if entry.expect.kind == "change" and entry.expect.texts:
        texts = [text for node in outcome.graph.nodes.values() for text in (text_of(node), node.descr)]
        for wanted in entry.expect.texts:
            if not any(is_verbatim(text, wanted) or _bare(wanted) in _bare(text) for text in texts):
                yield f"the text is not {wanted!r}"


def _is_kept(value: str, unit: str, told: str) -> bool:
    """Whether a number stands in a text, in digits or as a word, with its unit."""
    text = plain(told).replace("\u00a0", " ").replace("\u202f", " ")
    forms = {plain(value), plain(value).replace(",", "."), plain(value).replace(".", ","), _NUMBERS.get(value, value)}
    forms |= {word for word, digits in _NUMBERS.items() if digits == value}
    spoken = any(re.search(rf"(?<![\d.,]){re.escape(each)}(?!\d)", text) for each in forms)
    return spoken and all(plain(part)[:4] in text for part in unit.split())
