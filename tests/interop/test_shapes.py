"""The rules as SHACL shapes: another validator finds in our linked data what `check` finds in the graph, rule by rule."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from graphwright.graph.check import check_all
from graphwright.graph.document import Graph
from graphwright.graph.foreign import FOREIGN_ID
from graphwright.graph.load import default_ontology
from graphwright.graph.rules import RULES
from graphwright.graph.rules.base import EdgeRule
from graphwright.interop.exports import write_export
from graphwright.interop.format import ExportRequest
from graphwright.interop.linked.shapes import said
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import SemanticId
from tests.formats.models import edge, graph_of, node, order_system
from tests.interop.judging import seen

MODELS = ("order", "wrong", "1", "2")
SAID = said(default_ontology())
_VALUES: dict[str, dict[str, list]] = {
    "FUNC": {"volatility": ["high", "low", 7]},
    "REQ": {
        "kind": ["quality", "functional", "odd"],
        "normative": [True, False],
        "text": ["It shall.", ""],
        FOREIGN_ID: ["R-1", "R-2"],
    },
    "SCHEMA": {"category": ["ProtocolSchema", "DataSchema"]},
}


def scattered(seed: int) -> Graph:
    """A few nodes with random edges, legal or not: a model in which nearly everything is wrong somewhere."""
    dice = Random(seed)
    nodes: list[Node] = []
    for number, kind in enumerate(dice.choices(list(default_ontology().node_types.values()), k=14), 1):
        attributes = {
            name: dice.choice(values) for name, values in _VALUES.get(kind.name, {}).items() if dice.random() < 0.6
        }
        name = dice.choice(["Same", f"Name{number}", f"Other{number}"])
        nodes.append(
            node(
                f"N{number}.{kind.abbreviation}.{number:03}",
                dice.choice(["", "Said."]),
                name=name,
                attributes=attributes,
            )
        )
    edges = {}
    for _ in range(45):
        source, target = dice.choice(nodes), dice.choice(nodes)
        ontology = default_ontology()
        legal = [each for each in ontology.relations if ontology.allows(each, source.node_type, target.node_type)]
        relation = legal[0] if dice.random() < 0.9 else "io"
        if relation == "compose" and dice.random() < 0.5:
            continue
        made = edge(source.node_id, relation, target.node_id)
        edges[made.edge_id] = made
    return graph_of(nodes, list(edges.values()))


def wrong() -> Graph:
    """What chance seldom brings."""
    readers = [node(f"Part{number}.FN.{number}", "Said.") for number in range(101, 111)]
    nodes = [
        *(node(name) for name in ("Much.MD.100", "Outer.SY.100", "Inner.SY.101", "Alone.UC.100", "Asked.RQ.100")),
        node("Moving.FN.100", attributes={"volatility": "high"}),
        node("Told.FL.100", attributes={"Type": "odd"}),
        *(node(f"Twin{number}.FC.{number}", name="Twin") for number in (100, 101)),
    ]
    nodes[4] = replace(nodes[4], semantic_id=SemanticId("asked"))
    edges = [edge("md100", "allocate", str(each.node_id)) for each in readers]
    edges += [edge("fl100", "io", str(each.node_id)) for each in readers[:3]]
    edges += [edge("fn100", "io", "fl100"), edge("sy100", "compose", "sy101"), edge("md100", "relation", "md100")]
    edges += [edge("sy100", "io", "sy101"), edge("fn101", "io", "fl100")]
    return graph_of([*nodes, *readers], edges)


_SEEN: dict[str, tuple[frozenset, frozenset]] = {}


def found_by_both(name: str, folder: Path) -> tuple[frozenset, frozenset]:
    """What breaks which rule: by `check`, by pySHACL."""
    if name in _SEEN:
        return _SEEN[name]
    graph = order_system() if name == "order" else wrong() if name == "wrong" else scattered(int(name))
    for form, file in (("json-ld", "model.jsonld"), ("shacl", "rules.ttl")):
        (folder / file).write_bytes(write_export(ExportRequest(graph, "01a2", "shop"), form)[0])
    ours = set()
    for each in check_all(graph):
        if each.rule_id in SAID:
            first = each.edge_ids[0] if isinstance(RULES[each.rule_id], EdgeRule) else each.node_ids[0]
            ours.add((each.rule_id, first))
    theirs = {
        (rule, subject) for rule, subject in map(tuple, seen("shacl", folder / "model.jsonld", folder / "rules.ttl"))
    }
    _SEEN[name] = frozenset(ours), frozenset(theirs)
    return _SEEN[name]


@pytest.mark.slow
@pytest.mark.requirement("X-42")
@pytest.mark.parametrize("name", MODELS)
def test_an_independent_validator_finds_what_check_finds_rule_by_rule(
    name: str, tmp_path_factory: pytest.TempPathFactory
):
    ours, theirs = found_by_both(name, tmp_path_factory.mktemp(name))

    differing: defaultdict[str, tuple[list, list]] = defaultdict(lambda: ([], []))
    for rule, subject in ours - theirs:
        differing[rule][0].append(subject)
    for rule, subject in theirs - ours:
        differing[rule][1].append(subject)
    assert dict(differing) == {}


@pytest.mark.requirement("X-42")
def test_every_shape_is_broken_somewhere_in_these_models(tmp_path_factory: pytest.TempPathFactory):
    broken = {rule for name in MODELS for rule, _ in found_by_both(name, tmp_path_factory.mktemp(f"again{name}"))[0]}

    assert set(SAID) - broken == set()


@pytest.mark.requirement("X-42")
def test_the_rules_that_no_shape_can_say_are_named():
    report = write_export(ExportRequest(order_system(), "01a2", "shop"), "shacl")[1]

    (note,) = report.notes
    assert note.key == "notes.withoutRules"
    assert set(note.values["rules"]) == set(default_ontology().rules) - set(SAID)
