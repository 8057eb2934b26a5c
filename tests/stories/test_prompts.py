"""What a language model is told in each story: enough of the model, the rules that count, and nothing twice."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from graphwright.context.history import whole_lines
from graphwright.context.instructions import ANSWERS
from graphwright.context.request_text import answers_of, request_of
from graphwright.context.tokens import tokenizer
from graphwright.languages import Language
from graphwright.llm.base import ModelRequest
from graphwright.llm.testing import ScriptedModel
from graphwright.protocol.canvas import CanvasState, Selection
from graphwright.protocol.ids import NodeId, ThreadId
from graphwright.protocol.runs import Form, FormField
from graphwright.protocol.threads import Thread
from graphwright.threads import posted
from graphwright.turns.preview import PromptPreview
from graphwright.turns.workflow import TurnQuestion, WorkflowRequest
from tests.places import ANA, BEN, Table
from tests.stories.stage import Stage, result_of, stage

SHOP = """<operations>
## Nodes
+ Shop|SYS|Shop.SY.001|Sells things
+ Check|FUNC|Check.FN.001|Checks an order and returns the result for the customer
+ Ship|FUNC|Ship.FN.002|Ships a parcel to the customer
## Edges
+ Shop.SY.001 -cp-> Check.FN.001, Ship.FN.002
</operations>"""


def sent(request: ModelRequest) -> str:
    """Everything that a model was sent, as one text."""
    return "\n".join([*(block.text for block in request.system), *(message.text for message in request.messages)])


async def shop(*answers: str, nodes: str = SHOP, **environment: str) -> tuple[Stage, ScriptedModel]:
    model = ScriptedModel(*answers)
    place = await stage(model, **environment)
    await Table(place.open_project.project).apply(nodes)
    return place, model


def many(count: int) -> str:
    lines = [f"+ Part{n}|FUNC|Part{n}.FN.{n:03d}|Does job {n} of the plant" for n in range(1, count + 1)]
    edges = [f"+ Part{n}.FN.{n:03d} -rl-> Part{n + 1}.FN.{n + 1:03d}" for n in range(1, count)]
    return "\n".join(["<operations>", "## Nodes", *lines, "## Edges", *edges, "</operations>"])


@pytest.mark.requirement("M-54", "B-37")
@pytest.mark.parametrize(
    "wish",
    [
        "Model how to return a parcel",
        "Add what customers need to explain a complaint",
        "Lege an, wie man eine Bestellung storniert, und erkläre es",
        "Ajoute ce qu'il faut pour expliquer un retour",
        "What are the functions of a shop? Add them.",
        "Ship it",
    ],
)
async def test_build_sees_the_whole_model_whatever_the_words_are(wish: str):
    place, model = await shop("Nothing to do.")

    await place.say(wish)

    (request,) = model.requests
    assert "FN2 Ship: Ships a parcel to the customer" in sent(request)
    assert [block.label for block in request.system] == ["frame", "ontology", "graph", "instructions"]


@pytest.mark.requirement("M-54")
async def test_of_a_large_model_build_sees_the_names_and_what_is_talked_about_within_its_budget():
    place, model = await shop("Done.", "Done.", nodes=many(900))

    await place.say("Rename Part700")
    await place.say("Rename Part7")

    first, second = model.requests
    assert [block.label for block in first.system] == ["frame", "ontology", "names", "instructions"]
    (names,) = [block.text for block in first.system if block.label == "names"]
    assert re.search(r"# FUNC: \d+ of 900\n", names)
    assert "FN700 Part700: Does job 700 of the plant" in first.messages[-1].text
    assert "FN699 rl FN700" in first.messages[-1].text, "edges that lead to it, too"
    assert first.system == second.system, "the same bytes for another wish on the same revision"
    shown = tokenizer().count(names) + tokenizer().count(first.messages[-1].text)
    assert 4_000 < shown < 8_600


@pytest.mark.requirement("M-54")
async def test_what_is_selected_in_a_large_model_is_shown_whole():
    place, model = await shop("Done.", nodes=many(300))
    node_id = place.open_project.project.graph.find("FN250")[0]

    await said(place, "Rename this", canvas=CanvasState(selection=Selection(nodes=[NodeId(node_id)])))

    assert "FN250 Part250: Does job 250 of the plant" in model.requests[0].messages[-1].text


@pytest.mark.requirement("M-54", "B-39")
async def test_what_has_changed_is_told_beside_the_model_and_never_in_its_place():
    place, model = await shop("One.", "Two.")
    await place.say("Begin with the shop, please")
    await Table(place.open_project.project).apply("<operations>\n## Nodes\n+ Pay|FUNC|Pay.FN.003|Pays\n</operations>")

    thread = await newest_thread(place)
    await place.say("Update what is affected by the latest changes", thread=thread)

    text = sent(model.requests[-1])
    assert "FN2 Ship: Ships a parcel to the customer" in text
    assert ' label="changed">' in text
    assert "+ Pay|FUNC|Pay.FN.003|Pays" in text


@pytest.mark.requirement("M-52")
@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("Fix the errors and warnings that the check shows.", True),
        ("Behebe bitte die Befunde der Prüfung", True),
        ("Corrige les erreurs du contrôle", True),
        ("Make the model pass PDR", True),
        ("Add a function that fixes bikes", False),
        ("Add a warning lamp", False),
    ],
)
async def test_who_asks_to_mend_what_the_check_shows_sends_it_along(wish: str, *, told: bool):
    place, model = await shop("Nothing to do.")
    await place.open_project.project.configure(phase=2)

    await place.say(wish)

    text = model.requests[0].messages[-1].text
    assert (' label="check">' in text) == told
    assert ("error function_io [FN1]: " in text) == told
    assert ("Review PDR: held up by" in text) == told


@pytest.mark.requirement("M-52")
async def test_what_only_a_later_phase_asks_for_is_listed_too_and_marked():
    """People see it in the check; a model that is shown none of it truthfully says that there is nothing to mend."""
    place, model = await shop("Nothing to do.")

    await place.say("Fix the errors and warnings that the check shows.")

    text = model.requests[0].messages[-1].text
    assert re.search(r"\nFindings: \d+, and [1-9]\d* of later phases\n", text)
    assert "error function_io (from phase 2 on) [FN1]: " in text


@pytest.mark.requirement("M-51", "D-50")
async def test_the_request_names_the_project_its_phase_and_what_may_be_done():
    place, model = await shop("One.")

    await place.say("Add a shelf")

    told = model.requests[0].messages[-1].text
    assert "Project shop\nPhase 1, ends with the review SRR\nWho asks may" in told
    assert "## Rules that count now, in phase 1" in sent(model.requests[0])


@pytest.mark.requirement("M-55", "T-06")
async def test_build_and_ask_share_everything_up_to_the_instructions_of_the_story():
    place, model = await shop("Built.", "Answered [FN1].")

    await place.say("Add a shelf, please")
    await said(place, "What does the shop do?", workflow="ask")

    build, ask = ("".join(f"{block.text}\n\n" for block in request.system) for request in model.requests)
    graph = model.requests[0].system[2].text
    assert build[: build.index(graph) + len(graph)] == ask[: ask.index(graph) + len(graph)]


@pytest.mark.requirement("M-56")
@pytest.mark.parametrize(
    ("before", "text", "answered_in"),
    [
        ("Wir bauen einen Kaffeeautomaten für Büros.", "mach daraus zwei Module", "Antworte auf Deutsch"),
        ("We are building a shop for bikes.", "zwei Module", "Answer in English"),
        ("Nous construisons une boutique pour les vélos.", "deux modules", "Réponds en français"),
        ("Wir bauen einen Kaffeeautomaten.", "Now add the milk for the coffee, please", "Answer in English"),
    ],
)
async def test_a_short_sentence_keeps_the_language_of_the_conversation(before: str, text: str, answered_in: str):
    place, model = await shop("Eins.", "Zwei.")
    await place.say(before)

    await place.say(text, thread=await newest_thread(place))

    assert answered_in in sent(model.requests[-1])


async def newest_thread(place: Stage) -> ThreadId:
    store, project_id = place.workbench.store, place.open_project.project.project_id
    return ThreadId((await store.documents(project_id, "thread"))[-1].id)


async def said(place: Stage, text: str, *, workflow: str = "build", canvas: CanvasState | None = None) -> None:
    """A message with a canvas or for another story; its run to the end."""
    question, events = posted(
        text, author=ANA, thread_id=None, ids=place.workbench.ids, clock=place.workbench.clock, parent=None
    )
    request = WorkflowRequest(text=text, message_id=question.message_id, thread_id=question.thread_id)
    run_id = await place.open_project.engine.start(
        workflow,
        replace(request, canvas=canvas),
        author=ANA,
        question=text,
        thread_id=question.thread_id,
        before=events,
    )
    state = await place.open_project.engine.settled(run_id)
    assert state.error is None, state.error


@pytest.mark.requirement("M-91")
async def test_the_history_holds_what_the_model_has_written_and_not_only_what_it_said():
    place, model = await shop(
        "I add a shelf.\n```format-e\n<operations>\n## Nodes\n+ Shelf|FUNC|Shelf.FN.009|Holds goods for the customer\n"
        "~ FN2|Ships at once\n## Edges\n+ SY1 -cp-> Shelf.FN.009\n</operations>\n```",
        "Nothing else.",
    )
    await place.say("Add a shelf, please")

    await place.say("Why did you do it like that?", thread=await newest_thread(place))

    (said_before,) = [message.text for message in model.requests[-1].messages if message.role == "assistant"]
    assert "I add a shelf." in said_before
    assert "+ Shelf|FUNC|Shelf.FN.003|Holds goods for the customer" in said_before, "with the id that it got"
    assert "~ FN2|Ships at once" in said_before
    assert "+ SY1 -cp-> FN3" in said_before
    assert "[applied to the model as revision 2]" in said_before


@pytest.mark.requirement("M-91")
async def test_the_history_tells_what_a_draft_was_mended_for():
    place, model = await shop(
        "```format-e\n<operations>\n## Edges\n+ FN1 -io-> FN2\n</operations>\n```",
        "```format-e\n<operations>\n## Nodes\n+ Shelf|FUNC|Shelf.FN.009|Holds goods for the customer\n</operations>\n```",
        "Nothing else.",
    )
    await place.say("Add a shelf, please")

    await place.say("What was wrong?", thread=await newest_thread(place))

    told = "\n".join(message.text for message in model.requests[-1].messages if message.role == "assistant")
    assert "[a draft had to be mended: " in told
    assert "io" in told.split("[a draft had to be mended: ")[1]


@pytest.mark.requirement("M-91", "D-67")
async def test_a_proposal_stands_in_the_history_with_its_lines_and_what_was_decided():
    place, model = await shop(
        "```format-e\n<operations>\n## Nodes\n~ FN2|Ships at once [name:Send]\n## Edges\n- SY1 -cp-> FN1\n</operations>\n```",
        "All right.",
    )
    project = place.open_project.project
    await project.configure(policy="review")
    run_id = await place.begin("Send at once, please")
    await place.open_project.engine.settled(run_id)
    (proposal,) = await place.open_project.proposals.all()
    await place.open_project.proposals.decide(
        proposal.proposal_id, digest=proposal.digest, decision="reject", person=ANA, feedback="Not now"
    )
    await place.open_project.engine.decided(proposal.proposal_id)
    await place.open_project.engine.settled(run_id)

    await place.say("And now?", thread=await newest_thread(place))

    told = "\n".join(message.text for message in model.requests[-1].messages if message.role == "assistant")
    assert "~ FN2|Ships at once [name:Send]" in told
    assert "- SY1 -cp-> FN1" in told
    assert "delete SY1 -compose-> FN1" in told or "delete Shop.SY.001 -compose-> Check.FN.001" in told
    assert "rejected by ana; feedback: Not now]" in told


@pytest.mark.requirement("M-91")
async def test_the_history_calls_things_as_they_are_called_now_and_marks_what_is_no_more():
    place, model = await shop(
        "I add a shelf.\n```format-e\n<operations>\n## Nodes\n+ Shelf|FUNC|Shelf.FN.009|Holds goods for the customer\n"
        "~ FN2|Ships at once\n## Edges\n+ SY1 -cp-> Shelf.FN.009\n+ FN1 -rl-> FN2\n</operations>\n```",
        "All right.",
    )
    await place.say("Add a shelf, please")
    table = Table(place.open_project.project)
    await table.apply(
        "<operations>\n## Nodes\n- Shelf.FN.003\n~ FN2|Ships tomorrow\n## Edges\n- FN1 -rl-> FN2\n</operations>"
    )

    await place.say("Why did you do it like that?", thread=await newest_thread(place))

    (said_before,) = [message.text for message in model.requests[-1].messages if message.role == "assistant"]
    assert said_before == (
        "I add a shelf.\n```format-e\n<operations>\n## Nodes\n+ Shelf|FUNC|Shelf.FN.003|Holds goods for the customer\n"
        "~ FN2|Ships at once\n## Edges\n+ FN1 -rl-> FN2\n+ SY1 -cp-> Shelf.FN.003\n</operations>\n```\n"
        "[removed since: Shelf.FN.003, FN1 -rl-> FN2]\n[changed since: FN2]\n[applied to the model as revision 2]"
    )


@pytest.mark.requirement("M-91")
async def test_the_history_of_a_proposal_names_what_was_removed_since_and_never_by_an_internal_id():
    place, model = await shop(
        "```format-e\n<operations>\n## Nodes\n~ FN2|Ships at once\n## Edges\n+ FN1 -rl-> FN2\n- SY1 -cp-> FN2\n"
        "</operations>\n```",
        "All right.",
    )
    run = await place.open_project.engine.settled(await place.begin("Send at once, please", policy="review"))
    await Table(place.open_project.project).apply("<operations>\n## Nodes\n- FN2\n</operations>")
    assert run.status == "waiting"

    await place.say("And now?", thread=await newest_thread(place))

    told = sent(model.requests[-1])
    assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}-7", told), "an internal id"
    assert "update Ship.FN.002, create FN1 -relation-> Ship.FN.002" in told
    assert "~ Ship.FN.002|Ships at once" in told


@pytest.mark.requirement("M-91")
def test_a_long_change_is_told_in_whole_lines():
    lines = ["+ One|FUNC|One.FN.001|Does one", "+ Two|FUNC|Two.FN.002|Does two", "+ Three|FUNC|Three.FN.003|Does three"]

    assert whole_lines(lines, 70) == [*lines[:2], "[1 more line]"]
    assert whole_lines(lines, 700) == lines


ASKS = """I can, but two things matter.

```questions
1. How long may a parcel lie? | 1 day | 1 week
- Who pays for it?
```
"""
ADDS = "```format-e\n<operations>\n## Nodes\n+ Shelf|FUNC|Shelf.FN.009|Holds goods for the customer\n</operations>\n```"


@pytest.mark.requirement("M-92")
async def test_build_asks_back_as_a_form_and_goes_on_with_what_people_answer():
    place, model = await shop(ASKS, f"As you say.\n{ADDS}")
    engine, project = place.open_project.engine, place.open_project.project
    run_id = await place.begin("Let parcels wait, please")
    waiting = await engine.settled(run_id)

    (wait,) = waiting.waits
    assert wait.form == Form(
        fields=[
            FormField(
                key="q1",
                label="How long may a parcel lie?",
                type="choice",
                required=False,
                options=["1 day", "1 week", "We don't know yet"],
            ),
            FormField(key="q2", label="Who pays for it?", type="text", required=False, options=["We don't know yet"]),
        ],
        who_may_answer="ask",
        assumption_on_skip="What is not answered the assistant decides, and says what it assumes.",
    )
    assert project.graph.revision == 1
    await engine.answer(run_id, wait.step_id, {"q1": "1 week", "q2": ""}, BEN)
    state = await engine.settled(run_id)

    told = model.requests[-1].messages[-1]
    assert (told.role, told.text) == (
        "user",
        "Answers to your questions:\n- How long may a parcel lie? 1 week\nWhat is not answered the assistant decides, and says what it assumes.",
    )
    # The words of somebody who may not build went into it, so a person looks first (decision ADR-09).
    assert [type(each).__name__ for each in state.waits] == ["Wait"]
    (proposal,) = await place.open_project.proposals.all()
    assert [type(each).__name__ for each in proposal.operations] == ["ProposedNodeCreate"]


@pytest.mark.requirement("M-92")
@pytest.mark.parametrize(
    ("language", "nobody", "left_open"),
    [
        ("en", "We don't know yet", "What nobody knows yet stays open: decide nothing that depends on it, and say "),
        ("de", "Das wissen wir noch nicht", "Was noch niemand weiß, bleibt offen: entscheide nichts, was davon "),
        ("fr", "Nous ne le savons pas encore", "Ce que personne ne sait encore reste ouvert : ne décide rien qui en "),
    ],
)
async def test_what_nobody_knows_yet_is_told_as_such_and_is_something_else_than_no_answer(
    language: Language, nobody: str, left_open: str
):
    place, model = await shop(ASKS, "Then I leave that open.")
    await place.open_project.project.configure(language=language)
    engine = place.open_project.engine
    run_id = await place.begin("...")
    (wait,) = (await engine.settled(run_id)).waits

    await engine.answer(run_id, wait.step_id, {"q1": "1 week", "q2": nobody}, ANA)
    await engine.settled(run_id)

    lines = model.requests[-1].messages[-1].text.splitlines()
    assert lines[0] == ANSWERS[language]
    assert lines[1:3] == ["- How long may a parcel lie? 1 week", f"- Who pays for it? {nobody}"]
    assert lines[3].startswith(left_open)
    assert len(lines) == 4, "nothing is left to the assistant"


@pytest.mark.requirement("M-92", "M-91")
async def test_who_answers_in_words_while_the_form_waits_is_understood():
    place, model = await shop(ASKS, "Then a week.")
    await place.open_project.engine.settled(await place.begin("Let parcels wait, please"))
    (thread,) = await place.open_project.project.read_all(Thread)

    await place.say("A week for the first, please", thread=thread.thread_id)

    told = [message.text for message in model.requests[-1].messages if message.role == "assistant"]
    assert told == [
        "I can, but two things matter.\n\n- How long may a parcel lie? | 1 day | 1 week\n- Who pays for it?"
    ]


@pytest.mark.requirement("M-92")
async def test_the_questions_of_an_answer_are_no_prose_and_beside_changes_they_stand_at_its_end():
    place, _ = await shop(f"Done so far.\n{ADDS}\n<questions>\nWho pays for it? | we | they\n</questions>")

    result = await place.say("Add a shelf, please")

    assert (result.outcome, result.answer) == ("applied", "Done so far.\n\n- Who pays for it? | we | they")


@pytest.mark.requirement("U-48")
async def test_answers_are_told_from_the_words_that_asked_for_something():
    place, model = await shop(ASKS, "Then a week.")
    run_id = await place.begin("Let parcels wait, please")
    (wait,) = (await place.open_project.engine.settled(run_id)).waits
    await place.open_project.engine.answer(run_id, wait.step_id, {"q1": "1 week", "q2": ""}, ANA)
    await place.open_project.engine.settled(run_id)

    asked = model.requests[-1]
    assert request_of(asked) == "Let parcels wait, please"
    assert answers_of(asked, ["How long may a parcel lie?", "Who pays for it?"]) == {
        "How long may a parcel lie?": "1 week"
    }


@pytest.mark.requirement("M-92")
async def test_a_model_that_asks_and_asks_is_heard_as_prose_in_the_end():
    place, model = await shop(ASKS, ASKS, ASKS)
    run_id = await place.begin("Let parcels wait, please")
    for _ in range(2):
        (wait,) = (await place.open_project.engine.settled(run_id)).waits
        await place.open_project.engine.answer(run_id, wait.step_id, None, ANA)
    state = await place.open_project.engine.settled(run_id)

    assert (len(model.requests), state.status) == (3, "completed")
    assert result_of(state).answer.count("I can, but two things matter.") == 3
    assert result_of(state).answer.endswith("- How long may a parcel lie? | 1 day | 1 week\n- Who pays for it?")


@pytest.mark.requirement("M-57")
async def test_a_model_with_little_room_is_told_of_few_tools_and_no_more_of_the_graph_than_fits():
    model = ScriptedModel("One [FN1].", "Two.", name="ollama:qwen3")
    place = await stage(model)
    await Table(place.open_project.project).apply(many(150))

    await said(place, "What does Part70 do?", workflow="ask")
    await said(place, "Rename Part70")

    ask, build = model.requests
    assert [tool.name for tool in ask.tools] == ["search_nodes", "explore_neighborhood", "read_node_detail"]
    assert [block.label for block in ask.system] == ["frame", "ontology", "instructions"]
    assert [block.label for block in build.system] == ["frame", "ontology", "names", "instructions"]
    assert "FN70 Part70: Does job 70 of the plant" in build.messages[-1].text
    assert tokenizer().count(sent(build)) < 4_096


@pytest.mark.requirement("M-60", "D-51")
async def test_what_the_next_message_sends_and_costs_is_told_before_it_is_sent():
    model = ScriptedModel("One.", name="anthropic:claude-sonnet-4-5")
    place = await stage(model)
    await Table(place.open_project.project).apply(SHOP)
    question = TurnQuestion(text="Add a shelf, please", thread_id=None)

    before = await place.open_project.preview.of(question, "build", ANA.person_id)
    await place.say("Add a shelf, please")
    after = await place.open_project.preview.of(question, "build", ANA.person_id)
    none = await place.open_project.preview.of(question, "discuss", ANA.person_id)

    assert isinstance(before, PromptPreview)
    assert isinstance(after, PromptPreview)
    assert none is None
    labels = ["frame", "ontology", "graph", "instructions", "canvas", "project", "request"]
    assert [section.label for section in before.sections] == labels
    assert [section.label for section in after.sections if section.is_cached] == labels[:4]
    assert (before.cached_share, before.cost_micros) == (0.0, 3 * before.tokens), "3 dollars a million tokens"
    assert 0.8 < after.cached_share < 1
    assert isinstance(after.cost_micros, int)
    assert after.cost_micros < 0.35 * 3 * after.tokens
    sent_tokens = tokenizer().count(sent(model.requests[0]))
    assert abs(sent_tokens - before.tokens) <= 0.05 * sent_tokens


@pytest.mark.requirement("M-60")
@pytest.mark.parametrize("text", ["\ud800", "a" * 1_500_000, " " * 300_000, "FN1 Check: checks\n" * 100_000, ""])
def test_counting_tokens_never_fails_and_long_texts_are_counted_by_samples(text: str):
    counted = tokenizer().count(text)
    exact = sum(tokenizer().count(text[at : at + 30_000]) for at in range(0, len(text), 30_000))
    assert abs(counted - exact) <= 0.1 * exact
