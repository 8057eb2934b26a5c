"""Everything a language has stands in one folder; what one lacks is said exactly."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from graphwright import languages
from graphwright.discussion.messages import words as discussion_words
from graphwright.inquiry import messages as investigation
from graphwright.inquiry.clarity_messages import clarity_words
from graphwright.interop.paper.wording import paper_words
from graphwright.languages import LANGUAGES, differences, lacking, load, supported
from graphwright.offline.derivation.messages import derive_words
from graphwright.offline.dialogue.messages import dialogue_words
from graphwright.offline.lookup_messages import lookup_words
from graphwright.offline.persona_messages import voice_words
from graphwright.offline.wording import wording
from graphwright.turns import messages as answers
from graphwright.workflows.registry import STEP_KINDS
from tests.sources import MODULES, inside, nodes_of

PACKAGE = Path(languages.__file__).parent


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.requirement("H-52", "K-18")
def test_no_language_lacks_a_text_or_a_place_that_english_has(language):
    assert lacking(language) == []


@pytest.mark.requirement("H-42", "H-52")
def test_every_kind_of_step_that_a_workflow_names_has_a_title_and_no_other_has():
    assert sorted(load("en", "sentences", "steps", dict[str, str])) == sorted(STEP_KINDS)


@pytest.mark.requirement("H-52")
def test_what_a_translation_lacks_is_named_with_its_key_and_place():
    english = {"rules": {"naming": ["{node} is bad.", "Use {better}."], "left": "x"}, "one": "{count:and} of {all}"}
    other = {"rules": {"naming": ["{node} ist schlecht.", "Nimm das."], "right": "y"}, "one": "{all} {more}"}

    assert differences(english, other, "xx: ") == [
        "xx: one has too much: {more}",
        "xx: one lacks {count}",
        "xx: rules.left is missing",
        "xx: rules.naming.1 lacks {better}",
        "xx: rules.right is not in English",
    ]


@pytest.mark.requirement("H-52")
def test_the_folders_of_languages_are_the_registered_languages():
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and any(path.glob("*.toml"))}

    assert folders == set(LANGUAGES)
    assert {tuple(sorted(path.stem for path in (PACKAGE / each).iterdir())) for each in LANGUAGES} == {
        tuple(sorted(get_args(languages.File)))
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "table",
    [discussion_words, clarity_words, derive_words, dialogue_words, wording, lookup_words, paper_words, voice_words],
    ids=lambda each: each.__name__,
)
@pytest.mark.requirement("H-52")
def test_every_table_has_its_shape_in_every_language(table, language):
    assert table(language) is table(language)


@pytest.mark.parametrize("module", [investigation, answers], ids=lambda each: each.__name__)
@pytest.mark.requirement("H-52")
def test_every_sentence_that_is_asked_for_is_there(module):
    told = {name: [module.message_text(name, language) for language in LANGUAGES] for name in get_args(module.Sentence)}

    assert all(len(set(texts)) > 1 for name, texts in told.items() if name != "quote"), told


def foreign_words(module: Path) -> set[str]:
    """Words of another language than English in the texts of a module, its docstrings left out.

    They are told by letters that English does not have, or by small words where at least two stand together.
    """
    docstrings = {id(node.value) for node in nodes_of(module, ast.Expr)}
    found: set[str] = set()
    for node in nodes_of(module, ast.Constant):
        if isinstance(node.value, str) and id(node) not in docstrings:
            plain = re.sub(r"\[[^\]]*\]", " ", node.value)  # classes of letters are no words
            words = {word.casefold() for word in re.findall(r"[^\W\d_]{3,}", plain)}
            small = words & SMALL
            found |= {word for word in words if set(word) & LETTERS} | (small if len(small) > 1 else set())
    return found


def small_words(language: str) -> set[str]:
    lists = load(language, "words", "lists", dict[str, list[str]])
    return {word for word in " ".join(lists["small"] + lists["function"]).split() if len(word) > 2}


OTHERS = [language for language in LANGUAGES if language != "en"]
LETTERS = {letter for each in OTHERS for letter in load(each, "words", "lists", dict[str, list[str]])["letters"][0]}
SMALL = {word for each in OTHERS for word in small_words(each)} - small_words("en")
HOLDS_WORDS = {
    # Still to be moved to the folders of the languages.
    "context/ask_instructions.py": "a prompt",
    "context/frame.py": "a prompt",
    "context/instructions.py": "a prompt",
    "discussion/votes.py": "other names of fields of a form",
    "inquiry/hypothesis.py": "other names of fields of a form",
    "interop/specification.py": "headings of an export",
    "documents/duties.py": "words that oblige somebody",
    "documents/references.py": "names of laws",
    "documents/structure.py": "headings of laws",
    "documents/suspicious.py": "orders to a language model",
    "text/quantities.py": "units and limits",
}


@pytest.mark.requirement("H-52")
def test_words_of_a_language_stand_with_it_and_not_in_the_program():
    found = {name: foreign_words(module) for module in MODULES if not (name := inside(module)).startswith("offline/")}

    assert {name: words for name, words in found.items() if words and name not in HOLDS_WORDS} == {}
    assert {name for name in HOLDS_WORDS if not found[name]} == set(), "clean now: take it off the list"


@pytest.mark.requirement("H-52")
def test_what_is_recognised_is_recognised_in_every_language(monkeypatch):
    german = languages._document("de", "words")
    assert lacking("de") == []

    monkeypatch.delitem(german["investigation"], "why")
    assert lacking("de") == ["de/words.toml: investigation.why is missing"]


@pytest.mark.requirement("H-52")
def test_an_unknown_language_is_answered_in_english():
    assert supported("nl") == "en"
    assert load("nl", "sentences", "answers", dict[str, str]) == load("en", "sentences", "answers", dict[str, str])


@pytest.mark.requirement("H-52")
def test_nothing_is_read_before_it_is_needed():
    """A start of the program reads no language: these files cost milliseconds each."""
    code = (
        "import graphwright.app, graphwright.cli, graphwright.workbench, graphwright.languages as languages;"
        "print(languages._document.cache_info().currsize)"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)

    assert run.stdout.strip() == "0"
