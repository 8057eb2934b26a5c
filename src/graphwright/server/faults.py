"""A fault of ours on its way to whoever asked: logged under a number, and told with it."""

from __future__ import annotations

from graphwright.errors import GraphwrightError
from graphwright.ports import Ids
from graphwright.server.logs import log


def noted(operation: str, ids: Ids) -> GraphwrightError:
    """Log the exception that is being handled; the error that tells people under which number."""
    number = ids.new()
    log.exception("a request failed", extra={"operation": operation, "request": number})
    return GraphwrightError(f"the server failed here and has noted it under {number}", retry="later")
