"""What can go wrong with a provider's answer, as one of our errors: by status and body, or in the stream.

The words shown are ours; the provider's own are added shortened, without control characters and with keys masked
(R-51). Nothing is retried here: each error says whether trying again can help, `llm/retry.py` decides.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final, NamedTuple

import msgspec

from graphwright.errors import (
    AnswerRefused,
    ContextTooLong,
    LanguageModelError,
    ProviderRateLimited,
    ProviderUnavailable,
    Retry,
)

# Enough to recognise the provider's sentence; more would be a place to hide things in.
MAX_QUOTED: Final = 300

_SECRET_SHAPES: Final = re.compile(
    r"(?i)\b(?:sk|pk|gsk|rk|key|xai)[-_][\w*-]{6,}|(?<=bearer )[^\s\"',}]+|(?<=x-api-key: )[^\s\"',}]+"
)
_TOO_LONG: Final = re.compile(
    r"(?i)context[ _]?(?:length|window|size|limit)|maximum context|(?:prompt|input) is too long"
    r"|too many (?:input )?tokens|input token count.{0,40} exceeds"
)
_CONTENT_FILTER: Final = re.compile(r"(?i)content[ _]?(?:filter|policy|management)|safety system")
_NO_CREDIT: Final = re.compile(r"(?i)insufficient[ _]?(?:quota|balance|credit|funds)|credit balance|billing")


def mask(text: str, secrets: Sequence[str] = ()) -> str:
    """The text on one line, short, with our keys and whatever looks like one replaced by `***`."""
    for secret in secrets:
        if secret:
            text = text.replace(secret, "***")
    text = _SECRET_SHAPES.sub("***", text)
    text = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return text if len(text) <= MAX_QUOTED else text[: MAX_QUOTED - 1] + "…"


class Complaint(msgspec.Struct):
    """The provider's account of an error; every provider fills other fields."""

    message: str = ""
    type: str = ""
    code: str | int | None = None
    param: str | None = None


_NULL: Final = msgspec.Raw(b"null")


class _Envelope(msgspec.Struct):
    error: Complaint | str | None = None
    message: str | None = None
    detail: msgspec.Raw = _NULL


def complaint_of(body: bytes) -> Complaint:
    """Read the body as far as it can be read; a page of HTML gives no words at all."""
    try:
        # Google puts its error into a list.
        read: _Envelope | list[_Envelope] = msgspec.json.decode(body, type=_Envelope | list[_Envelope])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        text = body.decode("utf-8", "replace").strip()
        return Complaint(message="" if text.startswith("<") else text)
    envelope = next(iter(read), _Envelope()) if isinstance(read, list) else read
    match envelope.error:
        case Complaint():
            return envelope.error
        case str():
            return Complaint(message=envelope.error)
        case None:
            detail = bytes(envelope.detail)
            return Complaint(
                message=envelope.message or ("" if detail == b"null" else detail.decode("utf-8", "replace"))
            )


def retry_after_s(headers: Mapping[str, str], now: datetime) -> float | None:
    """What the provider asks us to wait: `Retry-After` as seconds or as a date, or None."""
    text = headers.get("retry-after", "").strip()
    if not text:
        return None
    # The pattern bounds the digits too: float() of a longer text could be infinite.
    if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text):
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (date - now).total_seconds())


def status_error(
    provider: str, status: int, body: bytes, *, headers: Mapping[str, str], now: datetime, secrets: Sequence[str]
) -> LanguageModelError:
    """The error for an answer that is not a stream."""
    complaint = complaint_of(body)
    return _classified(provider, status, complaint, wait_s=retry_after_s(headers, now), secrets=secrets)


# Anthropic names the status in the type of an error that comes in the middle of a stream.
_STATUS_OF_TYPE: Final[Mapping[str, int]] = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "rate_limit_exceeded": 429,
    "insufficient_quota": 429,
    "api_error": 500,
    "server_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}


def stream_error(provider: str, error: bytes, *, secrets: Sequence[str]) -> LanguageModelError:
    """The error for an error event in the middle of a stream; `error` is the JSON of its `error` field."""
    try:
        complaint = msgspec.json.decode(error, type=Complaint | str)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        complaint = Complaint()
    if isinstance(complaint, str):
        complaint = Complaint(message=complaint)
    code = complaint.code
    # An error without a known name is taken for a server's: it came after the request had been accepted.
    status = (
        code if isinstance(code, int) else _STATUS_OF_TYPE.get(complaint.type) or _STATUS_OF_TYPE.get(code or "", 500)
    )
    return _classified(provider, status, complaint, wait_s=None, secrets=secrets)


class _Case(NamedTuple):
    """One row of the table below."""

    statuses: Container[int]
    reason: str
    """What follows the provider's name in our sentence."""
    words: re.Pattern[str] | None = None
    """The row also needs these words in the provider's account."""
    error: type[LanguageModelError] = ProviderUnavailable
    retry: Retry = "never"
    setting: str | None = None
    """What the operator should look at."""


# The first row that fits decides.
_CASES: Final = (
    _Case({413}, "finds the prompt too long", error=ContextTooLong),
    _Case({400, 422}, "finds the prompt too long for this language model", _TOO_LONG, ContextTooLong),
    _Case({400, 403}, "declined the request by its content filter", _CONTENT_FILTER, AnswerRefused),
    _Case({401, 403}, "refused the key; check GRAPHWRIGHT_API_KEY or the provider's own variable", setting="api_key"),
    _Case({404}, "does not know this language model; check GRAPHWRIGHT_MODEL and the address", setting="model"),
    _Case({402}, "has no credit left for this key"),
    _Case({429}, "has no credit left for this key", _NO_CREDIT),
    _Case({429}, "asks us to slow down", error=ProviderRateLimited, retry="later"),
    _Case({408, 409, 425}, "is not able to answer now", retry="later"),
    _Case(range(500, 600), "is not able to answer now", retry="later"),
    _Case(range(300, 400), "redirects, and the key belongs to one host; set the final address", setting="base_url"),
    _Case(range(1000), "did not accept the request"),
)


def _classified(
    provider: str, status: int, complaint: Complaint, *, wait_s: float | None, secrets: Sequence[str]
) -> LanguageModelError:
    said = mask(complaint.message, secrets)
    words = f"{complaint.type} {complaint.code or ''} {complaint.message}"
    case = next(
        (case for case in _CASES if status in case.statuses and (case.words is None or case.words.search(words))),
        _CASES[-1],
    )
    quoted = f"; it said: {said!r}" if said else ""
    error = case.error(f"{provider} {case.reason} ({status}){quoted}", retry=case.retry)
    error.fields |= {"provider": provider, "status": status}
    if wait_s is not None:
        error.fields["retryAfterS"] = wait_s
    if case.setting is not None:
        error.fields["setting"] = case.setting
    return error


def no_key(provider: str, variable: str) -> ProviderUnavailable:
    """Nothing was sent, because the provider would only refuse it."""
    return ProviderUnavailable(
        f"{provider} needs a key; set {variable}, or GRAPHWRIGHT_API_KEY for the provider of GRAPHWRIGHT_MODEL",
        retry="never",
        provider=provider,
        setting="api_key",
    )


def interrupted(provider: str, why: str) -> ProviderUnavailable:
    """An answer that began and did not come to its end (R-61)."""
    return ProviderUnavailable(f"the answer of {provider} was interrupted: {why}", provider=provider)


def malformed(provider: str, what: str, *, retry: Retry = "later") -> ProviderUnavailable:
    """An event that does not follow the provider's own protocol."""
    return ProviderUnavailable(f"{provider} does not follow its protocol: {what}", retry=retry, provider=provider)
