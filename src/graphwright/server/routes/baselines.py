"""Baselines: revisions with names, given, changed and taken away; and what is different between two revisions."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from graphwright.baselines import MAX_CHANGES, NAME_LENGTH, RevisionComparison
from graphwright.protocol.base import Command, Count, Record
from graphwright.protocol.projects import Baseline
from graphwright.server.endpoint import PROJECT, EndpointCall, NoBody, NoQuery, endpoint

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


@endpoint("baselines.get", PROJECT + "/baselines", "read")
async def list_baselines(call: EndpointCall[NoQuery, NoBody]) -> BaselineList:
    """The named revisions."""
    return BaselineList(baselines=await call.open_project.baselines.all())


@endpoint("baseline.put", PROJECT + "/baselines/{baseline}", "build")
async def put_baseline(call: EndpointCall[NoQuery, BaselinePut]) -> Baseline:
    """Give a revision a name; the same again changes nothing."""
    return await call.open_project.baselines.name(call.path["baseline"], call.body.revision, call.person)


@endpoint("baseline.patch", PROJECT + "/baselines/{baseline}", "build")
async def rename_baseline(call: EndpointCall[NoQuery, BaselinePatch]) -> Baseline:
    """Give a baseline another name."""
    return await call.open_project.baselines.rename(call.path["baseline"], call.body.name, call.person)


@endpoint("baseline.delete", PROJECT + "/baselines/{baseline}", "build")
async def delete_baseline(call: EndpointCall[NoQuery, NoBody]) -> Baseline:
    """Take the name of a revision away."""
    return await call.open_project.baselines.remove(call.path["baseline"], call.person)


@endpoint("comparison.get", PROJECT + "/comparison", "read")
async def read_comparison(call: EndpointCall[ComparisonQuery, NoBody]) -> RevisionComparison:
    """What was added, modified and deleted between two revisions."""
    baselines, wanted = call.open_project.baselines, call.query
    newest = call.project.graph.revision
    revision = newest if wanted.revision is None else await baselines.revision_of(wanted.revision)
    return await baselines.compare(await baselines.revision_of(wanted.base), revision, most=wanted.limit)
