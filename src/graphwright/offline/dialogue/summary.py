"""Operations in a few lines for people: what is new, changed and removed, by name, and how many connections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphwright.graph.document import Graph
from graphwright.languages import Language
from graphwright.offline.dialogue.messages import dialogue_words
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.offline.wording import enumerated, wording
from graphwright.pauses import paced
from graphwright.protocol.ids import Ref
from graphwright.protocol.operations import EdgeCreate, EdgeDelete, NodeCreate, NodeDelete, NodeUpdate, Operation


def summary(operations: Sequence[Operation], graph: Graph, language: Language) -> str:
    """What a change comes to. `graph` is the model before it."""
    say, types = dialogue_words(language), vocabulary(language)
    made = [
        f"{each.name} ({types.type_word(each.node_type)})" for each in paced(operations) if isinstance(each, NodeCreate)
    ]
    changed = [_changed(each, graph) for each in paced(operations) if isinstance(each, NodeUpdate)]
    removed = [_name(each.ref, graph) for each in paced(operations) if isinstance(each, NodeDelete)]
    lines = [
        template.format(names=enumerated(list(dict.fromkeys(names)), wording(language)))
        for template, names in ((say.made, made), (say.changed, changed), (say.removed, removed))
        if names
    ]
    return "\n".join([*lines, *_edges(operations, language)])


def _edges(operations: Sequence[Operation], language: Language) -> Iterator[str]:
    say = dialogue_words(language)
    for template, kind in ((say.connected, EdgeCreate), (say.disconnected, EdgeDelete)):
        count = sum(isinstance(each, kind) for each in operations)
        if count:
            yield template.format(count=count)


def _changed(operation: NodeUpdate, graph: Graph) -> str:
    name, new = _name(operation.ref, graph), operation.set.name
    return f"{name} \u2192 {new}" if isinstance(new, str) and new != name else name


def _name(ref: Ref, graph: Graph) -> str:
    found = graph.find(ref)
    return graph.nodes[found[0]].name if len(found) == 1 else str(ref)
