"""Yes or no to "Can A do B?": whether A takes part in the deed, whichever edges say so; an open verb gets no answer."""

from __future__ import annotations

import pytest

from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.questions.asking import answer
from graphwright.offline.questions.telling import QuestionAnswer
from graphwright.text.language import language_of
from tests.graph.build import graph_of

SHOP = graph_of(
    "Shop:SYS",
    "Warehouse:MOD",
    "Customer:ACTOR",
    "Clerk:ACTOR",
    "CancelOrder:UC",
    "PlaceOrder:UC",
    "CancelOrderChain:FCHAIN",
    "PackOrder:FUNC",
    "ShipOrder:FUNC",
    "PackList:FLOW",
    "OrderDetails:FLOW",
    "CancelOrder -compose-> CancelOrderChain",
    "CancelOrderChain -compose-> Customer",
    "PlaceOrder -relation-> Customer",
    "Customer -io-> OrderDetails",
    "Clerk -io-> PackList",
    "PackList -io-> PackOrder",
    "Warehouse -allocate-> ShipOrder",
)


def asked(text: str) -> QuestionAnswer | None:
    """The answer to a question about the shop."""
    return answer(text, language_of(text), SHOP, NodeIndex(SHOP))


@pytest.mark.requirement("U-37")
@pytest.mark.parametrize(
    ("text", "deed", "doer"),
    [
        ("Can the customer cancel an order?", "CancelOrder.UC.001", "Customer"),
        ("Does the customer cancel orders?", "CancelOrder.UC.001", "Customer"),
        ("Can a customer place an order?", "PlaceOrder.UC.002", "Customer"),
        ("Does the clerk pack orders?", "PackOrder.FN.001", "Clerk"),
        ("Can the warehouse ship an order?", "ShipOrder.FN.002", "Warehouse"),
        ("Kann der Kunde eine Bestellung stornieren?", "CancelOrder.UC.001", "Customer"),
        ("Kann der Customer CancelOrder?", "CancelOrder.UC.001", "Customer"),
        ("Le customer peut-il annuler une commande ?", "CancelOrder.UC.001", "Customer"),
        ("Est-ce que le customer peut annuler une commande ?", "CancelOrder.UC.001", "Customer"),
    ],
)
def test_who_takes_part_in_a_deed_can_do_it(text: str, deed: str, doer: str) -> None:
    found = asked(text)

    assert found is not None
    assert found.text.startswith(("Yes. ", "Ja. ", "Oui. "))
    assert deed in found.text
    assert doer in found.text


@pytest.mark.requirement("U-37")
@pytest.mark.parametrize(
    "text",
    ["Can the clerk ship an order?", "Kann der Clerk ShipOrder?", "Est-ce que le clerk peut ShipOrder ?"],
)
def test_who_takes_no_part_is_denied_with_who_does_it(text: str) -> None:
    found = asked(text)

    assert found is not None
    assert found.text.startswith(("No. ShipOrder", "Nein. ShipOrder", "Non. ShipOrder"))
    assert "Warehouse.MD.001" in found.text


@pytest.mark.requirement("U-37")
@pytest.mark.parametrize(
    "text",
    [
        "Does the customer burn the order details?",
        "Verbrennt der Customer die OrderDetails?",
        "Est-ce que le customer brûle les OrderDetails ?",
    ],
)
def test_a_verb_that_the_model_does_not_know_gets_neither_yes_nor_no(text: str) -> None:
    assert asked(text) is None
