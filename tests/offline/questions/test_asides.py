"""Questions beside the way: what is next, what something belongs to, who has more to do, what nobody does."""

from __future__ import annotations

import pytest

from tests.offline.questions.small_models import BREWERY, FERRY, LAUNDRY, NOTHING, Asked, check


@pytest.mark.requirement("U-500")
@pytest.mark.parametrize(
    "asked",
    [
        (BREWERY, "Was geschieht als Nächstes, wenn die Maische erhitzt worden ist?", {"Würze kochen"}, {"Befund"}),
        (BREWERY, "Was ist als Nächstes dran, nachdem das Malz geschrotet ist?", {"Maische erhitzen"}, {"Befund"}),
        (FERRY, "What happens next once the car has been weighed?", {"Assign lane"}, {"finding"}),
        (FERRY, "What is left to do after the ticket is printed?", {"Scan ticket"}, {"finding"}),
        (LAUNDRY, "Une fois le sac pesé, qu'est-ce qui reste à faire ?", {"Doser la lessive"}, {"constat"}),
        (LAUNDRY, "Que reste-t-il à faire après le tri du linge ?", {"Peser le sac"}, {"constat"}),
    ],
)
def test_what_comes_next_is_asked_beside_what_is_done(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-501")
@pytest.mark.parametrize(
    "asked",
    [
        (BREWERY, "Zu welchem Bauteil gehört die Schrotmühle?", {"Sudhaus"}, {"besteht nicht"}),
        (BREWERY, "Zu welcher Komponente gehört die Schrotmühle eigentlich?", {"Sudhaus"}, NOTHING),
        (FERRY, "Which component does the scale plate belong to?", {"Gate post"}, {"not consist"}),
        (FERRY, "Which assembly is the scale plate part of?", {"Gate post"}, NOTHING),
        (LAUNDRY, "À quel composant appartient le tambour ?", {"Machine"}, NOTHING),
    ],
)
def test_what_something_belongs_to_is_asked_by_a_noun_for_it(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-502")
@pytest.mark.parametrize(
    "asked",
    [
        (FERRY, "Who has more to do, the gate post or the ticket booth?", {"Gate post"}, {"nothing missing"}),
        (BREWERY, "Wer hat mehr zu tun, das Sudhaus oder die Abfüllanlage?", {"Sudhaus"}, NOTHING),
        (LAUNDRY, "Qui a le plus à faire, la machine ou la balance ?", {"Machine"}, NOTHING),
        (BREWERY, "Was hat weniger zu tun, der Büro-PC oder das Sudhaus?", {"Büro-PC"}, NOTHING),
    ],
)
def test_who_has_more_to_do_is_told_by_what_they_do(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-503")
@pytest.mark.parametrize(
    "asked",
    [
        (BREWERY, "Welches Gerät hat bisher noch keine Funktion bekommen?", {"Kühlhaus"}, {"Schrotmühle", "Sudhaus"}),
        (BREWERY, "Welche Maschinen haben keine Funktion?", {"Kühlhaus"}, {"Sudhaus"}),
        (FERRY, "Which device has not been given a function yet?", {"Bridge console"}, {"Gate post"}),
        (FERRY, "Which machine has no function?", {"Bridge console"}, {"Gate post"}),
        (LAUNDRY, "Quel appareil n'a encore reçu aucune fonction ?", {"Tambour"}, {"Caisse"}),
    ],
)
def test_a_device_is_any_module_where_all_are_asked_about(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-503")
@pytest.mark.parametrize(
    "asked",
    [
        (
            BREWERY,
            "Bei welchen Schritten ist noch nicht festgelegt, wer sie ausführt?",
            {"Fass etikettieren"},
            {"Würze kochen"},
        ),
        (FERRY, "For which functions is it not settled yet who does them?", {"Count passengers"}, {"Weigh car"}),
        (
            LAUNDRY,
            "Pour quelles fonctions n'est-il pas encore décidé qui les fait ?",
            {"Trier le linge"},
            {"Peser le sac"},
        ),
        (LAUNDRY, "Y a-t-il encore des fonctions auxquelles personne ne participe ?", {"Trier le linge"}, {"Repasser"}),
    ],
)
def test_for_what_nobody_is_settled_is_told(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-501")
@pytest.mark.parametrize(
    "asked",
    [
        (BREWERY, "Welche Anforderung steckt hinter dem Kochen der Würze?", {"Kochzeit"}, {"Meldefrist"}),
        (BREWERY, "Wozu melden wir die Steuer, welche Anforderung steckt dahinter?", {"Meldefrist"}, NOTHING),
        (FERRY, "Which requirement is behind weighing the car?", {"Load limit"}, {"Boarding time"}),
        (FERRY, "Why do we open the gate, which requirement is behind it?", {"Boarding time"}, NOTHING),
        (LAUNDRY, "À quelle exigence répond le dosage de la lessive ?", {"Dosage juste"}, {"Délai"}),
        (LAUNDRY, "Pourquoi doser la lessive, quelle exigence se cache derrière ?", {"Dosage juste"}, NOTHING),
    ],
)
def test_the_requirement_behind_something_is_told(asked: Asked):
    check(asked)
