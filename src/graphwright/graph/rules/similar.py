"""Rules about two nodes that say the same: near-duplicates, and candidates for a merge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from graphwright.graph.layers import layer_of
from graphwright.graph.rules.base import SOUND, Breach, Options, PairRule, label
from graphwright.protocol.texts import Values

if TYPE_CHECKING:
    from graphwright.graph.similarity import SimilarPair


def func_near_duplicate(pair: SimilarPair, options: Options) -> Sequence[Breach]:
    """No two FUNCs are at least .85 alike."""
    return _near_duplicate(pair, options)


def schema_near_duplicate(pair: SimilarPair, options: Options) -> Sequence[Breach]:
    """No two SCHEMAs are at least .85 alike."""
    return _near_duplicate(pair, options)


def func_merge_candidate(pair: SimilarPair, options: Options) -> Sequence[Breach]:
    """FUNCs that are at least .70 alike may be one."""
    return _merge_candidate(pair, options)


def schema_merge_candidate(pair: SimilarPair, options: Options) -> Sequence[Breach]:
    """SCHEMAs that are at least .70 alike may be one."""
    return _merge_candidate(pair, options)


def _near_duplicate(pair: SimilarPair, options: Options) -> Sequence[Breach]:
    is_near = pair.score >= options.number("least") and _in_one_layer(pair)
    return (_breach(pair),) if is_near else SOUND


def _merge_candidate(pair: SimilarPair, options: Options) -> Sequence[Breach]:
    is_candidate = options.number("least") <= pair.score < options.number("below") and _in_one_layer(pair)
    return (_breach(pair),) if is_candidate else SOUND


def _in_one_layer(pair: SimilarPair) -> bool:
    """Those of two layers are meant to be alike: one refines the other."""
    return layer_of(pair.first) == layer_of(pair.second)


def _breach(pair: SimilarPair) -> Breach:
    nodes = (pair.first.node_id, pair.second.node_id)
    told: Values = {
        "first": f"{label(pair.first)} ({pair.first.semantic_id})",
        "second": f"{label(pair.second)} ({pair.second.semantic_id})",
        "score": round(pair.score, 2),
    }
    if not pair.hidden:
        return Breach(nodes, told)
    return Breach(nodes, {**told, "hidden": pair.hidden, "id": pair.first.semantic_id}, "more")


RULES: Final = (
    PairRule("func_near_duplicate", func_near_duplicate, of=("FUNC",), options={"least": 0.85}),
    PairRule("func_merge_candidate", func_merge_candidate, of=("FUNC",), options={"least": 0.70, "below": 0.85}),
    PairRule("schema_near_duplicate", schema_near_duplicate, of=("SCHEMA",), options={"least": 0.85}),
    PairRule("schema_merge_candidate", schema_merge_candidate, of=("SCHEMA",), options={"least": 0.70, "below": 0.85}),
)
