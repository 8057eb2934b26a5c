"""What is true of a real model, by an own walk over its JSON: nothing of the product's queries is used."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

MODELS = ("eole", "model_test")
_A_NAME = re.compile(r"[A-Za-z][\w.&' -]{2,50}")
"""What people would write into a question; the models also hold names that were typed at random."""


class Truth:
    """One model: nodes by id, and who is joined to whom by what."""

    def __init__(self, path: Path) -> None:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        self.path = path
        self.nodes: dict[str, dict[str, str]] = {node["id"]: node for node in data["nodes"]}
        self.ahead: dict[tuple[str, str], list[str]] = defaultdict(list)
        self.behind: dict[tuple[str, str], list[str]] = defaultdict(list)
        for edge in data["edges"]:
            self.ahead[edge["type"], edge["source"]].append(edge["target"])
            self.behind[edge["type"], edge["target"]].append(edge["source"])
        self._names = Counter(node["name"].casefold() for node in self.nodes.values())

    def of_type(self, node_type: str) -> list[str]:
        """The ids of all nodes of a type."""
        return [node_id for node_id, node in self.nodes.items() if node["type"] == node_type]

    def told_by_name(self, node_type: str) -> list[str]:
        """Those of a type whose name is theirs alone, in the order of names."""
        own = [each for each in self.of_type(node_type) if self._names[self.name(each).casefold()] == 1]
        return sorted((each for each in own if _A_NAME.fullmatch(self.name(each))), key=self.name)

    def name(self, node_id: str) -> str:
        return self.nodes[node_id]["name"]

    def type_of(self, node_id: str) -> str:
        return self.nodes[node_id]["type"]

    def named(self, node_ids: Iterable[str]) -> list[str]:
        """Names, each once."""
        return sorted({self.name(each) for each in node_ids})


Relatives = Callable[[Truth, str], list[str]]


def _only(node_type: str, relatives: Relatives) -> Relatives:
    return lambda truth, node_id: [each for each in relatives(truth, node_id) if truth.type_of(each) == node_type]


def _ahead(relation: str) -> Relatives:
    return lambda truth, node_id: truth.ahead[relation, node_id]


def _behind(relation: str) -> Relatives:
    return lambda truth, node_id: truth.behind[relation, node_id]


RELATIVES: dict[str, tuple[str, Relatives]] = {
    # The tool that made these models draws an allocation from the function to what carries it.
    "functions of module": ("MOD", _only("FUNC", _behind("allocate"))),
    "module of function": ("FUNC", _only("MOD", _ahead("allocate"))),
    "inputs": ("FUNC", _only("FLOW", _behind("io"))),
    "outputs": ("FUNC", _only("FLOW", _ahead("io"))),
    "senders": ("FLOW", _only("FUNC", _behind("io"))),
    "receivers": ("FLOW", _only("FUNC", _ahead("io"))),
    "chain": ("FCHAIN", _only("FUNC", _ahead("compose"))),
    "parts": ("MOD", _only("MOD", _ahead("compose"))),
    "whole": ("MOD", _only("MOD", _behind("compose"))),
    "whole function": ("FUNC", _only("FUNC", _behind("compose"))),
    "actors of use case": ("UC", _only("ACTOR", _behind("relation"))),
    "use cases of actor": ("ACTOR", _only("UC", _ahead("relation"))),
}
"""What may be asked of one element: its type, and who the answer is."""

LACKING: dict[str, tuple[str, Relatives]] = {
    "functions without module": ("FUNC", RELATIVES["module of function"][1]),
    "modules without function": ("MOD", RELATIVES["functions of module"][1]),
    "use cases without actor": ("UC", RELATIVES["actors of use case"][1]),
    "actors without use case": ("ACTOR", RELATIVES["use cases of actor"][1]),
    "functions without input": ("FUNC", RELATIVES["inputs"][1]),
    "functions without output": ("FUNC", RELATIVES["outputs"][1]),
}
"""What may be asked about all of a type: those that have none."""


def lacking(truth: Truth, what: str) -> list[str]:
    """The ids of all that lack something."""
    node_type, relatives = LACKING[what]
    return [each for each in truth.of_type(node_type) if not relatives(truth, each)]


def paths(truth: Truth) -> list[tuple[str, str, str]]:
    """Functions that one flow joins: sender, flow, receiver, where nothing else joins the two."""
    own = set(truth.told_by_name("FUNC"))
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for flow in truth.of_type("FLOW"):
        for sender in truth.behind["io", flow]:
            for receiver in truth.ahead["io", flow]:
                if sender != receiver and {sender, receiver} <= own:
                    found[sender, receiver].append(flow)
    return sorted((ends[0], flows[0], ends[1]) for ends, flows in found.items() if len(flows) == 1)
