"""What is done with a doubtful reading: it is shown with its reasons and with other readings, and each can be chosen."""

from __future__ import annotations

import pytest

from graphwright.context.request_text import answer_line
from graphwright.languages import LANGUAGES
from graphwright.offline.dialogue.messages import dialogue_words
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, OpenQuestion, ReadOnlyAnswer, Situation, Understood
from graphwright.protocol.operations import NodeCreate
from tests.graph.build import graph_of

pytestmark = pytest.mark.requirement("U-92")

UNSURE = (
    "The tanner soaks the hide, I guess.",
    "Der Gerber wässert die Haut, glaube ich.",
    "Le tanneur trempe la peau, je crois.",
)
ACTORS = ("Tanner", "Currier", "Gerber", "Sattler", "Tanneur", "Sellier")


def answer(text: str, *chosen: str) -> Understood:
    """What comes of a message when somebody chooses each of these in turn of what is asked."""
    model = graph_of(*(f"{each}:ACTOR" for each in ACTORS))
    answered: list[str] | None = None
    for choice in chosen:
        asked = understand(text, Situation(model, NodeIndex(model), answered=answered))
        assert isinstance(asked, OpenQuestion), asked
        [line] = asked.lines
        assert choice in line.options
        answered = [*(answered or ()), answer_line(line.label, choice)]
    return understand(text, Situation(model, NodeIndex(model), answered=answered))


def made(change: Understood) -> set[str]:
    """New elements by type and name; requirements by their text."""
    assert isinstance(change, Change), change
    created = [each for each in change.operations if isinstance(each, NodeCreate)]
    return {f"{each.node_type} {each.attributes.get('text', each.name)}" for each in created}


@pytest.mark.parametrize("said", UNSURE, ids=LANGUAGES)
def test_a_doubtful_reading_is_shown_with_its_reason_and_other_readings(said):
    say = dialogue_words(LANGUAGES[UNSURE.index(said)])

    asked = answer(said)

    assert isinstance(asked, OpenQuestion)
    assert asked.text.startswith(say.because)
    assert asked.text.splitlines()[1].startswith("- ")
    assert [line.options for line in asked.lines] == [(say.yes, say.as_requirement, say.leave_out)]


@pytest.mark.parametrize(
    ("said", "nodes"),
    list(
        zip(
            UNSURE,
            (
                {"UC Soak hide"},
                {"UC Haut wässern"},
                {"UC Tremper la peau"},
            ),
            strict=True,
        )
    ),
    ids=LANGUAGES,
)
def test_each_reading_that_is_chosen_is_built_and_no_other(said, nodes):
    say = dialogue_words(LANGUAGES[UNSURE.index(said)])

    assert made(answer(said, say.yes)) >= nodes
    assert made(answer(said, say.as_requirement)) == {f"REQ {said}"}
    assert answer(said, say.leave_out) == ReadOnlyAnswer(say.refusal, [], LANGUAGES[UNSURE.index(said)])


@pytest.mark.parametrize(
    ("language", "sure", "nodes"),
    [
        ("en", "The currier oils the leather.", {"UC Oil leather"}),
        ("de", "Der Sattler prüft das Leder.", {"UC Leder prüfen"}),
        ("fr", "Le sellier huile le cuir.", {"UC Huiler le cuir"}),
    ],
)
def test_of_several_sentences_those_that_are_sure_can_be_taken_alone(language, sure, nodes):
    doubtful = UNSURE[LANGUAGES.index(language)]
    say = dialogue_words(language)

    both = made(answer(f"{sure} {doubtful}", say.yes))
    alone = made(answer(f"{sure} {doubtful}", say.only_sure))

    assert nodes <= alone < both
    assert alone == made(answer(sure))
