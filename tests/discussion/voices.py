"""Language models that discuss: each answers by the line that says what is wanted, as a real one would."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from graphwright.context.dialogue import CLAIMS, PersonaRequest, blocks_of, wanted_of
from graphwright.llm.base import ModelRequest
from graphwright.llm.testing import Answer, FunctionModel

Voice = Callable[[ModelRequest, PersonaRequest], Answer]


def claims_in(request: ModelRequest) -> list[str]:
    """The ids of the claims that a ballot is wanted on."""
    lines = next((text for label, text in blocks_of(request) if label == CLAIMS), "")
    return [line.split(" ", 1)[0] for line in lines.splitlines() if line]


def ballot(request: ModelRequest, stance: str = "agree", **others: str) -> str:
    """A readable ballot: the same stance on all claims but those named otherwise."""
    votes = [
        {"claim": claim, "stance": others.get(claim.replace(".", "_"), stance), "reason": f"because of {claim}"}
        for claim in claims_in(request)
    ]
    return json.dumps({"votes": votes})


def argue(_request: ModelRequest, wanted: PersonaRequest) -> Answer:
    """A turn with one new claim."""
    return f"{wanted.persona} speaks in turn {wanted.turn}.\n\nClaim: {wanted.persona} holds point {wanted.turn}."


def vote(request: ModelRequest, _wanted: PersonaRequest) -> Answer:
    return ballot(request)


def close(_request: ModelRequest, _wanted: PersonaRequest) -> Answer:
    return json.dumps({"decision": "We do it.", "minority": ""})


def summary(_request: ModelRequest, wanted: PersonaRequest) -> Answer:
    return f"A summary of {wanted.round} rounds."


DEFAULT: Mapping[str, Voice] = {"argue": argue, "vote": vote, "close": close, "summary": summary}


def speakers(name: str = "function", **voices: Voice) -> FunctionModel:
    """A model that argues, votes, sums up and closes, each as given or by default."""

    def answer(request: ModelRequest) -> Answer:
        wanted = wanted_of(request)
        assert wanted is not None, "this model is only asked by discussions"
        return {**DEFAULT, **voices}[wanted.task](request, wanted)

    return FunctionModel(answer, name=name)
