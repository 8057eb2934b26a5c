"""What people say beside the plain sentence: names in quotes, words they take back, wishes, fields, numbered rows."""

from __future__ import annotations

import pytest

from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from tests.offline.documented import model_of

BAKERY = """## Nodes
Anlage|SYS|Anlage.SY.001|c
Teig kneten|FUNC|TeigKneten.FN.001|c
Brot backen|FUNC|BrotBacken.FN.002|c
Teig|FLOW|Teig.FL.001|c

## Edges
TeigKneten.FN.001 -io-> Teig.FL.001
Teig.FL.001 -io-> BrotBacken.FN.002
"""
NOTHING = "## Nodes\n\n## Edges\n"


def changed(text: str, model: str = NOTHING) -> Change:
    graph = model_of(model)
    found = understand(text, Situation(graph, NodeIndex(graph), findings_of=list))
    assert isinstance(found, Change), found
    return found


def made(text: str, model: str = NOTHING) -> set[tuple[str, str]]:
    """Types and names of what is made, without flows and chains."""
    operations = changed(text, model).operations
    new = [each for each in operations if isinstance(each, NodeCreate)]
    return {(each.node_type, each.name) for each in new if each.node_type not in {"FLOW", "FCHAIN"}}


@pytest.mark.requirement("U-485")
@pytest.mark.parametrize(
    ("said", "doer", "deed"),
    [
        ("Le fromager sale les meules et le contrôleur vérifie la croûte.", "Contrôleur", "Vérifier la croûte"),
        ("Le laveur rince les bocaux.", "Laveur", "Rincer les bocaux"),
    ],
)
def test_who_may_be_somebody_is_supposed_to_be_and_that_is_told_and_only_proposed(said: str, doer: str, deed: str):
    assert {("ACTOR", doer), ("UC", deed)} <= made(said)
    assert changed(said).proposes
    assert doer in changed(said).text


@pytest.mark.requirement("U-485")
def test_a_device_that_is_called_more_is_not_supposed_to_be_somebody():
    graph = model_of(NOTHING)
    said = "Le contrôleur de feux ouvre le passage."
    found = understand(said, Situation(graph, NodeIndex(graph), findings_of=list))

    assert not isinstance(found, Change) or ("ACTOR", "Contrôleur de feux") not in made(said)


@pytest.mark.requirement("U-485")
@pytest.mark.parametrize(
    "said",
    ["Füge einen Begrenzer zur Anlage hinzu.", "Fügen wir noch einen Begrenzer zur Anlage hinzu."],
)
def test_what_is_added_to_a_part_is_one_also_where_we_order_it_ourselves(said: str):
    assert made(said, BAKERY) == {("MOD", "Begrenzer")}


@pytest.mark.requirement("U-486")
@pytest.mark.parametrize(
    ("said", "name", "edges"),
    [
        (
            "Wir brauchen noch einen Schritt „Laib formen“, und zwar nach dem Kneten.",
            "Laib formen",
            {"TeigKneten.FN.001", "BrotBacken.FN.002"},
        ),
        ("Nach dem Backen brauchen wir einen Schritt „Brot wiegen“.", "Brot wiegen", {"BrotBacken.FN.002"}),
        ("Wir brauchen noch einen Schritt Laib wiegen nach dem Backen.", "Laib wiegen", {"BrotBacken.FN.002"}),
        (
            "Es fehlt der Schritt „Laib formen“ zwischen dem Kneten und dem Backen.",
            "Laib formen",
            {"TeigKneten.FN.001", "BrotBacken.FN.002"},
        ),
    ],
)
def test_a_step_that_is_wished_for_by_its_name_stands_where_it_is_said(said: str, name: str, edges: set[str]):
    operations = changed(said, BAKERY).operations

    assert made(said, BAKERY) == {("FUNC", name)}
    ends = {end for each in operations if isinstance(each, EdgeCreate) for end in (each.source, each.target)}
    assert edges <= ends


@pytest.mark.requirement("U-486")
@pytest.mark.parametrize(
    ("said", "name", "deed"),
    [
        ("Leg einen Akteur „Konditor“ an; er verziert die Torten.", "Konditor", "Torten verzieren"),
        ("Leg einen Akteur Konditor an, der die Torten verziert.", "Konditor", "Torten verzieren"),
        ("Crée un acteur « Pâtissier » ; il décore les gâteaux.", "Pâtissier", "Décorer les gâteaux"),
        ('Create an actor "Confectioner"; he decorates the cakes.', "Confectioner", "Decorate cakes"),
    ],
)
def test_a_name_ends_with_its_quotation_marks_or_sign_and_what_is_told_behind_it_is_done(
    said: str, name: str, deed: str
):
    assert made(said) == {("ACTOR", name), ("UC", deed), ("FUNC", deed)}


@pytest.mark.requirement("U-487")
@pytest.mark.parametrize(
    ("said", "doer"),
    [
        ("Der Gärtner, nein, der Förster fällt die Bäume.", "Förster"),
        ("Le serveur, euh, le cuisinier découpe le poisson.", "Cuisinier"),
        ("The porter, sorry, the concierge stores the bags.", "Concierge"),
    ],
)
def test_who_is_taken_back_while_speaking_takes_no_part(said: str, doer: str):
    assert [name for node_type, name in made(said) if node_type == "ACTOR"] == [doer]


@pytest.mark.requirement("U-487")
@pytest.mark.parametrize(
    ("said", "doers"),
    [
        ("Le boulanger pétrit la pâte, c'est l'apprenti qui façonne les pains.", {"Boulanger", "Apprenti"}),
        ("The baker kneads the dough; it is the apprentice who shapes the loaves.", {"Baker", "Apprentice"}),
        ("C'est le syndic qui convoque les voisins et qui rédige la lettre.", {"Syndic"}),
    ],
)
def test_whoever_is_pointed_at_behind_a_sign_does_what_is_told(said: str, doers: set[str]):
    assert doers <= {name for node_type, name in made(said) if node_type == "ACTOR"}


@pytest.mark.requirement("U-487")
def test_a_clause_that_repeats_what_was_done_is_left_out_and_not_asked_about():
    said = "Der Bäcker knetet den Teig, formt ihn und wiederholt das, bis der Teig glatt ist."

    assert {name for node_type, name in made(said) if node_type == "UC"} == {"Teig kneten", "Teig formen"}
    assert "wiederholt das" in changed(said).text


@pytest.mark.requirement("U-487")
def test_a_condition_may_begin_with_its_verb_behind_a_semicolon():
    said = "Der Zöllner prüft den Wagen; fehlt ein Papier, ruft er den Fahrer, sonst öffnet er die Schranke."

    assert {("UC", "Wagen prüfen"), ("UC", "Fahrer rufen"), ("UC", "Schranke öffnen")} <= made(said)
    assert [name for node_type, name in made(said) if node_type == "ACTOR"].count("Zöllner") == 1


@pytest.mark.requirement("U-488")
@pytest.mark.parametrize(
    ("said", "schema"),
    [
        ("Ein Beleg umfasst folgende Felder: Nummer, Datum und Betrag.", "Beleg"),
        ("Une fiche d'élève comporte les champs suivants : nom, classe et adresse.", "Fiche d'élève"),
        ("A voucher has the following fields: number, date and amount.", "Voucher"),
        ("Zu jedem Kessel notieren wir Druck, Temperatur und Füllstand.", "Kessel"),
    ],
)
def test_what_has_fields_is_a_record_by_its_own_name(said: str, schema: str):
    assert made(said) == {("SCHEMA", schema)}


@pytest.mark.requirement("U-488")
@pytest.mark.parametrize(
    ("said", "deeds"),
    [
        ("Ablauf beim Backen: 1. Mehl abwiegen, 2. Teig kneten, 3. Brot backen.", 3),
        ("Process for brewing: 1. grind malt, 2. mash grain, 3. boil wort.", 3),
    ],
)
def test_steps_that_are_numbered_behind_what_they_are_of_are_a_row(said: str, deeds: int):
    assert [node_type for node_type, _ in made(said)] == ["FUNC"] * deeds
    assert len([each for each in changed(said).operations if isinstance(each, EdgeCreate)]) == 2 * (deeds - 1)


@pytest.mark.requirement("U-488")
@pytest.mark.parametrize(
    ("said", "doer"),
    [
        ("J'aimerais que les adhérents puissent réserver un jeu.", "Adhérents"),
        ("On veut que les bénévoles puissent signaler un incident.", "Bénévoles"),
        ("Le soudeur a besoin d'un masque et d'un poste.", "Soudeur"),
    ],
)
def test_wishes_and_needs_in_french_are_built_with_who_has_them(said: str, doer: str):
    assert ("ACTOR", doer) in made(said)
