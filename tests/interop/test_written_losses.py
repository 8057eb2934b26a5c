"""What is only written and never read by us: readers of other people see all but what the report said they would not.

Elements are known by their names, which no two share here. What a reader sees is a set of facts; what is missing from
those of the graph is what the notes of the report mean.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Final, TypeAlias

import docx
import pypdf
import pytest

from graphwright.graph.document import Graph
from graphwright.interop.exports import write_export
from graphwright.interop.format import ExportRequest
from graphwright.protocol.base import JsonValue
from tests.interop.applying import graph_of
from tests.interop.judging import seen
from tests.interop.test_losses import MODEL

Fact: TypeAlias = tuple[str, ...]
"""Its kind, and what it says: `("type", "Pack", "FUNC")`."""
Reader: TypeAlias = Callable[[bytes, Path], set[Fact]]

GRAPH: Final = graph_of(MODEL)
LOST: Final[dict[str, set[str]]] = {
    "onlyPicture": {"description", "attribute", "edge attribute", "semantic id"},
    "onlyPictureWithIds": {"description", "attribute", "edge attribute"},
    "withoutEdgeAttributes": {"edge attribute"},
    "withoutEdgeIds": set(),
    "withoutRevisions": set(),
}
"""The kinds of facts that a note says are missing, all of them. Ids of ours and revisions are no content."""


def facts_of(graph: Graph) -> set[Fact]:
    names = {node.node_id: node.name for node in graph.nodes.values()}
    facts: set[Fact] = set()
    for node in graph.nodes.values():
        facts |= {("type", node.name, node.node_type), ("semantic id", node.name, node.semantic_id)}
        facts |= {("attribute", node.name, key, _value(value)) for key, value in node.attributes.items()}
        if node.descr:
            facts.add(("description", node.name, _words(node.descr)))
    for edge in graph.edges.values():
        ends = names[edge.source], edge.edge_type, names[edge.target]
        facts.add(("edge", *ends))
        facts |= {("edge attribute", *ends, key, _value(value)) for key, value in edge.attributes.items()}
    return facts


def _value(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _words(text: str) -> str:
    return " ".join(text.split())


def mermaid(data: bytes, folder: Path) -> set[Fact]:
    found = _judged("mermaid.mjs", data, folder / "model.mmd")
    names = {key: _unescaped(text) for key, text, _ in found["nodes"]}
    types = {("type", names[key], *classes) for key, _, classes in found["nodes"]}
    return types | {("edge", names[a], kind, names[b]) for a, b, kind in found["edges"]}


def _unescaped(text: str) -> str:
    """Mermaid hands its number codes on as it keeps them inside."""
    return re.sub(r"ﬂ°°(\d+)¶ß|#(\d+);", lambda found: chr(int(found[1] or found[2])), text)


def dot(data: bytes, folder: Path) -> set[Fact]:
    found = _judged("dot_pydot", data, folder / "model.dot")
    names = {key: json.loads(each["label"]) for key, each in found["nodes"].items()}
    facts = {("type", names[key], json.loads(each["class"])) for key, each in found["nodes"].items()}
    facts |= {("semantic id", name, json.loads(key)) for key, name in names.items()}
    return facts | {("edge", names[a], json.loads(kind), names[b]) for a, b, kind in found["edges"]}


def plantuml(data: bytes, _folder: Path) -> set[Fact]:
    """By the grammar of the language: there is no reader of it among the libraries of Python and node."""
    text = data.decode()
    boxes = re.findall(r'^\w+ "(.*)" as (\w+) <<(\w+)>>$', text, re.MULTILINE)
    names = {key: unescape(label) for label, key, _ in boxes}
    arrows = re.findall(r"^(\w+) --> (\w+) : (\w+)$", text, re.MULTILINE)
    assert len(boxes) + len(arrows) == len(text.splitlines()) - 2
    return {("type", names[key], kind) for _, key, kind in boxes} | {
        ("edge", names[a], kind, names[b]) for a, b, kind in arrows
    }


_CYPHER_FIELD: Final = re.compile(r'(`(?:[^`]|``)*`|\w+): ("(?:[^"\\]|\\.)*")')


def cypher(data: bytes, _folder: Path) -> set[Fact]:
    """By the grammar of the language, as above."""
    facts: set[Fact] = set()
    names: dict[str, str] = {}
    for line in data.decode().splitlines():
        if made := re.fullmatch(r"CREATE \(:Element:(\w+) \{(.*)\}\);", line):
            fields = _cypher_fields(made[2])
            name = names[fields.pop("id")] = fields.pop("name")
            facts |= {("type", name, made[1]), ("semantic id", name, fields.pop("semanticId"))}
            if descr := fields.pop("descr", ""):
                facts.add(("description", name, _words(descr)))
            facts |= {("attribute", name, *each) for each in _carried(fields)}
        else:
            joined = re.fullmatch(
                r'MATCH \(a:Element \{id: "(.*?)"\}\), \(b:Element \{id: "(.*?)"\}\) '
                r"CREATE \(a\)-\[:(\w+) \{(.*)\}\]->\(b\);",
                line,
            )
            assert joined is not None, line
            ends = names[joined[1]], joined[3], names[joined[2]]
            facts.add(("edge", *ends))
            facts |= {("edge attribute", *ends, *each) for each in _carried(_cypher_fields(joined[4]))}
    return facts


def _cypher_fields(text: str) -> dict[str, str]:
    return {key.strip("`").replace("``", "`"): json.loads(value) for key, value in _CYPHER_FIELD.findall(text)}


def _carried(fields: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Plain texts, and those in the field of JSON."""
    others = json.loads(fields.pop("json", "{}"))
    yield from fields.items()
    yield from ((key, _value(value)) for key, value in others.items())


def json_ld(data: bytes, folder: Path) -> set[Fact]:
    found = _judged("json_ld", data, folder / "model.jsonld")
    names = {key: each["g:name"][0] for key, each in found.items() if "g:name" in each}
    facts: set[Fact] = set()
    for key, each in found.items():
        carried = [*_attributes(each)]
        if key in names:
            name = names[key]
            types = [word.removeprefix("t:") for word in each["rdf:type"] if word.startswith("t:")]
            facts |= {("type", name, *types), ("semantic id", name, *each["g:semanticId"])}
            facts |= {("description", name, _words(text)) for text in each.get("g:descr", ())}
            facts |= {("attribute", name, *one) for one in carried}
            facts |= {
                ("edge", name, kind.removeprefix("r:"), names[target])
                for kind, targets in each.items()
                if kind.startswith("r:")
                for target in targets
            }
        else:
            (source,), (kind,), (target,) = each["g:source"], each["g:relation"], each["g:target"]
            ends = names[source], kind.removeprefix("r:"), names[target]
            facts |= {("edge", *ends), *(("edge attribute", *ends, *one) for one in carried)}
    return facts


def _attributes(each: dict[str, list[JsonValue]]) -> Iterator[tuple[str, str]]:
    for key, values in each.items():
        if key.startswith("a:"):
            yield key.removeprefix("a:").replace("%20", " "), _value(values[0])
    for text in each.get("g:json", ()):
        yield from ((key, _value(value)) for key, value in json.loads(str(text)).items())


def pdf(data: bytes, _folder: Path) -> set[Fact]:
    pages = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages]
    # What stands on every page, and the contents with their dots, say nothing of an element.
    lines = [line for page in pages for line in page.splitlines()[1:-1] if ". . ." not in line]
    return _on_paper(lines, re.compile(r"\d+\.\d+ (.+) (\w+\.[A-Z]{2}\.\d{3})"), " ")


def word(data: bytes, _folder: Path) -> set[Fact]:
    paragraphs = [each.text for each in docx.Document(io.BytesIO(data)).paragraphs]
    return _on_paper(paragraphs, re.compile(r"\d+\.\d+  (.+)   (\w+\.[A-Z]{2}\.\d{3})"), "\t")


def _on_paper(lines: list[str], heading: re.Pattern[str], between: str) -> set[Fact]:
    """The facts of each section: its chapter says the type, facts stand with their name before them."""
    facts: set[Fact] = set()
    kinds = {each.title.en: each.name for each in GRAPH.ontology.node_types.values()}
    chapters = re.compile(rf"\d+ {{1,2}}({'|'.join(kinds)}|Traceability of requirements)")
    starts = [at for at, line in enumerate(lines) if heading.fullmatch(line) or chapters.fullmatch(line)]
    kind = ""
    for begin, end in pairwise([*starts, len(lines)]):
        if chapter := chapters.fullmatch(lines[begin]):
            kind = kinds.get(chapter[1], "")
            continue
        found = heading.fullmatch(lines[begin])
        assert found is not None
        facts |= {("type", found[1], kind), ("semantic id", found[1], found[2])}
        facts |= set(_section(found[1], lines[begin + 1 : end], between))
    return facts


def _section(name: str, lines: list[str], between: str) -> Iterator[Fact]:
    says = {relation.title.en: relation.name for relation in GRAPH.ontology.relations.values()}
    keys = {key for node in GRAPH.nodes.values() for key in node.attributes}
    text: list[str] = []
    for line in lines:
        relation = next((verb for verb in says if line.startswith(f"{verb} →")), None)
        key = next((key for key in keys if line == key or line.startswith(f"{key}{between}")), None)
        if relation is not None:
            targets = re.findall(r"(.+?) \(\w+\.[A-Z]{2}\.\d{3}\)(?:, )?", line.partition("→")[2].strip())
            yield from (("edge", name, says[relation], target) for target in targets)
        elif key is not None:
            value = line.removeprefix(key).strip()
            yield ("attribute", name, key, _value(json.loads(value)) if value.startswith("[") else value)
        elif "←" not in line:
            text.append(line)
    if text:
        yield ("description", name, _words(" ".join(text)))


def _judged(script: str, data: bytes, file: Path):
    file.write_bytes(data)
    return seen(script, file)


@pytest.mark.slow
@pytest.mark.requirement("X-100")
@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("mermaid", mermaid),
        ("dot", dot),
        ("plantuml", plantuml),
        ("cypher", cypher),
        ("json-ld", json_ld),
        ("pdf", pdf),
        ("docx", word),
    ],
)
def test_what_a_reader_of_others_does_not_see_is_what_the_report_said(name: str, read: Reader, tmp_path: Path):
    data, report = write_export(ExportRequest(GRAPH, "01a2", "shop"), name)

    found = read(data, tmp_path)

    wanted = facts_of(GRAPH)
    lost = set().union(*(LOST[note.key.removeprefix("notes.")] for note in report.notes))
    assert found - wanted == set()
    assert wanted - found == {fact for fact in wanted if fact[0] in lost}
