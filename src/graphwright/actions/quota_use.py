"""How much of each quota is used now, in a project and by somebody in it; looked up, never counted through."""

from __future__ import annotations

from collections.abc import Mapping

from graphwright.protocol.graph import Author
from graphwright.quotas import KINDS, QuotaScope, QuotaUse
from graphwright.settings import PersonQuotas, ProjectQuotas
from graphwright.workbench import OpenProject, Workbench


async def quota_use(workbench: Workbench, open_project: OpenProject, person: Author) -> list[QuotaUse]:
    """Each quota of the project, then each of the person."""
    project, quotas, settings = open_project.project, workbench.quotas, workbench.settings
    documents, own_documents = await open_project.library.bytes_used(person)
    calls = open_project.calls
    tokens = await calls.spent("project", project.project_id)
    own_tokens = await calls.spent("person", person.person_id)
    of_project = {
        "elements": len(project.graph.nodes) + len(project.graph.edges),
        "document_bytes": documents,
        "runs": len(open_project.engine.under_way),
        "commits_per_minute": quotas.commits("project", project.project_id),
        "tokens": tokens.tokens,
    }
    own = {
        "document_bytes": own_documents,
        "runs": workbench.runs_of(person),
        "commits_per_minute": quotas.commits("person", person.person_id),
        "tokens": own_tokens.tokens,
    }
    return [
        *_uses("project", of_project, quotas.project, settings.project_budget.tokens),
        *_uses("person", own, quotas.person, settings.person_budget.tokens),
    ]


def _uses(
    scope: QuotaScope, used: Mapping[str, int], limits: ProjectQuotas | PersonQuotas, tokens: int | None
) -> list[QuotaUse]:
    return [
        QuotaUse(scope=scope, kind=KINDS[name], used=each, limit=tokens if name == "tokens" else getattr(limits, name))
        for name, each in used.items()
    ]
