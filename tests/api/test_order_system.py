"""The order system, written by a program: how short that is, and that it holds."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

import graphwright as gw


def order_system(folder: Path) -> list[str]:
    """What the rules call an error afterwards."""
    with gw.open("shop", folder=folder) as project:
        with project.change("The order system.") as change:
            shop = change.add("SYS", "OrderSystem", "Takes orders from customers and keeps them.")
            place = change.add("UC", "PlaceOrder", "A customer places an order.")
            chain = change.add("FCHAIN", "PlaceOrderChain", "What happens when a customer places an order.")
            customer = change.add("ACTOR", "Customer", "Wants to buy something.")
            accept = change.add("FUNC", "AcceptOrder", "Checks the request, stores the order and confirms it.")
            request = change.add("FLOW", "OrderRequest", "What the customer wants to buy.")
            confirmation = change.add("FLOW", "OrderConfirmation", "The number under which the order is stored.")
            stored = change.add("REQ", "OrderStored", "The system shall store every complete order.")
            test = change.add("TEST", "TestOrderStored", "Places an order, stops the system, finds the order again.")
            module = change.add("MOD", "OrderModule", "The part that takes and keeps orders.")
            for whole, part in ((shop, place), (place, chain), (chain, customer), (chain, accept)):
                change.link(whole, "compose", part)
            for source, target in ((customer, request), (request, accept), (accept, confirmation)):
                change.link(source, "io", target)
            change.link(confirmation, "io", customer)
            change.link(place, "satisfy", stored)
            change.link(accept, "satisfy", stored)
            change.link(stored, "verify", test)
            change.link(module, "allocate", accept)
        return [str(finding.message) for finding in project.findings() if finding.severity == "error"]


@pytest.mark.requirement("G-23")
def test_the_order_system_takes_at_most_thirty_lines_of_python(tmp_path: Path):
    lines = inspect.getsource(order_system).splitlines()

    assert len(lines) <= 30
    assert order_system(tmp_path) == []
