"""One does what another was said to do: `not the arm, the brush cleans the teats`, `no, the guard does that`.

Whatever the wording: one element is denied, another of its kind is named, and what joined the first with the deed that
is spoken of joins the second. The deed is told by the words of its name in any form, else by there being only one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from graphwright.grammar.records import Modality, SentenceReading, SpokenClause
from graphwright.grammar.rules import words_of
from graphwright.languages import Language
from graphwright.offline.meaning.casting import Casting
from graphwright.offline.meaning.linking import own_relation
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.matching import NameKey, NodeIndex, meaning_key
from graphwright.offline.meaning.mentions import NamedElement, SpokenWord, named_elements, spoken_words
from graphwright.offline.meaning.newcomers import newcomer, verb_words
from graphwright.offline.meaning.orders.words import OrderWords, order_words
from graphwright.offline.meaning.reserved import is_behind_exception, is_excepted
from graphwright.offline.meaning.spoken import phrases
from graphwright.pauses import paced
from graphwright.protocol.graph import Edge, Node
from graphwright.text.folding import fold
from graphwright.text.recognition import Recogniser

_DOERS: Final = frozenset({"ACTOR", "MOD", "SYS"})
_DEEDS: Final = frozenset({"UC", "FUNC"})
_PARTS: Final = frozenset({"MOD", "SYS"})
_MODALS: Final[frozenset[Modality]] = frozenset(("demand", "recommendation", "permission", "ability"))
_MAY: Final[frozenset[Modality]] = frozenset(("permission", "ability"))
_TWO: Final = 2
_THROUGH: Final = frozenset({"FCHAIN", "FLOW"})
_MAX_BEFORE: Final = 4
"""Small words between a denial and what it denies: `not by the`."""
_NOT: Final = ("n't", "n’t")


def substitute(
    sentence: SentenceReading, make: Maker, index: NodeIndex, casting: Casting, spoken_of: Sequence[Node]
) -> bool:
    """Put one doer in another's place; `False` where a sentence says nothing of the kind.

    `spoken_of` is all that was spoken of, newest first: who is to do it may have been made with the deed.
    """
    focus = next(iter(spoken_of), None)
    if sentence.text.rstrip().endswith("?"):
        return False
    words, table = spoken_words(sentence.text), order_words(sentence.language)
    if _adds(sentence, words):
        return False
    named = [each for each in named_elements(sentence.text, make.draft.graph, index) if each.node.node_type in _DOERS]
    denied = {each.node.node_id: each.node for each in named if _is_denied(each, words, sentence)}
    said = {each.node.node_id: each.node for each in named if each.node.node_id not in denied}
    old = next(iter(denied.values()), None)
    if len(denied) > 1 or len(said) > 1:
        return False
    olds, news = ([each for each in named if each.node.node_id in ids] for ids in (denied, said))
    if _rules(olds, news, sentence, make):
        return False
    objects = _opens_with_objection(words, table)
    if not said:
        corrects = objects or any(each.folded in table.words["instead"] for each in words)
        return (old is not None or corrects) and _by_newcomer(sentence, old, focus, make, casting)
    [new] = said.values()
    if focus is not None and focus.node_id == new.node_id:
        focus = next((each for each in spoken_of if each.node_type in _DEEDS), focus)
    if old is not None:
        edges = _edges_of(old, None, sentence, make, focus)
    elif focus is not None and objects and _points(words, table) and (found := _doer_of(focus, new, make)) is not None:
        old, deeds = found
        edges = _edges_of(old, deeds, sentence, make, focus)
    else:
        return False
    _hand_over(edges, old, new, meaning_key(sentence.text), make)
    return bool(edges)


def _adds(sentence: SentenceReading, words: Sequence[SpokenWord]) -> bool:
    """`Instead of the baker, the cook may also do it`: then either does it."""
    may = any(each.verb is not None and each.verb.modality in _MAY for each in sentence.clauses)
    return may and any(each.folded in words_of("besides") for each in words)


def _by_newcomer(
    sentence: SentenceReading, old: Node | None, focus: Node | None, make: Maker, casting: Casting
) -> bool:
    """Somebody who is not in the model yet does what is spoken of; of the type of who did it where none is told."""
    spoken = _spoken_in(sentence)
    points = _points(spoken_words(sentence.text), order_words(sentence.language))
    names_only = all(each.verb is None for each in sentence.clauses)
    for key in _deeds_meant(old, focus if points or names_only else None, spoken, make):
        doers = {node.node_id: node for node in _doers_of(key, make) if old is None or node.node_id == old.node_id}
        if len(doers) != 1:
            continue
        [doer] = doers.values()
        phrase = newcomer(sentence, set(key) | (set(meaning_key(doer.name)) if old is not None else set()))
        if phrase is None:
            continue
        cast = casting.participant(phrase, sentence.language)
        new = make.participant(cast._replace(node_type=cast.node_type or doer.node_type), sentence.text)
        edges = [edge for edge, deed in _deeds_of(doer, make) if meaning_key(deed.name) == key]
        _hand_over(edges, doer, new, key, make)
        return True
    return False


def _spoken_in(sentence: SentenceReading) -> set[str]:
    """What the words of a sentence mean, its verbs also whole: `fischt ... ab`."""
    verbs = (meaning_key(each.verb.lemma) for each in sentence.clauses if each.verb is not None)
    return set(meaning_key(sentence.text)).union(*verbs)


def _deeds_meant(old: Node | None, focus: Node | None, spoken: set[str], make: Maker) -> list[NameKey]:
    """The deeds that a sentence may mean: that which was spoken of, else those of which it says every word."""
    if focus is not None and focus.node_type in _DEEDS:
        return [meaning_key(focus.name)]

    def is_said(deed: Node) -> bool:
        return deed.node_type in _DEEDS and spoken.issuperset(meaning_key(deed.name))

    if old is None:
        deeds = make.draft.likely(make.draft.names.sharing(spoken), is_said)
    else:
        deeds = [deed for _, deed in _deeds_of(old, make) if is_said(deed)]
    return sorted(dict.fromkeys(meaning_key(each.name) for each in deeds), key=len, reverse=True)


def _doers_of(key: NameKey, make: Maker) -> Iterator[Node]:
    """Who does a deed, told by the words of its name."""
    named = make.draft.likely(make.draft.names.having(key), lambda each: meaning_key(each.name) == key)
    for node in {node.node_id: node for deed in named for node in _likely_doers(deed, make)}.values():
        if any(
            meaning_key(deed.name) == key and not (node.node_type == "SYS" and edge.edge_type == "compose")
            for edge, deed in _deeds_of(node, make)
        ):
            yield node


def _is_denied(named: NamedElement, words: Sequence[SpokenWord], sentence: SentenceReading) -> bool:
    """Does a denial, or a word for "instead of", stand right before it, or is what it does denied?"""
    return _is_set_aside(named, words, sentence) or any(_is_doer(named, each, sentence) for each in _denying(sentence))


def _is_set_aside(named: NamedElement, words: Sequence[SpokenWord], sentence: SentenceReading) -> bool:
    """Does a denial, or a word for "instead of", stand right before it: `not by the arm`?"""
    table = order_words(sentence.language)
    opening = _opening(words, table)
    before = [each for each in words[opening:] if each.end <= named.start][-_MAX_BEFORE:]
    names = ("skip", "to", "from", "in", "with", "than", "be", "that", "longer")
    small = frozenset[str]().union(*(table.words[each] for each in names if each in table.words))
    for each in reversed(before):
        if each.folded in table.words["not"] | table.words["instead"] or each.folded.endswith(_NOT):
            return True
        if each.folded in table.words["from"] and _takes_over(sentence, table):
            return True
        if not {each.folded, *each.folded.split("'")} & (small | {"qu"}):
            break
    return False


def _denying(sentence: SentenceReading) -> list[SpokenClause]:
    return [each for each in sentence.clauses if each.verb is not None and each.verb.negated]


def _is_doer(named: NamedElement, clause: SpokenClause, sentence: SentenceReading) -> bool:
    return any(each.start <= sentence.start + named.start < each.end for each in phrases(clause, "doer"))


def _rules(old: Sequence[NamedElement], new: Sequence[NamedElement], sentence: SentenceReading, make: Maker) -> bool:
    """Does a sentence only say what somebody does not or must not do, and puts nobody in that place?

    `The ferry shall not sail unless the skipper is present`: nobody was said to sail, and the skipper is not said to.
    """
    words, table = spoken_words(sentence.text), order_words(sentence.language)
    denying = [each for each in _denying(sentence) if any(_is_doer(one, each, sentence) for one in old)]
    if not denying or _opening(words, table) or any(_is_set_aside(each, words, sentence) for each in old):
        return False
    if any(_instead(sentence.language).search(sentence.text[: each.start]) for each in new):
        return False
    others = [each for each in sentence.clauses if each not in denying and not is_excepted(each, sentence)]
    inside = [each for each in sentence.clauses if each not in others]
    if new and not any(_is_apart(each, inside, sentence) for each in new):
        return True  # `unless the skipper is present`, `without a skipper`
    if not new and not others:
        return any(each.verb is not None and each.verb.modality in _MODALS for each in denying)
    pro = verb_words(sentence, set())
    deeds = {word for one in old for _, deed in _deeds_of(one.node, make) for word in meaning_key(deed.name)}
    deeds -= {word for one in old for word in meaning_key(one.node.name)}
    return not any(_is_said_by(each, pro) or _says_of(each, deeds) for each in denying)


def _is_apart(named: NamedElement, inside: Sequence[SpokenClause], sentence: SentenceReading) -> bool:
    """Is somebody said beside some clauses, and of no case for which they do not hold?"""
    spoken = [each.phrase for clause in inside for each in clause.roles if not each.taken_over]
    return not is_behind_exception(sentence.start + named.start, sentence) and not any(
        each.start <= sentence.start + named.start < each.end for each in spoken
    )


def _is_said_by(clause: SpokenClause, verbs: set[str]) -> bool:
    return clause.verb is not None and fold(clause.verb.lemma) in verbs


def _says_of(clause: SpokenClause, words: set[str]) -> bool:
    """Does a clause say one of the words of some deeds, in whatever form?"""
    lemma = "" if clause.verb is None else clause.verb.lemma
    return bool(words & set(meaning_key(f"{lemma} {clause.text}")))


@cache
def _instead(language: Language) -> Recogniser:
    """What stands right before who does it instead: `but the brush`, `sondern die Bürste`."""
    return Recogniser(r"\b(?:<reserving.instead>)\b\W+(?:\w+\W+){0,2}$", language)


def _takes_over(sentence: SentenceReading, table: OrderWords) -> bool:
    """Does somebody take over from somebody?"""
    return any(each.verb is not None and fold(each.verb.lemma) in table.verbs["inherit"] for each in sentence.clauses)


def _opening(words: Sequence[SpokenWord], table: OrderWords) -> int:
    """How many words at the beginning only object: `no wait`, `ah non pardon`. None where nothing is objected to."""
    count = 0
    while count < len(words) and words[count].folded in table.words["no"] | table.words["oh"]:
        count += 1
    return count if any(each.folded in table.words["no"] for each in words[:count]) else 0


def _opens_with_objection(words: Sequence[SpokenWord], table: OrderWords) -> bool:
    return _opening(words, table) > 0


def _points(words: Sequence[SpokenWord], table: OrderWords) -> bool:
    """`... does that`: is there a word for what was spoken of?"""
    return any({each.folded, *each.folded.replace("’", "'").split("'")} & table.words["that"] for each in words)


def _doer_of(focus: Node, new: Node, make: Maker) -> tuple[Node, set[str] | None] | None:
    """Who did what was spoken of last, and which deed that is."""
    if focus.node_type in _DOERS:
        return (focus, None) if focus.node_id != new.node_id else None
    doers = {
        node.node_id: node
        for node in _likely_doers(focus, make)
        if node.node_type == new.node_type and node.node_id != new.node_id
        for _, deed in _deeds_of(node, make)
        if deed.node_id == focus.node_id
    }
    if len(doers) != 1:
        return None
    old = next(iter(doers.values()))
    key = meaning_key(focus.name)
    return old, {str(deed.node_id) for _, deed in _deeds_of(old, make) if meaning_key(deed.name) == key}


def _edges_of(
    old: Node, deeds: set[str] | None, sentence: SentenceReading, make: Maker, focus: Node | None
) -> list[Edge]:
    """The edges by which a doer does the deed that is spoken of; none where that is open."""
    joined = list(_deeds_of(old, make))
    if deeds is None:
        spoken = _spoken_in(sentence)
        shared = {
            str(deed.node_id): len(spoken & set(meaning_key(deed.name)) - set(meaning_key(old.name)))
            for _, deed in joined
        }
        most = max(shared.values(), default=0)
        deeds = {each for each, count in shared.items() if count == most}
        if most == 0 and focus is not None and str(focus.node_id) in deeds:
            deeds = {str(focus.node_id)}
        if most == 0 and len({meaning_key(deed.name) for _, deed in joined if str(deed.node_id) in deeds}) > 1:
            return []
    return list({edge.edge_id: edge for edge, deed in joined if str(deed.node_id) in deeds}.values())


def _likely_doers(deed: Node, make: Maker) -> Iterator[Node]:
    """Who may do a deed: whoever is joined to it, directly, or through a chain or a flow; some again and again."""
    graph = make.draft.graph
    for near in paced(graph.neighbours(deed.node_id)):
        through = graph.neighbours(near) if graph.nodes[near].node_type in _THROUGH else (near,)
        yield from (graph.nodes[each] for each in through if graph.nodes[each].node_type in _DOERS)


def _deeds_of(doer: Node, make: Maker) -> Iterable[tuple[Edge, Node]]:
    """What somebody does, with the edges by which: directly, or through a chain or a flow."""
    graph = make.draft.graph
    for edge in [*graph.outgoing(doer.node_id), *graph.incoming(doer.node_id)]:
        other = graph.nodes[edge.target if edge.source == doer.node_id else edge.source]
        if other.node_type in _DEEDS:
            yield edge, other
        elif other.node_type in _THROUGH:
            for neighbour in graph.neighbours(other.node_id):
                if graph.nodes[neighbour].node_type in _DEEDS:
                    yield edge, graph.nodes[neighbour]


def _hand_over(edges: Sequence[Edge], old: Node, new: Node, spoken: NameKey, make: Maker) -> None:
    """The new one does what the old one did by these edges; a part carries what somebody did by hand.

    Raises `MustNotApply` where the deed has no function that a part could carry.
    """
    if old.node_type in _PARTS or new.node_type not in _PARTS:
        for edge in edges:
            _turn(edge, old, new, make)
        return
    ids = {edge.edge_id for edge in edges}
    deeds = {deed.node_id: deed for edge, deed in _deeds_of(old, make) if edge.edge_id in ids}
    functions = [each for each in deeds.values() if each.node_type == "FUNC"]
    shared = {each.node_id: len(set(meaning_key(each.name)) & set(spoken)) for each in functions}
    functions = [each for each in functions if shared[each.node_id] == max(shared.values())]
    graph = make.draft.graph
    if not functions:
        deed = next(iter(deeds.values()), old)
        raise make.draft.illegal(new, deed, graph.ontology.advice("allocate", new.node_type, deed.node_type))
    for edge in edges:
        other = graph.nodes[edge.target if edge.source == old.node_id else edge.source]
        held = {each.node_id for each in graph.targets(other.node_id, "compose", "FUNC")}
        if other.node_type == "FCHAIN" and held - {each.node_id for each in functions}:
            continue  # the old one may well take part in the others
        make.draft.unlink(edge)
        if other.node_type == "FLOW" and len(_ends_of(other, make)) < _TWO:
            make.draft.delete(other)  # it was handed over by nobody else, or to nobody else
    for function in functions:
        for edge in list(make.draft.graph.incoming(function.node_id, "allocate")):
            make.draft.unlink(edge)
        make.draft.link(own_relation(graph.ontology, new.node_type, "FUNC") or "allocate", new, function)
    root = make.draft.root()
    if root is not None and root.node_id != new.node_id and make.draft.graph.parent(new.node_id) is None:
        make.link("compose", root, new)


def _ends_of(flow: Node, make: Maker) -> list[Edge]:
    """The edges by which a flow is written and read."""
    graph = make.draft.graph
    return [*graph.incoming(flow.node_id, "io"), *graph.outgoing(flow.node_id, "io")]


def take_over(old: Node, new: Node, deed: Node, make: Maker) -> None:
    """Somebody does what another did: the deed, in whichever elements of its name."""
    key = meaning_key(deed.name)
    edges = {edge.edge_id: edge for edge, each in _deeds_of(old, make) if meaning_key(each.name) == key}
    _hand_over(list(edges.values()), old, new, key, make)


def _turn(edge: Edge, old: Node, new: Node, make: Maker) -> None:
    """An edge joins the new one instead; by the relation of its type, where the old one may not be."""
    graph = make.draft.graph
    other = graph.nodes[edge.target if edge.source == old.node_id else edge.source]
    make.draft.unlink(edge)
    source, target = (new, other) if edge.source == old.node_id else (other, new)
    relation = edge.edge_type
    if not graph.ontology.allows(relation, source.node_type, target.node_type):
        relation = own_relation(graph.ontology, source.node_type, target.node_type) or "relation"
    make.draft.link(relation, source, target)
