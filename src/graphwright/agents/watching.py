"""What a client hears of while it listens: something at an address is different, a list is, where a task stands.

Nothing is queued for a slow client: what it has not been told yet is told once.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Final

from graphwright.agents.resources import ResourcePlace, place_of
from graphwright.agents.runs import find_run, task_of
from graphwright.agents.seat import AgentSeat
from graphwright.errors import NotFound
from graphwright.graph.document import Graph
from graphwright.mcp.offer import Listening, McpRequest
from graphwright.mcp.wire import JsonObject, invalid, notification
from graphwright.protocol.base import JsonValue
from graphwright.protocol.events import (
    AccessChanged,
    BaselineNamed,
    BaselineRemoved,
    CommitApplied,
    DocumentAdded,
    DocumentRemoved,
    Event,
    FindingsChanged,
)
from graphwright.protocol.graph import Edge, Node, NodeChange
from graphwright.tools.look import find_node

MOST: Final = 500
"""Addresses or tasks that one client listens to at once."""
LIFE_S: Final = 15.0
"""After so long it is asked again whether the person may still read."""
_LISTS: Final = {
    "toolsListChanged": "notifications/tools/list_changed",
    "resourcesListChanged": "notifications/resources/list_changed",
}

_Touched = Callable[[Event], bool]


async def listening(seat: AgentSeat, wanted: JsonObject, request: McpRequest) -> Listening:
    """What is honoured of a client's wishes, and the news."""
    honoured: JsonObject = {}
    watched: dict[str, tuple[JsonObject | None, _Touched]] = {}
    for name, method in _LISTS.items():
        if wanted.get(name) is True:
            honoured[name] = True
            watched[method] = (notification(method, {}), _LIST_TOUCHED[name])
    uris = [uri for uri in _texts(wanted, "resourceSubscriptions") if place_of(seat, uri) is not None]
    if uris:
        honoured["resourceSubscriptions"] = [*uris]
    for uri in uris:
        place = place_of(seat, uri)
        if place is not None:
            told = notification("notifications/resources/updated", {"uri": uri})
            watched[f"uri {uri}"] = (told, _touching(seat.graph, place))
    tasks = [task for task in _texts(wanted, "taskIds") if await _is_run(seat, task)]
    if tasks:
        honoured["taskIds"] = [*tasks]
    for task in tasks:
        watched[f"task {task}"] = (None, _touching(seat.graph, ResourcePlace("run", task)))
    return Listening(honoured=honoured, news=_news(seat, watched, request))


async def _news(
    seat: AgentSeat, watched: dict[str, tuple[JsonObject | None, _Touched]], request: McpRequest
) -> AsyncGenerator[JsonObject]:
    """Ends when the person may not read any more."""
    waiting: dict[str, None] = {}
    woken = asyncio.Event()

    def hear(event: Event) -> None:
        touched = [key for key, (_told, is_touched) in watched.items() if is_touched(event)]
        if touched or isinstance(event, AccessChanged):
            waiting.update(dict.fromkeys(touched))
            woken.set()

    stop = seat.project.bus.subscribe(seat.project.project_id, hear)
    try:
        while "read" in await seat.rights():
            woken.clear()
            for key in list(waiting):
                del waiting[key]
                told = watched[key][0]
                if told is None:
                    run = await find_run(seat, key.removeprefix("task "))
                    told = notification("notifications/tasks", await task_of(seat, run, request))
                yield told
            if not waiting:
                await _woken(woken)
    finally:
        stop()


async def _woken(woken: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(LIFE_S):
            await woken.wait()
    except TimeoutError:
        return


async def _is_run(seat: AgentSeat, run_id: str) -> bool:
    try:
        await find_run(seat, run_id)
    except NotFound:
        return False
    return True


def _texts(wanted: JsonObject, name: str) -> list[str]:
    given: JsonValue = wanted.get(name, [])
    if not isinstance(given, list) or len(given) > MOST:
        raise invalid(f"{name} is a list of at most {MOST} texts")
    return [each for each in given if isinstance(each, str)]


# what touches what -----------------------------------------------------------------------------------------------


def _touching(graph: Graph, place: ResourcePlace) -> _Touched:
    """Whether an event makes what stands at a place different."""
    match place.kind:
        case "node":
            try:
                node_id = find_node(graph, place.name).node_id
            except NotFound:
                return lambda _event: False
            return lambda event: _touches_node(event, node_id)
        case "view":
            return lambda event: isinstance(event, CommitApplied)
        case "findings":
            return lambda event: isinstance(event, FindingsChanged | CommitApplied)
        case "baseline":
            key = place.name.casefold()
            return lambda event: isinstance(event, BaselineNamed | BaselineRemoved) and event.name.casefold() == key
        case "run":
            return lambda event: getattr(event, "run_id", None) == place.name
        case "proposal":
            return lambda event: getattr(event, "proposal_id", None) == place.name
        case _:
            return lambda _event: False


def _touches_node(event: Event, node_id: str) -> bool:
    if not isinstance(event, CommitApplied):
        return False
    return any(node_id in _touched_by(change.before) | _touched_by(change.after) for change in event.changes)


def _touched_by(element: Node | Edge | None) -> set[str]:
    """The node itself, or the ends of an edge."""
    match element:
        case Node():
            return {element.node_id}
        case Edge():
            return {element.source, element.target}
        case None:
            return set()


def _changes_list(event: Event) -> bool:
    if isinstance(event, BaselineNamed | BaselineRemoved):
        return True
    return isinstance(event, CommitApplied) and any(
        isinstance(change, NodeChange) and (change.before is None or change.after is None) for change in event.changes
    )


_LIST_TOUCHED: Final[dict[str, _Touched]] = {
    "toolsListChanged": lambda event: isinstance(event, DocumentAdded | DocumentRemoved | AccessChanged),
    "resourcesListChanged": _changes_list,
}
