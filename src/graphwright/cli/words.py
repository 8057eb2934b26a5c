"""What commands say about a conversation and its model, in the language of whoever reads it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from graphwright.languages import LANGUAGES, load
from graphwright.protocol.texts import Value
from graphwright.text.messages import filled

Word: TypeAlias = Literal[
    "andMore",
    "answered",
    "applied",
    "asks",
    "batch",
    "cites",
    "counts",
    "countsIn",
    "editedBy",
    "error",
    "findings",
    "from",
    "inWords",
    "info",
    "later",
    "mustDecide",
    "needs",
    "notGiven",
    "note",
    "nothingAndWhy",
    "nothingYet",
    "problems",
    "proposal",
    "proposalAndWhy",
    "proposalWaits",
    "proposed",
    "refused",
    "required",
    "skipping",
    "stale",
    "times",
    "unit",
    "unknown",
    "unsourced",
    "warning",
    "waitsForOwner",
    "wasStopped",
]
_LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


def said(word: Word, language: str, **values: Value) -> str:
    """One text of the command line; English where we do not speak the language."""
    return filled(load(language, "sentences", "terminal", dict[str, str])[word], values, language)


def language_of_reader(chosen: str, environment: Mapping[str, str] = os.environ) -> str:
    """What was chosen in the settings, else what the terminal is set to; `auto` where neither tells."""
    if chosen in LANGUAGES:
        return chosen
    told = next((environment[name] for name in _LOCALE if environment.get(name)), "")
    return told[:2] if told[:2] in LANGUAGES else "auto"
