"""Fields of a schema: added, dropped, renamed. They are names in its struct, never elements of their own."""

from __future__ import annotations

from graphwright.grammar.records import SpokenClause, SpokenPhrase
from graphwright.languages import LANGUAGES
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.naming import cleaned
from graphwright.offline.meaning.spoken import phrases
from graphwright.offline.meaning.stated import Ordering
from graphwright.offline.meaning.structure import fields_of, struct_of
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.text.folding import fold


def is_about_fields(text: str, make: Maker) -> bool:
    """Does a sentence speak of fields?"""
    words = vocabulary(make.language).phrases["field"]
    return bool(words & {fold(each) for each in cleaned(text).split()})


def change_fields(said: Ordering, make: Maker, index: NodeIndex) -> bool:
    """Add, drop or rename the fields that a clause names; `False` without exactly one schema."""
    schemas = [node for span in index.named_in(said.sentence.text) for node in span.nodes if node.node_type == "SCHEMA"]
    if len({node.node_id for node in schemas}) != 1:
        return False
    schema = make.draft.graph.nodes[schemas[0].node_id]
    known = fields_of(schema)
    named = [each for each in map(_field_name, phrases(said.clause, "thing", "doer")) if each]
    changed = _changed(said, known, named)
    if changed is None or changed == known:
        return False
    make.draft.update(schema, attributes={"struct": struct_of(changed)})
    return True


def _changed(said: Ordering, known: list[str], named: list[str]) -> list[str] | None:
    folded = {fold(each): each for each in known}
    if said.order in {"create", "set"}:
        return [*known, *(each for each in named if fold(each) not in folded)]
    if said.order == "remove":
        gone = set(map(fold, named))
        return [each for each in known if fold(each) not in gone] if gone <= set(folded) else None
    to = _target(said.clause)
    if said.order == "rename" and to is not None and len(named) == 1 and fold(named[0]) in folded:
        return [cleaned(to.name) if fold(each) == fold(named[0]) else each for each in known]
    return None


def _target(clause: SpokenClause) -> SpokenPhrase | None:
    return next(iter(phrases(clause, "goal", "receiver", "kind", "value", "place")), None)


def _field_name(phrase: SpokenPhrase) -> str:
    """The name of a field without the word for it: `field "tariff"`."""
    words = cleaned(phrase.name or phrase.text).replace('"', " ").split()
    known = frozenset[str]().union(*(vocabulary(each).phrases["field"] for each in LANGUAGES))
    return cleaned(" ".join(words[1:] if len(words) > 1 and fold(words[0]) in known else words))
