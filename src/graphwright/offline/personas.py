"""The offline assistant in a discussion: three voices that argue from what the rules find, by fixed rules (ADR-16).

The first persona says what the model holds for what is wanted, those between what it holds against it, with the
repairs that the rules know; the last weighs both and names what is open. Later rounds take up what the rules find.
Everything is computed from the model and documents as they are; the first turn says that no language model speaks. The
same model, documents and topic give the same words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from graphwright.context.dialogue import CLAIMS, TOPIC, PersonaRequest, blocks_of
from graphwright.formats.diff_text import write_diff
from graphwright.graph.document import Graph
from graphwright.graph.query import neighbourhood
from graphwright.graph.statement import statement_of
from graphwright.languages import Language, supported
from graphwright.llm.base import ModelRequest
from graphwright.offline.arguing import Side, TopicArgument, argued, topical_words, unheard, wish_of
from graphwright.offline.draft import CannotApply, Draft
from graphwright.offline.lookup_messages import lookup_words
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.offline.overheard import Overheard, differ, overheard
from graphwright.offline.persona_messages import PersonaMessages, voice_words
from graphwright.offline.questions.telling import form
from graphwright.offline.repairs import mend
from graphwright.offline.viewpoint import Viewpoint, viewpoint
from graphwright.offline.weighing import weighed
from graphwright.protocol.graph import Node
from graphwright.protocol.operations import Finding
from graphwright.text.folding import fold
from graphwright.text.messages import message_of, quoted, term, title_of
from graphwright.text.words import covered

_PER_ROUND: Final = 4
"""Findings that a round takes up."""
_TOLD: Final = 12
"""Elements named in one sentence."""
_QUOTED: Final = 5
"""Requirements and elements that are told with their words or figures."""
_ARGUED: Final = 6
"""Arguments of one turn."""
_OPEN: Final = 2
"""Findings that people are asked about in one round."""
_UNHEARD: Final = 4
"""Words that are told not to stand in the model."""
_MIDDLE: Final = 2
"""The place of the first persona that argues against, and how many do not."""
_ALL: Final = slice(None)
_SHOWN: Final = 300
"""Characters of a requirement that a sentence quotes."""
_CLAIM: Final = re.compile(r"^(\S+) \(([^)]*)\): (.*)$", re.MULTILINE)


class _Look(Struct, frozen=True):
    """What a voice speaks from."""

    wanted: PersonaRequest
    graph: Graph
    view: Viewpoint
    say: PersonaMessages
    index: NodeIndex
    topic: str
    overheard: list[Overheard]
    """What the documents say to it."""

    @property
    def language(self) -> Language:
        """In which it speaks."""
        return supported(self.wanted.language)

    @property
    def subjects(self) -> list[Node]:
        """What is argued about: of each name the best joined element, else the requirements spoken of."""

        def weight(node: Node) -> tuple[bool, int]:
            return node.node_type not in {"FLOW", "SCHEMA"}, self.graph.degree(node.node_id)

        best: dict[str, Node] = {}
        for node in self.view.named:
            kept = best.setdefault(fold(node.name), node)
            best[fold(node.name)] = max(kept, node, key=weight)
        return list(best.values()) or self.view.spoken[:_QUOTED]

    def arguments(self, side: Side) -> list[TopicArgument]:
        """What the model holds for or against what is wanted."""
        found = argued(self.topic, self.subjects, self.graph, self.language)
        return [each for each in found if each.side == side]

    @property
    def unheard(self) -> list[str]:
        """What the topic speaks of and neither the model nor a document does."""
        said = " ".join(each.text for each in self.overheard)
        return [word for word in unheard(self.topic, self.graph, self.index) if covered(word, said) < 1.0]

    @property
    def opening(self) -> list[str]:
        """That no language model speaks, said once in a discussion."""
        return [self.say.by_rules] if self.wanted.turn == 1 else []

    @property
    def findings(self) -> list[Finding]:
        """Those of this round."""
        first = (self.wanted.round - 1) * _PER_ROUND
        return self.found[first : first + _PER_ROUND]

    @property
    def found(self) -> list[Finding]:
        """What the rules find about it: of a wish only what must not be, of something else nothing."""
        words = topical_words(self.topic)
        if not self.subjects and words and unheard(self.topic, self.graph, self.index) == words:
            return []
        is_wish = bool(self.subjects) and wish_of(self.topic) != "look"
        return [each for each in self.view.findings if not is_wish or each.severity == "error"]


def answer_wanted(
    request: ModelRequest, wanted: PersonaRequest, graph: Graph, index: NodeIndex, findings: Sequence[Finding]
) -> str:
    """What a persona says, votes or decides."""
    say = voice_words(wanted.language)
    if wanted.task == "vote":
        return _votes(request, wanted, say)
    topic = next((text for label, text in blocks_of(request) if label == TOPIC), "")
    heard = overheard(request, topical_words(topic))
    look = _Look(wanted, graph, viewpoint(topic, graph, index, findings), say, index, topic, heard)
    if wanted.task == "close":
        return _decision(look, request)
    if wanted.task == "summary":
        return _figures(look)
    if wanted.position == 1:
        return _analysis(look)
    if wanted.position == wanted.personas:
        return _weighing(look)
    return _proposal(look, may_propose=wanted.proposes)


def needs_findings(wanted: PersonaRequest) -> bool:
    """A ballot is given on what was said, not on the model."""
    return wanted.task != "vote"


def _analysis(look: _Look) -> str:
    """What it is about, and what speaks for it; in later rounds what the rules find."""
    say = look.say
    parts = look.opening
    if look.wanted.round == 1:
        parts += _documents(look)
        parts += [] if look.subjects or not look.unheard else [say.names_nothing]
        parts.append(_figures(look))
        parts += [_impact(look)] if look.view.named else []
        parts += _spoken(look)
        parts += _structure(look)
        parts += _side(look, "for") if look.subjects else []
    if look.wanted.round > 1 or not look.subjects or wish_of(look.topic) == "look":
        parts += _found(look)
    return "\n\n".join(parts)


def _documents(look: _Look) -> list[str]:
    """What the documents say to it, and that they give different numbers where they do."""
    say = lookup_words(look.language)
    told = [f"- {each.place}: {quoted(each.text, look.language)}" for each in look.overheard]
    lines = [say.documents, *told, *([say.documents_differ] if differ(look.overheard) else [])]
    return ["\n".join(lines)] if told else []


def _side(look: _Look, side: Side, share: slice = _ALL) -> list[str]:
    """What the model holds for one side, each as a claim."""
    say = look.say
    told = look.arguments(side)[share][:_ARGUED]
    wants = wish_of(look.topic) != "look"
    if not told:
        return [say.nothing_for if side == "for" else say.nothing_against] if wants else []
    heading = (say.speaks_for if side == "for" else say.speaks_against) if wants else say.facts
    return [heading, _claims(say, (each.text for each in told))]


def _claims(say: PersonaMessages, told: Iterable[str]) -> str:
    """What can be voted on, a line each."""
    return "\n".join(say.claim.format(said=each) for each in told)


def _found(look: _Look) -> list[str]:
    """The findings of this round."""
    say = look.say
    if not look.findings:
        return [say.nothing_more if look.found else say.no_findings]
    told = _claims(say, (_told(finding, look) for finding in look.findings))
    return [form(say.found, len(look.found)).format(count=len(look.findings), all=len(look.found)), told]


def _proposal(look: _Look, *, may_propose: bool) -> str:
    """What speaks against it, and the repairs that the rules know, as one block of changes."""
    wanted = look.wanted
    parts = look.opening
    if wanted.round == 1 and look.subjects:
        parts += _side(look, "against", slice(wanted.position - _MIDDLE, None, max(1, wanted.personas - _MIDDLE)))
    return "\n\n".join([*parts, *_repairs(look, may_propose=may_propose)]) + "\n"


def _repairs(look: _Look, *, may_propose: bool) -> list[str]:
    say = look.say
    draft = Draft(look.graph, look.index, look.language)
    mended = [finding for finding in look.findings if _mended(finding, draft)]
    if not mended:
        return [say.nothing_to_mend]
    parts = [say.can_mend.format(count=len(mended), all=len(look.findings))]
    parts.append(_claims(say, (say.mends.format(what=_short(each, look)) for each in mended)))
    if len(mended) < len(look.findings):
        parts.append(say.cannot_mend.format(count=len(look.findings) - len(mended)))
    if draft.operations and may_propose:
        block = write_diff(draft.operations, look.graph.ontology, graph=look.graph)
        parts.append(f"```format-e\n{block}\n```")
    return parts


def _weighing(look: _Look) -> str:
    """Which side the model holds more for, what only a person can decide, and what nobody here can judge."""
    say = look.say
    parts = look.opening
    if look.wanted.round == 1 and look.subjects:
        parts.append(_claims(say, [_verdict(look)]))
    words = look.unheard[:_UNHEARD] if look.wanted.round == 1 else []
    told = ", ".join(quoted(word, look.language) for word in words)
    left = [say.stays_open.format(what=_short(each, look)) for each in look.findings if not each.repair][:_OPEN]
    if words and not look.subjects:  # nobody can vote on what nothing here speaks of
        parts.append(_capital(say.not_held.format(words=told)))
    elif words:
        left = [say.unheard.format(words=told), *left]
    if left:
        parts.append(say.open)
        parts.append(_claims(say, left))
    elif parts == look.opening:
        parts.append(say.nothing_open)
    return "\n\n".join([*parts, *([say.beyond_rules] if look.wanted.round == 1 else [])])


def _verdict(look: _Look) -> str:
    """For which side more speaks, and what of it weighs most; nothing is weighed where nothing is wanted."""
    say, pro, con = look.say, look.arguments("for"), look.arguments("against")
    if not pro and not con:
        return say.no_reasons
    if wish_of(look.topic) == "look":
        found = argued(look.topic, look.subjects, look.graph, look.language)
        return _capital(say.heaviest.format(reason=found[0].text))
    leans = sum(each.weight for each in pro) - sum(each.weight for each in con)
    verdict = say.rather_for if leans > 0 else say.rather_against if leans < 0 else say.balanced
    heaviest = (pro if leans > 0 else con)[0]
    weightiest = _capital(say.heaviest.format(reason=heaviest.text))
    return f"{verdict.format(pro=len(pro), con=len(con))}. {weightiest}"


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _votes(request: ModelRequest, wanted: PersonaRequest, say: PersonaMessages) -> str:
    """Agree to what follows from the rules; ask for information where only a person can say, until one has said it."""
    blocks = blocks_of(request)
    claims = next((text for label, text in blocks if label == CLAIMS), "")
    people = "\n".join(text for label, text in blocks if label == "a person")
    votes: list[dict[str, object]] = []
    for claim_id, _, text in _CLAIM.findall(claims):
        is_open = say.open_mark in text
        is_answered = re.search(rf"(?<![\d.]){re.escape(claim_id)}(?![\d.])", people) is not None
        if is_open and not is_answered and 1 < wanted.position < wanted.personas:
            vote: dict[str, object] = {
                "stance": "needInformation",
                "reason": say.needs_person,
                "question": say.question,
                "options": [say.mend_it, say.accept_it],
            }
        else:
            vote = {"stance": "agree", "reason": say.by_model if not is_answered else say.answered}
        votes.append({"claim": claim_id, **vote})
    return json.dumps({"votes": votes}, ensure_ascii=False)


def _decision(look: _Look, request: ModelRequest) -> str:
    """What the rules decide: the mechanical repairs are proposed, the rest is for people."""
    offers = next((text for label, text in blocks_of(request) if label == "offers"), "").splitlines()
    takes = [offer.strip() for offer in offers if re.fullmatch(r"\d+(?:\+\d+)?", offer.strip())]
    seen = look.found[: look.wanted.round * _PER_ROUND]
    mechanical = sum(bool(finding.repair) for finding in seen)
    parts = [f"{_verdict(look)}." if look.subjects else look.say.no_verdict]
    if look.found:
        left = len(seen) - mechanical
        parts.append(look.say.decided.format(count=len(look.found), seen=len(seen), mended=mechanical, left=left))
    return json.dumps({"decision": " ".join(parts), "takes": takes}, ensure_ascii=False)


def _figures(look: _Look) -> str:
    view, say = look.view, look.say
    words = vocabulary(look.language)
    types = ", ".join(f"{count} {words.type_word(each, count=count)}" for each, count in view.types.items())
    about = ", ".join(node.semantic_id for node in view.named) or say.whole_model
    figures = say.figures if len(view.around) < len(look.graph.nodes) else say.figures_whole
    return figures.format(about=about, nodes=len(view.around), edges=view.edges, types=types or "-")


def _spoken(look: _Look) -> list[str]:
    """Requirements that the topic names or speaks of, in their words."""
    named = [each for each in look.view.named if each.node_type == "REQ"]
    said = [(node.semantic_id, _cut(statement_of(node))) for node in (*named, *look.view.spoken)]
    told = [f"{each} {quoted(text, look.language)}" for each, text in said if text][:_QUOTED]
    return [look.say.spoken_of.format(names="; ".join(told))] if told else []


def _structure(look: _Look) -> list[str]:
    """What can be counted of what is discussed, and what it speaks for."""
    nodes = look.subjects[:_QUOTED]
    return ["\n".join(f"- {weighed(look.graph, node, look.say)}" for node in nodes)] if nodes else []


def _cut(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN]}..."


def _impact(look: _Look) -> str:
    """What a change would reach: everything within two edges of what is named."""
    graph = look.graph
    near = neighbourhood(graph, [node.node_id for node in look.view.named], depth=2).distances
    reached = [graph.nodes[node_id].semantic_id for node_id, hops in near.items() if hops]
    if not reached:
        return look.say.no_impact
    more = f" (+{len(reached) - _TOLD})" if len(reached) > _TOLD else ""
    said = form(look.say.impact, len(reached))
    return said.format(count=len(reached), names=", ".join(reached[:_TOLD]) + more)


def _mended(finding: Finding, draft: Draft) -> bool:
    if not finding.repair:
        return False
    before = len(draft.operations)
    try:
        return mend(finding.repair, draft)
    except CannotApply:
        draft.rollback(before)
        return False


def _told(finding: Finding, look: _Look) -> str:
    severity = term(f"terms.{finding.severity}", {}, look.wanted.language)
    said = " ".join(message_of(finding, look.wanted.language).split())
    return look.say.finding.format(
        rule=_rule(finding, look), severity=severity, said=said, subjects=_subjects(finding, look)
    )


def _short(finding: Finding, look: _Look) -> str:
    return f"{_rule(finding, look)} ({_subjects(finding, look)})"


def _rule(finding: Finding, look: _Look) -> str:
    """The rule as people say it."""
    return title_of(finding.rule_id, look.wanted.language)


def _subjects(finding: Finding, look: _Look) -> str:
    return ", ".join(look.graph.nodes[node_id].semantic_id for node_id in finding.node_ids[:_TOLD])
