"""A small model that questions are asked of: an oven line of a bakery, with something missing in it."""

from __future__ import annotations

from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.questions.asking import answer
from graphwright.offline.questions.telling import QuestionAnswer
from graphwright.protocol.graph import Node
from graphwright.text.language import language_of
from tests.offline.documented import model_of

BAKERY = """## Nodes
BakeryLine|SYS|BakeryLine.SY.001|The line from dough to shop.
Baker|ACTOR|Baker.AC.001|Starts the line.
Driver|ACTOR|Driver.AC.002|Takes the bread away.
Bake bread|UC|BakeBread.UC.001|Bread is made.
Clean oven|UC|CleanOven.UC.002|The oven is clean.
Kneading|MOD|Kneading.MD.001|The kneading machine.
Oven|MOD|Oven.MD.002|Bakes.
Burner|MOD|Burner.MD.003|Heats the oven.
Mix dough|FUNC|MixDough.FN.001|Mixes flour and water.
Shape loaves|FUNC|ShapeLoaves.FN.002|Makes loaves.
Bake loaves|FUNC|BakeLoaves.FN.003|Bakes them.
Count loaves|FUNC|CountLoaves.FN.004|Counts.
Dough|FLOW|Dough.FL.001|What was mixed.
Raw loaf|FLOW|RawLoaf.FL.002|Shaped, not baked.
Oven heat|REQ|OvenHeat.RQ.001|The oven shall reach 240 °C.
Loaf weight|REQ|LoafWeight.RQ.002|A loaf shall weigh at least 500 g.
Heat test|TEST|HeatTest.TS.001|Measures the heat.
Loaf data|SCHEMA|LoafData.SC.001|A loaf. [struct:"{\\"weight\\": \\"g\\", \\"baked\\": \\"time\\"}"]

## Edges
BakeryLine.SY.001 -cp-> Oven.MD.002
BakeryLine.SY.001 -cp-> Kneading.MD.001
Oven.MD.002 -cp-> Burner.MD.003
Kneading.MD.001 -al-> MixDough.FN.001
Kneading.MD.001 -al-> ShapeLoaves.FN.002
Oven.MD.002 -al-> BakeLoaves.FN.003
MixDough.FN.001 -io-> Dough.FL.001
Dough.FL.001 -io-> ShapeLoaves.FN.002
ShapeLoaves.FN.002 -io-> RawLoaf.FL.002
RawLoaf.FL.002 -io-> BakeLoaves.FN.003
BakeLoaves.FN.003 -st-> OvenHeat.RQ.001
OvenHeat.RQ.001 -vf-> HeatTest.TS.001
Baker.AC.001 -rl-> BakeBread.UC.001
RawLoaf.FL.002 -rl-> LoafData.SC.001
"""


def bakery() -> Graph:
    """The model, each time anew."""
    return model_of(BAKERY)


def reply(question: str, graph: Graph) -> QuestionAnswer:
    """The answer to a question that has one."""
    found = answer(question, language_of(question), graph, NodeIndex(graph))
    assert found is not None, question
    return found


def rows(found: QuestionAnswer, graph: Graph) -> set[str]:
    """The names of what an answer rests on, without what the question named itself."""
    anchors = {each for anchor in found.query.anchors for each in anchor}
    return {node.name for node in found.nodes if node.node_id not in anchors and _is_in(node, graph)}


def _is_in(node: Node, graph: Graph) -> bool:
    return node.node_id in graph.nodes
