"""Real models, whose names are no identifiers and whose edges are drawn as their tool draws them (K-19 to K-21)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from graphwright.graph.check import check_all, sweep
from graphwright.graph.document import Graph
from graphwright.graph.identity import semantic_id
from graphwright.graph.indicators import indicators
from graphwright.graph.load import default_ontology
from graphwright.graph.quality import quality
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import EdgeId


def load(path: Path) -> Graph:
    """The model as an import would store it: reversed edges turned, illegal ones kept as `relation`."""
    data = msgspec.json.decode(path.read_bytes())
    ontology = default_ontology()
    graph = Graph(ontology)
    counters: Counter[str] = Counter()
    for node in data["nodes"]:
        node_type = ontology.node_types[node["type"]]
        counters[node_type.name] += 1
        graph.put_node(
            Node(
                node_id=node["id"],
                semantic_id=semantic_id(
                    node["name"],
                    type_word=node_type.title.en,
                    abbreviation=node_type.abbreviation,
                    counter=counters[node_type.name],
                ),
                node_type=node_type.name,
                name=node["name"],
                descr=node["descr"],
                attributes={},
                created_revision=1,
                revision=1,
            )
        )
    for number, edge in enumerate(data["edges"]):
        source, target = edge["source"], edge["target"]
        relation, ends = edge["type"], (graph.nodes[source].node_type, graph.nodes[target].node_type)
        if ontology.should_turn(relation, *ends):
            source, target = target, source
        elif not ontology.allows(relation, *ends):
            relation = "relation"
        graph.put_edge(
            Edge(
                edge_id=EdgeId(f"e{number}"),
                edge_type=relation,
                source=source,
                target=target,
                attributes={},
                revision=1,
            )
        )
    return graph


@pytest.mark.requirement("K-19", "K-20", "K-21")
@pytest.mark.parametrize("name", ["model_test", "eole"])
def test_a_real_model_is_judged_without_being_refused(name: str, shared_data: Path) -> None:
    graph = load(shared_data / "capella" / f"{name}.graph.json")

    findings = check_all(graph)

    counts = Counter(finding.rule_id for finding in findings)
    functions = graph.count("FUNC")
    assert counts["function_requirements"] == functions > 50
    assert counts["required_properties"] == sum(1 for node in graph.nodes.values() if not node.descr.strip())
    assert {"no_self_loops", "no_duplicate_edges", "valid_edge_types"}.isdisjoint(counts)
    assert 0 < counts["nested_func_isolation"] < functions
    assert all(node_id in graph.nodes for finding in findings for node_id in finding.node_ids)
    assert len({finding.finding_id for finding in findings}) == len(findings)
    assert quality(graph, findings, phase=4).requirements == 0.0
    assert indicators(graph).fan_out > 0
    assert {finding.reach for each in sweep(graph) for finding in each} == {"graph"}
