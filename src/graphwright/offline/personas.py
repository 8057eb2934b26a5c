"""The offline assistant in a discussion: three voices that argue from what the rules find, by fixed rules (ADR-16).

The first persona looks at findings and figures about the topic, the last weighs and names what is open, those between
propose the repairs that the rules themselves know. Everything said is computed from the model as it is; each turn says
that no language model speaks. The same model and topic give the same words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from graphwright.context.dialogue import CLAIMS, TOPIC, PersonaRequest, blocks_of
from graphwright.formats.diff_text import write_diff
from graphwright.graph.document import Graph
from graphwright.graph.quality import requirement_text
from graphwright.graph.query import neighbourhood
from graphwright.languages import Language, supported
from graphwright.llm.base import ModelRequest
from graphwright.offline.draft import CannotApply, Draft
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.offline.persona_messages import PersonaMessages, voice_words
from graphwright.offline.repairs import mend
from graphwright.offline.viewpoint import Viewpoint, viewpoint
from graphwright.offline.weighing import weighed
from graphwright.protocol.operations import Finding
from graphwright.text.messages import message_of, term, title_of

_PER_ROUND: Final = 4
"""Findings that a round takes up."""
_TOLD: Final = 12
"""Elements named in one sentence."""
_QUOTED: Final = 5
"""Requirements and elements that are told with their words or figures."""
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

    @property
    def language(self) -> Language:
        """In which it speaks."""
        return supported(self.wanted.language)

    @property
    def findings(self) -> list[Finding]:
        """Those of this round."""
        first = (self.wanted.round - 1) * _PER_ROUND
        return self.view.findings[first : first + _PER_ROUND]


def answer_wanted(
    request: ModelRequest, wanted: PersonaRequest, graph: Graph, index: NodeIndex, findings: Sequence[Finding]
) -> str:
    """What a persona says, votes or decides."""
    say = voice_words(wanted.language)
    if wanted.task == "vote":
        return _votes(request, wanted, say)
    topic = next((text for label, text in blocks_of(request) if label == TOPIC), "")
    look = _Look(wanted, graph, viewpoint(topic, graph, findings), say, index)
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
    """Findings and figures about the topic, and what hangs on it."""
    say = look.say
    parts = [say.by_rules]
    if look.wanted.round == 1:
        parts.append(_figures(look))
        parts += [_impact(look)] if look.view.named else []
        parts += [_spoken(look)] if look.view.spoken else []
        parts += _structure(look)
    if not look.findings:
        parts.append(say.nothing_more if look.view.findings else say.no_findings)
        return "\n\n".join(parts)
    parts.append(say.found.format(count=len(look.findings), all=len(look.view.findings)))
    parts.append("\n".join(f"{say.claim}: {_told(finding, look)}" for finding in look.findings))
    return "\n\n".join(parts)


def _proposal(look: _Look, *, may_propose: bool) -> str:
    """The repairs that the rules know for these findings, as one block of changes."""
    say = look.say
    if not look.findings:
        return f"{say.by_rules}\n\n{say.nothing_to_mend}"
    draft = Draft(look.graph, look.index, look.language)
    mended = [finding for finding in look.findings if _mended(finding, draft)]
    parts = [say.by_rules]
    if mended:
        parts.append(say.can_mend.format(count=len(mended), all=len(look.findings)))
        parts.append("\n".join(f"{say.claim}: {say.mends.format(what=_short(each, look))}" for each in mended))
    if len(mended) < len(look.findings):
        parts.append(say.cannot_mend.format(count=len(look.findings) - len(mended)))
    if draft.operations and may_propose:
        block = write_diff(draft.operations, look.graph.ontology, graph=look.graph)
        parts.append(f"```format-e\n{block}\n```")
    return "\n\n".join(parts) + "\n"


def _weighing(look: _Look) -> str:
    """What is agreed by construction, and what only a person can decide."""
    say = look.say
    if not look.findings:
        return f"{say.by_rules}\n\n{say.nothing_open}\n\n{say.beyond_rules}"
    left = [finding for finding in look.findings if not finding.repair]
    parts = [say.by_rules]
    mechanical = len(look.findings) - len(left)
    if mechanical:
        parts.append(say.weighed.format(count=mechanical))
    if left:
        parts.append(say.open.format(count=len(left)))
        parts.append("\n".join(f"{say.claim}: {say.stays_open.format(what=_short(each, look))}" for each in left))
    parts.append(say.beyond_rules)
    return "\n\n".join(parts)


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
    seen = look.view.findings[: look.wanted.round * _PER_ROUND]
    mechanical = sum(bool(finding.repair) for finding in seen)
    decision = look.say.decided.format(
        count=len(look.view.findings), seen=len(seen), mended=mechanical, left=len(seen) - mechanical
    )
    return json.dumps({"decision": f"{look.say.by_rules} {decision}", "takes": takes}, ensure_ascii=False)


def _figures(look: _Look) -> str:
    view, say = look.view, look.say
    words = vocabulary(look.language)
    types = ", ".join(f"{count} {words.type_word(each, count=count)}" for each, count in view.types.items())
    about = ", ".join(node.semantic_id for node in view.named) or say.whole_model
    return say.figures.format(about=about, nodes=len(view.around), edges=view.edges, types=types or "-")


def _spoken(look: _Look) -> str:
    """Requirements that the topic does not name but speaks of, in their words."""
    told = [f"{node.semantic_id} \u201c{_cut(requirement_text(node))}\u201d" for node in look.view.spoken[:_QUOTED]]
    return look.say.spoken_of.format(names="; ".join(told))


def _structure(look: _Look) -> list[str]:
    """What can be counted of what is discussed, and what it speaks for."""
    nodes = (look.view.named or look.view.spoken)[:_QUOTED]
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
    return look.say.impact.format(count=len(reached), names=", ".join(reached[:_TOLD]) + more)


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
    return f"{_rule(finding, look)}, {severity}: {said} ({_subjects(finding, look)})"


def _short(finding: Finding, look: _Look) -> str:
    return f"{_rule(finding, look)} ({_subjects(finding, look)})"


def _rule(finding: Finding, look: _Look) -> str:
    """The rule as people say it."""
    return title_of(finding.rule_id, look.wanted.language)


def _subjects(finding: Finding, look: _Look) -> str:
    return ", ".join(look.graph.nodes[node_id].semantic_id for node_id in finding.node_ids[:_TOLD])
