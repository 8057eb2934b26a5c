"""The kept corpus of the fuzzers is read again, and changed a little, by every run of the tests."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.__main__ import CORPUS, change
from tests.fuzz.targets import MAX_LENGTH, TARGETS

ROOT = Path(__file__).resolve().parents[2]
TWISTS = (
    b"",
    b"\0",
    b'"',
    b"<!--",
    b"-->",
    b"{",
    b"]",
    b"\xff\xfe",
    b"\\u{",
    b"\n\n",
    b" " * 400,
    b"9" * 40,
    b"[" * 200,
)


def kept(target: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted((CORPUS / target).iterdir())]


def test_every_target_has_a_corpus_and_every_corpus_a_target():
    assert {path.name for path in CORPUS.iterdir()} == set(TARGETS)
    assert [target for target in TARGETS if not kept(target)] == []


@pytest.mark.requirement("R-70")
@pytest.mark.parametrize("target", TARGETS)
def test_what_is_kept_is_read_or_refused_by_name(target):
    for data in kept(target):
        TARGETS[target].run(data)


@pytest.mark.slow
@pytest.mark.requirement("R-70")
@pytest.mark.parametrize("target", TARGETS)
def test_what_is_nearly_what_is_kept_is_read_or_refused_by_name(target):
    dice = random.Random(1)
    inputs = kept(target)
    for _ in range(150):
        data = bytearray(dice.choice(inputs))
        for _ in range(dice.randrange(1, 4)):
            at = dice.randrange(len(data) + 1)
            data[at : at + dice.randrange(4)] = dice.choice(TWISTS)
        TARGETS[target].run(bytes(data[:MAX_LENGTH]))


@pytest.mark.slow
@pytest.mark.requirement("R-70")
def test_the_fuzzer_itself_runs_guided_by_coverage():
    pytest.importorskip("atheris")
    command = [sys.executable, "-W", "ignore", "-m", "tests.fuzz", "claims", "--seconds", "1"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert told.returncode == 0, told.stdout
    assert told.stdout.startswith("claims: ")
    assert "nothing found" in told.stdout


def test_a_tree_that_is_changed_stays_a_tree():
    tree = {"a": [1, {"b": None}], "c": "d"}
    for seed in range(200):
        change(tree, random.Random(seed))
    assert isinstance(tree, dict)
