"""What the owner did at a prompt and belongs into the audit."""

from __future__ import annotations

from collections.abc import Mapping

from graphwright.workbench import Workbench


async def note(workbench: Workbench, action: str, details: Mapping[str, str], project: str = "") -> None:
    """It is done, and noted on the disk when this comes back. `StoreError` when the audit cannot be written."""
    owner = await workbench.owner()
    await workbench.audit.note(action, person=owner, project=project, address="command line", details=details)
    await workbench.audit.settle()
