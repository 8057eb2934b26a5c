"""What a language model is sent of a large model: never more than the budget, whatever is said, selected or chosen."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from graphwright.context.tokens import tokenizer
from graphwright.llm.base import ModelRequest
from graphwright.llm.testing import ScriptedModel
from graphwright.operations.commit import Submission
from graphwright.operations.plan import IMPORT_OPERATIONS
from graphwright.protocol.base import JsonValue
from graphwright.protocol.canvas import CanvasState, ChatView, ContextMode, Filters, PendingEdit, Selection, TableView
from graphwright.protocol.ids import EdgeId, MessageId, NodeId, OperationId, Ref, ThreadId
from graphwright.protocol.operations import ChangeSet, EdgeCreate, NodeCreate, NodeSet, NodeUpdate, Operation
from graphwright.protocol.wire import encode
from graphwright.threads import posted
from graphwright.turns.workflow import WorkflowRequest
from tests.places import ANA, Table
from tests.stories.stage import Stage, stage

NODES = 10_010
BUDGET = 8_000
"""Tokens, by the setting `context_tokens`."""
AROUND = 2_500
"""Tokens of a message beside the model: its words, the project, what the screen shows, what was found."""
MODES: tuple[ContextMode | None, ...] = (None, "full", "visible", "selected", "changed", "minimal")


def plant(count: int) -> list[Operation]:
    """Jobs in a row, one function in ten of which a module carries."""
    nodes = [
        NodeCreate(
            id=OperationId(f"n{n}"),
            temp_id=f"t{n}",
            node_type="MOD" if n % 10 == 0 else "FUNC",
            name=f"Part{n}",
            descr=f"Does job {n} of the plant",
        )
        for n in range(1, count + 1)
    ]
    edges = [
        EdgeCreate(id=OperationId(f"e{n}"), edge_type="relation", source=Ref(f"t{n}"), target=Ref(f"t{n + 1}"))
        for n in range(1, count)
    ]
    return [*nodes, *edges]


async def large(count: int = NODES, operations: Sequence[Operation] | None = None) -> tuple[Stage, ScriptedModel]:
    """A project with a large model, and a language model that has nothing to say about it."""
    model = ScriptedModel(*["Nothing to do."] * 40)
    place = await stage(model)
    await place.open_project.committer.submit(
        Submission(
            change_set=ChangeSet(base_revision=0, operations=list(operations or plant(count))),
            author=ANA,
            origin="import",
            importing=True,
            limit=IMPORT_OPERATIONS,
        )
    )
    return place, model


async def sent(
    place: Stage,
    model: ScriptedModel,
    text: str,
    *,
    workflow: str = "build",
    mode: ContextMode | None = None,
    canvas: CanvasState | None = None,
) -> ModelRequest:
    """The first request that a message leads to."""
    message, events = posted(
        text, author=ANA, thread_id=None, ids=place.workbench.ids, clock=place.workbench.clock, parent=None
    )
    request = WorkflowRequest(
        text=text, message_id=message.message_id, thread_id=message.thread_id, canvas=canvas, context_mode=mode
    )
    before = len(model.requests)
    run_id = await place.open_project.engine.start(
        workflow, request, author=ANA, question=text, thread_id=message.thread_id, before=events
    )
    await place.open_project.engine.settled(run_id)
    return model.requests[before]


def of_the_model(request: ModelRequest) -> str:
    """The blocks that show the model: itself, or its names and a part of it."""
    blocks = [block.text for block in request.system if block.label in {"graph", "names"}]
    parts = re.findall(r'<data-\w+ label="(?:graph|parts)">.*?</data-\w+>', request.messages[-1].text, re.DOTALL)
    return "\n".join([*blocks, *parts])


def exactly(text: str) -> int:
    return sum(tokenizer().count(f"{line}\n") for line in text.splitlines())


@pytest.mark.slow
@pytest.mark.requirement("Z-01")
async def test_every_workflow_sends_at_most_the_budget_of_a_large_model_in_every_mode():
    place, model = await large()
    everything = CanvasState(selection=Selection(nodes=list(place.open_project.project.graph.nodes)))
    for workflow in ("build", "ask", "investigate", "discuss"):
        for mode in MODES:
            for canvas in (None, everything):
                request = await sent(place, model, "Rename Part700", workflow=workflow, mode=mode, canvas=canvas)
                how = f"{workflow}, {mode}, {'everything' if canvas else 'nothing'} selected"
                assert exactly(of_the_model(request)) <= BUDGET, how
                message = request.messages[-1].text
                assert exactly(message) <= exactly(of_the_model(request)) + AROUND, how


@pytest.mark.requirement("Z-01")
async def test_a_hub_with_thousands_of_edges_keeps_to_the_budget_too():
    spokes = [
        EdgeCreate(id=OperationId(f"s{n}"), edge_type="relation", source=Ref("t1"), target=Ref(f"t{n}"))
        for n in range(3, 3_001)
    ]
    place, model = await large(operations=[*plant(3_000), *spokes])
    hub = place.open_project.project.graph.find("FN1")[0]

    for mode in (None, "selected"):
        canvas = CanvasState(selection=Selection(nodes=[hub]))
        request = await sent(place, model, "Rename this", mode=mode, canvas=canvas)
        assert "FN1 Part1: Does job 1 of the plant" in of_the_model(request)
        assert exactly(of_the_model(request)) <= BUDGET


@pytest.mark.requirement("Z-01")
async def test_few_nodes_with_long_texts_are_not_sent_whole_either():
    wordy = [
        NodeCreate(
            id=OperationId(f"n{n}"),
            temp_id=f"t{n}",
            node_type="FUNC",
            name=f"Part{n}",
            descr=f"Does job {n}: {'it weighs, it counts and it packs; ' * 14}",
        )
        for n in range(1, 151)
    ]
    place, model = await large(operations=wordy)

    request = await sent(place, model, "Rename Part70")

    assert [block.label for block in request.system] == ["frame", "ontology", "names", "instructions"]
    assert "FN70 Part70: Does job 70" in request.messages[-1].text
    assert exactly(of_the_model(request)) <= BUDGET


@pytest.mark.requirement("Z-02")
@pytest.mark.parametrize("workflow", ["build", "ask"])
async def test_what_was_chosen_is_cut_to_what_the_words_are_about_and_says_so(workflow: str):
    place, model = await large()
    modules = CanvasState(filters=Filters(node_types=["MOD"]))

    request = await sent(place, model, "Rename Part700", workflow=workflow, mode="visible", canvas=modules)

    shown = of_the_model(request)
    assert re.search(r"Cut to 8,000 tokens: [\d,]+ of 1,001 nodes that are visible", shown)
    assert "MD70 Part700: Does job 700 of the plant" in shown
    assert "FN1 Part1: Does job 1 of the plant" not in shown, "it is not visible"


@pytest.mark.requirement("Z-164")
async def test_a_question_about_a_large_model_is_given_its_main_parts_with_ids_that_may_be_cited():
    halls = [
        NodeCreate(id=OperationId(f"h{n}"), temp_id=f"h{n}", node_type="MOD", name=f"Hall{n}", descr=f"Packs crate {n}")
        for n in (1, 2)
    ]
    inside = [
        EdgeCreate(
            id=OperationId(f"i{n}"), edge_type="compose", source=Ref("h1" if n <= 4_000 else "h2"), target=Ref(f"t{n}")
        )
        for n in range(10, NODES, 10)
    ]
    place, model = await large(operations=[*halls, *plant(NODES), *inside])

    request = await sent(place, model, "What are the main parts of it?", workflow="ask")

    (told,) = re.findall(r'label="parts">\n(.*?)</data', request.messages[-1].text, re.DOTALL)
    heading, *lines = told.splitlines()
    assert heading.startswith("Main parts: ")
    assert [re.sub(r"(MD\d+ Part\d+, ){11}MD\d+ Part\d+", "twelve", line) for line in lines] == [
        "MD2 Hall2: Packs crate 2; holds 5402 FUNC, 600 MOD; made of twelve and 588 more; related to MD1 (1)",
        "MD1 Hall1: Packs crate 1; holds 3601 FUNC, 400 MOD; made of twelve and 388 more; related to MD2 (1)",
        "7 elements belong to none of them",
    ]
    assert exactly(of_the_model(request)) <= BUDGET


@pytest.mark.requirement("Z-02")
async def test_of_a_large_selection_what_the_words_are_about_is_shown_first():
    place, model = await large()
    functions = [node.node_id for node in place.open_project.project.graph.of_type("FUNC")]
    canvas = CanvasState(selection=Selection(nodes=functions))

    request = await sent(place, model, "Rename Part8999", canvas=canvas)

    assert "Part8999: Does job 8999 of the plant" in request.messages[-1].text


@pytest.mark.requirement("Z-02")
async def test_a_part_that_fits_is_shown_as_it_was_chosen():
    place, model = await large()
    graph = place.open_project.project.graph
    few = CanvasState(selection=Selection(nodes=graph.find("FN5") + graph.find("FN7")))

    request = await sent(place, model, "Rename these", mode="selected", canvas=few)

    shown = of_the_model(request)
    assert "FN5 Part5: Does job 5 of the plant" in shown
    assert "FN7 Part7: Does job 7 of the plant" in shown
    assert "Cut to" not in shown


@pytest.mark.requirement("Z-01")
async def test_news_of_a_large_change_keep_to_a_part_of_the_budget_and_are_the_newest():
    place, model = await large(300)
    await place.say("Begin with the plant, please")
    store, project_id = place.workbench.store, place.open_project.project.project_id
    thread = ThreadId((await store.documents(project_id, "thread"))[-1].id)
    graph = place.open_project.project.graph
    wordy = [
        NodeUpdate(id=OperationId(f"u{n}"), ref=Ref(f"FN{n}"), set=NodeSet(descr=f"Does job {n} {'and more ' * 50}"))
        for n in [int(node.semantic_id[-3:]) for node in list(graph.of_type("FUNC"))[:250]]
    ]
    await Table(place.open_project.project).apply(wordy)

    await place.say("Update what is affected by the latest changes", thread=thread)

    (news,) = re.findall(r'label="changed">\n(.*?)</data', model.requests[-1].messages[-1].text, re.DOTALL)
    assert re.match(r"\d+ earlier changes are left out\n", news)
    assert wordy[-1].ref.removeprefix("FN") in news
    assert exactly(news) < 2_500


@pytest.mark.requirement("Z-03")
async def test_a_canvas_state_of_any_size_is_accepted_and_what_it_lists_is_counted():
    place, model = await large(300)
    node_ids = list(place.open_project.project.graph.nodes)
    long: JsonValue = "long " * 4_000
    canvas = CanvasState(
        filters=Filters(node_types=["FUNC", *(f"T{n}" for n in range(5_000))], relation_types=["x" * 100_000]),
        selection=Selection(nodes=[*node_ids, NodeId("gone")], edges=[EdgeId(f"e{n}") for n in range(5_000)]),
        pending=[PendingEdit(node_id=node_ids[n % 300], field="descr", value=long) for n in range(100)],
        chat=ChatView(messages=[MessageId(f"m{n}") for n in range(5_000)]),
        table=TableView(rows=[*node_ids] * 20, total=6_000, search="y" * 100_000, sort="z" * 100_000),
        active="table",
    )

    for mode in MODES:
        for workflow in ("build", "ask"):
            request = await sent(place, model, "Rename Part7", workflow=workflow, mode=mode, canvas=canvas)
            assert exactly(request.messages[-1].text) < BUDGET + 2 * AROUND + 5_000
    text = model.requests[-1].messages[-1].text
    assert "250 more" in text, "of the selected names"
    assert "Not sent yet: 80 more edits" in text


@pytest.mark.requirement("Z-03")
async def test_a_step_keeps_little_of_a_model_that_is_chosen_whole():
    place, model = await large()

    await sent(place, model, "Rename Part700", mode="full")

    store, project_id = place.workbench.store, place.open_project.project.project_id
    sizes = [len(entry.body) async for entry in store.read(project_id) if b"Part700" in entry.body]
    assert max(sizes[1:]) < 200_000
    assert len(encode(model.requests[-1])) < 100_000
