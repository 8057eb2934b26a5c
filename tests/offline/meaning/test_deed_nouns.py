"""A deed of the model is also meant by the noun of its verb alone, however little it looks like that verb."""

from __future__ import annotations

import pytest

from tests.offline.meaning.test_changing import changed, told

_LANGUAGES = {
    "en": ("Sell ticket", "Fly balloon", "Print log"),
    "de": ("Blech schneiden", "Form gießen", "Kante schleifen"),
    "fr": ("Coudre la tige", "Cuire le pain", "Cirer la botte"),
}


def _model(language: str) -> tuple[str, ...]:
    first, second, third = _LANGUAGES[language]
    names = (f"{first}:FUNC", f"{second}:FUNC", f"{third}:FUNC", "One:FLOW", "Two:FLOW")
    ways = (f"{first} -io-> One", f"One -io-> {second}", f"{second} -io-> Two", f"Two -io-> {third}")
    return (*names, *ways)


@pytest.mark.requirement("U-434")
@pytest.mark.parametrize(
    ("language", "order", "deed"),
    [
        ("en", "Delete the sale.", "Sell ticket"),
        ("en", "please remove the flight", "Fly balloon"),
        ("de", "Lösch den Schnitt.", "Blech schneiden"),
        ("de", "Streich bitte den Guss.", "Form gießen"),
        ("fr", "Supprime la couture.", "Coudre la tige"),
        ("fr", "retire la cuisson", "Cuire le pain"),
    ],
)
def test_the_noun_of_a_verb_names_the_deed_and_somebody_looks_at_it(language: str, order: str, deed: str) -> None:
    meant = told(order, *_model(language))
    gone, new = changed(meant)

    assert {each for each in gone if each.endswith(":FUNC")} == {f"{deed}:FUNC"}
    assert new == set()
    assert meant.proposes


@pytest.mark.requirement("U-434")
@pytest.mark.parametrize(
    ("language", "order", "step"),
    [
        ("en", 'Insert "Weigh gas" between the sale and the flight.', "Weigh gas"),
        ("en", "Put the step Check wind between the sale and the flight", "Check wind"),
        ("de", "Füge zwischen dem Schnitt und dem Guss die Funktion Blech wiegen ein.", "Blech wiegen"),
        ("de", "Setz „Form ölen“ zwischen Schnitt und Guss.", "Form ölen"),
        ("fr", "Insère « Peser la pâte » entre la couture et la cuisson.", "Peser la pâte"),
        ("fr", "ajoute l'étape « Percer la semelle » entre la couture et la cuisson", "Percer la semelle"),
    ],
)
def test_a_step_goes_between_two_that_are_told_by_their_nouns(language: str, order: str, step: str) -> None:
    first, second, _ = _LANGUAGES[language]
    gone, new = changed(told(order, *_model(language)))

    assert gone == {f"{first} -io-> One", f"One -io-> {second}"}
    assert f"{step}:FUNC" in new
    assert any(each.startswith(f"{first} -io-> ") for each in new)
    assert any(each.endswith(f" -io-> {second}") for each in new)


@pytest.mark.requirement("U-434")
def test_a_noun_that_may_be_of_two_verbs_is_asked_about() -> None:
    meant = told("Supprime la couture.", "Coudre la tige:FUNC", "Coudre la semelle:FUNC")

    assert changed(meant) == (set(), set())
    assert [each.code for each in meant.doubts if each.weight == "asks"] == ["which"]
