"""Everything a language has stands in one folder; what one lacks is said exactly."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from graphwright import languages
from graphwright.discussion.messages import words as discussion_words
from graphwright.inquiry import messages as investigation
from graphwright.inquiry.clarity_messages import clarity_words
from graphwright.languages import LANGUAGES, differences, lacking, load, supported
from graphwright.offline.derivation.messages import derive_words
from graphwright.offline.lexicon import lexicon, wording
from graphwright.offline.lookup_messages import lookup_words
from graphwright.offline.persona_messages import voice_words
from graphwright.turns import messages as answers
from graphwright.workflows.registry import STEP_KINDS

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
    [discussion_words, clarity_words, derive_words, lexicon, wording, lookup_words, voice_words],
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
