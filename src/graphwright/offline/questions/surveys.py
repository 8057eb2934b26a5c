"""Answers about the model as a whole: what a word of the ontology means, what is missing, how far it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from graphwright.graph.main_parts import MainPart, main_parts
from graphwright.graph.query import histogram, roots
from graphwright.offline.meaning.deed_nouns import deeds_by_noun
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.questions.links import belonging
from graphwright.offline.questions.telling import AnswerContext, QuestionAnswer, form, labelled, one_line
from graphwright.pauses import paced
from graphwright.protocol.graph import Node
from graphwright.protocol.operations import Finding
from graphwright.text.messages import message_of, quoted, term, title_of

_TOLD: Final = 10
"""Findings told one by one; the rest is for the list of findings."""
_PAIRS: Final = 6
"""Pairs of types that one relation is explained by."""
_COVERED: Final = (("FUNC", "MOD"), ("FUNC", "REQ"), ("REQ", "FUNC"), ("REQ", "TEST"), ("UC", "ACTOR"))
"""What reviewers count: which type should have which."""
_SEVERITY: Final = {"error": 0, "warning": 1, "info": 2}


def defined(telling: AnswerContext) -> QuestionAnswer:
    """What node types mean, from the ontology."""
    say, language, lines = telling.say, telling.language, list[str]()
    for name in telling.query.types:
        known = telling.graph.ontology.node_types[name]
        title, meaning = (str(getattr(each, language)) for each in (known.title, known.meaning))
        lines.append(say.defined.format(title=title, type=name, meaning=meaning))
    return QuestionAnswer("\n".join(lines), [], telling.query)


def methodical(telling: AnswerContext) -> QuestionAnswer:
    """What node types mean, how they are joined among each other and with what, and a sentence that makes one."""
    say, language, ontology = telling.say, telling.language, telling.graph.ontology
    types = telling.query.types
    lines = [defined(telling).text]
    for relation in ontology.relations.values():
        ends = [pair for pair in relation.pairs if set(pair) <= set(types)] if len(types) > 1 else []
        ends = ends or [pair for pair in relation.pairs if set(pair) & set(types)]
        meaning, title = (str(getattr(each, language)) for each in (relation.meaning, relation.title))
        told = ", ".join(f"{_title(telling, one)} {title} {_title(telling, other)}" for one, other in ends[:_PAIRS])
        lines += [say.joins.format(relation=relation.name, ends=told, meaning=meaning)] if ends else []
    examples = [quoted(say.samples[each], language) for each in types if each in say.samples]
    lines += [say.sample.format(sentences=", ".join(examples))] if examples else []
    return QuestionAnswer("\n".join(lines), [], telling.query)


def _title(telling: AnswerContext, node_type: str) -> str:
    return str(getattr(telling.graph.ontology.node_types[node_type].title, telling.language))


def missing(telling: AnswerContext, findings_of: Callable[[], Sequence[Finding]]) -> QuestionAnswer:
    """What the rules find, about everything or about what is named; the most severe first."""
    language, nodes = telling.language, telling.graph.nodes
    named = {node.node_id for node in telling.anchors}
    found = [each for each in findings_of() if not named or named.intersection(each.node_ids)]
    if rules := telling.query.rules:
        found = [each for each in found if each.rule_id in rules and _is_about(each, telling)]
    if not found and rules:
        none = telling.say.found_none.format(name=quoted(one_line(telling.query.term), telling.language))
        return QuestionAnswer(none, telling.anchors, telling.query)
    if not found:
        return QuestionAnswer(telling.say.missing_nothing, telling.anchors, telling.query)
    grouped: dict[str, list[Finding]] = {}
    for each in sorted(found, key=lambda each: (_SEVERITY[each.severity], each.rule_id)):
        grouped.setdefault(each.rule_id, []).append(each)
    lines = [form(telling.say.findings, len(found)).format(count=len(found))]
    cited: dict[str, Node] = {}
    for rule_id, several in list(grouped.items())[:_TOLD]:
        at = list({each: nodes[each] for one in several for each in one.node_ids if each in nodes}.values())
        severity, title = term(f"terms.{several[0].severity}", {}, language), title_of(rule_id, language)
        # No brackets: what stands in them would be read as citations.
        names = _shortened(at, telling)
        if len(several) == 1:
            message = one_line(message_of(several[0], language))
            for node in at:
                message = message.replace(f"'{node.name}'", labelled(node))
            others = _shortened([node for node in at if node.semantic_id not in message], telling)
            head = f"- {severity}, {title}"
            lines.append(
                telling.say.about_descr.format(head=head, descr=f"{message} ({others})" if others else message)
            )
        else:
            lines.append(telling.say.broken.format(severity=severity, rule=title, count=len(several), names=names))
        cited.update((str(node.node_id), node) for node in at[:_TOLD])
    if len(grouped) > _TOLD:
        lines.append(f"- {telling.say.more.format(count=len(grouped) - _TOLD)}")
    return QuestionAnswer("\n".join(lines), list(cited.values()), telling.query)


def _shortened(nodes: Sequence[Node], telling: AnswerContext) -> str:
    """The first few of some elements, and how many more there are."""
    rest = len(nodes) - _TOLD
    names = telling.named(nodes[:_TOLD])
    return f"{names} {telling.say.more.format(count=rest)}" if rest > 0 else names


def _is_about(finding: Finding, telling: AnswerContext) -> bool:
    """Is a finding about elements of the types that are asked for?"""
    types, nodes = telling.query.types, telling.graph.nodes
    return not types or any(each in nodes and nodes[each].node_type in types for each in finding.node_ids)


def unjudged(telling: AnswerContext) -> QuestionAnswer:
    """That a word is nobody's name, and what it means for the model is nothing that rules can tell."""
    text = telling.say.unjudged.format(name=quoted(one_line(telling.query.term), telling.language))
    return QuestionAnswer(text, [], telling.query)


def surveyed(telling: AnswerContext) -> QuestionAnswer:
    """How much there is, and how much of it has what reviewers look for."""
    graph, say = telling.graph, telling.say
    counts = [f"{count} {telling.type_of([each], count)}" for each, count in histogram(graph).items()]
    if not counts:
        return QuestionAnswer(say.empty, [], telling.query)
    lines = [say.status.format(counts=", ".join(counts))]
    if telling.query.form == "count":
        is_edges = telling.query.attribute == "edges"
        total = len(graph.edges) if is_edges else len(graph.nodes)
        word = say.edge if is_edges else say.element
        lines.insert(0, say.counted.format(count=total, type=form(word, total)))
    all_tops = roots(graph)
    tops = all_tops[:_TOLD]
    if telling.query.kind == "overview":
        parts = main_parts(graph).parts
        lines += (
            [f"{_shortened(all_tops, telling)}."] if tops and not (parts and telling.query.attribute == "parts") else []
        )
        lines += [say.main_parts, *(_part(telling, each) for each in parts)] if parts else []
        heads = (each.head for each in parts if each.head is not None)
        tops = list({node.node_id: node for node in (*tops, *heads)}.values())
    if telling.query.kind == "status":
        for node_type, other in _COVERED:
            count = graph.count(node_type)
            if count and other in graph.ontology.node_types:
                part = sum(bool(belonging(graph, node, other)) for node in paced(graph.of_type(node_type)))
                word, wanted = telling.type_of([node_type], 2), telling.type_of([other], 1)
                lines.append(say.coverage.format(part=part, all=count, type=word, other=wanted))
    return QuestionAnswer("\n".join(lines), tops, telling.query)


def _part(telling: AnswerContext, part: MainPart) -> str:
    holds = ", ".join(f"{count} {telling.type_of([node_type], count)}" for node_type, count in part.holds.items())
    central = ", ".join(one_line(node.name) for node in part.central)
    name = one_line(part.name) if part.head is None else telling.named([part.head])
    return telling.say.main_part.format(name=name, holds=holds, central=central)


def elsewhere(telling: AnswerContext) -> QuestionAnswer:
    """Who changed something stands in the journal, which a tool reads."""
    return QuestionAnswer(telling.say.history.format(anchor=telling.anchor), telling.anchors, telling.query)


def unnamed(telling: AnswerContext, names: NodeIndex) -> QuestionAnswer:
    """A name that no node has, with those that are near."""
    say, query = telling.say, telling.query
    parts = [say.no] if query.form == "whether" else []
    parts.append(say.unnamed.format(name=quoted(one_line(query.term), telling.language)))
    if near := names.near(query.term):
        parts.append(say.near.format(names=", ".join(map(one_line, near))))
    done = {node.node_id: node for word in query.words for node in deeds_by_noun(word, query.language, names)}
    alike = list(done.values())[:_PAIRS]
    parts += [say.alike.format(names=telling.named(alike))] if alike else []
    return QuestionAnswer(" ".join(parts), alike, query)
