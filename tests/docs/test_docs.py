"""The manual is true: its blocks run, it names everything there is, its links lead somewhere, its tables are current."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import re
import runpy
import shlex
import tomllib
import typing
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from graphwright.cli import main as main_command
from graphwright.cli.arguments import COMMANDS, parser
from graphwright.errors import GraphwrightError
from graphwright.formats.compact import read_compact
from graphwright.formats.format_e import read_format_e
from graphwright.graph.load import default_ontology
from graphwright.operations.parse import read_answer
from graphwright.protocol.commands import ClientCommand
from graphwright.protocol.events import Event
from graphwright.protocol.operations import ProblemCode
from graphwright.protocol.wire import decode
from graphwright.server.routes import ENDPOINTS
from graphwright.settings import SETTINGS, Settings
from scripts.generate_docs import PARTS, main
from tests.docs.console import differences, typed
from tests.docs.pages import PAGES, ROOT, Block, anchors, blocks, links, name_of

DOCS = {page.name: page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs").glob("*.md"))}
LANGUAGES = {"compact", "console", "format-e", "format-e-diff", "json", "python", "sh", "text", "toml", "yaml"}


def cases(*languages: str) -> list[Any]:
    """The blocks of all pages in these languages, each named by its place."""
    return [
        pytest.param(block, id=f"{name_of(page)}:{block.line}")
        for page in PAGES
        for block in blocks(page)
        if block.language in languages
    ]


def run(function, *arguments) -> str:
    """What a function prints."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        function(*arguments)
    return printed.getvalue()


# --- blocks ----------------------------------------------------------------------------------------------------------


def test_every_block_is_in_a_language_that_is_tested():
    assert [
        f"{name_of(page)}:{block.line} {block.language}"
        for page in PAGES
        for block in blocks(page)
        if block.language not in LANGUAGES
    ] == []


@pytest.mark.requirement("WA-09", "K-18")
@pytest.mark.parametrize("page", [page for page in PAGES if typed(page)], ids=name_of)
def test_what_a_reader_types_does_what_the_page_shows(page, tmp_path, monkeypatch):
    assert "\n\n".join(differences(page, tmp_path, monkeypatch)) == ""


@pytest.mark.parametrize(
    "page", [page for page in PAGES if "python" in {each.language for each in blocks(page)}], ids=name_of
)
def test_python_runs_and_prints_what_the_page_says(page, tmp_path, monkeypatch):
    monkeypatch.setenv("GRAPHWRIGHT_DATA", str(tmp_path))
    for block, following in neighbours(page):
        if block.language == "python":
            printed = run(exec, compile(block.text, name_of(page), "exec"), {"__name__": "__main__"})
            if following is not None and following.language == "text":
                assert printed == following.text


def neighbours(page: Path) -> list[tuple[Block, Block | None]]:
    """Each block with the next one, if nothing but "It prints:" stands between."""
    found = list(blocks(page))
    lines = page.read_text(encoding="utf-8").splitlines()
    close = [lines[later.line - 4].endswith("prints:") if later.line > 4 else False for later in found[1:]]
    return [(block, found[at + 1] if at < len(close) and close[at] else None) for at, block in enumerate(found)]


@pytest.mark.requirement("WB-17")
@pytest.mark.parametrize("block", cases("format-e"))
def test_format_e_is_read_strictly(block):
    assert read_format_e(block.text, default_ontology())


@pytest.mark.requirement("WB-17")
@pytest.mark.parametrize("block", cases("format-e-diff"))
def test_a_diff_is_read_without_a_problem(block):
    answer = read_answer(block.text, default_ontology())

    assert (answer.problems, bool(answer.operations)) == ([], True)


@pytest.mark.requirement("X-79")
@pytest.mark.parametrize("block", cases("yaml"))
def test_the_jobs_of_build_servers_are_yaml_and_what_they_run_runs(block, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GRAPHWRIGHT_DATA", str(tmp_path / "data"))
    run(typed_command, ["sync", "model", "--project", "shop"])

    commands = [each.partition(">")[0] for each in texts_in(yaml.safe_load(block.text)) if "graphwright check" in each]

    assert commands
    for each in commands:
        run(typed_command, shlex.split(each)[1:])


def typed_command(words: list[str]) -> None:
    assert main_command(words) == 0


def texts_in(value: object) -> list[str]:
    """Every text of a document."""
    match value:
        case str():
            return [value]
        case dict() | list():
            parts = value.values() if isinstance(value, dict) else value
            return [text for part in parts for text in texts_in(part)]
        case _:
            return []


@pytest.mark.requirement("WB-17")
@pytest.mark.parametrize("block", cases("compact"))
def test_the_compact_encoding_is_read_by_its_reader(block):
    assert read_compact(block.text, default_ontology())


@pytest.mark.parametrize("block", [case for case in cases("json") if "mcpServers" in case.values[0].text])
def test_a_configuration_for_mcp_clients_starts_our_command_or_leads_to_our_address(block):
    for server in json.loads(block.text)["mcpServers"].values():
        if "command" in server:
            assert server["command"] == "graphwright"
            assert parser().parse_args(server["args"]).command == "mcp"
        else:
            assert urlsplit(server["url"]).path in {endpoint.path for endpoint in ENDPOINTS}


@pytest.mark.parametrize("block", cases("toml"))
def test_a_settings_file_is_accepted(block, tmp_path):
    (tmp_path / "graphwright.toml").write_text(block.text, encoding="utf-8")
    Settings.read({"GRAPHWRIGHT_DATA": str(tmp_path)})


@pytest.mark.parametrize("block", cases("sh"))
def test_what_is_not_run_here_could_be(block, root, tmp_path):
    """Commands that need a provider or take minutes: the target, the settings and the arguments exist."""
    targets = set(re.findall(r"^([\w-]+):", (root / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for line in block.text.splitlines():
        words = shlex.split(line, comments=True)
        if words[0] == "make":
            assert set(words[1:]) <= targets
            continue
        if words[0] == "curl":
            assert_is_answered(words)
            continue
        if "<" in words:  # a file on standard input
            del words[words.index("<") :]
        at = words.index("graphwright")
        Settings.read({"GRAPHWRIGHT_DATA": str(tmp_path), **dict(word.split("=", 1) for word in words[:at])})
        assert isinstance(parser().parse_args(words[at + 1 :]), argparse.Namespace)


def assert_is_answered(words: list[str]) -> None:
    """The server has the address, with this method, and its body reads what is sent."""
    options = {name: value for name, value in pairwise(words) if name.startswith("-")}
    method = options.get("-X", "POST" if "-d" in options else "GET")
    path = urlsplit(next(word for word in words if word.startswith("http"))).path
    endpoints = [each for each in ENDPOINTS if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", each.path), path)]
    [endpoint] = [each for each in endpoints if each.method == method]
    if "-d" in options:
        decode(options["-d"].encode(), endpoint.body)


# --- everything there is ---------------------------------------------------------------------------------------------


def error_codes(top: type[GraphwrightError] = GraphwrightError) -> set[str]:
    return {top.code}.union(*(error_codes(below) for below in top.__subclasses__()))


def tags(union: object) -> set[str]:
    return {frame.__struct_config__.tag for frame in typing.get_args(union)}


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("cli.md", {command.name for command in COMMANDS}),
        (
            "cli.md",
            {
                argument.names[0]
                for command in COMMANDS
                for argument in command.arguments
                if argument.names[0][0] == "-"
            },
        ),
        ("errors.md", error_codes() | set(typing.get_args(ProblemCode))),
        ("settings.md", {setting.variable for setting in SETTINGS} | {setting.key for setting in SETTINGS}),
        ("protocol.md", tags(ClientCommand) | tags(Event)),
        ("ontology.md", set(default_ontology().rules)),
    ],
    ids=["commands", "options", "errors", "settings", "frames", "rules"],
)
def test_the_manual_names_everything(page, names):
    assert sorted(name for name in names if not re.search(rf"[`|# ]{re.escape(name)}\b", DOCS[page])) == []


@pytest.mark.parametrize(
    ("section", "source"),
    [
        ("Chat", "canvases/chat/Composer.tsx"),
        ("Chat", "canvases/chat/MessageView.tsx"),
        ("Tables", "canvases/table/CellEditor.tsx"),
        ("Tables", "canvases/table/Head.tsx"),
        ("Tables", "canvases/table/gridKeys.ts"),
        ("Tables", "canvases/table/RelationTable.tsx"),
        ("Tables", "canvases/table/Tabs.tsx"),
        ("Matrix", "canvases/matrix/MatrixGrid.tsx"),
        ("Graph", "canvases/graph/BoxFace.tsx"),
        ("Graph", "canvases/graph/useGraphKeys.ts"),
        ("Model tree", "tree/keys.ts"),
        ("Model tree", "tree/TreeRowView.tsx"),
        ("Inspector", "element/useField.ts"),
        ("Drawers", "problems/ProblemsDrawer.tsx"),
        ("Review", "review/ReviewDrawer.tsx"),
        ("Drawers", "runs/StepTree.tsx"),
        ("Drawers", "ui/Splitter.tsx"),
    ],
)
def test_the_manual_names_every_key_of_the_page(section, source, root):
    """The manual and the page print one table; what is listened to is read here from the listeners."""
    heard = keys_in((root / "web" / "src" / source).read_text(encoding="utf-8"))
    assert heard, "no key is listened to here any more"

    [told] = re.findall(rf"^## {section}\n(.*?)(?=^## |\Z)", DOCS["keyboard.md"], re.MULTILINE | re.DOTALL)
    named = {key for keys in re.findall(r"`([^`]+)`", told) for key in (keys, *keys.split("+"))}
    if "arrow" in told:
        named |= {"ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp"}
    assert heard - named == set()


def keys_in(code: str) -> set[str]:
    """The keys that a file of the page compares with, in conditions, cases and tables of actions."""
    found = {one or other for one, other in re.findall(r'\.key [=!]== "([^"]+)"|case "([A-Z]\w+|.)":', code)}
    for table in re.findall(r"(?:actions|moves|STEPS|step)\b[^{;\n]* = \{(.*?)\}(?:;|\[)", code, re.DOTALL):
        found |= set(re.findall(r'(?:^|[{,])\s*"?([\w+-]+)"?: ', table, re.MULTILINE))
    return {{"Escape": "Esc", " ": "Space"}.get(key, key) for key in found}


def test_every_library_of_the_page_has_its_line(root):
    package = json.loads((root / "web" / "package.json").read_text(encoding="utf-8"))
    page = DOCS["dependencies.md"].partition("## The page")[2]
    assert set(re.findall(r"`([@\w/-]+)`", page)) == {*package["dependencies"], *package["devDependencies"]}


def test_every_page_of_the_manual_is_linked_from_the_readme():
    assert [name for name in DOCS if f"docs/{name}" not in links(ROOT / "README.md")] == []


def test_the_readme_shows_every_folder_of_the_package(root):
    package = root / "src" / "graphwright"
    there = {f"{path.parent.name}/" for path in package.glob("*/__init__.py")}
    there |= {path.name for path in package.glob("*.py") if not path.name.startswith("_")}
    shown = set(re.findall(r"`([\w.]+/?)`", (root / "README.md").read_text(encoding="utf-8")))
    assert there - shown == set()


def test_every_dependency_has_its_line(root):
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [
        *project["dependencies"],
        *(each for extra in project["optional-dependencies"].values() for each in extra),
        *re.findall(r"(?m)^[a-z].*", (root / "requirements-judges.in").read_text(encoding="utf-8")),
    ]
    named = {re.split(r"[\[<>=!~; ]", line)[0] for line in wanted}
    assert (
        set(re.findall(r"^\| ([\w-]+) \|", DOCS["dependencies.md"], re.MULTILINE)) - {"Distribution", "Library"}
        == named
    )


# --- pages hold together ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_somewhere(page):
    lost = []
    for link in links(page):
        target, _, fragment = link.partition("#")
        if target.startswith("https://"):
            continue
        place = (page.parent / target).resolve() if target else page
        if not place.exists() or (fragment and fragment not in anchors(place)):
            lost.append(link)
    assert lost == []


def test_the_generated_parts_are_current():
    """`make docs` writes them."""
    assert run(main, ["--check"]) == ""


def test_every_generated_part_is_shown_once():
    marks = [name for text in DOCS.values() for name in re.findall(r"<!-- generated:([a-z-]+) -->", text)]
    assert sorted(marks) == sorted(PARTS)


# --- examples --------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("WA-09", "A-05", "A-12", "A-13", "K-10")
def test_the_order_system_runs(root):
    printed = run(runpy.run_path, str(root / "examples" / "order_system" / "run.py"), None, "__main__")

    assert printed.splitlines()[:3] == [
        "answer.json: 7 then 8 operations",
        "change.diff: 4 then 4 operations",
        "## Nodes",
    ]
    assert "AcceptOrder.FN.001 -st-> OrderStored.RQ.001" in printed
