"""nodum: the service layer that its command line and its server stand on, as the human who owns the graph."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

from nodum import auth, search, service

from benchmarks.peers import work
from benchmarks.peers.work import Line


def create(folder: Path, size: int) -> Iterator[Line]:
    """Each element by a call of its own, as `nodum node create` and `nodum edge create` make it."""
    made, joined = work.entities(size), work.relations(size * 3 // 2, size)
    path = folder / "nodum.db"
    service.init(path)
    owner = auth.owner_principal(path=path)
    spent = work.Spent()
    ids: list[str] = []
    for each in made:
        with spent:
            node = service.create_node(type="concept", title=each.name, content=each.text, principal=owner, path=path)
        ids.append(node.id)
    for source, target in joined:
        with spent:
            service.create_edge(ids[source], ids[target], "relates_to", principal=owner, path=path)
    found = service.list_nodes(type="concept", limit=10 * size, principal=owner, path=path)
    assert len(found) == size, f"{len(found)} nodes"
    yield spent.line("its service layer, a connection for each call; SQLite's fsync for each")
    yield work.memory()


def conflict(folder: Path, size: int) -> Iterator[Line]:
    """Both write the content of a node that they have seen in the same state."""
    path = folder / "nodum.db"
    service.init(path)
    owner = auth.owner_principal(path=path)
    races = work.Races()
    for number in range(size):
        seen = service.create_node(type="concept", title=f"C{number}", content="Seen.", principal=owner, path=path)
        service.update_node(seen.id, content="Ana's text.", principal=owner, path=path)
        try:
            service.update_node(seen.id, content="Ben's text.", principal=owner, path=path)
        except ValueError:
            refused = True
        else:
            refused = False
        stands = service.get_node(seen.id, principal=owner, path=path).content == "Ana's text."
        kept = any(each.content == "Ana's text." for each in service.history(seen.id, principal=owner, path=path))
        races.ended(refused=refused, first_stands=stands, first_in_history=kept)
    yield races.line()


def ask(folder: Path, _size: int) -> Iterator[Line]:
    """The first note that its search gives for the question: by words, because its model of vectors is a download."""
    path = folder / "nodum.db"
    service.init(path)
    owner = auth.owner_principal(path=path)
    for text in sorted((folder / "texts").iterdir()):
        said = text.read_text("utf-8")
        service.create_node(type="note", title=said.partition("\n")[0], content=said, principal=owner, path=path)
    questions = json.loads((folder / "questions.json").read_text())
    took: list[float] = []
    right = 0
    for each in questions:
        begin = time.perf_counter()
        hits = search.search(each["text"], k=1, principal=owner, path=path).hits
        took.append(time.perf_counter() - begin)
        nodes = [service.get_node(hit.node_id, principal=owner, path=path) for hit in hits]
        right += any(each["answer"] in node.content for node in nodes)
    yield Line(
        [100 * right / len(questions)], f"words only; {1000 * sum(took) / len(took):.1f} ms each", "first passage"
    )


if __name__ == "__main__":
    work.run({"create": create, "conflict": conflict, "ask": ask})
