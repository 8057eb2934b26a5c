"""Rules about decomposition and allocation: how many parts, who contains what, which module carries which function."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from graphwright.graph.rules.base import SOUND, Breach, NearTrigger, NodeRule, Options, label
from graphwright.graph.rules.repairs import allocate_to
from graphwright.protocol.texts import Term, Values

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.protocol.graph import Node

# Which parts are counted together: functions of a system beside its modules are two views of it, not one list.
_COUNTED: Final = {
    "SYS": (("compose", "FUNC"), ("compose", "MOD")),
    "FUNC": (("compose", "FUNC"),),
    "MOD": (("compose", "MOD"), ("allocate", "FUNC")),
    "UC": (("compose", "UC"),),
}


def millers_law(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """A node has 5 to 9 parts of a kind: more than a person holds in mind is a warning, few are a remark at the top."""
    found: list[Breach] = []
    most, few = options.number("most"), options.number("few")
    for relation, part in _COUNTED[node.node_type]:
        count = graph.count_targets(node.node_id, relation, part)
        identity = (node.node_id, relation, part)
        if count > most:
            told: Values = {"node": label(node), "count": count, "part": part, "most": most}
            case = "carriesMany" if relation == "allocate" else "many"
            found.append(Breach((node.node_id,), told, case, identity=identity))
        elif 0 < count < few and node.node_type == "SYS":
            told = {"node": label(node), "count": count, "part": part, "few": few}
            found.append(Breach((node.node_id,), told, "few", severity="info", identity=identity))
    return found


def nested_system(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """A SYS inside a SYS is an external or purchased system."""
    parent = graph.parent(node.node_id)
    if parent is None or parent.node_type != "SYS":
        return SOUND
    return (Breach((node.node_id,), {"node": label(node), "parent": label(parent)}),)


def leaf_usecase_actor(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """A UC without child UC has an FCHAIN that contains an ACTOR."""
    if graph.leads_to(node.node_id, "compose", "UC"):
        return SOUND
    chains = graph.targets(node.node_id, "compose", "FCHAIN")
    if any(graph.leads_to(chain.node_id, "compose", "ACTOR") for chain in chains):
        return SOUND
    return (Breach((node.node_id,), {"node": label(node)}),)


def function_allocation(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """Every FUNC is allocated to exactly one MOD."""
    modules = list(graph.sources(node.node_id, "allocate", "MOD"))
    if len(modules) == 1:
        return SOUND
    if modules:
        names: list[str | Term] = [module.semantic_id for module in modules[:9]]
        told: Values = {"node": label(node), "count": len(modules), "modules": names}
        return (Breach((node.node_id,), told, "several"),)
    only = next(graph.of_type("MOD")) if graph.count("MOD") == 1 else None
    repair = None if only is None else partial(allocate_to, only, node)
    return (Breach((node.node_id,), {"node": label(node)}, "none", repair=repair),)


def no_orphan_mod(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """Every MOD is part of something or carries a function."""
    if graph.leads_to(node.node_id, "allocate", "FUNC") or graph.parent(node.node_id) is not None:
        return SOUND
    return (Breach((node.node_id,), {"node": label(node)}),)


_COMPOSE: Final = frozenset({"compose"})
_ALLOCATE: Final = frozenset({"allocate"})

RULES: Final = (
    NodeRule(
        "millers_law",
        millers_law,
        of=("SYS", "UC", "FUNC", "MOD"),
        edges=_COMPOSE | _ALLOCATE,
        options={"most": 9, "few": 5},
    ),
    NodeRule("nested_system", nested_system, of=("SYS",), edges=_COMPOSE),
    NodeRule(
        "leaf_usecase_actor",
        leaf_usecase_actor,
        of=("UC",),
        edges=_COMPOSE,
        near=(NearTrigger("compose", at="FCHAIN", by="compose", to="ACTOR"),),
    ),
    NodeRule("function_allocation", function_allocation, of=("FUNC",), edges=_ALLOCATE),
    NodeRule("no_orphan_mod", no_orphan_mod, of=("MOD",), edges=_COMPOSE | _ALLOCATE),
)
