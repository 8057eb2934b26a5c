"""Readings written by hand: `say("en", clause("water", doer="gardener", thing="the seedlings"))`.

What a sentence is read to say is proved elsewhere; here it is given, so that only its meaning is tested.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from graphwright.grammar.records import (
    ClauseLink,
    Focus,
    LayoutRow,
    LinkKind,
    MessageReading,
    SentenceReading,
    SpokenClause,
    SpokenPhrase,
    SpokenReference,
    SpokenRole,
    VerbGroup,
)
from graphwright.graph.document import Graph
from graphwright.languages import Language
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import Meant, means
from tests.graph.build import graph_of

_ARTICLES = {
    "the": "the", "a": "a", "an": "a", "der": "the", "die": "the", "das": "the", "den": "the", "dem": "the", "ein": "a",
    "eine": "a", "einen": "a", "le": "the", "la": "the", "les": "the", "un": "a", "une": "a", "no": "no", "kein": "no",
}  # fmt: skip


def phrase(text: str, **fields: Any) -> SpokenPhrase:
    """A noun phrase, or a list of them: `the cook`, `salt, pepper and oil` with `and` between the last two."""
    for word in (" and ", " und ", " et "):
        if word in text:
            listed = tuple(phrase(each) for part in text.split(word) for each in part.split(", "))
            return SpokenPhrase(text=text, name=text, head="", start=0, end=len(text), members=listed)
    first, _, rest = text.partition(" ")
    determiner = _ARTICLES.get(first.lower(), "none")
    if text.startswith("l'"):
        determiner, rest = "the", text[2:]
    name = rest if determiner != "none" and rest else text
    head = name.split(" ")[-1]
    found = SpokenPhrase(text=text, name=name, head=head, start=0, end=len(text), determiner=determiner)  # type: ignore[arg-type]
    return replace(found, **fields)


def it(meant: SpokenPhrase | None = None, word: str = "it") -> SpokenPhrase:
    """A pronoun for a phrase, or one of which nobody knows."""
    reference = SpokenReference(text=word, phrase=meant)
    return SpokenPhrase(text=word, name=word, head=word, start=0, end=len(word), refers_to=reference)


def clause(
    verb: str | VerbGroup, *, mood: str = "statement", kind: str = "main", text: str = "", **roles: str | SpokenPhrase
) -> SpokenClause:
    """A clause of a verb (its base form) and phrases by role."""
    group = verb if isinstance(verb, VerbGroup) else VerbGroup(text=verb, lemma=verb, start=0, end=1)
    said = tuple(
        SpokenRole(name=name, phrase=phrase(each) if isinstance(each, str) else each)  # type: ignore[arg-type]
        for name, each in roles.items()
    )
    spoken = text or " ".join([*(each.phrase.text for each in said), group.text])
    return SpokenClause(index=0, kind=kind, mood=mood, text=spoken, start=0, end=len(spoken), verb=group, roles=said)  # type: ignore[arg-type]


def verb(lemma: str, **fields: Any) -> VerbGroup:
    """A verb group with what is special about it: `verb("open", negated=True)`."""
    return replace(VerbGroup(text=lemma, lemma=lemma, start=0, end=1), **fields)


def sentence(
    language: Language, *clauses: SpokenClause, link: LinkKind = "then", layout: LayoutRow | None = None, text: str = ""
) -> SentenceReading:
    """A sentence of clauses, each following the one before."""
    numbered = tuple(replace(each, index=at) for at, each in enumerate(clauses))
    spoken = text or ", ".join(each.text for each in clauses) + "."
    links = tuple(ClauseLink(link, at, at + 1) for at in range(len(clauses) - 1))
    return SentenceReading(language, spoken, 0, len(spoken), numbered, links, layout)


def meant(
    *sentences: SentenceReading,
    graph: Graph | None = None,
    choices: dict[tuple[str, str], str] | None = None,
    focus: Focus | None = None,
) -> Meant:
    """What sentences mean for a model; an empty one where none is given."""
    model = graph or graph_of()
    reading = MessageReading(sentences, sentences[0].language)
    return means(reading, model, NodeIndex(model), choices=choices or {}, focus=focus or Focus())


def made(result: Meant) -> tuple[set[str], set[str]]:
    """The new nodes as `TYPE Name`, and the new edges as `Source -relation-> Target`."""
    graph = result.draft.graph
    before = result.draft.base
    nodes = {f"{node.node_type} {node.name}" for node in graph.nodes.values() if node.node_id not in before.nodes}
    edges = {
        f"{graph.nodes[each.source].name} -{each.edge_type}-> {graph.nodes[each.target].name}"
        for each in graph.edges.values()
        if each.edge_id not in before.edges
    }
    return nodes, edges


def say(
    language: Language, *clauses: SpokenClause, graph: Graph | None = None, **more: Any
) -> tuple[set[str], set[str]]:
    """What one sentence makes."""
    return made(meant(sentence(language, *clauses, **more), graph=graph))
