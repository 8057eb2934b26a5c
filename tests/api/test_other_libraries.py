"""The model in networkx, pandas and Arrow, and as a picture; the libraries stand among the judges."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import graphwright as gw
from graphwright.errors import InvalidCommand
from tests.interop.judging import bench

ROOT = Path(__file__).resolve().parents[2]
AMONG_JUDGES = "import glob, site, sys; [site.addsitedir(each) for each in glob.glob(sys.argv.pop(1))]\n"
EXAMPLES = sorted((ROOT / "examples" / "notebooks").glob("*.py"))

BUILD = """
import json, tempfile
import graphwright as gw
with gw.open("shop", folder=tempfile.mkdtemp()) as project:
    with project.change() as change:
        clerk = change.add("ACTOR", "Clerk", "Sells.")
        receipt = change.add("FLOW", "Receipt", size=3, colour="white")
        bill = change.add("FLOW", "Bill", size="large")
        change.link(clerk, "io", receipt)
        change.link(clerk, "io", bill)
"""


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch):
    for name in ("GRAPHWRIGHT_DATA", "GRAPHWRIGHT_MODEL"):
        monkeypatch.delenv(name, raising=False)


def run_beside_the_judges(program: str) -> str:
    """What a program prints that has our package and the judges' libraries."""
    found = bench().parent / "lib" / "python3*" / "site-packages"
    command = [sys.executable, "-c", AMONG_JUDGES + program, str(found)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=50, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


def told(program: str) -> Any:
    return json.loads(run_beside_the_judges(BUILD + program))


@pytest.mark.slow
@pytest.mark.requirement("G-34")
def test_networkx_has_every_node_edge_and_attribute():
    graph = told("""
    graph = project.to_networkx()
    print(json.dumps([dict(graph.nodes(data=True)), list(graph.edges(keys=True, data=True))]))
""")
    assert graph == [
        {
            "Clerk.AC.001": {"type": "ACTOR", "name": "Clerk", "descr": "Sells."},
            "Receipt.FL.001": {"type": "FLOW", "name": "Receipt", "descr": "", "size": 3, "colour": "white"},
            "Bill.FL.002": {"type": "FLOW", "name": "Bill", "descr": "", "size": "large"},
        },
        [
            ["Clerk.AC.001", "Receipt.FL.001", "io", {"type": "io"}],
            ["Clerk.AC.001", "Bill.FL.002", "io", {"type": "io"}],
        ],
    ]


@pytest.mark.slow
@pytest.mark.requirement("G-34")
def test_pandas_has_a_row_for_each_and_the_same_columns_when_there_is_nothing():
    frames = told("""
    nodes, edges = project.to_pandas()
    none = project.at(0).to_pandas()
    def told(frame):
        return [list(frame.columns), json.loads(frame.to_json(orient="values"))]
    print(json.dumps([*map(told, (nodes, edges)), *map(told, none)]))
""")
    assert frames == [
        [
            ["id", "type", "name", "descr", "size", "colour"],
            [
                ["Clerk.AC.001", "ACTOR", "Clerk", "Sells.", None, None],
                ["Receipt.FL.001", "FLOW", "Receipt", "", 3, "white"],
                ["Bill.FL.002", "FLOW", "Bill", "", "large", None],
            ],
        ],
        [
            ["source", "type", "target"],
            [["Clerk.AC.001", "io", "Receipt.FL.001"], ["Clerk.AC.001", "io", "Bill.FL.002"]],
        ],
        [["id", "type", "name", "descr"], []],
        [["source", "type", "target"], []],
    ]


@pytest.mark.slow
@pytest.mark.requirement("G-34")
def test_arrow_has_one_kind_of_value_in_a_column():
    tables = told("""
    nodes, edges = project.to_arrow()
    print(json.dumps([nodes.to_pydict(), edges.num_rows, [str(field.type) for field in nodes.schema]]))
""")
    assert tables == [
        {
            "id": ["Clerk.AC.001", "Receipt.FL.001", "Bill.FL.002"],
            "type": ["ACTOR", "FLOW", "FLOW"],
            "name": ["Clerk", "Receipt", "Bill"],
            "descr": ["Sells.", "", ""],
            "size": [None, "3", '"large"'],
            "colour": [None, "white", None],
        },
        2,
        ["string"] * 6,
    ]


@pytest.mark.requirement("G-34")
@pytest.mark.parametrize(
    ("method", "library"), [("to_networkx", "networkx"), ("to_pandas", "pandas"), ("to_arrow", "pyarrow")]
)
def test_who_has_not_got_a_library_is_told_how_to_get_it(tmp_path, monkeypatch, method, library):
    monkeypatch.setitem(sys.modules, library, None)
    with gw.open("shop", folder=tmp_path) as project, pytest.raises(InvalidCommand, match=f"pip install {library}"):
        getattr(project, method)()


@pytest.mark.requirement("G-35")
def test_a_notebook_shows_a_picture_whose_texts_are_only_texts(tmp_path):
    with gw.open("shop", folder=tmp_path) as project:
        assert (project._repr_svg_(), "<figure>" in project._repr_html_()) == (None, False)
        with project.change() as change:
            system = change.add("SYS", "<script>alert(1)</script>")
            change.link(system, "compose", change.add("UC", "Sell"))
        [picture] = project.pictures()

        drawn = ET.fromstring(picture._repr_svg_())

        texts = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
        assert (picture.title, picture.left_out) == ("What it is composed of", 0)
        assert ("Sell" in texts, "".join(texts).count("<script>")) == (True, 1)
        assert project._repr_svg_() == picture.svg
        assert picture.svg in project._repr_html_()


@pytest.mark.slow
@pytest.mark.requirement("G-36")
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_an_example_notebook_runs_to_its_end(example):
    printed = run_beside_the_judges(f"import runpy; runpy.run_path({str(example)!r}, run_name='__main__')")
    expected = {"first_model.py": "What it is composed of", "dependencies.py": "an order reaches: ['CheckOrder.FN."}
    assert expected[example.name] in printed
