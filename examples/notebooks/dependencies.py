# %% [markdown]
# # What depends on what
#
# The model in the libraries of data people; it needs `networkx` and `pandas`.
# Run it as a program, or cell by cell: `python examples/notebooks/dependencies.py`.

# %%
import tempfile

import networkx as nx

import graphwright as gw

with gw.open("shop", folder=tempfile.mkdtemp()) as project:
    project.say("The customer places an order. The clerk checks the order. The courier delivers the parcel.")
    nodes, edges = project.to_pandas()
    graph = project.to_networkx()

# %% [markdown]
# How many there are of each type, and which have no description.

# %%
print(nodes.groupby("type").size().to_string())
print("without description:", list(nodes[nodes["descr"] == ""]["id"]))

# %% [markdown]
# Along `io`: what a change of the order reaches, and who is in the middle of things.

# %%
passing = graph.edge_subgraph([edge for edge in graph.edges if edge[2] == "io"])
order = next(node for node, data in graph.nodes(data=True) if data["type"] == "FLOW" and data["name"] == "Order")
print("an order reaches:", sorted(nx.descendants(passing, order)))
middle = nx.betweenness_centrality(nx.DiGraph(passing))
print("in the middle:", max(middle, key=middle.__getitem__))

# %% [markdown]
# Edges between the types, as a matrix.

# %%
kinds = dict(zip(nodes["id"], nodes["type"], strict=True))
print(edges.assign(source=edges["source"].map(kinds), target=edges["target"].map(kinds)).value_counts().to_string())
