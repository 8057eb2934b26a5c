"""Carries out on a draft what an order was taken for; whoever calls it proposes it, whatever it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from graphwright.offline.meaning.changing import called, named_new, put
from graphwright.offline.meaning.cues.guesses import Guess
from graphwright.offline.meaning.linking import between, connect
from graphwright.offline.meaning.orders.resolving import Resolver
from graphwright.offline.meaning.replacing import as_type, take_place
from graphwright.offline.meaning.substituting import take_over
from graphwright.operations.cures import merge as merging
from graphwright.protocol.graph import Node


def carry_out_guess(guess: Guess, model: Resolver) -> None:
    """Raises `CannotApply` with why not."""
    _KINDS[guess.kind](guess, model)


def _rename(guess: Guess, model: Resolver) -> None:
    if guess.new:
        called(guess.nodes[0], named_new(guess.new), model)
    else:
        old, new = guess.nodes
        take_place(model.make, old, new)


def _describe(guess: Guess, model: Resolver) -> None:
    model.make.draft.update(guess.nodes[0], descr=guess.new)


def _remove(guess: Guess, model: Resolver) -> None:
    for node in guess.nodes:
        model.make.draft.delete(node)


def _merge(guess: Guess, model: Resolver) -> None:
    model.make.draft.take(merging.merge(model.graph, guess.nodes[0], guess.nodes[1:]))


def _move(guess: Guess, model: Resolver) -> None:
    part, host, *olds = guess.nodes
    for old in olds:
        _cut(old, part, model)
    put(part, host, model)


def _retype(guess: Guess, model: Resolver) -> None:
    as_type(model.make, guess.nodes[0], guess.new)


def _correct(guess: Guess, model: Resolver) -> None:
    old, new, deed = guess.nodes
    take_over(old, new, deed, model.make)


def _link(guess: Guess, model: Resolver) -> None:
    one, other = guess.nodes
    if not connect(one, other, model.make):
        raise model.illegal("relation", one, other)


def _unlink(guess: Guess, model: Resolver) -> None:
    one, other = guess.nodes
    _cut(one, other, model)


def _cut(one: Node, other: Node, model: Resolver) -> None:
    for edge in between(one, other, model.graph):
        model.make.draft.unlink(edge)


_KINDS: Final[Mapping[str, Callable[[Guess, Resolver], None]]] = MappingProxyType(
    {
        "describe": _describe,
        "rename": _rename,
        "replace": _rename,
        "remove": _remove,
        "merge": _merge,
        "move": _move,
        "retype": _retype,
        "correct": _correct,
        "link": _link,
        "unlink": _unlink,
    }
)
