"""Made-up system models, the same for the same seed: use cases, chains, functions, flows, requirements, tests.

Healthy by the rules of profile `systems` apart from one function in ten, which has no requirement: rules that find
nothing at all would be measured too kindly.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.operations.plan import IMPORT_OPERATIONS, plan
from graphwright.ports import Ids, SystemClock
from graphwright.protocol.ids import OperationId, Ref
from graphwright.protocol.operations import ChangeSet, EdgeCreate, NodeCreate, Operation

VERBS = ["Validate", "Parse", "Route", "Assign", "Schedule", "Track", "Notify", "Archive", "Merge", "Confirm", "Price"]
NOUNS = ["Cargo", "Fleet", "Order", "Payment", "Driver", "Invoice", "Vehicle", "Customer", "Depot", "Signal", "Sensor"]
WORDS = re.findall(
    r"\w+",
    "central system for managing the incoming order data before dispatch to each depot and checks that "
    "every vehicle assigned has a valid route with enough capacity within the agreed time window",
)

CHAIN = 5
"""Functions of one use case."""


class Author:
    """Writes the operations of a model, one use case at a time."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._count = 0
        self.nodes = 0

    def node(self, temp_id: str, node_type: str, **attributes: str) -> NodeCreate:
        self.nodes += 1
        self._count += 1
        verb, noun, other = self._random.choice(VERBS), self._random.choice(NOUNS), self._random.choice(NOUNS)
        words = self._random.choices(WORDS, k=self._random.randint(5, 10))
        return NodeCreate(
            id=OperationId(f"op-{self._count}"),
            node_type=node_type,
            name=f"{verb}{noun}{other}{self.nodes}",
            descr=" ".join(words).capitalize() + ".",
            temp_id=temp_id,
            attributes=dict(attributes),
        )

    def edge(self, source: str, edge_type: str, target: str) -> EdgeCreate:
        self._count += 1
        return EdgeCreate(
            id=OperationId(f"op-{self._count}"), edge_type=edge_type, source=Ref(source), target=Ref(target)
        )

    def use_case(self, number: int) -> Iterator[Operation]:
        """A use case with all that belongs to it, below the one that it refines."""
        above = f"uc{(number - 1) // 6}" if number else "sys"
        case, chain, module, schema = f"uc{number}", f"fc{number}", f"md{number}", f"sc{number}"
        yield self.node(case, "UC")
        yield self.edge(above, "compose", case)
        yield self.node(chain, "FCHAIN")
        yield self.edge(case, "compose", chain)
        yield self.node(module, "MOD")
        yield self.edge(f"md{(number - 1) // 6}" if number else "sys", "compose", module)
        yield self.node(schema, "SCHEMA", struct='{"id": "string", "at": "time", "amount": "number"}')
        for actor in (f"from{number}", f"to{number}"):
            yield self.node(actor, "ACTOR")
            yield self.edge(chain, "compose", actor)
        passed_by = f"from{number}"
        for place in range(CHAIN):
            function, flow = f"fn{number}-{place}", f"fl{number}-{place}"
            yield self.node(flow, "FLOW")
            yield self.node(function, "FUNC")
            yield self.edge(chain, "compose", function)
            yield self.edge(passed_by, "io", flow)
            yield self.edge(flow, "io", function)
            yield self.edge(flow, "relation", schema)
            yield self.edge(module, "allocate", function)
            if (number * CHAIN + place) % 10:
                requirement, test = f"rq{number}-{place}", f"ts{number}-{place}"
                yield self.node(requirement, "REQ")
                yield self.node(test, "TEST")
                yield self.edge(function, "satisfy", requirement)
                yield self.edge(requirement, "verify", test)
            passed_by = function
        last = f"fl{number}-{CHAIN}"
        yield self.node(last, "FLOW")
        yield self.edge(passed_by, "io", last)
        yield self.edge(last, "io", f"to{number}")
        yield self.edge(last, "relation", schema)


def operations(nodes: int, *, seed: int = 3) -> list[Operation]:
    """The operations that make a model of about so many nodes; every one names only what came before it."""
    author = Author(seed)
    made: list[Operation] = [author.node("sys", "SYS")]
    number = 0
    while author.nodes < nodes:
        made += author.use_case(number)
        number += 1
    return made


def model(nodes: int, *, seed: int = 3) -> Graph:
    """The graph that these operations make."""
    graph = Graph(default_ontology())
    change_set = ChangeSet(base_revision=0, operations=operations(nodes, seed=seed))
    made = plan(graph, change_set, ids=Ids(SystemClock()), importing=True, limit=IMPORT_OPERATIONS)
    assert not made.problems, made.problems[:3]
    graph.apply(made.changes, 1)
    return graph


def feature(number: int, chain: str, module: str, receiver: str) -> list[Operation]:
    """Ten operations that fit into any such model: a function with its flow, requirement and test."""
    function, flow, requirement, test = (f"{kind}{number}" for kind in ("function", "flow", "requirement", "test"))

    def node(temp_id: str, node_type: str, name: str) -> NodeCreate:
        descr = f"Belongs to addition {number} of the model."
        return NodeCreate(
            id=OperationId(f"make {temp_id}"), node_type=node_type, name=f"{name}{number}", descr=descr, temp_id=temp_id
        )

    def edge(source: str, edge_type: str, target: str) -> EdgeCreate:
        return EdgeCreate(
            id=OperationId(f"{source} {edge_type} {target}"),
            edge_type=edge_type,
            source=Ref(source),
            target=Ref(target),
        )

    return [
        node(function, "FUNC", "WeighParcel"),
        node(flow, "FLOW", "ParcelWeight"),
        node(requirement, "REQ", "ParcelsAreWeighed"),
        node(test, "TEST", "WeighOneParcel"),
        edge(chain, "compose", function),
        edge(module, "allocate", function),
        edge(function, "io", flow),
        edge(flow, "io", receiver),
        edge(function, "satisfy", requirement),
        edge(requirement, "verify", test),
    ]
