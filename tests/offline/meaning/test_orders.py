"""Every phenomenon of an order is understood in three languages, whatever its everyday form."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import product

import pytest

from graphwright.grammar.records import Focus, FocusedElement
from graphwright.graph.document import Graph
from graphwright.languages import LANGUAGES, Language, load
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.ordering import KINDS
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, OpenQuestion, Situation, UnclearMessage, Understood
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import Ref
from graphwright.protocol.operations import EdgeCreate, EdgeDelete, NodeCreate, NodeDelete, NodeUpdate
from tests.graph.build import graph_of
from tests.offline.meaning.orders_said import SAID, WORLDS
from tests.offline.meaning.orders_spoken import SPOKEN

GRAPHS = {language: graph_of(*lines) for language, lines in WORLDS.items()}
_TYPED = re.compile(r":[A-Z]{2,6}\b")
# What takes another's place also gets its edges, which are not all written down.
_MORE = {"retype", "merge", "split", "are really several", "are really one"}
_EVERY = SAID | SPOKEN


def heard(language: Language, text: str, spoken_of: str) -> Understood:
    """What comes of a sentence in the world of its language."""
    graph = GRAPHS[language]
    focus = Focus((FocusedElement(spoken_of),)) if spoken_of else Focus()
    return understand(text, Situation(graph, NodeIndex(graph), focus))


def lines_of(change: Change, graph: Graph) -> list[str]:
    """The operations, elements by name and type."""
    new = {str(each.semantic_id): each.name for each in change.operations if isinstance(each, NodeCreate)}

    def name(ref: object) -> str:
        known: Node = graph.nodes[graph.find(Ref(str(ref)))[0]] if str(ref) not in new else None  # type: ignore[assignment]
        return new.get(str(ref)) or f"{known.name}:{known.node_type}"

    found: list[str] = []
    for each in change.operations:
        match each:
            case NodeCreate():
                found.append(f"+ {each.node_type} {each.name}")
            case NodeDelete():
                found.append(f"- {name(each.ref)}")
            case EdgeCreate():
                found.append(f"+ {name(each.source)} {each.edge_type} {name(each.target)}")
            case EdgeDelete():
                found.append(f"- {name(each.source)} {each.edge_type} {name(each.target)}")
            case NodeUpdate():
                found.append(f"~ {name(each.ref)} {','.join(_set(each))}")
            case _:
                found.append(str(each))
    return found


def _set(update: NodeUpdate) -> Iterator[str]:
    if update.set.name:
        yield f"name={update.set.name}"
    if update.set.descr is not None:
        yield f"descr={update.set.descr}"
    for attribute, value in update.set.attributes.items():
        yield f"{attribute}={','.join(json.loads(str(value))) if attribute == 'struct' else value}"


def _written(line: str) -> Iterator[str]:
    """A line with and without the type of each name."""
    marks = [each.span() for each in _TYPED.finditer(line)]
    for kept in product((False, True), repeat=len(marks)):
        written = line
        for (start, end), keep in reversed(list(zip(marks, kept, strict=True))):
            written = written if keep else written[:start] + written[end:]
        yield written


def _came(lines: Sequence[str], wanted: Sequence[str], *, more: bool) -> bool:
    """Is each wanted line there, and no other unless `more`?"""
    left = list(lines)
    for pattern in sorted(wanted, key=lambda each: each.count("*")):
        found = next((line for line in left if any(fnmatchcase(each, pattern) for each in _written(line))), None)
        if found is None:
            return False
        left.remove(found)
    return more or not left


def as_expected(understood: Understood, expected: str, graph: Graph, *, more: bool) -> bool:
    """Is that what came?"""
    kind, _, text = expected.partition(" ")
    match understood:
        case OpenQuestion(_, lines):
            asked = " ".join(" ".join([line.label, *line.options]) for line in lines)
            return (kind == "?" and text.lower() in asked.lower()) or kind == "keeps"
        case UnclearMessage(said):
            return (kind == "!" and text.lower() in said.lower()) or kind == "keeps"
        case Change() if kind == "keeps":
            return not any(isinstance(each, NodeDelete | NodeUpdate) for each in understood.operations)
        case Change():
            return kind in {"+", "-", "~"} and _came(lines_of(understood, graph), expected.split("; "), more=more)
        case _:
            return kind == "keeps"


@pytest.mark.requirement("U-81", "U-82", "U-83", "U-84", "U-85")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phenomenon", _EVERY)
def test_an_order_is_understood_in_every_everyday_form(phenomenon: str, language: Language) -> None:
    missed = [
        (text, expected, understood)
        for spoken, text, expected, focus in _EVERY[phenomenon]
        if spoken == language
        and not as_expected(
            understood := heard(language, text, focus), expected, GRAPHS[language], more=phenomenon in _MORE
        )
    ]

    assert missed == []


@pytest.mark.requirement("U-81")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_frames_for_every_kind_of_order(language: Language) -> None:
    assert set(load(language, "orders", "frames", dict[str, list[str]])) == KINDS
