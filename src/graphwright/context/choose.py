"""Chooses a capture mode for a request: by its words, the selection, the size of the graph and what changed (WB-09).

Each mode collects points with a reason each; the reasons are shown and a person may choose otherwise (B-37, B-38). A
table of words, not a language model: the choice costs nothing, is the same every time, and can be argued with.
"""

from __future__ import annotations

from typing import Final

from graphwright.protocol.base import Record
from graphwright.protocol.canvas import ContextMode
from graphwright.text.recognition import Recogniser


class ModeChoice(Record, frozen=True, kw_only=True):
    """The mode and why."""

    mode: ContextMode
    reasons: list[str]
    is_override: bool
    """A person chose it."""


# How many points words of the request are worth; matched at word borders: `this` is not found in `thistle`.
_POINTS: Final[dict[ContextMode, dict[str, float]]] = {
    "minimal": {"minimal": 4},
    "selected": {"selected": 4, "selected_perhaps": 2},
    "visible": {"visible": 4},
    "changed": {"changed": 3, "changed_perhaps": 1},
    "full": {"full": 3, "full_perhaps": 1},
}
_PATTERNS: Final[dict[ContextMode, tuple[tuple[float, Recogniser], ...]]] = {
    mode: tuple((points, Recogniser(rf"(?<!\w)(?:<capture.{key}>)(?!\w)")) for key, points in words.items())
    for mode, words in _POINTS.items()
}
# FULL is right when nothing speaks for another mode: a language model that sees too little invents duplicates.
_FULL_BY_DEFAULT: Final = 1.5
# A whole graph above this many nodes is more than most context windows hold (20 tokens a node, compact).
_LARGE: Final = 2_000


def choose_mode(
    request: str,
    *,
    selected: int,
    nodes: int,
    changed: int | None,
    filtered: bool = False,
    wanted: ContextMode | None = None,
) -> ModeChoice:
    """The mode for a request.

    `selected`, `nodes`, `changed` count elements; `changed` is `None` when the thread has not seen the graph yet;
    `filtered` says that the canvas hides something; `wanted` is a person's choice and always wins.
    """
    if wanted is not None:
        return ModeChoice(mode=wanted, reasons=["chosen by a person"], is_override=True)
    points: dict[ContextMode, float] = {"full": _FULL_BY_DEFAULT}
    reasons: dict[ContextMode, list[str]] = {"full": ["the default"]}

    def give(mode: ContextMode, amount: float, reason: str) -> None:
        points[mode] = points.get(mode, 0) + amount
        reasons.setdefault(mode, []).append(reason)

    for mode, table in _PATTERNS.items():
        if (mode == "selected" and not selected) or (mode == "changed" and not changed):
            continue
        for amount, pattern in table:
            found = pattern.search(request)
            if found is not None:
                give(mode, amount, f"the request says “{found[0]}”")
    if selected and "selected" in points:
        give("selected", 1, f"{selected} selected")
    if changed and "changed" in points:
        give("changed", 1, f"{changed} changed since this conversation saw the model")
    if nodes > _LARGE:
        give("full", -1, f"{nodes:,} nodes are many")
        if selected:
            give("selected", 1, f"{selected} selected in a large model")
        if filtered:
            give("visible", 2, "the canvas shows a part of a large model")
    best = max(points, key=lambda mode: points[mode])
    return ModeChoice(mode=best, reasons=reasons[best], is_override=False)
