"""Principles that hold for every clause, each in three languages and with words that no list has."""

from __future__ import annotations

import itertools

import pytest

from graphwright.grammar.read import read
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import Meant, means
from tests.graph.build import graph_of
from tests.offline.meaning.readings import made


def told(text: str) -> Meant:
    """What a message means for an empty model."""
    model = graph_of()
    return means(read(text), model, NodeIndex(model))


@pytest.mark.requirement("U-130")
@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("The skoobel folds the napkins.", "MOD Skoobel"),
        ("Das Pröbel faltet die Servietten.", "MOD Pröbel"),
        ("Le flourbin plie les serviettes.", "MOD Flourbin"),
    ],
)
def test_who_can_be_no_person_by_its_form_is_a_part(text, part):
    assert part in made(told(text))[0]


@pytest.mark.requirement("U-130")
@pytest.mark.parametrize(
    ("text", "part", "other"),
    [
        ("The waffle terminal reads the tag and the terminal prints the slip.", "MOD Waffle terminal", "Terminal"),
        ("Die Knetanlage mischt den Teig und die Anlage druckt den Zettel.", "MOD Knetanlage", "Anlage"),
        ("La borne fluviale lit la puce et la borne imprime le bon.", "MOD Borne fluviale", "Borne"),
    ],
)
def test_a_later_head_is_the_longer_name_that_was_said_before(text, part, other):
    nodes, _ = made(told(text))

    assert part in nodes
    assert not any(each.split(" ", 1)[1] == other for each in nodes)


@pytest.mark.requirement("U-131")
@pytest.mark.parametrize(
    ("text", "steps", "carried"),
    [
        (
            "First carding of the wool, then spinning by the jenny, finally dyeing of the yarn.",
            ["Carding of the wool", "Spinning", "Dyeing of the yarn"],
            "Jenny -allocate-> Spinning",
        ),
        (
            "Zunächst Entgratung der Gussteile, dann Beizung durch das Bad, schließlich Verpackung der Gussteile.",
            ["Entgratung der Gussteile", "Beizung", "Verpackung der Gussteile"],
            "Bad -allocate-> Beizung",
        ),
        (
            "Cardage de la laine, filage par le rouet, puis teinture du fil.",
            ["Cardage de la laine", "Filage", "Teinture du fil"],
            "Rouet -allocate-> Filage",
        ),
        ("Soaking, malting and kilning are the steps of the malthouse.", ["Soaking", "Malting", "Kilning"], None),
        ("Einweichen, keimen und darren sind die Schritte der Mälzerei.", ["Einweichen", "Keimen", "Darren"], None),
        (
            "Le trempage, la germination et le touraillage constituent les étapes du maltage.",
            ["Trempage", "Germination", "Touraillage"],
            None,
        ),
        ("Fulling is followed by napping and shearing.", ["Fulling", "Napping", "Shearing"], None),
        ("Le foulage est suivi du lainage et du tondage.", ["Foulage", "Lainage", "Tondage"], None),
        ("Auf die Walkung folgt die Rauung.", ["Walkung", "Rauung"], None),
    ],
)
def test_steps_told_in_nouns_are_functions_in_their_order(text, steps, carried):
    nodes, edges = made(told(text))

    assert {each for each in nodes if each.startswith("FUNC")} == {f"FUNC {each}" for each in steps}
    for before, after in itertools.pairwise(steps):
        assert any(each.startswith(f"{before} -io-> ") for each in edges)
        assert any(each.endswith(f" -io-> {after}") for each in edges)
    assert carried is None or carried in edges


@pytest.mark.requirement("U-132")
@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (
            "The fulling mill collects fleece data from all sheds, compresses them and passes them to the beacon.",
            ["Send fleece data", "Collect fleece data", "Compress fleece data", "Receive fleece data"],
        ),
        (
            "Die Walkmühle holt Vliesdaten aus allen Hallen, verdichtet sie und gibt sie an die Boje weiter.",
            ["Vliesdaten senden", "Vliesdaten holen", "Vliesdaten verdichten", "Vliesdaten empfangen"],
        ),
    ],
)
def test_a_flow_leads_only_where_it_was_said_to_lead(text, steps):
    nodes, edges = made(told(text))
    flows = [each.removeprefix("FLOW ") for each in nodes if each.startswith("FLOW ")]
    led = {
        (giver, taker)
        for flow in flows
        for giver in steps
        for taker in steps
        if {f"{giver} -io-> {flow}", f"{flow} -io-> {taker}"} <= edges
    }

    assert led == set(itertools.pairwise(steps))
    assert {each for each in nodes if each.startswith("FUNC ")} == {f"FUNC {each}" for each in steps}


@pytest.mark.requirement("U-132")
@pytest.mark.parametrize(
    ("text", "use_case", "function"),
    [
        ("The falconer receives the permit.", "UC Receive permit", "FUNC Send permit"),
        ("Der Falkner erhält den Jagdschein.", "UC Jagdschein erhalten", "FUNC Jagdschein senden"),
        ("La bergère reçoit le permis.", "UC Recevoir le permis", "FUNC Envoyer le permis"),
    ],
)
def test_who_only_gets_something_has_it_sent(text, use_case, function):
    assert {use_case, function} <= made(told(text))[0]


@pytest.mark.requirement("U-133")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I want a skoobel that folds the napkins.", {"SYS Skoobel", "FUNC Fold napkins"}),
        ("We are building a skoobel that folds the napkins.", {"SYS Skoobel", "FUNC Fold napkins"}),
        ("My system is a napkin station.", {"SYS Napkin station"}),
        ("Ich möchte ein Pröbel bauen, das die Servietten faltet.", {"SYS Pröbel", "FUNC Servietten falten"}),
        ("Mein System ist eine Faltstation.", {"SYS Faltstation"}),
        ("Je veux un flourbin qui plie les serviettes.", {"SYS Flourbin", "FUNC Plier les serviettes"}),
        ("Mon système est une borne à serviettes.", {"SYS Borne à serviettes"}),
    ],
)
def test_what_somebody_wants_to_build_is_the_system_of_an_empty_model(text, wanted):
    assert wanted <= made(told(text))[0]


@pytest.mark.requirement("U-133")
@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("There is a skoobel at the quay.", "MOD Skoobel"),
        ("We have a skoobel.", "MOD Skoobel"),
        ("Es gibt ein Pröbel am Kai.", "MOD Pröbel"),
        ("Wir haben ein Pröbel.", "MOD Pröbel"),
        ("Nous avons un flourbin.", "MOD Flourbin"),
    ],
)
def test_what_is_only_said_to_be_there_is_a_part(text, part):
    assert made(told(text)) == ({part}, set())


@pytest.mark.requirement("U-133")
@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("The skoobel belongs to the dryer.", "Dryer -compose-> Skoobel"),
        ("The skoobel is part of the dryer.", "Dryer -compose-> Skoobel"),
        ("Zum Trockner gehören ein Pröbel und ein Sieb.", "Trockner -compose-> Pröbel"),
        ("Le flourbin appartient au séchoir.", "Séchoir -compose-> Flourbin"),
    ],
)
def test_what_belongs_to_something_is_a_part_of_it(text, edge):
    assert edge in made(told(text))[1]


@pytest.mark.requirement("U-134")
@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("The skoobel is responsible for folding the napkins.", "Skoobel -allocate-> Fold napkins"),
        ("The dryer takes care of folding the napkins.", "Dryer -allocate-> Fold napkins"),
        ("The job of the dryer is folding the napkins.", "Dryer -allocate-> Fold napkins"),
        ("Der Trockner kümmert sich um die Ablage der Servietten.", "Trockner -allocate-> Ablage der Servietten"),
        ("Die Aufgabe des Trockners ist das Falten der Servietten.", "Trockner -allocate-> Falten der Servietten"),
        ("Le rôle du séchoir est de plier les serviettes.", "Séchoir -allocate-> Plier les serviettes"),
    ],
)
def test_a_task_is_a_function_of_who_has_it_and_nobody_is_called_a_job(text, edge):
    nodes, edges = made(told(text))

    assert edge in edges
    assert not any(word in each for each in nodes for word in ("job", "Aufgabe", "ôle", "care"))


@pytest.mark.requirement("U-135")
@pytest.mark.parametrize(
    ("text", "earlier", "later"),
    [
        ("Then the skoobel folds the napkins.", ["Skoobel", "Wash cloth"], "Fold napkins"),
        ("Danach faltet der Trockner die Servietten.", ["Trockner", "Tuch waschen"], "Servietten falten"),
        ("Ensuite le séchoir plie les serviettes.", ["Séchoir", "Laver le linge"], "Plier les serviettes"),
    ],
)
def test_a_later_message_goes_on_from_what_leads_nowhere_yet(text, earlier, later):
    system, function = earlier
    model = graph_of(f"{system}:SYS", f"{function}:FUNC", f"{system} -compose-> {function}")
    _, edges = made(means(read(text), model, NodeIndex(model)))

    assert any(each.startswith(f"{function} -io-> ") for each in edges)
    assert any(each.endswith(f" -io-> {later}") for each in edges)


@pytest.mark.requirement("U-132")
@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("The crane sorts the napkins with a gripper.", "Gripper -allocate-> Sort napkins"),
        ("Der Kran sortiert die Servietten mit einem Greifer.", "Greifer -allocate-> Servietten sortieren"),
        ("La grue trie les serviettes avec une pince.", "Pince -allocate-> Trier les serviettes"),
    ],
)
def test_what_a_part_does_something_with_carries_it_too(text, edge):
    assert edge in made(told(text))[1]


@pytest.mark.requirement("U-131")
def test_what_is_undergone_in_turn_is_a_process():
    _, edges = made(told("Die Walle durchläuft zuerst die Entfettung, dann die Walkung und zuletzt die Rauung."))

    assert {"Entfettung -io-> Ergebnis Entfettung", "Ergebnis Entfettung -io-> Walkung"} <= edges


@pytest.mark.requirement("U-79")
def test_what_one_is_held_to_is_a_requirement():
    nodes, _ = made(told("La teinturerie est tenue de garder chaque échantillon."))

    assert {each.split(" ", 1)[0] for each in nodes} == {"REQ"}


@pytest.mark.requirement("U-195")
@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("The pump controler reads the soil moisture.", "MOD Pump controler"),
        ("teh memeber pays the bill", "ACTOR Memeber"),
        ("Der Tauchrobotter filmt das Wrack.", "MOD Tauchrobotter"),
        ("Der Disponennt plant die Tour.", "ACTOR Disponennt"),
        ("La machinne lave les bols.", "MOD Machinne"),
    ],
)
def test_a_noun_with_one_slip_is_of_the_kind_of_the_word_that_was_meant(text, node):
    assert node in made(told(text))[0]


@pytest.mark.requirement("U-195")
def test_another_letter_makes_another_word():
    assert "ACTOR Chipper" not in made(told("The chipper polls the tank."))[0]


@pytest.mark.requirement("U-196")
@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("The chipper shreds the branches.", "MOD Chipper"),
        ("Der Entrinder schält den Stamm.", "MOD Entrinder"),
        ("Le circulateur pousse l'eau.", "MOD Circulateur"),
        ("Tax advisers can file returns.", "ACTOR Tax advisers"),
        ("Les zoneurs peuvent louer un vélo.", "ACTOR Zoneurs"),
        ("Le contrôleur de feux accorde la priorité.", "MOD Contrôleur de feux"),
        ("Le contrôleur scanne le billet.", "ACTOR Contrôleur"),
        ("Si la batterie baisse, le régulateur coupe la lampe.", "MOD Régulateur"),
        ("Le régulateur prend l'appel.", "ACTOR Régulateur"),
    ],
)
def test_what_a_noun_of_doing_is_shows_in_what_it_does(text, node):
    assert node in made(told(text))[0]
