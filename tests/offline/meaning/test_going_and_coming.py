"""What is to go, and what comes before what: a plain statement never reads as an order, and no order waits."""

from __future__ import annotations

import pytest

from graphwright.languages import LANGUAGES, Language, load
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, ReadOnlyAnswer, Situation, UnclearMessage, Understood
from graphwright.protocol.operations import EdgeCreate, NodeCreate, NodeDelete
from tests.graph.build import graph_of

SHOP = graph_of(
    "Shop:SYS",
    "Warehouse:MOD",
    "PaymentService:MOD",
    "PaymentProvider:ACTOR",
    "Clerk:ACTOR",
    "PackOrder:FUNC",
    "CheckStock:FUNC",
    "TrackOrder:FUNC",
    "Shop -compose-> Warehouse",
    "Shop -compose-> PaymentService",
)


def heard(text: str) -> Understood:
    """What comes of a sentence about a shop."""
    return understand(text, Situation(SHOP, NodeIndex(SHOP)))


def deleted(understood: Understood) -> list[str]:
    """What would go."""
    return (
        [str(each.ref) for each in understood.operations if isinstance(each, NodeDelete)]
        if isinstance(understood, Change)
        else []
    )


def joined(understood: Understood) -> list[tuple[str, str]]:
    """Which functions hand something to which, by their names."""
    if not isinstance(understood, Change):
        return []
    assert {each.node_type for each in understood.operations if isinstance(each, NodeCreate)} <= {"FLOW"}
    ends = [each for each in understood.operations if isinstance(each, EdgeCreate)]
    assert {each.edge_type for each in ends} == {"io"}
    return [(str(ends[0].source).split(".")[0], str(ends[-1].target).split(".")[0])]


@pytest.mark.requirement("U-81")
@pytest.mark.parametrize(
    "text",
    [
        "Der Clerk streicht.",
        "Der Clerk löscht",
        "Il faut plus de Clerk",
        "Il y a plus de Clerk",
        "On veut plus de Clerk",
        "plus de Clerk",
        "PackOrder est fini",
    ],
)
def test_what_somebody_does_and_what_there_is_more_of_does_not_go(text: str) -> None:
    assert deleted(heard(text)) == []


@pytest.mark.requirement("U-81")
@pytest.mark.parametrize(
    "text",
    [
        "Den Clerk streich bitte",
        "Den Clerk nimm bitte wieder raus",
        "Il n'y a plus de Clerk",
        "On n'a plus de Clerk",
        "On ne veut plus du Clerk",
        "Je ne veux plus de Clerk",
    ],
)
def test_an_order_with_the_verb_last_and_a_denial_still_take_away(text: str) -> None:
    assert deleted(heard(text)) == ["Clerk.AC.002"]


@pytest.mark.requirement("U-81")
@pytest.mark.parametrize(
    "text",
    [
        "The Warehouse does not exist yet",
        "The Warehouse is not needed yet",
        "We don't need the Warehouse yet",
        "The Warehouse is still not used",
        "Das Warehouse brauchen wir noch nicht",
        "Das Warehouse wird noch nicht verwendet",
        "Das Warehouse gibt es noch nicht",
        "Le Warehouse n'existe pas encore",
        "On n'a pas encore besoin du Warehouse",
        "Le Warehouse n'est pas encore utilisé",
    ],
)
def test_what_is_not_there_yet_does_not_go(text: str) -> None:
    assert deleted(heard(text)) == []


@pytest.mark.requirement("U-81")
@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("The PaymentService can go if the PaymentProvider is there", "if the PaymentProvider is there"),
        ("Once the PaymentProvider is there, we no longer need the PaymentService", "Once the PaymentProvider is"),
        ("Delete the PaymentService if the PaymentProvider is there", "if the PaymentProvider is there"),
        ("PaymentService kann weg, wenn PaymentProvider da ist.", "wenn PaymentProvider da ist"),
        ("Lösche den PaymentService, falls der PaymentProvider da ist", "falls der PaymentProvider da ist"),
        ("On peut supprimer PaymentService si PaymentProvider existe", "si PaymentProvider existe"),
        ("On n'a plus besoin du PaymentService dès que PaymentProvider est là", "dès que PaymentProvider est là"),
    ],
)
def test_what_may_go_under_a_condition_stays_and_the_condition_is_named(text: str, condition: str) -> None:
    understood = heard(text)

    assert isinstance(understood, UnclearMessage)
    assert condition in understood.text


@pytest.mark.requirement("U-81")
@pytest.mark.parametrize(
    "text",
    ["Supprime PaymentService s'il te plaît", "Supprime PaymentService s'il te plaît, on n'en a plus besoin"],
)
def test_courtesy_is_no_condition(text: str) -> None:
    assert deleted(heard(text)) == ["PaymentService.MD.002"]


@pytest.mark.requirement("U-81")
@pytest.mark.parametrize(
    "text",
    [
        "Falls der PaymentProvider da ist, kann der PaymentService weg",
    ],
)
def test_a_statement_of_which_nothing_was_built_is_not_said_to_be_there(text: str) -> None:
    assert not isinstance(heard(text), Change | ReadOnlyAnswer)


@pytest.mark.requirement("U-81")
@pytest.mark.parametrize(
    "text",
    [
        "Put TrackOrder before PackOrder",
        "Put TrackOrder ahead of PackOrder",
        "Move TrackOrder before PackOrder",
        "TrackOrder should come ahead of PackOrder",
        "PackOrder depends on TrackOrder",
        "PackOrder relies on TrackOrder",
        "PackOrder hängt von TrackOrder ab",
        "PackOrder ist von TrackOrder abhängig",
        "PackOrder dépend de TrackOrder",
        "PackOrder est dépendant de TrackOrder",
    ],
)
def test_what_a_function_depends_on_comes_before_it(text: str) -> None:
    assert joined(heard(text)) == [("TrackOrder", "PackOrder")]


@pytest.mark.requirement("U-81")
def test_what_depends_on_a_part_in_french_belongs_under_it() -> None:
    understood = heard("PackOrder dépend du Warehouse")

    assert isinstance(understood, Change)
    assert [(each.edge_type, each.source) for each in understood.operations if isinstance(each, EdgeCreate)] == [
        ("allocate", "Warehouse.MD.001")
    ]


@pytest.mark.requirement("U-81")
@pytest.mark.parametrize(
    "text",
    [
        "PackOrder comes before PackOrder",
        "PackOrder depends on PackOrder",
        "PackOrder kommt vor PackOrder",
        "PackOrder vient avant PackOrder",
    ],
)
def test_nothing_comes_before_itself(text: str) -> None:
    understood = heard(text)

    assert not isinstance(understood, Change) or understood.operations == []


@pytest.mark.requirement("U-81")
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_wording_and_no_verb_of_an_order_is_written_down_twice(language: Language) -> None:
    frames = load(language, "orders", "frames", dict[str, list[str]])
    verbs = load(language, "orders", "verbs", dict[str, str])
    listed = {**frames, **{f"<{name}>": lemmas.split() for name, lemmas in verbs.items()}}

    assert {name: sorted({each for each in all_ if all_.count(each) > 1}) for name, all_ in listed.items()} == {
        name: [] for name in listed
    }
