"""The rules of plugins: a model is handed to their processes, and what they say becomes findings.

A rule that fails is one finding itself, and goes on being asked; one that does not end, or takes its process with it,
is not asked again before the next start. What they say is never a reason to refuse a change.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from graphwright.contributions.calling import each_answer
from graphwright.contributions.limits import PluginLimits
from graphwright.contributions.tasks import (
    MAX_NOTICES,
    CheckTask,
    ContributionFailure,
    ContributionName,
    ModelContent,
    NoticeLine,
    PluginAnswer,
    PluginTask,
    RuleContribution,
    RuleNotices,
    content_of,
)
from graphwright.graph.document import Graph
from graphwright.protocol.ids import FindingId
from graphwright.protocol.operations import Finding
from graphwright.protocol.texts import Phrases, Values


class PluginRule(Struct, frozen=True):
    """A rule that is loaded."""

    plugin: str
    version: str
    name: str
    rule: RuleContribution

    @property
    def rule_id(self) -> str:
        """As findings name it; no rule of our own has a colon in its id."""
        return f"{self.plugin}:{self.name}"


class PluginRules:
    """All rules of all plugins."""

    def __init__(self, rules: Iterable[PluginRule], limits: PluginLimits) -> None:
        self._rules = [*rules]
        self._limits = limits
        self._made: WeakKeyDictionary[Graph, tuple[int, list[Finding]]] = WeakKeyDictionary()
        self._endless: dict[str, str] = {}
        """Why a rule is not asked again."""

    async def findings(self, graph: Graph) -> list[Finding]:
        """What the rules of plugins find in a model, as it is when they are asked."""
        fitting = [each for each in self._rules if set(each.rule.node_types) <= graph.ontology.node_types.keys()]
        if not fitting:
            return []
        made = self._made.get(graph)
        if made is not None and made[0] == graph.revision:
            return made[1]
        content = content_of(graph)
        plugins = dict.fromkeys(each.plugin for each in fitting)
        found = await asyncio.gather(
            *(self._of_plugin([each for each in fitting if each.plugin == name], content) for name in plugins)
        )
        findings = [
            finding for some in found for finding in some if all(each in graph.nodes for each in finding.node_ids)
        ]
        self._made[graph] = (content.revision, findings)
        return findings

    async def _of_plugin(self, rules: Sequence[PluginRule], content: ModelContent) -> list[Finding]:
        asked = [each for each in rules if each.rule_id not in self._endless]
        findings = [_failed(each, self._endless[each.rule_id]) for each in rules if each.rule_id in self._endless]
        task = PluginTask(
            rules[0].plugin,
            [ContributionName("rule", each.name) for each in asked],
            CheckTask(content),
            self._limits.seconds,
            self._limits.memory,
        )
        answers = await each_answer(task, self._limits.places)
        for rule, answer in zip(asked, answers, strict=True):
            if isinstance(answer, ContributionFailure) and answer.is_end:
                self._endless[rule.rule_id] = answer.why
            findings += _findings(rule, answer)
        return findings


def _findings(rule: PluginRule, answer: PluginAnswer) -> Iterator[Finding]:
    match answer:
        case RuleNotices(notices, is_cut):
            yield from (_finding(rule, notice) for notice in notices)
            if is_cut:
                yield _own(rule, "cut", {"count": MAX_NOTICES})
        case ContributionFailure(why):
            yield _failed(rule, why)
        case _:
            yield _failed(rule, f"it answered with a {type(answer).__name__}")


def _finding(rule: PluginRule, notice: NoticeLine) -> Finding:
    texts: Values = {"said": Phrases(texts=notice.said), "advice": Phrases(texts=notice.advice)}
    found = _of_rule(rule, "broken", texts, (*sorted(notice.nodes), notice.said["en"]))
    return replace(found, node_ids=notice.nodes, severity=notice.severity or rule.rule.severity)


def _failed(rule: PluginRule, why: str) -> Finding:
    """It did not do its work: one finding, whatever it failed at."""
    return _own(rule, "failed", {"why": why})


def _own(rule: PluginRule, case: str, values: Values) -> Finding:
    return _of_rule(rule, case, {"rule": rule.name, "plugin": f"{rule.plugin} {rule.version}", **values}, (case,))


def _of_rule(rule: PluginRule, case: str, values: Values, identity: Sequence[str]) -> Finding:
    text = "\0".join((rule.rule_id, *identity))
    return Finding(
        finding_id=FindingId(hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=8).hexdigest()),
        rule_id=rule.rule_id,
        phase=rule.rule.phase,
        severity="warning",
        reach="graph",
        node_ids=[],
        edge_ids=[],
        case=case,
        values=values,
    )
