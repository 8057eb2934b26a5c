"""The sections that elements stand in where nothing is composed: what their document says, else how their names begin.

Requirements come as flat lists with a chapter beside each, or before its name: "Bus: Housekeeping".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graphwright.pauses import paced

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.protocol.graph import Node
    from graphwright.protocol.ids import NodeId

SECTION: Final = "section"
"""The attribute by which people see and change where in its document an element stands, the outermost section first."""
BETWEEN: Final = " / "
"""Stands between the titles of sections in each other."""
_FEWEST: Final = 2
"""Sections in a model, and names that begin alike in a section."""
_TOPIC: Final = re.compile(r"\s*([^:]{1,40}?)\s*(?::| [-–—|] )\s*\S")
"""How a name begins, up to the first mark that stands between a topic and what is said of it."""


def sections(graph: Graph) -> dict[str, dict[NodeId, None]]:
    """The elements of each outermost section, the largest first; none where most of the model stands in none."""
    for title, fewest in ((_written, 1), (_topic, _FEWEST)):
        found: dict[str, dict[NodeId, None]] = {}
        for node in paced(graph.nodes.values()):
            if name := title(node):
                found.setdefault(name, {})[node.node_id] = None
        several = {name: members for name, members in found.items() if len(members) >= fewest}
        if len(several) >= _FEWEST and 2 * sum(map(len, several.values())) > len(graph.nodes):
            return dict(sorted(several.items(), key=lambda each: -len(each[1])))
    return {}


def is_in_section(node: Node, title: str) -> bool:
    """Does an element stand in the outermost section that is called so?"""
    return title in {_written(node), _topic(node)}


def _written(node: Node) -> str:
    written = node.attributes.get(SECTION)
    return written.split(BETWEEN)[0].strip() if isinstance(written, str) else ""


def _topic(node: Node) -> str:
    begins = _TOPIC.match(node.name)
    return begins[1] if begins else ""
