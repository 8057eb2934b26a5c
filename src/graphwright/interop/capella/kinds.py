"""What the kinds of Capella's metamodel become, and which of them are only the frame around others."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

NODES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "OperationalActivity": "FUNC",
        "SystemFunction": "FUNC",
        "LogicalFunction": "FUNC",
        "PhysicalFunction": "FUNC",
        "FunctionalExchange": "FLOW",
        "FunctionalChain": "FCHAIN",
        "OperationalProcess": "FCHAIN",
        "OperationalCapability": "UC",
        "Capability": "UC",
        "CapabilityRealization": "UC",
        "Mission": "UC",
        "Entity": "ACTOR",
        "SystemComponent": "MOD",
        "LogicalComponent": "MOD",
        "PhysicalComponent": "MOD",
        "ConfigurationItem": "MOD",
        "Class": "SCHEMA",
        "Union": "SCHEMA",
        "Collection": "SCHEMA",
        "Enumeration": "SCHEMA",
        "ExchangeItem": "SCHEMA",
        "Interface": "SCHEMA",
        "Requirement": "REQ",
    }
)
"""Kinds that are nodes; a component that is an actor is an ACTOR, the outermost component of the system the SYS."""
CATEGORIES: Final[Mapping[str, str]] = MappingProxyType({"Interface": "ProtocolSchema", "Enumeration": "TypeSchema"})
LINKS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "ComponentFunctionalAllocation": ("allocate", ""),
        "ActivityAllocation": ("allocate", ""),
        "RoleAllocation": ("allocate", ""),
        "FunctionalChainInvolvementFunction": ("compose", ""),
        "FunctionRealization": ("relation", "realizes"),
        "ComponentRealization": ("relation", "realizes"),
        "AbstractCapabilityRealization": ("relation", "realizes"),
        "FunctionalExchangeRealization": ("relation", "realizes"),
        "FunctionalChainRealization": ("relation", "realizes"),
        "PhysicalArtifactRealization": ("relation", "realizes"),
        "InformationRealization": ("relation", "realizes"),
        "FunctionalChainInvolvementLink": ("relation", "involves"),
        "CapabilityInvolvement": ("relation", "involves"),
        "MissionInvolvement": ("relation", "involves"),
        "CapabilityRealizationInvolvement": ("relation", "involves"),
        "EntityOperationalCapabilityInvolvement": ("relation", "involves"),
        "AbstractFunctionAbstractCapabilityInvolvement": ("relation", "involves"),
        "FunctionalChainAbstractCapabilityInvolvement": ("relation", "involves"),
        "CapabilityExploitation": ("relation", "exploits"),
        "AbstractCapabilityExtend": ("relation", "extends"),
        "AbstractCapabilityInclude": ("relation", "includes"),
        "AbstractCapabilityGeneralization": ("relation", "specializes"),
        "Generalization": ("relation", "specializes"),
        "PartDeploymentLink": ("relation", "hosts"),
        "TypeDeploymentLink": ("relation", "hosts"),
        "ComponentExchange": ("relation", "exchanges"),
        "CommunicationMean": ("relation", "exchanges"),
        "PhysicalLink": ("relation", "is linked with"),
        "ExchangeItemAllocation": ("relation", "carries"),
        "InterfaceUse": ("relation", "uses"),
        "InterfaceImplementation": ("relation", "implements"),
        "CapellaOutgoingRelation": ("satisfy", ""),
        "CapellaIncomingRelation": ("relation", "relates to"),
        "InternalRelation": ("relation", "relates to"),
    }
)
"""Kinds that join two elements: the relation, and the label of one that has no name of its own."""
LAYERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "OperationalAnalysis": "OA",
        "SystemAnalysis": "SA",
        "LogicalArchitecture": "LA",
        "PhysicalArchitecture": "PA",
        "EPBSArchitecture": "EPBS",
    }
)
MEMBERS: Final = frozenset({"Property", "UnionProperty", "EnumerationLiteral", "ExchangeItemElement"})
"""Kinds that are fields of a SCHEMA."""
_FRAME: Final = frozenset(
    {
        "Part",
        "Project",
        "SystemEngineering",
        "ModelInformation",
        "KeyValue",
        "CapellaModule",
        "Folder",
        "OperationalAnalysisRealization",
        *LAYERS,
        *MEMBERS,
    }
)
_FRAME_ENDINGS: Final = ("Pkg", "AnalysisRealization", "ArchitectureRealization")


def is_frame(kind: str) -> bool:
    """Does an element of this kind only hold others together, so that nothing is lost with it?"""
    return kind in _FRAME or kind.endswith(_FRAME_ENDINGS)
