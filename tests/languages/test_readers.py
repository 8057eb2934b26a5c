"""Findings and problems in the language of whoever reads them: over REST, on the command line, told to a language model."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from graphwright.context.prompt import feedback
from graphwright.errors import Refused
from graphwright.formats.format_e import read_format_e
from graphwright.graph.load import default_ontology
from graphwright.graph.rules import RULES
from graphwright.languages import LANGUAGES, Language
from graphwright.operations.parse import read_answer
from graphwright.protocol.operations import Finding, Problem, ProblemCode
from graphwright.server.readers import language_asked
from graphwright.text.language import language_of
from graphwright.text.messages import hint_of, message_of, title_of
from tests.languages.samples import FILE, document, texts
from tests.server.place import create, open_place, uuid
from tests.sources import MODULES, PACKAGE, nodes_of

ONTOLOGY = default_ontology()
SHOP = "/api/projects/shop"
NAMES_A_CASE = {
    "Problem": 9, "UnreadableText": 0, "UnfinishedText": 0, "UnreadableField": 1, "UnresolvedRef": 0, "Fault": 1,
    "report": 1, "conflict": 2, "_conflict": 1, "_refuse": 1, "_problem": 0, "_unreadable": 1, "_replace": 9,
}  # fmt: skip
"""What is called with the case of a problem, and at which place it stands."""


def words_passed(module: Path, called: str, index: int, keyword: str) -> set[str]:
    """The literal texts that a module hands to a function, or assigns to a name like the keyword for it."""
    found: set[str] = set()
    for call in nodes_of(module, ast.Call):
        if getattr(call.func, "id", getattr(call.func, "attr", "")) == called:
            given = [*call.args[index : index + 1], *(each.value for each in call.keywords if each.arg == keyword)]
            found |= {text for value in given for text in outcomes(value)}
    for node in nodes_of(module, ast.Assign):
        if any(getattr(each, "id", "") == keyword for each in node.targets):
            found |= outcomes(node.value)
    return found


def outcomes(value: ast.expr) -> set[str]:
    """The literal texts that an expression may be."""
    if isinstance(value, ast.IfExp):
        return outcomes(value.body) | outcomes(value.orelse)
    return {value.value} if isinstance(value, ast.Constant) and isinstance(value.value, str) else set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.requirement("H-54")
def test_every_rule_has_a_title_and_every_problem_code_a_text(language):
    catalogue = texts(language)

    assert catalogue["rules"].keys() == RULES.keys()
    assert all(catalogue["rules"][rule]["title"] == title_of(rule, language) for rule in RULES)
    # A rule that an assistant breaks is told in the rule's own words.
    assert catalogue["problems"].keys() | {"ruleViolation"} == {*get_args(ProblemCode)}


@pytest.mark.requirement("H-54")
def test_every_case_that_a_rule_speaks_of_has_a_text_and_no_text_is_left_over():
    used = {"broken"}  # the case of a rule that has one
    for module in (PACKAGE / "graph" / "rules").glob("*.py"):
        used |= words_passed(module, "Breach", 2, "case") | words_passed(module, "_counted", 9, "case")
    verbs = {"write", "read", "in", "out", "speaks", "attribute", "joins"}  # of what is looked at, so by variables
    there = {case for rule in texts("en")["rules"].values() for case, text in rule.items() if isinstance(text, list)}

    assert used - there == set()
    assert there - used <= verbs


@pytest.mark.requirement("H-54")
def test_every_case_of_a_problem_that_the_program_names_has_a_text_and_no_text_is_left_over():
    used: set[str] = set()
    for folder in (
        "actions",
        "formats",
        "interop",
        "interop/folder",
        "operations",
        "operations/cures",
        "turns",
        "workflows",
    ):
        for module in (PACKAGE / folder).glob("*.py"):
            for call, index in NAMES_A_CASE.items():
                used |= words_passed(module, call, index, "case")
    there = {case for cases in texts("en")["problems"].values() for case in cases}

    assert used - there == set()
    assert there - used == set()


@pytest.mark.requirement("H-54")
def test_every_term_and_note_that_is_named_has_a_text():
    catalogue = texts("en")
    named = {
        key
        for module in MODULES
        for key in words_passed(module, "Term", 9, "key")
        if key.startswith(("terms.", "notes.")) and not key.endswith(".")
    }

    assert named
    assert {key for key in named if key.partition(".")[2] not in catalogue[key.partition(".")[0]]} == set()


@pytest.mark.requirement("H-54")
def test_the_samples_that_the_page_is_held_against_are_what_the_server_says():
    assert FILE.read_bytes() == document() + b"\n", "run python -m tests.languages.samples"


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("en;q=0.3, fr-CA;q=0.8, de;q=0.7", "fr"),
        ("nl, *;q=0.1", "en"),
        ("", "en"),
        ("zxx", None),
        ("de;q=0, fr;q=0.1", "fr"),
        ("x" * 10_000, "en"),
    ],
)
@pytest.mark.requirement("H-55")
def test_a_reader_gets_the_language_that_is_wanted_most(header, language):
    assert language_asked({"accept-language": header}) == language


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.requirement("H-55", "K-18")
async def test_findings_over_rest_have_no_english_sentence_left(language: Language):
    async with open_place() as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        operations = create(("SYS", "Shop"), ("UC", "Sell"), ("FUNC", "checkOrder"), ("REQ", "Fast"), ("FLOW", "Order"))
        await ana.post(f"{SHOP}/changes", json={"commandId": uuid(1), "baseRevision": 0, "operations": operations})
        told = (await ana.get(f"{SHOP}/findings", headers={"accept-language": f"{language},en;q=0.1"})).json()[
            "findings"
        ]
        plain = (await ana.get(f"{SHOP}/findings", headers={"accept-language": "zxx"})).json()["findings"]

        assert len(told) > 5
        assert [{**each, "message": None, "hint": None} for each in told] == [
            {**each, "message": None, "hint": None} for each in plain
        ]
        assert [each for each in plain if "message" in each or "hint" in each] == []
        for each in told:
            finding = msgspec.convert(each, Finding)
            assert (each["message"], each["hint"]) == (message_of(finding, language), hint_of(finding, language))
            assert each["message"] != message_of(finding, "en")
            assert language_of(f"{each['message']} {each['hint']}", "en") == language


@pytest.mark.requirement("H-55")
async def test_a_refused_change_is_explained_in_the_language_of_who_sent_it():
    async with open_place() as place:
        await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        body = {
            "commandId": uuid(1),
            "baseRevision": 0,
            "operations": [{"op": "node.delete", "id": "op-1", "ref": "Nobody.FN.001"}],
        }
        answer = await ana.post(f"{SHOP}/changes", json=body, headers={"accept-language": "fr"})

        (problem,) = answer.json()["fields"]["problems"]
        assert (problem["code"], problem["case"], problem["message"], problem["hint"]) == (
            "unknownRef",
            "nowhere",
            "'Nobody.FN.001' n’est ni dans le modèle ni créé par cette modification",
            "Créez l’élément dans la même modification, ou utilisez l’id d’un élément existant.",
        )


@pytest.mark.requirement("H-53")
async def test_what_is_kept_holds_codes_and_values_and_no_words():
    async with open_place() as place:
        project = await place.project("shop")
        ana = await place.somebody("ana", shop="editor")
        operations = create(("SYS", "Shop"), ("UC", "Sell"), ("FUNC", "checkOrder"))
        body = {"commandId": uuid(1), "baseRevision": 0, "operations": operations}
        opened = (await ana.post(f"{SHOP}/proposals", json=body)).json()
        (row,) = await project.store.documents(project.project_id, "proposal")

        kept = bytes(row.body).decode()
        assert opened["findings"], "the proposal breaks no rule"
        assert all(each["message"] for each in opened["findings"])
        assert all(each["message"] not in kept and each["hint"] not in kept for each in opened["findings"])


@pytest.mark.requirement("H-56", "A-19")
def test_a_language_model_is_told_its_problems_in_the_language_of_the_conversation():
    problem = Problem(code="selfLoop", case="self", path="$.operations[0]", values={"name": "'A'"}, candidates=[])

    assert "'A' würde mit sich selbst verbunden" in feedback([("+ A", problem)], "de")
    assert "'A' serait relié à lui-même" in feedback([("+ A", problem)], "fr")


BROKEN_ANSWERS = [
    "<operations>\n+ A|FUNC|A.FN.001|x [volatility:low, category:\n</operations>",
    '<operations>\n+ A|FUNC|A.FN.001|x [struct:{"a":1 "b"}]\n</operations>',
    "<operations>\n+ A -> B\n</operations>",
    "<operations>\n~ A.FN.001\n</operations>",
    "<operations>\n(A.FN.001)|x\n</operations>",
    "<operations>\n+ A|FUNC|A.FN.001|x",
    "```format-e\nhello there\n```",
    '{"operations": [{"type": "create", "nodeType": "FUNC", "nodeType": "REQ"}]}',
    '{"operations": [{"type": "explode"}]}',
    '{"operations": [{"type": "create", "nodeType": "FUNC", "data": {"Name": 5}}]}',
    '{"operations": [{"type": create}]}',
    '{"operations": 5}',
    'I call create_node("A").',
]
BROKEN_FILES = [
    "Shop|SYS|Shop.SY.001|",
    "## Nodes\nShop|SYS|Shop.UC.001|",
    "## Nodes\nShop|SYS|Shop.SY.001|a|b|c",
    "## Nodes\nShop|SYS|Shop.SY.001|a\\q",
    "## Edges\nA.SY.001 -cp-> B.UC.001",
]


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.requirement("H-54", "H-56")
def test_what_cannot_be_read_is_told_whole_in_every_language(language: Language):
    problems = [problem for text in BROKEN_ANSWERS for problem in read_answer(text, ONTOLOGY).problems]
    assert len(problems) >= len(BROKEN_ANSWERS)
    for text in BROKEN_FILES:
        with pytest.raises(Refused) as refused:
            read_format_e(text, ONTOLOGY)
        problems += msgspec.convert(refused.value.problems, list[Problem])

    for problem in problems:
        told = f"{message_of(problem, language)} {hint_of(problem, language)}"
        assert told != f"{message_of(problem, 'en')} {hint_of(problem, 'en')}"
        assert re.findall(r"\{\w+\}", told) == []
        assert hint_of(problem, language)
