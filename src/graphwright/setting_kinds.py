"""How a setting is written: one kind per sort of value, each of which reads a text and says what it would accept.

A kind knows nothing of where a text came from or what it is for; `settings` declares which setting is of which kind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal, InvalidOperation
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from types import MappingProxyType
from typing import Final, Generic, Literal, TypeAlias, TypeVar, get_args
from urllib.parse import urlsplit

from msgspec import Struct

T = TypeVar("T")

KEY_VARIABLES: Final[Mapping[str, str | None]] = MappingProxyType(
    {
        "openai": "OPENAI_API_KEY",
        "anthropic": "ANTHROPIC_API_KEY",
        "gemini": "GEMINI_API_KEY",
        "azure": "AZURE_OPENAI_API_KEY",
        "bedrock": "AWS_BEARER_TOKEN_BEDROCK",
        "deepseek": "DEEPSEEK_API_KEY",
        "mistral": "MISTRAL_API_KEY",
        "groq": "GROQ_API_KEY",
        "ollama": None,
        "vllm": None,
        "sglang": None,
        "openai-compatible": None,
    }
)
"""The providers, and the variable in which each one's key is customarily kept; None: it needs no key."""

EMBEDDING_PROVIDERS: Final = frozenset(KEY_VARIABLES) - {"anthropic", "azure", "bedrock", "deepseek", "groq"}
"""Those that turn texts into vectors."""

_PACKAGE: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?")

_MAX_DIGITS: Final = 12
"""Of tokens, seconds or dollars (as micros 18 digits): more than anybody has."""


class UnfitValue(ValueError):
    """A text that is no value of its kind, with what is expected where that is more than the kind says of itself."""

    def __init__(self, expected: str) -> None:
        super().__init__(expected)
        self.expected = expected


class SettingKind(Struct, Generic[T], frozen=True):
    """One sort of value."""

    expected: str
    """What fits, as the end of the sentence "it must be ..."."""
    parse: Callable[[str], T]
    """The value that a text means. Raises `ValueError` for a text that does not fit."""

    def read(self, text: str) -> T:
        """The value that a text means. Raises `UnfitValue`."""
        try:
            return self.parse(text)
        except UnfitValue:
            raise
        except (ValueError, KeyError):
            raise UnfitValue(self.expected) from None


class Secret:
    """A text that shows itself only when asked to."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """The text itself; for the one place that sends it."""
        return self._text

    def __repr__(self) -> str:
        return "Secret(***)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)


class PriceOverride(Struct, frozen=True):
    """The operator's own price of a language model, in millionths of a dollar per million tokens."""

    model: str
    input_micros: int
    cached_micros: int
    output_micros: int


WORKFLOWS: Final = ("build", "ask", "investigate", "discuss")
"""What language models are asked for; each may have a model, an effort and a budget of its own."""

Effort: TypeAlias = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]
"""How much a language model thinks before it answers, from least to most."""
EFFORTS: Final[tuple[Effort, ...]] = get_args(Effort)


class ModelChoice(Struct, frozen=True):
    """Which language model a workflow asks, or one of its personas, and how much it is to think."""

    workflow: str = ""
    persona: str = ""
    """Empty: all of the workflow."""
    model: str | None = None
    """None: the one that everything asks."""
    effort: Effort | None = None
    """None: as much as it does by itself."""


class WorkflowBudget(Struct, frozen=True):
    """What a run of one workflow may use up, or one persona in it."""

    workflow: str
    persona: str
    what: str
    """`calls`, `tokens`, `seconds` or `money`."""
    most: int


ACCESSES: Final = ("viewer", "commenter", "approver", "editor", "admin")
"""What a group of the organisation may be given, from least to most; a test holds it to the table of rights."""


class GroupAccess(Struct, frozen=True):
    """What a group at the identity provider may do."""

    group: str
    access: str
    project: str | None = None
    """The one project that it is for; None: all of them."""


# --- combined kinds ----------------------------------------------------------------------------------------------


def optional(kind: SettingKind[T], empty: str) -> SettingKind[T | None]:
    """A kind whose empty text means None; `empty` says what for."""
    return SettingKind(f"{kind.expected}, or empty for {empty}", lambda text: kind.read(text) if text else None)


def optional_text(kind: SettingKind[T]) -> SettingKind[T | None]:
    """A kind that may be left out."""
    return SettingKind(kind.expected, lambda text: kind.read(text) if text else None)


def listed(kind: SettingKind[T]) -> SettingKind[tuple[T, ...]]:
    """Values separated by commas."""
    return SettingKind(kind.expected, lambda text: tuple(kind.read(part) for part in _parts(text)))


def one_of(words: Iterable[T]) -> SettingKind[T]:
    """One of a few words."""
    by_text = {str(word): word for word in words}

    def parse(text: str) -> T:
        if text not in by_text:
            raise ValueError(text)
        return by_text[text]

    return SettingKind("one of " + ", ".join(by_text), parse)


def number(least: int, most: int) -> SettingKind[int]:
    """A whole number within bounds, both included."""

    def parse(text: str) -> int:
        value = _whole(text)
        if not least <= value <= most:
            raise ValueError(text)
        return value

    return SettingKind(f"a number from {least} to {most}", parse)


# --- single values -----------------------------------------------------------------------------------------------


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS):
        raise ValueError(text)
    return int(text)


def _count(text: str) -> int:
    if not (value := _whole(text)):
        raise ValueError(text)
    return value


def _micros(text: str) -> int:
    """Dollars as millionths."""
    try:
        amount = Decimal(text.strip())
    except InvalidOperation:
        raise ValueError(text) from None
    if not amount.is_finite() or amount < 0 or amount >= 10**_MAX_DIGITS:
        raise ValueError(text)
    return int(amount * 1_000_000)


def _key(text: str) -> Secret:
    # A key goes into an HTTP header; anything else than printable ASCII would break or forge it.
    if not text.isascii() or not text.isprintable() or " " in text:
        raise ValueError
    return Secret(text)


def _language_model(text: str) -> str:
    if text == "offline":
        return text
    if "," in text:
        raise UnfitValue("one language model; others to try belong into GRAPHWRIGHT_FALLBACK")
    provider, _, name = text.partition(":")
    if not name or provider not in KEY_VARIABLES:
        raise ValueError(text)
    return text


def _embeddings(text: str) -> str:
    provider, _, name = text.partition(":")
    if text in {"auto", "local", "none"} or (name and provider in EMBEDDING_PROVIDERS):
        return text
    raise ValueError(text)


def _address(text: str) -> str:
    parts = urlsplit(text)  # raises ValueError, as `port` does
    fits = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    if not fits or parts.username or parts.password or parts.query or parts.fragment:
        raise ValueError(text)
    return text.rstrip("/")


def _origin(text: str) -> str:
    origin = text.rstrip("/").lower()
    parts = urlsplit(origin)
    if origin != f"{parts.scheme}://{parts.netloc}" or parts.scheme not in {"http", "https"} or "@" in origin:
        raise ValueError(text)
    return origin


def _package(text: str) -> str:
    if not _PACKAGE.fullmatch(text):
        raise ValueError(text)
    return re.sub(r"[-_.]+", "-", text).lower()


def _issuer(text: str) -> str:
    parts = urlsplit(text)  # raises ValueError, as `port` does
    is_here = parts.hostname in {"localhost", "127.0.0.1", "::1"}
    fits = (parts.scheme == "https" or (parts.scheme == "http" and is_here)) and parts.hostname and parts.port != 0
    if not fits or parts.username or parts.password or parts.query or parts.fragment:
        raise ValueError(text)
    return text


def _group_access(text: str) -> GroupAccess:
    group, mark, rest = text.rpartition("=")
    access, at, project = rest.strip().partition("@")
    if not group.strip() or not mark or access not in ACCESSES or (at and not project.strip()):
        raise ValueError(text)
    return GroupAccess(group.strip(), access, project.strip() or None)


def _line(text: str) -> str:
    if not text.isprintable():
        raise ValueError(text)
    return text


def _word(text: str) -> str:
    if not text.isprintable() or " " in text:
        raise ValueError(text)
    return text


_MAIL_ADDRESS: Final = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,188}[A-Za-z0-9])?"
)
"""What HTML takes for one, at most as long as a mail server does; no names, comments or quotes around it."""


def _mail_address(text: str) -> str:
    if not _MAIL_ADDRESS.fullmatch(text) or ".." in text or text[0] == ".":
        raise ValueError(text)
    return text


_HOST: Final = re.compile(r"([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?")


def _host(text: str) -> str:
    if not _HOST.fullmatch(text.lower()):
        raise ValueError(text)
    return text.lower()


def _network(text: str) -> IPv4Network | IPv6Network:
    return ip_network(text.strip())


def is_postgres(address: str) -> bool:
    """Whether this names a PostgreSQL, and no folder or store of another kind."""
    return address.startswith(("postgresql://", "postgres://"))


def _database(text: str) -> Secret:
    if text not in {"sqlite", "memory"} and not is_postgres(text):
        raise ValueError
    return Secret(text)


def _part_of_workflow(text: str) -> tuple[str, str]:
    """`WORKFLOW` or `WORKFLOW.PERSONA`."""
    workflow, _, persona = text.strip().partition(".")
    if workflow not in WORKFLOWS:
        raise ValueError(text)
    return workflow, persona.strip()


def _effort(text: str) -> Effort:
    return one_of(EFFORTS).parse(text)


def _choice(text: str) -> ModelChoice:
    part, _, chosen = text.partition("=")
    workflow, persona = _part_of_workflow(part)
    model, mark, effort = chosen.strip().rpartition("@")
    if mark and effort in EFFORTS:
        return ModelChoice(workflow, persona, _language_model(model) if model else None, _effort(effort))
    if mark and effort.isalpha():
        raise ValueError(text)  # a misspelt effort, not a part of the name
    return ModelChoice(workflow, persona, _language_model(chosen.strip()))


def _workflow_budget(text: str) -> WorkflowBudget:
    named, _, amount = text.partition("=")
    part, _, what = named.strip().rpartition(".")
    workflow, persona = _part_of_workflow(part)
    if what == "money":
        return WorkflowBudget(workflow, persona, what, _micros(amount))
    if what not in {"calls", "tokens", "seconds"}:
        raise ValueError(text)
    return WorkflowBudget(workflow, persona, what, _whole(amount.strip()))


def _price(text: str) -> PriceOverride:
    model, _, amounts = text.rpartition("=")
    match [_micros(amount) for amount in amounts.split("/")]:
        case [input_micros, cached_micros, output_micros] if model.strip():
            return PriceOverride(model.strip(), input_micros, cached_micros, output_micros)
        case _:
            raise ValueError(text)


YES_OR_NO: Final = SettingKind("yes or no", lambda text: {"yes": True, "no": False}[text.lower()])
TEXT: Final = SettingKind("a text", str)
COUNT: Final = SettingKind(f"a whole number above 0 of at most {_MAX_DIGITS} digits", _count)
LIMIT: Final = optional(SettingKind(f"a whole number of at most {_MAX_DIGITS} digits", _whole), "no limit")
DAYS: Final = optional(number(1, 36_500), "no end")
MONEY: Final = optional(SettingKind("an amount in dollars such as 2.50", _micros), "no limit")
PORT: Final = number(0, 65_535)
KEY: Final = optional_text(SettingKind("a key of printable ASCII characters without spaces", _key))
ADDRESS: Final = optional_text(SettingKind("an http or https address without user, query and fragment", _address))
PACKAGE: Final = SettingKind("names of packages: letters, digits, '.', '-' and '_'", _package)
ORIGINS: Final = listed(
    SettingKind("addresses of the form https://HOST or https://HOST:PORT, comma separated", _origin)
)
HOSTS: Final = listed(SettingKind("names or addresses of hosts, each with :PORT or without, comma separated", _host))
ISSUER: Final = optional_text(
    SettingKind("an https address without query, or an http address of this machine", _issuer)
)
NETWORKS: Final = listed(
    SettingKind("addresses such as 10.0.0.7 or networks such as 10.0.0.0/24, comma separated", _network)
)
FILE: Final = optional_text(SettingKind("the name of a file", lambda text: Path(_line(text)).expanduser()))
LINE: Final = SettingKind("one line of visible text", _line)
MAIL_ADDRESS: Final = SettingKind("a mail address such as ana@example.org", _mail_address)
WORDS: Final = listed(SettingKind("words, comma separated", _word))
GROUPS: Final = listed(
    SettingKind(
        f"GROUP=ACCESS or GROUP=ACCESS@PROJECT with ACCESS of {', '.join(ACCESSES)}, comma separated", _group_access
    )
)
LANGUAGE_MODEL: Final = SettingKind(
    "offline or PROVIDER:NAME with a provider of " + ", ".join(KEY_VARIABLES), _language_model
)
EFFORT: Final = optional_text(one_of(EFFORTS))
CHOICES: Final = listed(
    SettingKind(
        "WORKFLOW=PROVIDER:NAME, WORKFLOW.PERSONA=PROVIDER:NAME, each with @EFFORT behind it or @EFFORT alone, of the "
        f"workflows {', '.join(WORKFLOWS)} and the efforts {', '.join(EFFORTS)}",
        _choice,
    )
)
WORKFLOW_BUDGETS: Final = listed(
    SettingKind(
        "WORKFLOW.WHAT=NUMBER or WORKFLOW.PERSONA.WHAT=NUMBER with WHAT of calls, tokens, seconds, money",
        _workflow_budget,
    )
)
EMBEDDINGS: Final = SettingKind(
    "auto, local, none or PROVIDER:NAME with a provider of " + ", ".join(sorted(EMBEDDING_PROVIDERS)), _embeddings
)
DATABASE: Final = SettingKind("sqlite, memory, or an address that begins with postgresql://", _database)
PRICES: Final = listed(SettingKind("PROVIDER:NAME=INPUT/CACHED/OUTPUT in dollars per million tokens", _price))
