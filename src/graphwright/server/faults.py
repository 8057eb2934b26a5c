"""A fault on its way to whoever asked: ours are logged under a number, and strangers do not hear what a store says."""

from __future__ import annotations

from typing import Final

from graphwright.errors import GraphwrightError, StoreBusy, StoreError
from graphwright.ports import Ids
from graphwright.server.logs import log

_AWAY: Final = (
    "nothing can be read or changed at the moment; try again in some seconds. The Unix socket of this server tells why"
)


def noted(operation: str, ids: Ids) -> GraphwrightError:
    """Log the exception that is being handled; the error that tells people under which number."""
    number = ids.new()
    log.exception("a request failed", extra={"operation": operation, "request": number})
    return GraphwrightError(f"the server failed here and has noted it under {number}", retry="later")


def for_strangers(error: GraphwrightError) -> GraphwrightError:
    """What somebody may hear of whom we do not know who it is: what a database says of itself is nothing for them."""
    return StoreBusy(_AWAY) if isinstance(error, StoreError) else error
