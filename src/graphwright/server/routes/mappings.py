"""What a project remembers of tables, listed, said anew and forgotten."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from graphwright.actions.mappings import correct, forget, mappings_of
from graphwright.protocol.base import Command, Record
from graphwright.protocol.tables import RememberedMapping
from graphwright.server.endpoint import PROJECT, EndpointCall, NoBody, NoQuery, endpoint


class MappingList(Record, frozen=True, kw_only=True):
    """The mappings of a project, the one that was said last first."""

    mappings: list[RememberedMapping]


class MappingPut(Command, frozen=True, kw_only=True):
    """What the table means from now on."""

    corrections: Annotated[dict[str, Annotated[str, Meta(max_length=200)]], Meta(max_length=1_001)]
    """By header, and of its rows under the empty one: `{"": "MOD", "Made by": "-> relation"}`."""


@endpoint("mappings.get", PROJECT + "/mappings", "read")
async def list_mappings(call: EndpointCall[NoQuery, NoBody]) -> MappingList:
    """How tables are read that people have said something of."""
    return MappingList(mappings=await mappings_of(call.project))


@endpoint("mapping.put", PROJECT + "/mappings/{mapping}", "build")
async def put_mapping(call: EndpointCall[NoQuery, MappingPut]) -> RememberedMapping:
    """Say what such tables mean from now on, instead of what was said before."""
    return await correct(call.project, call.path["mapping"], call.body.corrections, call.person)


@endpoint("mapping.delete", PROJECT + "/mappings/{mapping}", "build")
async def delete_mapping(call: EndpointCall[NoQuery, NoBody]) -> RememberedMapping:
    """Read such tables by what they look like again."""
    return await forget(call.project, call.path["mapping"], call.person)
