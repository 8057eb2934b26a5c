"""The rules a graph is held against, one function each; which of them run, and how much they matter, a profile says.

A rule is registered by standing in its module's `RULES`. One that no profile names never runs; one that a profile names
and nobody wrote fails when the profile is loaded (ADR-17).
"""

from __future__ import annotations

from itertools import chain
from typing import Final, NamedTuple, NoReturn

from graphwright.errors import InvalidCommand
from graphwright.graph.profile import MEASURED, OptionValue, Profile
from graphwright.graph.rules import elements, flows, requirements, schemas, similar, structure, whole, workflows
from graphwright.graph.rules.base import ANY, EdgeRule, GraphRule, NodeRule, PairRule, Rule
from graphwright.graph.similarity import MIN_SCORE
from graphwright.protocol.operations import Reach

_MODULES: Final = (elements, requirements, structure, flows, schemas, similar, whole, workflows)

RULES: Final[dict[str, Rule]] = {rule.id: rule for rule in chain.from_iterable(module.RULES for module in _MODULES)}
"""Every rule there is, by id."""


def reach_of(rule: Rule) -> Reach:
    """How far a rule looks, which decides when it runs (ADR-07)."""
    match rule:
        case NodeRule() | EdgeRule():
            return "local"
        case PairRule():
            return "pairwise"
        case GraphRule():
            return "graph"


def check_settings(profile: Profile, *, source: str) -> None:
    """Refuse a profile that asks for a rule nobody wrote, an option it does not have, or types the profile lacks.

    Raises `InvalidCommand` that names file, path and fix.
    """
    types = {node_type.name for node_type in profile.node_types}
    relations = {relation.name for relation in profile.relations}
    for index, setting in enumerate(profile.rules):
        at = _At(source, f"$.rules[{index}]")
        rule = RULES.get(setting.id)
        if rule is None:
            at.refuse(".id", f"no rule is called {setting.id!r}", _instead(setting.id))
        for word in sorted({*rule.of, *rule.needs} - types | {*rule.edges} - relations - {ANY}):
            fix = f"give it a {word}, or take the rule out"
            at.refuse(".id", f"rule {rule.id!r} is about {word!r}, which this profile lacks", fix)
        for name, value in setting.options.items():
            _check_option(at, rule, name, value)
    for index, gate in enumerate(profile.gates):
        at = _At(source, f"$.gates[{index}]")
        for measure in gate.thresholds:
            measured = MEASURED.get(measure)
            if measured is not None and measured not in types:
                what = f"gate {gate.name!r} measures {measured!r}, which this profile lacks"
                at.refuse(f".thresholds.{measure}", what, f"give it a {measured}, or take the threshold out")


class _At(NamedTuple):
    """A place in a profile file."""

    source: str
    path: str

    def refuse(self, below: str, what: str, fix: str) -> NoReturn:
        path = self.path + below
        raise InvalidCommand(f"{self.source}: {path}: {what}; {fix}.", file=self.source, path=path)


def _check_option(at: _At, rule: Rule, name: str, value: OptionValue) -> None:
    path = f".options.{name}"
    if name not in rule.options:
        has = f"it has {', '.join(rule.options)}" if rule.options else "it has none; take it out"
        at.refuse(path, f"rule {rule.id!r} has no such option", has)
    is_number = isinstance(rule.options[name], int | float)
    if is_number != isinstance(value, int | float):
        at.refuse(path, f"{value!r} is no value of it", "write a number" if is_number else "write a list of words")
    if isinstance(rule, PairRule) and isinstance(value, int | float) and value < MIN_SCORE:
        at.refuse(path, f"{value!r} is too low", f"similar nodes are looked for from {MIN_SCORE:.2f} on; use more")


def _instead(rule_id: str) -> str:
    """What to write instead of a rule that is not there."""
    for rule in RULES.values():
        if rule_id in rule.covers:
            return f"{rule.id!r} covers it: name that one"
    return f"take it out, or use one of {', '.join(sorted(RULES))}"
