"""Orders that no frame fits: told by their cue words and by what they name, and only ever proposed."""

from __future__ import annotations

import pytest

from graphwright.grammar.records import Focus, FocusedElement
from graphwright.graph.document import Graph
from graphwright.languages import LANGUAGES, Language, load
from graphwright.offline.dialogue.messages import dialogue_words
from graphwright.offline.meaning.cues.words import KINDS
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation, Understood
from graphwright.protocol.operations import NodeDelete
from tests.graph.build import graph_of

TABLES = {"cues", "with", "mark"}


def workshop() -> Graph:
    return graph_of(
        "Workshop:SYS", "Kiln:MOD", "Rack:MOD", "Bake clay:FUNC", "Potter:ACTOR", "Artist:ACTOR", "Paint bowl:UC",
        "Workshop -compose-> Kiln", "Workshop -compose-> Rack", "Rack -allocate-> Bake clay",
        "Artist -relation-> Paint bowl",
    )  # fmt: skip


def heard(said: str, last: str = "") -> Understood:
    """What comes of a sentence, where an element was spoken of last."""
    graph = workshop()
    focus = Focus(elements=(FocusedElement(name=last, type="MOD"),)) if last else Focus()
    return understand(said, Situation(graph, NodeIndex(graph), focus, suggests=False))


@pytest.mark.requirement("U-185")
@pytest.mark.parametrize(
    ("said", "question", "change"),
    [
        ("from today the kiln goes by the name of Oven", "Do you mean: rename “Kiln” to “Oven”?", "Changed: Kiln → Oven."),
        ("could you swap Kiln out for Oven?", "Do you mean: put “Oven” in the place of “Kiln”?", "Changed: Kiln → Oven."),
        ("scratch the rack, nobody ever bought one", "Do you mean: delete “Rack”?", "Removed: Rack."),
        ("Bake clay should hang on the kiln, obviously", "Do you mean: move “Bake clay” to “Kiln”?",
         "New relations: 1.\nRemoved relations: 1."),
        ("Den Kiln kannst du streichen, haben wir nie gekauft", "Ist das gemeint: „Kiln“ löschen?", "Entfernt: Kiln."),
        ("Kiln, on n'en a plus besoin", "Est-ce bien cela : supprimer «\u00a0Kiln\u00a0» ?", "Retiré : Kiln."),
    ],
)  # fmt: skip
def test_an_order_in_other_words_is_proposed_with_one_sentence_to_confirm(
    said: str, question: str, change: str
) -> None:
    found = heard(said)

    assert isinstance(found, Change)
    assert found.text == f"{question}\n{dialogue_words(found.language).proposes}\n{change}"
    assert found.proposes


@pytest.mark.requirement("U-185")
def test_the_last_one_is_what_was_spoken_of() -> None:
    found = heard("scratch that last one", last="Rack")

    assert isinstance(found, Change)
    assert [each.ref for each in found.operations if isinstance(each, NodeDelete)] == ["Rack.MD.002"]


@pytest.mark.requirement("U-185")
@pytest.mark.parametrize(
    "said",
    [
        "Don't scratch the kiln",  # a denial
        "If the kiln breaks we can scratch it",  # a condition
        "scratch the kiln and the cupboard",  # a word that nothing explains
        "scratch the kiln but only later",  # a clause that restricts
        "do we scratch the kiln?",  # a question
        "Potter and Kiln are one and the same",  # elements of two types
        "scratch the last one",  # nothing was spoken of
    ],
)
def test_what_not_one_kind_alone_explains_changes_nothing(said: str) -> None:
    found = heard(said)

    assert not isinstance(found, Change) or found.operations == []


@pytest.mark.requirement("U-185")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_cues_for_every_kind(language: Language) -> None:
    for kind in KINDS:
        table = load(language, "cues", kind, dict[str, str])
        assert set(table) == TABLES
        assert table["cues"]
    assert set(load(language, "sentences", "guesses", dict[str, str])) == {"asked", *KINDS}
