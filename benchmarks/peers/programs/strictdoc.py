"""StrictDoc: its command line for files, its server's own forms for two people at one requirement."""

from __future__ import annotations

import re
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from benchmarks.peers import work
from benchmarks.peers.work import Line

COMMAND = Path(sys.executable).with_name("strictdoc")
PATIENCE_S = 120.0


def requirements(folder: Path, size: int) -> Iterator[Line]:
    """The whole command, from its start to its end: from ReqIF to its own text, and from its own text to pages."""
    for name, arguments, form, note in (
        (
            "requirements.reqif",
            ["convert", "requirements.reqif"],
            "ReqIF",
            "convert: a file of its text, no page yet",
        ),
        ("requirements.sdoc", ["export", "--output-dir"], "StrictDoc's text", "export: as pages to read"),
    ):
        spent = work.Spent()
        for number in range(3):
            place = folder / f"{number}-{form[:3]}"
            place.mkdir()
            given = [*arguments, str(place), *([name] if form != "ReqIF" else [])]
            with spent:
                subprocess.run([COMMAND, *given], check=True, cwd=folder, stdout=sys.stderr)
        (written,) = place.glob("*.sdoc") if form == "ReqIF" else place.rglob("requirements.html")
        assert written.read_text("utf-8").count("REQ-") >= size
        yield spent.line(note, form)


def conflict(folder: Path, size: int) -> Iterator[Line]:
    """Both open the form of a requirement in the same state, then both save it."""
    (folder / "two.sdoc").write_text(document(size), "utf-8")
    port = work.free_port()
    given = ["server", ".", "--output-path", str(folder / "out"), "--port", str(port)]
    races = work.Races()
    with subprocess.Popen([COMMAND, *given], cwd=folder, stdout=sys.stderr, stderr=sys.stderr) as server:
        try:
            page = said(port, f"/{folder.name}/two.html", until=time.monotonic() + PATIENCE_S)
            document_mid = re.search(r"context_document_mid=([0-9a-f]{32})", page)[1]
            nodes = list(dict.fromkeys(re.findall(r"edit_requirement\?node_id=([0-9a-f]{32})", page)))
            assert len(nodes) == size, f"{len(nodes)} requirements on the page"
            for at, node in enumerate(nodes):
                asked = f"/actions/document/edit_requirement?node_id={node}&context_document_mid={document_mid}"
                forms = [said(port, asked) for _ in ("Ana", "Ben")]
                answers = [
                    saved(port, form, filled(node, document_mid, f"REQ-{at}", f"{who}'s text."))
                    for form, who in zip(forms, ("Ana", "Ben"), strict=True)
                ]
                assert answers[0] == 200, answers
                stands = "Ana's text." in said(port, asked)
                races.ended(refused=answers[1] == 422, first_stands=stands)
        finally:
            server.terminate()
    yield races.line()


def document(size: int) -> str:
    """Requirements that can be told apart."""
    nodes = (f"[REQUIREMENT]\nUID: REQ-{at}\nSTATEMENT: As both have seen it.\n" for at in range(size))
    return "\n".join(["[DOCUMENT]\nTITLE: Two\n", *nodes])


def said(port: int, path: str, *, until: float = 0.0) -> str:
    """A page; asked for again and again while nobody answers, until a moment."""
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
                return str(answer.read().decode())
        except urllib.error.URLError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def filled(node: str, document_mid: str, uid: str, text: str) -> dict[str, str]:
    """The fields of the form, apart from the revision that it was given out with."""
    return {
        "requirement_mid": node,
        "context_document_mid": document_mid,
        "element_type": "REQUIREMENT",
        "requirement[fields][uid][name]": "UID",
        "requirement[fields][uid][value]": uid,
        "requirement[fields][said][name]": "STATEMENT",
        "requirement[fields][said][value]": text,
    }


def saved(port: int, form: str, fields: dict[str, str]) -> int:
    """The status with which a form is taken that was filled in."""
    fields |= {"revision": re.search(r'name="revision"[^>]*value="(\d+)"', form)[1]}
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/actions/document/update_requirement", urllib.parse.urlencode(fields).encode()
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        return refused.code


if __name__ == "__main__":
    work.run({"import": requirements, "conflict": conflict})
