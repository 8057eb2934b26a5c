"""Quotas: how much of what is allowed in a project is used, by the project and by whoever asks."""

from __future__ import annotations

from graphwright.actions.quota_use import quota_use
from graphwright.protocol.base import Record
from graphwright.quotas import QuotaUse
from graphwright.server.endpoint import PROJECT, EndpointCall, NoBody, NoQuery, endpoint


class QuotaList(Record, frozen=True, kw_only=True):
    """Every quota, also where there is no limit."""

    quotas: list[QuotaUse]
    contact: str
    """Whom to ask for more; empty: whoever runs this server."""


@endpoint("quotas.get", PROJECT + "/quotas", "read")
async def read_quotas(call: EndpointCall[NoQuery, NoBody]) -> QuotaList:
    """How much of each quota is used, in the project and by whoever asks."""
    used = await quota_use(call.workbench, call.open_project, call.person)
    return QuotaList(quotas=used, contact=call.workbench.settings.quota_contact)
