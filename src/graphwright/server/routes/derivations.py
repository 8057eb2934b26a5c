"""Derivations: what follows from the model by rules, as a proposal for people."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from graphwright.errors import InvalidCommand
from graphwright.offline.derivation.products import Product
from graphwright.protocol.base import UNSET, Command, UnsetType
from graphwright.protocol.events import ProposalOpened
from graphwright.protocol.ids import CommandId
from graphwright.protocol.operations import Proposal
from graphwright.server.endpoint import Endpoint, EndpointCall, HttpAnswer, NoQuery
from graphwright.server.routes.proposals import opened_once
from graphwright.tools.look import find_node


class DerivationPost(Command, frozen=True, kw_only=True):
    """What to derive."""

    command_id: CommandId
    product: Product
    about: Annotated[str, Meta(min_length=1, max_length=300)] | UnsetType = UNSET
    """Only what belongs to this node: its id, semantic id, short id, or its name where only one node has that."""


async def post_derivation(call: EndpointCall[NoQuery, DerivationPost]) -> HttpAnswer:
    """Open a proposal of what follows; `InvalidCommand` where nothing does."""
    open_project, wanted = call.open_project, call.body

    async def drafted() -> ProposalOpened:
        from graphwright.offline.derivation.propose import propose_derived  # noqa: PLC0415  its lexicons, when needed

        graph = open_project.project.graph
        opened = propose_derived(
            wanted.product,
            open_project.project,
            open_project.committer,
            open_project.proposals,
            author=call.person,
            about=None if isinstance(wanted.about, UnsetType) else find_node(graph, wanted.about).node_id,
        )
        if opened is None:
            message = f"from what the model holds no {wanted.product} follow"
            raise InvalidCommand(message, path="$.product")
        return opened

    return await opened_once(call, wanted.command_id, ["derivations.post", wanted], drafted)


DERIVATIONS: Final[tuple[Endpoint, ...]] = (
    Endpoint(
        name="derivations.post", method="POST", path="/api/projects/{project}/derivations", needs="ask", status=201,
        summary="Propose the functions, tests, flows or modules that follow from the model", handle=post_derivation,
        body=DerivationPost, answer=Proposal, worded=True,
    ),
)  # fmt: skip
