"""`StepCall`: a step that was asked for and is not yet awaited.

Not a coroutine on purpose: a task group refuses it, and its key is taken where it is written, not when it first runs.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Sequence
from typing import Generic, Protocol, TypeVar

from graphwright.protocol.ids import StepId
from graphwright.runs.step_state import StepState

R_co = TypeVar("R_co", covariant=True)


class CallingScope(Protocol):
    """The scope that a step was called under: it is told when calls begin and end."""

    def enter(self, calls: Sequence[StepCall[object]]) -> None: ...
    def leave(self, calls: Sequence[StepCall[object]]) -> None: ...


class StepCall(Generic[R_co]):
    """Await it once, in the task that called `step`, or hand it to `parallel` of the same scope."""

    def __init__(
        self, parent: CallingScope, child: StepState, perform: Callable[[], Coroutine[None, None, R_co]]
    ) -> None:
        self.parent = parent
        self.child = child
        self.perform = perform
        self.is_awaited = False

    @property
    def step_id(self) -> StepId:
        """The id of the step, known before it begins."""
        return self.child.step_id

    def __await__(self) -> Generator[object, None, R_co]:
        self.parent.enter((self,))
        return self._alone().__await__()

    async def _alone(self) -> R_co:
        try:
            return await self.perform()
        finally:
            self.parent.leave((self,))

    def __repr__(self) -> str:
        return f"<Call {self.child.key}>"
