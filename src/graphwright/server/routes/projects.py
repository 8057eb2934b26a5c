"""Projects: the list, the header, the whole state, the graph in every form, the ontology."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta
from msgspec.structs import asdict, replace

from graphwright.actions.access import access_to
from graphwright.actions.exports import export_model
from graphwright.fold import HEADER
from graphwright.formats.graph_json import GraphDocument
from graphwright.graph.profile import Gate, NodeType, Relation, RuleSetting
from graphwright.interop.format_names import TextFormat
from graphwright.projects import header_of
from graphwright.protocol.base import Command, Count, Record, Time
from graphwright.protocol.comments import Comment, unresolved_to
from graphwright.protocol.events import AccessChanged, ProjectChanged
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import CommentId, ProjectId
from graphwright.protocol.projects import Access, Policy
from graphwright.protocol.projects import ProjectHeader as Header
from graphwright.protocol.state import State
from graphwright.protocol.state_lines import StateLine
from graphwright.protocol.wire import decode
from graphwright.rooms.state import state_of, state_without_findings
from graphwright.server.bodies import zipped_pieces
from graphwright.server.endpoint import LINES, PROJECT, EndpointCall, HttpAnswer, NoBody, NoQuery, Pieces, endpoint
from graphwright.server.routes.baselines import Revision
from graphwright.server.slices import encode_graph, encode_state
from graphwright.server.state_lines import state_lines
from graphwright.store.base import ProjectRow, Store
from graphwright.store.entries import taken_apart
from graphwright.store.reads import StoredProject
from graphwright.store.sizes import size_of

Language = Literal["auto", "de", "en", "fr"]
TEXT: Final = "text/plain; charset=utf-8"


LOOKED_AT: Final = 200
"""Comments of a project that is only listed, the newest: who is called in an older one has seen it long since."""


class LastChange(Record, frozen=True, kw_only=True):
    """Of the model: who made it, and when."""

    author: Author
    at: Time


class ListedProject(Header, frozen=True, kw_only=True):
    """A project's header and one's own access to it."""

    access: Access
    last_change: LastChange | None = None
    """In a list, of a model that was ever changed."""
    nodes: Count | None = None
    edges: Count | None = None
    """In a list, what the model holds, as far as that is known without opening it."""
    here: Count = 0
    """In a list, how many people are in it at this server."""
    said_to_me: list[CommentId] = []
    """In a list, the comments in open conversations that call the caller or answer them, whether read or not."""


class ProjectList(Record, frozen=True, kw_only=True):
    """The projects that the caller may enter."""

    projects: list[ListedProject]


class ProjectPost(Command, frozen=True, kw_only=True):
    """A project to be made, empty."""

    name: str
    policy: Policy | None = None
    language: Language | None = None
    profile: str = "systems"


class ProjectPatch(Command, frozen=True, kw_only=True):
    """What is to be different about a project."""

    name: str | None = None
    phase: Annotated[int, Meta(ge=1, le=4)] | None = None
    policy: Policy | None = None
    language: Language | None = None
    four_eyes: bool | None = None
    viewers_ask: bool | None = None


class ProjectGone(Record, frozen=True, kw_only=True):
    """The project and everything in it is gone."""

    project_id: ProjectId


class GraphQuery(Command, frozen=True, kw_only=True):
    """Which graph, and how."""

    revision: Revision | None = None
    format: TextFormat = "json"


class ProfileRead(Record, frozen=True, kw_only=True):
    """What a project may hold, in the form of a profile file: types, relations with their legal pairs, rules, gates."""

    format: Literal["graphwright-profile/1"]
    name: str
    node_types: list[NodeType]
    relations: list[Relation]
    rules: list[RuleSetting]
    gates: list[Gate]


@endpoint("projects.get", "/api/projects", "person")
async def list_projects(call: EndpointCall[NoQuery, NoBody]) -> ProjectList:
    """The projects that you may enter."""
    rows = await call.workbench.projects.rows()
    listed = [await _listed(call, row) for row in rows]
    return ProjectList(projects=[each for each in listed if each is not None])


@endpoint("projects.post", "/api/projects", "account", status=201, audited=("name",))
async def create_project(call: EndpointCall[NoQuery, ProjectPost]) -> ListedProject:
    """Make a project."""
    workbench, wanted = call.workbench, call.body
    settings = workbench.settings
    project = await workbench.projects.create(
        wanted.name,
        policy=settings.policy if wanted.policy is None else wanted.policy,
        language=settings.language if wanted.language is None else wanted.language,
        profile=workbench.contributions.profile(wanted.profile),
    )
    open_project = await workbench.open_project(project.project_id)
    if call.caller.kind != "owner":
        await open_project.project.record([AccessChanged(person=call.person, access="admin")])
    return _with_access(open_project.project.header, "admin")


@endpoint("project.get", PROJECT, "read")
async def read_project(call: EndpointCall[NoQuery, NoBody]) -> ListedProject:
    """The header of a project."""
    return _with_access(call.project.header, call.granted)


@endpoint("project.patch", PROJECT, "admin", audited=("name", "phase", "policy", "four_eyes", "viewers_ask"))
async def change_project(call: EndpointCall[NoQuery, ProjectPatch]) -> ListedProject:
    """Rename a project, change its phase, policy, language, four eyes."""
    await call.project.configure(**asdict(call.body))
    return _with_access(call.project.header, call.granted)


@endpoint("project.delete", PROJECT, "admin", audited=())
async def delete_project(call: EndpointCall[NoQuery, NoBody]) -> ProjectGone:
    """Delete a project and everything in it."""
    project_id = call.project.project_id
    await call.workbench.holds.check(project_id)
    call.server_state.rooms.delete(project_id)
    call.server_state.telemetry.forget(call.open_project)
    await call.workbench.delete(call.open_project)
    return ProjectGone(project_id=project_id)


@endpoint("state.get", PROJECT + "/state", "read", answer=State)
async def read_state(call: EndpointCall[NoQuery, NoBody]) -> HttpAnswer:
    """Everything at one sequence; events after it continue it."""
    project = call.project
    etag = f'W/"{project.header.epoch}.{project.header.sequence}"'
    if call.headers.get("if-none-match") == etag:
        return HttpAnswer(b"", status=304, headers={"etag": etag, "cache-control": "no-cache"})
    state = await state_of(project)
    body = await encode_state(state, call.workbench.clock)
    etag = f'W/"{state.epoch}.{state.sequence}"'
    return HttpAnswer(body, headers={"etag": etag, "cache-control": "no-cache"})


@endpoint("state.lines.get", PROJECT + "/state/lines", "read", answer=StateLine, media=LINES)
async def read_state_lines(call: EndpointCall[NoQuery, NoBody]) -> HttpAnswer:
    """The same in lines of JSON: what a diagram shows first, texts after it, findings last."""
    project = call.project
    etag = f'W/"{project.header.epoch}.{project.header.sequence}.lines"'
    if call.headers.get("if-none-match") == etag:
        return HttpAnswer(b"", status=304, headers={"etag": etag, "cache-control": "no-cache"}, media=LINES)
    state = await state_without_findings(project)
    pieces, headers = zipped_pieces(state_lines(state, project, call.workbench.clock), call.headers)
    etag = f'W/"{state.epoch}.{state.sequence}.lines"'
    return HttpAnswer(Pieces(pieces), headers={"etag": etag, "cache-control": "no-cache", **headers}, media=LINES)


@endpoint("graph.get", PROJECT + "/graph", "read", answer=GraphDocument)
async def read_graph(call: EndpointCall[GraphQuery, NoBody]) -> HttpAnswer:
    """The graph, now or at a revision or baseline; `json` is lossless, the other forms are text."""
    project, wanted = call.project, call.query
    if wanted.format != "json":
        data, _ = await export_model(call.open_project, wanted.format, revision=wanted.revision)
        return HttpAnswer(data, media=TEXT)
    graph = await call.open_project.baselines.graph(wanted.revision)
    nodes, edges = list(graph.nodes.values()), list(graph.edges.values())
    body = await encode_graph(project.project_id, graph.revision, nodes, edges, call.workbench.clock)
    return HttpAnswer(body)


@endpoint("ontology.get", PROJECT + "/ontology", "read")
async def read_ontology(call: EndpointCall[NoQuery, NoBody]) -> ProfileRead:
    """What the project may hold."""
    ontology = call.project.ontology
    return ProfileRead(
        format="graphwright-profile/1",
        name=ontology.name,
        node_types=list(ontology.node_types.values()),
        relations=list(ontology.relations.values()),
        rules=list(ontology.rules.values()),
        gates=list(ontology.gates.values()),
    )


async def _listed(call: EndpointCall[Any, Any], row: ProjectRow) -> ListedProject | None:
    store = call.workbench.store
    access = await access_to(call.caller, row.project_id, store)
    document = await store.document(row.project_id, "project", HEADER)
    if access is None or document is None:
        return None
    settings, head = decode(document.body, ProjectChanged), await store.head(row.project_id)
    listed = _with_access(header_of(settings, row.project_id, head), access)
    remarks = await StoredProject(store, row.project_id).read_all(Comment, newest=LOOKED_AT)
    size = await size_of(store, row.project_id, head)
    return replace(
        listed,
        last_change=await _last_change(store, row.project_id, head.revision),
        nodes=None if size is None else size.nodes,
        edges=None if size is None else size.edges,
        here=call.server_state.rooms.people_in(row.project_id),
        said_to_me=unresolved_to(call.person.person_id, remarks),
    )


async def _last_change(store: Store, project_id: ProjectId, revision: int) -> LastChange | None:
    """From the journal, where the commit is found by its revision: a project that is only listed is not opened."""
    if revision == 0:
        return None
    sequence = await store.sequence_at(project_id, revision)
    async for entry in store.read(project_id, after=sequence - 1, upto=sequence, outlined=True):
        outline, _ = taken_apart(entry)
        return decode(outline, LastChange)
    return None


def _with_access(header: Header, access: Access) -> ListedProject:
    return ListedProject(**asdict(header), access=access)
