"""Files of other people on the command line: dry runs, corrected columns, endings that tell the format."""

from __future__ import annotations

from pathlib import Path

import pypdf
import pytest

from graphwright.cli.files import read_folder, write_folder
from graphwright.errors import InvalidCommand, LimitExceeded
from tests.interop.test_shared_files import CHOICES, REFUSED

TABLE = "No,What\n1,Pump\n"


@pytest.mark.requirement("X-14", "X-18")
def test_a_mapping_is_remembered_for_the_next_file_of_that_name(type_, tmp_path: Path):
    file = tmp_path / "things.csv"
    file.write_text(TABLE)
    planned = type_(
        "import", "plant", str(file), "--map", "things=MOD", "--map", "things.What=name", "--dry-run", "--json"
    )
    first = type_("import", "plant", str(file), "--map", "things=MOD", "--map", "things.What=name", "--json")
    file.write_text(TABLE + "2,Valve\n")

    second = type_("import", "plant", str(file), "--json")

    assert (planned.json["outcome"], planned.json["added"]) == ("planned", 1)
    assert (first.json["outcome"], first.json["revision"]) == ("applied", 1), "the dry run changed nothing"
    assert (second.json["outcome"], second.json["added"], second.json["changed"]) == ("proposed", 1, 0)
    assert [each["nodeType"] for each in second.json["report"]["tables"]] == ["MOD"]


@pytest.mark.requirement("X-110")
def test_a_mapping_is_listed_said_anew_and_forgotten(type_, tmp_path: Path):
    may, june = tmp_path / "may.csv", tmp_path / "june.csv"
    for file in (may, june):
        file.write_text(TABLE)
    type_("import", "plant", str(may), "--map", "may=MOD", "--map", "may.What=name")

    def planned() -> list[str]:
        return type_("import", "plant", str(june), "--dry-run").out.splitlines()[1:4]

    (known,) = type_("mapping", "plant", "--json").json["mappings"]
    as_said = planned()
    said = type_("mapping", "plant", known["mappingId"], "--map", "=FUNC", "--map", "What=descr")
    as_said_anew = planned()
    unknown = type_("mapping", "plant", known["mappingId"], "--map", "Wat=descr")
    forgotten = type_("mapping", "plant", known["mappingId"], "--forget")

    assert (known["headers"], known["corrections"]) == (["No", "What"], {"": "MOD", "What": "name"})
    assert as_said == ["  june=MOD  (1 rows, as remembered)", "    june.No=id", "    june.What=name"]
    assert (said.code, said.out.splitlines()[2:]) == (0, ["  =FUNC", "  What=descr"])
    assert as_said_anew == ["  june=FUNC  (1 rows, as remembered)", "    june.No=id", "    june.What=descr"]
    assert (unknown.code, "'Wat': may has no column of this name; there are No, What" in unknown.err) == (2, True)
    assert (forgotten.code, type_("mapping", "plant", "--json").json["mappings"]) == (0, [])


@pytest.mark.requirement("X-111")
def test_a_dry_run_names_each_wrong_cell_and_the_import_is_refused(type_, tmp_path: Path):
    file = tmp_path / "things.csv"
    file.write_text("No,Type,Needs\n1,Gadget,\n2,MOD,7\n")
    planned = type_("import", "plant", str(file), "--dry-run", "--map", "things.Needs=-> relation")
    refused = type_("import", "plant", str(file), "--map", "things.Needs=-> relation")

    assert (planned.code, refused.code) == (2, 2)
    assert [line for line in planned.out.splitlines() if line.startswith("    !")] == [
        "    ! B2: 'Gadget' is no element type; use one of SYS, UC, ACTOR, FCHAIN, FUNC, FLOW, REQ, TEST, MOD, SCHEMA",
        "    ! C3: '7' names 7, which is no id in this file; the relation is left out",
    ]
    assert "things!B2: 'Gadget' is no element type" in refused.err
    assert type_("show", "plant", "--format", "format-e").out.count("|") == 0
    assert type_("mapping", "plant", "--json").json["mappings"] == [], "what is refused is not remembered"


@pytest.mark.requirement("X-14")
def test_what_each_column_was_taken_for_is_shown_as_it_would_be_corrected(type_, tmp_path: Path):
    file = tmp_path / "things.csv"
    file.write_text(TABLE)

    shown = type_("import", "plant", str(file), "--dry-run").out

    assert shown.splitlines()[-4:] == [
        "  things=REQ  (1 rows, guessed)",
        "    things.No=id",
        "    things.What=attribute",
        "would be 1 added, 0 changed, 0 gone; nothing has happened",
    ]


@pytest.mark.requirement("X-01")
def test_the_name_of_a_file_tells_the_format_and_a_terminal_is_spared_what_is_no_text(type_, tmp_path: Path):
    type_("say", "shop", "Create the function CheckStock.")
    written = type_("export", "shop", "--output", str(tmp_path / "shop.reqif"))
    refused = type_("export", "shop", "--format", "xlsx")

    assert (written.code, (tmp_path / "shop.reqif").read_bytes()[:6]) == (0, b"<?xml ")
    assert (refused.code, "say where to: --output shop.xlsx" in refused.err) == (2, True)


@pytest.mark.requirement("X-05")
def test_a_newer_file_is_one_proposal_and_the_same_file_is_nothing(type_, shared_data: Path, tmp_path: Path):
    source = shared_data / "capella" / "eole.graph.json"
    newer = tmp_path / "eole.graph.json"
    newer.write_text(source.read_text().replace("Meteorological User", "Weather User", 1))
    type_("import", "other", str(source))

    same, changed = type_("import", "other", str(source), "--json"), type_("import", "other", str(newer), "--json")

    assert (same.code, same.json["outcome"]) == (0, "unchanged")
    assert (changed.code, changed.json["added"], changed.json["changed"], changed.json["gone"]) == (4, 0, 1, 0)


@pytest.mark.requirement("X-62")
@pytest.mark.parametrize(
    ("name", "inside"),
    [
        ("doorstop", ["req/.doorstop.yml", "req/REQ-TheSystemShallAnswerWithRQ001.yml"]),
        ("strictdoc-folder", ["shop.sdoc"]),
    ],
)
def test_a_folder_goes_out_and_comes_in_as_a_folder(type_, tmp_path: Path, name: str, inside: list[str]):
    folder = tmp_path / "out"
    file = tmp_path / "shop.txt"
    file.write_text("## Nodes\nThe system shall answer with care|REQ|TheSystemShallAnswerWith.RQ.001|It shall.\n")
    type_("import", "shop", str(file))

    written = type_("export", "shop", "--format", name, "--output", str(folder))
    again = type_("import", "other", str(folder), "--json")
    unsaid = type_("export", "shop", "--output", str(tmp_path / "shop.zip"))

    assert (written.code, sorted(str(each.relative_to(folder)) for each in folder.rglob("*") if each.is_file())) == (
        0,
        inside,
    )
    assert (again.code, again.json["report"]["format"], again.json["report"]["nodes"]) == (0, name, 1)
    assert (unsaid.code, "say which: --format strictdoc-folder or --format doorstop" in unsaid.err) == (2, True)


@pytest.mark.requirement("X-08")
def test_a_folder_travels_as_an_archive_without_hidden_files_and_links(tmp_path: Path):
    folder, copy = tmp_path / "model", tmp_path / "copy"
    (folder / "reqs").mkdir(parents=True)
    (folder / "reqs" / "a.yml").write_text("text: x\n")
    (folder / ".git").write_text("hidden")
    (folder / "link").symlink_to("/etc/passwd")

    written = write_folder(str(copy), read_folder(str(folder), 1_000))

    assert written == 1
    assert [path.relative_to(copy).as_posix() for path in copy.rglob("*") if path.is_file()] == ["reqs/a.yml"]
    with pytest.raises(InvalidCommand, match="is there already"):
        write_folder(str(copy), read_folder(str(folder), 1_000))
    with pytest.raises(LimitExceeded):
        read_folder(str(folder), 3)


@pytest.mark.requirement("X-71")
def test_a_named_revision_is_on_paper_under_its_name(type_, tmp_path: Path):
    type_("say", "shop", "Create the function CheckStock.")
    type_("baseline", "shop", "SRR")
    type_("say", "shop", "Create the function CountStock.")
    paper = tmp_path / "shop.pdf"

    written = type_("export", "shop", "--at", "SRR", "--output", str(paper))

    cover = pypdf.PdfReader(paper).pages[0].extract_text()
    assert (written.code, "SRR" in cover, "1 elements" in cover) == (0, True, True)


@pytest.mark.requirement("X-91")
def test_a_part_of_the_model_goes_out_and_what_is_left_out_is_told_beside_it(type_, tmp_path: Path):
    file = tmp_path / "shop.txt"
    file.write_text(
        "## Nodes\nShop|SYS|Shop.SY.001|\nCheck|FUNC|Check.FN.001|\nPack|FUNC|Pack.FN.001|\nFast|REQ|Fast.RQ.001|\n"
        "## Edges\nShop.SY.001 -cp-> Check.FN.001\nCheck.FN.001 -st-> Fast.RQ.001\n"
    )
    type_("import", "shop", str(file))

    chosen = type_("export", "shop", "--format", "format-e", "--select", "Shop.SY.001", "--select", "FN.nope")
    whole = type_("export", "shop", "--format", "format-e", "--select", "Shop.SY.001")
    seen = type_("export", "shop", "--view", "requirements", "--type", "REQ", "--format", "format-e")
    unknown = type_("export", "shop", "--view", "cellar")

    assert (chosen.code, "'FN.nope' is no element of this model" in chosen.err) == (3, True)
    assert ("Check|FUNC" in whole.out, "Pack" in whole.out, "Fast" in whole.out) == (True, False, False)
    assert "2 elements are outside of what was chosen" in whole.err
    assert "1 relation leads out of what was chosen and was left out" in whole.err
    assert ("Fast|REQ" in seen.out, "Check" in seen.out) == (True, False)
    assert (unknown.code, "functional-flow" in unknown.err) == (2, True)


@pytest.mark.requirement("X-94")
@pytest.mark.parametrize("chosen", CHOICES)
def test_the_command_line_says_the_same_of_each(chosen, type_, shared_data: Path):
    for sample in chosen(shared_data):
        told = type_("import", "try", str(shared_data / sample.name), "--dry-run")
        if sample.name in REFUSED:
            assert (told.code, REFUSED[sample.name] in told.err) == (2, True), sample.name
        else:
            lines = told.out.splitlines()
            assert (told.code, lines[0][:5]) == (0, "read "), told.err
            assert "nothing has happened" in lines[-1] or lines[-1].startswith(
                ("nothing new", "nothing in the file")
            ), sample.name
