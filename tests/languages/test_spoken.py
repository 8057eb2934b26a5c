"""Findings in the words of the profile for people, in the notation of types and relations for a language model."""

from __future__ import annotations

import pytest

from graphwright.graph.load import default_ontology
from graphwright.languages import LANGUAGES, load
from graphwright.protocol.operations import Problem
from graphwright.text.messages import hint_of, message_of


def few(node: str) -> Problem:
    values = {"node": node, "count": 4, "part": "MOD", "few": 5}
    return Problem(code="ruleViolation", case="millers_law.few", path="$", values=values, candidates=[])


@pytest.mark.requirement("K-18")
@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "System 'TEST bench' has only 4 modules, fewer than 5."),
        ("de", "System 'TEST bench' hat nur 4 Module, weniger als 5."),
        ("fr", "Système 'TEST bench' n’a que 4 modules, moins de 5."),
    ],
)
def test_people_read_what_the_profile_calls_a_type_and_a_name_stays_as_it_is(language, told):
    assert message_of(few("SYS 'TEST bench'"), language) == told


@pytest.mark.requirement("K-18")
def test_a_type_of_another_profile_keeps_its_name():
    assert message_of(few("TOWN 'Rome'"), "en") == "TOWN 'Rome' has only 4 modules, fewer than 5."


@pytest.mark.requirement("K-18")
def test_a_language_model_reads_the_notation_that_it_is_to_write():
    unused = Problem(
        code="ruleViolation",
        case="function_requirements.broken",
        path="$",
        values={"node": "FUNC 'Pay'"},
        candidates=[],
    )
    assert message_of(few("SYS 'Shop'"), "en", coded=True) == "SYS 'Shop' has only 4 MOD, fewer than 5."
    assert "(FUNC -st-> REQ)" in hint_of(unused, "en", coded=True)
    assert "(“function satisfies requirement”)" in hint_of(unused, "en")


@pytest.mark.requirement("K-18")
@pytest.mark.parametrize("language", LANGUAGES)
def test_types_and_relations_are_called_as_the_profile_titles_them(language):
    ontology = default_ontology()
    types = load(language, "findings", "types", dict[str, str])
    relations = load(language, "findings", "relations", dict[str, str])

    called = {name: types[name].partition(" || ")[0].casefold() for name in ontology.node_types}
    assert called == {name: getattr(each.title, language).casefold() for name, each in ontology.node_types.items()}
    said = {name: relations[f"{name}_{each.short}"] for name, each in ontology.relations.items()}
    assert said == {name: getattr(each.title, language) for name, each in ontology.relations.items()}
