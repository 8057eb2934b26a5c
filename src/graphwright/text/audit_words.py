"""What an entry of the audit says in a reader's language: what was done, how it ended, what is to be known of it.

The words stand in `languages/*/sentences.toml`; the page has them from there and puts them together alike
(`web/src/administration/noteOf.ts`). What an older or newer server wrote, and has no words, stands as its code.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, Literal

from graphwright.languages import LANGUAGES, load
from graphwright.text.messages import filled

_NAMED: Final = frozenset({"person", "person_id", "resource", "held", "project"})
"""Details that hold the id of somebody or of a project."""
_FLAGS: Final = frozenset({"four_eyes", "is_held", "is_on", "viewers_ask"})
"""Those that are so or not."""


def action_in_words(action: str, language: str) -> str:
    """What was done: `session.post` is "Signed in"."""
    return _words("actions", language).get(action, action)


def outcome_in_words(outcome: str, language: str) -> str:
    """Why it was not done; nothing where it was."""
    return "" if outcome == "done" else _words("outcomes", language).get(outcome, outcome)


def note_in_words(details: Mapping[str, str], names: Mapping[str, str], language: str) -> str:
    """What is to be known of it. `names`: of people and projects, by their ids."""
    labels, values, said = _words("details", language), _words("values", language), list[str]()
    for detail, given in details.items():
        if detail == "person_id" and "name" in details:
            continue
        named = names.get(given) if detail in _NAMED else None
        value = named or values.get(given if detail in _FLAGS else f"{detail}.{given}", given)
        label = labels.get(detail, f"{detail}: {{value}}")
        said.append(filled(label, {"value": value}, language))
    return "; ".join(said)


@cache
def all_words_of(code: str) -> str:
    """What an action or an outcome is called in every language, for somebody who searches for it."""
    tables = (_words(table, language) for language in LANGUAGES for table in ("actions", "outcomes"))
    return " ".join(words[code] for words in tables if code in words)


def _words(table: Literal["actions", "outcomes", "details", "values"], language: str) -> dict[str, str]:
    return load(language, "sentences", "audit", dict[str, dict[str, str]])[table]
