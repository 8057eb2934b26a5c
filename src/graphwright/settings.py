"""What an operator may choose, read once from the environment and `graphwright.toml` in the data folder.

`SETTINGS` is the only list: it names every setting, and the table in the docs is generated from it. The environment
wins over the file, and what the command line says wins over both. What a value *leads to* (a provider, a store) is
decided by the folder that uses it. A secret is a `Secret`: printing the settings never shows one (R-50).
"""

from __future__ import annotations

import difflib
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, cast, get_args
from urllib.parse import urlsplit

from graphwright.errors import InvalidCommand

__all__ = [
    "KEY_VARIABLES",
    "SETTINGS",
    "BudgetLimits",
    "DocumentLimits",
    "Language",
    "PolicyName",
    "PriceOverride",
    "Secret",
    "Setting",
    "Settings",
]

PolicyName: TypeAlias = Literal["auto", "review", "locked"]
Language: TypeAlias = Literal["auto", "de", "en", "fr"]

FILE_NAME: Final = "graphwright.toml"
PREFIX: Final = "GRAPHWRIGHT_"

KEY_VARIABLES: Final[Mapping[str, str | None]] = MappingProxyType(
    {
        "openai": "OPENAI_API_KEY",
        "anthropic": "ANTHROPIC_API_KEY",
        "deepseek": "DEEPSEEK_API_KEY",
        "mistral": "MISTRAL_API_KEY",
        "groq": "GROQ_API_KEY",
        "ollama": None,
        "openai-compatible": None,
    }
)
"""The providers, and the variable in which each one's key is customarily kept; None: it needs no key."""

EMBEDDING_PROVIDERS: Final = frozenset(KEY_VARIABLES) - {"anthropic", "deepseek", "groq"}
"""Those that turn texts into vectors."""

# Read by the test suite, not by the program; they must not count as misspelt settings.
_READ_BY_TESTS: Final = frozenset({"GRAPHWRIGHT_SHARED", "GRAPHWRIGHT_REQUIRE_SHARED"})


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


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the table of settings."""

    key: str
    """Its name in the file; in the environment it is upper case behind `GRAPHWRIGHT_`."""
    default: str
    """As somebody would write it; empty means not set."""
    meaning: str
    secret: bool = False

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return PREFIX + self.key.upper()


@dataclass(frozen=True, slots=True)
class BudgetLimits:
    """What one run, person or project may use up; None = no limit. Money is in millionths of a dollar."""

    calls: int | None = None
    tokens: int | None = None
    seconds: int | None = None
    cost_micros: int | None = None


@dataclass(frozen=True, slots=True)
class PriceOverride:
    """The operator's own price of a language model, in millionths of a dollar per million tokens."""

    model: str
    input_micros: int
    cached_micros: int
    output_micros: int


@dataclass(frozen=True, slots=True)
class DocumentLimits:
    """What one document may have that is taken in."""

    bytes: int = 50_000_000
    pages: int = 5_000
    unpacked: int = 500_000_000
    """Bytes in all parts of a DOCX or XLSX together."""
    depth: int = 200
    """Of elements in each other."""
    seconds: int = 60
    memory: int = 1_000_000_000
    """Bytes that the process may take up which reads the file."""


_DOCUMENT: Final = DocumentLimits()


def _budget_rows(scope: str, *, calls: str, seconds: str, period: str) -> tuple[Setting, ...]:
    return (
        Setting(f"budget_{scope}_calls", calls, f"model calls {period}"),
        Setting(f"budget_{scope}_tokens", "", f"tokens in and out {period}"),
        Setting(f"budget_{scope}_seconds", seconds, f"seconds of model calls {period}"),
        Setting(f"budget_{scope}_money", "", f"dollars {period}, for example 2.50"),
    )


SETTINGS: Final[tuple[Setting, ...]] = (
    Setting("data", "", "the data folder; not set: `graphwright` in the user's XDG data folder"),
    Setting("model", "offline", "`PROVIDER:NAME` (" + ", ".join(KEY_VARIABLES) + ") or `offline`"),
    Setting("fallback", "", "language models to try next, comma separated, when a provider fails"),
    Setting("base_url", "", "address of the provider of `model`, for an own or compatible server"),
    Setting("api_key", "", "key for the provider of `model`; not set: the provider's customary variable", secret=True),
    Setting(
        "embeddings",
        "auto",
        "search by meaning too: `local` (the extra `embed`), `PROVIDER:NAME` (its vectors), `none`, or `auto`: in a "
        "server `local` where it is installed; one command alone searches by words",
    ),
    Setting("embeddings_url", "", "address of the provider of `embeddings`, for an own or compatible server"),
    Setting("database", "sqlite", "`sqlite` or a PostgreSQL URL", secret=True),
    Setting("policy", "auto", "how changes of a language model are applied: `auto`, `review` or `locked`"),
    Setting("language", "auto", "of answers: `auto` (that of the question), `de`, `en` or `fr`"),
    Setting("host", "127.0.0.1", "address to listen on"),
    Setting("port", "8426", "port to listen on; 0 takes a free one"),
    Setting(
        "origins", "", "addresses under which browsers reach it through a proxy, such as https://models.example.org"
    ),
    # 20 calls and 15 minutes per run: the limits of records.md.
    *_budget_rows("run", calls="20", seconds="900", period="per run"),
    *_budget_rows("person", calls="", seconds="", period="per person and day"),
    *_budget_rows("project", calls="", seconds="", period="per project and day"),
    Setting(
        "max_model_calls",
        "5",
        "model calls with tools for one question, at most 9; a person may let it go on as long again",
    ),
    Setting("document_bytes", str(_DOCUMENT.bytes), "largest file that is taken in as a document"),
    Setting("document_pages", str(_DOCUMENT.pages), "pages of a PDF, sheets of an XLSX"),
    Setting("document_unpacked", str(_DOCUMENT.unpacked), "bytes in a DOCX or XLSX when it is unpacked"),
    Setting("document_depth", str(_DOCUMENT.depth), "elements of a page in each other"),
    Setting("document_seconds", str(_DOCUMENT.seconds), "seconds that reading a file may take"),
    Setting("document_memory", str(_DOCUMENT.memory), "bytes of memory that reading a file may take"),
    Setting("discuss_rounds", "50", "rounds that one discussion may have, at most 200"),
    Setting("discuss_topic", "100000", "characters of the topic of a discussion"),
    Setting("discuss_per_minute", "", "discussions that one person may begin in a minute; empty for no limit"),
    Setting("requests_per_minute", "", "requests over REST that one person may make in a minute; empty: no limit"),
    Setting(
        "writes_per_minute",
        "",
        "requests that change something and commands over the WebSocket, of one person in a minute; empty: no limit",
    ),
    Setting(
        "captures_per_minute",
        "",
        "previews of the context that a person may ask for in a minute; empty: no limit, most come from a cache",
    ),
    Setting(
        "prices",
        "",
        "own prices, comma separated: `PROVIDER:NAME=INPUT/CACHED/OUTPUT` in dollars per million tokens",
    ),
)

_BY_KEY: Final = {setting.key: setting for setting in SETTINGS}


@dataclass(frozen=True, slots=True)
class Settings:
    """Every choice of the operator; made once by `Settings.read`."""

    data: Path
    model: str
    fallback: tuple[str, ...]
    base_url: str | None
    api_key: Secret | None
    customary_keys: Mapping[str, Secret]
    """Per provider, the key found in its customary variable. It is sent to that provider's own host only (R-32)."""
    embeddings: str
    embeddings_url: str | None
    database: Secret
    """`sqlite` or a URL that may hold a password."""
    policy: PolicyName
    language: Language
    host: str
    port: int
    origins: tuple[str, ...]
    run_budget: BudgetLimits
    person_budget: BudgetLimits
    project_budget: BudgetLimits
    documents: DocumentLimits
    requests_per_minute: int | None
    writes_per_minute: int | None
    captures_per_minute: int | None
    prices: tuple[PriceOverride, ...]
    max_model_calls: int
    discuss_rounds: int
    discuss_topic: int
    discuss_per_minute: int | None

    @property
    def models(self) -> tuple[str, ...]:
        """The fallback chain: the language models to try, in this order."""
        return (self.model, *self.fallback)

    @classmethod
    def read(cls, environment: Mapping[str, str], command_line: Mapping[str, str] | None = None) -> Settings:
        """Read the environment, then the file in the data folder.

        `command_line` holds settings given as options; a secret among them is refused, because other users of the
        machine see it in the list of processes. Raises `InvalidCommand`, which names the variable or the line.
        """
        given = dict(command_line or {})
        _refuse_secrets(given)
        _refuse_unknown_variables(environment)
        data = Path(given.get("data") or environment.get("GRAPHWRIGHT_DATA") or _default_folder(environment))
        values = _Values(command_line=given, environment=environment, file=_read_file(data.expanduser() / FILE_NAME))
        return cls(
            data=data.expanduser(),
            model=values.model("model"),
            fallback=values.models("fallback"),
            base_url=values.url("base_url"),
            api_key=values.secret("api_key"),
            customary_keys=MappingProxyType(
                {
                    provider: Secret(environment[variable].strip())
                    for provider, variable in KEY_VARIABLES.items()
                    if variable is not None and environment.get(variable, "").strip()
                }
            ),
            embeddings=values.embeddings("embeddings"),
            embeddings_url=values.url("embeddings_url"),
            database=values.database("database"),
            policy=cast("PolicyName", values.word("policy", get_args(PolicyName))),
            language=cast("Language", values.word("language", get_args(Language))),
            host=values.text("host"),
            port=values.port("port"),
            origins=values.origins("origins"),
            run_budget=values.budget("run"),
            person_budget=values.budget("person"),
            project_budget=values.budget("project"),
            documents=DocumentLimits(
                bytes=values.count("document_bytes"),
                pages=values.count("document_pages"),
                unpacked=values.count("document_unpacked"),
                depth=values.count("document_depth"),
                seconds=values.count("document_seconds"),
                memory=values.count("document_memory"),
            ),
            requests_per_minute=values.limit("requests_per_minute"),
            writes_per_minute=values.limit("writes_per_minute"),
            captures_per_minute=values.limit("captures_per_minute"),
            prices=values.prices("prices"),
            max_model_calls=values.between("max_model_calls", 1, 9),
            discuss_rounds=values.between("discuss_rounds", 1, 200),
            discuss_topic=values.between("discuss_topic", 10, 100_000),
            discuss_per_minute=values.limit("discuss_per_minute"),
        )


@dataclass(frozen=True, slots=True)
class _Values:
    """The texts of all three sources, and how each kind of setting is read from its text."""

    command_line: Mapping[str, str]
    environment: Mapping[str, str]
    file: Mapping[str, str]

    def text(self, key: str) -> str:
        variable = _BY_KEY[key].variable
        sources = ((self.command_line, key), (self.environment, variable), (self.file, key))
        return next((source[name].strip() for source, name in sources if source.get(name, "").strip()), _default(key))

    def refuse(self, key: str, expected: str) -> InvalidCommand:
        """The error that names where the value came from. A secret value is not repeated."""
        setting = _BY_KEY[key]
        if self.command_line.get(key):
            place = f"--{key.replace('_', '-')}"
        elif self.environment.get(setting.variable, "").strip():
            place = setting.variable
        else:
            place = f"{key!r} in {FILE_NAME}"
        came = "the value is not shown because it may hold a secret" if setting.secret else f"not {self.text(key)!r}"
        return InvalidCommand(f"{place} must be {expected}; {came}", setting=key)

    def word(self, key: str, allowed: tuple[str, ...]) -> str:
        text = self.text(key)
        if text not in allowed:
            raise self.refuse(key, "one of " + ", ".join(allowed))
        return text

    def secret(self, key: str) -> Secret | None:
        text = self.text(key)
        if not text:
            return None
        # A key goes into an HTTP header; anything else than printable ASCII would break or forge it.
        if not text.isascii() or not text.isprintable() or " " in text:
            raise self.refuse(key, "a key of printable ASCII characters without spaces")
        return Secret(text)

    def model(self, key: str) -> str:
        text = self.text(key)
        self._check_model(key, text)
        return text

    def models(self, key: str) -> tuple[str, ...]:
        names = tuple(part.strip() for part in self.text(key).split(",") if part.strip())
        for name in names:
            self._check_model(key, name)
        return names

    def _check_model(self, key: str, text: str) -> None:
        if text == "offline":
            return
        if "," in text:
            raise self.refuse(key, "one language model; others to try belong into GRAPHWRIGHT_FALLBACK")
        provider, colon, name = text.partition(":")
        if not colon or not name or provider not in KEY_VARIABLES:
            raise self.refuse(key, "offline or PROVIDER:NAME with a provider of " + ", ".join(KEY_VARIABLES))

    def embeddings(self, key: str) -> str:
        text = self.text(key)
        provider, colon, name = text.partition(":")
        if text in {"auto", "local", "none"} or (colon and name and provider in EMBEDDING_PROVIDERS):
            return text
        allowed = ", ".join(sorted(EMBEDDING_PROVIDERS))
        raise self.refuse(key, f"auto, local, none or PROVIDER:NAME with a provider of {allowed}")

    def url(self, key: str) -> str | None:
        text = self.text(key)
        if not text:
            return None
        try:
            parts = urlsplit(text)
            well_formed = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
        except ValueError:
            well_formed = False
            parts = urlsplit("")
        if not well_formed or parts.username or parts.password or parts.query or parts.fragment:
            raise self.refuse(key, "an http or https address without user, query and fragment")
        return text.rstrip("/")

    def database(self, key: str) -> Secret:
        text = self.text(key)
        if text != "sqlite" and not text.startswith(("postgresql://", "postgres://")):
            raise self.refuse(key, "sqlite or an address that begins with postgresql://")
        return Secret(text)

    def port(self, key: str) -> int:
        text = self.text(key)
        highest_port = 65_535
        if _is_whole_number(text) and int(text) <= highest_port:
            return int(text)
        raise self.refuse(key, f"a number from 0 to {highest_port}")

    def origins(self, key: str) -> tuple[str, ...]:
        found = tuple(part.strip().rstrip("/").lower() for part in self.text(key).split(",") if part.strip())
        for origin in found:
            parts = urlsplit(origin)
            if origin != f"{parts.scheme}://{parts.netloc}" or parts.scheme not in {"http", "https"} or "@" in origin:
                raise self.refuse(key, "addresses of the form https://HOST or https://HOST:PORT, comma separated")
        return found

    def budget(self, scope: str) -> BudgetLimits:
        return BudgetLimits(
            calls=self.limit(f"budget_{scope}_calls"),
            tokens=self.limit(f"budget_{scope}_tokens"),
            seconds=self.limit(f"budget_{scope}_seconds"),
            cost_micros=self._money_limit(f"budget_{scope}_money"),
        )

    def count(self, key: str) -> int:
        text = self.text(key)
        if not _is_whole_number(text) or int(text) == 0:
            raise self.refuse(key, "a whole number above 0 of at most 12 digits")
        return int(text)

    def between(self, key: str, least: int, most: int) -> int:
        text = self.text(key)
        if _is_whole_number(text) and least <= int(text) <= most:
            return int(text)
        raise self.refuse(key, f"a number from {least} to {most}")

    def limit(self, key: str) -> int | None:
        text = self.text(key)
        if not text:
            return None
        if not _is_whole_number(text):
            raise self.refuse(key, "a whole number of at most 12 digits, or empty for no limit")
        return int(text)

    def _money_limit(self, key: str) -> int | None:
        text = self.text(key)
        if not text:
            return None
        micros = _micros(text)
        if micros is None:
            raise self.refuse(key, "an amount in dollars such as 2.50, or empty for no limit")
        return micros

    def prices(self, key: str) -> tuple[PriceOverride, ...]:
        return tuple(self._price(key, part.strip()) for part in self.text(key).split(",") if part.strip())

    def _price(self, key: str, text: str) -> PriceOverride:
        model, _, amounts = text.rpartition("=")
        micros = [_micros(amount) for amount in amounts.split("/")]
        match micros:
            case [int(input_micros), int(cached_micros), int(output_micros)] if model.strip():
                return PriceOverride(model.strip(), input_micros, cached_micros, output_micros)
            case _:
                raise self.refuse(key, "PROVIDER:NAME=INPUT/CACHED/OUTPUT in dollars per million tokens")


# Twelve digits of tokens, seconds or dollars (as micros 18 digits) are more than anybody has.
_MAX_DIGITS = 12


def _is_whole_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS


def _micros(text: str) -> int | None:
    """Dollars as millionths, or None when the text is no amount."""
    try:
        amount = Decimal(text.strip())
    except InvalidOperation:
        return None
    if not amount.is_finite() or amount < 0 or amount >= 10**_MAX_DIGITS:
        return None
    return int(amount * 1_000_000)


def _default(key: str) -> str:
    return _BY_KEY[key].default


def _default_folder(environment: Mapping[str, str]) -> Path:
    base = environment.get("XDG_DATA_HOME", "")
    # The XDG specification: a relative path is to be ignored.
    folder = Path(base) if Path(base).is_absolute() else Path(environment.get("HOME", "~")) / ".local" / "share"
    return folder / "graphwright"


def _nearest(key: str) -> str:
    close = difflib.get_close_matches(key, _BY_KEY, n=1)
    return f"; did you mean {close[0]}?" if close else "; there are " + ", ".join(_BY_KEY)


def _holds_secret(key: str, text: str) -> bool:
    """Whether the value is one to hide: a key, or an address with a password in it."""
    return _BY_KEY[key].secret and text.strip() not in {"", _default(key)} and (key == "api_key" or "@" in text)


def _refuse_secrets(command_line: Mapping[str, str]) -> None:
    for key, text in command_line.items():
        setting = _BY_KEY.get(key)
        if setting is None:
            raise InvalidCommand(f"no setting is called {key!r}" + _nearest(key), setting=key)
        if _holds_secret(key, text):
            raise InvalidCommand(
                f"a secret does not belong on the command line, where others can read it; set {setting.variable}",
                setting=key,
            )


def _refuse_unknown_variables(environment: Mapping[str, str]) -> None:
    known = _READ_BY_TESTS.union(setting.variable for setting in SETTINGS)
    for name in environment:
        if name.startswith(PREFIX) and name not in known:
            raise InvalidCommand(f"{name} is no setting{_nearest(name.removeprefix(PREFIX).lower())}", setting=name)


# A settings file is a screen of text; anything of this size is another file.
_MAX_FILE_BYTES = 64 * 1024


def _read_file(path: Path) -> dict[str, str]:
    """The settings of the file as texts; none when there is no file."""
    try:
        with path.open("rb") as file:
            mode = path.stat().st_mode
            content = file.read(_MAX_FILE_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise InvalidCommand(f"{path} cannot be read: {error.strerror}") from error
    if len(content) > _MAX_FILE_BYTES:
        raise InvalidCommand(f"{path} is larger than {_MAX_FILE_BYTES} bytes")
    try:
        table = tomllib.loads(content.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidCommand(f"{path} is not TOML: {error}") from None
    texts = {key: _file_text(path, key, value) for key, value in table.items()}
    if any(_holds_secret(key, text) for key, text in texts.items()) and mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise InvalidCommand(f"{path} holds a secret and others can read it; run: chmod 600 {path}")
    return texts


def _file_text(path: Path, key: str, value: object) -> str:
    if key not in _BY_KEY:
        raise InvalidCommand(f"{path} has an unknown setting {key!r}" + _nearest(key), setting=key)
    if key == "data":
        raise InvalidCommand(f"{path} lies in the data folder and cannot say where that is; set GRAPHWRIGHT_DATA")
    match value:
        case bool():
            pass
        case str():
            return value
        case int() | float():
            return str(value)
        case list():
            items = cast("list[object]", value)
            if all(isinstance(item, str) for item in items):
                return ",".join(str(item) for item in items)
        case _:
            pass
    raise InvalidCommand(f"{path}: {key!r} must be a text, a number or a list of texts", setting=key)
