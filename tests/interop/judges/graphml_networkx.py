"""Reads GraphML with networkx and prints its nodes and edges. Runs among the judges, not among the tests."""

from __future__ import annotations

import json
import sys

import networkx as nx

graph = nx.read_graphml(sys.argv[1], force_multigraph=True)
nodes = {name: dict(fields) for name, fields in graph.nodes(data=True)}
edges = sorted([source, target, dict(fields)["type"]] for source, target, fields in graph.edges(data=True))
json.dump({"nodes": nodes, "edges": edges}, sys.stdout)
