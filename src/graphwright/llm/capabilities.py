"""What each language model can do, read from the data files beside this module: one per family, one of the providers.

A family is found by a pattern on the model's name; what its provider adds or takes away stands in `providers.toml`. Of
a name that nobody knows little is promised and nothing is sent that a provider could refuse. What a provider is
learned to refuse, and what a probe finds, replaces fields of the same record (`adapting`, `probe`). Knows no wire form.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from datetime import date
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from graphwright.protocol.base import Count, Record
from graphwright.setting_kinds import EFFORTS, Effort, PriceOverride

DialectName: TypeAlias = Literal["chat", "responses", "messages"]
"""Chat completions, OpenAI's responses, Anthropic's messages."""
EffortForm: TypeAlias = Literal["plain", "switch", "outputConfig", "adaptive"]
"""How an effort is said: by one parameter, with a switch beside it, or in Anthropic's two ways."""
SchemaForm: TypeAlias = Literal["strict", "json", "prompt"]
"""How an answer by a JSON schema is asked for: the provider enforces it, promises some JSON, or only reads of it."""
StateForm: TypeAlias = Literal["none", "blocks", "reasoningItems", "reasoningContent", "extraContent"]
"""What has to come back with the answers to tool calls; see `ReasoningState`."""
KeyHeader: TypeAlias = Literal["bearer", "api-key", "x-api-key"]

ROOM_TO_THINK: Final[Mapping[Effort, int]] = {
    "none": 0, "minimal": 1_024, "low": 4_096, "medium": 8_192, "high": 16_384, "xhigh": 32_768, "max": 65_536,
}  # fmt: skip
"""Tokens beside the answer's own: providers count thinking against the limit of the output. For a JSON answer of a few
lines 1,152 to 1,408 were published; twice an answer's length is common."""
ROOM_OF_UNKNOWN: Final = 4_096
"""Of a model that nobody knows: it may think."""

_FAMILIES: Final = "families"
_PROVIDERS: Final = "providers.toml"
_MILLION: Final = 1_000_000


class Price(Record, frozen=True, kw_only=True):
    """Millionths of a dollar per million tokens; which is the same as dollars per million tokens, times a million."""

    input: Count
    cached: Count
    output: Count
    written: Count
    """Of input that the provider puts into its prompt cache."""
    kept: Count
    """Of input that it keeps there for longer than usual."""
    as_of: str = ""
    """Published by the provider as of this day, from the newest source seen; empty for the operator's own."""


FREE: Final = Price(input=0, cached=0, output=0, written=0, kept=0)


LARGE_CONTEXT: Final = 32_000
"""Tokens from which on a context has room for all that is ever sent."""
_UNSURE: Final = 4_096
"""Of a server that cuts a prompt without a word, where nobody knows how much it reads."""


class Capabilities(Record, frozen=True, kw_only=True):
    """What one language model can do and what it costs, as far as anybody knows."""

    model: str
    """`PROVIDER:NAME`"""
    family: str = ""
    """Empty: nobody knows this name."""
    dialect: DialectName = "chat"
    limit: str = "max_tokens"
    """What chat completions call the limit of the output."""
    temperature: bool = False
    """May another temperature be asked for than the model's own?"""
    efforts: list[Effort] = []
    effort_form: EffortForm = "plain"
    thinks: Effort | None = None
    """How much it thinks when nobody says; None: not at all."""
    schema: SchemaForm = "strict"
    tools: bool = True
    tools_while_thinking: bool = True
    """False: it takes tools only with the effort `none`."""
    state: StateForm = "none"
    context: Count | None = None
    """Tokens of prompt and answer together."""
    max_output: Count | None = None
    """Tokens of thinking and answer together."""
    leaves_room: bool = True
    """False: the server counts room to think against a context that is too short for it."""
    long_cache: bool = False
    """Can it be told to keep a prefix for an hour?"""
    asks_for_usage: bool = True
    cuts_prompts: bool = False
    """A prompt that is too long is shortened without a word."""
    price: Price | None = None
    """None: not known, which is not the same as free."""
    ends: str = ""
    """The day after which the provider answers no more; empty: none is announced."""

    @property
    def is_known(self) -> bool:
        """Does a family describe it?"""
        return bool(self.family)

    @property
    def graph_room(self) -> int | None:
        """Tokens for the graph in the context: less than half of a small one; `None` where there is enough."""
        context = _UNSURE if self.cuts_prompts else self.context
        return None if context is None or context >= LARGE_CONTEXT else context * 7 // 16

    def effort(self, wanted: Effort | None) -> Effort | None:
        """The effort to ask for: the nearest one that the model knows; None to say nothing."""
        if wanted is None or not self.efforts:
            return None
        rank = EFFORTS.index(wanted)
        return min(self.efforts, key=lambda each: (abs(EFFORTS.index(each) - rank), EFFORTS.index(each)))

    def room(self, answer: int, effort: Effort | None) -> int:
        """The limit of the output for an answer of so many tokens: with what thinking takes of it."""
        thinking = self.effort(effort) or self.thinks
        more = 0 if self.is_known else ROOM_OF_UNKNOWN
        if thinking is not None:
            more = ROOM_TO_THINK[thinking]
        limit = answer + more if self.leaves_room else answer
        return limit if self.max_output is None else min(limit, self.max_output)


class Provider(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of `providers.toml`."""

    dialects: list[DialectName]
    """Those that it speaks; the first one is for models that nobody knows."""
    address: str = ""
    """Empty: only the operator knows it."""
    limit: str = "max_tokens"
    schema: SchemaForm = "strict"
    key: KeyHeader = "bearer"
    asks_for_usage: bool = True
    cuts_prompts: bool = False
    free: bool = False
    families: list[str] = []


_Amounts: TypeAlias = Annotated[list[float], Meta(min_length=3, max_length=3)]


class Family(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of a file in `families`."""

    name: str
    pattern: str
    """What a model's name begins with, as a regular expression."""
    dialects: list[DialectName]
    limit: str = ""
    temperature: bool = False
    schema: SchemaForm | None = None
    efforts: list[Effort] = []
    effort_form: EffortForm = "plain"
    thinks: Effort | None = None
    tools_and_reasoning: list[DialectName] | None = None
    """The dialects in which tools and thinking go together; None: all."""
    state: StateForm = "none"
    context: int | None = None
    max_output: int | None = None
    cache_write: float = 1
    """What writing to the prompt cache costs, in prices of plain input."""
    long_cache: float = 0
    """The same of keeping it longer; 0: it cannot be."""
    prices: dict[str, _Amounts] = {}
    """By model, or `PROVIDER:NAME`: dollars per million tokens of input, of cached input, of output."""
    ends: dict[str, date] = {}


class FamilyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file in `families`; what its table `every` says holds for each of them that says nothing else."""

    as_of: str
    """The day as of which the providers published its prices, from the newest source seen."""
    family: list[Family]


_NOBODY: Final = Provider(dialects=["chat"])
"""Serves the models of tests, and the offline assistant."""


@cache
def providers() -> Mapping[str, Provider]:
    """Every provider by its name."""
    return msgspec.convert(_table(resources.files("graphwright.llm").joinpath(_PROVIDERS)), dict[str, Provider])


@cache
def families() -> Mapping[str, FamilyFile]:
    """Every file of families by its name. Closed services come first, because open weights have wider patterns."""
    files = sorted(resources.files("graphwright.llm").joinpath(_FAMILIES).iterdir(), key=lambda file: file.name)
    read = {file.name.removesuffix(".toml"): _family_file(_table(file)) for file in files}
    return dict(sorted(read.items(), key=lambda item: item[0] == "open_weights"))


def _family_file(table: dict[str, Any]) -> FamilyFile:
    every = table.pop("every", {})
    return msgspec.convert({**table, "family": [every | family for family in table["family"]]}, FamilyFile)


def _table(file: Traversable) -> dict[str, Any]:
    return tomllib.loads(file.read_text("utf-8"))


# `openai/gpt-oss-120b`, `us.anthropic.claude-opus-5-5-v1:0` and `models/gemini-2.5-pro` name the model behind them.
_BEFORE_NAME: Final = re.compile(
    r"^(?:.*/)?(?:(?:us|eu|apac|jp|au|global)\.)?(?:(?:openai|anthropic|meta|mistral|deepseek|qwen|google)\.)?"
)
_BEHIND_NAME: Final = re.compile(r"(?:-v\d+)?:\d+$")
# `gpt-4o-2024-08-06`, `claude-sonnet-4-20250514` and `mistral-large-latest` are dated names of one language model.
_DATED: Final = re.compile(r"-(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{4}|latest)$")


@lru_cache  # each call of a language model asks, and its family is found by some thirty patterns
def capabilities_of(model: str, prices: tuple[PriceOverride, ...] = ()) -> Capabilities:
    """What is known of `PROVIDER:NAME`; the operator's own prices win."""
    served_by, _, name = model.partition(":")
    provider = providers().get(served_by, _NOBODY)
    plain = _BEHIND_NAME.sub("", _BEFORE_NAME.sub("", name.lower()))
    file, family = _family_of(plain, provider)
    own = next((_own(price) for price in prices if price.model == model), None)
    unknown = Capabilities(
        model=model,
        dialect=provider.dialects[0],
        limit=provider.limit,
        schema=provider.schema,
        asks_for_usage=provider.asks_for_usage,
        cuts_prompts=provider.cuts_prompts,
        price=own or (FREE if provider.free else None),
    )
    if family is None:
        return unknown
    is_charged_here = file in provider.families
    undated = _DATED.sub("", plain)
    known = replace(
        unknown,
        family=family.name,
        temperature=family.temperature,
        thinks=family.thinks,
        context=family.context,
        max_output=family.max_output,
        price=unknown.price or _listed(model, plain, undated, file, family, is_charged_here=is_charged_here),
        ends=_last_day(family, plain, undated) if is_charged_here else "",
    )
    both: list[DialectName] = [dialect for dialect in family.dialects if dialect in provider.dialects]
    spoken = both[0] if both else None
    return known if spoken is None else _in_dialect(known, family, provider, spoken)


def _family_of(plain: str, provider: Provider) -> tuple[str, Family | None]:
    """The first family whose pattern fits, those of the provider's own first."""
    files = sorted(families().items(), key=lambda item: item[0] not in provider.families)
    for file, read in files:
        for family in read.family:
            if re.match(family.pattern, plain):
                return file, family
    return "", None


def _in_dialect(known: Capabilities, family: Family, provider: Provider, dialect: DialectName) -> Capabilities:
    """What needs the family's own dialect: efforts, schemas and what has to come back."""
    tools_while_thinking = family.tools_and_reasoning is None or dialect in family.tools_and_reasoning
    return replace(
        known,
        dialect=dialect,
        limit=family.limit or provider.limit,
        efforts=family.efforts,
        effort_form=family.effort_form,
        schema=family.schema or provider.schema,
        tools=tools_while_thinking or "none" in family.efforts,
        tools_while_thinking=tools_while_thinking,
        state="none" if (family.state == "reasoningItems") != (dialect == "responses") else family.state,
        long_cache=bool(family.long_cache),
    )


def _listed(model: str, plain: str, undated: str, file: str, family: Family, *, is_charged_here: bool) -> Price | None:
    names = (model, plain, undated) if is_charged_here else (model,)
    amounts = next((family.prices[name] for name in names if name in family.prices), None)
    if amounts is None:
        return None
    plain_input, cached, output = (round(amount * _MILLION) for amount in amounts)
    return Price(
        input=plain_input,
        cached=cached,
        output=output,
        written=round(plain_input * family.cache_write),
        kept=round(plain_input * (family.long_cache or family.cache_write)),
        as_of=families()[file].as_of,
    )


def _own(price: PriceOverride) -> Price:
    plain = price.input_micros
    return Price(input=plain, cached=price.cached_micros, output=price.output_micros, written=plain, kept=plain)


def _last_day(family: Family, plain: str, undated: str) -> str:
    day = family.ends.get(plain) or family.ends.get(undated)
    return day.isoformat() if day else ""
