"""What may exist and what may be joined: the lookups, the decisions behind them, and the profile file."""

from __future__ import annotations

import copy
from itertools import product
from typing import Any

import msgspec
import pytest

from graphwright.errors import InvalidCommand, LimitExceeded, NotFound
from graphwright.graph.load import default_ontology, load_profile
from graphwright.graph.profile import PROFILE_BYTES, Attribute, AttributeType, expected, fits
from graphwright.text.messages import words_of
from tests.graph.build import SYSTEMS, profile_with

ontology = default_ontology()


@pytest.mark.requirement("A-72", "K-07", "K-25")
def test_the_ten_node_types_in_their_order() -> None:
    found = {node_type.name: node_type.abbreviation for node_type in ontology.node_types.values()}
    assert found == {
        "SYS": "SY", "UC": "UC", "ACTOR": "AC", "FCHAIN": "FC", "FUNC": "FN",
        "FLOW": "FL", "REQ": "RQ", "TEST": "TS", "MOD": "MD", "SCHEMA": "SC",
    }  # fmt: skip
    assert list(found) == ["SYS", "UC", "ACTOR", "FCHAIN", "FUNC", "FLOW", "REQ", "TEST", "MOD", "SCHEMA"]


@pytest.mark.requirement("K-07", "A-72")
@pytest.mark.parametrize("word", ["TEST", "test", "TS", "tc", "TC"])
def test_a_node_type_is_known_by_name_abbreviation_and_alias(word: str) -> None:
    found = ontology.node_type(word)
    assert found is ontology.node_types["TEST"]
    assert ontology.by_abbreviation("TC") is found
    assert ontology.node_type("TESTS") is None


@pytest.mark.requirement("K-06", "T-20", "A-07")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("compose", "cp compose COMPOSE"),
        ("io", "io IO"),
        ("satisfy", "st sf sat satisfy"),
        ("verify", "vf ver verify"),
        ("allocate", "al alc allocate"),
        ("relation", "rl rel relation"),
    ],
)
def test_all_four_dialects_of_an_arrow_are_read_and_the_seeds_one_is_written(name: str, words: str) -> None:
    for word in words.split():
        found = ontology.relation(word)
        assert found is not None
        assert found.name == name
    assert ontology.relations[name].short == words.split(maxsplit=1)[0]


@pytest.mark.requirement("K-03", "K-05", "K-25", "WA-09", "WF-18")
def test_exactly_the_listed_pairs_are_legal() -> None:
    legal = {
        relation: sorted(
            f"{source}>{target}"
            for source, target in product(ontology.node_types, repeat=2)
            if ontology.allows(relation, source, target)
        )
        for relation in ("compose", "io", "satisfy", "verify", "allocate")
    }
    assert legal == {
        "compose": [
            "FCHAIN>ACTOR", "FCHAIN>FLOW", "FCHAIN>FUNC", "FUNC>FUNC", "MOD>MOD", "SYS>FUNC", "SYS>MOD", "SYS>SYS",
            "SYS>UC", "UC>FCHAIN", "UC>UC",
        ],
        "io": ["ACTOR>FLOW", "FLOW>ACTOR", "FLOW>FUNC", "FUNC>FLOW"],
        "satisfy": ["FUNC>REQ", "REQ>REQ", "SYS>REQ", "UC>REQ"],
        "verify": ["REQ>TEST", "TEST>TEST"],
        "allocate": ["MOD>FUNC"],
    }  # fmt: skip
    assert all(ontology.allows("relation", *pair) for pair in product(ontology.node_types, repeat=2))
    assert not ontology.allows("relation", "UC", "THING")
    assert not ontology.allows("likes", "UC", "UC")


@pytest.mark.requirement("K-25")
def test_targets_come_from_the_pairs() -> None:
    assert ontology.targets_of("compose", "SYS") == ["SYS", "UC", "FUNC", "MOD"]


@pytest.mark.requirement("K-01", "K-02", "T-20")
@pytest.mark.parametrize(
    ("relation", "source", "target", "turned"),
    [
        ("verify", "TEST", "REQ", True),
        ("verify", "REQ", "TEST", False),
        ("verify", "TEST", "TEST", False),
        ("allocate", "FUNC", "MOD", True),
        ("allocate", "MOD", "FUNC", False),
        ("satisfy", "REQ", "FUNC", False),
        ("relation", "UC", "ACTOR", False),
        ("likes", "UC", "ACTOR", False),
    ],
)
def test_verify_and_allocate_are_turned_when_only_the_reverse_is_legal(
    relation: str, source: str, target: str, *, turned: bool
) -> None:
    assert ontology.should_turn(relation, source, target) is turned


@pytest.mark.requirement("K-03", "K-05", "WA-09")
@pytest.mark.parametrize(
    ("relation", "source", "target", "hint"),
    [
        ("compose", "UC", "FUNC", "Put a function chain between: “use case is composed of function chain” and “function chain is composed of function”."),
        ("io", "ACTOR", "UC", "A use case takes no data. Route it to a function of the use case's chain: “actor passes to flow”, “flow passes to function”."),
        ("io", "FLOW", "UC", "A use case takes no data. Route it to a function of the use case's chain: “actor passes to flow”, “flow passes to function”."),
        ("io", "ACTOR", "FUNC", "Put flow between: “actor passes to flow”, “flow passes to function”. From actor, “passes to” may lead to: flow."),
        ("satisfy", "REQ", "FUNC", "Turn it round: “function satisfies requirement” is legal. From requirement, “satisfies” may lead to: requirement."),
        ("compose", "REQ", "TEST", "From requirement to test there may be: is verified by. No “is composed of” may start at requirement."),
        ("likes", "UC", "UC", "Use one of the relations compose, io, satisfy, verify, allocate, relation."),
    ],
)  # fmt: skip
def test_an_illegal_edge_comes_with_the_legal_way_to_say_it(relation: str, source: str, target: str, hint: str) -> None:
    assert words_of(ontology.advice(relation, source, target), "en") == hint


@pytest.mark.requirement("K-25")
def test_every_illegal_pair_has_a_hint() -> None:
    for relation, source, target in product(ontology.relations, ontology.node_types, ontology.node_types):
        if not ontology.allows(relation, source, target):
            assert words_of(ontology.advice(relation, source, target), "en")


@pytest.mark.requirement("K-03")
def test_a_project_may_allow_a_pair_in_its_own_profile() -> None:
    relations = copy.deepcopy(SYSTEMS["relations"])
    relations[0]["pairs"].append(["UC", "FUNC"])
    assert profile_with(relations=relations).allows("compose", "UC", "FUNC")


@pytest.mark.requirement("K-18")
def test_titles_are_in_three_languages() -> None:
    assert ontology.node_types["REQ"].title.de == "Anforderung"
    assert ontology.node_types["REQ"].title.fr == "Exigence"


# the file ----------------------------------------------------------------------------------------------------------


def mistake(path: str, value: object) -> bytes:
    """The shipped profile with one value replaced, by a path such as `nodeTypes.0.name`."""
    data = copy.deepcopy(SYSTEMS)
    place: Any = data
    *way, last = path.split(".")
    for word in way:
        place = place[int(word) if isinstance(place, list) else word]
    place[int(last) if isinstance(place, list) else last] = value
    return msgspec.json.encode(data)


MISTAKES = [
    ("format", "other/1", "$.format"),
    ("name", "my profile", "$.name"),
    ("nodeTypes.0.name", "System", "$.nodeTypes[0].name"),
    ("nodeTypes.0.abbreviation", "SYS", "$.nodeTypes[0].abbreviation"),
    ("nodeTypes.1.abbreviation", "SY", "'SY' already names the node type at $.nodeTypes[0]"),
    ("nodeTypes.1.aliases", ["ts"], "already names the node type"),
    ("nodeTypes.0.fill", "red", "$.nodeTypes[0].fill"),
    ("nodeTypes.0.colour", "#FFFFFF", "unknown field `colour`"),
    ("nodeTypes.4.attributes.0.default", "often", "one of low, medium, high"),
    ("nodeTypes.4.attributes.0.options", [], "$.nodeTypes[4].attributes[0].options"),
    ("nodeTypes.4.attributes.0.name", "a b", "$.nodeTypes[4].attributes[0].name"),
    ("nodeTypes", [], "$.nodeTypes"),
    ("relations.0.short", "->", "$.relations[0].short"),
    ("relations.1.short", "cp", "'cp' already names the relation at $.relations[0]"),
    ("relations.0.pairs", [], "$.relations[0].pairs"),
    ("relations.0.pairs.0", ["SYS", "THING"], "$.relations[0].pairs[0]: unknown node type 'THING'"),
    ("relations.0.pairs.0", ["SYS", "*"], "half open"),
    ("relations.0.pairs.1", ["SYS", "SYS"], "already names the pair"),
    ("relations.0.hints.0.target", "THING", "unknown node type 'THING'"),
    ("rules.0.id", "no_such_rule", "no rule is called 'no_such_rule'"),
    ("rules.0.id", "io_circular_chain", "'io_bidirectional_flow' covers it"),
    ("rules.1.id", "no_duplicate_nodes", "already names the rule"),
    ("rules.0.phase", 5, "$.rules[0].phase"),
    ("rules.0.weight", 2, "$.rules[0].weight"),
    ("rules.9.options", {"most": "many"}, "$.rules[9].options.most"),
    ("rules.9.options", {"least": 3}, "it has most, few"),
    ("rules.0.options", {"least": 3}, "it has none"),
    ("rules.26.options", {"least": 0.5}, "is too low"),
    ("gates.0.rules", ["no_such_rule"], "rule 'no_such_rule' is not in this profile"),
    ("gates.0.thresholds", {"beauty": 1}, "$.gates[0].thresholds"),
    ("gates.1.name", "SRR", "already names the gate"),
]


@pytest.mark.requirement("R-43", "R-20", "WF-18")
@pytest.mark.parametrize(
    ("path", "value", "said"), MISTAKES, ids=[f"{path}={value!r:.20}" for path, value, _ in MISTAKES]
)
def test_a_mistake_in_a_profile_is_refused_with_file_path_and_fix(path: str, value: object, said: str) -> None:
    with pytest.raises(InvalidCommand) as caught:
        load_profile(mistake(path, value), source="team.json")
    assert caught.value.message.startswith("team.json: ")
    assert said in caught.value.message


@pytest.mark.requirement("R-43")
@pytest.mark.parametrize("content", [b"", b"{", b"[" * 100_000, b'{"format": "\xff"}', b"null"])
def test_what_is_no_profile_at_all_is_refused(content: bytes) -> None:
    with pytest.raises(InvalidCommand, match=r"^team\.json: "):
        load_profile(content, source="team.json")


@pytest.mark.requirement("R-40")
def test_a_profile_has_a_largest_size() -> None:
    with pytest.raises(LimitExceeded):
        load_profile(b" " * (PROFILE_BYTES + 1))


@pytest.mark.requirement("K-25", "WF-07")
def test_a_rule_about_a_type_the_profile_lacks_is_refused() -> None:
    data = msgspec.json.encode(
        {
            "format": "graphwright-profile/1",
            "name": "small",
            "nodeTypes": [SYSTEMS["nodeTypes"][0]],
            "relations": [{**SYSTEMS["relations"][5], "pairs": [["*", "*"]]}],
            "rules": [{"id": "function_io", "phase": 2, "severity": "error"}],
        }
    )
    with pytest.raises(InvalidCommand, match="is about 'FUNC', which this profile lacks"):
        load_profile(data, source="small.json")


@pytest.mark.requirement("K-25", "WF-07")
def test_a_gate_that_measures_a_type_the_profile_lacks_is_refused() -> None:
    data = msgspec.json.encode(
        {
            "format": "graphwright-profile/1",
            "name": "small",
            "nodeTypes": [SYSTEMS["nodeTypes"][0]],
            "relations": [{**SYSTEMS["relations"][5], "pairs": [["*", "*"]]}],
            "gates": [{**SYSTEMS["gates"][0], "rules": []}],
        }
    )
    with pytest.raises(InvalidCommand, match="gate 'SRR' measures 'REQ', which this profile lacks"):
        load_profile(data, source="small.json")


def test_an_unknown_shipped_profile_is_not_found() -> None:
    with pytest.raises(NotFound, match="shipped are procedure, systems, workflow"):
        load_profile("../systems")


@pytest.mark.requirement("R-43")
def test_every_kind_of_attribute_knows_its_values_and_says_what_it_expects() -> None:
    kinds: list[tuple[AttributeType, list[str]]] = [
        ("text", []), ("number", []), ("boolean", []), ("choice", ["a", "b"]), ("json", []),
    ]  # fmt: skip
    told = {
        (type_, repr(value)): (fits(attribute, value), words_of(expected(attribute), "en"))
        for type_, options in kinds
        for attribute in [Attribute(name="x", type=type_, options=options)]
        for value in ("a", 1, True)
    }
    assert told == {
        ("text", "'a'"): (True, "text"), ("text", "1"): (False, "text"), ("text", "True"): (False, "text"),
        ("number", "'a'"): (False, "a number"), ("number", "1"): (True, "a number"), ("number", "True"): (False, "a number"),
        ("boolean", "'a'"): (False, "true or false"), ("boolean", "1"): (False, "true or false"), ("boolean", "True"): (True, "true or false"),
        ("choice", "'a'"): (True, "one of a, b"), ("choice", "1"): (False, "one of a, b"), ("choice", "True"): (False, "one of a, b"),
        ("json", "'a'"): (True, "JSON, written as text"), ("json", "1"): (False, "JSON, written as text"), ("json", "True"): (False, "JSON, written as text"),
    }  # fmt: skip
