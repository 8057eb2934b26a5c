"""How good a model is, in numbers: scores of requirements and use cases, distinctness, ontology score, reward.

A score is a share between 0 and 1 with the reasons for what is missing. Rules judge whether something is there; scores
judge how well it is written (INCOSE GtWR v4 names for requirements). Texts are looked at in German, English and French.
A profile without requirements, use cases or functions has no measure of them, which is something else than a bad one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from graphwright.graph.profile import MEASURED
from graphwright.graph.rules import RULES
from graphwright.graph.rules.base import EdgeRule, PairRule
from graphwright.graph.statement import statement_of
from graphwright.graph.words import weasel_words
from graphwright.text.recognition import Recogniser, listed
from graphwright.text.words import plain_words

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.graph.profile import Measure
    from graphwright.protocol.graph import Node
    from graphwright.protocol.operations import Finding

ENOUGH: Final = 0.70
"""From here on a model counts as good."""

BINDING: Final = Recogniser(r"\b(?:<requirements.binding>)\b")
"""The binding word of a requirement: shall, soll, muss, doit and their forms."""
_SUBJECT_PLACE: Final = 6
"""Among so many first words the one who shall do it is named: `When it rains, the system shall ...`."""
CRITERION: Final = Recogniser(r"\d|[<>≤≥%]|\b(?:<requirements.criterion>)\b")
"""Something that can be measured or decided: a number, a comparison, or a condition."""
_TWICE: Final = "no_duplicate_nodes"
_SHORTEST_SENTENCE: Final = 5
"""Words: system, shall, verb, object, criterion."""


class Score(NamedTuple):
    """A share between 0 and 1, and what keeps it from 1."""

    value: float
    missing: list[str]


class Quality(NamedTuple):
    """The measures of a whole model, each between 0 and 1; `None` where there is nothing to judge.

    That is where its profile lacks what is measured, and where it holds no function to tell apart or no relation yet.
    """

    requirements: float | None
    use_cases: float | None
    ontology: float | None
    distinctness: float | None
    total: float
    """The reward: .40 ontology, .25 requirements, .15 use cases, .20 distinctness; scaled to 1 where one is lacking."""

    @property
    def measures(self) -> Mapping[Measure, float | None]:
        """The measures by the names that gates ask for them."""
        return {
            "requirements": self.requirements,
            "useCases": self.use_cases,
            "ontology": self.ontology,
            "distinctness": self.distinctness,
            "total": self.total,
        }


class RuleKept(NamedTuple):
    """How many elements a rule is about, and how many of them break it."""

    rule_id: str
    subjects: int
    broken: int

    @property
    def share(self) -> float:
        """The share of its subjects that keep it; all of none."""
        return max(0.0, 1 - self.broken / self.subjects) if self.subjects else 1.0


def requirement_score(graph: Graph, requirement: Node) -> Score:
    """How well a requirement is written and connected."""
    text = statement_of(requirement)
    binding = sum(1 for _ in BINDING.finditer(text))
    said = plain_words(text)
    weasel = sorted({word for word in said if word in weasel_words()})
    conforms = (
        binding > 0
        and len(said) >= _SHORTEST_SENTENCE
        and not listed("lists", "subject").isdisjoint(said[:_SUBJECT_PLACE])
    )
    asked = any(graph.sources(requirement.node_id, "satisfy")) or any(graph.targets(requirement.node_id, "satisfy"))
    tested = any(graph.targets(requirement.node_id, "verify", "TEST"))
    return _score(
        (0.25, tested or bool(CRITERION.search(text)), "verifiable: name a test, a number or a condition"),
        (0.20, asked, "necessary: connect who needs it"),
        (0.15, binding == 1, f"singular: one shall, not {binding}"),
        (0.15, bool(said) and not weasel, f"unambiguous: {', '.join(weasel) or 'say it'}"),
        (0.15, conforms and bool(CRITERION.search(text)), "conforming: system, shall, verb, object, criterion"),
        (0.10, bool(requirement.attributes.get("rationale")), "complete: give a rationale"),
    )


def use_case_score(graph: Graph, use_case: Node) -> Score:
    """How well a use case is described and connected."""
    chains = list(graph.targets(use_case.node_id, "compose", "FCHAIN"))
    has_actor = any(any(graph.targets(chain.node_id, "compose", "ACTOR")) for chain in chains)
    has_scenario = any(any(graph.targets(chain.node_id, "compose", "FUNC")) for chain in chains)
    return _score(
        (0.25, any(graph.targets(use_case.node_id, "satisfy", "REQ")), "requirements: connect what it asks for"),
        (0.25, has_actor, "actor: put one into its function chain"),
        (0.20, has_scenario or any(graph.targets(use_case.node_id, "compose", "UC")), "scenario: give it a chain"),
        (0.15, bool(use_case.attributes.get("goal")), "goal"),
        (0.10, bool(use_case.attributes.get("postcondition")), "postcondition"),
        (0.05, bool(use_case.attributes.get("precondition")), "precondition"),
    )


def _score(*parts: tuple[float, bool, str]) -> Score:
    return Score(
        round(sum(weight for weight, is_there, _ in parts if is_there), 4),
        [reason for _, is_there, reason in parts if not is_there],
    )


def quality(graph: Graph, findings: Iterable[Finding], *, phase: int) -> Quality:
    """The measures of a model in a phase, from all its findings; rules of later phases do not count (K-13)."""
    current = [finding for finding in findings if finding.phase <= phase]
    requirements = _mean_of(graph, MEASURED["requirements"], requirement_score)
    use_cases = _mean_of(graph, MEASURED["useCases"], use_case_score)
    ontology = ontology_score(graph, current, phase=phase)
    distinct = distinctness(graph, current)
    total = _weighted((0.40, ontology), (0.25, requirements), (0.15, use_cases), (0.20, distinct))
    return Quality(requirements, use_cases, ontology, distinct, total)


def ontology_score(graph: Graph, findings: Iterable[Finding], *, phase: int) -> float | None:
    """The weighted share of subjects that keep each rule, remarks aside; 0 as soon as a hard rule is broken.

    A rule without subjects counts for nothing, and elements without relations have no structure to judge.
    """
    told = [finding for finding in findings if finding.severity != "info"]
    rules = graph.ontology.rules
    if any(rules[finding.rule_id].hard for finding in told if finding.rule_id in rules):
        return 0.0
    if not graph.edges:
        return None
    kept = [each for each in rules_kept(graph, told, phase=phase) if each.subjects]
    total = sum(rules[each.rule_id].weight for each in kept)
    return _floored(sum(rules[each.rule_id].weight * each.share for each in kept) / total) if total else None


def rules_kept(graph: Graph, findings: Iterable[Finding], *, phase: int) -> list[RuleKept]:
    """How far the model keeps each weighted rule of a phase and the ones before it, remarks aside; in their order."""
    broken: dict[str, set[str]] = {}
    for finding in findings:
        if finding.severity != "info":
            broken.setdefault(finding.rule_id, set()).update(finding.node_ids[:1] or [""])
    return [
        RuleKept(setting.id, subjects_of(graph, setting.id), len(broken.get(setting.id, ())))
        for setting in graph.ontology.rules.values()
        if setting.weight and setting.phase <= phase
    ]


def subjects_of(graph: Graph, rule_id: str) -> int:
    """How many elements a rule is about."""
    rule = RULES[rule_id]
    if rule_id == "allocation_cohesion":
        return 1  # it judges the model, not a node
    if isinstance(rule, EdgeRule):
        return len(graph.edges)
    if rule.of:
        return sum(graph.count(node_type) for node_type in rule.of)
    return len(graph.nodes)


def distinctness(graph: Graph, findings: Iterable[Finding]) -> float | None:
    """The lesser of two shares: of function pairs that are not alike, and of elements that do not stand there twice."""
    if MEASURED["distinctness"] not in graph.ontology.node_types:
        return None
    told = list(findings)
    twice = {node_id for each in told if each.rule_id == _TWICE for node_id in each.node_ids[:1]}
    shares = [1 - len(twice) / len(graph.nodes)] if twice else []
    if count := graph.count("FUNC"):
        alike = sum(1 for finding in told if _is_function_pair(finding))
        shares.append(1 - min(1.0, alike / (count * (count - 1) / 2)) if count > 1 else 1.0)
    return _floored(min(shares)) if shares else None


def _floored(share: float) -> float:
    """To four digits, and 1 only where nothing is missing."""
    return math.floor(round(share * 10_000, 6)) / 10_000


def _is_function_pair(finding: Finding) -> bool:
    rule = RULES.get(finding.rule_id)
    return isinstance(rule, PairRule) and rule.of == ("FUNC",)


def _mean_of(graph: Graph, node_type: str, score: Callable[[Graph, Node], Score]) -> float | None:
    """The mean score of a type; 0 of no nodes, because what is not written is not good."""
    if node_type not in graph.ontology.node_types:
        return None
    values = [score(graph, node).value for node in graph.of_type(node_type)]
    return _floored(sum(values) / len(values)) if values else 0.0


def _weighted(*parts: tuple[float, float | None]) -> float:
    """The weighted mean of what there is; 0 of nothing."""
    known = [(weight, value) for weight, value in parts if value is not None]
    if not known:
        return 0.0
    return _floored(sum(weight * value for weight, value in known) / sum(weight for weight, _ in known))
