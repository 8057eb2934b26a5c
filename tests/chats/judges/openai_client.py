"""The official client of OpenAI holds a conversation with a project, and makes the mistakes that people make."""

from __future__ import annotations

import json
import sys
from typing import Any

import openai
from openai import OpenAI


def main(address: str, token: str) -> None:
    client = OpenAI(base_url=f"{address}/v1", api_key=token)
    told: dict[str, Any] = {"models": [model.id for model in client.models.list()]}
    told["model"] = client.models.retrieve("shop:ask").id

    built = client.chat.completions.create(
        model="shop", messages=[{"role": "user", "content": "The clerk prints a receipt."}]
    )
    told["built"] = whole(built)

    question: Any = {"role": "user", "content": "What depends on Customer?"}
    with client.chat.completions.create(
        model="shop", messages=[question], stream=True, stream_options={"include_usage": True}
    ) as stream:
        chunks = list(stream)
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    told["streamed"] = {
        "text": text,
        "ids": len({chunk.id for chunk in chunks}),
        "ends": [chunk.choices[0].finish_reason for chunk in chunks if chunk.choices][-1],
        "usage": (chunks[-1].usage or chunks[-1]).model_dump(exclude_none=True),
        "annotations": [
            each["url_citation"]
            for chunk in chunks
            if chunk.choices
            for each in getattr(chunk.choices[0].delta, "annotations", [])
        ],
    }
    answer: Any = {"role": "assistant", "content": text}
    system: Any = {"role": "system", "content": "Talk like a pirate."}
    again: Any = {"role": "user", "content": [{"type": "text", "text": "And what depends on it?"}]}
    told["followed"] = whole(
        client.chat.completions.create(model="shop:ask", messages=[system, question, answer, again])
    )
    told["errors"] = {
        "nobody": refused(OpenAI(base_url=f"{address}/v1", api_key="wrong"), model="shop", messages=[question]),
        "elsewhere": refused(client, model="foreign", messages=[question]),
        "no such workflow": refused(client, model="shop:dance", messages=[question]),
        "tools": refused(client, model="shop", messages=[question], tool_choice="required", tools=[]),
        "two answers": refused(client, model="shop", messages=[question], n=2),
        "an object": refused(client, model="shop", messages=[question], response_format={"type": "json_object"}),
        "a picture": refused(
            client,
            model="shop",
            messages=[{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:,x"}}]}],
        ),
        "nothing": refused(client, model="shop", messages=[{"role": "user", "content": " "}]),
        "an answer": refused(client, model="shop", messages=[question, answer]),
        "no form": refused(client, model="shop", messages="hello"),
        "streamed": refused(client, model="foreign", messages=[question], stream=True),
    }
    print(json.dumps(told))


def whole(completion: Any) -> dict[str, Any]:
    message = completion.choices[0].message
    return {
        "text": message.content,
        "role": message.role,
        "ends": completion.choices[0].finish_reason,
        "annotations": [each.url_citation.model_dump() for each in message.annotations or []],
    }


def refused(client: OpenAI, **request: Any) -> list[Any]:
    """The class of the error, and what the client makes of its body."""
    try:
        client.chat.completions.create(**request)
    except openai.APIStatusError as error:
        return [type(error).__name__, error.type, error.code, error.param]
    return []


main(*sys.argv[1:])
