"""Means "A customer places an order": what an actor does becomes the small legal pattern of the ontology.

The actor takes part in a use case; a chain under the use case holds the actor and the function that answers; a request
flows from the actor to the function and an answer back (K-03, K-04, K-05). With a system as the subject ("the system
validates the order") it is the function alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from graphwright.offline.draft import Draft
from graphwright.offline.languages import LanguageGrammar
from graphwright.offline.lexicon import Verb
from graphwright.offline.names import fitted, name_of, phrase_words
from graphwright.offline.patterns.attach import chain_of, free_name
from graphwright.offline.patterns.create import description, new_node
from graphwright.offline.phrases import (
    Clause,
    SentenceReply,
    asked,
    candidates,
    is_identifier,
    is_known_word,
    name_for,
    typed,
)
from graphwright.offline.tokens import Span, joined
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

# More words than these are a clause of their own, not somebody who acts.
_LONGEST_SUBJECT: Final = 4


class Deed(NamedTuple):
    """A verb and its object, as names."""

    use_case: str
    function: str
    requests: tuple[str, str]
    """Names for the flow to the function: after the object and, if others use that one, after the use case."""
    answers: tuple[str, str]
    phrase: str
    """As a person says it: "place order"."""
    handling: tuple[str, str]
    """The verb and object of the function, in words."""


def does(clause: Clause, draft: Draft) -> SentenceReply | None:
    """The whole sentence, whose object may go on with "and pays the invoice"."""
    subject = clause.grammar.without_articles(clause.slots["subject"])
    if clause.sentence.is_question or is_known_word(subject, clause.grammar) or _is_nobody(subject, clause.grammar):
        return None
    deeds = _deeds(clause)
    if not deeds:
        return None
    before = len(draft.operations)
    system = _system(clause, draft)
    if _is_system(subject, clause.grammar, draft):
        return _told([_provide(deed, clause, draft) for deed in deeds], before, draft)
    actor_name = name_for(subject, clause.grammar)
    others = [node for node in candidates(subject, clause.grammar, draft) if node.node_type != "ACTOR"]
    if not actor_name or (others and not draft.find(actor_name, ["ACTOR"])):
        return None
    actor = draft.find_or_create("ACTOR", actor_name, draft.say.actor_descr.format(name=actor_name))
    return _told([_take_part(actor, deed, clause, draft, system) for deed in deeds], before, draft)


def _told(lines: list[str], before: int, draft: Draft) -> SentenceReply:
    return SentenceReply(" ".join(lines) if len(draft.operations) > before else draft.say.nothing_new)


def _is_nobody(subject: Span, grammar: LanguageGrammar) -> bool:
    """Too long, or cut off from what its last word begins: "refactor the | order service", "ask whether | orders"."""
    return len(subject) > _LONGEST_SUBJECT or subject[-1].word in grammar.articles | grammar.function_words


def _is_system(subject: Span, grammar: LanguageGrammar, draft: Draft) -> bool:
    node_type, _ = typed(subject, grammar)
    return node_type == "SYS" or bool(draft.find(joined(subject), ["SYS"]))


def _system(clause: Clause, draft: Draft) -> Node | None:
    """The system the use case belongs to: the one that is named, else the project's only one."""
    if "system" in clause.slots:
        for wanted in asked(clause.slots["system"], clause.grammar):
            if wanted.node_type == "SYS" and wanted.words:
                return new_node(wanted, clause._replace(sentence=clause.sentence._replace(tail="")), draft)
    return draft.root()


def _deeds(clause: Clause) -> list[Deed]:
    """One deed for each verb: "places an order and pays the invoice" has two."""
    grammar, slots = clause.grammar, clause.slots
    form = next(name for name in ("finite", "infinitive", "joined") if name in slots)
    verbs = {"finite": grammar.finite, "infinitive": grammar.infinitive, "joined": grammar.joined}[form]
    word, rest = slots[form][0].word, slots["object"]
    found: list[Deed] = []
    while True:
        cut = next((i for i in range(1, len(rest) - 1) if _goes_on(rest, i, grammar)), len(rest))
        deed = _deed(verbs[word], rest[:cut], grammar, is_finite=form == "finite")
        if deed is None:
            return []
        found.append(deed)
        if cut == len(rest):
            return found
        word, rest, form, verbs = rest[cut + 1].word, rest[cut + 2 :], "finite", grammar.finite


def _goes_on(span: Span, at: int, grammar: LanguageGrammar) -> bool:
    follows = span[at + 1 :]
    return span[at].word in grammar.ands and len(follows) > 1 and follows[0].word in grammar.finite


def _deed(verbs: list[Verb], span: Span, grammar: LanguageGrammar, *, is_finite: bool) -> Deed | None:
    """The names for a verb and its object. A German verb that is divided must have its other half at the end."""
    verb = verbs[0]
    if is_finite:
        whole = [each for each in verbs if each.particle and fold(each.particle) == span[-1].word]
        verb = next(iter(whole or (each for each in verbs if not each.particle)), None) or Verb("", "", "")
        span = span[:-1] if whole else span
    span = grammar.without_articles(span)
    name = name_of(span, grammar)
    if not verb.concept or not name:
        return None
    words = [word for word in phrase_words(span) if fold(word) not in grammar.function_words]
    said = [*words, verb.infinitive] if grammar.language == "de" else [verb.infinitive, *words]
    phrase = " ".join(said)
    if is_identifier(span) or all(fold(word) in grammar.nouns for word in words):
        use_case, function = fitted([verb.concept, name]), fitted([verb.answer, name])
        request, answer = "{}Request", "{}Answer"
        handling = verb.answer, name.lower()
    else:
        use_case = fitted(said)
        function = fitted([use_case], pattern=grammar.lexicon.handler)
        request, answer = grammar.lexicon.request, grammar.lexicon.answer
        handling = grammar.lexicon.handler.format(""), phrase
    requests = fitted([name], pattern=request), fitted([use_case], pattern=request)
    answers = fitted([name], pattern=answer), fitted([use_case], pattern=answer)
    return Deed(use_case, function, requests, answers, phrase, handling)


def _take_part(actor: Node, deed: Deed, clause: Clause, draft: Draft, system: Node | None) -> str:
    say = draft.say
    sentence = clause.sentence.text.rstrip(".")
    use_case = draft.find_or_create("UC", deed.use_case, say.use_case_descr.format(sentence=sentence))
    chain = chain_of(draft, use_case)
    found = next(iter(draft.find(deed.function, ["FUNC"])), None)
    request_name = _free_flow(deed.requests, actor, found, draft)
    answer_name = _free_flow(deed.answers, found, actor, draft)
    verb, thing = deed.handling
    descr = say.function_descr.format(verb=verb, object=thing, request=request_name, answer=answer_name)
    function = found or draft.create("FUNC", deed.function, descr)
    descr = say.request_descr.format(actor=actor.name, phrase=deed.phrase)
    request = draft.find_or_create("FLOW", request_name, descr)
    descr = say.answer_descr.format(actor=actor.name, use_case=use_case.name)
    answer = draft.find_or_create("FLOW", answer_name, descr)
    if system is not None and draft.graph.parent(use_case.node_id) is None:
        draft.link("compose", system, use_case)
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


def _free_flow(names: Sequence[str], source: Node | None, target: Node | None, draft: Draft) -> str:
    """The first name that no other flow has, or one between just these two: a request is for one function only."""
    for name in names:
        flow = next(iter(draft.find(name, ["FLOW"])), None)
        if flow is None or _is_only_between(flow, source, target, draft):
            return name
    return free_name(draft, "FLOW", names[-1], "{}")


def _is_only_between(flow: Node, source: Node | None, target: Node | None, draft: Draft) -> bool:
    """Do none but these two write and read it? An end that is still to be made has no edges."""
    writers = {edge.source for edge in draft.graph.incoming(flow.node_id, "io")}
    readers = {edge.target for edge in draft.graph.outgoing(flow.node_id, "io")}
    return writers <= {source.node_id if source else None} and readers <= {target.node_id if target else None}
