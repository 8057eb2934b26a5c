"""Derivations: what follows from the model by rules, as a proposal for people."""

from __future__ import annotations

from typing import Final

from graphwright.protocol.commands import ModelDerive
from graphwright.protocol.operations import Proposal
from graphwright.server.endpoint import Endpoint, EndpointCall, HttpAnswer, NoQuery


async def post_derivation(call: EndpointCall[NoQuery, ModelDerive]) -> HttpAnswer:
    """Open a proposal of what follows."""
    return await call.carry_out(call.body)


DERIVATIONS: Final[tuple[Endpoint, ...]] = (
    Endpoint(
        name="derivations.post", method="POST", path="/api/projects/{project}/derivations", needs="ask", status=201,
        summary="Propose the functions, tests, flows or modules that follow from the model", handle=post_derivation,
        body=ModelDerive, answer=Proposal, worded=True,
    ),
)  # fmt: skip
