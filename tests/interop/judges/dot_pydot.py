"""Reads DOT with pydot and prints its nodes and edges. Runs among the judges, not among the tests."""

from __future__ import annotations

import json
import sys

import pydot

(graph,) = pydot.graph_from_dot_file(sys.argv[1])
nodes = {
    each.get_name(): {"label": each.get("label"), "class": each.get("class")}
    for each in graph.get_nodes()
    if each.get_name() != "node"
}
edges = sorted([each.get_source(), each.get_destination(), each.get("label")] for each in graph.get_edges())
json.dump({"nodes": nodes, "edges": edges}, sys.stdout)
