"""The workflows an engine knows: name and version to function, and how their requests and results are read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Final, Protocol, TypeAlias, TypeVar, cast

from graphwright.errors import InvalidCommand, Misuse, RunDiverged
from graphwright.runs.scope import RunScope
from graphwright.runs.signatures import Codec, codec_of, request_type

Q = TypeVar("Q")
A = TypeVar("A")
WorkflowFunction: TypeAlias = Callable[[RunScope, Q], Awaitable[A]]


DEADLINE_S: Final = 15 * 60.0
"""Work of one run; waiting for people does not count (ADR-18)."""


COMMON_KINDS: Final = (
    "query_root",
    "context",
    "model_call",
    "llm_call",
    "tool_call",
    "approval",
    "interactive_form_wait",
)
"""Steps that any workflow may have: the run itself, what it reads, whom it asks."""


class DeclaredWorkflow(Protocol):
    """What a workflow says of itself, as far as its runs are concerned."""

    @property
    def step_kinds(self) -> Collection[str]: ...
    @property
    def deadline_s(self) -> float: ...


class Workflow:
    """One version of a workflow's code."""

    def __init__(
        self,
        name: str,
        version: int,
        function: Callable[[RunScope, Q], Awaitable[A]],
        *,
        deadline_s: float = DEADLINE_S,
        step_kinds: Collection[str] | None = None,
    ) -> None:
        self.name = name
        self.version = version
        self.deadline_s = deadline_s
        self.step_kinds = None if step_kinds is None else frozenset((*COMMON_KINDS, *step_kinds))
        self.result = codec_of(function)
        self.request: Codec[object] = Codec(request_type(function), f"the request of {name!r}")
        self.function = cast("WorkflowFunction[object, object]", function)


class Workflows:
    """By name and version. A run keeps the version it was started with; new runs take the newest."""

    def __init__(self) -> None:
        self._versions: dict[str, dict[int, Workflow]] = {}

    def register(self, workflow: Workflow) -> None:
        """`Misuse` if this name and version is taken."""
        versions = self._versions.setdefault(workflow.name, {})
        if workflow.version in versions:
            raise Misuse(f"workflow {workflow.name!r} has a version {workflow.version} already")
        versions[workflow.version] = workflow

    @property
    def names(self) -> list[str]:
        """What there is, in the order in which it was registered."""
        return list(self._versions)

    def newest(self, name: str) -> Workflow:
        """The version that new runs take. `InvalidCommand` names what there is."""
        versions = self._versions.get(name)
        if not versions:
            known = ", ".join(sorted(self._versions)) or "none"
            raise InvalidCommand(f"there is no workflow {name!r} (there are: {known})")
        return versions[max(versions)]

    def version(self, name: str, version: int) -> Workflow:
        """The version a run was started with. `RunDiverged` if it is no longer there."""
        workflow = self._versions.get(name, {}).get(version)
        if workflow is None:
            raise RunDiverged(
                f"the run was started with version {version} of workflow {name!r}, which is not here any more; "
                "fork it to go on with the newest one"
            )
        return workflow
