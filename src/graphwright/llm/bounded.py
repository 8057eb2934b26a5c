"""A language model that is stopped when it does not stop: after so many characters the answer is taken as it stands.

For answers that have no use beyond a length, such as the turn of a persona. The connection is closed at once (R-65);
what the provider had begun is charged by an estimate, because it does not say how much it was.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

import msgspec

from graphwright.llm.base import Delta, LanguageModel, ModelRequest, ModelResponse, TextDelta, closing
from graphwright.llm.capabilities import capabilities_of
from graphwright.llm.prices import TokenCounts, usage_of

# As in `budget`: rather too many tokens than too few.
_BYTES_PER_TOKEN: Final = 3


class BoundedModel:
    """See the module. Looks like the language model it stands before."""

    def __init__(self, model: LanguageModel, *, characters: int) -> None:
        self.name = model.name
        self.is_language_model = model.is_language_model
        self._model = model
        self._characters = characters

    async def stream(self, request: ModelRequest) -> AsyncIterator[Delta | ModelResponse]:
        """See `LanguageModel.stream`."""
        text: list[str] = []
        left = self._characters
        async with closing(self._model.stream(request)) as items:
            async for item in items:
                if isinstance(item, ModelResponse):
                    yield msgspec.structs.replace(item, text=item.text[: self._characters])
                    return
                if not isinstance(item, TextDelta):
                    yield item
                    continue
                shown = item.text[:left]
                left -= len(shown)
                text.append(shown)
                yield TextDelta(text=shown)
                if left <= 0:
                    break
        if left <= 0:
            yield self._stopped(request, "".join(text))

    def _stopped(self, request: ModelRequest, text: str) -> ModelResponse:
        tokens = TokenCounts(
            input=len(msgspec.json.encode(request)) // _BYTES_PER_TOKEN if self.is_language_model else 0,
            cached=0,
            written=0,
            output=len(text.encode("utf-8", "replace")) // _BYTES_PER_TOKEN if self.is_language_model else 0,
            estimated=True,
        )
        return ModelResponse(
            text=text,
            tool_calls=[],
            usage=usage_of(tokens, capabilities_of(self.name).price),
            finish_reason="stop",
            model=self.name,
        )
