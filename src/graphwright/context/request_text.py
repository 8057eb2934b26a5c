"""Reads a person's words, and the problems of an earlier answer, back out of a request that `prompt` has built.

For an assistant that answers by rules: it must read what the person asked and nothing of the data around it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from graphwright.context.instructions import ANSWERS, REPAIR, REQUEST
from graphwright.languages import Language
from graphwright.llm.base import ModelRequest

# Data blocks come first, and a text inside one cannot hold the end of a block, see `data`.
_END_OF_DATA: Final = re.compile(r"</data-\w+>\n\n")


def request_of(request: ModelRequest) -> str:
    """The words of the newest message that is a person's own."""
    own = [text for text in _said_by_user(request) if not _is_repair(text) and not _is_answer(text)]
    return own_words(own[-1]) if own else ""


def language_told(request: ModelRequest) -> Language | None:
    """The language of the turn, by the words that its newest message is put in; it is the project's in doubt."""
    own = [_behind_data(each) for each in _said_by_user(request) if not _is_repair(each) and not _is_answer(each)]
    newest = own[-1] if own else ""
    return next((language for language, label in REQUEST.items() if newest.startswith(f"{label}\n")), None)


def own_words(text: str) -> str:
    """What of a person's message in a request they said themselves."""
    asked = _behind_data(text)
    return next((asked.removeprefix(f"{each}\n") for each in REQUEST.values() if asked.startswith(f"{each}\n")), asked)


def _behind_data(text: str) -> str:
    ends = [match.end() for match in _END_OF_DATA.finditer(text)]
    return text[ends[-1] if ends else 0 :]


def problems_of(request: ModelRequest) -> str | None:
    """What was wrong with the last answer, `None` when nothing was sent back."""
    said = _said_by_user(request)
    if not said or not _is_repair(said[-1]):
        return None
    return said[-1].partition("\n")[2]


def answer_line(label: str, value: str) -> str:
    """What somebody answered to a question, as a line of a request."""
    return f"- {label} {value}"


def was_answered(request: ModelRequest) -> bool:
    """Did people answer a form, or skip it, since the person's newest message?"""
    said = [text for text in _said_by_user(request) if not _is_repair(text)]
    return bool(said) and _is_answer(said[-1])


def answers_of(request: ModelRequest, labels: Sequence[str]) -> dict[str, str]:
    """What people answered to these questions since the person's newest message; the last answer to each counts."""
    return answers_in(answered_lines(request), labels)


def answers_in(lines: Sequence[str], labels: Sequence[str]) -> dict[str, str]:
    """The answers that lines give to some questions."""
    return {
        label: line.removeprefix(answer_line(label, ""))
        for label in labels
        for line in lines
        if line.startswith(answer_line(label, ""))
    }


def answered_lines(request: ModelRequest) -> list[str]:
    """The lines of people's answers since the person's newest message, the oldest first."""
    found: list[str] = []
    for text in reversed(_said_by_user(request)):
        if not _is_answer(text) and not _is_repair(text):
            break
        found = [*(text.splitlines()[1:] if _is_answer(text) else ()), *found]
    return found


def _said_by_user(request: ModelRequest) -> list[str]:
    return [message.text for message in request.messages if message.role == "user"]


def _is_answer(text: str) -> bool:
    return text.startswith(tuple(ANSWERS.values()))


def _is_repair(text: str) -> bool:
    return text.startswith(tuple(REPAIR.values()))
