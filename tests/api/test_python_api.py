"""The Python API as a person at a prompt meets it: in a folder, beside a server, at an address; blocking and not."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest

import graphwright as gw
from graphwright.errors import InvalidCommand, NeedsChoice, NotFound, UnknownRef
from scripts.generate_api import TWIN, twin
from tests.server.test_serving import Running, clean_environment

pytestmark = pytest.mark.requirement("G-01")


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch):
    for name in ("GRAPHWRIGHT_DATA", "GRAPHWRIGHT_MODEL"):
        monkeypatch.delenv(name, raising=False)


def test_what_is_said_changes_the_model_and_is_undone(tmp_path):
    heard: list[str] = []
    with gw.open("shop", folder=tmp_path) as project:
        reply = project.say("The customer places an order.", on_text=heard.append)
        made = [
            change.after.name for change in reply.changes if change.before is None and hasattr(change.after, "name")
        ]
        assert (reply.outcome, "".join(heard).strip()) == ("applied", reply.text)
        assert sorted(made) == sorted(node.name for node in project.nodes)
        assert project.find("customer").node_type == "ACTOR"
        assert project.undo().outcome == "undone"
        assert (len(project.nodes), len(project.at(1).nodes)) == (0, len(made))


@pytest.mark.requirement("G-134")
def test_what_is_remarked_is_told_answered_and_resolved(tmp_path):
    with gw.open("shop", folder=tmp_path) as project:
        project.say("The customer places an order.")
        on_node = project.comment("Customer", "Who is that?")
        on_edge = project.comment(project.edges[0], "Why?")
        answer = project.comment(on_node, "Whoever buys")
        project.comment(answer, "I see")
        told = [(each.kind, each.text, each.reply_to) for each in project.comments]
        resolved = project.resolve(answer)
        rest = [each.text for each in project.comments]
        project.resolve(on_node, is_resolved=False)

        assert told == [
            ("node", "Who is that?", None),
            ("edge", "Why?", None),
            ("node", "Whoever buys", on_node.comment_id),
            ("node", "I see", on_node.comment_id),
        ]
        assert (resolved.comment_id, rest, on_edge.label) == (on_node.comment_id, ["Why?"], on_edge.label)
        assert len(project.comments) == 4
        with pytest.raises(NotFound, match="Nobody"):
            project.comment("Nobody", "Hello?")


@pytest.mark.requirement("X-91")
def test_the_model_or_a_part_of_it_is_a_file_that_says_what_it_leaves_out(tmp_path):
    with gw.open("shop", folder=tmp_path / "data") as project:
        with project.change() as change:
            check = change.add("FUNC", "Check")
            change.link(change.add("SYS", "Shop"), "compose", check)
            change.link(check, "satisfy", change.add("REQ", "Fast"))
        whole, part = project.export("reqif"), project.export("format-e", select=["Shop.SY.001"])
        saved = part.save(tmp_path)

        assert (whole.name, whole.content[:5], whole.losses) == (
            "shop.reqif",
            b"<?xml",
            ["semantic ids and revisions are not written"],
        )
        assert (saved.name, "Fast" in saved.read_text(), "Check|FUNC" in saved.read_text()) == ("shop.txt", False, True)
        assert part.losses[:2] == [
            "1 element is outside of what was chosen",
            "1 relation leads out of what was chosen and was left out",
        ]
        assert (
            b"Check"
            not in project.export("format-e", at=1, view="requirements", focus=None, select=["Fast.RQ.001"]).content
        )
        with pytest.raises(NotFound):
            project.export("json", select=["Cellar.SY.009"])
        with pytest.raises(InvalidCommand):
            project.export("papyrus")


def test_a_change_is_applied_whole(tmp_path):
    with gw.open("shop", folder=tmp_path) as project:
        with project.change("by hand") as change:
            change.link(change.add("ACTOR", "Clerk", "Sells."), "io", change.add("FLOW", "Receipt"))
        clerk = project.find("Clerk")
        assert (clerk.descr, [flow.name for flow in project.model.targets(clerk, "io")]) == ("Sells.", ["Receipt"])
        with project.change() as change:
            change.update(clerk, name="Cashier")
            change.delete("Receipt.FL.001")
        assert [(node.name, node.descr) for node in project.nodes] == [("Cashier", "Sells.")]


def test_a_change_with_a_mistake_or_an_exception_leaves_nothing(tmp_path):
    with gw.open("shop", folder=tmp_path) as project:
        with pytest.raises(UnknownRef, match="'nobody'"), project.change() as change:  # noqa: PT012
            change.add("ACTOR", "Clerk")
            change.link("nobody", "io", "nothing")
        with pytest.raises(ZeroDivisionError), project.change() as change:  # noqa: PT012
            change.add("ACTOR", "Clerk")
            raise ZeroDivisionError
        assert (project.revision, len(project.nodes)) == (0, 0)


def test_a_name_that_is_wrong_or_shared_is_told(tmp_path):
    with gw.open("shop", folder=tmp_path) as project:
        with project.change() as change:
            change.add("FUNC", "CheckPayment")
            change.add("UC", "CheckPayment")
        with pytest.raises(NotFound, match=r"CheckPayment\.FN\.001"):
            project.find("CheckPaiment")
        with pytest.raises(NeedsChoice, match="2 nodes are called"):
            project.find("CheckPayment")
        assert project.find("CheckPayment", "use case").node_type == "UC"
        with pytest.raises(NotFound, match="no node type 'gizmo'"):
            project.find("CheckPayment", "gizmo")


def test_a_proposal_is_decided_and_findings_speak(tmp_path):
    with gw.open("shop", folder=tmp_path) as project:
        with project.change() as change:
            change.add("FUNC", "CheckPayment", "Checks the payment.")
        messages = [finding.message for finding in project.findings() if finding.rule_id == "function_requirements"]
        assert messages == ["Function 'CheckPayment' satisfies no requirement."]
        reply = project.say("Delete CheckPayment.")
        assert reply.proposal is not None
        project.decide(reply.proposal)
        assert (project.nodes, project.proposals) == ((), ())


def test_a_question_is_answered_with_what_it_rests_on(tmp_path):
    with gw.open("shop", folder=tmp_path) as project:
        project.say("The customer places an order.")
        reply = project.ask("How many actors are there?")
        assert [citation.node_id for citation in reply.citations] == [project.find("Customer").node_id]
        assert reply.changes == []


@pytest.mark.slow
@pytest.mark.requirement("G-02")
def test_a_folder_that_a_server_owns_is_used_through_it_and_so_is_an_address(tmp_path):
    running = Running(tmp_path)
    try:
        with gw.open("shop", folder=tmp_path) as beside:
            with beside.change() as change:
                change.add("ACTOR", "Clerk")
            typed = [
                sys.executable,
                "-m",
                "graphwright",
                "token",
                "shop",
                "--access",
                "editor",
                "--data",
                str(tmp_path),
            ]
            token = subprocess.run(typed, capture_output=True, text=True, check=True, env=clean_environment()).stdout
            with gw.open("shop", address=running.address, token=token.strip()) as far:
                assert far.find("Clerk").name == "Clerk"
    finally:
        running.stop()


def test_a_way_in_that_cannot_work_is_told(tmp_path):
    with pytest.raises(InvalidCommand, match="a folder or an address, not both"):
        gw.open("shop", folder=tmp_path, address="http://127.0.0.1:1")
    with pytest.raises(InvalidCommand, match="needs a token"):
        gw.open("shop", address="http://127.0.0.1:1")


async def test_the_same_without_blocking(tmp_path):
    async with gw.open_async("shop", folder=tmp_path) as project:
        reply = await project.say("The customer places an order.")
        assert reply.outcome == "applied"
        async with project.change() as change:
            change.add("ACTOR", "Clerk")
        assert project.find("Clerk").name == "Clerk"


@pytest.mark.requirement("G-03")
def test_the_blocking_twin_is_made_from_the_other_and_lacks_nothing():
    source = inspect.getsource(sys.modules[gw.AsyncProject.__module__])
    public = {name for name in vars(gw.AsyncProject) if not name.startswith("_")}
    assert TWIN.read_text(encoding="utf-8") == twin(source)
    assert public <= set(vars(gw.BlockingProject))


@pytest.mark.requirement("G-03")
def test_a_notebook_shows_a_table_whose_texts_are_only_texts(tmp_path):
    with gw.open("shop", folder=tmp_path) as project:
        with project.change() as change:
            change.add("ACTOR", "<script>alert(1)</script>")
        assert "&lt;script&gt;" in project._repr_html_()
        assert "<script>" not in project._repr_html_()
        assert repr(project) == "<Project shop: <SystemModel at revision 1: 1 ACTOR; 0 edges>>"


@pytest.mark.requirement("G-03")
def test_the_model_is_handed_on_as_rows(tmp_path):
    with gw.open("shop", folder=tmp_path) as project:
        with project.change() as change:
            change.link(change.add("ACTOR", "Clerk", role="seller"), "io", change.add("FLOW", "Receipt"))
        assert project.model.node_rows()[0] == {
            "id": "Clerk.AC.001", "type": "ACTOR", "name": "Clerk", "descr": "", "role": "seller"
        }  # fmt: skip
        assert project.model.edge_rows() == [{"source": "Clerk.AC.001", "type": "io", "target": "Receipt.FL.001"}]


@pytest.mark.requirement("X-199")
def test_a_project_may_be_closed_twice_as_a_file_may(tmp_path):
    with gw.open("shop", folder=tmp_path) as project:
        project.close()
        project.close()
    with gw.open("shop", folder=tmp_path) as again:
        assert again.revision == 0


@pytest.mark.slow
def test_a_program_that_forgets_to_close_still_ends(tmp_path):
    program = f"import graphwright as gw; p = gw.open('shop', folder={str(tmp_path)!r}); p.say('An actor Ann.')"
    ended = subprocess.run([sys.executable, "-c", program], timeout=30, check=False, env=clean_environment())
    assert ended.returncode == 0


def test_the_api_costs_nothing_until_it_is_used():
    program = (
        "import sys, graphwright; print('graphwright.server.http' in sys.modules, hasattr(graphwright, 'nothing'))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "False"]
