"""What must be asked before anything is changed, as the lines of a form, and what the answers to it mean.

A line is a question with answers behind bars (`turns.asking_back`). The person's first words are read again with the
answers: what a doubt was about, or which word a pronoun stands for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from graphwright.formats.cleaning import clean
from graphwright.grammar.records import Doubt
from graphwright.languages import Language
from graphwright.offline.dialogue.messages import dialogue_words
from graphwright.text.messages import quoted as between_marks

QUESTIONS = 6
"""In one form; what is open beyond them is left out."""
_SHOWN = 160
"""Characters of a sentence that a question quotes."""


class FormLine(Struct, frozen=True):
    """A question of the form."""

    label: str
    options: tuple[str, ...]
    doubt: Doubt | None = None
    """What it settles; `None`: whether the whole was read right."""

    def written(self) -> str:
        """As a line of a block `questions`."""
        return " | ".join([self.label, *self.options])


def line_of(doubt: Doubt, text: str, language: Language) -> FormLine:
    """The question that settles a doubt. `text` is the message."""
    say = dialogue_words(language)
    sentence = shortened(_sentence_around(text, doubt))
    template = {
        "whatIs": say.what_is,
        "whoIsIt": say.who_is,
        "which": say.which_is,
        "whichAmount": say.which_amount,
        "newName": say.new_name,
        "withWhat": say.with_what,
        "newElement": say.new_element,
        "intoWhat": say.into_what,
        "fromWhat": say.from_what,
    }.get(doubt.code, say.meant_by)
    label = template.format(text=quoted(doubt.text, language), sentence=quoted(sentence, language))
    alternatives = tuple(dict.fromkeys(map(_plain, doubt.alternatives)))
    # Without answers to choose from the person writes one.
    return FormLine(label, (*alternatives, say.leave_out) if alternatives else (), doubt)


def confirmation(template: str, summary: str, language: Language, others: Sequence[str] = ()) -> FormLine:
    """Whether what was read is meant, with other readings to choose from."""
    say = dialogue_words(language)
    return FormLine(_plain(template.format(text=summary)), (say.yes, *others, say.leave_out))


def settled(lines: Sequence[FormLine], answers: Mapping[str, str], language: Language) -> dict[tuple[str, str], str]:
    """The answers as choices for the doubts, by their code and text; what is to be left out is none."""
    say = dialogue_words(language)
    return {
        (line.doubt.code, line.doubt.text): answers[line.label]
        for line in lines
        if line.doubt is not None and line.label in answers and answers[line.label] != say.leave_out
    }


def with_names(text: str, lines: Sequence[FormLine], answers: Mapping[str, str]) -> str:
    """The message with the names in the place of the pronouns that were asked about."""
    said = sorted(
        (line.doubt.start, line.doubt.end, answers[line.label])
        for line in lines
        if line.doubt is not None
        and line.doubt.code == "whoIsIt"
        and answers.get(line.label) in line.doubt.alternatives
    )
    for start, end, name in reversed(said):
        text = f"{text[:start]}{name}{text[end:]}"
    return text


def quoted(text: str, language: Language) -> str:
    """Words of the person inside a question."""
    return between_marks(_plain(text), language)


def shortened(text: str) -> str:
    """Enough to recognise one's own sentence by."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _plain(text: str) -> str:
    """On one line and without bars: they divide answers."""
    return " ".join(clean(text).replace("|", "/").replace("`", "'").split())


def _sentence_around(text: str, doubt: Doubt) -> str:
    start = max((text.rfind(mark, 0, doubt.start) for mark in ".!?\n"), default=-1) + 1
    ends = [at for mark in ".!?\n" if (at := text.find(mark, doubt.end)) >= 0]
    return text[start : min(ends, default=len(text))].strip()
