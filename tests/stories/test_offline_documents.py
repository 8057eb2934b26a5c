"""Documents without a language model: amounts that the model does not hold, and what the voices of a discussion read."""

from __future__ import annotations

import pytest

from graphwright.protocol.ids import RunId
from graphwright.protocol.wire import decode, encode
from graphwright.threads import posted
from graphwright.turns.workflow import WorkflowRequest, WorkflowResult
from tests.discussion.place import Sitting, offline_sitting
from tests.places import ANA, Table

RULES = {
    "rules.md": """# Rules

## Cellar
The storage tank is inspected twice a day. The cellar holds at most 14 barrels. Samples are kept for 30 days.

## Kabine
Die Kabine wird dreimal täglich kontrolliert. Jede Kabine fasst höchstens 8 Personen. Das Gebläse darf höchstens 70 dB \
laut sein.

## Bassin
Le bassin est contrôlé trois fois par jour. Le bassin accueille au plus 120 baigneurs. La pompe exige une tension d'au \
moins 230 volts et un courant d'au plus 16 A.
""",
    "note.txt": "I think samples should be kept for 60 days, not 30.\n",
}
MODEL = """<operations>
## Nodes
+ StorageTank|MOD|StorageTank.MD.001|Holds the beer
+ Cellar|MOD|Cellar.MD.002|Where it ripens
+ Kabine|MOD|Kabine.MD.003|Fährt
+ Gebläse|MOD|Geblaese.MD.004|Kühlt
+ Bassin|MOD|Bassin.MD.005|Plein d'eau
+ Pompe|MOD|Pompe.MD.006|Fait circuler l'eau
</operations>"""


async def place(*, with_documents: bool = True) -> Sitting:
    """A project with a model that holds no sizes, and the documents that do."""
    made = await offline_sitting()
    await made.stage.workbench.store.set_record("account", "owner", encode(ANA))  # who asks may look things up
    await Table(made.open_project.project).apply(MODEL)
    for name, text in RULES.items() if with_documents else ():
        await made.open_project.library.add(name, text.encode(), ANA)
    await made.open_project.library.settled()
    return made


async def answered(made: Sitting, text: str) -> str:
    """What the workflow *ask* answers."""
    base = made.stage
    question, events = posted(text, author=ANA, thread_id=None, ids=base.workbench.ids, clock=base.workbench.clock)
    request = WorkflowRequest(text=text, message_id=question.message_id, thread_id=question.thread_id)
    run_id: RunId = await base.open_project.engine.start(
        "ask", request, author=ANA, question=text, thread_id=question.thread_id, before=events
    )
    state = await base.open_project.engine.settled(run_id)
    return decode(bytes(state.result or b""), WorkflowResult).answer


@pytest.mark.requirement("M-132", "K-18")
@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How often is the storage tank inspected?", "inspected twice a day"),
        ("How many barrels may the cellar hold?", "at most 14 barrels"),
        ("Wie oft wird die Kabine kontrolliert?", "dreimal täglich"),
        ("Wie viele Personen fasst die Kabine?", "höchstens 8 Personen"),
        ("Wie laut darf das Gebläse sein?", "höchstens 70 dB"),
        ("Combien de fois par jour le bassin est-il contrôlé ?", "trois fois par jour"),
        ("Quelle tension exige la pompe ?", "au moins 230 volts"),
        ("Combien d'ampères faut-il à la pompe ?", "au plus 16 A"),
    ],
)
async def test_an_amount_that_the_model_does_not_hold_is_looked_up_in_the_documents(question, said):
    answer = await answered(await place(), question)
    assert said in answer
    assert not any(text in answer for text in ("no such size", "solche Größe", "telle grandeur"))
    assert said not in await answered(await place(with_documents=False), question)


@pytest.mark.requirement("M-132")
async def test_an_amount_of_another_kind_is_no_answer_and_a_requirement_of_the_model_comes_first():
    made = await place()
    assert "no such size" in await answered(made, "How heavy is the storage tank?")
    await Table(made.open_project.project).apply(
        "<operations>\n## Nodes\n+ Quiet|REQ|Quiet.RQ.001|Gebläse: höchstens 65 dB laut\n</operations>"
    )
    answer = await answered(made, "Wie laut darf das Gebläse sein?")
    assert answer.index("65 dB") < answer.index("70 dB")


@pytest.mark.requirement("M-134", "M-132")
async def test_two_documents_that_give_different_amounts_are_told_as_different():
    answer = await answered(await place(), "How long are samples kept?")
    assert [part for part in ("30 days", "60 days", "disagree") if part not in answer] == []


@pytest.mark.requirement("M-136", "K-18")
@pytest.mark.parametrize(
    ("topic", "said", "label"),
    [
        ("Should samples be kept for 30 or 60 days?", ["30 days", "60 days", "disagree"], "no language model"),
        ("Sollen mehr als 8 Personen in die Kabine?", ["höchstens 8 Personen"], "kein Sprachmodell"),
        ("Faut-il que le drapeau soit rouge ?", ["rouge"], "pas un modèle de langage"),
    ],
)
async def test_the_voices_read_the_documents_and_end_where_they_have_nothing_to_say(topic, said, label):
    made = await place()
    result = await made.held(topic, questions="leaveOpen")
    turns = [text for _, _, turn, text in await made.said() if turn is not None]

    assert [part for part in said if part not in "\n".join(turns)] == []
    assert sum(label in text for text in turns) == 1
    if not result.record.arguments:
        assert (result.reason, len(turns)) == ("noProgress", 3)


@pytest.mark.requirement("M-136")
async def test_a_topic_of_which_nothing_here_speaks_ends_after_one_round_and_asks_nobody():
    made = await place()
    result = await made.held("Should the flag be red?")
    assert (result.reason, result.record.rounds) == ("noProgress", 1)
    assert "only a person can decide" not in result.answer
