"""The model for other people's libraries: networkx, pandas, pyarrow; each is loaded when it is asked for.

None of them is a dependency: whoever calls for one has it, or is told how to get it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from graphwright.errors import InvalidCommand
from graphwright.protocol.base import JsonValue

NetworkxGraph: TypeAlias = Any
"""A `networkx.MultiDiGraph`; the library is not there when this is read."""
Row: TypeAlias = Mapping[str, JsonValue]

NODE_COLUMNS: Final = ("id", "type", "name", "descr")
"""They come first, whether there are nodes or not; after them each attribute that a node has."""
EDGE_COLUMNS: Final = ("source", "type", "target")


class NodeEdgeTables(NamedTuple):
    """The model as two tables; unpacked they are `nodes, edges`."""

    nodes: Any
    """A row for each node, in the order they were made."""
    edges: Any
    """A row for each edge, with the semantic ids of its ends."""


def networkx_graph(nodes: Sequence[Row], edges: Sequence[Row]) -> NetworkxGraph:
    """A `MultiDiGraph`: nodes by semantic id, edges by relation. `InvalidCommand` without networkx."""
    graph = _library("networkx").MultiDiGraph()
    graph.add_nodes_from((row["id"], _without(row, "id")) for row in nodes)
    graph.add_edges_from(
        (row["source"], row["target"], row["type"], _without(row, "source", "target")) for row in edges
    )
    return graph


def pandas_frames(nodes: Sequence[Row], edges: Sequence[Row]) -> NodeEdgeTables:
    """Two data frames. `InvalidCommand` without pandas."""
    pandas = _library("pandas")
    return NodeEdgeTables(*(pandas.DataFrame([*rows], columns=columns) for rows, columns in _both(nodes, edges)))


def arrow_tables(nodes: Sequence[Row], edges: Sequence[Row]) -> NodeEdgeTables:
    """Two Arrow tables. A column whose values are of several kinds holds JSON. `InvalidCommand` without pyarrow."""
    pyarrow = _library("pyarrow")
    return NodeEdgeTables(
        *(
            pyarrow.table({name: _of_one_kind([row.get(name) for row in rows]) for name in columns})
            for rows, columns in _both(nodes, edges)
        )
    )


def _both(nodes: Sequence[Row], edges: Sequence[Row]) -> list[tuple[Sequence[Row], list[str]]]:
    """The rows of each table with its columns."""
    return [
        (rows, list(dict.fromkeys([*first, *(name for row in rows for name in row)])))
        for rows, first in ((nodes, NODE_COLUMNS), (edges, EDGE_COLUMNS))
    ]


def _of_one_kind(values: list[JsonValue]) -> list[JsonValue]:
    kinds = {float if type(each) is int else type(each) for each in values if each is not None}
    if len(kinds) < 2 and kinds <= {str, bool, float}:  # noqa: PLR2004  one kind, or nothing but gaps
        return values
    return [None if each is None else msgspec.json.encode(each).decode() for each in values]


def _without(row: Row, *names: str) -> dict[str, JsonValue]:
    return {name: value for name, value in row.items() if name not in names}


def _library(name: str) -> Any:  # noqa: ANN401  a module that may not be installed
    try:
        return import_module(name)
    except ModuleNotFoundError:
        message = f"this needs {name}, which is not installed: pip install {name}"
        raise InvalidCommand(message) from None
