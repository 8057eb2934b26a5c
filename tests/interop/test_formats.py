"""The table of formats: what a file is, what may be asked of each format, and archives that cannot do harm."""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.graph.load import default_ontology
from graphwright.interop.archives import read_archive, write_archive
from graphwright.interop.exports import write_export
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest
from graphwright.interop.imports import format_of, read_import
from graphwright.interop.registry import EXPORT_FORMATS, FORMATS, IMPORT_FORMATS
from graphwright.protocol.comments import Comment
from graphwright.protocol.graph import Author
from graphwright.protocol.texts import Term
from tests.interop.applying import brought, graph_of
from tests.interop.judged import JUDGED

SHOP = """## Nodes
Shop|SYS|Shop.SY.001|Sells things.
Check|FUNC|Check.FN.001|Checks what was ordered: everything.
Fast|REQ|Fast.RQ.001|The system shall answer within 2 s. [kind:quality, rationale:People wait.]

## Edges
Shop.SY.001 -cp-> Check.FN.001
Check.FN.001 -st-> Fast.RQ.001
"""


HELD = {"strictdoc": (1, 0), "strictdoc-folder": (1, 0), "doorstop": (1, 0)}
"""Nodes and edges of the shop that a format holds which does not hold them all."""


def exported(name: str) -> bytes:
    graph = graph_of(SHOP)
    return write_export(ExportRequest(graph, "01a2", "shop"), name)[0]


@pytest.mark.requirement("X-01", "X-02")
@pytest.mark.parametrize("name", [name for name in EXPORT_FORMATS if name in IMPORT_FORMATS])
def test_what_a_format_writes_is_recognised_as_this_format_and_read_again(name: str):
    file = ForeignFile(exported(name), f"shop.{FORMATS[name].endings[0]}")

    imported = read_import(file, default_ontology())

    assert format_of(file).name == name
    assert brought(graph_of(SHOP), file.data, file.name).operations == [] or imported.is_whole
    assert (imported.report.nodes, imported.report.edges) == HELD.get(name, (3, 2))
    assert {note.key for note in imported.report.notes} <= {"notes.importTrimmed"}


@pytest.mark.requirement("X-74", "X-02")
def test_the_compact_encoding_is_recognised_with_layers_in_its_headings_too():
    graph = graph_of(SHOP.replace("Sells things.", "Sells things. [layer:SA]"))

    data, _ = write_export(ExportRequest(graph, "01a2", "shop"), "compact")

    assert data.startswith(b"# SYS [layer:SA]")
    assert format_of(ForeignFile(data, "shop.txt")).name == "compact"


@pytest.mark.requirement("X-01")
def test_no_two_formats_share_a_name_and_each_can_do_something():
    assert [name for name, each in FORMATS.items() if each.read is None and each.write is None] == []
    assert [name for name, each in FORMATS.items() if name != each.name or not each.endings] == []
    assert [name for name, each in FORMATS.items() if bool(each.needs) != bool(each.extra)] == []


@pytest.mark.requirement("X-02")
def test_a_name_that_promises_another_format_is_told_and_the_content_counts():
    imported = read_import(ForeignFile(exported("format-e"), "shop.json"), default_ontology())

    assert imported.report.format == "format-e"
    assert [(note.key, note.values) for note in imported.report.notes] == [
        ("notes.otherContent", {"extension": "json", "found": "Format E"})
    ]


@pytest.mark.requirement("X-02")
def test_a_format_that_was_named_and_is_not_what_the_file_holds_is_refused_with_what_it_is():
    with pytest.raises(InvalidCommand) as refused:
        read_import(ForeignFile(exported("neutral")), default_ontology(), format_name="format-e")

    assert refused.value.message == "the file is neutral-graph/1, not Format E; leave the format out, or name neutral"


@pytest.mark.requirement("X-02")
def test_fields_of_a_neutral_graph_are_read_whatever_they_are_called():
    odd = {'say "so"': "a", "line\nbreak": "b", "back\\slash": "c", "plain": "d"}
    nodes = [{"id": f"u{at}", "type": "FUNC", "name": f"Step {at}", **odd} for at in range(3)]
    file = ForeignFile(json.dumps({"format": "neutral-graph/1", "nodes": nodes, "edges": []}).encode())

    created = read_import(file, default_ontology()).operations

    assert [{key: each.attributes.get(key) for key in odd} for each in created] == [odd, odd, odd]


@pytest.mark.requirement("X-02")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_text_is_read_in_any_unicode(encoding: str):
    data = exported("format-e").decode().encode(encoding)

    assert read_import(ForeignFile(data), default_ontology(), format_name="format-e").report.nodes == 3


@pytest.mark.requirement("X-03")
def test_a_missing_library_is_named_with_the_extra_that_brings_it():
    lacking = replace(FORMATS["json"], title="Sheets", needs=("no_such_library",), extra="exchange")

    with pytest.raises(InvalidCommand) as refused:
        lacking.check_installed()

    assert refused.value.message == (
        "Sheets needs no_such_library, which is not installed: pip install 'graphwright[exchange]'"
    )


@pytest.mark.requirement("X-02")
@pytest.mark.parametrize("name", [name for name in EXPORT_FORMATS if name not in IMPORT_FORMATS])
def test_what_is_only_written_is_taken_for_no_format_that_is_read(name: str):
    nodes = "".join(f"Part {at}|MOD|Part.MD.{at:03}|One of many.\n" for at in range(1, 9))
    graph = graph_of(f"## Nodes\n{nodes}\n## Edges\n")

    with pytest.raises(InvalidCommand, match="the file is none of"):
        format_of(ForeignFile(write_export(ExportRequest(graph, "01a2", "shop"), name)[0]))


@pytest.mark.requirement("X-01")
@pytest.mark.parametrize("name", [*JUDGED])
def test_whom_the_manual_names_as_a_judge_of_a_format_judges_it_in_a_test(name: str):
    assert name in EXPORT_FORMATS
    for judge in JUDGED[name]:
        source = (Path(__file__).parent / judge.test).read_text(encoding="utf-8")
        assert re.search(rf"\b{re.escape(judge.called)}\b", source), f"{judge.test} calls no {judge.called}"


# archives --------------------------------------------------------------------------------------------------------------


def packed(name: str, content: bytes = b"x", **fields: int) -> bytes:
    info = zipfile.ZipInfo(name)
    for field, value in fields.items():
        setattr(info, field, value)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(info, content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


@pytest.mark.requirement("X-08")
def test_the_same_files_make_the_same_archive_and_come_out_of_it_again():
    files = {"a/b.txt": b"one", "c.txt": b"two" * 1000}

    assert write_archive(files) == write_archive(dict(files))
    assert read_archive(write_archive(files)) == files


@pytest.mark.requirement("X-08")
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (packed("../up.txt"), "'../up.txt' in the archive leads out of it"),
        (packed("/etc/passwd"), "'/etc/passwd' in the archive leads out of it"),
        (packed("C:/x"), "'C:/x' in the archive leads out of it"),
        (packed("link", external_attr=0o120777 << 16), "'link' in the archive is a link"),
        (packed("whole.txt", b"abc" * 500)[:-30], "the archive is damaged"),
        (packed("whole.txt", b"abc" * 500).replace(zlib.compress(b"abc" * 500)[2:12], b"\0" * 10), "damaged"),
    ],
    ids=["up", "absolute", "drive", "link", "cut off", "broken"],
)
def test_an_archive_that_is_no_honest_one_is_refused_by_the_name_inside_it(data: bytes, said: str):
    with pytest.raises(InvalidCommand) as refused:
        read_archive(data)

    assert said in refused.value.message


@pytest.mark.requirement("X-08")
def test_a_bomb_is_not_unpacked():
    with pytest.raises(LimitExceeded) as refused:
        read_archive(packed("bomb", bytes(3_000_000)), most=1_000_000)

    assert refused.value.message == (
        "'bomb' in the archive unpacks to more than it can honestly hold; at most 1,000,000 bytes are unpacked in all"
    )


@pytest.mark.requirement("X-82")
@pytest.mark.parametrize("name", EXPORT_FORMATS)
def test_one_state_written_in_the_morning_and_at_night_is_the_same_file(name: str):
    morning, night = (datetime(2026, 11, 22, hour, 7, 31, 5, tzinfo=UTC) for hour in (6, 23))
    first, second = (
        write_export(ExportRequest(graph_of(SHOP), "01a2", "shop", at), name)[0] for at in (morning, night)
    )

    assert first == second
    if zipfile.is_zipfile(io.BytesIO(first)):
        with zipfile.ZipFile(io.BytesIO(first)) as archive:
            assert {member.date_time[0] for member in archive.infolist()} == {1980}, "no clock in its members"


@pytest.mark.requirement("X-178")
@pytest.mark.parametrize("name", EXPORT_FORMATS)
def test_a_format_holds_what_people_remarked_or_says_how_much_of_it_stays_here(name: str):
    graph = graph_of(SHOP)
    remarked = [
        Comment(
            comment_id=f"c{at}", kind="node", about=node_id, label="", text="Quite odd", person=Author(person_id="p", name="Ana"),
            at=datetime(2026, 11, 22, tzinfo=UTC),
        )
        for at, node_id in enumerate(graph.nodes)
    ]  # fmt: skip

    data, report = write_export(ExportRequest(graph, "01a2", "shop", comments=remarked), name)

    assert (Term(key="notes.exportComments", values={"count": 3}) in report.notes) == (not FORMATS[name].holds_comments)
    assert (b"Quite odd" in unpacked(data)) == FORMATS[name].holds_comments


def unpacked(data: bytes) -> bytes:
    """A file, or all that is in an archive."""
    if not zipfile.is_zipfile(io.BytesIO(data)):
        return data
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return b"".join(map(archive.read, archive.namelist()))
