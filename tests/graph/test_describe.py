"""The ontology in words, made from the data."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from graphwright.context.tokens import tokenizer
from graphwright.graph.describe import markdown_tables, prompt_text
from graphwright.graph.load import default_ontology, load_profile
from graphwright.graph.rules import RULES
from graphwright.graph.rules.base import statement
from graphwright.languages import Language
from tests.graph.build import SYSTEMS, profile_with

ontology = default_ontology()
MARK = "<!-- tables of profile systems: written by `graph/describe.py`, kept by a test -->\n"


LANGUAGES: tuple[Language, ...] = ("en", "de", "fr")


@pytest.mark.requirement("B-35", "T-06")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_prompt_names_every_type_pair_and_rule_and_is_always_the_same(language: Language) -> None:
    text = prompt_text(ontology, language)
    lines = text.split("\n")
    for node_type in ontology.node_types.values():
        assert any(line.startswith(f"{node_type.name} {node_type.abbreviation}: ") for line in lines)
    for relation in ontology.relations.values():
        [line] = [line for line in lines if line.startswith(f"{relation.name} -{relation.short}->")]
        said = {
            (source, target)
            for part in line.rsplit(". ", 1)[1].split("; ")
            for source, targets in [part.split(">")]
            for target in targets.split(",")
        }
        assert said == {("any", "any") if "*" in pair else pair for pair in relation.pairs}
    assert text == prompt_text(load_profile("systems"), language)


@pytest.mark.requirement("K-18", "K-25")
def test_the_prompt_says_in_the_language_of_the_conversation_what_a_type_and_a_relation_mean() -> None:
    said = {language: prompt_text(load_profile("procedure"), language) for language in LANGUAGES}
    assert "AUTHORITY AU: An office that decides, checks or is told." in said["en"]
    assert "AUTHORITY AU: Eine Stelle, die entscheidet, prüft oder benachrichtigt wird." in said["de"]
    assert "precedes -pc->: La source est terminée avant que la cible commence." in said["fr"]


@pytest.mark.requirement("B-35")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_prompt_fits_its_budget(language: Language) -> None:
    assert 1_200 <= tokenizer().count(prompt_text(ontology, language)) <= 2_000


@pytest.mark.requirement("K-01", "K-02", "K-03", "K-05", "WF-08")
def test_the_prompt_gives_directions_as_the_data_has_them() -> None:
    text = prompt_text(ontology, "en")
    assert "Right: REQ -vf-> TEST, MOD -al-> FUNC." in text
    assert "Right: UC -cp-> FCHAIN, FCHAIN -cp-> FUNC." in text
    assert text.count("\n5. ") == 1


@pytest.mark.requirement("M-51", "K-13")
@pytest.mark.parametrize("phase", [1, 2, 3, 4])
def test_the_prompt_tells_the_rules_of_the_phase_apart_from_those_that_may_stay_open(phase: int) -> None:
    now, _, later = prompt_text(ontology, "en", phase=phase).partition("## Rules that count from a later phase on")
    for setting in ontology.rules.values():
        line = f"- {'! ' if setting.hard else ''}{statement(RULES[setting.id])}\n"
        counts_now = setting.hard or setting.phase <= phase
        assert not (line in now and not counts_now), setting.id
        assert not (line in later and counts_now), setting.id
    assert ("Every REQ is verified by at least one TEST." in later) == (phase < 4)
    assert "! No FUNC or ACTOR both writes and reads the same FLOW." in now, "what refuses a change set counts always"


@pytest.mark.requirement("M-52")
def test_the_prompt_asks_for_what_the_scores_measure() -> None:
    text = prompt_text(ontology, "en")
    assert "REQ: one shall, a number or a condition, its kind and rationale." in text
    assert "UC: goal, precondition, postcondition." in text


@pytest.mark.requirement("K-25")
def test_a_profile_without_these_types_gets_no_advice_about_them() -> None:
    relations = [{**SYSTEMS["relations"][5], "pairs": [["*", "*"]]}]
    small = profile_with(nodeTypes=SYSTEMS["nodeTypes"][:1], relations=relations, rules=[], gates=[])
    text = prompt_text(small, "en")
    assert "FUNC" not in text
    assert "relation -rl->" in text


@pytest.mark.requirement("K-25")
def test_the_manuals_tables_are_the_datas(root: Path) -> None:
    page = (root / "docs" / "ontology.md").read_text()
    assert page.partition(MARK)[2] == "\n" + markdown_tables(ontology)


@pytest.mark.requirement("K-25")
def test_the_node_table_lists_what_each_type_leads_to() -> None:
    row = next(line for line in markdown_tables(ontology).split("\n") if line.startswith("| SYS |"))
    for relation, target in product(("compose", "satisfy"), ontology.node_types):
        if ontology.allows(relation, "SYS", target):
            assert target in row
