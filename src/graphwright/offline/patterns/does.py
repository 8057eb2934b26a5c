"""Means "A customer places an order": what an actor does becomes the small legal pattern of the ontology.

The actor takes part in a use case; a chain under the use case holds the actor and the function that answers; a request
flows from the actor to the function and an answer back (K-03, K-04, K-05). With a system as the subject ("the system
validates the order") it is the function alone.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from graphwright.offline.draft import Draft
from graphwright.offline.languages import Speech
from graphwright.offline.lexicon import Verb
from graphwright.offline.names import fitted, name_of, phrase_words
from graphwright.offline.patterns.create import description, new_node
from graphwright.offline.phrases import Clause, Reply, asked, candidates, is_identifier, is_known_word, name_for, typed
from graphwright.offline.tokens import Span, fold, joined
from graphwright.protocol.graph import Node

# More words than these are a clause of their own, not somebody who acts.
_LONGEST_SUBJECT: Final = 4


class Deed(NamedTuple):
    """A verb and its object, as names."""

    use_case: str
    function: str
    request: str
    answer: str
    phrase: str
    """As a person says it: "place order"."""
    said: tuple[str, str]
    """The function's verb and object in words."""


def does(clause: Clause, draft: Draft) -> Reply | None:
    """The whole sentence, whose object may go on with "and pays the invoice"."""
    subject = clause.speech.without_articles(clause.slots["subject"])
    if clause.sentence.is_question or is_known_word(subject, clause.speech) or _is_nobody(subject, clause.speech):
        return None
    deeds = _deeds(clause)
    if not deeds:
        return None
    system = _system(clause, draft)
    if _is_system(subject, clause.speech, draft):
        return Reply(" ".join(_provide(deed, clause, draft) for deed in deeds))
    actor_name = name_for(subject, clause.speech)
    others = [node for node in candidates(subject, clause.speech, draft) if node.node_type != "ACTOR"]
    if not actor_name or (others and not draft.find(actor_name, ["ACTOR"])):
        return None
    actor = draft.find_or_create("ACTOR", actor_name, draft.say.actor_descr.format(name=actor_name))
    return Reply(" ".join(_take_part(actor, deed, clause, draft, system) for deed in deeds))


def _is_nobody(subject: Span, speech: Speech) -> bool:
    return len(subject) > _LONGEST_SUBJECT or all(
        token.word in speech.articles | speech.function_words for token in subject
    )


def _is_system(subject: Span, speech: Speech, draft: Draft) -> bool:
    node_type, _ = typed(subject, speech)
    return node_type == "SYS" or bool(draft.find(joined(subject), ["SYS"]))


def _system(clause: Clause, draft: Draft) -> Node | None:
    """The system the use case belongs to: the one that is named, else the project's only one."""
    if "system" in clause.slots:
        for wanted in asked(clause.slots["system"], clause.speech):
            if wanted.node_type == "SYS" and wanted.words:
                return new_node(wanted, clause._replace(sentence=clause.sentence._replace(tail="")), draft)
    return draft.root()


def _deeds(clause: Clause) -> list[Deed]:
    """One deed for each verb: "places an order and pays the invoice" has two."""
    speech, slots = clause.speech, clause.slots
    form = next(name for name in ("finite", "infinitive", "joined") if name in slots)
    verbs = {"finite": speech.finite, "infinitive": speech.infinitive, "joined": speech.joined}[form]
    word, rest = slots[form][0].word, slots["object"]
    found: list[Deed] = []
    while True:
        cut = next((i for i in range(1, len(rest) - 1) if _goes_on(rest, i, speech)), len(rest))
        deed = _deed(verbs[word], rest[:cut], speech, is_finite=form == "finite")
        if deed is None:
            return []
        found.append(deed)
        if cut == len(rest):
            return found
        word, rest, form, verbs = rest[cut + 1].word, rest[cut + 2 :], "finite", speech.finite


def _goes_on(span: Span, at: int, speech: Speech) -> bool:
    follows = span[at + 1 :]
    return span[at].word in speech.ands and len(follows) > 1 and follows[0].word in speech.finite


def _deed(verbs: list[Verb], span: Span, speech: Speech, *, is_finite: bool) -> Deed | None:
    """The names for a verb and its object. A German verb that is divided must have its other half at the end."""
    verb = verbs[0]
    if is_finite:
        whole = [each for each in verbs if each.particle and fold(each.particle) == span[-1].word]
        verb = next(iter(whole or (each for each in verbs if not each.particle)), None) or Verb("", "", "")
        span = span[:-1] if whole else span
    span = speech.without_articles(span)
    name = name_of(span, speech)
    if not verb.concept or not name:
        return None
    words = [word for word in phrase_words(span) if fold(word) not in speech.function_words]
    said = [*words, verb.infinitive] if speech.language == "de" else [verb.infinitive, *words]
    phrase = " ".join(said)
    if is_identifier(span) or all(fold(word) in speech.nouns for word in words):
        use_case, function = fitted([verb.concept, name]), fitted([verb.answer, name])
        request, answer = fitted([name], pattern="{}Request"), fitted([name], pattern="{}Answer")
        return Deed(use_case, function, request, answer, phrase, (verb.answer, name.lower()))
    lexicon = speech.lexicon
    own = fitted(said)
    request, answer = fitted([name], pattern=lexicon.request), fitted([name], pattern=lexicon.answer)
    return Deed(
        own,
        fitted([own], pattern=lexicon.handler),
        request,
        answer,
        phrase,
        (lexicon.handler.format("").strip(), phrase),
    )


def _take_part(actor: Node, deed: Deed, clause: Clause, draft: Draft, system: Node | None) -> str:
    say = draft.say
    sentence = clause.sentence.text.rstrip(".")
    use_case = draft.find_or_create("UC", deed.use_case, say.use_case_descr.format(sentence=sentence))
    chain = _chain(use_case, draft)
    function = _function(deed, draft)
    request = _flow(
        deed.request, say.request_descr.format(actor=actor.name, phrase=deed.phrase), actor, function, draft
    )
    answer = _flow(
        deed.answer, say.answer_descr.format(actor=actor.name, use_case=use_case.name), function, actor, draft
    )
    if system is not None and draft.graph.parent(use_case.node_id) is None:
        draft.link("compose", system, use_case)
    draft.link("compose", use_case, chain)
    draft.link("compose", chain, actor)
    draft.link("compose", chain, function)
    draft.link("io", actor, request)
    draft.link("io", request, function)
    draft.link("io", function, answer)
    draft.link("io", answer, actor)
    return say.story.format(actor=actor.name, use_case=use_case.name, function=function.name)


def _provide(deed: Deed, clause: Clause, draft: Draft) -> str:
    """The system itself does it: a function of the system."""
    descr = description("FUNC", deed.use_case, draft, said=clause.sentence.text.rstrip("."))
    function = draft.find_or_create("FUNC", deed.use_case, descr)
    system = draft.root()
    if system is not None and draft.graph.parent(function.node_id) is None:
        draft.link("compose", system, function)
    return draft.say.created_one.format(name=f"{function.name} (FUNC)")


def _chain(use_case: Node, draft: Draft) -> Node:
    existing = next(draft.graph.targets(use_case.node_id, "compose", "FCHAIN"), None)
    if existing is not None:
        return existing
    name = fitted([use_case.name], pattern="{}Chain")
    return draft.find_or_create("FCHAIN", name, draft.say.chain_descr.format(use_case=use_case.name))


def _function(deed: Deed, draft: Draft) -> Node:
    verb, thing = deed.said
    descr = draft.say.function_descr.format(verb=verb, object=thing, request=deed.request, answer=deed.answer)
    return draft.find_or_create("FUNC", deed.function, descr)


def _flow(name: str, descr: str, source: Node, target: Node, draft: Draft) -> Node:
    """The flow of this name, or a numbered one when that already runs the other way between one of the two ends."""
    number, wanted = 2, name
    while True:
        flow = draft.find_or_create("FLOW", wanted, descr)
        back = draft.graph.edge_between("io", flow.node_id, source.node_id)
        if back is None and draft.graph.edge_between("io", target.node_id, flow.node_id) is None:
            return flow
        wanted = fitted([name], pattern=f"{{}}{number}")
        number += 1
