"""What is made of a sentence, judged by itself: names that hold a clause, and elements that are named but not touched.

Beside `certainty.py`, which holds a reading against what was made of it. Nothing here knows how a sentence was read:
only its words, the model before it, and the operations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from graphwright.languages import Language
from graphwright.offline.dialogue.told import words_in
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.checking import is_check
from graphwright.offline.meaning.clause_words import holds_clause
from graphwright.pauses import paced
from graphwright.protocol.ids import Ref
from graphwright.protocol.operations import EdgeCreate, EdgeDelete, EdgeUpdate, NodeCreate, NodeDelete, NodeUpdate

_QUOTED: Final = re.compile(r"[\"“„«'‘]\s*(.+?)\s*[\"”“»'’]")
_THINGS: Final = frozenset({"ACTOR", "MOD", "SYS", "SCHEMA", "TEST"})
"""Types that are named by a noun; a deed may hold a clause: `Check whether the card has expired`."""
_NEVER_ASIDE: Final = frozenset({"UC", "FUNC", "FCHAIN", "REQ", "TEST", "SCHEMA"})
"""Types that nobody names beside what they tell, as they do with who acts and with what is acted on."""


def clause_names(text: str, language: Language, draft: Draft) -> Iterator[str]:
    """Names of things that hold what only a clause has; not what somebody put into quotes."""
    quoted = set(_QUOTED.findall(text))
    for each in paced(draft.operations):
        match each:
            case NodeCreate(node_type=node_type, name=name) if node_type in _THINGS:
                named = "" if node_type == "TEST" and is_check(name, language) else name
            case NodeUpdate(ref=ref, set=fields) if fields.name and draft.node(ref).node_type in _THINGS:
                named = fields.name
            case _:
                continue
        if named not in quoted and holds_clause(named, language):
            yield named


def untouched(text: str, draft: Draft) -> Iterator[str]:
    """Deeds, demands, tests and data of the model that a sentence names and with which nothing is done."""
    touched = _touched(draft)
    for span in draft.names.named_in(text):
        nodes = [each for each in span.nodes if each.node_id in draft.base.nodes and each.node_type in _NEVER_ASIDE]
        if nodes and not any(str(each.semantic_id) in touched for each in nodes):
            yield text[span.start : span.end]


def _touched(draft: Draft) -> set[str]:
    """The elements that a change set changes, removes, or joins with something."""
    refs: set[str] = set()
    for each in paced(draft.operations):
        match each:
            case NodeUpdate(ref=ref) | NodeDelete(ref=ref):
                refs.add(str(ref))
            case EdgeCreate(source=source, target=target) | EdgeDelete(source=source, target=target):
                refs |= {str(source), str(target)}
            case _:
                pass
    return refs


class MadeTexts(NamedTuple):
    """The texts of everything that a change set makes, changes, removes or joins."""

    names: frozenset[str]
    fields: frozenset[str]
    """Those of attributes."""

    def name_words(self) -> frozenset[str]:
        """The words of the names."""
        return frozenset(word for each in paced(self.names) for word in words_in(each))

    def words(self) -> frozenset[str]:
        """The words of all texts."""
        return self.name_words().union(*map(words_in, paced(self.fields)))


def made_texts(draft: Draft) -> MadeTexts:
    """What a change set says, each text once: most elements are joined several times."""
    names, fields, refs = set[str](), set[str](), set[Ref | None]()
    for each in paced(draft.operations):
        match each:
            case NodeCreate(name=name, attributes=attributes):
                names.add(name)
                fields.update(map(str, attributes.values()))
            case NodeUpdate(ref=ref, set=fields_set):
                refs.add(ref)
                names.add(fields_set.name or "")
                fields.update(map(str, fields_set.attributes.values()))
            case NodeDelete(ref=ref):
                refs.add(ref)
            case EdgeCreate(source=source, target=target) | EdgeDelete(source=source, target=target):
                refs |= {source, target}
            case EdgeUpdate():
                pass
    return MadeTexts(frozenset(names.union(_node_name(each, draft) for each in paced(refs))), frozenset(fields))


def _node_name(ref: Ref | None, draft: Draft) -> str:
    """The name of a node of the draft, or of the model before it."""
    for graph in (draft.graph, draft.base):
        found = [] if ref is None else graph.find(ref)
        if found:
            return graph.nodes[found[0]].name
    return ""
