"""The rules that a profile runs, with its settings, and how what they find becomes findings."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from graphwright.graph.rules import RULES, reach_of
from graphwright.graph.rules.base import (
    ANY,
    Breach,
    EdgeRule,
    GraphRule,
    NearTrigger,
    NodeRule,
    Options,
    PairRule,
    Rule,
)
from graphwright.protocol.ids import EdgeId, FindingId
from graphwright.protocol.operations import Finding, FindingsDelta, Operation, Reach

if TYPE_CHECKING:
    from graphwright.graph.ontology import Ontology
    from graphwright.graph.profile import RuleSetting
    from graphwright.graph.touched import FiredTriggers

R_co = TypeVar("R_co", bound=Rule, covariant=True)

_KINDS: Final = (NodeRule, EdgeRule, PairRule, GraphRule)
# Of the findings that are kept most name no edge and bring no repair; a list of its own would take 56 bytes of each.
_NO_EDGES: Final[list[EdgeId]] = []
_NO_REPAIR: Final[list[Operation]] = []
_MAX_CALLS: Final = 2_000
"""Kinds of happening that are remembered; attributes have any names."""


@dataclass(frozen=True, slots=True, eq=False)
class ActiveRule(Generic[R_co]):
    """A rule with what the profile says of it; there is one of each, so it is the same only as itself."""

    rule: R_co
    setting: RuleSetting
    options: Options
    place: int
    """Among the rules of the profile: kind by kind, then in its order."""
    reach: Reach
    types: frozenset[str] | None
    """Of nodes at which it may find something; `None` for all."""

    def judges(self, node_type: str) -> bool:
        """Whether it has something to say of nodes of this type."""
        return self.types is None or node_type in self.types


class CalledRules(NamedTuple):
    """The node rules that must look again because of what happened to a node."""

    here: list[ActiveRule[NodeRule]]
    """At the node itself."""
    at_namesakes: list[ActiveRule[NodeRule]]
    """Those of them that look at its namesakes, too."""
    further: list[tuple[str, list[ActiveRule[NodeRule]]]]
    """One hop on: along which relation, and which rules."""


class ActiveRules:
    """The rules of a profile, by kind, in the profile's order."""

    def __init__(self) -> None:
        self.nodes: list[ActiveRule[NodeRule]] = []
        self.edges: list[ActiveRule[EdgeRule]] = []
        self.pairs: list[ActiveRule[PairRule]] = []
        self.graph: list[ActiveRule[GraphRule]] = []
        self._calls: dict[tuple[str, FiredTriggers | None], CalledRules] = {}

    @cached_property
    def alone(self) -> list[ActiveRule[EdgeRule]]:
        """The edge rules that an edge is held against beside which no other says the same."""
        return [each for each in self.edges if not each.rule.among_several]

    @cached_property
    def unplanned(self) -> list[ActiveRule[EdgeRule]]:
        """The edge rules that a plan may break with an edge that it makes."""
        return [each for each in self.edges if not each.rule.planned]

    @cached_property
    def moved(self) -> dict[NearTrigger, list[ActiveRule[NodeRule]]]:
        """The node rules that are called for one hop from all that is below a node which was moved."""
        moved: dict[NearTrigger, list[ActiveRule[NodeRule]]] = {}
        for each in self.nodes:
            for near in each.rule.near:
                if near.moved:
                    moved.setdefault(near, []).append(each)
        return moved

    def called_for(self, node_type: str, fired: FiredTriggers | None) -> CalledRules:
        """Which rules must look again because of what happened to a node; `None`: it came or went.

        One hop from a node that came or went, each node has lost or got the edge between them, and that calls for the
        rule there (`NearTrigger`). The same few for most of a change set.
        """
        known = self._calls.get((node_type, fired))
        if known is None:
            if len(self._calls) >= _MAX_CALLS:
                self._calls.clear()
            here = [each for each in self.nodes if each.judges(node_type) and _is_called(each.rule, fired)]
            further: dict[str, list[ActiveRule[NodeRule]]] = {}
            for each in self.nodes:
                for near in each.rule.near:
                    if near.at == node_type and _fires(near, fired):
                        further.setdefault(near.by, []).append(each)
            at_namesakes = [each for each in here if each.rule.namesakes]
            known = self._calls[node_type, fired] = CalledRules(here, at_namesakes, list(further.items()))
        return known


def _is_called(rule: NodeRule, fired: FiredTriggers | None) -> bool:
    if fired is None or not rule.fields.isdisjoint(fired.fields) or (fired.fields and ANY in rule.fields):
        return True
    return any(
        (relation in rule.edges or ANY in rule.edges) and rule.only_to.get(relation, other) == other
        for relation, other in fired.relations
    )


def _fires(near: NearTrigger, fired: FiredTriggers | None) -> bool:
    if fired is None or near.moved:
        return False
    return near.trigger in fired.fields or any(
        relation == near.trigger and near.to in {None, other} for relation, other in fired.relations
    )


# An ontology is compared by identity and lives as long as the process; only tests make more than a few.
@lru_cache(maxsize=64)
def active_rules(ontology: Ontology) -> ActiveRules:
    """The rules of a profile; a rule it does not name never runs."""
    active = ActiveRules()
    by_kind = sorted(ontology.rules.values(), key=lambda setting: _KINDS.index(type(RULES[setting.id])))
    for place, setting in enumerate(by_kind):
        rule = RULES[setting.id]
        options, reach = Options({**rule.options, **setting.options}), reach_of(rule)
        match rule:
            case NodeRule():
                active.nodes.append(ActiveRule(rule, setting, options, place, reach, _types(rule, ontology)))
            case EdgeRule():
                active.edges.append(ActiveRule(rule, setting, options, place, reach, None))
            case PairRule():
                active.pairs.append(ActiveRule(rule, setting, options, place, reach, None))
            case GraphRule():
                active.graph.append(ActiveRule(rule, setting, options, place, reach, None))
    return active


def _types(rule: NodeRule, ontology: Ontology) -> frozenset[str] | None:
    if rule.concerns is None:
        return frozenset(rule.of) or None
    concerned = {each.name for each in ontology.node_types.values() if rule.concerns(each)}
    return frozenset(concerned.intersection(rule.of) if rule.of else concerned)


class Breaches:
    """What rules found, each once. Findings are made of those that somebody is told: of most changes a few."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[ActiveRule[Rule], Breach]] = {}

    def collect(self, active: ActiveRule[Rule], breaches: Sequence[Breach]) -> None:
        """Add what a rule found; what is there already stays."""
        for breach in breaches:
            self._found.setdefault(_identity(active.rule.id, breach), (active, breach))

    def findings(self) -> list[Finding]:
        """All of them, in the order in which they were found."""
        return [_finding(identity, *found) for identity, found in self._found.items()]

    def since(self, before: Breaches) -> FindingsDelta:
        """What came, rule by rule, and what went; a finding that stayed is neither, however its words changed."""
        came = [(found[0].place, identity) for identity, found in self._found.items() if identity not in before._found]
        came.sort(key=itemgetter(0))
        return FindingsDelta(
            introduced=[_finding(identity, *self._found[identity]) for _, identity in came],
            resolved=sorted(_finding_id(identity) for identity in before._found.keys() - self._found.keys()),
        )


def finding(active: ActiveRule[Rule], breach: Breach) -> Finding:
    """A breach with its identity and its weight."""
    return _finding(_identity(active.rule.id, breach), active, breach)


def _finding(identity: str, active: ActiveRule[Rule], breach: Breach) -> Finding:
    rule, setting = active.rule, active.setting
    return Finding(
        finding_id=_finding_id(identity),
        rule_id=rule.id,
        phase=setting.phase,
        severity=breach.severity or setting.severity,
        reach=active.reach,
        node_ids=list(breach.nodes),
        edge_ids=list(breach.edges) if breach.edges else _NO_EDGES,
        case=breach.case,
        values=breach.values,
        repair=_NO_REPAIR if breach.repair is None else list(breach.repair()),
    )


def _identity(rule_id: str, breach: Breach) -> str:
    """Rule and subjects, in any order (ADR-07)."""
    subjects = breach.identity if breach.identity is not None else (*breach.nodes, *breach.edges)
    return "\0".join((rule_id, *sorted(subjects)))


def _finding_id(identity: str) -> FindingId:
    """Two of 6 million findings share 64 bits once in a million times."""
    return FindingId(hashlib.blake2b(identity.encode(errors="surrogatepass"), digest_size=8).hexdigest())
