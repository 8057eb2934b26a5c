"""One word, one meaning: class names, the glossary, and the decisions that comments point to."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.sources import MODULES, ROOT, nodes_of
from tests.test_architecture import name_of, tracked_files

RECORDS = {"-".join(path.name.split("-")[:2]): path for path in (ROOT / "docs" / "decisions").glob("ADR-*.md")}
PLAIN = {"create", "delete", "set", "changed"}
"""Verbs of operations and events: `NodeCreate`, `NodeSet`, `ThreadChanged`."""


@pytest.fixture(scope="module")
def classes() -> list[tuple[str, str]]:
    """The name of each class of the program, and its module."""
    return [(node.name, name_of(module)) for module in MODULES for node in nodes_of(module, ast.ClassDef)]


@pytest.fixture(scope="module")
def texts() -> dict[Path, str]:
    """What people wrote in the repository, by file."""
    return {
        path: path.read_text(encoding="utf-8")
        for path in tracked_files()
        if path.suffix in {".py", ".md", ".ts", ".tsx", ".toml", ".css"} and "node_modules" not in path.parts
    }


@pytest.mark.requirement("H-71")
def test_no_class_name_stands_for_two_things(classes):
    often = Counter(name for name, _ in classes)

    assert {name: [where for each, where in classes if each == name] for name in often if often[name] > 1} == {}


@pytest.mark.requirement("H-71")
def test_no_class_is_called_by_a_bare_participle_or_a_bare_model(classes):
    bare = re.compile(r"[A-Z][a-z]+(?<!De)ed|Done|Kept|Known|Written|Spoken|Begun|Gone|Most|_?Models?")
    errors = {"Refused"}  # an error is called by what happened

    assert [(name, where) for name, where in classes if bare.fullmatch(name) and name not in errors] == []


@pytest.mark.requirement("H-71")
def test_limits_are_called_max_and_min(texts):
    found = {
        path.name for path, text in texts.items() if path.suffix == ".py" and re.search(r"\b_?(?:MO|LEA)ST_[A-Z]", text)
    }

    assert found == set()


@pytest.mark.requirement("H-72")
def test_every_decision_that_is_named_has_a_record_and_the_index_lists_each(texts):
    named = {name for text in texts.values() for name in re.findall(r"\bADR-\d{2,3}\b", text)}
    index = (ROOT / "docs" / "decisions" / "README.md").read_text(encoding="utf-8")

    assert named - set(RECORDS) == set()
    assert re.findall(r"^\| \[(ADR-\d+)\]", index, re.MULTILINE) == sorted(RECORDS, key=lambda name: int(name[4:]))


@pytest.mark.requirement("H-72")
@pytest.mark.parametrize("record", sorted(RECORDS))
def test_a_record_says_context_decision_and_consequences(record):
    text = RECORDS[record].read_text(encoding="utf-8")

    assert text.startswith(f"# {record}: ")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Context", "Decision", "Consequences"]


@pytest.mark.requirement("H-72")
def test_no_comment_points_out_of_the_repository(texts):
    pages = {path.name for path in texts if path.suffix == ".md"}
    lost = []
    for path, text in texts.items():
        where = path.relative_to(ROOT).as_posix()
        if not where.startswith(("src/", "web/", "scripts/", "benchmarks/", "tests/")) or path.name == "test_words.py":
            continue
        if where.startswith(("src/", "web/src/", "scripts/", "benchmarks/")):
            lost += [f"{where}: {page}" for page in re.findall(r"[\w-]+\.md\b", text) if page not in pages | MADE]
        outside = r"\b[Ss]eeds? 00\d|\bdesign (?:section )?\d|\(D\d+\)"
        lost += [f"{where}: {each}" for each in re.findall(outside, text)]

    assert lost == []


MADE = {"decision.md"}
"""Markdown files that the program writes."""


@pytest.mark.requirement("H-73")
def test_what_many_class_names_end_in_stands_in_the_glossary(classes):
    ends = Counter(
        re.findall(r"[A-Z][a-z]+", name)[-1].lower() for name, _ in classes if re.search(r"[A-Z][a-z]", name)
    )
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"[a-z]+", " ".join(re.findall(r"^\| ([^|]+) \|", glossary, re.MULTILINE)).lower()))
    explained |= {f"{word}s" for word in explained} | PLAIN

    assert [word for word, count in ends.most_common() if count >= 6 and word not in explained] == []
