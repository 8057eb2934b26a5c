"""Noun phrases: which nodes a phrase means, and which new ones it asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from graphwright.offline import wording
from graphwright.offline.draft import CannotApply, Draft
from graphwright.offline.grammar import Slots
from graphwright.offline.languages import LanguageGrammar
from graphwright.offline.names import name_of, near_names, phrase_words
from graphwright.offline.tokens import Span, TokenSentence, joined
from graphwright.protocol.graph import Node

# Shorter words for types end too many other words: "Test" is in "Attest".
_SHORTEST_ENDING: Final = 5


class Clause(NamedTuple):
    """A sentence that matched a pattern of a language."""

    slots: Slots
    sentence: TokenSentence
    grammar: LanguageGrammar
    """The language of the pattern; the answer's language is the draft's."""


class SentenceReply(NamedTuple):
    """What a sentence led to, in words; what it changes is in the draft."""

    text: str
    cited: tuple[Node, ...] = ()


class NounPhrase(NamedTuple):
    """A node that a phrase asks for."""

    node_type: str | None
    words: Span
    """Its name as said; empty for "a test"."""


def one(clause: Clause, slot: str, draft: Draft, types: Sequence[str] | None = None) -> Node:
    """The node a slot means. Raises `CannotApply` when there is none or several; suggests when a letter is wrong."""
    return the_node(clause.slots[slot], clause.grammar, draft, types)


def several(clause: Clause, slot: str, draft: Draft, types: Sequence[str] | None = None) -> list[Node]:
    """The nodes of a list such as "A, B and C"; a name with "and" in it is one."""
    span = clause.slots[slot]
    if len(whole := candidates(span, clause.grammar, draft, types)) == 1:
        return whole
    parts = split(span, clause.grammar)
    if not parts:
        raise CannotApply(draft.say.which_name.format(text=clause.sentence.text))
    nodes = (the_node(part, clause.grammar, draft, types) for part in parts)
    return list({node.node_id: node for node in nodes}.values())


def the_node(span: Span, grammar: LanguageGrammar, draft: Draft, types: Sequence[str] | None = None) -> Node:
    """The node a noun phrase means: by id, by name, or by type and name ("the function ValidateOrder")."""
    found = candidates(span, grammar, draft, types)
    if len(found) == 1:
        return found[0]
    name = joined(grammar.without_articles(span))[:200]
    say = draft.say
    if found:
        ids = ", ".join(node.semantic_id for node in found[:5])
        raise CannotApply(say.ambiguous.format(name=name, candidates=ids))
    if not len(draft.graph.nodes):
        raise CannotApply(say.unknown_name_none.format(name=name))
    raise CannotApply(lambda: _unknown(name, span, grammar, draft))


def _unknown(name: str, span: Span, grammar: LanguageGrammar, draft: Draft) -> str:
    node_type, words = typed(grammar.without_articles(span), grammar)
    near = near_names(draft.graph, joined(words), types=None if node_type is None else (node_type,))
    if near:
        return draft.say.did_you_mean.format(name=name, candidates=", ".join(near))
    return draft.say.unknown_name.format(name=name)


def candidates(span: Span, grammar: LanguageGrammar, draft: Draft, types: Sequence[str] | None = None) -> list[Node]:
    """All nodes a noun phrase may mean: of the first of these types that has some, else of any."""
    words = grammar.without_articles(span)
    if len(words) == 1:
        by_id = draft.graph.find(words[0].text)
        if by_id:
            return [draft.graph.nodes[node_id] for node_id in by_id]
    by_name = draft.find(joined(words), types) or draft.find(joined(words))
    node_type, name = typed(words, grammar)
    if node_type is None:
        return by_name
    if not name:
        root = draft.root() if node_type == "SYS" else None
        return [root] if root else []
    by_type = draft.find(joined(name), [node_type]) if len(name) == len(words) else candidates(name, grammar, draft)
    return [node for node in by_type if node.node_type == node_type] or by_name


def typed(words: Span, grammar: LanguageGrammar) -> tuple[str | None, Span]:
    """A phrase without articles as type and name: "function X", "X function", or a type that the name itself says.

    "order system" and "Bestellsystem" are names of a system; there the word for the type stays in the name.
    """
    for length in range(min(3, len(words)), 0, -1):
        node_type = grammar.node_type(words[:length])
        if node_type is not None:
            rest = words[length:]
            # "module of payment": the whole phrase is the name.
            if rest and rest[0].word in grammar.of and len(rest) > 1:
                return node_type, words
            return node_type, grammar.without_articles(rest)
    for length in range(min(3, len(words) - 1), 0, -1):
        node_type = grammar.node_type(words[-length:])
        if node_type is not None:
            return node_type, words[:-length] if is_identifier(words[:-length]) else words
    return _type_of_compound(words, grammar), words


def is_identifier(words: Span) -> bool:
    """Is it clearly a name: quoted, or one word with a capital or digit inside?"""
    return len(words) == 1 and (words[0].quoted or any(not char.islower() for char in words[0].text[1:]))


def _type_of_compound(words: Span, grammar: LanguageGrammar) -> str | None:
    last = words[-1].word if words else ""
    endings = ((ending, node_type) for (ending, *more), node_type in grammar.types.items() if not more)
    return next((node_type for ending, node_type in endings if _is_compound(last, ending)), None)


def _is_compound(word: str, ending: str) -> bool:
    return len(ending) >= _SHORTEST_ENDING and word.endswith(ending) and word != ending


def split(span: Span, grammar: LanguageGrammar) -> list[Span]:
    """The parts of a list: "A, B and C" has three."""
    parts: list[Span] = [()]
    for token in span:
        if token.word in grammar.ands:
            parts.append(())
        else:
            parts[-1] += (token,)
    return [part for part in parts if part]


def asked(span: Span, grammar: LanguageGrammar) -> list[NounPhrase]:
    """The nodes a phrase asks for: "the functions A and B, an actor C". A type counts until the next one is named."""
    found: list[NounPhrase] = []
    current: str | None = None
    for part in split(span, grammar):
        words = grammar.without_articles(part)
        node_type, name = typed(words, grammar)
        current = node_type or current
        found.append(NounPhrase(current, name if node_type else words))
    return found


def name_for(words: Span, grammar: LanguageGrammar) -> str:
    """The name a phrase gives: an identifier as it stands, other words as `names.name_of` says."""
    if is_identifier(words) and len(phrase_words(words)) == 1 and not words[0].quoted:
        return words[0].text[:1].upper() + words[0].text[1:]
    return name_of(words, grammar)


def is_known_word(span: Span, grammar: LanguageGrammar) -> bool:
    """Is there a word of the grammar in it, so that it can hardly be a name?"""
    names = grammar.nouns.keys() | grammar.function_words | grammar.articles
    return any(token.word in grammar.words and token.word not in names for token in span)


def enumerated(names: Sequence[str], draft: Draft, *, most: int = 20) -> str:
    """A list as people write it."""
    return wording.enumerated(names, draft.say, most=most)


def type_name(node_type: str, draft: Draft, *, plural: bool = True) -> str:
    """A node type in the words of the answer's language; a type of another profile by its own name."""
    listed = draft.grammar.lexicon.types.get(node_type)
    return node_type if listed is None else listed.split(", ")[plural].replace("d' ", "d'")
