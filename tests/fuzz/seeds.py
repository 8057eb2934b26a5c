"""Writes the kept corpus: for each target a few small sound inputs, from which the others are made.

`python -m tests.fuzz.seeds` writes those that are missing; what fuzzing found lies beside them and stays.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Final

from graphwright.interop.format import ExportRequest
from graphwright.interop.registry import FORMATS
from graphwright.protocol.ids import ProjectId
from tests.documents.files import docx, far_apart_xlsx, paragraph, pdf, table, xlsx
from tests.fuzz.targets import SHEET, START
from tests.interop.applying import graph_of
from tests.oidc.fake_provider import CLIENT, ISSUER

CORPUS: Final = Path(__file__).with_name("corpus")
NOW: Final = int(START.timestamp())
MODEL: Final = """\
## Nodes
Shop|SYS|Shop.SY.001|Sells, and takes "money" [category:a]
Buy|UC|Buy.UC.001|Somebody buys
PayNow|FUNC|PayNow.FN.001|Takes money [volatility:low]
MustPay|REQ|MustPay.RQ.001|The shop shall take money
## Edges
Shop.SY.001 -cp-> Buy.UC.001
PayNow.FN.001 -st-> MustPay.RQ.001
"""
ANSWERS: Final = (
    f"I add a shop.\n\n```diff\n+ {MODEL.splitlines()[1]}\n+ Shop.SY.001 -cp-> Buy.UC.001\n- Old.FN.001\n```\nWhich bank?",
    '<thinking>a</thinking>{"textResponse": "Done.", "operations": [{"type": "create", "nodeType": "FUNC", "tempId": "t"}]}',
    '{"operations": [{"type": "create", "data": {"Name": "Pay"}, "edges": [{"type": "compose", "target": "A.SY.001"}]}]}',
    '<operations base="7">\n~ PayNow.FN.001|Takes [a:{"b": [1, 2]}]\n</operations>',
)
FRAMES: Final = (
    {"type": "session.open", "commandId": "c1", "protocol": 1, "projectId": "p", "after": 3},
    {"type": "message.send", "commandId": "c2", "threadId": "t", "text": "A customer orders", "workflow": "build"},
    {"type": "changes.submit", "commandId": "c3", "baseRevision": 0, "operations": [
        {"op": "node.create", "id": "op-1", "nodeType": "FUNC", "name": "Pay", "descr": "Takes", "attributes": {"a": 1}},
        {"op": "edge.create", "id": "op-2", "edgeType": "compose", "source": "op-1", "target": "n1"}]},
    {"type": "presence.update", "canvas": "chat"},
    {"type": "proposal.decide", "commandId": "c4", "proposalId": "p", "digest": "d", "verdicts": {"op-1": "accept"}},
)  # fmt: skip
CLAIMS: Final = {"iss": ISSUER, "aud": [CLIENT], "sub": "ana", "iat": NOW, "exp": NOW + 300, "nonce": "n", "sid": "s"}
HTML: Final = (
    "<!doctype html><html><head><title>Law</title></head><body><h1>§ 1 Scope</h1><p>It <b>shall</b> hold.</p><!-- x -->"
    "<table><tr><th>A<th>B<tr><td>1<td>2</table><ul><li>one<li>two</ul><pre>code</pre></body></html>"
)
MARKDOWN: Final = (
    "# Law\n\n## § 1\n\n1. It *shall* hold.\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n```py\nx = 1\n```\n\n> said\n"
)


def seeds() -> Iterator[tuple[str, bytes]]:
    """Targets with sound inputs."""
    graph = graph_of(MODEL)
    request = ExportRequest(graph, ProjectId("p"), at=START)
    for target, name in (
        ("archimate", "archimate"), ("compact", "compact"), ("csv", "csv"), ("format-e", "format-e"),
        ("graphml", "graphml"), ("needs", "needs"), ("neutral", "neutral"), ("own-json", "json"), ("reqif", "reqif"),
        ("strictdoc", "strictdoc"), ("sysml", "sysml"), ("sysml-json", "sysml-json"),
    ):  # fmt: skip
        write = FORMATS[name].write
        assert write is not None
        yield target, write(request).data
    yield "sysml", b"package P { part def A :> B { attribute m : Real = 1.5; } /* c */ requirement r { doc /* d */ } }"
    yield "csv", b'id;type;name;text\r\n1;REQ;Pay;"It shall; ""pay"""\r\n2;FUNC;Take;=1+1\r\n'
    yield "html", HTML.encode()
    yield "markdown", MARKDOWN.encode()
    yield "pdf", pdf(["The shop shall pay."], title="Law")
    for text in ANSWERS:
        yield "answer", text.encode()
    yield "event-stream", b': hi\r\nevent: x\ndata: {"a":\ndata: 1}\n\ndata:[DONE]\r\r'
    for each in FRAMES:
        yield "frame", json.dumps(each).encode()
    yield "claims", json.dumps(CLAIMS).encode()
    yield "claims", json.dumps({"typ": "logout+jwt", "jti": "j", "events": {"x": {}}} | CLAIMS).encode()
    yield "api-token", json.dumps({"aud": "graphwright", "sub": "s", "jti": "j", "exp": NOW + 300, "iat": NOW}).encode()
    yield "identity-token", b"eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYSJ9.eyJzdWIiOiJhbmEifQ.c2ln"
    yield (
        "docx",
        part_of(
            docx(paragraph("§ 1 Scope", heading=1), paragraph("It holds."), table("ab", "cd")), "word/document.xml"
        ),
    )
    yield "xlsx", part_of(xlsx({"S": [["Id", "Text"], ["1", "It holds"], [2.5, None]]}), SHEET)
    yield "xlsx", part_of(far_apart_xlsx(), SHEET)
    yield "workbook", part_of(xlsx({"S": [["Id", "Name", "Descr"], ["R1", "Pay", "It holds"], [2.5, None]]}), SHEET)
    yield "workbook", part_of(far_apart_xlsx(), SHEET)
    systems = json.loads((resources.files("graphwright.graph") / "profiles" / "systems.json").read_bytes())
    small = {
        **systems,
        "nodeTypes": [{**each, "attributes": each.get("attributes", [])[:2]} for each in systems["nodeTypes"][:1]],
        "relations": [{**each, "pairs": []} for each in systems["relations"][:1]],
        "rules": systems.get("rules", [])[:1],
        "gates": [],
    }
    yield "profile", json.dumps(small).encode()


def part_of(archive: bytes, name: str) -> bytes:
    """One part of an Office file."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return opened.read(name)


def main() -> None:
    """Write what is missing."""
    for target, data in seeds():
        folder = CORPUS / target
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"seed-{hashlib.sha256(data).hexdigest()[:12]}").write_bytes(data)


if __name__ == "__main__":
    main()
