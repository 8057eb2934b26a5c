"""Graphwright: people and a language model build one system model together.

    import graphwright as gw

    with gw.open("shop") as project:
        print(project.say("The customer places an order.").text)

`open` and `open_async` and what they give are the Python API, and stable, as is what `graphwright.plugin` exports;
everything else may change.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from graphwright.version import VERSION

if TYPE_CHECKING:
    from graphwright.api.async_project import AsyncProject, open_async
    from graphwright.api.project import BlockingProject, open  # noqa: A004  as of a file: `with gw.open("shop") as project`

__version__ = VERSION
__all__ = ["AsyncProject", "BlockingProject", "__version__", "open", "open_async"]


def __getattr__(name: str) -> object:
    """The Python API, loaded when it is first used: the command line needs none of it."""
    if name not in __all__:
        message = f"module 'graphwright' has no attribute {name!r}"
        raise AttributeError(message)
    module = "project" if name in {"open", "BlockingProject"} else "async_project"
    return getattr(import_module(f"graphwright.api.{module}"), name)
