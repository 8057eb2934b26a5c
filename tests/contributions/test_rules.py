"""What the rules of plugins say, and what is said of a rule that fails."""

from __future__ import annotations

import asyncio

import pytest

from graphwright.contributions.calling import each_answer
from graphwright.contributions.limits import PluginLimits
from graphwright.contributions.loading import load_plugins
from graphwright.contributions.tasks import ContributionName, DescribeTask, PluginTask
from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.protocol.graph import Node
from graphwright.protocol.operations import Finding
from graphwright.text.messages import hint_of, message_of
from tests.contributions.installing import loaded

TOOL = """from graphwright.plugin import ModelTool, ToolArguments
class Words(ToolArguments, frozen=True):
    'Finds.'
T = ModelTool(arguments=Words, answer=lambda model, arguments: {})
def check(model):
    '''Sound.'''
    return ()
"""
HEAD = "from graphwright.plugin import ModelRule, Notice\n"


def graph_of(*descriptions: str) -> Graph:
    """Requirements with these descriptions."""
    graph = Graph(default_ontology())
    for number, descr in enumerate(descriptions, start=1):
        graph.put_node(
            Node(
                node_id=f"n{number}",
                semantic_id=f"R{number}.RQ.00{number}",
                node_type="REQ",
                name=f"R{number}",
                descr=descr,
                attributes={},
                created_revision=1,
                revision=1,
            )
        )
    return graph


def said(finding: Finding) -> tuple[str, str]:
    return finding.rule_id, message_of(finding, "en")


@pytest.mark.requirement("G-102")
async def test_a_remark_is_a_finding_about_its_node_in_every_language(example):
    graph = graph_of("It shall run and it shall stop.", "It shall run.")

    [finding] = await (await loaded(example)).findings(graph)

    assert (finding.rule_id, finding.severity, finding.phase, finding.node_ids) == (
        "review-pack:one_thing",
        "warning",
        1,
        ["n1"],
    )
    assert [message_of(finding, language) for language in ("en", "de", "fr")] == [
        "R1 demands several things at once.",
        "R1 fordert mehreres auf einmal.",
        "R1 exige plusieurs choses à la fois.",
    ]
    assert hint_of(finding, "de") == "Mach aus jedem eine Anforderung."


@pytest.mark.requirement("G-102")
async def test_a_rule_that_raises_is_one_finding_and_the_other_rules_go_on(make_plugin):
    make_plugin(
        "odd-one",
        HEAD
        + "def raises(model):\n    '''Raises.'''\n    yield Notice(model.nodes[0], 'seen')\n    raise KeyError('gone')\n"
        + "def wrong(model):\n    '''Says a number.'''\n    return [7]\n"
        + "def sound(model):\n    '''Sounds.'''\n    return [Notice(node, f'{node.name} is here') for node in model.nodes]\n"
        + "A, B, C = (ModelRule(check=each) for each in (raises, wrong, sound))\n",
        version="2.0",
        rules={"a": "A", "b": "B", "c": "C"},
    )

    findings = await (await loaded("odd-one")).findings(graph_of("", ""))

    assert list(map(said, findings)) == [
        ("odd-one:a", "The rule a of the plugin odd-one 2.0 failed: KeyError: 'gone' (odd_one.py:5)."),
        (
            "odd-one:b",
            "The rule b of the plugin odd-one 2.0 failed: TypeError: int where Notice is expected.",
        ),
        ("odd-one:c", "R1 is here"),
        ("odd-one:c", "R2 is here"),
    ]


@pytest.mark.slow
@pytest.mark.requirement("G-115")
async def test_each_rule_has_the_time_of_a_plugin_for_itself(make_plugin):
    each = "import time\ndef check(model):\n    '''Takes its time.'''\n    time.sleep(2)\n    return []\n"
    rules = {f"rule{number}": "A" for number in range(3)}
    make_plugin("slow-one", HEAD + each + "A = ModelRule(check=check)\n", rules=rules)
    assert await (await loaded("slow-one")).findings(graph_of("x")) == []  # 6 s in all, 5 s for each


@pytest.mark.requirement("G-115")
async def test_rules_and_tools_take_their_turn_in_the_same_places(make_plugin):
    make_plugin("two-kinds", HEAD + TOOL + "A = ModelRule(check=check)\n", rules={"a": "A"}, tools={"t": "T"})
    limits = PluginLimits(5)
    contributions = await load_plugins(["two-kinds"], limits)
    async with limits.places.taken(print), limits.places.taken(print):
        asking = asyncio.ensure_future(contributions.findings(graph_of("x")))
        task = PluginTask("two-kinds", [ContributionName("tool", "t")], DescribeTask(), 5, limits.memory)
        calling = asyncio.create_task(each_answer(task, limits.places))
        await asyncio.wait({asking, calling}, timeout=1.5)
        assert (asking.done(), calling.done()) == (False, False)
    assert await asking == []
    assert len(await calling) == 1


@pytest.mark.requirement("G-101", "G-102")
@pytest.mark.parametrize(
    "endless",
    [
        pytest.param("while True: pass", marks=pytest.mark.slow),
        "import time; time.sleep(1e6)",
        "import os; os.kill(os.getpid(), 9)",
    ],
)
async def test_a_rule_that_does_not_end_is_stopped_and_not_asked_again(make_plugin, monkeypatch, endless):
    asked: list[list[str]] = []

    async def watched(task, places):
        asked.append([named.name for named in task.names])
        return await each_answer(task, places)

    monkeypatch.setattr("graphwright.contributions.rules.each_answer", watched)
    make_plugin(
        "long-one",
        HEAD
        + f"def long(model):\n    '''Never ends.'''\n    {endless}\n"
        + "def short(model):\n    '''Ends.'''\n    return [Notice(model.nodes[0], 'fine')]\n"
        + "A, B = ModelRule(check=long), ModelRule(check=short)\n",
        rules={"a": "A", "b": "B"},
    )
    contributions = await loaded("long-one")

    first = await contributions.findings(graph_of("x"))
    second = await contributions.findings(graph_of("x", "y"))

    assert [each.case for each in first] == ["failed", "broken"]
    assert sorted(each.case for each in second) == ["broken", "failed"]
    assert {each.finding_id for each in first} == {each.finding_id for each in second}
    assert asked == [["a", "b"], ["b"]]


@pytest.mark.requirement("G-102")
async def test_a_rule_about_types_that_a_project_lacks_is_not_asked(make_plugin):
    make_plugin(
        "far-one",
        HEAD
        + "def check(model):\n    '''Far.'''\n    raise ValueError\nA = ModelRule(check=check, node_types=('HAZARD',))\n",
        rules={"a": "A"},
    )

    assert await (await loaded("far-one")).findings(graph_of("x")) == []


@pytest.mark.requirement("G-102")
async def test_a_rule_that_never_stops_talking_is_cut_and_that_is_said(make_plugin):
    make_plugin(
        "loud-one",
        HEAD
        + "import itertools\ndef check(model):\n    '''Talks.'''\n"
        + "    return (Notice(model.nodes[0], f'word {n}') for n in itertools.count())\nA = ModelRule(check=check)\n",
        rules={"a": "A"},
    )

    findings = await (await loaded("loud-one")).findings(graph_of("x"))

    assert len(findings) == 1_001
    assert message_of(findings[-1], "en") == "The rule a of the plugin loud-one 0.1 says more than 1,000 things."
