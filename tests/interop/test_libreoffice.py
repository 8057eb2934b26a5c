"""What LibreOffice makes of our files: it opens workbook, table and paper, and its own save of them comes in again.

For machines that have it: it is half a gigabyte, so nothing but continuous integration installs it.
"""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from graphwright.interop.exports import write_export
from graphwright.interop.format import ExportRequest
from tests.interop.applying import brought, graph_of
from tests.interop.test_tables import FORMULAS, SHOP

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
SECONDS = 50
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        OFFICE is None,
        reason="LibreOffice is not installed: apt install libreoffice-calc-nogui libreoffice-writer-nogui",
    ),
]


UTF_8 = "Text - txt - csv (StarCalc):44,34,76"
"""A comma, a quotation mark and UTF-8: what its dialog proposes for such a file, and a converter is not asked."""


def converted(folder: Path, ending: str, *names: str, table: bool = False) -> None:
    """Have LibreOffice open files and save what it sees."""
    assert OFFICE is not None
    command = [OFFICE, f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless", "--convert-to", ending]
    environment = {**os.environ, "HOME": str(folder)}
    seen = subprocess.run(
        [*command, *([f"--infilter={UTF_8}"] if table else []), "--outdir", str(folder / "seen"), *(str(folder / each) for each in names)],
        env=environment, capture_output=True, timeout=SECONDS, text=True, check=False,
    )  # fmt: skip
    assert seen.returncode == 0, seen.stderr


@pytest.mark.requirement("X-172")
def test_libreoffice_opens_workbooks_and_tables_and_what_it_saves_changes_nothing(tmp_path: Path):
    graph = graph_of(SHOP)
    for name, format_name in (("plain.xlsx", "xlsx"), ("matrix.xlsx", "xlsx-matrix"), ("table.csv", "csv")):
        data = write_export(ExportRequest(graph, "01a2", "shop", datetime(2026, 11, 23, tzinfo=UTC)), format_name)[0]
        (tmp_path / name).write_bytes(data)

    converted(tmp_path, "xlsx", "plain.xlsx", "matrix.xlsx")
    converted(tmp_path, "xlsx", "table.csv", table=True)

    for name in ("plain", "matrix", "table"):
        saved = (tmp_path / "seen" / f"{name}.xlsx").read_bytes()
        assert brought(graph, saved, f"{name}.xlsx").operations == [], name


@pytest.mark.requirement("X-172", "X-16")
def test_libreoffice_calculates_no_text_of_ours(tmp_path: Path):
    rows = "".join(
        f"N{at}|REQ|N{at}.RQ.{at:03}|{text.strip()}\n" for at, text in enumerate(FORMULAS, 1) if "|" not in text
    )
    graph = graph_of(f"## Nodes\n{rows}\n## Edges\n")
    (tmp_path / "book.xlsx").write_bytes(write_export(ExportRequest(graph, "01a2", "x"), "xlsx")[0])
    (tmp_path / "table.csv").write_bytes(write_export(ExportRequest(graph, "01a2", "x"), "csv")[0])
    (tmp_path / "paper.docx").write_bytes(write_export(ExportRequest(graph, "01a2", "x"), "docx")[0])

    converted(tmp_path, f"csv:{UTF_8}", "book.xlsx")
    converted(tmp_path, "ods", "table.csv", table=True)
    converted(tmp_path, "txt:Text (encoded):UTF8", "paper.docx")

    texts = [node.descr for node in graph.nodes.values()]
    with (tmp_path / "seen" / "book.csv").open(encoding="utf-8", newline="") as file:
        assert [row["Description"] for row in csv.DictReader(file)] == texts
    with zipfile.ZipFile(tmp_path / "seen" / "table.ods") as archive:
        assert b"table:formula" not in archive.read("content.xml")
    said = (tmp_path / "seen" / "paper.txt").read_text("utf-8-sig")
    assert [text for text in texts if text not in said] == []
