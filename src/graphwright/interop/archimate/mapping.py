"""What each of our types is in ArchiMate, and what each of ArchiMate's is here.

A relationship is only used where ArchiMate allows it between the two kinds; any other edge is an association, which is
allowed everywhere, with its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

NAMESPACE: Final = "http://www.opengroup.org/xsd/archimate/3.0/"
ELEMENTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "SYS": "ApplicationComponent",
        "MOD": "ApplicationComponent",
        "ACTOR": "BusinessActor",
        "UC": "ApplicationService",
        "FCHAIN": "ApplicationProcess",
        "FUNC": "ApplicationFunction",
        "FLOW": "DataObject",
        "SCHEMA": "DataObject",
        "REQ": "Requirement",
        "TEST": "Assessment",
    }
)
DEFAULT_ELEMENT: Final = "ApplicationComponent"
RELATIONSHIPS: Final[Mapping[tuple[str, str, str], str]] = MappingProxyType(
    {
        ("compose", "SYS", "SYS"): "Composition",
        ("compose", "SYS", "MOD"): "Composition",
        ("compose", "MOD", "MOD"): "Composition",
        ("compose", "FUNC", "FUNC"): "Composition",
        ("compose", "UC", "UC"): "Composition",
        ("compose", "FCHAIN", "FUNC"): "Aggregation",
        ("compose", "SYS", "FUNC"): "Assignment",
        ("compose", "SYS", "UC"): "Realization",
        ("allocate", "MOD", "FUNC"): "Assignment",
        ("satisfy", "REQ", "REQ"): "Aggregation",
        ("satisfy", "SYS", "REQ"): "Realization",
        ("satisfy", "MOD", "REQ"): "Realization",
        ("satisfy", "FUNC", "REQ"): "Realization",
        ("satisfy", "UC", "REQ"): "Realization",
        ("io", "FUNC", "FLOW"): "Access",
        ("io", "FLOW", "FUNC"): "Access",
    }
)
"""What an edge between two types is; an access runs from the function to the data, in either direction of the flow."""
OTHERWISE: Final = "Association"
_LAYERED: Final = {
    "Component": "MOD",
    "Collaboration": "MOD",
    "Interface": "SCHEMA",
    "Function": "FUNC",
    "Process": "FCHAIN",
    "Interaction": "FUNC",
    "Event": "FLOW",
    "Service": "UC",
}
NODES: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{
            f"{layer}{word}": kind
            for layer in ("Business", "Application", "Technology")
            for word, kind in _LAYERED.items()
        },
        **dict.fromkeys(("BusinessActor", "BusinessRole", "Stakeholder"), "ACTOR"),
        **dict.fromkeys(
            ("Node", "Device", "SystemSoftware", "Equipment", "Facility", "Artifact", "Path", "CommunicationNetwork",
             "DistributionNetwork", "Product", "Resource", "Location", "Grouping", "Plateau", "Deliverable"), "MOD"
        ),
        **dict.fromkeys(("DataObject", "BusinessObject", "Contract", "Representation", "Meaning"), "SCHEMA"),
        "Material": "FLOW",
        **dict.fromkeys(("Requirement", "Constraint", "Principle", "Goal", "Outcome", "Driver", "Value"), "REQ"),
        "Assessment": "TEST",
        **dict.fromkeys(("Capability", "ValueStream", "CourseOfAction"), "UC"),
        **dict.fromkeys(("WorkPackage", "ImplementationEvent"), "FUNC"),
    }
)  # fmt: skip
WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Composition": "is composed of",
        "Aggregation": "aggregates",
        "Assignment": "is assigned to",
        "Realization": "realizes",
        "Serving": "serves",
        "Access": "accesses",
        "Influence": "influences",
        "Triggering": "triggers",
        "Flow": "flows to",
        "Specialization": "specializes",
        "Association": "is associated with",
    }
)
"""The label of a relationship without a name."""
KIND: Final = "archimate:"
"""Before the kind that an element came with: other tools call their kinds by the same words."""
PROFILE: Final = "graphwright.profile"
"""The property of a model that we wrote; its elements are read back exactly."""
TYPE: Final = "graphwright.type"
SEMANTIC_ID: Final = "graphwright.id"
OTHERS: Final = "graphwright.json"
RELATION: Final = "graphwright.relation"
TURNED: Final = "graphwright.turned"
