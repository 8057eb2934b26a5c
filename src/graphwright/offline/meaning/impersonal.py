"""German clauses that say what is done and name neither doer nor thing: `gepresst wird im Keller, gelagert im Fass`.

What is done is a function of the model with that verb, else it is done to what the deed before it was done to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.forms import candidates
from graphwright.grammar.records import SpokenClause
from graphwright.languages import Language
from graphwright.text.folding import fold

_HELPERS: Final = frozenset(("wird", "werden", "wurde", "wurden"))


def with_impersonal(clauses: Sequence[SpokenClause], language: Language) -> list[SpokenClause]:
    """The clauses, the impersonal ones without a subject that they would have taken over."""
    if language != "de":
        return list(clauses)
    found: list[SpokenClause] = []
    for clause in clauses:
        goes_on = bool(found) and is_impersonal(found[-1], language) and _is_bare_participle(clause)
        found.append(_bared(clause) if goes_on or _is_fronted(clause) else clause)
    return found


def is_impersonal(clause: SpokenClause, language: Language) -> bool:
    """Is something done to nothing by nobody?"""
    verb = clause.verb
    return (
        language == "de"
        and verb is not None
        and verb.passive
        and not verb.negated
        and verb.modality == "none"
        and not any(each.name in {"doer", "thing"} for each in clause.roles)
    )


def _is_fronted(clause: SpokenClause) -> bool:
    """`gemischt wird`: the participle stands first, and nothing of its own is done to."""
    verb = clause.verb
    own = [each for each in clause.roles if each.name in {"doer", "thing"} and not each.taken_over]
    is_first = verb is not None and clause.kind == "main" and fold(verb.text.split()[-1]) in _HELPERS
    return is_first and verb is not None and verb.passive and not own


def _is_bare_participle(clause: SpokenClause) -> bool:
    """`..., gebacken im Ofen`: only the helper of the clause before it is left out."""
    verb = clause.verb
    own = [each for each in clause.roles if each.name in {"doer", "thing"} and not each.taken_over]
    if verb is None or own or " " in verb.text:
        return False
    return any(each.kind == "participle" for each in candidates(verb.text, "de", cased=False))


def _bared(clause: SpokenClause) -> SpokenClause:
    assert clause.verb is not None  # noqa: S101 the caller looked
    roles = tuple(each for each in clause.roles if not each.taken_over)
    return replace(clause, mood="statement", verb=replace(clause.verb, passive=True), roles=roles)
