"""Which part of SysML v2 stands for which node type of profile `systems`. Types of other profiles are parts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

KEYWORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "SYS": "part",
        "UC": "use case",
        "ACTOR": "part",
        "FCHAIN": "action",
        "FUNC": "action",
        "FLOW": "item",
        "REQ": "requirement",
        "TEST": "verification",
        "MOD": "part",
        "SCHEMA": "item def",
    }
)
DEFAULT_KEYWORD: Final = "part"
MARK: Final = "GraphwrightModel"
"""The metadata of a package that we wrote; its elements are read back exactly."""
RELATION: Final = "GraphwrightRelation"
"""The metadata of a dependency that stands for another relation than `relation`."""
RELATION_KIND: Final = "kind"
NODE_ID: Final = "id"
NESTING: Final = "nesting"
"""In the JSON of an element: the attributes of the edge by which it stands in another."""
JSON: Final = "json"
"""The language of a textual representation that holds what has no home in SysML v2."""


def keyword_of(node_type: str) -> str:
    """What a node of a type is in SysML v2."""
    return KEYWORDS.get(node_type, DEFAULT_KEYWORD)
