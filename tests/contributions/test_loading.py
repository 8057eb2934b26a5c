"""Which plugins are loaded, and what is said of those that are not."""

from __future__ import annotations

import subprocess
import sys

import pytest
from msgspec import to_builtins

from graphwright.interop.choosing import is_apart
from graphwright.interop.files import ForeignFile
from graphwright.interop.reading import AT_ONCE
from graphwright.interop.registry import adding
from tests.contributions.installing import loaded

RULE = "from graphwright.plugin import ModelRule\ndef check(model):\n    '''Holds.'''\n    return ()\nRULE = ModelRule(check=check)\n"
READER = "from graphwright.plugin import FileFormat\nFORM = FileFormat(title='Form', endings=('form',), begins='{', read=print)\n"
TOOL = """from graphwright.plugin import ModelTool, ToolArguments
class Words(ToolArguments, frozen=True):
    'Finds.'
def found(model, arguments):
    return {}
TOOL = ModelTool(arguments=Words, answer=found)
"""
WRITER = "from graphwright.plugin import FileFormat\nFORM = FileFormat(title='Form', endings=('form',), write=lambda model: 'x')\n"


async def told(*names: str) -> list[dict[str, object]]:
    return [to_builtins(state) for state in (await loaded(*names)).plugins]


async def why_not(name: str) -> str:
    """Why the only contribution of a plugin is not loaded."""
    [state] = (await loaded(name)).plugins
    [each] = state.brings
    return each.why_not


@pytest.mark.requirement("G-100")
async def test_a_plugin_that_is_named_says_what_it_brings_and_one_that_is_not_named_is_never_run(example):
    assert await told() == []
    assert await told(example) == [
        {
            "name": "review-pack",
            "version": "1.2.0",
            "brings": [
                {"kind": "format", "name": "review-sheet", "told": "a review sheet"},
                {"kind": "profile", "name": "hazards", "told": "HAZARD, MEASURE; for new projects"},
                {"kind": "rule", "name": "one_thing", "told": 'A requirement says "shall" once.'},
                {
                    "kind": "tool",
                    "name": "open_points",
                    "told": "review_pack_open_points: List what reviewers still have to look at: nodes without a "
                    "description, optionally of one type.",
                },
                {
                    "kind": "workflow",
                    "name": "split",
                    "told": 'review-pack:split: Split requirements: Splits each requirement that says "shall" several '
                    'times, by the language model or at its "and shall".',
                },
            ],
        }
    ]


@pytest.mark.requirement("G-101")
async def test_a_package_that_is_missing_or_brings_nothing_is_named_with_the_reason(make_plugin):
    make_plugin("empty-one", "")
    make_plugin("strange-one", "", screens={"a": "a"})

    missing, empty, strange = (await loaded("nowhere", "empty-one", "strange-one")).plugins

    assert (missing.version, missing.why_not) == (
        "",
        "no package 'nowhere' is installed beside graphwright: pip install it there, or take it out",
    )
    assert empty.why_not.startswith("it brings nothing: it has no entry points in graphwright.rules")
    assert strange.why_not.startswith("graphwright.screens is no group of entry points")


@pytest.mark.requirement("G-101")
@pytest.mark.parametrize(
    ("module", "why"),
    [
        ("raise RuntimeError('no licence')", "RuntimeError: no licence (bad_one.py:1)"),
        ("import sys; sys.exit(3)", "SystemExit: 3 (bad_one.py:1)"),
        ("import os; os._exit(3)", "its process ended without an answer; more than 2048 MiB of memory end it, too"),
        ("print('hello')", "AttributeError: module 'bad_one' has no attribute 'THING'"),
        ("THING = 7", "TypeError: int where ModelRule is expected"),
        ("syntax error", "SyntaxError: invalid syntax"),
        ("from graphwright.plugin import ModelRule\nTHING = ModelRule(check=lambda model: ())", "has no docstring"),
        ("from graphwright.plugin import ModelRule\nTHING = ModelRule(check=7)", "check is no plain function"),
        (RULE + "THING = ModelRule(check=check, severity='bad')", "severity is 'bad', not one of error, warning, info"),
        (RULE + "THING = ModelRule(check=check, phase=9)", "phase is 9, not 0 to 4"),
    ],
)
async def test_what_is_wrong_with_a_contribution_is_said_of_it(make_plugin, module, why):
    make_plugin("bad-one", module, rules={"thing": "THING"})

    assert why in await why_not("bad-one")


@pytest.mark.requirement("G-101")
@pytest.mark.parametrize(
    ("group", "thing", "why"),
    [
        ("formats", "FileFormat(title='', endings=('x',), write=str)", "the title has 0 characters, not 1 to 100"),
        ("formats", "FileFormat(title='X', endings='x', write=str)", "endings is no tuple of texts"),
        ("formats", "FileFormat(title='X', endings=('.x',), write=str)", "['.x'] are no endings"),
        ("formats", "FileFormat(title='X', endings=('x',), write=str, media='x')", "'x' is no media type"),
        ("formats", "FileFormat(title='X', endings=('x',))", "it neither reads nor writes"),
        ("tools", "ModelTool(arguments=int, answer=str)", "arguments is no class that is derived from ToolArguments"),
        ("tools", "ModelTool(arguments=ToolArguments, answer=str)", "arguments is no class that is derived"),
        ("tools", "ModelTool(arguments=type('A', (ToolArguments,), {}), answer=str)", "A has no docstring"),
    ],
)
async def test_a_contribution_of_the_wrong_form_is_refused_with_what_is_expected(make_plugin, group, thing, why):
    make_plugin("odd-one", f"from graphwright.plugin import *\nTHING = {thing}", **{group: {"thing": "THING"}})

    assert why in await why_not("odd-one")


@pytest.mark.requirement("G-101")
async def test_one_that_does_not_end_is_stopped_and_the_others_of_the_plugin_are_loaded(make_plugin, monkeypatch):
    monkeypatch.setattr("graphwright.contributions.loading.BEGIN_SECONDS", 3)
    module = RULE + "def __getattr__(name):\n    while True: pass\n"
    make_plugin("slow-one", module, rules={"a": "RULE", "b": "SLOW", "c": "RULE"})

    [state] = (await loaded("slow-one")).plugins

    assert [(each.name, each.why_not) for each in state.brings] == [
        ("a", ""),
        ("b", "it takes longer than 3 s"),
        ("c", ""),
    ]


@pytest.mark.requirement("G-101")
async def test_a_name_stands_for_one_thing(make_plugin):
    make_plugin("first-one", WRITER, formats={"csv": "FORM", "mine": "FORM", "Not a name": "FORM"})
    make_plugin("second-one", WRITER, formats={"mine": "FORM"})

    contributions = await loaded("first-one", "second-one")

    assert [(state.name, each.name, each.why_not) for state in contributions.plugins for each in state.brings] == [
        (
            "first-one",
            "Not a name",
            "'Not a name' is no name of a format: use small letters, digits and '-', at most 32",
        ),
        ("first-one", "csv", "a format is called 'csv' already: a CSV table"),
        ("first-one", "mine", ""),
        ("second-one", "mine", "another plugin brings a format 'mine' already"),
    ]
    assert [each.name for each in contributions.formats] == ["mine"]


@pytest.mark.requirement("G-101")
async def test_a_tool_never_takes_the_name_of_one_that_graphwright_has(make_plugin):
    make_plugin("search", TOOL, tools={"nodes": "TOOL", "others": "TOOL"})

    contributions = await loaded("search")

    assert [each.why_not for state in contributions.plugins for each in state.brings] == [
        "a tool of graphwright is called 'search_nodes' already",
        "",
    ]
    assert [each.name for each in contributions.tools] == ["search_others"]


@pytest.mark.requirement("G-100")
async def test_a_large_file_that_begins_like_one_of_a_plugin_is_still_read_in_a_process_of_its_own(make_plugin):
    make_plugin("brace-one", READER, formats={"brace": "FORM"})
    spaces = b" " * AT_ONCE

    with adding((await loaded("brace-one")).formats):
        ours, theirs = (ForeignFile(begin + spaces + b"}") for begin in (b'{"nodes": []', b'{"forms": []'))
        assert (is_apart(ours, None), is_apart(theirs, None), is_apart(ours, "brace")) == (False, True, True)


@pytest.mark.requirement("G-101")
@pytest.mark.parametrize(
    ("profile", "why"),
    [
        ("b'{'", "its profile: not readable as JSON"),
        ("'text'", "TypeError: str where bytes is expected"),
    ],
)
async def test_a_profile_with_a_mistake_is_refused_with_its_place(make_plugin, profile, why):
    make_plugin(
        "typed-one",
        f"from graphwright.plugin import ModelProfile\nOWN = ModelProfile({profile})",
        profiles={"own": "OWN"},
    )

    assert why in await why_not("typed-one")


@pytest.mark.requirement("R-94")
def test_the_process_of_a_plugin_loads_no_event_loop_and_nothing_of_the_network():
    program = "import sys, graphwright.plugin.worker as _; print([m for m in ('asyncio', 'ssl') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)

    assert done.stdout == "[]\n"
