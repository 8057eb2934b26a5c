"""Each sentence that is suggested works when it is said next: it is answered, or makes exactly what it announces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from graphwright.formats.suggestions import split_suggestions
from graphwright.graph.document import Graph
from graphwright.graph.identity import semantic_id
from graphwright.graph.load import default_ontology
from graphwright.languages import LANGUAGES, Language
from graphwright.llm.base import ChatMessage
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import suggested
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import EdgeId, NodeId
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from tests.graph.test_shared import load
from tests.interop.applying import imported
from tests.offline.judging.conversations import Talk, order_system
from tests.offline.judging.hearing import Outcome, hear

DECLINED: dict[Language, list[str]] = {
    "en": ["Colourless green ideas furiously?", "Tell me a joke", "Delete the internet."],
    "de": ["Grüne farblose Ideen wütend?", "Erzähl mir einen Witz", "Lösche das Internet."],
    "fr": ["Des idées vertes incolores furieusement ?", "Raconte-moi une blague", "Supprime la lune entière."],
}
ORDERS = {
    r"A customer scans|Ein Kunde scannt|Un client scanne": ({"ACTOR", "UC", "FCHAIN", "FUNC", "FLOW", "MOD"}, "io"),
    r"The clerk checks|Die Sachbearbeiterin|L'employé": ({"ACTOR", "UC", "FCHAIN", "FUNC", "FLOW"}, "io"),
    r"The coffee machine|Die Kaffeemaschine|La machine à café": ({"SYS", "MOD"}, "compose"),
    r"The machine shall|Die Maschine muss|La machine doit": ({"REQ"}, None),
    r"Add a test|Füge einen Test|Ajoute un test": ({"TEST"}, "verify"),
    r"Allocate|Ordne|Alloue": (set(), "allocate"),
    r"Add a module|Das Modul|Le module": ({"MOD"}, "allocate"),
    r"Add a function|Füge eine Funktion|Ajoute une fonction": ({"FUNC"}, "allocate"),
    r".* (shall take|darf höchstens|doit durer)": ({"REQ"}, "satisfy"),
    r".* (checks the state|prüft den Z|vérifie l'état)": ({"UC", "FCHAIN", "FUNC", "FLOW"}, "io"),
    r".* (consists of a con|besteht aus einem|se compose d'une)": ({"MOD"}, "compose"),
}
"""What a form of order makes: types of nodes, and the edge that joins one of them or what it names (None: none at all)."""
NAMES = st.one_of(
    st.sampled_from(
        [
            "Pump", "Place order", "PlaceOrder", "Kasse", "Bestellung prüfen", "Vérifier l'état", "What", "Test", "Order",
            "- list", "1. first", "a|b", 'the "big" one', "`code`", "Ünïcode name", "Module", "New requirement", "und",
            "System shall stop", "Delete it", "Was fehlt", "How many", "x", "REQ 12", "C++", "A, B and C", "```", "X\n+ Y|MOD|",
        ]
    ),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), min_size=1, max_size=40),
)  # fmt: skip
MODELS = st.lists(st.tuples(st.sampled_from(sorted(default_ontology().node_types)), NAMES), max_size=8)
JOINS = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=8)
REAL: dict[str, Callable[[Path], Graph]] = {
    "eole": lambda data: load(data / "capella" / "eole.graph.json"),
    "model_test": lambda data: load(data / "capella" / "model_test.graph.json"),
    "drone": lambda data: brought(data / "sysml" / "gfse" / "DroneModelLogical.sysml"),
    "batmobile": lambda data: brought(data / "sysml" / "batmobile" / "DontPanic-SysMLv2-Batmobile.sysml"),
    "polarion": lambda data: brought(data / "reqif" / "polarion.reqif"),
    "strictdoc": lambda data: brought(data / "strictdoc" / "strictdoc_20_l1_system_requirements.sdoc"),
}


def brought(path: Path) -> Graph:
    return imported(path.read_bytes(), path.name)


def works(graph: Graph, sentence: str, came: Outcome) -> bool:
    """Was it answered, or did it make what it announces, and nothing else?"""
    if not came.changes:
        return came.how == "said" and not came.questions and not split_suggestions(came.whole)[1]
    order = next((each for form, each in ORDERS.items() if re.match(form, sentence, re.DOTALL)), None)
    assert order is not None, f"nothing tells what {sentence!r} announces"
    made = {each.node_type for each in came.operations if isinstance(each, NodeCreate)}
    joined = {each.edge_type for each in came.operations if isinstance(each, EdgeCreate)}
    has_parts = any(each.node_type in {"SYS", "MOD"} for each in graph.nodes.values())
    there = {"SYS"} if has_parts else set()  # only the first whole of a model is its system
    return made == order[0] - there and (order[1] in joined if order[1] else not joined)


def failing(graph: Graph, language: Language) -> Iterator[tuple[str, str]]:
    """What does not work, of all that is suggested for a model: at the beginning, and when something was declined."""
    for each in suggested(graph, NodeIndex(graph), language, 6):
        if not works(graph, each, hear(Talk(graph, []), each)):
            yield "", each
    for said in DECLINED[language]:
        declined = hear(Talk(graph, []), said)
        if declined.questions:  # a name of this model holds one of its words
            continue
        talk = [ChatMessage(role="user", text=said), ChatMessage(role="assistant", text=declined.whole)]
        offered = split_suggestions(declined.whole)[1]
        if declined.changes or len(offered) != 3:
            yield said, declined.text
        for each in offered:
            if not works(graph, each, hear(Talk(graph, talk), each)):
                yield said, each


@pytest.mark.slow
@pytest.mark.requirement("U-140")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", REAL)
def test_every_suggestion_on_a_real_model_works_when_it_is_said_next(
    name: str, language: Language, shared_data: Path
) -> None:
    assert list(failing(REAL[name](shared_data), language)) == []


@pytest.mark.slow
@pytest.mark.requirement("U-140")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_suggestion_on_the_sample_and_on_an_empty_project_works(language: Language):
    assert list(failing(order_system(), language)) == []
    assert list(failing(Graph(default_ontology()), language)) == []


@pytest.mark.slow
@pytest.mark.requirement("U-140")
@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=6, deadline=None, phases=[Phase.generate], suppress_health_check=[HealthCheck.too_slow])
@given(drawn=MODELS, joins=JOINS)
def test_every_suggestion_works_whatever_the_names_of_the_model_are(
    language: Language, drawn: list[tuple[str, str]], joins: list[tuple[int, int]]
):
    assert list(failing(model(drawn, joins), language)) == []


def model(drawn: Sequence[tuple[str, str]], joins: Sequence[tuple[int, int]]) -> Graph:
    """A model of these nodes, each joined with later ones wherever it may be: nothing contains itself, as the door sees to."""
    graph = Graph(default_ontology())
    for number, (node_type, name) in enumerate(drawn):
        known = graph.ontology.node_types[node_type]
        identifier = semantic_id(name, type_word=known.title.en, abbreviation=known.abbreviation, counter=number + 1)
        graph.put_node(
            Node(
                node_id=NodeId(f"n{number}"), semantic_id=identifier, node_type=node_type, name=name, descr="",
                attributes={}, created_revision=1, revision=1,
            )
        )  # fmt: skip
    nodes = list(graph.nodes.values())
    for number, ends in enumerate(joins if nodes else ()):
        earlier, later = sorted(each % len(nodes) for each in ends)
        source, target = nodes[earlier], nodes[later]
        pair = (source.node_type, target.node_type)
        allowed = [each.name for each in graph.ontology.relations.values() if pair in each.pairs]
        if allowed and source is not target:
            graph.put_edge(
                Edge(
                    edge_id=EdgeId(f"e{number}"), edge_type=allowed[0], source=source.node_id, target=target.node_id,
                    attributes={}, revision=1,
                )
            )  # fmt: skip
    return graph


SAID_OF_NOTHING: dict[Language, list[str]] = {
    "en": [
        "Change the name of the thingy a bit",
        "Somehow hook the blip up with the blop",
        "Swap the doodah out somehow",
        "Make the blip and the blop one thing somehow",
    ],
    "de": [
        "Ändere ein bisschen den Namen vom Dings",
        "Häng das Dings irgendwie mit dem Bums zusammen",
        "Tausch das Dings irgendwie aus",
        "Nimm das Dings irgendwie weg",
    ],
    "fr": [
        "Change un peu le nom du machin",
        "Raccroche un peu le bidule au machin",
        "Enlève un peu le bidule",
        "Remplace un peu le bidule",
    ],
}
"""Orders about what no model has: what is suggested are orders of the same kind."""


def declined_again(graph: Graph, language: Language) -> Iterator[tuple[str, str]]:
    """Suggestions behind a declined order that are declined, refused or asked about when they are said next."""
    for said in SAID_OF_NOTHING[language]:
        declined = hear(Talk(graph, []), said)
        talk = [ChatMessage(role="user", text=said), ChatMessage(role="assistant", text=declined.whole)]
        offered = split_suggestions(declined.whole)[1]
        if not declined.changes and not declined.questions and len(offered) != 3:
            yield said, declined.text
        for each in offered:
            came = hear(Talk(graph, talk), each)
            if came.how == "refused" or came.questions or split_suggestions(came.whole)[1]:
                yield said, each


@pytest.mark.slow
@pytest.mark.requirement("U-661", "U-140")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "name", ["sample", "empty", "each type", *sorted(default_ontology().node_types), "eole", "drone"]
)
def test_what_a_declined_order_suggests_is_not_declined(name: str, language: Language, shared_data: Path) -> None:
    types = sorted(default_ontology().node_types)
    if name in REAL:
        graph = REAL[name](shared_data)
    elif name == "each type":
        graph = model([(each, f"{each.title()} kiln") for each in types], [])
    elif name in types:
        graph = model([(name, "Fire kiln")], [])
    else:
        graph = order_system() if name == "sample" else Graph(default_ontology())

    assert list(declined_again(graph, language)) == []
    if name not in REAL and name != "sample":
        assert list(failing(graph, language)) == []
