"""Rules about requirements and tests: who asks for what, and how it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from graphwright.graph.rules.base import SOUND, Breach, NearTrigger, NodeRule, Options, asks, label
from graphwright.graph.rules.repairs import add_requirement, add_test

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.protocol.graph import Node


def function_requirements(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """Every FUNC satisfies at least one REQ."""
    if graph.leads_to(node.node_id, "satisfy", "REQ"):
        return SOUND
    return (Breach((node.node_id,), {"node": label(node)}, repair=partial(add_requirement, graph, node)),)


def requirements_verification(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """Every REQ is verified by at least one TEST.

    What asks for nothing needs none.
    """
    if not asks(node) or graph.leads_to(node.node_id, "verify", "TEST"):
        return SOUND
    return (Breach((node.node_id,), {"node": label(node)}, repair=partial(add_test, graph, node)),)


def uc_satisfy_req(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """Every functional REQ is satisfied by a UC.

    What asks for nothing needs none.
    """
    if kind_of(node) != "functional" or not asks(node) or graph.comes_from(node.node_id, "satisfy", "UC"):
        return SOUND
    return (Breach((node.node_id,), {"node": label(node)}),)


def sys_satisfy_nfr(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """Every SYS satisfies at least one REQ that is not functional."""
    if any(kind_of(requirement) != "functional" for requirement in graph.targets(node.node_id, "satisfy", "REQ")):
        return SOUND
    return (Breach((node.node_id,), {"node": label(node)}),)


def kind_of(requirement: Node) -> str:
    """Functional, quality or constraint; functional when nothing is said (K-23)."""
    kind = requirement.attributes.get("kind")
    return kind if isinstance(kind, str) and kind else "functional"


_SATISFY: Final = frozenset({"satisfy"})

RULES: Final = (
    NodeRule("function_requirements", function_requirements, of=("FUNC",), edges=_SATISFY),
    NodeRule(
        "requirements_verification",
        requirements_verification,
        of=("REQ",),
        fields=frozenset({"normative"}),
        edges=frozenset({"verify"}),
    ),
    NodeRule("uc_satisfy_req", uc_satisfy_req, of=("REQ",), fields=frozenset({"kind", "normative"}), edges=_SATISFY),
    NodeRule(
        "sys_satisfy_nfr",
        sys_satisfy_nfr,
        of=("SYS",),
        fields=frozenset({"kind"}),
        edges=_SATISFY,
        near=(NearTrigger("kind", at="REQ", by="satisfy"),),
    ),
)
