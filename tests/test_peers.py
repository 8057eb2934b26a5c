"""Other programs at the same work: what they are given is the same for all, and who cannot do it says so."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from itertools import groupby

import pytest

from benchmarks import peers
from benchmarks._table import Goal, Table
from benchmarks.peers import work
from benchmarks.peers.environments import of_peer
from benchmarks.peers.model_server import NUMBERS, model_server

KILLED = """
import sys
from pathlib import Path
from benchmarks.peers.work import STEPS, Effects
effects = Effects(Path(sys.argv[1]), sys.argv[2], pause=0)
for number in range(1, STEPS + 1):
    effects.of_step(number)
"""


def asked(address: str, path: str, body: dict) -> dict:
    request = urllib.request.Request(address + path, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


@pytest.mark.requirement("R-96")
def test_a_row_without_a_figure_says_why_and_is_no_zero():
    table = Table("flying", what="trip", unit="km")
    table.add("bird", [3.0], most=2)
    table.without("fish", "not made for this")

    assert [table.reached(row) for row in table.rows] == [False, None]
    assert table.lines()[4:] == [
        "| bird | 3 km | 3 km | 3 km | - | <= 2 km | **no** |  |",
        "| fish | - | - | - | - |  |  | not made for this |",
    ]


@pytest.mark.requirement("R-95")
def test_every_peer_has_one_program_and_one_lock_of_versions_with_hashes(root):
    folder = root / "benchmarks" / "peers"
    locks = {path.stem: path.read_text("utf-8") for path in (folder / "locks").glob("*.lock")}
    programs = {path.stem for path in (folder / "programs").glob("*.py")}

    assert {each.program for each in peers.PEERS} == programs
    assert locks.keys() == programs - {"graphwright"} == {path.stem for path in (folder / "locks").glob("*.in")}
    for name, lock in locks.items():
        blocks = [line for line in lock.splitlines() if "==" in line]
        assert len(blocks) > 20, name
        assert lock.count("--hash=sha256:") >= len(blocks), name
        assert "://" not in lock, name


@pytest.mark.requirement("R-96")
def test_a_peer_that_is_not_installed_is_not_installed_unasked_and_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    assert of_peer("strictdoc", make=False) == "not installed"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.requirement("R-96")
def test_a_peer_that_cannot_be_had_here_says_so_and_leaves_nothing_that_looks_installed(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)

    assert of_peer("langgraph") == "cannot be installed here"
    assert of_peer("langgraph", make=False) == "not installed"


@pytest.mark.requirement("R-96")
@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this Python is new enough for every peer")
def test_a_peer_that_needs_a_later_python_says_which(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("PYTHON312", raising=False)

    assert of_peer("nodum") == "needs Python 3.12; set PYTHON312 to one"


@pytest.mark.requirement("R-95")
def test_the_relations_to_make_join_every_element_and_no_pair_twice():
    kinds = [each.kind for each in work.entities(600)]
    made = work.relations(900, 600)

    assert (len(made), len(set(made)), {place for pair in made for place in pair}) == (900, 900, {*range(600)})
    assert {(kinds[source], kinds[target]) for source, target in made} == {("function", "flow")}


@pytest.mark.requirement("R-95")
@pytest.mark.parametrize(("where", "done"), [("between", "1 2 3 4 5"), ("within", "1 2 3 4 5")])
def test_the_run_dies_once_at_its_place_with_what_it_did_on_the_disk(where, done, tmp_path, root):
    command = [sys.executable, "-c", KILLED, tmp_path, where]

    assert subprocess.run(command, cwd=root, check=False).returncode == -9
    assert (tmp_path / "effects").read_text().split() == done.split()
    assert subprocess.run(command, cwd=root, check=False).returncode == 0


@pytest.mark.requirement("R-95")
def test_the_model_of_everybody_calls_ten_steps_and_gives_the_same_words_the_same_vector():
    tools = [{"type": "function", "function": {"name": "work_step", "parameters": {}}}]
    with model_server() as address:
        messages: list[dict] = [{"role": "user", "content": "Do the ten steps."}]
        called = []
        while (message := asked(address, "/chat/completions", {"messages": messages, "tools": tools})["choices"][0])[
            "finish_reason"
        ] == "tool_calls":
            called += [json.loads(each["function"]["arguments"])["number"] for each in message["message"]["tool_calls"]]
            messages += [message["message"], {"role": "tool", "content": "done"}]
        vectors = asked(address, "/embeddings", {"input": ["a pump", "a pump", "a valve"]})["data"]

    assert (called, message["message"]["content"]) == ([*range(1, work.STEPS + 1)], "All is done.")
    assert [len(list(same)) for _, same in groupby(each["embedding"] for each in vectors)] == [2, 1]
    assert {(len(each["embedding"]), round(sum(n * n for n in each["embedding"]), 9)) for each in vectors} == {
        (NUMBERS, 1.0)
    }


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.requirement("R-95", "R-96")
def test_with_no_peer_installed_all_of_our_rows_are_measured_and_every_other_says_why_not(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("PYTHON312", raising=False)
    (tmp_path / "work").mkdir()

    measured = list(peers.tables(quick=True, folder=tmp_path / "work"))

    others = [row for table in measured for row in table.rows if not row.name.startswith(peers.US)]
    assert {row.note for row in others} <= {"not installed", "needs Python 3.12; set PYTHON312 to one"}
    assert [row.samples for row in others] == [()] * len(others)
    assert {each.name for each in peers.PEERS} == {row.name.partition(",")[0] for row in measured[0].rows}
    ours = {table.title: table.rows[0] for table in measured}
    assert [title for title, row in ours.items() if not row.samples] == []
    found = [row for title, row in ours.items() if "writers" in title or "killed" in title]
    assert [(list(row.samples), row.goal) for row in found] == [
        ([0], Goal(most=0)),
        ([0], Goal(most=0)),
        ([1], Goal(most=1)),
    ]


@pytest.mark.slow
@pytest.mark.timeout(1_200)
@pytest.mark.requirement("R-95")
def test_whoever_is_installed_on_this_machine_does_the_work_that_it_is_made_for(tmp_path):
    there = {each.program for each in peers.PEERS[1:] if not isinstance(of_peer(each.program, make=False), str)}
    if not there:
        pytest.skip("no other program is installed; `python -m benchmarks peers` installs them")

    measured = list(peers.tables(quick=True, folder=tmp_path))

    done = {
        each.program: sum(
            bool(row.samples) for table in measured for row in table.rows if row.name.startswith(each.name)
        )
        for each in peers.PEERS
    }
    assert {program for program, count in done.items() if count} == {"graphwright", *there}
    lacking = {each.program: (done[each.program], each.does) for each in peers.PEERS if each.program in there}
    assert {program: which for program, which in lacking.items() if which[0] < len(which[1])} == {}
