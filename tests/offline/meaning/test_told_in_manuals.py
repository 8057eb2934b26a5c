"""How manuals, tutorials and people in interviews put it: relatives, conditions, stages, records, words taken back."""

from __future__ import annotations

import pytest

from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation
from graphwright.protocol.operations import EdgeCreate, EdgeDelete, NodeCreate
from tests.offline.documented import model_of

NOTHING = "## Nodes\n\n## Edges\n"
TYRES = """## Nodes
Line|SYS|Line.SY.001|c
Inspect tyre|FUNC|InspectTyre.FN.001|c
Wash tyre|FUNC|WashTyre.FN.002|c

## Edges
"""
VOTES = """## Nodes
Voter|ACTOR|Voter.AC.001|c
Cast ballot|UC|CastBallot.UC.001|c

## Edges
Voter.AC.001 -rl-> CastBallot.UC.001
"""


def changed(text: str, graph: Graph) -> Change:
    found = understand(text, Situation(graph, NodeIndex(graph), findings_of=list))
    assert isinstance(found, Change), found
    return found


def made(text: str, model: str = NOTHING) -> set[tuple[str, str]]:
    """Types and names of what is made, without flows and chains."""
    new = [each for each in changed(text, model_of(model)).operations if isinstance(each, NodeCreate)]
    return {(each.node_type, each.name) for each in new if each.node_type not in {"FLOW", "FCHAIN"}}


@pytest.mark.requirement("U-515")
@pytest.mark.parametrize(
    ("said", "doer"),
    [
        ("The lookout, no, sorry, the helmsman steers the ship and records the course.", "Helmsman"),
        ("Der Koch, nein, Moment, der Bäcker knetet den Teig.", "Bäcker"),
        ("Le cuisinier, non, pardon, le boulanger pétrit la pâte.", "Boulanger"),
        ("Den Brief stempelt der Bote, nein, die Sekretärin stempelt ihn.", "Sekretärin"),
    ],
)
def test_who_is_taken_back_takes_no_part(said: str, doer: str):
    actors = {name for node_type, name in made(said) if node_type == "ACTOR"}

    assert doer in actors
    assert actors.isdisjoint({"Lookout", "Koch", "Moment", "Cuisinier", "Bote"})


@pytest.mark.requirement("U-516")
def test_what_a_condition_names_comes_first_and_the_alternative_goes_on_from_there_too():
    graph = model_of(TYRES)
    said = "If the inspection reveals a crack, the tyre is scrapped; otherwise it is polished."
    operations = changed(said, graph).operations
    edges = [(str(each.source), str(each.target)) for each in operations if isinstance(each, EdgeCreate)]
    names = {str(each.semantic_id): each.name for each in operations if isinstance(each, NodeCreate)}
    inspected = str(next(each.semantic_id for each in graph.nodes.values() if each.name == "Inspect tyre"))
    ids = {str(each.node_id) for each in graph.nodes.values() if each.name == "Inspect tyre"} | {inspected}
    results = {target for source, target in edges if source in ids}

    assert {names[target] for source, target in edges if source in results} == {"Scrap tyre", "Polish tyre"}


@pytest.mark.requirement("U-516")
def test_a_limit_takes_nothing_away():
    operations = changed("A voter shall not be able to cast more than one ballot.", model_of(VOTES)).operations

    assert [each.node_type for each in operations if isinstance(each, NodeCreate)] == ["REQ"]
    assert not any(isinstance(each, EdgeDelete) for each in operations)


@pytest.mark.requirement("U-517")
@pytest.mark.parametrize(
    ("said", "people"),
    [
        ("We need a shop with which passengers buy tickets and inspectors check them.", {"Passengers", "Inspectors"}),
        ("Wir brauchen eine App, mit der Gäste Zimmer buchen und Putzkräfte Räume melden.", {"Gäste", "Putzkräfte"}),
        ("Parcels are sorted by size and delivered by courier.", {"Courier"}),
        ("Les colis sont triés par taille puis emballés.", set[str]()),
    ],
)
def test_each_user_does_their_own_and_a_measure_does_nothing(said: str, people: set[str]):
    assert {name for node_type, name in made(said) if node_type == "ACTOR"} == people


@pytest.mark.requirement("U-518")
@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Only when the guard has opened the gate does the driver unload the truck.", ("UC", "Unload truck")),
        ("The nurse weighs the patient first and only then does the doctor measure the pressure.", ("ACTOR", "Doctor")),
        ("We would also like the archivist to be able to lend a document.", ("UC", "Lend document")),
        ("What is still missing: the porter carries the bags.", ("ACTOR", "Porter")),
        ("Was noch fehlt: Der Gärtner gießt die Pflanzen jeden Abend.", ("UC", "Pflanzen gießen")),
        ("Der Disponent plant zusammen mit dem Fahrer die Tour.", ("UC", "Tour planen")),
        ("L'abonné emprunte un vélo à n'importe quelle borne.", ("UC", "Emprunter un vélo")),
        ("Le tourneur livre l'arbre au mécanicien, qui en a besoin pour réparer le moteur.", ("ACTOR", "Mécanicien")),
        ("Il nous faut aussi une pompe et un filtre dans le système d'arrosage.", ("SYS", "Système d'arrosage")),
    ],
)
def test_words_around_a_deed_are_read_plainly(said: str, told: tuple[str, str]):
    assert told in made(said)


@pytest.mark.requirement("U-518")
def test_what_asks_is_no_announcement():
    found = understand(
        "What is missing: tests or requirements?", Situation(model_of(VOTES), NodeIndex(model_of(VOTES)))
    )

    assert not isinstance(found, Change)


@pytest.mark.requirement("U-519")
@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Für jedes Paket wird ein Lieferschein mit den Feldern Nummer, Gewicht und Ziel angelegt.", {"Lieferschein"}),
        ("Chaque colis fait l'objet d'un bordereau contenant les champs numéro, poids et destination.", {"Bordereau"}),
        (
            "Die Briefe durchlaufen nacheinander Sortieren, Stempeln und Verteilen.",
            {"Sortieren", "Stempeln", "Verteilen"},
        ),
        ("Les colis passent successivement par le tri, le pesage et l'étiquetage.", {"Tri", "Pesage", "Étiquetage"}),
        ("Each part goes through milling, deburring and inspection in turn.", {"Milling", "Deburring", "Inspection"}),
    ],
)
def test_fields_make_a_record_and_stages_make_steps(said: str, told: set[str]):
    assert {name for _, name in made(said)} == told


@pytest.mark.requirement("U-519")
def test_parts_that_something_passes_in_turn_are_no_steps():
    said = "Jedes Paket durchläuft nacheinander die Waage, den Scanner und den Sortierer."

    assert made(said) == {("MOD", "Waage"), ("MOD", "Scanner"), ("MOD", "Sortierer")}
