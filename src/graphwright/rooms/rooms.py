"""All rooms of the program: one for each project that somebody has entered, kept for as long as the program runs.

A room costs a listener and a few counters, so it stays until its project is deleted; it then also knows the ghosts of
an answer that nobody watched when it began.
"""

from __future__ import annotations

from msgspec import Struct

from graphwright.projects import Project
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.wire import CLOSE_CODES, RESTART
from graphwright.rooms.room import Room
from graphwright.rooms.session import LiveSession
from graphwright.turns.streams import Streams


class Figures(Struct, frozen=True):
    """What the operator may want to know."""

    rooms: int
    """With somebody in them."""
    sessions: int
    waiting: int
    """Events in all outboxes."""
    cut: int
    failures: int
    stalled_s: float
    """The longest that a room has kept an event back."""


class Rooms:
    """The rooms by project."""

    def __init__(self) -> None:
        self._rooms: dict[ProjectId, Room] = {}

    def of(self, project: Project, streams: Streams) -> Room:
        """The room of a project; it listens from now on."""
        room = self._rooms.get(project.project_id)
        if room is None:
            room = self._rooms[project.project_id] = Room(project, streams)
        return room

    def figures(self) -> Figures:
        """For `/metrics`."""
        rooms = self._rooms.values()
        return Figures(
            rooms=sum(1 for room in rooms if room.sessions),
            sessions=sum(len(room.sessions) for room in rooms),
            waiting=sum(room.waiting for room in rooms),
            cut=sum(room.cut for room in rooms),
            failures=sum(room.failures for room in rooms),
            stalled_s=max((room.stalled_s() for room in rooms), default=0.0),
        )

    def delete(self, project_id: ProjectId) -> None:
        """A project is gone, and with it its room."""
        room = self._rooms.pop(project_id, None)
        if room is not None:
            room.close(4404, "the project was deleted")

    def release(self, project_id: ProjectId) -> None:
        """Another server works on a project from now on: send its people there."""
        room = self._rooms.pop(project_id, None)
        if room is not None:
            room.close(RESTART, CLOSE_CODES[RESTART])

    def has_people(self, project_id: ProjectId) -> bool:
        """Whether somebody is in the room of a project."""
        room = self._rooms.get(project_id)
        return room is not None and bool(room.sessions)

    def people_in(self, project_id: ProjectId) -> int:
        """How many people are in the room of a project, each once however many windows they have open."""
        room = self._rooms.get(project_id)
        states = [] if room is None else [session.state for session in room.sessions]
        return len({state.person.person_id for state in states if isinstance(state, LiveSession)})

    def close(self) -> None:
        """Send everybody away."""
        for room in self._rooms.values():
            room.close(RESTART, CLOSE_CODES[RESTART])
