"""`graphwright check FOLDER`: what build servers read of it, and the exit codes they act on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Told, Type
from tests.interop.judging import seen

HEADING = "## Nodes\n"
CIRCLE = "A|SYS|A.SY.001|A.\nB|SYS|B.SY.002|B.\n## Edges\nA.SY.001 -cp-> B.SY.002\nB.SY.002 -cp-> A.SY.001\n"


@pytest.fixture
def folder(type_: Type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a node of an awkward name, one without description, and one that stands twice."""
    monkeypatch.chdir(tmp_path)
    type_("new", "shop")
    type_("sync", "model", "--project", "shop")
    (tmp_path / "model" / "a.gw").write_text(f'{HEADING}wash|FUNC|Wash.FN.007|\nPay 100 % "<now>"|FUNC||Pays.\n')
    return tmp_path / "model"


def written(type_: Type, tmp_path: Path, form: str) -> tuple[Told, Path]:
    told = type_("check", "model", "--format", form)
    file = tmp_path / f"checked.{form}"
    file.write_text(told.out, encoding="utf-8")
    return told, file


@pytest.mark.requirement("X-79")
def test_independent_readers_see_every_finding_of_now_with_its_file_and_line(type_, folder, tmp_path):
    sarif, log = written(type_, tmp_path, "sarif")
    junit, suite = written(type_, tmp_path, "junit")
    found = type_("check", "model", "--json").json

    judged = seen("check_files", log, suite)

    now = sorted(each["ruleId"] for each in found["findings"] if each["phase"] <= found["phase"])
    assert now == ["naming", "required_properties"]
    assert (sarif.code, junit.code, judged["version"]) == (0, 0, "2.1.0")
    assert sorted(each["rule"] for each in judged["results"]) == now
    assert {each["level"] for each in judged["results"]} == {"warning"}
    places = {each["rule"]: each["places"] for each in judged["results"]}
    assert places == {"naming": [["model/a.gw", 3]], "required_properties": [["model/a.gw", 2]]}
    assert [each["failed"] for each in judged["cases"]] == [[]] * len(judged["cases"]), "warnings fail nothing here"
    assert {each["rule"] for each in judged["cases"]} == {*judged["rules"][0]}


@pytest.mark.requirement("X-79")
@pytest.mark.parametrize(("content", "line"), [("nonsense\n", 2), (CIRCLE, 5)])
def test_a_folder_that_is_no_model_is_refused_with_its_faults_in_every_form(type_, folder, tmp_path, content, line):
    (folder / "c.gw").write_text(f"{HEADING}{content}")

    told, log = written(type_, tmp_path, "sarif")
    again, suite = written(type_, tmp_path, "junit")
    judged = seen("check_files", log, suite)

    assert (told.code, again.code) == (3, 3)
    assert [(each["rule"], each["level"], each["places"]) for each in judged["results"]] == [
        ("unreadable", "error", [["model/c.gw", line]])
    ]
    assert [each["failed"] for each in judged["cases"]] == [["error"]]


@pytest.mark.requirement("X-79")
def test_the_exit_code_tells_whether_something_is_as_bad_as_was_asked(type_, folder):
    codes = {fail: type_("check", "model", "--fail", fail).code for fail in ("error", "warning", "info", "never")}

    assert codes == {"error": 0, "warning": 1, "info": 1, "never": 0}
    assert type_("check", "model", "--deep").code == 2
    type_("sync", "model")
    assert [type_("check", "shop", *more).code for more in ([], ["--fail", "warning"])] == [0, 1], "a project, too"


@pytest.mark.requirement("X-79")
def test_lines_for_people_and_for_a_workflow_name_file_and_line_and_no_text_ends_its_command(type_, folder):
    people = type_("check", "model").out.splitlines()
    workflow = type_("check", "model", "--format", "github").out.splitlines()

    assert people[1].startswith("""model/a.gw:3: warning: The name of function 'Pay 100 % "<now>"' is""")
    assert people[1].endswith("[naming]")
    assert workflow[0].startswith(
        "::warning file=model/a.gw,line=3,title=Names are short::The name of function 'Pay 100 %25"
    )
    assert len(workflow) == 2


@pytest.mark.requirement("X-79")
def test_a_folder_is_checked_without_touching_any_data_folder(type_, folder, monkeypatch, tmp_path):
    monkeypatch.setenv("GRAPHWRIGHT_DATA", str(tmp_path / "none"))

    assert type_("check", "model").code == 0
    assert not (tmp_path / "none").exists()
