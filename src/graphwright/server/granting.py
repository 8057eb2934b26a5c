"""What somebody's groups at the identity provider give them here: an ordered list, the first that fits counts. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import cast

from graphwright.access import GroupGrants
from graphwright.protocol.projects import Access
from graphwright.setting_kinds import GroupAccess
from graphwright.store.base import ProjectRow


def grants_of(rules: Iterable[GroupAccess], groups: Collection[str], projects: Iterable[ProjectRow]) -> GroupGrants:
    """The access of somebody in these groups. A project may be named by its name or its id."""
    fitting = [rule for rule in rules if rule.group in groups]
    everywhere = next((rule.access for rule in fitting if rule.project is None), None)
    special = {
        row.project_id: next(rule.access for rule in fitting if rule.project in {None, row.name, row.project_id})
        for row in projects
        if any(rule.project in {row.name, row.project_id} for rule in fitting)
    }
    return GroupGrants(everywhere=cast("Access | None", everywhere), projects=cast("dict[str, Access]", special))
