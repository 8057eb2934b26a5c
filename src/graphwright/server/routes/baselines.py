"""Baselines: revisions with names, given, changed and taken away; and what is different between two revisions."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from graphwright.baselines import MAX_CHANGES, NAME_LENGTH, RevisionComparison
from graphwright.protocol.base import Command, Count, Record
from graphwright.protocol.projects import Baseline
from graphwright.server.endpoint import Endpoint, EndpointCall, NoBody, NoQuery

Revision = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH + 1)]
"""A number, or the name of a baseline with or without its `@`."""
Name = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]


class BaselineList(Record, frozen=True, kw_only=True):
    """The baselines of a project, by revision."""

    baselines: list[Baseline]


class BaselinePut(Command, frozen=True, kw_only=True):
    """Which revision is to have the name."""

    revision: Count


class BaselinePatch(Command, frozen=True, kw_only=True):
    """The other name."""

    name: Name


class ComparisonQuery(Command, frozen=True, kw_only=True):
    """Between which revisions."""

    base: Revision
    revision: Revision | None = None
    """Unset = as the model stands."""
    limit: Annotated[int, Meta(ge=1, le=MAX_CHANGES)] = 500


async def list_baselines(call: EndpointCall[NoQuery, NoBody]) -> BaselineList:
    """All named revisions."""
    return BaselineList(baselines=await call.open_project.baselines.all())


async def put_baseline(call: EndpointCall[NoQuery, BaselinePut]) -> Baseline:
    """Give a revision a name; the same again changes nothing."""
    return await call.open_project.baselines.name(call.path["baseline"], call.body.revision, call.person)


async def rename_baseline(call: EndpointCall[NoQuery, BaselinePatch]) -> Baseline:
    """Give a baseline another name."""
    return await call.open_project.baselines.rename(call.path["baseline"], call.body.name, call.person)


async def delete_baseline(call: EndpointCall[NoQuery, NoBody]) -> Baseline:
    """Take a name away; the revision stays."""
    return await call.open_project.baselines.remove(call.path["baseline"], call.person)


async def read_comparison(call: EndpointCall[ComparisonQuery, NoBody]) -> RevisionComparison:
    """What was added, modified and deleted from one revision to another."""
    baselines, wanted = call.open_project.baselines, call.query
    newest = call.open_project.project.graph.revision
    revision = newest if wanted.revision is None else await baselines.revision_of(wanted.revision)
    return await baselines.compare(await baselines.revision_of(wanted.base), revision, most=wanted.limit)


BASELINES: Final = (
    Endpoint(
        name="baselines.get", method="GET", path="/api/projects/{project}/baselines", needs="read",
        summary="The named revisions", handle=list_baselines, answer=BaselineList,
    ),
    Endpoint(
        name="baseline.put", method="PUT", path="/api/projects/{project}/baselines/{baseline}", needs="build",
        summary="Give a revision a name", handle=put_baseline, body=BaselinePut, answer=Baseline,
    ),
    Endpoint(
        name="baseline.patch", method="PATCH", path="/api/projects/{project}/baselines/{baseline}", needs="build",
        summary="Give a baseline another name", handle=rename_baseline, body=BaselinePatch, answer=Baseline,
    ),
    Endpoint(
        name="baseline.delete", method="DELETE", path="/api/projects/{project}/baselines/{baseline}", needs="build",
        summary="Take the name of a revision away", handle=delete_baseline, answer=Baseline,
    ),
    Endpoint(
        name="comparison.get", method="GET", path="/api/projects/{project}/comparison", needs="read",
        summary="What was added, modified and deleted between two revisions", handle=read_comparison,
        query=ComparisonQuery, answer=RevisionComparison,
    ),
)  # fmt: skip
