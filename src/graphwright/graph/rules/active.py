"""The rules that a profile runs, with its settings, and how what they find becomes findings."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from graphwright.graph.rules import RULES, reach_of
from graphwright.graph.rules.base import ANY, Breach, EdgeRule, GraphRule, NodeRule, Options, PairRule, Rule
from graphwright.protocol.ids import FindingId
from graphwright.protocol.operations import Finding

if TYPE_CHECKING:
    from graphwright.graph.ontology import Ontology
    from graphwright.graph.profile import RuleSetting
    from graphwright.graph.touched import FiredTriggers

R_co = TypeVar("R_co", bound=Rule, covariant=True)

_MAX_CALLS: Final = 2_000
"""Kinds of happening that are remembered; attributes have any names."""


class ActiveRule(NamedTuple, Generic[R_co]):
    """A rule with what the profile says of it."""

    rule: R_co
    setting: RuleSetting
    options: Options


class ActiveRules:
    """The rules of a profile, by kind, in the profile's order."""

    def __init__(self) -> None:
        self.nodes: list[ActiveRule[NodeRule]] = []
        self.edges: list[ActiveRule[EdgeRule]] = []
        self.pairs: list[ActiveRule[PairRule]] = []
        self.graph: list[ActiveRule[GraphRule]] = []
        self._calls: dict[tuple[str, FiredTriggers], list[int]] = {}

    @cached_property
    def further(self) -> list[int]:
        """The node rules, by their numbers, that a trigger may call for at other nodes, too."""
        return [number for number, each in enumerate(self.nodes) if each.rule.namesakes or each.rule.near]

    def called_for(self, node_type: str, fired: FiredTriggers) -> list[int]:
        """The node rules, by their numbers, that must look at a node again: the same few for most of a change set."""
        known = self._calls.get((node_type, fired))
        if known is None:
            if len(self._calls) >= _MAX_CALLS:
                self._calls.clear()
            known = self._calls[node_type, fired] = [
                number
                for number, each in enumerate(self.nodes)
                if (not each.rule.of or node_type in each.rule.of) and is_called(each.rule, fired)
            ]
        return known


def is_called(rule: NodeRule, fired: FiredTriggers) -> bool:
    """Whether one of a rule's triggers is among what happened to a node."""
    return fired.is_whole or any(
        happened and (ANY in triggers or not triggers.isdisjoint(happened))
        for happened, triggers in ((fired.fields, rule.fields), (fired.relations, rule.edges))
    )


# An ontology is compared by identity and lives as long as the process; only tests make more than a few.
@lru_cache(maxsize=64)
def active_rules(ontology: Ontology) -> ActiveRules:
    """The rules of a profile; a rule it does not name never runs."""
    active = ActiveRules()
    for setting in ontology.rules.values():
        rule = RULES[setting.id]
        options = Options({**rule.options, **setting.options})
        match rule:
            case NodeRule():
                active.nodes.append(ActiveRule(rule, setting, options))
            case EdgeRule():
                active.edges.append(ActiveRule(rule, setting, options))
            case PairRule():
                active.pairs.append(ActiveRule(rule, setting, options))
            case GraphRule():
                active.graph.append(ActiveRule(rule, setting, options))
    return active


def collect(findings: dict[FindingId, Finding], active: ActiveRule[Rule], breaches: Iterable[Breach]) -> None:
    """Add what a rule found; what is there already stays."""
    for breach in breaches:
        found = finding(active, breach)
        findings.setdefault(found.finding_id, found)


def finding(active: ActiveRule[Rule], breach: Breach) -> Finding:
    """A breach with its identity and its weight."""
    rule, setting, _ = active
    return Finding(
        finding_id=_identity(rule.id, breach),
        rule_id=rule.id,
        phase=setting.phase,
        severity=breach.severity or setting.severity,
        reach=reach_of(rule),
        node_ids=list(breach.nodes),
        edge_ids=list(breach.edges),
        case=breach.case,
        values=dict(breach.values),
        repair=list(breach.repair),
    )


def _identity(rule_id: str, breach: Breach) -> FindingId:
    """Rule and subjects, in any order (ADR-07). Two of 6 million findings share 64 bits once in a million times."""
    subjects = breach.identity if breach.identity is not None else (*breach.nodes, *breach.edges)
    text = "\0".join((rule_id, *sorted(subjects)))
    return FindingId(hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=8).hexdigest())
