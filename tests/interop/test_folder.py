"""A model in a folder: what its files look like, how they are read again, and what a merge makes of three sides."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from graphwright.errors import Refused
from graphwright.graph.document import Graph
from graphwright.interop.folder.merging import Keep, MergeResult, merge
from graphwright.interop.folder.reading import read_files
from graphwright.interop.folder.sides import side_of_files, side_of_graph
from graphwright.interop.folder.writing import files_of
from graphwright.protocol.operations import EdgeDelete, NodeCreate, NodeDelete, NodeSet, NodeUpdate, Problem
from tests.formats.models import hostile_graphs
from tests.interop.applying import applied, empty, graph_of

MODEL = """## Nodes
Place order|FCHAIN|PlaceOrder.FC.001|A customer orders.
Check order|FUNC|CheckOrder.FN.001|Checks it.\\nThen keeps it. [cost:3, owner:Ann]
Shop|MOD|Shop.MD.001|
## Edges
PlaceOrder.FC.001 -cp-> CheckOrder.FN.001
Shop.MD.001 -al-> CheckOrder.FN.001
"""
CHECK = "FUNC/CheckOrder.FN.001.gw"
SHOP = "MOD/Shop.MD.001.gw"


def encoded(files: dict[str, str]) -> dict[str, bytes]:
    return {path: text.encode() for path, text in files.items()}


def read(files: dict[str, str]):
    graph = empty()
    return side_of_files(read_files(encoded(files), graph.ontology), graph.ontology)


def side(graph: Graph):
    return side_of_graph(graph.nodes.values(), graph.edges.values(), graph.ontology)


def merged(files: dict[str, str], here: Graph, base: Graph | None = None, keep: Keep | None = None) -> MergeResult:
    return merge(None if base is None else side(base), read(files), side(here), keep)


@pytest.mark.requirement("X-75")
def test_each_node_is_a_file_with_the_edges_that_leave_it_and_one_attribute_on_a_line():
    files = files_of(graph_of(MODEL))

    assert [*files] == ["FCHAIN/PlaceOrder.FC.001.gw", CHECK, SHOP]
    assert files[CHECK].splitlines() == [
        "## Nodes",
        "Check order|FUNC|CheckOrder.FN.001|",
        "  Checks it.\\n",
        "  Then keeps it.",
        "  [cost:3,",
        "  owner:Ann]",
    ]
    assert files[SHOP].splitlines() == [
        "## Nodes",
        "Shop|MOD|Shop.MD.001|",
        "## Edges",
        "Shop.MD.001 -al-> CheckOrder.FN.001",
    ]


@pytest.mark.requirement("X-75")
@settings(max_examples=40)  # a graph is slow to draw
@given(graph=hostile_graphs())
def test_files_say_exactly_what_the_model_holds_whatever_its_texts_are(graph: Graph):
    found = merged(files_of(graph), graph)

    assert (found.operations, found.conflicts) == ([], [])


@pytest.mark.requirement("X-75")
def test_nodes_whose_files_would_be_one_on_some_disks_share_it():
    graph = graph_of("## Nodes\nA|FUNC|ReadIt.FN.001|\nB|FUNC|Readit.FN.001|\n")

    files = files_of(graph)

    assert [*files] == ["FUNC/ReadIt.FN.001.gw"]
    assert merged(files, graph).operations == []


@pytest.mark.requirement("X-76")
def test_every_problem_of_every_file_is_told_with_file_and_line():
    files = files_of(graph_of(MODEL)) | {
        "FUNC/Twice.gw": "## Nodes\nX|FUNC|CheckOrder.FN.001|again\n  in two lines\n# a remark\n",
        "UC/Torn.gw": "## Nodes\n<<<<<<< HEAD\nA|UC|Torn.UC.001|\n=======\nB|UC|Torn.UC.001|\n>>>>>>> other\n",
        "UC/Wild.gw": "## Edges\nPlaceOrder.FC.001 -cp-> Gone.FN.009\n",
    }

    with pytest.raises(Refused) as refused:
        read(files)

    assert [(each.path, each.code, each.case) for each in refused.value.problems if isinstance(each, Problem)] == [
        ("FUNC/Twice.gw:2", "duplicateRef", "twice"),
        ("FUNC/Twice.gw:4", "malformed", "folderRemark"),
        ("UC/Torn.gw:2", "malformed", "gitConflict"),
        ("UC/Torn.gw:4", "malformed", "gitConflict"),
        ("UC/Torn.gw:5", "duplicateRef", "twice"),
        ("UC/Torn.gw:6", "malformed", "gitConflict"),
        ("UC/Wild.gw:2", "unknownRef", "notListed"),
    ]


@pytest.mark.requirement("X-77")
def test_what_only_one_side_changed_holds_field_by_field():
    base, here = graph_of(MODEL), graph_of(MODEL)
    applied(here, [NodeUpdate(id="1", ref="CheckOrder.FN.001", set=NodeSet(attributes={"cost": 4}), unset=["owner"])])
    files = files_of(base)
    files[CHECK] = files[CHECK].replace("Then keeps it.", "Then files it.")

    found = merged(files, here, base)

    assert found.conflicts == []
    assert found.operations == [
        NodeUpdate(id="s1", ref="CheckOrder.FN.001", set=NodeSet(descr="Checks it.\nThen files it."))
    ]
    assert found.places == {"s1": f"{CHECK}:2"}


@pytest.mark.requirement("X-77")
@pytest.mark.parametrize(
    ("keep", "conflicts", "costs"),
    [(None, [(f"{CHECK}:2", "bothChanged", "cost", "3", "5", "4")], []), ("files", [], [5]), ("workbench", [], [])],
)
def test_a_field_that_both_changed_is_shown_with_both_values_until_somebody_says_whose_holds(keep, conflicts, costs):
    base, here = graph_of(MODEL), graph_of(MODEL)
    applied(here, [NodeUpdate(id="1", ref="CheckOrder.FN.001", set=NodeSet(attributes={"cost": 4}))])
    files = files_of(base)
    files[CHECK] = files[CHECK].replace("cost:3", "cost:5")

    found = merged(files, here, base, keep)

    told = [
        (each.path, each.case, *(each.values[name] for name in ("field", "before", "files", "workbench")))
        for each in found.conflicts
    ]
    assert told == conflicts
    changed = [each.set.attributes["cost"] for each in found.operations if isinstance(each, NodeUpdate)]
    assert keep is None or changed == costs


@pytest.mark.requirement("X-77")
def test_a_file_that_is_gone_deletes_its_node_once_both_had_it_and_never_the_first_time():
    base = graph_of(MODEL)
    files = files_of(base)
    del files[SHOP]

    again, first = merged(files, base, base), merged(files, base)

    assert [type(each) for each in again.operations] == [NodeDelete]
    assert again.places == {again.operations[0].id: SHOP}
    assert first.operations == []


@pytest.mark.requirement("X-77")
def test_an_edge_that_is_gone_from_a_file_is_deleted_and_its_nodes_stay():
    base = graph_of(MODEL)
    files = files_of(base)
    files[SHOP] = files[SHOP].split("## Edges")[0]

    assert [type(each) for each in merged(files, base, base).operations] == [EdgeDelete]


@pytest.mark.requirement("X-77")
@pytest.mark.parametrize(("keep", "case", "gone"), [(None, "filesGone", 0), ("files", None, 1), ("workbench", None, 0)])
def test_a_node_that_one_side_deleted_and_the_other_changed_is_a_conflict(keep, case, gone):
    base, here = graph_of(MODEL), graph_of(MODEL)
    applied(here, [NodeUpdate(id="1", ref="Shop.MD.001", set=NodeSet(descr="Sells."))])
    files = files_of(base)
    del files[SHOP]

    found = merged(files, here, base, keep)

    assert [each.case for each in found.conflicts] == ([case] if case else [])
    assert sum(isinstance(each, NodeDelete) for each in found.operations) == gone


@pytest.mark.requirement("X-77")
@pytest.mark.parametrize(("keep", "conflicts", "gone"), [(None, 1, 0), ("files", 0, 1), ("workbench", 0, 0)])
def test_an_edge_that_the_workbench_gave_to_a_deleted_node_is_not_lost_unseen(keep, conflicts, gone):
    here = graph_of(MODEL)
    base = graph_of(MODEL.replace("Shop.MD.001 -al-> CheckOrder.FN.001\n", ""))
    files = files_of(base)
    del files[SHOP]

    found = merged(files, here, base, keep)

    assert [each.case for each in found.conflicts] == ["edgeOfGone"] * conflicts
    assert sum(isinstance(each, NodeDelete) for each in found.operations) == gone


@pytest.mark.requirement("X-77")
def test_a_new_node_needs_no_id_and_an_edge_may_be_written_the_wrong_way_round():
    here = graph_of(MODEL)
    files = files_of(here) | {"notes.gw": "## Nodes\nPack order|FUNC||Packs.\n"}
    files[SHOP] = files[SHOP].replace("Shop.MD.001 -al-> CheckOrder.FN.001", "CheckOrder.FN.001 -al-> Shop.MD.001")

    found = merged(files, here, here)

    assert [(each.name, each.semantic_id) for each in found.operations if isinstance(each, NodeCreate)] == [
        ("Pack order", None)
    ]
    assert len(found.operations) == 1
