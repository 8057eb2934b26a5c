"""What an order contrasts is read in any wording; a step is set between two others; a quantity is set in what stands first."""

from __future__ import annotations

from typing import Final

import pytest

from tests.offline.meaning.test_changing import changed, told

SHIP: Final = (
    "Ship:SYS", "Bow:MOD", "Stern:MOD", "Winch:MOD", "Pull rope:FUNC", "Coil rope:FUNC", "Pulled rope:FLOW",
    "Low noise:REQ", "Ship -compose-> Bow", "Ship -compose-> Stern", "Bow -compose-> Winch",
    "Bow -allocate-> Pull rope", "Pull rope -io-> Pulled rope", "Pulled rope -io-> Coil rope",
)  # fmt: skip
MOVED: Final = ({"Bow -compose-> Winch"}, {"Stern -compose-> Winch"})
CARRIED: Final = ({"Bow -allocate-> Pull rope"}, {"Stern -allocate-> Pull rope"})


@pytest.mark.requirement("U-400")
@pytest.mark.parametrize(
    "text",
    [
        "Assign Pull rope to the Stern, no longer to the Bow.",
        "Pull rope no longer runs on the Bow but on the Stern.",
        "Let the Stern carry Pull rope rather than the Bow.",
        "Ordne Pull rope dem Stern zu, nicht mehr dem Bow.",
        "Pull rope soll der Stern übernehmen und nicht mehr der Bow.",
        "Nicht der Bow, sondern der Stern trägt Pull rope.",
        "Affecte Pull rope au Stern et non plus au Bow.",
        "Pull rope n'est plus exécuté par le Bow mais par le Stern.",
        "Pull rope tourne désormais sur le Stern et plus sur le Bow.",
    ],
)
def test_what_is_contrasted_gives_up_what_the_other_gets(text: str) -> None:
    assert changed(told(text, *SHIP)) == CARRIED


@pytest.mark.requirement("U-400")
@pytest.mark.parametrize(
    "text",
    [
        "The Winch is not in the Bow but in the Stern.",
        "Hang the Winch into the Stern and no longer into the Bow.",
        "Put the Winch under the Stern, it doesn't belong to the Bow.",
        "The Winch belongs to the Stern, not to the Bow. Please move it.",
        "Der Winch gehört zum Stern, nicht zum Bow. Verschieb ihn bitte.",
        "Häng den Winch bitte unter den Stern, er gehört nicht zum Bow.",
        "Le Winch n'appartient pas au Bow mais au Stern.",
        "Le Winch fait partie du Stern, pas du Bow. Déplace-le.",
    ],
)
def test_of_two_parts_the_one_beside_the_contrast_gets_the_part(text: str) -> None:
    meant = told(text, *SHIP)

    assert (changed(meant), meant.left_out, meant.doubts) == (MOVED, (), ())


@pytest.mark.requirement("U-400")
@pytest.mark.parametrize(
    "text",
    ["Reallocate Pull rope to the Stern.", "Réaffecte Pull rope au Stern.", "Ordne Pull rope neu dem Stern zu."],
)
def test_what_is_done_again_is_done_as_the_verb_says(text: str) -> None:
    assert changed(told(text, *SHIP)) == CARRIED


@pytest.mark.requirement("U-400")
def test_what_was_not_there_at_all_is_only_set() -> None:
    meant = told("Assign Coil rope to the Stern, not to the Bow.", *SHIP)

    assert changed(meant) == (set(), {"Stern -allocate-> Coil rope"})


@pytest.mark.requirement("U-401")
@pytest.mark.parametrize(
    "text",
    [
        "Insert Dry rope between Pull rope and Coil rope.",
        "After Pull rope and before Coil rope comes Dry rope.",
        "Dry rope has to come between Pull rope and Coil rope.",
        "We need the step Dry rope between Pull rope and Coil rope.",
        "Nach Pull rope und vor Coil rope kommt noch Dry rope.",
        "Zwischen Pull rope und Coil rope fehlt noch der Schritt Dry rope.",
        "Entre Pull rope et Coil rope vient Dry rope.",
        "Après Pull rope et avant Coil rope, il faut l'étape Dry rope.",
    ],
)
def test_a_step_between_two_takes_the_straight_way_from_one_to_the_other(text: str) -> None:
    meant = told(text, *SHIP)
    gone, new = changed(meant)

    assert gone == {"Pull rope -io-> Pulled rope", "Pulled rope -io-> Coil rope"}
    assert {each for each in new if each.endswith(":FUNC")} == {"Dry rope:FUNC"}
    assert meant.proposes


@pytest.mark.requirement("U-401")
@pytest.mark.parametrize(
    "text",
    [
        "Coil rope must happen before Pull rope, it's the wrong way round.",
        "Coil rope muss vor Pull rope passieren, das ist verkehrt herum.",
        "Coil rope doit venir avant Pull rope, c'est dans le mauvais ordre.",
    ],
)
def test_a_remark_behind_an_order_of_steps_changes_nothing_of_it(text: str) -> None:
    meant = told(text, *SHIP)
    gone, new = changed(meant)

    assert gone == {"Pull rope -io-> Pulled rope", "Pulled rope -io-> Coil rope"}
    assert {each for each in new if "-io->" in each and "Coil rope -" in each}
    assert not any(":REQ" in each for each in new)


@pytest.mark.requirement("U-402")
@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("In the requirement Low noise set the limit to 35 dB, please.", "limit", "35 dB"),
        ("Raise the limit in Low noise from 30 to 35 dB.", "limit", "35 dB"),
        ("Setze in der Anforderung Low noise die Grenze auf 35 dB.", "Grenze", "35 dB"),
        ("Ändere in Low noise die Grenze von 30 auf 35 dB.", "Grenze", "35 dB"),
        ("Dans l'exigence Low noise, mets la limite à 35 dB.", "limite", "35 dB"),
    ],
)
def test_a_quantity_is_set_in_what_is_named_before_it(text: str, attribute: str, value: str) -> None:
    meant = told(text, *SHIP)
    [node] = meant.draft.graph.of_type("REQ")

    assert (node.attributes.get(attribute), meant.proposes) == (value, True)
