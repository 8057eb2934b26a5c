"""Operations in a few lines for people: what is new, changed and removed, by name, and how many connections."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from graphwright.graph.document import Graph
from graphwright.languages import Language
from graphwright.offline.dialogue.messages import dialogue_words
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.offline.wording import enumerated, wording
from graphwright.operations.refs import names_of
from graphwright.pauses import paced
from graphwright.protocol.ids import Ref
from graphwright.protocol.operations import EdgeCreate, EdgeDelete, NodeCreate, NodeDelete, NodeUpdate, Operation


def summary(operations: Sequence[Operation], graph: Graph, language: Language) -> str:
    """What a change comes to. `graph` is the model before it."""
    say, types = dialogue_words(language), vocabulary(language)
    renamed = {each.ref: each.set.name for each in operations if isinstance(each, NodeUpdate)}
    made = [
        f"{_last_name(each, renamed)} ({types.type_word(each.node_type)})"
        for each in paced(operations)
        if isinstance(each, NodeCreate)
    ]
    new = {ref for each in paced(operations) if isinstance(each, NodeCreate) for ref in names_of(each)}
    changed = [
        _changed(each, graph) for each in paced(operations) if isinstance(each, NodeUpdate) and each.ref not in new
    ]
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


def _last_name(created: NodeCreate, renamed: Mapping[Ref, object]) -> str:
    """What something new is called in the end: the same message may have given it another name."""
    found = (renamed.get(Ref(ref)) for ref in names_of(created))
    return next((each for each in found if isinstance(each, str)), created.name)


def _name(ref: Ref, graph: Graph) -> str:
    found = graph.find(ref)
    return graph.nodes[found[0]].name if len(found) == 1 else str(ref)
