"""Carries events from whoever made them durable to whoever listens, per project.

A listener that wants to wait (a socket, a terminal) brings its own bounded queue; nothing is queued here.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Protocol, TypeAlias, TypeVar

from graphwright.protocol.events import Event
from graphwright.protocol.ids import ProjectId

Listener: TypeAlias = Callable[[Event], None]
"""Synchronous and may not raise."""
E = TypeVar("E")

_log = logging.getLogger(__name__)


class Bus(Protocol):
    """Publish and subscribe. Every implementation passes `tests/contracts/bus_contract.py`.

    A listener hears every event of its project that is published while it is subscribed, each once and in the order of
    publishing. One that raises, subscribes or stops while it hears costs no other listener an event.
    """

    def subscribe(self, project_id: ProjectId, listener: Listener) -> Callable[[], None]:
        """Hear every event of a project from now on; call the result to stop."""
        ...

    def publish(self, project_id: ProjectId, event: Event) -> None:
        """Tell everybody."""
        ...


class LocalBus:
    """The bus inside one process: delivery is a plain call in the publisher's turn."""

    def __init__(self) -> None:
        self._listeners: dict[ProjectId, list[Listener]] = {}

    def subscribe(self, project_id: ProjectId, listener: Listener) -> Callable[[], None]:
        """Call the listener with every event of the project from now on; the result ends it, also when called twice."""
        self._listeners.setdefault(project_id, []).append(listener)

        def stop() -> None:
            remaining = self._listeners.get(project_id, [])
            if listener in remaining:
                remaining.remove(listener)

        return stop

    def publish(self, project_id: ProjectId, event: Event) -> None:
        """Call every listener of the project before this returns, in the order in which they came."""
        tell(self._listeners.get(project_id, ()), event)


def tell(listeners: Iterable[Callable[[E], None]], event: E) -> None:
    """Tell each listener. One that raises breaks its promise; that is logged and must not cost the others the event."""
    for listener in tuple(listeners):
        try:
            listener(event)
        except Exception:  # noqa: BLE001  # whatever it is: what was told is durable, everybody hears it
            _log.exception("a listener failed at %s", type(event).__name__)
