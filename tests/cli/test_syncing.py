"""`graphwright sync`: a folder in git and a project, both ways, with and without a server."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Type


@pytest.fixture
def folder(type_: Type, tmp_path: Path) -> Path:
    """A model in a folder, and in project shop."""
    type_("say", "shop", "A customer places an order")
    type_("sync", str(tmp_path / "model"), "--project", "shop")
    return tmp_path / "model"


def git(folder: Path, *words: str) -> str:
    command = ["git", "-c", "user.name=T", "-c", "user.email=t@example.com", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def edited(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def applied(type_: Type, folder: Path, operation: str) -> None:
    """A change in the workbench."""
    change = folder.parent / "change.txt"
    change.write_text(f"<operations>\n{operation}\n</operations>\n")
    assert type_("apply", "shop", str(change)).code == 0


def use_case(folder: Path) -> Path:
    return folder / "UC" / "PlaceOrder.UC.001.gw"


def described(type_: Type, project: str, semantic_id: str) -> str:
    nodes = type_("show", project, "--format", "json").json["nodes"]
    return next(node["descr"] for node in nodes if node["semanticId"] == semantic_id)


@pytest.mark.requirement("X-78")
def test_edits_on_both_sides_reach_the_other_and_nothing_is_left_to_do(type_, folder: Path):
    edited(use_case(folder), "A customer places", "Some customer places")
    (folder / "new.gw").write_text("## Nodes\nCheck stock|FUNC||Checks.\n")
    applied(type_, folder, "+ Cancel order|FUNC|cancel|Cancels it.")

    synced = type_("sync", str(folder), "--json").json

    assert (synced["outcome"], synced["added"], synced["changed"], synced["gone"]) == ("applied", 1, 1, 0)
    assert ("FUNC/CancelOrder.FN.002.gw" in synced["written"], synced["removed"]) == (True, ["new.gw"])
    assert described(type_, "shop", "PlaceOrder.UC.001") == "Some customer places an order"
    assert [*(folder / "FUNC").glob("CheckStock.FN.*.gw")]
    assert type_("sync", str(folder), "--json").json["outcome"] == "unchanged"


@pytest.mark.requirement("X-78", "X-18")
def test_a_dry_run_tells_what_both_sides_would_get_and_changes_neither(type_, folder: Path):
    edited(use_case(folder), "A customer places", "Some customer places")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    planned = type_("sync", str(folder), "--dry-run", "--json").json

    assert (planned["outcome"], planned["changed"], planned["written"]) == ("planned", 1, [])
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    assert described(type_, "shop", "PlaceOrder.UC.001") == "A customer places an order"


@pytest.mark.requirement("X-77", "X-78")
def test_a_conflict_changes_nothing_and_shows_file_line_and_both_values(type_, folder: Path):
    edited(use_case(folder), "A customer places", "Some customer places")
    (folder / "new.gw").write_text("## Nodes\nCheck stock|FUNC||Checks.\n")
    applied(type_, folder, "~ PlaceOrder.UC.001 [descr:Everybody orders]")

    refused = type_("sync", str(folder))
    kept = type_("sync", str(folder), "--keep", "files", "--json")

    assert refused.code == 3
    assert "conflict at UC/PlaceOrder.UC.001.gw:2: PlaceOrder.UC.001: descr was" in refused.err
    assert '"Some customer places an order", the workbench "Everybody orders"' in refused.err
    assert (kept.json["outcome"], kept.json["changed"]) == ("applied", 1)
    assert described(type_, "shop", "PlaceOrder.UC.001") == "Some customer places an order"


@pytest.mark.requirement("X-76")
def test_what_the_model_does_not_allow_is_told_with_its_file_and_line_and_nothing_is_applied(type_, folder: Path):
    edited(use_case(folder), "## Edges\n", "## Edges\nPlaceOrder.UC.001 -al-> Order.FL.001\n")
    edited(folder / "FUNC" / "PlaceOrder.FN.001.gw", "Place order|FUNC", "Place an order|FUNC")

    refused = type_("sync", str(folder))

    assert refused.code == 3
    assert "illegalPair at UC/PlaceOrder.UC.001.gw:5:" in refused.err
    assert len(type_("history", "shop", "--json").json["commits"]) == 1


@pytest.mark.requirement("X-78")
def test_a_clone_becomes_a_project_of_its_own_without_a_server(type_, folder: Path, monkeypatch):
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "model")
    git(folder.parent, "clone", "-q", "model", "clone")
    monkeypatch.setenv("GRAPHWRIGHT_DATA", str(folder.parent / "elsewhere"))

    synced = type_("sync", str(folder.parent / "clone"), "--json").json

    assert (synced["project"], synced["outcome"], synced["revision"]) == ("shop", "applied", 1)
    assert (synced["written"], synced["removed"], git(folder.parent / "clone", "status", "--short")) == ([], [], "")
    assert described(type_, "shop", "PlaceOrder.UC.001") == "A customer places an order"


@pytest.mark.requirement("X-75", "X-78")
def test_git_merges_what_two_branches_changed_in_different_elements_and_the_merge_is_one_change_set(
    type_, folder: Path
):
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "model")
    git(folder, "checkout", "-qb", "other")
    edited(use_case(folder), "A customer places", "Some customer places")
    git(folder, "commit", "-qam", "reword")
    git(folder, "checkout", "-q", "main")
    edited(folder / "FLOW" / "Order.FL.001.gw", "Order|FLOW", "Placed order|FLOW")
    git(folder, "commit", "-qam", "rename")
    git(folder, "merge", "-q", "other")

    synced = type_("sync", str(folder), "--json").json

    assert (synced["outcome"], synced["changed"], synced["revision"], synced["written"]) == ("applied", 2, 2, [])


@pytest.mark.requirement("X-77")
def test_an_emptied_folder_deletes_nothing(type_, folder: Path):
    for path in folder.rglob("*.gw"):
        path.unlink()

    refused = type_("sync", str(folder))

    assert (refused.code, "nothing was deleted" in refused.err) == (2, True)


@pytest.mark.requirement("X-77")
def test_the_state_of_another_project_is_not_taken_for_the_last_one_and_deletes_nothing(type_, folder: Path):
    type_("say", "other", "A clerk packs a parcel")

    synced = type_("sync", str(folder), "--project", "other", "--json").json

    assert (synced["gone"], synced["removed"], [each["key"] for each in synced["notes"]]) == (
        0,
        [],
        ["notes.folderOfAnother"],
    )
    assert described(type_, "other", "PlaceOrder.UC.001") == "A customer places an order"


@pytest.mark.requirement("X-78")
def test_a_profile_of_its_own_travels_with_the_folder(type_, tmp_path: Path, monkeypatch):
    profile = json.loads((Path(__file__).parents[2] / "src/graphwright/graph/profiles/procedure.json").read_text())
    (tmp_path / "own.json").write_text(json.dumps(profile | {"name": "ours"}))
    type_("new", "plan", str(tmp_path / "own.json"))
    first = type_("sync", str(tmp_path / "model"), "--project", "plan", "--json").json
    monkeypatch.setenv("GRAPHWRIGHT_DATA", str(tmp_path / "elsewhere"))

    second = type_("sync", str(tmp_path / "model"), "--json").json
    type_("new", "shop")
    refused = type_("sync", str(tmp_path / "model"), "--project", "shop")

    assert first["written"] == ["graphwright.json", "profile.json"]
    assert (second["project"], second["written"]) == ("plan", [])
    assert (refused.code, "a project keeps its profile" in refused.err) == (2, True)


@pytest.mark.requirement("X-102", "X-78")
@pytest.mark.parametrize("temp_id", ["", "stock"])
def test_a_new_node_is_made_once_when_its_commit_is_there_and_its_file_could_not_be_written(
    type_, folder: Path, temp_id
):
    edges = f"## Edges\n{temp_id} -rl-> PlaceOrder.UC.001\n" if temp_id else ""
    (folder / "new.gw").write_text(f"## Nodes\nCheck stock|FUNC|{temp_id}|Checks.\n{edges}")
    in_the_way = folder / "FUNC" / "CheckStock.FN.002.gw"
    in_the_way.mkdir()

    failed = type_("sync", str(folder))
    in_the_way.rmdir()
    again = type_("sync", str(folder), "--json").json

    assert (failed.code, "cannot be written" in failed.err) == (2, True)
    assert (again["outcome"], again["removed"]) == ("unchanged", ["new.gw"])
    nodes = type_("show", "shop", "--format", "json").json["nodes"]
    assert [node["semanticId"] for node in nodes if node["name"] == "Check stock"] == ["CheckStock.FN.002"]
    assert type_("sync", str(folder), "--json").json["written"] == []


@pytest.mark.requirement("X-102")
def test_a_second_node_of_one_name_is_another_one_once_the_first_has_its_file(type_, folder: Path):
    for file in ("new.gw", "other.gw"):
        (folder / file).write_text("## Nodes\nCheck stock|FUNC||Checks.\n")
        type_("sync", str(folder))

    assert len([*(folder / "FUNC").glob("CheckStock.FN.*.gw")]) == 2
