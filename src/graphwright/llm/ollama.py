"""How large a context Ollama has loaded a language model with.

It cuts a longer prompt without a word, and its OpenAI door takes no wish for a larger one (`OLLAMA_CONTEXT_LENGTH` of
the server decides), so it is asked through its own door, and what does not fit is refused here.
"""

from __future__ import annotations

from typing import Final

import httpx2
import msgspec

_PATIENCE_S: Final = 120.0
"""Loading a large model from disk."""


class _Loaded(msgspec.Struct):
    name: str = ""
    model: str = ""
    context_length: int | None = None


class _Processes(msgspec.Struct):
    models: list[_Loaded] = []


async def loaded_context(base_url: str, model: str, client: httpx2.AsyncClient) -> int | None:
    """Tokens of the model's context; it is loaded if it is not yet. None: the server does not tell."""
    root = base_url.removesuffix("/v1")
    try:
        known = await _loaded(root, model, client)
        if known is None:
            body = msgspec.json.encode({"model": model})
            await client.post(f"{root}/api/generate", content=body, timeout=_PATIENCE_S, follow_redirects=False)
            known = await _loaded(root, model, client)
    except (httpx2.HTTPError, msgspec.MsgspecError):
        return None
    return known


async def _loaded(root: str, model: str, client: httpx2.AsyncClient) -> int | None:
    answer = await client.get(f"{root}/api/ps", timeout=10, follow_redirects=False)
    if not answer.is_success:
        return None
    names = {model, f"{model}:latest"}
    found = msgspec.json.decode(answer.content, type=_Processes).models
    return next((each.context_length for each in found if names & {each.name, each.model}), None)
