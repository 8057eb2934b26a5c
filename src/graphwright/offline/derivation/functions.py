"""Functions follow from use cases that nothing carries out, and from requirements that nothing satisfies."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from graphwright.graph.rules.requirements import kind_of
from graphwright.graph.statement import statement_of
from graphwright.languages import LANGUAGES
from graphwright.offline.derivation.conclusions import GUESSED, LIKELY, PLAUSIBLE, QUOTED, Conclusions
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.naming import capitalized, patterned
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.offline.related import has, related
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold
from graphwright.text.words import telling, words_of_name

_INHERITED: Final = 20
"""Requirements of a use case that its new function satisfies; one that asks for more is not one function's."""


def carrying_out(use_case: Node, found: Conclusions) -> None:
    """A leaf use case is carried out by a function of its chain, which satisfies what the use case asks for."""
    draft, graph, say = found.draft, found.graph, found.say
    if has(graph, use_case, "FUNC") or any(graph.targets(use_case.node_id, "compose", "UC")):
        return
    answer = _answer_to(use_case.name)
    name = draft.styled(answer or patterned(vocabulary(draft.language).names.handler, use_case.name))
    descr = say.function_descr.format(use_case=use_case.name, text=use_case.descr[:QUOTED])
    function = draft.find_or_create("FUNC", name, descr)
    draft.link("compose", _chain_of(use_case, draft), function)
    for requirement in islice(graph.targets(use_case.node_id, "satisfy", "REQ"), _INHERITED):
        draft.link("satisfy", function, requirement)
    found.because(*((say.answers_verb, LIKELY) if answer else (say.carries_out, PLAUSIBLE)))


def _chain_of(use_case: Node, draft: Draft) -> Node:
    """The function chain of a use case, made if there is none."""
    existing = next(draft.graph.targets(use_case.node_id, "compose", "FCHAIN"), None)
    if existing is not None:
        return existing
    pattern = vocabulary(draft.language).names.chain_of(use_case.name)
    descr = draft.say.chain_descr.format(use_case=use_case.name)
    chain = draft.create("FCHAIN", draft.free_name("FCHAIN", patterned(pattern, use_case.name)), descr)
    draft.link("compose", use_case, chain)
    return chain


def _answer_to(use_case: str) -> str:
    """`Accept order` for `Place order`: who places something has it accepted. Empty for a verb that is not known."""
    words = words_of_name(use_case)
    if len(words) > 1:
        for language in LANGUAGES:
            spoken = vocabulary(language)
            at = len(words) - 1 if spoken.names.object_first else 0
            answers = {fold(verb): answer for verb, answer in spoken.answers.items()}
            if (answer := answers.get(fold(words[at]))) is not None:
                return capitalized(" ".join([*words[:at], answer, *words[at + 1 :]]))
    return ""


def satisfying(requirement: Node, found: Conclusions) -> None:
    """A functional requirement is satisfied by a function of the use case that asks for it, else by a new one."""
    draft, graph, say = found.draft, found.graph, found.say
    if kind_of(requirement) != "functional" or any(graph.sources(requirement.node_id, "satisfy", "FUNC")):
        return
    asking = graph.sources(requirement.node_id, "satisfy", "UC")
    functions = list({each.node_id: each for use_case in asking for each in related(graph, use_case, "FUNC")}.values())
    likest = _likest(requirement, functions)
    if likest is not None:
        draft.link("satisfy", likest, requirement)
        found.because(*((say.only_function, LIKELY) if len(functions) == 1 else (say.likest_function, PLAUSIBLE)))
    elif not functions:
        name = draft.free_name("FUNC", patterned(vocabulary(draft.language).names.handler, requirement.name))
        descr = say.satisfying_descr.format(name=requirement.name, text=statement_of(requirement)[:QUOTED])
        draft.link("satisfy", draft.create("FUNC", name, descr), requirement)
        found.because(say.unsatisfied, GUESSED)


def _likest(requirement: Node, functions: Sequence[Node]) -> Node | None:
    """The function that shares the most words with a requirement, if any does; a single one needs to share none."""
    if len(functions) == 1:
        return functions[0]
    said = set(telling(f"{requirement.name} {statement_of(requirement)}"))
    shared = [len(said & set(telling(f"{each.name} {each.descr}"))) for each in functions]
    return functions[shared.index(max(shared))] if any(shared) else None
