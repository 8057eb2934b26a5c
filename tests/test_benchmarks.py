"""The measurements still run and say what they promise; how fast anything is, no test decides."""

from __future__ import annotations

import re

import pytest

from benchmarks import __main__ as runner
from benchmarks._systems import feature, model, operations
from benchmarks._table import Goal, Table
from benchmarks.capture import made_graph, prompts
from graphwright.graph.check import check_all
from graphwright.operations.plan import plan
from graphwright.ports import Ids, SystemClock
from graphwright.protocol.operations import ChangeSet

SLOW = {
    "stream",
    "browser",
    "waits",
    "exchange",
    "history",
    "answerable",
    "serving",
    "documents",
    "retrieval",
    "agents",
    "servers",
    "sockets",
    "soak",
    "postgres",
    "startup",
    "store",
    "capture",
    "page",
}
"""One sends 400 tokens a millisecond apart, one investigates, others start Chromiums, servers, imports or long pasts, and
some write or read for seconds."""
WAITED_FOR = {"fanout": "A 200-byte event to 3 clients: room, outboxes, WebSocket"}
"""The way of a change to everybody: a row that has a goal."""
PATIENCE = [pytest.mark.slow, pytest.mark.timeout(180)]


@pytest.mark.requirement("A-84")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=PATIENCE if name in SLOW else [])
        for name in (*runner.NAMES, *runner.LARGE)
        if name not in {"waits", "peers"}  # they have tests of their own
    ],
)
def test_a_measurement_runs_and_sets_itself_a_goal(name, tmp_path):
    measured = list(runner.benchmark(name).tables(quick=True, folder=tmp_path))

    if name in {"browser", "page", "agents"} and not measured:
        pytest.skip("it needs Chromium, node and the built page, or the judges, and says which is missing")
    assert measured
    assert [table.title for table in measured if not table.rows] == []
    goals = {f"{table.title}: {row.name}" for table in measured for row in table.rows if row.goal != Goal()}
    assert goals >= ({WAITED_FOR[name]} if name in WAITED_FOR else set())
    assert goals
    assert all(sample >= 0 for table in measured for row in table.rows for sample in row.samples)


@pytest.mark.slow
@pytest.mark.timeout(180)
@pytest.mark.requirement("A-84", "A-88", "D-93", "M-82")
def test_what_a_person_waits_for_is_measured_part_by_part(tmp_path):
    measured = runner.benchmark("waits").tables(quick=True, folder=tmp_path)

    assert {table.title: {row.name: row.goal.most for row in table.rows} for table in measured} == {
        "until the language model is asked, after a start": {
            "the second message": None,
            "the first message": None,
            "by how much the first waits longer": 0.1,
            "the first message when it is sent at once": None,
        },
        "an answer with a call of a tool, part by part": {
            "the message is taken and on the disk": 0.05,
            "from there until the language model is asked: rights, search, prompt": 0.1,
            "a tool, from its call until its result goes back": 0.05,
            "the first word, from the provider to Ben": 0.05,
            "each later word, from the provider to Ben": 0.05,
            "from the last word until the answer is on the disk and told": 0.05,
        },
        "a node is made by Ana": {"until Ana is told that it is done": 0.1, "until Ben's canvases have it": 0.02},
    }


@pytest.mark.requirement("B-51")
def test_in_an_hour_of_four_people_more_than_eighty_captures_of_a_hundred_come_from_the_cache(tmp_path):
    (table,) = runner.benchmark("hour").tables(quick=True, folder=tmp_path)
    (misses,) = table.rows[0].samples

    assert (table.rows[0].name, 0 < misses < 20) == ("all", True)
    assert sum(int(re.findall(r"[\d,]+", row.note)[0].replace(",", "")) for row in table.rows[1:]) > 500


@pytest.mark.requirement("M-111")
def test_the_prompt_of_a_change_fits_its_budget_and_a_question_shares_its_beginning():
    cost, shares = prompts(made_graph(200))

    assert [(row.name, table.reached(row)) for table in (cost, shares) for row in table.rows] == [
        ("build", True),
        ("ask", True),
        ("tools of ask", True),
        ("build after ask", True),
    ]
    assert [row.goal.most for row in (*cost.rows, *shares.rows)] == [6_000, 6_000, 2_000, 30]


def test_every_measurement_is_run_and_has_its_place_on_the_page(root):
    files = {path.stem for path in (root / "benchmarks").glob("[!_]*.py")}
    files |= {path.parent.name for path in (root / "benchmarks").glob("*/__init__.py")}
    places = re.findall(r"<!-- figures of (\w+) -->", runner.PAGE.read_text("utf-8"))

    assert sorted((*runner.NAMES, *runner.LARGE)) == sorted(files) == sorted(places)


def test_a_table_tells_ratios_goals_and_whether_they_are_reached():
    table = Table("opening a door", what="door")
    table.limit("air", [0.001, 0.002, 0.003])
    table.add("wood", [0.003, 0.004, 0.005], "oak", times=2.0)
    table.add("iron", [0.008], times=3.0)
    table.add("by hand", [0.5], most=1.5)

    assert table.ratio("iron") == 4.0
    assert table.lines() == [
        "opening a door, per door",
        "",
        "| row | p10 | median | p90 | x limit | goal | reached | note |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
        "| limit: air | 1.2 ms | 2 ms | 2.8 ms | 1 |  |  |  |",
        "| wood | 3.2 ms | 4 ms | 4.8 ms | 2 | <= 2 x | yes | oak |",
        "| iron | 8 ms | 8 ms | 8 ms | 4 | <= 3 x | **no** |  |",
        "| by hand | 500 ms | 500 ms | 500 ms | 250 | <= 1.5 s | yes |  |",
    ]


def test_while_the_limit_itself_wanders_no_goal_counts_as_reached_or_missed():
    table = Table("durable", what="append")
    table.limit("fdatasync", [0.0001, 0.004, 0.004])
    table.add("ours", [0.004], times=2.0)

    assert table.reached(table.rows[1]) is None
    assert table.lines()[5] == "| ours | 4 ms | 4 ms | 4 ms | 1 | <= 2 x | unsure |  |"
    assert table.lines()[-1].startswith("The machine was busy")


def test_written_figures_replace_those_that_stood_there_and_nothing_else():
    table = Table("t", what="call", unit="MiB")
    table.add("row", [12.0], most=10)
    page = "# Page\n\n<!-- figures of door -->\nold\n<!-- end of figures -->\n\nText.\n\n<!-- figures of rules -->\n"

    once = runner.written(page, "door", "a machine", [table])

    assert once == runner.written(once, "door", "a machine", [table])
    assert once == (
        "# Page\n\n<!-- figures of door -->\n\na machine\n\nt, per call\n\n"
        "| row | p10 | median | p90 | x limit | goal | reached | note |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- |\n"
        "| row | 12 MiB | 12 MiB | 12 MiB | - | <= 10 MiB | **no** |  |\n\n"
        "<!-- end of figures -->\n\nText.\n\n<!-- figures of rules -->\n"
    )
    with pytest.raises(ValueError, match="has no place for 'store'"):
        runner.written(page, "store", "a machine", [table])


def test_made_systems_are_legal_the_same_every_time_and_have_findings():
    graph = model(200)
    chain, module, function = (next(graph.of_type(kind)).node_id for kind in ("FCHAIN", "MOD", "FUNC"))
    added = ChangeSet(base_revision=1, operations=feature(1, chain, module, function))

    assert operations(200) == operations(200)
    assert {finding.rule_id for finding in check_all(graph)} >= {"function_requirements"}
    assert plan(graph, added, ids=Ids(SystemClock()), ai=True).problems == []
