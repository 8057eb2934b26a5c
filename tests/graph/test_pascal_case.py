"""Names are PascalCase in the letters of any language; semantic ids stay ASCII (K-19)."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphwright.graph.check import check_all
from graphwright.graph.rules import RULES
from graphwright.graph.rules.base import statement
from graphwright.graph.rules.pascal_case import is_pascal_case, pascal_case
from graphwright.protocol.operations import NodeCreate
from tests.graph.build import graph_of


def proposed(name: str) -> list[object]:
    """What the rule `naming` proposes for a function of this name; nothing where it is content."""
    found = [each for each in check_all(graph_of(f"{name}:FUNC")) if each.rule_id == "naming"]
    return [each.values["better"] for each in found]


@pytest.mark.requirement("K-19")
@pytest.mark.parametrize(
    "name",
    [
        "PlaceOrder",
        "StraßeFürZugSperren",
        "BÜSteuerung",
        "ÖffneSchranke2",
        "ÉvaluerLeRisque",
        "ŒuvrerÀLaGare",
        "ΈλεγχοςΠύλης",
        "ЗакрытьШлагбаум",
        "踏切を閉じる",
        "データ2",
        "बाड़खोलो",
        "გზისდახურვა",
        "E\N{COMBINING ACUTE ACCENT}valuer",
        "É" * 25,
        "E\N{COMBINING ACUTE ACCENT}" * 25,
    ],
)
def test_a_name_in_the_letters_of_any_language_is_pascal_case(name: str) -> None:
    assert proposed(name) == []


@pytest.mark.requirement("U-732")
@pytest.mark.parametrize("name", ["pH", "mA", "iOS", "eID"])
def test_a_sign_with_a_small_letter_before_capitals_is_a_name_and_what_is_joined_is_none(name: str) -> None:
    assert proposed(name) == []
    assert proposed(f"{name}Measure") != []


@pytest.mark.requirement("K-19", "U-21")
@pytest.mark.parametrize(
    "name",
    [
        "Check ticket",
        "Fahrkarte prüfen",
        "carte de fidélité",
        "Straße für Zug sperren",
        "BÜ-Steuerung",
        "évaluer le risque",
        "L’accès",
        "Plug & Charge",
        "Hochwasserentlastungsanlagen",
        "踏切 を閉じる",
        "train number",
        "E" + "e" * 59,
        "While the system is in virtual mode, the…",
    ],
)
def test_a_name_may_be_a_short_phrase_as_people_say_it(name: str) -> None:
    assert proposed(name) == []


@pytest.mark.requirement("K-19")
@pytest.mark.parametrize(
    ("name", "better"),
    [
        ("straßeSperren", "StraßeSperren"),
        ("έλεγχοςΠύλης", "ΈλεγχοςΠύλης"),
        ("Straße für Zug sperren, wenn er sich nähert und bis er fort ist", "StraßeFürZugSperrenWennEr"),
        ("Test where we calculate the SHA of a file: modified or not", "TestWhereWeCalculateThe"),
        ("Straße: sperren", "StraßeSperren"),
        (" Straße sperren", "StraßeSperren"),
        ("Straße  sperren", "StraßeSperren"),
        ("Öffnen🚧", "Öffnen"),
        ("1️⃣Öffnen", "Öffnen"),
        ("🚧", "Function"),
        ("42", "Function"),
        ("Place_Order", "PlaceOrder"),
        ("\N{COMBINING ACUTE ACCENT}Tor", "Tor"),
        ("É" * 26, "É" * 25),
    ],
)
def test_any_other_name_is_found_with_one_in_its_own_letters(name: str, better: str) -> None:
    assert proposed(name) == [repr(better)]


@pytest.mark.requirement("K-19")
@given(st.text(max_size=40))
@example("ῢ")  # its capital is three characters
def test_what_is_proposed_is_pascal_case_itself_and_stays_as_it_is(name: str) -> None:
    better = pascal_case(name)
    assert is_pascal_case(better) or not any(map(str.isalpha, name))
    assert pascal_case(better) == better


@pytest.mark.requirement("K-19", "A-31")
def test_a_repair_names_what_it_makes_in_the_letters_of_the_name() -> None:
    graph = graph_of("Straße für Züge sperren:FUNC")
    [finding] = [each for each in check_all(graph) if each.rule_id == "function_requirements"]
    assert [each.name for each in finding.repair if isinstance(each, NodeCreate)] == ["StraßeFürZügeSperrenReq"]


@pytest.mark.requirement("K-19")
def test_the_semantic_id_of_such_a_name_stays_ascii() -> None:
    [node] = graph_of("StraßeFürZugSperren:FUNC").nodes.values()
    assert node.semantic_id == "StrasseFuerZugSperren.FN.001"


@pytest.mark.requirement("K-19")
def test_the_rule_says_that_letters_are_those_of_any_language() -> None:
    assert "letters and digits of any language" in statement(RULES["naming"])
