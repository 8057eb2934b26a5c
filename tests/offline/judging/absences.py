"""What must not be: elements, relations and words that an entry rules out, and losses that nobody asked for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from graphwright.graph.document import Graph
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId
from tests.offline.judging import links
from tests.offline.judging.entries import Entry
from tests.offline.judging.givens import Stage
from tests.offline.judging.hearing import Outcome
from tests.offline.judging.names import content, holds, plain, same, stands_in, words

_TYPED = re.compile(r"(\*|SYS|UC|ACTOR|FCHAIN|FUNC|FLOW|REQ|TEST|MOD|SCHEMA) (.+)")
_RELATION = re.compile(r"(.+) -(\w+)-> (.+)")
_FREE = frozenset({"SYS", "FCHAIN", "FLOW", "SCHEMA", "TEST", "REQ"})
"""Types whose names need no support: they follow patterns, or are held against their texts."""
_PRONOUN_WORDS = (
    "it they them he she this that these those which who es er sie ihn ihm ihnen das dies diese dieser der die wer was man "
    "il elle ils elles on lui leur la le les cela ce celui celle ci qui que"
)
_PRONOUNS = frozenset(_PRONOUN_WORDS.split())
_GLUE_WORDS = (
    "then before after if when unless dann wenn falls bevor nachdem sobald danach puis alors si lorsque quand avant "
    "après est-ce shall must muss soll doit"
)
_GLUE = frozenset(_GLUE_WORDS.split())
_NOUN = re.compile(r"\b(?:the|a|an|der|die|das|le|la|un|une)\s+([^\W\d_]+)", re.IGNORECASE)
"""What stands behind an article."""
_LONGEST = 6
"""Words that the name of an element may have before it is a sentence that was glued together."""


def present(entry: Entry, stage: Stage, outcome: Outcome) -> Iterator[str]:
    """What an entry rules out and that is there all the same."""
    for ruled_out in entry.ruled_out:
        if _is_there(ruled_out, entry, stage, outcome):
            yield f"there must not be: {ruled_out}"


def is_machine_readable(ruled_out: str, entry: Entry) -> bool:
    """Whether a line of `absent` says by itself what must not be."""
    known = {each.name for each in entry.given}
    return bool(_RELATION.fullmatch(ruled_out) or _TYPED.fullmatch(ruled_out) or ruled_out in known)


def _is_there(ruled_out: str, entry: Entry, stage: Stage, outcome: Outcome) -> bool:
    graph = outcome.graph
    new = [node for node in graph.nodes.values() if node.node_id not in stage.graph.nodes]
    first, _, rest = ruled_out.partition(" ")
    if relation := _RELATION.fullmatch(ruled_out):
        ends = [_called(graph, end) for end in relation.group(1, 3)]
        return links.exactly(graph, ends[0], relation[2], ends[1])
    match first:
        case "new":
            return any(rest in {"*", node.node_type} for node in new)
        case "lost":
            gone = [node for node_id, node in stage.graph.nodes.items() if node_id not in graph.nodes]
            return any(rest == "*" or _is_lost(node, rest, graph) for node in gone)
        case "field":
            return any(plain(rest) in fields_of(node) for node in graph.nodes.values() if node.node_type == "SCHEMA")
        case "text":
            return any(stands_in(rest, text) for node in graph.nodes.values() for text in texts_of(node))
        case "twice":
            return sum(_is_named(node, rest) for node in graph.nodes.values()) > 1
        case _:
            wanted = ruled_out if _TYPED.fullmatch(ruled_out) else f"* {ruled_out}"
            right = [each for each in entry.expect.elements if any(same(wanted[2:], name) for name in each.name_any)]
            allowed = frozenset().union(*(each.types for each in right)) if wanted.startswith("* ") else frozenset()
            known = {plain(name) for each in entry.expect.elements for name in each.name_any}
            known |= {plain(each.name) for each in entry.given}
            return any(
                _is_named(node, wanted)
                and node.node_type not in allowed
                and (plain(node.name) not in known or plain(node.name) == plain(wanted.split(" ", 1)[-1]))
                for node in graph.nodes.values()
            )  # `ACTOR Piste` is not the `Pisteur` that is expected, though their stems are the same


def _is_lost(node: Node, name: str, graph: Graph) -> bool:
    """Whether a node that is gone had this name, and nothing has it now."""
    return _named(node, name) and not any(_named(each, name) for each in graph.nodes.values())


def _called(graph: Graph, name: str) -> list[NodeId]:
    """The nodes of a name, those that are written so first: `Weigh bin` is no `Bin is weighed` where there is one."""
    nodes = graph.nodes.values()
    written = [node.node_id for node in nodes if plain(node.name) == plain(name)]
    return written or [node.node_id for node in nodes if _named(node, name)]


def _is_named(node: Node, typed_name: str) -> bool:
    """A node of a type (`*`: any) by this name; by a name that holds these words, where they are several."""
    match = _TYPED.fullmatch(typed_name)
    assert match is not None, typed_name
    return match[1] in {"*", node.node_type} and _named(node, match[2])


def _named(node: Node, name: str) -> bool:
    if _only(name):
        return plain(node.name) == plain(name)
    return same(node.name, name) or (len(content(name)) > 2 and holds(node.name, name))


def _only(name: str) -> bool:
    """Whether a name is nothing but a pronoun or the like."""
    return set(words(name)) <= _PRONOUNS


def is_unsupported(node: Node, entry: Entry) -> bool:
    """Whether a new element is nothing that the sentence speaks of, or a piece of it that was glued together."""
    told = set(words(node.name))
    if told and told <= _PRONOUNS:
        return True
    if node.node_type in _FREE:
        return False
    said = content(" ".join([entry.say, *(each.name for each in entry.given)]))
    inside = " ".join(said)
    named = content(node.name)
    if not any(word in said or word in inside for word in named):
        return not any(holds(node.name, each) for element in entry.expect.elements for each in element.name_any)
    wanted = {word for element in entry.expect.elements for name in element.name_any for word in words(name)}
    nouns = {each.lower() for each in _NOUN.findall(entry.say)}  # `the must is left to settle`: it is pressed grapes
    return len(named) > _LONGEST or bool((told & _GLUE) - wanted - nouns)


def _is_merged(node: Node, entry: Entry, outcome: Outcome) -> bool:
    """Whether an element that is expected by either of two names of the model is there by the other one."""
    either = (each.name_any for each in entry.expect.elements if any(same(node.name, name) for name in each.name_any))
    given = {each.name for each in entry.given}
    left = [each.name for each in outcome.graph.nodes.values()]
    return any(len(given & set(names)) > 1 and any(name in left for name in names) for names in either)


def lost(entry: Entry, stage: Stage, outcome: Outcome, handles: dict[str, list[NodeId]]) -> Iterator[str]:
    """What was there, is gone, and should have stayed."""
    before, after = stage.graph, outcome.graph
    gone = [node for node_id, node in before.nodes.items() if node_id not in after.nodes]
    ruled_out = entry.ruled_out
    for node in gone:
        fine = entry.expect.kind == "change" and any(
            same(node.name, each) or same(f"{node.node_type} {node.name}", each) for each in ruled_out
        )
        if not fine and not _is_merged(node, entry, outcome):
            yield f"{node.node_type} {node.name} was lost"
    for edge in before.edges.values():
        if edge.source in after.nodes and edge.target in after.nodes and not _stays(edge, entry, stage, outcome):
            ends = [before.nodes[end].name for end in (edge.source, edge.target)]
            yield f"{ends[0]} -{edge.edge_type}-> {ends[1]} was lost"


def _stays(edge: Edge, entry: Entry, stage: Stage, outcome: Outcome) -> bool:
    """Whether an edge is there still, or a change has moved it or turned it round, as it was asked to."""
    after = outcome.graph
    if after.edge_between(edge.edge_type, edge.source, edge.target):
        return True
    if entry.expect.kind != "change":
        return False
    ends = list(_ends(edge, stage))
    for each in entry.ruled_out:
        match = _RELATION.fullmatch(each)
        if match and any(same(match[1], source) and same(match[3], target) for source, target in ends):
            return True
    if edge.edge_type == "io":
        return bool(after.edge_between("io", edge.target, edge.source)) or _goes_round(edge, stage, outcome)
    moved = [each for each in after.incoming(edge.target, edge.edge_type) if each.edge_id not in stage.graph.edges]
    return bool(moved) and edge.edge_type in {"compose", "allocate"}


def _goes_round(edge: Edge, stage: Stage, outcome: Outcome) -> bool:
    """Whether a change has set a step between two functions, through which the way goes that went straight before.

    The step is new, or has changed its place among those of a chain.
    """
    before, after = stage.graph, outcome.graph
    flow = next((each for each in (edge.source, edge.target) if before.nodes[each].node_type == "FLOW"), None)
    if flow is None:
        return False
    ways = [(one.node_id, other.node_id) for one in before.sources(flow, "io") for other in before.targets(flow, "io")]

    def between(graph: Graph, first: NodeId, last: NodeId) -> set[NodeId]:
        """The steps through which a way goes from the first to the last."""
        behind = {
            step.node_id
            for handed in graph.targets(first, "io", "FLOW")
            for step in graph.targets(handed.node_id, "io")
        }
        return {
            each
            for each in behind
            if any(last in {step.node_id for step in graph.targets(handed.node_id, "io")}
                   for handed in graph.targets(each, "io", "FLOW"))
        }  # fmt: skip

    return bool(ways) and all(between(after, *each) - between(before, *each) for each in ways)


def _ends(edge: Edge, stage: Stage) -> Iterator[tuple[str, str]]:
    """What an edge joins, by name; one from or to a flow also joins those on both its sides."""
    before = stage.graph
    source, target = before.nodes[edge.source], before.nodes[edge.target]
    yield source.name, target.name
    if edge.edge_type == "io" and source.node_type == "FLOW":
        yield from ((each.name, target.name) for each in before.sources(source.node_id, "io"))
    if edge.edge_type == "io" and target.node_type == "FLOW":
        yield from ((source.name, each.name) for each in before.targets(target.node_id, "io"))


def texts_of(node: Node) -> list[str]:
    """Every text that a node holds."""
    return [node.name, node.descr, *(str(value) for value in node.attributes.values())]


def fields_of(node: Node) -> frozenset[str]:
    """The fields of a SCHEMA, folded: the names on top of its structure, or those of its properties."""
    try:
        struct = json.loads(str(node.attributes.get("struct", "{}")))
    except ValueError:
        return frozenset()
    for key in ("properties", "fields"):
        struct = struct.get(key, struct) if isinstance(struct, dict) else struct
    named = [each["name"] if isinstance(each, dict) and "name" in each else each for each in struct]
    return folded(str(each) for each in named if isinstance(each, str) and each not in {"title", "type"})


def folded(names: Iterable[str]) -> frozenset[str]:
    """Names of fields as they are compared: by their words, without signs."""
    return frozenset("".join(plain(word) for word in words(each)) for each in names)
