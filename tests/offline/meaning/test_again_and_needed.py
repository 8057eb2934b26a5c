"""Steps that happen again or are told anew, what is needed and where, and what is given to several at once."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import Meant, means
from graphwright.offline.understand import understand
from graphwright.offline.understood import ReadOnlyAnswer, Situation
from tests.graph.build import graph_of


def told(text: str, *model: str) -> Meant:
    """What a message means for a model."""
    graph = graph_of(*model)
    return means(read(text), graph, NodeIndex(graph))


def leads(meant: Meant) -> set[tuple[str, str]]:
    """Which function or actor hands something on to which."""
    graph = meant.draft.graph
    return {
        (source.name, target.name)
        for flow in graph.of_type("FLOW")
        for source in graph.sources(flow.node_id, "io")
        for target in graph.targets(flow.node_id, "io")
    }


def joined(graph: Graph, relation: str) -> set[tuple[str, str]]:
    """Whom a relation joins to whom; a chain is none of them."""
    edges = [each for each in graph.edges.values() if each.edge_type == relation]
    names = ((graph.nodes[each.source], graph.nodes[each.target]) for each in edges)
    return {(one.name, other.name) for one, other in names if "FCHAIN" not in {one.node_type, other.node_type}}


def named(meant: Meant, *types: str) -> set[str]:
    """What is there of some types afterwards."""
    return {each.name for each in meant.draft.graph.nodes.values() if each.node_type in types}


@pytest.mark.requirement("U-608")
@pytest.mark.parametrize(
    ("text", "back"),
    [
        (
            "The carpenter planes the board, measures it, and if it is too thick, planes it again.",
            ("Measure board", "Plane board"),
        ),
        (
            "The tuner tightens the string, plays it, and goes back to tightening until the pitch is right.",
            ("Play string", "Tighten string"),
        ),
        (
            "Der Tischler schleift die Platte, prüft sie und schleift sie erneut, wenn sie rau ist.",
            ("Platte prüfen", "Platte schleifen"),
        ),
        (
            "La machine remplit le sac, le pèse et recommence le remplissage tant que le poids est faux.",
            ("Peser le sac", "Remplir le sac"),
        ),
    ],
)
def test_what_is_done_again_leads_back_from_the_last_step(text, back):
    assert back in leads(told(text))


@pytest.mark.requirement("U-608")
def test_what_is_only_repeated_makes_no_function_and_keeps_until_when():
    meant = told("The lab assistant weighs the sample and repeats the weighing until two readings agree.")
    [function] = meant.draft.graph.of_type("FUNC")

    assert function.name == "Weigh sample"
    assert "two readings agree" in function.descr


@pytest.mark.requirement("U-608")
@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        (
            "First the cutter trims the panel, no, first the robot drills it and then the cutter trims it.",
            ("Drill panel", "Trim panel"),
            ("Trim panel", "Drill panel"),
        ),
        (
            "Erst wäscht der Gärtner das Gemüse, nein, erst sortiert er es und dann wäscht er es.",
            ("Gemüse sortieren", "Gemüse waschen"),
            ("Gemüse waschen", "Gemüse sortieren"),
        ),
    ],
)
def test_an_order_put_right_in_the_same_breath_holds_as_it_was_told_last(text, right, wrong):
    found = leads(told(text))

    assert right in found
    assert wrong not in found


@pytest.mark.requirement("U-608")
@pytest.mark.parametrize(
    ("text", "person", "deed"),
    [
        (
            "The tyres are dismounted, cleaned and, where worn, replaced by the mechanic.",
            "Mechanic",
            "Replace tyres",
        ),
        ("Every letter is opened, stamped and, if urgent, handed to the director.", "Director", "Open letter"),
        (
            "Die Reifen werden abgenommen, gereinigt und, wenn nötig, vom Mechaniker ersetzt.",
            "Mechaniker",
            "Reifen ersetzen",
        ),
    ],
)
def test_a_passive_goes_on_behind_a_condition(text, person, deed):
    meant = told(text)

    assert named(meant, "ACTOR") == {person}
    assert deed in named(meant, "FUNC")
    assert not named(meant, "MOD")


@pytest.mark.requirement("U-609")
@pytest.mark.parametrize(
    "text",
    [
        "To make cider, you have to wash the apples, crush them, press the pulp and ferment the juice.",
        "Um Most zu machen, muss man die Äpfel waschen, sie mahlen, den Brei pressen und den Saft vergären.",
        "Pour faire du cidre, il faut laver les pommes, les broyer, presser la pulpe et fermenter le jus.",
    ],
)
def test_what_must_be_done_in_a_row_to_get_something_is_steps(text):
    meant = told(text)

    assert not named(meant, "REQ")
    assert len(named(meant, "FUNC")) == len(leads(meant)) + 1 == 4


@pytest.mark.requirement("U-609")
@pytest.mark.parametrize(
    "text",
    [
        "The operator must close the valve, open the drain and log the time.",
        "Il faut respecter la norme, garder les preuves et informer l'autorité.",
    ],
)
def test_what_somebody_must_do_or_leads_to_nothing_binds(text):
    meant = told(text)

    assert len(named(meant, "REQ")) == 1
    assert not named(meant, "FUNC")


@pytest.mark.requirement("U-609")
@pytest.mark.parametrize(
    ("text", "kind", "wanted"),
    [
        ("As actors we need the pilot, the cook and the diver.", "ACTOR", {"Pilot", "Cook", "Diver"}),
        (
            "Als Module brauchen wir eine Winde, eine Bremse und ein Steuerpult.",
            "MOD",
            {"Winde", "Bremse", "Steuerpult"},
        ),
        ("Comme acteurs, il nous faut le régisseur et la souffleuse.", "ACTOR", {"Régisseur", "Souffleuse"}),
    ],
)
def test_what_is_needed_is_of_the_type_that_is_said(text, kind, wanted):
    meant = told(text)

    assert named(meant, kind) == wanted
    assert len(meant.draft.graph.nodes) == len(wanted)


@pytest.mark.requirement("U-609")
@pytest.mark.parametrize(
    ("text", "model", "wanted"),
    [
        (
            "We also need a horn and a radio in the lighthouse, plus a dimmer in the lamp.",
            ("Lighthouse:SYS", "Lamp:MOD", "Lighthouse -compose-> Lamp"),
            {("Lighthouse", "Horn"), ("Lighthouse", "Radio"), ("Lamp", "Dimmer"), ("Lighthouse", "Lamp")},
        ),
        (
            "Il faut encore un ascenseur dans la gare, plus une horloge sur le quai.",
            ("Gare:SYS", "Quai:MOD", "Gare -compose-> Quai"),
            {("Gare", "Ascenseur"), ("Quai", "Horloge"), ("Gare", "Quai")},
        ),
    ],
)
def test_what_is_needed_lies_in_the_place_that_is_told_behind_it(text, model, wanted):
    assert joined(told(text, *model).draft.graph, "compose") == wanted


@pytest.mark.requirement("U-610")
@pytest.mark.parametrize(
    ("text", "model", "part", "new"),
    [
        (
            "The lamp of the lighthouse consists of a bulb and two lenses.",
            ("Lighthouse:SYS", "Lamp:MOD", "Lighthouse -compose-> Lamp"),
            "Lamp",
            {"Bulb", "Lenses"},
        ),
        (
            "Der Behälter des Wasserturms besteht aus Mantel und Boden.",
            ("Wasserturm:SYS", "Behälter:MOD", "Wasserturm -compose-> Behälter"),
            "Behälter",
            {"Mantel", "Boden"},
        ),
        (
            "Le quai de la gare comprend un banc et une horloge.",
            ("Gare:SYS", "Quai:MOD", "Gare -compose-> Quai"),
            "Quai",
            {"Banc", "Horloge"},
        ),
    ],
)
def test_a_part_told_with_its_whole_is_the_part_of_the_model(text, model, part, new):
    meant = told(text, *model)

    assert named(meant, "MOD") == {part, *new}
    assert {(part, each) for each in new} <= joined(meant.draft.graph, "compose")


@pytest.mark.requirement("U-610")
def test_a_part_of_another_whole_is_another_part():
    model = ("Lighthouse:SYS", "Lamp:MOD", "Boat:MOD", "Lighthouse -compose-> Lamp")

    assert "Lamp of the boat" in named(told("The lamp of the boat contains a battery and a switch.", *model), "MOD")


@pytest.mark.requirement("U-610")
@pytest.mark.parametrize(
    ("text", "model", "wanted"),
    [
        (
            "Allocate fermenting the wash to the washback and distilling to the pot still.",
            ("Ferment wash:FUNC", "Distil wash:FUNC", "Washback:MOD", "Pot still:MOD"),
            {("Washback", "Ferment wash"), ("Pot still", "Distil wash")},
        ),
        (
            "Ordne „Stunde schlagen“ dem Schlagwerk zu und „Zeit anzeigen“ dem Zeigerwerk.",
            ("Stunde schlagen:FUNC", "Zeit anzeigen:FUNC", "Schlagwerk:MOD", "Zeigerwerk:MOD"),
            {("Schlagwerk", "Stunde schlagen"), ("Zeigerwerk", "Zeit anzeigen")},
        ),
        (
            "Alloue la pesée à la balance et le rangement au rayon.",
            ("Peser le riz:FUNC", "Ranger les sacs:FUNC", "Balance:MOD", "Rayon:MOD"),
            {("Balance", "Peser le riz"), ("Rayon", "Ranger les sacs")},
        ),
    ],
)
def test_several_functions_are_each_given_to_their_part(text, model, wanted):
    assert joined(told(text, *model).draft.graph, "allocate") == wanted


@pytest.mark.requirement("U-610")
def test_what_is_added_goes_to_the_host_that_is_told_behind_it():
    model = ("Bakery:SYS", "Oven:MOD", "Mixer:MOD", "Bakery -compose-> Oven", "Bakery -compose-> Mixer")
    found = joined(told("Add a timer to the oven and a bowl to the mixer.", *model).draft.graph, "compose")

    assert {("Oven", "Timer"), ("Mixer", "Bowl")} <= found
    assert ("Oven", "Bowl") not in found


@pytest.mark.requirement("U-610")
def test_an_actor_is_linked_to_a_function_by_what_it_asks_for_and_somebody_agrees():
    meant = told("Link Cashier to Weigh goods.", "Cashier:ACTOR", "Weigh goods:FUNC")

    assert leads(meant) == {("Cashier", "Weigh goods")}
    assert meant.proposes


@pytest.mark.requirement("U-611")
@pytest.mark.parametrize(
    ("text", "name", "value", "deed"),
    [
        ("The tank holds 300 litres and feeds the boiler.", "capacity", "300 litres", {"Feed boiler"}),
        ("The crane carries 500 kg.", "load", "500 kg", set[str]()),
        ("Der Tank fasst 300 Liter und speist den Kessel.", "Fassungsvermögen", "300 Liter", {"Kessel speisen"}),
        ("La grue porte 500 kg.", "charge", "500 kg", set[str]()),
    ],
)
def test_a_quantity_that_something_carries_or_holds_is_a_property(text, name, value, deed):
    meant = told(text)
    [part] = meant.draft.graph.of_type("MOD")

    assert part.attributes == {name: value}
    assert named(meant, "FUNC") == deed
    assert meant.proposes


@pytest.mark.requirement("U-611")
@pytest.mark.parametrize(
    ("text", "giver", "thing"),
    [
        ("Le planificateur a besoin des plans de l'architecte.", "Architecte", "Plans"),
        ("Le chauffeur reçoit de la gérante la liste des colis.", "Gérante", "Liste des colis"),
        ("Der Monteur benötigt den Schaltplan vom Planer.", "Planer", "Schaltplan"),
    ],
)
def test_from_whom_something_is_needed_gives_it(text, giver, thing):
    graph = told(text).draft.graph
    [node] = [each for each in graph.of_type("ACTOR") if each.name == giver]

    assert [each.name for each in graph.targets(node.node_id, "io")] == [thing]


@pytest.mark.requirement("U-611")
@pytest.mark.parametrize(
    ("text", "part"),
    [("The clay goes into the blunger.", "Blunger"), ("Danach kommt das Fell in den Walker.", "Walker")],
)
def test_what_something_goes_into_is_nobody(text, part):
    meant = told(text)

    assert part in named(meant, "MOD")
    assert not named(meant, "ACTOR")


@pytest.mark.requirement("U-612")
@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("How many assumptions are there?", "2 requirements"),
        ("How many constraints are there?", "1 requirement "),
        ("Wie viele Randbedingungen gibt es?", "1 Anforderung "),
        ("Combien de contraintes y a-t-il ?", "1 exigence "),
    ],
)
def test_what_only_a_value_of_an_attribute_names_is_counted(text, holds):
    graph = graph_of(
        "Mains voltage:REQ [category=Assumptions]", "Brake test:REQ [category=Assumptions]",
        "Weight limit:REQ [kind=constraint]", "Heat water:FUNC",
    )  # fmt: skip
    answer = understand(text, Situation(graph, NodeIndex(graph)))

    assert isinstance(answer, ReadOnlyAnswer)
    assert answer.text.startswith(holds)
