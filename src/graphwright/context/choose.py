"""Chooses a capture mode for a request: by its words, the selection, the size of the graph and what changed (WB-09).

Each mode collects points with a reason each; the reasons are shown and a person may choose otherwise (B-37, B-38). A
table of words, not a language model: the choice costs nothing, is the same every time, and can be argued with.
"""

from __future__ import annotations

import re
from typing import Final

from graphwright.protocol.base import Record
from graphwright.protocol.canvas import ContextMode


class ModeChoice(Record, frozen=True, kw_only=True):
    """The mode and why."""

    mode: ContextMode
    reasons: list[str]
    is_override: bool
    """A person chose it."""


# How many points a word of the request is worth. English, German, French; matched at word borders, so that `this` is
# not found in `thistle`.
_WORDS: Final[dict[ContextMode, tuple[tuple[float, str], ...]]] = {
    "minimal": (
        (4, r"how (?:do|can|should|would) (?:i|we|you)|how to|what is an?|what are|what does .+ mean|explain"),
        (4, r"wie (?:kann|soll|muss|würde)? ?(?:ich|man|wir)|wie \w+ (?:ich|man|wir)|was ist ein\w*|was sind"),
        (4, r"erklär\w*|was bedeutet|wozu dient"),
        (4, r"comment (?:puis-je|peut-on|faire|\w+er\b)|comment \w+-t-on|qu'est-ce qu\w*|expliqu\w+|à quoi sert"),
    ),
    "selected": (
        (4, r"selected|selection|highlighted"),
        (4, r"(?:aus)?gewählt\w*|selektiert\w*|markiert\w*|auswahl|selektion"),
        (4, r"sélectionn\w*|sélection|choisie?s?"),
        (2, r"this|these|that one|diese[rsnm]?|cette|ces|ceci|celui-ci|celle-ci"),
    ),
    "visible": (
        (4, r"visible|on (?:the |my )?screen|what (?:i|we) see|(?:is|are) shown|in view"),
        (4, r"sichtbar\w*|auf dem bildschirm|angezeigt\w*|was (?:ich|wir) sehen?|eingeblendet\w*"),
        (4, r"à l'écran|affichée?s?|ce que (?:je|nous) vo\w+"),
    ),
    "changed": (
        (3, r"changed|changes|since|update|latest|recent\w*|just added|after (?:adding|changing|the change)"),
        (3, r"geändert\w*|änderung\w*|seit|aktualisier\w+|zuletzt|neueste\w*|nachdem|gerade"),
        (3, r"modifiée?s?|changée?s?|changements?|depuis|mets à jour|met(?:tre|tez) à jour|derni\w+|après"),
        (1, r"new|neue[rsnm]?|nouve(?:au|aux|l|lle|lles)"),
    ),
    "full": (
        (3, r"entire|whole|complete|everything|overall|all"),
        (3, r"gesamt\w*|ganze\w*|komplett\w*|vollständig\w*|alle[srnm]?|alles"),
        (3, r"entier\w*|compl(?:et|ète)\w*|tout\w*|tous|ensemble"),
        (1, r"validate|architecture|system|model|validiere?|prüfe?|architektur|modell|valide\w*|système|modèle"),
    ),
}
_PATTERNS: Final[dict[ContextMode, tuple[tuple[float, re.Pattern[str]], ...]]] = {
    mode: tuple((points, re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)) for points, words in table)
    for mode, table in _WORDS.items()
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
