"""What is asked of a process: its first and its last step; who else does something; since when; what goes on behind it."""

from __future__ import annotations

import pytest

from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import ReadOnlyAnswer, Situation
from tests.offline.documented import model_of
from tests.offline.questions.small_models import BREWERY, FERRY, LIFT, MUSEUM, NOTHING, PORT, Asked, check


@pytest.mark.requirement("U-470")
@pytest.mark.parametrize(
    "asked",
    [
        (BREWERY, "Was ist der erste Schritt?", {"Malz schroten"}, {"Maische erhitzen", "Bier abfüllen"}),
        (BREWERY, "Womit fangen wir an?", {"Malz schroten"}, {"Bier abfüllen"}),
        (BREWERY, "was machen wir zuletzt?", {"Bier abfüllen"}, {"Malz schroten", "Steuer melden"}),
        (BREWERY, "What is the very first step when we brew a beer?", {"Malz schroten"}, {"Bier abfüllen"}),
        (FERRY, "what is the first step in Sell ticket?", {"Print ticket"}, {"Weigh car", "Scan ticket"}),
        (
            FERRY,
            "Which step comes last in Cross the sound?",
            {"Open gate", "Assign lane"},
            {"Print ticket", "Weigh car"},
        ),
        (BREWERY, "Quelle est la première étape ?", {"Malz schroten"}, {"Bier abfüllen"}),
        (BREWERY, "Par quoi commence-t-on ?", {"Malz schroten"}, {"Bier abfüllen"}),
    ],
)
def test_the_first_and_the_last_step_are_those_that_no_other_comes_before_or_behind(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-470")
@pytest.mark.parametrize(
    "text", ["What is the first step when we frob the grobs?", "Which step comes first, Weigh car or Open gate?"]
)
def test_of_several_beginnings_none_is_told_for_a_process_that_is_not_known(text: str):
    model = model_of(FERRY)
    found = understand(text, Situation(model, NodeIndex(model)))
    assert not (isinstance(found, ReadOnlyAnswer) and "Weigh car" in found.text and "Print ticket" in found.text)


@pytest.mark.requirement("U-471")
@pytest.mark.parametrize(
    "asked",
    [
        (BREWERY, "Wer nimmt außer dem Fahrer noch am Ausliefern des Biers teil?", {"Wirtin"}, {"Fahrer", "Zollamt"}),
        (BREWERY, "Apart from Fahrer, who else takes part in Bier ausliefern?", {"Wirtin"}, {"Fahrer.AC", "Zollamt"}),
        (BREWERY, "Besides Fahrer, who takes part in Bier ausliefern?", {"Wirtin"}, {"Fahrer.AC", "Zollamt"}),
    ],
)
def test_who_else_does_something_is_told_without_those_who_are_left_out_and_without_strangers(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-472")
@pytest.mark.parametrize(
    "asked",
    [
        (BREWERY, "Mit welchem Test weisen wir die Kochzeit nach?", {"Kochprobe"}, NOTHING),
        (BREWERY, "wie geht's nach dem Schroten weiter", {"Maische erhitzen"}, {"Hallo"}),
        (BREWERY, "Wie geht es nach Würze kochen weiter?", {"Bier abfüllen"}, {"Ja."}),
        (FERRY, "How do we continue after Weigh car?", {"Assign lane"}, NOTHING),
        (LIFT, "Since when do we have Check pass?", {"history"}, {"Yes"}),
        (BREWERY, "Seit wann gibt es die Kochprobe?", {"Historie"}, {"Ja."}),
        (MUSEUM, "wer hat zuletzt am Bild restaurieren gearbeitet?", {"Historie"}, NOTHING),
        (PORT, "depuis quand a-t-on la Fraîcheur ?", {"historique"}, {"Oui"}),
        (FERRY, "who last worked on Weigh car?", {"history"}, NOTHING),
    ],
)
def test_a_verb_in_two_pieces_what_goes_on_and_since_when_are_heard_as_they_are_meant(asked: Asked):
    check(asked)
