"""An address of its own for a command: its ids in the path, the rest in the body, the right from its action."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import NODEFAULT, Struct, defstruct, field
from msgspec.structs import FieldInfo, fields

from graphwright.actions.dispatch import ACTIONS
from graphwright.protocol.base import Command
from graphwright.protocol.commands import Writing
from graphwright.server.endpoint import PROJECT, REGISTERED, Endpoint, EndpointCall, HttpAnswer, NoQuery

_NO_IDS: Final[Mapping[str, str]] = MappingProxyType({})


def command_endpoint(
    command: type[Writing],
    *,
    name: str,
    path: str,
    summary: str,
    answer: object,
    status: int = 200,
    ids: Mapping[str, str] = _NO_IDS,
) -> None:
    """Register the endpoint below a project; `ids` are fields of the command by the name they have in the path."""
    body = _rest_of(command, set(ids.values())) if ids else command

    async def handle(call: EndpointCall[NoQuery, Any]) -> HttpAnswer:
        said: dict[str, Any] = {each: getattr(call.body, each) for each in body.__struct_fields__}
        said |= {each: call.path[at] for at, each in ids.items()}
        return await call.carry_out(command(**said))

    REGISTERED.append(
        Endpoint(
            worded=True,
            name=name,
            path=f"{PROJECT}/{path}",
            needs=ACTIONS[command].right,
            summary=summary,
            handle=handle,
            body=body,
            answer=answer,
            status=status,
        )
    )


def _rest_of(command: type[Writing], without: set[str]) -> type[Struct]:
    """A strict record of what the path does not say."""
    rest = [each for each in fields(command) if each.name not in without]
    return defstruct(
        f"{command.__name__}Body",
        [(each.name, each.type, _default(each)) for each in rest],
        bases=(Command,),
        namespace={"__doc__": command.__doc__},
        frozen=True,
        kw_only=True,
    )


def _default(info: FieldInfo) -> object:
    if info.default_factory is not NODEFAULT:
        return field(default_factory=info.default_factory)
    return info.default
