"""Everything that answers of this server stand on."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from functools import partial
from typing import TypeAlias

from msgspec import Struct, field

from graphwright.access import access_in
from graphwright.actions.revocations import RevocationWatcher
from graphwright.agents.offer import ProjectOffer
from graphwright.agents.refused_sets import RefusedSets
from graphwright.agents.seat import AgentSeat
from graphwright.mail.postman import Postman
from graphwright.mcp.offer import Offer
from graphwright.mcp.sealing import StateSeal
from graphwright.operations.survey import Survey
from graphwright.ports import random_bytes
from graphwright.protocol.commandline import CommandLine, PrintedPiece
from graphwright.rooms.rooms import Rooms
from graphwright.schedules.schedules import Schedules
from graphwright.schedules.starting import Starter
from graphwright.server.assets import Assets, built_assets
from graphwright.server.authentication import Authenticator
from graphwright.server.compaction import Compaction
from graphwright.server.open_streams import OpenStreams
from graphwright.server.person_deletion import PersonDeletion
from graphwright.server.rate_limit import RateLimiter
from graphwright.server.retention import Retention
from graphwright.server.share_links import LOOKS_PER_MINUTE, ShareLinks
from graphwright.server.telemetry import Telemetry
from graphwright.server.websocket import Socket
from graphwright.workbench import OpenProject, Workbench

RunCommand: TypeAlias = Callable[[CommandLine], AsyncGenerator[PrintedPiece]]


class McpState(Struct, frozen=True):
    """What is remembered between two calls of an MCP client."""

    seal: StateSeal
    refused_sets: RefusedSets
    offer_of: Callable[[AgentSeat], Offer] = ProjectOffer
    """What an agent at a seat is offered."""


class ServerState(Struct, frozen=True, kw_only=True):
    """One server."""

    workbench: Workbench
    authenticator: Authenticator
    rooms: Rooms
    telemetry: Telemetry
    revocations: RevocationWatcher
    socket: Socket
    survey: Survey
    assets: Assets
    requests: RateLimiter
    """How often a person may ask for anything over REST."""
    writes: RateLimiter
    """How often a person may change something, over REST or a WebSocket."""
    captures: RateLimiter
    """How often a person may ask what a language model would see."""
    looks: RateLimiter
    """How often somebody without an account may look at what was shared with them, by address."""
    shares: ShareLinks
    """Links that lead people without an account to one thing."""
    schedules: Schedules
    starter: Starter
    """Starts what schedules want."""
    deletions: PersonDeletion
    """Of people."""
    retention: Retention
    """Forgets what is too old."""
    compaction: Compaction
    """Removes what nobody can see."""
    mcp: McpState
    """What MCP clients share."""
    postman: Postman | None = None
    """Tells people by mail what others say to them, where the operator has set a mail server."""
    streams: OpenStreams = field(default_factory=OpenStreams)
    """Answers to programs that go on for a while."""
    run_command: RunCommand | None = None
    """Runs what another process of the same user typed; only the command line can give it."""


def open_server_state(
    workbench: Workbench,
    authenticator: Authenticator | None = None,
    *,
    assets: Assets | None = None,
    run_command: RunCommand | None = None,
) -> ServerState:
    """A site around a workbench; every project that is open or opened from now on is watched and counted."""
    settings = workbench.settings
    if authenticator is None:
        authenticator = Authenticator(workbench, host=settings.host, origins=settings.origins)
    rooms = Rooms()
    telemetry = Telemetry(workbench.clock, rooms)
    revocations = RevocationWatcher()
    writes = RateLimiter(workbench.clock, settings.writes_per_minute, "changes")

    def opened(open_project: OpenProject) -> None:
        telemetry.watch(open_project)
        revocations.watch(open_project)
        open_project.watch.start()

    workbench.on_open_project.append(opened)
    for open_project in workbench.open_projects:  # the sample is built before anybody listens
        opened(open_project)
    schedules = Schedules(workbench.store, workbench.clock, workbench.ids, workbench.contributions.workflow_names)
    return ServerState(
        workbench=workbench,
        authenticator=authenticator,
        rooms=rooms,
        telemetry=telemetry,
        revocations=revocations,
        socket=Socket(workbench, rooms, authenticator, writes),
        survey=workbench.survey,
        assets=assets or built_assets(),
        requests=RateLimiter(workbench.clock, settings.requests_per_minute, "requests"),
        writes=writes,
        captures=RateLimiter(workbench.clock, settings.captures_per_minute, "captures of context"),
        looks=RateLimiter(workbench.clock, LOOKS_PER_MINUTE, "looks at shared links"),
        shares=ShareLinks(workbench),
        schedules=schedules,
        starter=Starter(workbench, schedules),
        deletions=PersonDeletion(workbench),
        retention=Retention(workbench),
        compaction=Compaction(workbench),
        mcp=McpState(
            StateSeal(random_bytes(32), workbench.clock.monotonic), RefusedSets(workbench.store, workbench.clock)
        ),
        postman=_postman(workbench),
        run_command=run_command,
    )


def _postman(workbench: Workbench) -> Postman | None:
    smtp, page = workbench.settings.smtp, workbench.settings.page
    if not smtp.host or smtp.sender is None or page is None:
        return None
    from graphwright.mail.composing import Composer  # noqa: PLC0415  the form and the protocol of mails
    from graphwright.mail.posting import SmtpPost  # noqa: PLC0415  as above

    return Postman(
        workbench.mailboxes,
        SmtpPost(smtp),
        Composer(page=page, sender=smtp.sender),
        ids=workbench.ids,
        access=partial(access_in, workbench.store),
        minutes=smtp.minutes,
    )
