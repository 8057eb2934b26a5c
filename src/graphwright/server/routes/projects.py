"""Projects: the list, the header, the whole state, the graph in every form, the ontology."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from graphwright.actions.access import access_to
from graphwright.fold import HEADER
from graphwright.formats.graph_json import GraphDocument
from graphwright.graph.profile import Gate, NodeType, Relation, RuleSetting
from graphwright.interop.exports import write_export
from graphwright.protocol.base import Command, Record
from graphwright.protocol.events import AccessChanged, ProjectChanged
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.projects import Access, Policy
from graphwright.protocol.projects import ProjectHeader as Header
from graphwright.protocol.state import State
from graphwright.protocol.wire import decode
from graphwright.rooms.state import state_of
from graphwright.server.endpoint import Endpoint, EndpointCall, HttpAnswer, NoBody, NoQuery
from graphwright.server.routes.baselines import Revision
from graphwright.server.slices import encode_graph, encode_state
from graphwright.store.base import ProjectRow

Language = Literal["auto", "de", "en", "fr"]
TEXT: Final = "text/plain; charset=utf-8"


class ListedProject(Header, frozen=True, kw_only=True):
    """A project's header and one's own access to it."""

    access: Access


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
    format: Literal["json", "format-e", "compact", "toon", "table"] = "json"


class ProfileRead(Record, frozen=True, kw_only=True):
    """What a project may hold: types, relations with their legal pairs, rules, gates."""

    name: str
    node_types: list[NodeType]
    relations: list[Relation]
    rules: list[RuleSetting]
    gates: list[Gate]


async def list_projects(call: EndpointCall[NoQuery, NoBody]) -> ProjectList:
    """All projects that the caller may enter. None is loaded for it."""
    rows = await call.server_state.workbench.projects.rows()
    listed = [await _listed(call, row) for row in rows]
    return ProjectList(projects=[each for each in listed if each is not None])


async def create_project(call: EndpointCall[NoQuery, ProjectPost]) -> ListedProject:
    """A new, empty project; whoever makes it has admin access."""
    workbench, wanted = call.server_state.workbench, call.body
    settings = workbench.settings
    project = await workbench.projects.create(
        wanted.name,
        policy=settings.policy if wanted.policy is None else wanted.policy,
        language=settings.language if wanted.language is None else wanted.language,
        profile=wanted.profile,
    )
    open_project = await workbench.open_project(project.project_id)
    if call.caller.kind != "owner":
        await open_project.project.record([AccessChanged(person=call.person, access="admin")])
    return _with_access(open_project.project.header, "admin")


async def read_project(call: EndpointCall[NoQuery, NoBody]) -> ListedProject:
    """The header of a project."""
    return _with_access(call.open_project.project.header, call.granted)


async def change_project(call: EndpointCall[NoQuery, ProjectPatch]) -> ListedProject:
    """Rename a project, or change its phase, policy, language, need of four eyes, or whether viewers may ask."""
    wanted, project = call.body, call.open_project.project
    await project.configure(
        name=wanted.name,
        phase=wanted.phase,
        policy=wanted.policy,
        language=wanted.language,
        four_eyes=wanted.four_eyes,
        viewers_ask=wanted.viewers_ask,
    )
    return _with_access(project.header, call.granted)


async def delete_project(call: EndpointCall[NoQuery, NoBody]) -> ProjectGone:
    """Forget a project for good; everybody in it is sent away."""
    project_id = call.open_project.project.project_id
    call.server_state.rooms.delete(project_id)
    call.server_state.telemetry.forget(call.open_project)
    await call.server_state.workbench.delete(call.open_project)
    return ProjectGone(project_id=project_id)


async def read_state(call: EndpointCall[NoQuery, NoBody]) -> HttpAnswer:
    """Everything at one sequence; events after it continue it."""
    project = call.open_project.project
    etag = f'W/"{project.header.epoch}.{project.header.sequence}"'
    if call.headers.get("if-none-match") == etag:
        return HttpAnswer(b"", status=304, headers={"etag": etag, "cache-control": "no-cache"})
    state = await state_of(project)
    body = await encode_state(state, call.server_state.workbench.clock)
    etag = f'W/"{state.epoch}.{state.sequence}"'
    return HttpAnswer(body, headers={"etag": etag, "cache-control": "no-cache"})


async def read_graph(call: EndpointCall[GraphQuery, NoBody]) -> HttpAnswer:
    """The graph, now or as it was, in one of its forms."""
    project, wanted = call.open_project.project, call.query
    graph = await call.open_project.baselines.graph(wanted.revision)
    if wanted.format != "json":
        return HttpAnswer(write_export(graph, project.project_id, wanted.format)[0], media=TEXT)
    nodes, edges = list(graph.nodes.values()), list(graph.edges.values())
    body = await encode_graph(project.project_id, graph.revision, nodes, edges, call.server_state.workbench.clock)
    return HttpAnswer(body)


async def read_ontology(call: EndpointCall[NoQuery, NoBody]) -> ProfileRead:
    """The profile of the project, in the order in which things are shown."""
    ontology = call.open_project.project.ontology
    return ProfileRead(
        name=ontology.name,
        node_types=list(ontology.node_types.values()),
        relations=list(ontology.relations.values()),
        rules=list(ontology.rules.values()),
        gates=list(ontology.gates.values()),
    )


async def _listed(call: EndpointCall[Any, Any], row: ProjectRow) -> ListedProject | None:
    store = call.server_state.workbench.store
    access = await access_to(call.caller, row.project_id, store)
    document = await store.document(row.project_id, "project", HEADER)
    if access is None or document is None:
        return None
    settings, head = decode(document.body, ProjectChanged), await store.head(row.project_id)
    return ListedProject(
        project_id=row.project_id,
        name=settings.name,
        profile=settings.profile,
        phase=settings.phase,
        policy=settings.policy,
        language=settings.language,
        four_eyes=settings.four_eyes,
        viewers_ask=settings.viewers_ask,
        epoch=settings.epoch,
        revision=head.revision,
        sequence=head.sequence,
        access=access,
    )


def _with_access(header: Header, access: Access) -> ListedProject:
    fields = {name: getattr(header, name) for name in Header.__struct_fields__}
    return ListedProject(**fields, access=access)


PROJECTS: Final = (
    Endpoint(
        name="projects.get", method="GET", path="/api/projects", needs="person",
        summary="The projects that you may enter", handle=list_projects, answer=ProjectList,
    ),
    Endpoint(
        name="projects.post", method="POST", path="/api/projects", needs="account", status=201,
        summary="Make a project", handle=create_project, body=ProjectPost, answer=ListedProject,
    ),
    Endpoint(
        name="project.get", method="GET", path="/api/projects/{project}", needs="read",
        summary="The header of a project", handle=read_project, answer=ListedProject,
    ),
    Endpoint(
        name="project.patch", method="PATCH", path="/api/projects/{project}", needs="admin",
        summary="Rename a project, change its phase, policy, language, four eyes", handle=change_project,
        body=ProjectPatch, answer=ListedProject,
    ),
    Endpoint(
        name="project.delete", method="DELETE", path="/api/projects/{project}", needs="admin",
        summary="Delete a project and everything in it", handle=delete_project, answer=ProjectGone,
    ),
    Endpoint(
        name="state.get", method="GET", path="/api/projects/{project}/state", needs="read",
        summary="Everything at one sequence", handle=read_state, answer=State,
    ),
    Endpoint(
        name="graph.get", method="GET", path="/api/projects/{project}/graph", needs="read",
        summary="The graph, now or at a revision or baseline; `json` is lossless, the other forms are text",
        handle=read_graph, query=GraphQuery, answer=GraphDocument,
    ),
    Endpoint(
        name="ontology.get", method="GET", path="/api/projects/{project}/ontology", needs="read",
        summary="What the project may hold", handle=read_ontology, answer=ProfileRead,
    ),
)  # fmt: skip
