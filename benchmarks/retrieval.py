"""Retrieval: how fast words are found and a change is visible, how well questions are answered, what a walk costs.

Run: python -m benchmarks retrieval     (quality only with the sets in the folder beside the repository)

Times are wall time, and every table of times says how many programs wanted a core when it began; beside the 95th
percentile stands that of the seconds on a core. Quality is what is missing of nDCG@10, in thousandths, so that less is
better as in every table: gain 2^relevance - 1, discount log2 of the place. Asked is the index of documents: each law is
one, with a heading above each section; of XQuAD each text is one. A text stands where its best passage does.

The questions of each set are split in two by a seed: constants may be chosen by the first half, the second is only
reported. BM25 stands beside us: words as they are written, k1 1.2, b 0.75. What we have over it is given with the
interval in which 95 % of 2,000 drawn sets of questions lie (paired bootstrap, all questions).
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, NamedTuple

from benchmarks._systems import operations
from benchmarks._table import Table
from benchmarks._turns import in_turn
from benchmarks.capture import NOUNS, VERBS, WORDS, made_graph
from graphwright.bus import LocalBus
from graphwright.context.index import GraphIndex
from graphwright.context.retrieve import Retriever
from graphwright.documents.content import Content
from graphwright.documents.index import PassageIndex
from graphwright.documents.read_text import read_markdown
from graphwright.documents.split import passages_of
from graphwright.documents.structure import structured
from graphwright.graph.query import neighbourhood
from graphwright.operations.commit import Committer, Submission
from graphwright.ports import Ids, SystemClock
from graphwright.projects import Project, Projects
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import DocumentId, PassageId, PersonId
from graphwright.protocol.operations import ChangeSet
from graphwright.search.embedder import local_is_installed
from graphwright.search.lexical import LexicalIndex
from graphwright.search.local import LocalEmbedder
from graphwright.store.memory import MemoryStore

if TYPE_CHECKING:
    from graphwright.search.embedder import Embedder

SETS = Path(__file__).parents[2] / "shared" / "data" / "retrieval"
LAW = "baurecht-de"
SEED = 3
ALL = 10**9
"""Postings to read for the answer of a full reading."""
PLACES = 10
DEPTH = 100
"""Passages that are looked at for ten texts."""


class Set(NamedTuple):
    texts: dict[str, tuple[str, str]]
    """Title and text."""
    questions: dict[str, str]
    relevant: dict[str, dict[str, int]]
    documents: dict[str, list[str]]
    """The texts of each."""


# speed ---------------------------------------------------------------------------------------------------------------


def made_texts(count: int) -> list[dict[str, str]]:
    rng = random.Random(SEED)
    return [
        {
            "name": rng.choice(VERBS) + rng.choice(NOUNS) + (str(number // 196) if number >= 196 else ""),
            "type": "Function Funktion Fonction",
            "descr": " ".join(rng.choices(WORDS, k=rng.randint(5, 10))),
        }
        for number in range(count)
    ]


def made_questions(texts: list[dict[str, str]]) -> dict[str, list[str]]:
    rng = random.Random(11)
    some = rng.sample(texts, min(100, len(texts)))
    return {
        "a name and two words": [f"{each['name']} {' '.join(rng.sample(each['descr'].split(), 2))}" for each in some],
        "common words only": [
            f"{rng.choice(VERBS)} {rng.choice(NOUNS)} {' '.join(rng.sample(WORDS, 2))}" for _ in some
        ],
        "one common word": sorted({*VERBS, *NOUNS}),
        "a typing error": [f"{each['name'][:3]}{each['name'][4:]}" for each in some],
    }


def speed(count: int) -> Table:
    texts = made_texts(count)
    index: LexicalIndex[str] = LexicalIndex({"name": 3})
    begin = time.perf_counter()
    for number, fields in enumerate(texts):
        index.add(f"{number:07d}", fields)
    built = time.perf_counter() - begin
    table = Table(f"words in {count:,} texts, built in {built:.2f} s, wall time, {load()}", what="question")
    for name, questions in made_questions(texts).items():
        for question in questions[:3]:
            index.search(question)
        taken, on_core = zip(
            *(timed(lambda: index.search(question)) for question in questions for _ in range(3)),  # noqa: B023
            strict=True,
        )
        same = sum(agreement(index, question) for question in questions[:12]) / len(questions[:12])
        goal = 3e-3 if count == 100_000 else None
        table.add(name, taken, f"top 10 as of a full reading: {same:.0%}")
        late, core = (sorted(each)[int(0.95 * len(each))] for each in (taken, on_core))
        table.add(f"{name}, 95th percentile", [late], f"{1_000 * core:.2f} ms on a core", most=goal)
    changed = [{**each, "descr": f"{each['descr']} changed"} for each in texts[:300]]
    times = [timed(lambda: index.add(f"{at:07d}", each))[0] for at, each in enumerate(changed)]  # noqa: B023 - same
    table.add("a change is visible", times, "remove and add of one text", most=20e-6)
    return table


def agreement(index: LexicalIndex[str], question: str) -> float:
    """Share of the bounded answer that a full reading ranks as high; equal scores are equal."""
    scores = {hit.key: hit.score for hit in index.search(question, 500, enough=ALL)}
    if not scores:
        return 1.0
    least = sorted(scores.values(), reverse=True)[:PLACES][-1] - 1e-9
    found = index.search(question, PLACES)
    return sum(scores.get(hit.key, 0.0) >= least for hit in found) / min(PLACES, len(scores))


def timed(run: Callable[[], object]) -> tuple[float, float]:
    """Seconds of wall time, and of them those of this thread on a core: what others took lies between."""
    wall, core = time.perf_counter(), time.thread_time()
    run()
    return time.perf_counter() - wall, time.thread_time() - core


def load() -> str:
    """How many programs wanted a core in the last minute."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


# quality -------------------------------------------------------------------------------------------------------------


def read_set(texts: str, questions: str) -> Set:
    """Of laws the sections of one are a document, else each text is one."""
    rows = [json.loads(line) for line in (SETS / texts / "corpus.jsonl").read_text("utf-8").splitlines()]
    asked = [json.loads(line) for line in (SETS / questions / "queries.jsonl").read_text("utf-8").splitlines()]
    relevant: dict[str, dict[str, int]] = defaultdict(dict)
    for line in (SETS / questions / "qrels.tsv").read_text("utf-8").splitlines()[1:]:
        question, text, grade = line.split("\t")
        relevant[question][text] = int(grade)
    documents: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        documents[row["_id"].partition("-")[0] if texts == LAW else row["_id"]].append(row["_id"])
    return Set(
        {row["_id"]: (row["title"], row["text"]) for row in rows},
        {row["_id"]: row["text"] for row in asked},
        relevant,
        documents,
    )


def missing(ranked: Sequence[str], relevant: dict[str, int]) -> float:
    """What is missing of nDCG@10, in thousandths."""
    gains = [2 ** relevant.get(key, 0) - 1 for key in ranked[:PLACES]]
    best = [2**grade - 1 for grade in sorted(relevant.values(), reverse=True)[:PLACES]]
    dcg, ideal = (sum(gain / math.log2(place + 2) for place, gain in enumerate(each)) for each in (gains, best))
    return 1_000 * (1 - dcg / ideal)


async def found(tested: Set, embedder: Embedder | None) -> dict[str, list[str]]:
    """Texts for each question, by the index of documents."""
    index = PassageIndex(embedder)
    keys: dict[PassageId, str] = {}
    for name, texts in tested.documents.items():
        of_heading = {heading(tested.texts[key][0]): key for key in texts}
        written = "".join(f"## {title}\n\n{tested.texts[key][1]}\n" for title, key in of_heading.items())
        draft = read_markdown(f"# {name}\n\n{written}")
        content = Content(DocumentId(name), draft.text, passages_of(draft.text, structured(draft), DocumentId(name)))
        keys |= {each.passage_id: of_heading[each.section[-1]] for each in content.passages if len(each.section) > 1}
        await index.add(name, content, SystemClock())
    await index.settled()
    asked = {question: await index.search(text, DEPTH) for question, text in tested.questions.items()}
    await index.close()
    return {
        question: list(dict.fromkeys(keys[each.passage_id] for each in hits if each.passage_id in keys))
        for question, hits in asked.items()
    }


def heading(title: str) -> str:
    """A title as a reader of documents keeps it."""
    return " ".join(title.split())[:200]


def plain_bm25(tested: Set) -> dict[str, list[str]]:
    """Texts for each question by textbook BM25 over words as they are written."""
    held = {key: Counter(re.findall(r"\w+", f"{title} {text}".lower())) for key, (title, text) in tested.texts.items()}
    lengths = {key: counts.total() for key, counts in held.items()}
    usual = mean(lengths.values())
    texts: dict[str, list[str]] = defaultdict(list)
    for key, counts in held.items():
        for word in counts:
            texts[word].append(key)
    found: dict[str, list[str]] = {}
    for question, asked in tested.questions.items():
        scores: dict[str, float] = defaultdict(float)
        for word in re.findall(r"\w+", asked.lower()):
            idf = math.log(1 + (len(held) - len(texts[word]) + 0.5) / (len(texts[word]) + 0.5))
            for key in texts[word]:
                count = held[key][word]
                scores[key] += idf * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * lengths[key] / usual))
        found[question] = sorted(scores, key=lambda key: (-scores[key], key))[:PLACES]
    return found


def first_half(questions: Iterable[str]) -> frozenset[str]:
    """The questions by which constants may be chosen; by their ids and a seed alone."""
    mixed = sorted(questions)
    random.Random(SEED).shuffle(mixed)
    return frozenset(mixed[: len(mixed) // 2])


Lost = dict[str, float]
"""What is missing for each question."""


def quality(*, quick: bool) -> Table:
    """Goals: of building law .55 by words and .65 with meaning, of XQuAD what plain BM25 has, across languages .80."""
    table = Table("nDCG@10, all questions; each half and the lead over BM25 in the note", what="set", unit="‰ missing")
    cases = (
        ("building law, lay questions in German", LAW, LAW, 450, 350),
        ("XQuAD, German", "xquad-de", "xquad-de", 64, 64),
        ("XQuAD, English", "xquad-en", "xquad-en", 31, 31),
        ("XQuAD, German questions on English texts", "xquad-en", "xquad-de", None, 200),
    )
    for name, texts, questions, by_words, with_meaning in cases[2:3] if quick else cases:
        tested = read_set(texts, questions)
        if quick:
            tested = tested._replace(questions=dict(list(tested.questions.items())[:20]))
        local = LocalEmbedder() if local_is_installed() and not quick else None
        plain: Lost = {
            question: missing(ranked, tested.relevant[question]) for question, ranked in plain_bm25(tested).items()
        }
        table.add(f"{name}, plain BM25", [mean(plain.values())], noted(plain))
        for kind, embedder, goal in (("by words", None, by_words), ("by words and meaning", local, with_meaning)):
            if kind == "by words" or embedder is not None:
                ranked = asyncio.run(found(tested, embedder))
                lost: Lost = {question: missing(ranked[question], tested.relevant[question]) for question in ranked}
                table.add(f"{name}, {kind}", [mean(lost.values())], noted(lost, plain), most=goal)
    return table


def noted(lost: Lost, plain: Lost | None = None) -> str:
    """nDCG@10 of all questions and both halves, and the lead over BM25."""
    chosen = first_half(lost)
    halves = [[each for question, each in lost.items() if (question in chosen) is first] for first in (True, False)]
    all_, first, second = (1 - mean(each) / 1_000 for each in (list(lost.values()), *halves))
    told = f"{all_:.3f} of {len(lost)} questions; {first:.3f} in the half to choose by, {second:.3f} held out"
    if plain is None:
        return told
    gains = [(plain[question] - each) / 1_000 for question, each in lost.items()]
    rng = random.Random(SEED)
    drawn = sorted(mean(rng.choices(gains, k=len(gains))) for _ in range(2_000))
    return f"{told}; {mean(gains):+.3f} to BM25, 95 % from {drawn[50]:+.3f} to {drawn[1_949]:+.3f}"


# ids and names -------------------------------------------------------------------------------------------------------


class Chance:
    """An embedder whose vectors mean nothing and whose cut lets all of them pass."""

    name = made_by = "chance"
    cut = -1.0

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [[rng.uniform(-1, 1) for _ in range(8)] for rng in map(random.Random, texts)]


async def exact(count: int) -> Table:
    """Every node is asked for by all its names, whole and inside a sentence."""
    table = Table(f"ids and names of {count} nodes that are not found first", what="retrieval", unit="% missed")
    kinds: list[tuple[str, Embedder | None]] = [("without embeddings", None), ("with random embeddings", Chance())]
    if local_is_installed():
        kinds.append(("with the local embedder", LocalEmbedder()))
    project = await made_project(count)
    graph = project.graph
    named = Counter(node.name for node in graph.nodes.values())
    for kind, embedder in kinds:
        retriever = Retriever(project, GraphIndex(graph), embedder)
        missed = asked = 0
        for node in graph.nodes.values():
            short, name = graph.short_id(node), node.name
            for question in (node.node_id, node.semantic_id, short, name, f"What does {name} do?", f"see {short}."):
                first = (await retriever.retrieve(question)).nodes[: named[name]]
                missed += node.node_id not in {each.node_id for each in first}
                asked += 1
        await retriever.close()
        table.add(kind, [100 * missed / asked], f"{asked} questions", most=0)
    return table


async def made_project(count: int) -> Project:
    clock = SystemClock()
    projects = Projects(MemoryStore(clock), LocalBus(), clock, Ids(clock))
    project = await projects.open_or_create("bench", policy="auto", language="en")
    await Committer(project).submit(
        Submission(
            change_set=ChangeSet(base_revision=0, operations=operations(count)),
            author=Author(person_id=PersonId("p"), name="Ada"),
            origin="import",
            importing=True,
        )
    )
    return project


# the walk ------------------------------------------------------------------------------------------------------------


def walk(count: int) -> Table:
    graph = made_graph(count)
    places = {node_id: at for at, node_id in enumerate(graph.nodes)}
    lists: list[list[tuple[int, str]]] = [[] for _ in places]
    for edge in graph.edges.values():
        lists[places[edge.source]].append((places[edge.target], edge.edge_id))
        lists[places[edge.target]].append((places[edge.source], edge.edge_id))
    starts = random.Random(2).sample(list(graph.nodes), min(200, count))

    def by_lists() -> None:
        for start in starts:
            ring = [places[start]]
            distances = {ring[0]: 0}
            edges: set[str] = set()
            for distance in (1, 2):
                following: list[int] = []
                for at in ring:
                    for other, edge_id in lists[at]:
                        edges.add(edge_id)
                        if other not in distances:
                            distances[other] = distance
                            following.append(other)
                ring = following

    def ours() -> None:
        for start in starts:
            neighbourhood(graph, [start], depth=2)

    def first_time() -> None:
        # An edge that comes or goes makes the graph forget what it remembers around its ends; here, all of it.
        for edge in graph.edges.values():
            graph.put_edge(edge)
        begin = time.perf_counter()
        ours()
        cold.append(time.perf_counter() - begin)

    cold: list[float] = []
    limit, ready, _ = in_turn(by_lists, ours, first_time, seconds=1.0 if count < 1_000 else 4.0, least=5)
    table = Table(f"two hops around a node of {count:,}, with distances and edges, {load()}", what="200 nodes")
    table.limit("list of lists", limit)
    table.add("neighbourhood", ready, "bounded, by relation and direction; again in the same graph", times=1.5)
    table.add("neighbourhood, the first time", cold, "after every edge has changed")
    return table


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    """What `python -m benchmarks` measures of retrieval."""
    for count in (2_000,) if quick else (1_000, 10_000, 100_000):
        yield speed(count)
    if SETS.exists():
        yield quality(quick=quick)
    yield asyncio.run(exact(40 if quick else 60))
    yield walk(500 if quick else 10_000)
