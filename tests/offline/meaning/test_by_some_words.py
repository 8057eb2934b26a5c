"""Functions that are named by some of their words, people who are only introduced, and clauses that name nobody."""

from __future__ import annotations

from itertools import pairwise

import pytest

from graphwright.grammar.read import read
from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import Meant, means
from tests.graph.build import graph_of

SORTING = {
    "en": ("Hall:SYS", "Weigh parcel:FUNC", "Read label:FUNC", "Sort parcels:FUNC"),
    "de": ("Halle:SYS", "Paket wiegen:FUNC", "Etikett lesen:FUNC", "Pakete sortieren:FUNC"),
    "fr": ("Hall:SYS", "Peser le colis:FUNC", "Lire l'étiquette:FUNC", "Trier les colis:FUNC"),
}
COUNTING = {
    "en": ("Ranger:ACTOR", "Count deer:FUNC", "Write report:FUNC", "Tally:FLOW"),
    "de": ("Förster:ACTOR", "Rehe zählen:FUNC", "Bericht schreiben:FUNC", "Tally:FLOW"),
    "fr": ("Garde:ACTOR", "Compter les cerfs:FUNC", "Écrire le rapport:FUNC", "Tally:FLOW"),
}


def told(text: str, *model: str) -> Meant:
    """What a message means for a small model."""
    graph = graph_of(*model)
    return means(read(text), graph, NodeIndex(graph))


def counted(language: str) -> tuple[str, ...]:
    """A model in which counting leads to the report."""
    nodes = COUNTING[language]
    first, second = (each.partition(":")[0] for each in nodes[1:3])
    return (*nodes, f"{first} -io-> Tally", f"Tally -io-> {second}")


def nodes(graph: Graph) -> set[str]:
    return {f"{each.node_type} {each.name}" for each in graph.nodes.values()}


def carried(graph: Graph) -> set[str]:
    """What carries what."""
    edges = (each for each in graph.edges.values() if each.edge_type == "allocate")
    return {f"{graph.nodes[each.source].name} > {graph.nodes[each.target].name}" for each in edges}


def ways(graph: Graph) -> set[str]:
    """Which function, or whom, what comes from, and where it goes."""
    flows = (each.node_id for each in graph.of_type("FLOW"))
    return {
        f"{one.name} > {other.name}"
        for flow in flows
        for one in graph.sources(flow, "io")
        for other in graph.targets(flow, "io")
    }


@pytest.mark.requirement("U-460")
@pytest.mark.parametrize(
    ("language", "text", "carries"),
    [
        (
            "en",
            "Put weighing on the scale and reading the label on the scanner.",
            {"Scale > Weigh parcel", "Scanner > Read label"},
        ),
        (
            "en",
            "Sorting is done by the carousel, weighing by the scale.",
            {"Carousel > Sort parcels", "Scale > Weigh parcel"},
        ),
        (
            "de",
            "Das Sortieren macht das Karussell, gewogen wird auf der Waage.",
            {"Karussell > Pakete sortieren", "Waage > Paket wiegen"},
        ),
        (
            "de",
            "Fürs Lesen des Etiketts nehmen wir einen Scanner, das Sortieren übernimmt ein Karussell.",
            {"Scanner > Etikett lesen", "Karussell > Pakete sortieren"},
        ),
        (
            "fr",
            "Le tri revient au carrousel et la pesée à la balance.",
            {"Carrousel > Trier les colis", "Balance > Peser le colis"},
        ),
        (
            "fr",
            "C'est le scanner qui lit l'étiquette, le tri est assuré par le carrousel.",
            {"Scanner > Lire l'étiquette", "Carrousel > Trier les colis"},
        ),
    ],
)
def test_parts_get_the_functions_that_a_sentence_gives_them_and_nothing_else_is_made(language, text, carries):
    meant = told(text, *SORTING[language])
    graph = meant.draft.graph

    assert carried(graph) == carries
    assert sum(graph.count(each) for each in ("FUNC", "ACTOR", "REQ")) == 3
    assert meant.proposes


@pytest.mark.requirement("U-460")
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Put weighing on the scale before the truck leaves."),
        ("en", "Weighing is not done by the scale."),
        ("de", "Gewogen wird von Hand."),
        ("de", "Das Sortieren macht der Lehrling."),
        ("fr", "Le tri ne revient pas au carrousel."),
        ("fr", "Le tri revient au facteur."),
    ],
)
def test_a_sentence_that_says_more_or_names_somebody_gives_no_part_anything(language, text):
    assert carried(told(text, *SORTING[language]).draft.graph) == set()


@pytest.mark.requirement("U-460")
@pytest.mark.parametrize(
    ("language", "text", "step"),
    [
        ("en", 'After the count, please insert a step "Check collars" that the ranger does.', "Check collars"),
        ("de", "Nach dem Zählen der Rehe kommt noch der Schritt „Gatter prüfen“, den macht der Förster.", "Gatter prüfen"),
        ("fr", "Insère l'étape « Vérifier l'enclos » après le comptage, c'est le garde qui s'en charge.", "Vérifier l'enclos"),
    ],
)  # fmt: skip
def test_a_step_stands_behind_the_function_that_a_noun_names_and_is_given_to_who_does_it(language, text, step):
    meant = told(text, *counted(language))
    first, second = (each.partition(":")[0] for each in COUNTING[language][1:3])
    somebody = COUNTING[language][0].partition(":")[0]

    assert {f"{first} > {step}", f"{step} > {second}", f"{somebody} > {step}"} <= ways(meant.draft.graph)
    assert f"{first} > {second}" not in ways(meant.draft.graph)
    assert meant.proposes


@pytest.mark.requirement("U-460")
@pytest.mark.parametrize(
    ("language", "text", "step"),
    [
        ("en", "add a step for checking the collars", "Check collars"),
        ("de", "bitte einen Schritt zum Prüfen der Gatter ergänzen", "Gatter prüfen"),
        ("fr", "ajoute une étape pour vérifier les colliers", "Vérifier les colliers"),
    ],
)
def test_a_step_is_called_by_what_it_is_for(language, text, step):
    assert f"FUNC {step}" in nodes(told(text, *counted(language)).draft.graph)


@pytest.mark.requirement("U-460")
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "we don't need the report any more, drop it"),
        ("de", "Das Schreiben kann weg."),
        ("fr", "Le rapport ne sert plus à rien, vire-moi cette étape"),
    ],
)
def test_what_goes_may_be_named_by_a_word_of_it_and_people_look_at_it_first(language, text):
    meant = told(text, *counted(language))

    assert [each.name for each in meant.draft.graph.of_type("FUNC")] == [COUNTING[language][1].partition(":")[0]]
    assert meant.proposes


@pytest.mark.requirement("U-461")
@pytest.mark.parametrize(
    ("text", "somebody", "deeds"),
    [
        ("There is also an usher, responsible for checking tickets and seating guests.", "Usher", 2),
        ("The dishwasher guy is missing: he washes the plates and stacks the trays.", "Dishwasher guy", 2),
        ("Es gibt auch eine Platzanweiserin, zuständig für das Kontrollieren der Karten.", "Platzanweiserin", 1),
        ("Der Platzwart ist dafür verantwortlich, die Gäste zu begrüßen und die Duschen zu putzen.", "Platzwart", 2),
        ("Il y a aussi une ouvreuse, chargée de contrôler les billets et de placer les spectateurs.", "Ouvreuse", 2),
        ("Il manque le plongeur : il lave la vaisselle et range les assiettes.", "Plongeur", 2),
    ],
)
def test_who_is_introduced_does_what_is_told_of_them(text, somebody, deeds):
    graph = told(text).draft.graph

    assert [each.name for each in graph.of_type("ACTOR")] == [somebody]
    assert graph.count("UC") == deeds


@pytest.mark.requirement("U-462")
@pytest.mark.parametrize(
    ("text", "somebody", "deeds"),
    [
        ("The sheets are washed, dried and ironed by the maid.", "Maid", 3),
        ("Die Laken werden vom Zimmermädchen gewaschen, getrocknet und gebügelt.", "Zimmermädchen", 3),
        ("Les draps sont lavés, séchés et repassés par la femme de chambre.", "Femme de chambre", 3),
        ("The sheets are washed in the machine and ironed by the maid.", "Maid", 1),
    ],
)
def test_who_does_one_of_several_things_that_are_done_in_a_row_does_all_unless_one_is_done_elsewhere(
    text, somebody, deeds
):
    graph = told(text).draft.graph

    assert [each.name for each in graph.of_type("ACTOR")] == [somebody]
    assert graph.count("UC") == deeds


@pytest.mark.requirement("U-462")
def test_a_clause_that_names_neither_doer_nor_thing_goes_on_with_the_thing_before_it():
    meant = told("Die Winzerin liest die Trauben. Gepresst wird im Keller.")

    assert "FUNC Trauben pressen" in nodes(meant.draft.graph)
    assert meant.proposes


@pytest.mark.requirement("U-463")
@pytest.mark.parametrize(
    ("text", "model"),
    [
        ("We need two tests for the stopping distance, a dry run and a wet run.", "Stopping distance"),
        ("Für den Anhalteweg brauchen wir zwei Tests, einen Test bei Regen und einen Test bei Frost.", "Anhalteweg"),
        ("Il faut deux tests pour la distance d'arrêt, un essai sur rail sec et un essai sur neige.", "Distance d'arrêt"),
    ],
)  # fmt: skip
def test_as_many_tests_as_are_counted_are_made_by_what_they_are_called(text, model):
    graph = told(text, f"{model}:REQ", "Brake:FUNC").draft.graph

    assert graph.count("TEST") == 2
    assert sum(each.edge_type == "verify" for each in graph.edges.values()) == 2


@pytest.mark.requirement("U-463")
def test_two_neighbours_in_a_chain_change_places_and_the_others_stay_beside_them():
    steps = ("Cook:FUNC", "Season:FUNC", "Taste:FUNC", "Serve:FUNC")
    flows = ("A:FLOW", "B:FLOW", "C:FLOW")
    names = [each.partition(":")[0] for each in steps]
    edges = [
        line
        for flow, (one, other) in zip("ABC", pairwise(names), strict=False)
        for line in (f"{one} -io-> {flow}", f"{flow} -io-> {other}")
    ]
    meant = told("Taste comes before Season.", *steps, *flows, *edges)

    assert ways(meant.draft.graph) == {"Cook > Taste", "Taste > Season", "Season > Serve"}
    assert meant.proposes
