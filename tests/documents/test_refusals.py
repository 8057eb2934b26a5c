"""Files that are broken, locked, empty, huge or made to do harm: each is refused with what to do, and nothing is left."""

from __future__ import annotations

import asyncio
import os

import pytest

from graphwright.documents.parse import DocumentParser
from graphwright.errors import DocumentUnreadable, LimitExceeded
from graphwright.ports import ProcessEnd, SystemClock, apart, in_process, in_thread, talking_process
from graphwright.protocol.ids import DocumentId
from graphwright.settings import DocumentLimits
from tests.documents.files import (
    docx,
    encrypted_pdf,
    far_apart_xlsx,
    nested_docx,
    old_office,
    paragraph,
    pdf,
    xlsx,
    zip_bomb,
    zipped,
)
from tests.documents.place import library_of
from tests.waiting import until

SMALL = DocumentLimits(bytes=4_000_000, pages=50, unpacked=5_000_000, depth=50, seconds=20, memory=400_000_000)
BOMB_ENTITIES = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10 if n else "x" * 1000}">' for n in range(12))


def with_dtd(declarations: str, reference: str, *, before: str = "") -> bytes:
    """A DOCX whose XML declares entities of its own."""
    word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    return zipped(
        {
            "word/document.xml": f"{before}<!DOCTYPE w [{declarations}]><w:document xmlns:w='{word}'><w:body>"
            f"<w:p><w:r><w:t>before {reference} after</w:t></w:r></w:p></w:body></w:document>",
            "[Content_Types].xml": "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'/>",
        }
    )


CASES = [
    ("empty.txt", b"", "empty", "nothing to take in"),
    ("blank.md", b" \n\t\n", "empty", "nothing to take in"),
    ("locked.pdf", encrypted_pdf(), "encrypted", "without a password"),
    ("locked.docx", old_office(encrypted=True), "encrypted", "without a password"),
    ("old.doc", old_office(), "unknownFormat", "save it as DOCX or XLSX"),
    ("scan.pdf", pdf(empty_pages=3), "noText", "text recognition (OCR)"),
    ("scan.docx", docx(paragraph("")), "noText", "text recognition (OCR)"),
    ("none.xlsx", xlsx({"A": []}), "noText", "no filled cell"),
    ("cut.pdf", pdf(["x"])[:300], "damaged", "save it anew"),
    ("filter.pdf", pdf(["x"]).replace(b"/FlateDecode", b"/Fla eDecode"), "damaged", "no page can be read"),
    ("cut.docx", docx(paragraph("x" * 5_000))[:-200], "damaged", "save it anew"),
    ("broken.xlsx", zipped({"xl/workbook.xml": "<workbook"}), "damaged", "save it anew"),
    ("photo.pdf", b"\x89PNG\r\n\x1a\n" + b"\0" * 99, "unknownFormat", "is an image"),
    ("model.reqif", b'<?xml version="1.0"?><REQ-IF xmlns="x"/>', "unknownFormat", "the file is XML, not a document"),
    ("model.capella", b'<!-- v 7 --><org.polarsys:Project id="1"/>', "unknownFormat", "the file is XML, not a document"),
    ("graph.json", b'{"nodes": []}', "unknownFormat", "the file is JSON, not a document"),
    ("graph", b'[{"id": 1}]', "unknownFormat", "the file is JSON, not a document"),
    ("reqs.csv", b"id,text\n1,Be fast\n", "unknownFormat", "the file is a CSV table, not a document"),
    ("item.yml", b"active: true\ntext: x\n", "unknownFormat", "the file is YAML, not a document"),
    ("model.reqifz", zipped({"spec.reqif": "x"}), "unknownFormat", "import it if it is a model"),
    ("many.docx", zipped({"a.txt": "x"}), "unknownFormat", "unpack it first"),
    ("noise.txt", bytes(range(32)) * 100, "unknownFormat", "no text"),
    ("external.docx", with_dtd('<!ENTITY e SYSTEM "file:///etc/passwd">', "&e;"), "damaged", "entities"),
    ("hidden.docx", with_dtd(BOMB_ENTITIES, "&a11;", before=f"<!--{'x' * 1_048_576}-->"), "damaged", "entities"),
    ("laughs.docx", with_dtd(BOMB_ENTITIES, "&a11;"), "damaged", "entities"),
]  # fmt: skip
LARGE = [
    ("large.txt", b"x" * 4_000_001, "tooLarge", "GRAPHWRIGHT_DOCUMENT_BYTES"),
    ("pages.pdf", pdf(empty_pages=10_000), "tooManyPages", "GRAPHWRIGHT_DOCUMENT_PAGES"),
    ("bomb.docx", zip_bomb(50), "tooLarge", "GRAPHWRIGHT_DOCUMENT_UNPACKED"),
    ("nested.docx", nested_docx(1_000), "tooDeep", "simplify"),
    ("nested.html", b"<html>" + b"<div>" * 100 + b"x", "tooDeep", "simplify"),
    ("corners.xlsx", far_apart_xlsx(), "tooLarge", "cell XFD1048576 lies so far from the others"),
    ("passages.md", b"(1) Clause.\n\n" * 21_000, "tooManyPassages", "split the document"),
]


@pytest.mark.slow
@pytest.mark.requirement("R-30", "R-40", "R-33", "R-34", "X-21")
async def test_every_bad_file_is_refused_with_what_to_do_and_leaves_nothing():
    place = await library_of(SMALL)
    for cases, kind in ((CASES, DocumentUnreadable), (LARGE, LimitExceeded)):
        for name, data, reason, advice in cases:
            with pytest.raises(kind) as refused:
                await place.library.add(name, data, place.author)
            assert (name, refused.value.fields["reason"]) == (name, reason)
            assert refused.value.message.startswith(f"{name}: "), refused.value.message
            assert advice in refused.value.message, refused.value.message
    assert await place.library.documents() == []
    assert place.project.header.sequence == 1
    assert await place.project.store.records("documentBlob") == []
    # The next good file is taken in as if nothing had been.
    assert (await place.library.add("good.md", b"# Good\n\nIt is.", place.author)).outcome == "added"


@pytest.mark.requirement("R-40", "R-48")
async def test_a_reader_that_hangs_is_ended_and_others_go_on(tmp_path, monkeypatch):
    (tmp_path / "hangs.py").write_text("import sys, time; sys.stdin.buffer.read(); time.sleep(60)")
    (tmp_path / "floods.py").write_text("import sys\nwhile True: sys.stdout.buffer.write(b'x' * 65536)")
    (tmp_path / "dies.py").write_text("import os; os.abort()")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    hanging = asyncio.create_task(in_process("hangs", b"x" * 5_000_000, seconds=1.0, most=100))
    assert await in_process("floods", b"", seconds=20, most=1_000_000) == ProcessEnd("tooMuch", None, b"")
    died = await in_process("dies", b"x" * 5_000_000, seconds=20, most=100)
    assert (died.why, died.out) == ("ended", b"")
    assert died.code != 0
    assert await hanging == ProcessEnd("tooSlow", None, b"")


@pytest.mark.requirement("R-40")
async def test_who_stops_waiting_ends_the_reader(tmp_path, monkeypatch):
    (tmp_path / "hangs.py").write_text(
        "import os, sys, time, pathlib; pathlib.Path(__file__).with_name('pid').write_text(str(os.getpid()))\ntime.sleep(60)"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    task = asyncio.create_task(in_process("hangs", b"", seconds=50, most=100))
    await until(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text())
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


@pytest.mark.requirement("R-48", "R-32")
async def test_a_reader_knows_no_keys(tmp_path, monkeypatch):
    (tmp_path / "tells.py").write_text("import os; print(sorted(os.environ))")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary")
    told = await in_process("tells", b"", seconds=20, most=10_000)
    assert "OPENAI_API_KEY" not in told.out.decode()


@pytest.mark.requirement("R-40")
async def test_a_reader_that_answers_nonsense_is_a_refusal():
    parser = DocumentParser(lambda _: talking_process("this"), SMALL, SystemClock())  # says a poem
    with pytest.raises(LimitExceeded) as refused:
        await parser.parse("a.md", b"x", DocumentId("d1"))
    assert refused.value.fields["reason"] == "tooMuchMemory"


@pytest.mark.requirement("R-30")
async def test_without_the_extra_it_is_said_what_to_install(monkeypatch):
    from graphwright.documents.limits import UnreadableFile
    from graphwright.documents.read_office import READERS

    monkeypatch.setattr("graphwright.documents.read_office.find_spec", lambda _: None)
    for name in ("pdf", "docx", "xlsx"):
        with pytest.raises(UnreadableFile, match=r"pip install 'graphwright\[docs\]'"):
            READERS[name](b"", SMALL)


@pytest.mark.requirement("R-40")
async def test_who_stops_waiting_for_a_thread_ends_the_process_that_it_waits_for(tmp_path, monkeypatch):
    (tmp_path / "hangs.py").write_text(
        "import os, sys, time, pathlib; pathlib.Path(__file__).with_name('pid').write_text(str(os.getpid()))\ntime.sleep(60)"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    told: list[str] = []

    def waits() -> None:
        try:
            apart("hangs", b"", seconds=50, most=100)
        except asyncio.CancelledError:
            told.append("ended")

    task = asyncio.create_task(in_thread(waits))
    await until(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text())
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await until(lambda: told)

    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
