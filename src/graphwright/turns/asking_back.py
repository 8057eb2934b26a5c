"""A language model asks back: the questions of its answer become a form, and what people answer goes back to it.

Asking is better than guessing where much depends on what nobody has said. A question stands on a line of its own in a
block `questions`, with answers to choose from behind bars; whoever may ask fills the form in, says what nobody knows
yet, or lets the assistant decide and say what it assumes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from graphwright.context.data_block import escape_roles
from graphwright.context.instructions import ANSWERS
from graphwright.context.prompt import with_reply
from graphwright.context.request_text import answer_line
from graphwright.formats.cleaning import clean
from graphwright.languages import Language
from graphwright.llm.base import ModelRequest
from graphwright.protocol.runs import Form, FormField
from graphwright.runs.waits import FormResult
from graphwright.turns.messages import message_text

ROUNDS: Final = 2
"""Times that one message may be asked back about."""
QUESTIONS: Final = 8
OPTIONS: Final = 12
_LABEL: Final = 500
_OPTION: Final = 200
_BULLET: Final = re.compile(r"^\s*(?:[-*•+]|\d{1,2}[.)])\s+")


def form_of(lines: Sequence[str], language: Language) -> Form | None:
    """The form for the lines of a block; `None` where none of them asks anything.

    Nobody has to know an answer: each question may be left open, which is not the same as leaving it to whoever asks.
    """
    nobody = message_text("askedBackOpen", language)
    fields: list[FormField] = []
    for line in lines:
        label, *options = (clean(part).strip() for part in _BULLET.sub("", line).split("|"))
        chosen = list(dict.fromkeys(option[:_OPTION] for option in options if option and option != nobody))[:OPTIONS]
        if label and len(fields) < QUESTIONS:
            fields.append(
                FormField(
                    key=f"q{len(fields) + 1}",
                    label=label[:_LABEL],
                    type="choice" if len(chosen) > 1 else "text",
                    required=False,
                    options=[*(chosen if len(chosen) > 1 else []), nobody],
                )
            )
    if not fields:
        return None
    skipped = message_text("askedBackSkipped", language)
    return Form(fields=fields, who_may_answer="ask", assumption_on_skip=skipped)


def with_answers(request: ModelRequest, answer: str, result: FormResult, language: Language) -> ModelRequest:
    """The same request, with the answer that asked and what people said to it."""
    nobody = message_text("askedBackOpen", language)
    values = [(field.label, result.values.get(field.key)) for field in result.form.fields]
    given = [(label, value) for label, value in values if value not in {None, ""}]
    lines = [ANSWERS[language], *(answer_line(label, str(value)) for label, value in given)]
    if any(value == nobody for _, value in given):
        lines.append(message_text("askedBackLeftOpen", language))
    if len(given) < len(values):
        lines.append(message_text("askedBackSkipped", language))
    return with_reply(request, answer, escape_roles(clean("\n".join(lines))))


def listed(lines: Sequence[str]) -> str:
    """Open questions beside changes that are made: said, so that the next message may answer them."""
    return "\n".join(f"- {_BULLET.sub('', line).strip()}" for line in lines if line.strip())
