"""Context capture: what a whole graph costs in time and tokens, and what one change costs after that.

Run: python -m benchmarks capture     (with real models, where there are some in the folder beside the repository)

Limit of a capture: one join over lines that are ready, the copy of the bytes. The graphs come from `made_graph` with a
named seed, so the tokens are the same on every machine: names of a verb and a noun, descriptions of 5 to 10 words.
"""

from __future__ import annotations

import gc
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path

import msgspec
from msgspec.structs import replace

from benchmarks._table import Table
from graphwright.context.about import ABOUT, about_project
from graphwright.context.ask_instructions import ASK
from graphwright.context.capture import Captures
from graphwright.context.captured import CaptureOptions
from graphwright.context.instructions import BUILD
from graphwright.context.line_cache import CachedLines
from graphwright.context.prompt import ExtraBlock, build_prompt
from graphwright.context.tokens import LONGEST, tokenizer
from graphwright.formats.compact import write_compact
from graphwright.formats.encoding import COMPACT
from graphwright.formats.format_e import write_format_e
from graphwright.formats.graph_json import write_graph_json
from graphwright.formats.toon import write_toon
from graphwright.graph.document import Graph
from graphwright.graph.identity import semantic_id
from graphwright.graph.load import default_ontology
from graphwright.protocol.canvas import CanvasState
from graphwright.protocol.graph import Author, Edge, Node, NodeChange
from graphwright.protocol.ids import CommitId, EdgeId, NodeId, PersonId, ProjectId
from graphwright.protocol.operations import Commit, FindingsDelta
from graphwright.protocol.projects import RIGHTS, ProjectHeader
from graphwright.tools.registry import Choice, specs_for

SEED = 3
DATA = Path(__file__).parents[2] / "shared" / "data" / "capella"
"""Real models as `neutral-graph/1`; without them only made graphs are measured."""
SHARES = {"SYS": 1, "ACTOR": 5, "UC": 10, "FCHAIN": 10, "FUNC": 30} | {
    "FLOW": 20, "REQ": 12, "TEST": 7, "MOD": 3, "SCHEMA": 2
}  # fmt: skip
_VERBS = "Validate Parse Route Assign Optimize Schedule Track Notify Archive Merge Split Cancel Confirm Price"
_NOUNS = "Cargo Fleet Order Payment Route Driver Invoice Vehicle Customer Manifest Depot Signal Report Sensor"
_WORDS = """central system for managing the incoming order data before dispatch to each depot and checks that every
vehicle assigned has a valid route with enough capacity within the agreed time window"""
VERBS, NOUNS, WORDS = _VERBS.split(), _NOUNS.split(), _WORDS.split()
OTHER_RELATIONS = ("io", "satisfy", "verify", "allocate")


def made_graph(count: int, seed: int = SEED) -> Graph:
    """A tree of `compose` with branching 4 and, for two nodes in five, one more edge to anywhere, legal or not."""
    rng = random.Random(seed)
    graph = Graph(default_ontology())
    counters: Counter[str] = Counter()
    nodes: list[Node] = []
    for number in range(count):
        node_type = "SYS" if number == 0 else rng.choices(list(SHARES), list(SHARES.values()))[0]
        counters[node_type] += 1
        name = rng.choice(VERBS) + rng.choice(NOUNS) + (str(number // 196) if number >= 196 else "")
        descr = " ".join(rng.choices(WORDS, k=rng.randint(5, 10))).capitalize()
        nodes.append(made_node(graph, node_type, counters[node_type], name, descr, node_id=_uuid(rng)))
    for number in range(1, count):
        parent = nodes[max(0, number // 4 - rng.randint(0, 2))]
        pairs = [("compose", parent, nodes[number])]
        if rng.random() < 0.4:
            pairs.append((rng.choice(OTHER_RELATIONS), nodes[number], nodes[rng.randrange(count)]))
        for edge_type, source, target in pairs:
            put_edge(graph, edge_type, source.node_id, target.node_id, edge_id=_uuid(rng))
    return graph


def made_node(graph: Graph, node_type: str, counter: int, name: str, descr: str, *, node_id: str) -> Node:
    word = graph.ontology.node_types[node_type]
    key = semantic_id(name, type_word=word.title.en, abbreviation=word.abbreviation, counter=counter)
    node = Node(
        node_id=NodeId(node_id),
        semantic_id=key,
        node_type=node_type,
        name=name,
        descr=descr,
        attributes={},
        created_revision=1,
        revision=1,
    )
    graph.put_node(node)
    return node


def put_edge(graph: Graph, edge_type: str, source: str, target: str, *, edge_id: str) -> None:
    graph.put_edge(
        Edge(
            edge_id=EdgeId(edge_id),
            edge_type=edge_type,
            source=NodeId(source),
            target=NodeId(target),
            attributes={},
            revision=1,
        )
    )


def neutral_graph(path: Path) -> Graph:
    """A real model; its names are no identifiers."""
    document = json.loads(path.read_text(encoding="utf-8"))
    graph = Graph(default_ontology())
    counters: Counter[str] = Counter()
    for node in document["nodes"]:
        counters[node["type"]] += 1
        made_node(graph, node["type"], counters[node["type"]], node["name"], node["descr"], node_id=node["id"])
    for number, edge in enumerate(document["edges"]):
        put_edge(graph, edge["type"], edge["source"], edge["target"], edge_id=f"e{number}")
    return graph


def tokens(title: str, graph: Graph, *, most: int | None = None) -> Table:
    """Tokens of one graph in every form. `most`: the goal of the compact one."""
    count = tokenizer()
    elements = len(graph.nodes) + len(graph.edges)
    forms = {
        "JSON of the wire": write_graph_json(graph, ProjectId("p")),
        "TOON": write_toon(graph),
        "Format E": write_format_e(graph),
        "compact": write_compact(graph),
    }
    base = exactly(forms["JSON of the wire"])
    size = f"{len(graph.nodes):,} nodes, {len(graph.edges):,} edges"
    table = Table(f"{title}, {size}, {count.method}", what="graph", unit="tokens")
    for name, text in forms.items():
        used = exactly(text)
        note = f"{used / elements:.1f} an element, {used / base - 1:+.1%} against JSON, {len(text):,} characters"
        table.add(name, [used], note, most=most if name == "compact" else None)
    return table


def exactly(text: str) -> int:
    """All tokens of a text; the counter takes samples of a long one."""
    return sum(tokenizer().count(text[at : at + LONGEST]) for at in range(0, len(text), LONGEST))


def prompts(graph: Graph) -> Iterator[Table]:
    """What the prompts of a change and of a question cost, and how much of the one a provider keeps for the other."""
    capture = Captures(graph).capture(
        CanvasState(), CaptureOptions(canvases=True, include_types=False), rights=RIGHTS["editor"]
    )
    header = ProjectHeader(
        project_id=ProjectId("p"), name="plant", profile="systems", phase=2, policy="auto", language="en", revision=1,
        sequence=1, epoch="e",
    )  # fmt: skip
    about = ExtraBlock(ABOUT, about_project(header, graph.ontology, RIGHTS["editor"]))
    table = Table(f"prompt of the first message, {len(graph.nodes)} nodes", what="prompt", unit="tokens")
    texts: list[str] = []
    for name, wish, instructions in (
        ("build", "Add a function that validates the orders of customers, with its data and a test.", BUILD),
        ("ask", "Which functions validate the orders of customers, and which of them have no test?", ASK),
    ):
        built = build_prompt(
            ontology=graph.ontology, capture=capture, request=wish, nonce="0123456789abcdef", language="en",
            instructions=instructions, phase=2, extras=[about],
        )  # fmt: skip
        note = ", ".join(f"{section.label} {section.tokens:,}" for section in built.sections)
        table.add(name, [built.tokens], note, most=6_000)
        texts.append("\n".join(block.text for block in built.request.system))
    specs = specs_for(RIGHTS["editor"], graph.ontology, Choice(documents=True))
    table.add("tools of ask", [exactly(msgspec.json.encode(specs).decode())], f"{len(specs)} tools", most=2_000)
    yield table
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(*texts, strict=False)))
    shared, whole = exactly(texts[0][:alike]), exactly(texts[0])
    shares = Table("what of a system prompt another workflow cannot take from the cache", what="prompt", unit="%")
    shares.add("build after ask", [100 * (1 - shared / whole)], f"{shared:,} of {whole:,} tokens shared", most=30)
    yield shares


def samples(run: Callable[[], object], *, budget: float = 0.5, inner: int = 1) -> list[float]:
    """Seconds per call, `inner` calls at a time, for about `budget` seconds."""
    run()
    gc.collect()
    taken: list[float] = []
    stop = time.perf_counter() + budget
    while len(taken) < 5 or time.perf_counter() < stop:
        begin = time.perf_counter()
        for _ in range(inner):
            run()
        taken.append((time.perf_counter() - begin) / inner)
    return taken


def one_edit(graph: Graph) -> Commit:
    """A commit that edits the node in the middle."""
    node = list(graph.nodes.values())[len(graph.nodes) // 2]
    edited = replace(node, descr=f"{node.descr} edited")
    graph.put_node(edited)
    return Commit(
        commit_id=CommitId("c"),
        revision=2,
        at=datetime(2025, 1, 1, tzinfo=UTC),
        author=Author(person_id=PersonId("p"), name="Ada"),
        origin="person",
        changes=[NodeChange(before=node, after=edited)],
        aliases={},
        findings=FindingsDelta(introduced=[], resolved=[]),
    )


def filled(graph: Graph) -> CachedLines:
    lines = CachedLines(graph, COMPACT)
    lines.fill()
    return lines


def speed(count: int) -> Table:
    graph = made_graph(count)
    lines = filled(graph)
    ready = "\n".join(lines.texts()).split("\n")
    commit = one_edit(graph)
    changed = commit.changes[0].after
    assert isinstance(changed, Node)

    table = Table(f"capture of {count:,} nodes and {len(graph.edges):,} edges", what="capture")
    table.limit("join of ready lines", samples(lambda: "\n".join(ready)))
    table.add("first capture: every line encoded", samples(lambda: list(filled(graph).texts())))

    def whole() -> str:
        lines.on_commit(commit)
        return "\n".join(lines.texts())

    table.add("one change, then the whole text", samples(whole))

    section = lines._sections[COMPACT.heading(changed.node_type)]
    block = section._blocks[section._find(lines._node_keys[changed.node_id])]

    def recapture() -> str:
        lines.on_commit(commit)
        block.text = "\n".join(block.texts)
        return block.text

    table.add("one change, its line and block only", samples(recapture, inner=20), most=10e-6)
    captures = Captures(graph)
    canvas = CanvasState()

    def ask(options: CaptureOptions = CaptureOptions()) -> str:  # noqa: B008 - immutable
        graph.revision += 1
        captures.on_commit(commit)
        capture = captures.capture(canvas, options, rights=RIGHTS["editor"])
        prompt = build_prompt(
            ontology=graph.ontology,
            capture=capture,
            request="A customer places an order",
            nonce="0123456789abcdef",
            language="en",
        )
        return prompt.prefix_hash

    goal = 5e-3 if count <= 2_000 else None
    table.add("one change, prompt ready with counted tokens", samples(ask), most=goal)
    minimal = CaptureOptions(mode="minimal")
    table.add("one change, MINIMAL prompt", samples(lambda: ask(minimal)))
    return table


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    """What `python -m benchmarks` measures of captures."""
    yield tokens(f"made graph, seed {SEED}", made_graph(200), most=4_000)
    yield from prompts(made_graph(200))
    for path in sorted(DATA.glob("*.graph.json")):
        yield tokens(path.name, neutral_graph(path))
    for count in (100,) if quick else (100, 2_000, 10_000):
        yield speed(count)


def _uuid(rng: random.Random) -> str:
    return f"{rng.getrandbits(128):032x}"
