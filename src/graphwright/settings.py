"""What an operator may choose, read once: from options, the environment and `graphwright.toml` in the data folder.

Each setting is declared once, as a field of `Settings` with its kind, default and meaning; reading, the errors and the
table in the docs (`SETTINGS`) come from that. The environment wins over the file, the command line over both. How a
kind of value is written stands in `setting_kinds`; what a value *leads to* (a provider, a store) is decided by the
folder that uses it. A secret is a `Secret`: printing the settings never shows one (R-50).
"""

from __future__ import annotations

import difflib
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import Field, astuple, dataclass, field, fields
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, cast, get_args
from urllib.parse import urlsplit

from msgspec import Struct

from graphwright.errors import InvalidCommand
from graphwright.setting_declarations import GROUPED, PREFIX, Setting, SettingGroup, group, setting, settings_of
from graphwright.setting_kinds import (
    ADDRESS,
    CHOICES,
    COUNT,
    DATABASE,
    DAYS,
    EFFORT,
    EFFORTS,
    EMBEDDINGS,
    FILE,
    GROUPS,
    HOSTS,
    ISSUER,
    KEY,
    KEY_VARIABLES,
    LANGUAGE_MODEL,
    LIMIT,
    LINE,
    MAIL_ADDRESS,
    MONEY,
    NETWORKS,
    ORIGINS,
    PACKAGE,
    PORT,
    PRICES,
    TEXT,
    WORDS,
    WORKFLOW_BUDGETS,
    YES_OR_NO,
    Effort,
    GroupAccess,
    ModelChoice,
    PriceOverride,
    Secret,
    SettingKind,
    UnfitValue,
    WorkflowBudget,
    is_postgres,
    listed,
    number,
    one_of,
    optional_text,
)  # fmt: skip

MailTls: TypeAlias = Literal["starttls", "tls", "none"]
PolicyName: TypeAlias = Literal["auto", "review", "locked"]
Language: TypeAlias = Literal["auto", "de", "en", "fr"]

FILE_NAME: Final = "graphwright.toml"


@dataclass(frozen=True, slots=True)
class BudgetLimits:
    """What one run, person or project may use up; None = no limit. Money is in millionths of a dollar."""

    calls: int | None = setting(LIMIT, "", "model calls PERIOD")
    tokens: int | None = setting(LIMIT, "", "tokens in and out PERIOD")
    seconds: int | None = setting(LIMIT, "", "seconds of model calls PERIOD")
    money: int | None = setting(MONEY, "", "dollars PERIOD, for example 2.50")


@dataclass(frozen=True, slots=True)
class PersonQuotas:
    """How much one person may do; None = no limit."""

    document_bytes: int | None = setting(LIMIT, "", "bytes of documents of one person in a project; empty: no limit")
    runs: int | None = setting(LIMIT, "", "runs of one person that are under way at once; empty: no limit")
    commits_per_minute: int | None = setting(LIMIT, "", "change sets of one person in a minute; empty: no limit")


@dataclass(frozen=True, slots=True)
class ProjectQuotas:
    """How much one project may hold, and how much may be done in it at once; None = no limit."""

    elements: int | None = setting(LIMIT, "", "nodes and edges of one project; empty: no limit")
    document_bytes: int | None = setting(LIMIT, "", "bytes of the documents of one project; empty: no limit")
    runs: int | None = setting(LIMIT, "", "runs of one project that are under way at once; empty: no limit")
    commits_per_minute: int | None = setting(LIMIT, "", "change sets in one project in a minute; empty: no limit")


@dataclass(frozen=True, slots=True)
class RetentionDays:
    """After how many days something is forgotten; None = never."""

    threads: int | None = setting(
        DAYS, "", "days after which what was said in a conversation that rests is forgotten; empty: never"
    )
    runs: int | None = setting(
        DAYS, "", "days after which what a run that ended was sent, found and answered is forgotten; empty: never"
    )
    documents: int | None = setting(DAYS, "", "days after which a document is removed; empty: never")
    comments: int | None = setting(
        DAYS, "", "days after which a comment that was resolved is forgotten, with its replies; empty: never"
    )
    proposals: int | None = setting(
        DAYS, "", "days after which what a proposal held that waits for nobody any more is forgotten; empty: never"
    )
    audit: int | None = setting(DAYS, "", "days after which entries of the audit are forgotten; empty: never")

    @property
    def count(self) -> int:
        """Kinds of things that are ever forgotten."""
        return sum(each is not None for each in astuple(self))


@dataclass(frozen=True, slots=True)
class DocumentLimits:
    """What one document may have that is taken in."""

    bytes: int = setting(COUNT, "50000000", "largest file that is taken in as a document")
    pages: int = setting(COUNT, "5000", "pages of a PDF, sheets of an XLSX")
    unpacked: int = setting(COUNT, "500000000", "bytes in a DOCX or XLSX when it is unpacked")
    depth: int = setting(COUNT, "200", "elements of a page in each other")
    seconds: int = setting(COUNT, "60", "seconds that reading a file may take")
    memory: int = setting(COUNT, "1000000000", "bytes of memory that reading a file may take")


@dataclass(frozen=True, slots=True)
class SignInSettings:
    """The organisation's identity provider, and what its groups may do here."""

    issuer: str | None = setting(
        ISSUER, "", "identity provider (OpenID Connect) with which people sign in, such as https://login.example.org"
    )
    client_id: str = setting(LINE, "", "what the identity provider calls this server")
    client_secret: Secret | None = setting(
        KEY, "", "secret of this server at the identity provider; not set: a public client", secret=True
    )
    client_secret_file: str = setting(LINE, "", "file that holds this secret; read at each sign-in, so it may change")
    scopes: tuple[str, ...] = setting(WORDS, "openid, profile, email", "what the identity provider is asked for")
    name: str = setting(LINE, "", "what the page calls the identity provider; not set: the host of the issuer")
    groups_claim: str = setting(LINE, "groups", "where the identity provider says somebody's groups")
    allowed_groups: tuple[str, ...] = setting(
        listed(LINE), "", "groups of which one is needed to come in, comma separated; empty: everybody there may"
    )
    groups: tuple[GroupAccess, ...] = setting(
        GROUPS,
        "",
        "what groups may do, comma separated: `GROUP=ACCESS` everywhere or `GROUP=ACCESS@PROJECT`; the first that fits "
        "a project counts, and whoever is its member by name has that access instead",
    )
    owner: str = setting(LINE, "", "subject (`sub`) at the identity provider of whoever owns the data folder")
    hours: int = setting(number(1, 336), "24", "hours until somebody signs in again, and their groups are read again")


@dataclass(frozen=True, slots=True)
class MailSettings:
    """The mail server (SMTP) by which people are told what others say to them; without a host nothing is mailed."""

    host: str = setting(LINE, "", "mail server by which people may be told what others say to them; empty: no mails")
    port: int = setting(number(1, 65_535), "587", "port of the mail server")
    tls: MailTls = setting(
        one_of(get_args(MailTls)),
        "starttls",
        "how the line to the mail server is encrypted: `starttls`, `tls` from the first byte (port 465), or `none`",
    )
    user: str = setting(LINE, "", "as whom to log in at the mail server; empty: without logging in")
    password: Secret | None = setting(KEY, "", "password at the mail server", secret=True)
    sender: str | None = setting(optional_text(MAIL_ADDRESS), "", "address that mails come from")
    minutes: int = setting(
        number(0, 1_440), "5", "minutes in which what is said to somebody is gathered for one mail; 0: none"
    )


def _default_folder(environment: Mapping[str, str]) -> Path:
    base = environment.get("XDG_DATA_HOME", "")
    # The XDG specification: a relative path is to be ignored.
    folder = Path(base) if Path(base).is_absolute() else Path(environment.get("HOME", "~")) / ".local" / "share"
    return folder / "graphwright"


@dataclass(frozen=True, slots=True)
class Settings:
    """Every choice of the operator; made once by `Settings.read`."""

    data: Path = setting(
        SettingKind("a folder", lambda text: Path(text or _default_folder({})).expanduser()),
        "",
        "the data folder; not set: `graphwright` in the user's XDG data folder",
    )
    model: str = setting(LANGUAGE_MODEL, "offline", f"`PROVIDER:NAME` ({', '.join(KEY_VARIABLES)}) or `offline`")
    fallback: tuple[str, ...] = setting(
        listed(LANGUAGE_MODEL), "", "language models to try next, comma separated, when a provider fails"
    )
    effort: Effort | None = setting(
        EFFORT, "", f"how much the language models think: {', '.join(EFFORTS)}; empty: as they do by themselves"
    )
    model_choices: tuple[ModelChoice, ...] = setting(
        CHOICES,
        "",
        "another language model or effort for a workflow or one of its personas, comma separated: "
        "`ask=openai:gpt-6-luna@low, discuss.Solver=anthropic:claude-opus-5-5@high, build=@high`",
    )
    probe: bool = setting(
        YES_OR_NO,
        "yes",
        "ask a language model that nobody knows three small things when the server starts, and keep what it can do: "
        "`yes` or `no`",
    )
    base_url: str | None = setting(ADDRESS, "", "address of the provider of `model`, for an own or compatible server")
    api_key: Secret | None = setting(
        KEY, "", "key for the provider of `model`; not set: the provider's customary variable", secret=True
    )
    embeddings: str = setting(
        EMBEDDINGS,
        "auto",
        "search by meaning too: `local` (the extra `embed`), `PROVIDER:NAME` (its vectors), `none`, or `auto`: in a "
        "server `local` where it is installed; one command alone searches by words",
    )
    embeddings_url: str | None = setting(
        ADDRESS, "", "address of the provider of `embeddings`, for an own or compatible server"
    )
    database: Secret = setting(
        DATABASE,
        "sqlite",
        "`sqlite`, `memory` (for trials) or a PostgreSQL URL",
        secret=True,
    )
    policy: PolicyName = setting(
        one_of(get_args(PolicyName)),
        "auto",
        "how changes of a language model are applied: `auto`, `review` or `locked`",
    )
    language: Language = setting(
        one_of(get_args(Language)), "auto", "of answers: `auto` (that of the question), `de`, `en` or `fr`"
    )
    host: str = setting(TEXT, "127.0.0.1", "address to listen on")
    port: int = setting(PORT, "8426", "port to listen on; 0 takes a free one")
    origins: tuple[str, ...] = setting(
        ORIGINS, "", "addresses under which browsers reach it through a proxy, such as https://models.example.org"
    )
    trusted_proxies: tuple[IPv4Network | IPv6Network, ...] = setting(
        NETWORKS,
        "",
        "addresses or networks of proxies whose `X-Forwarded-For` is believed, such as `127.0.0.1`: attempts to log in "
        "count by the address that they name, and the audit says it",
    )
    tls_certificate: Path | None = setting(
        FILE, "", "file with the certificate and its chain (PEM), for HTTPS without a proxy; read anew when it changes"
    )
    tls_key: Path | None = setting(FILE, "", "file with the key of the certificate (PEM, not encrypted)")
    internal_address: str | None = setting(
        ADDRESS,
        "",
        "where the other servers on the same PostgreSQL reach this one, such as http://10.0.0.5:8426; set on each of "
        "several: each works on some projects, passes on what is about others, and takes those of one that is gone",
    )
    oidc: SignInSettings = group(SignInSettings, "oidc")
    passwords: bool = setting(
        YES_OR_NO,
        "yes",
        "people may log in with a password; `no` needs an identity provider, and leaves one-time links and tokens",
    )
    webhook_hosts: tuple[str, ...] = setting(
        HOSTS,
        "",
        "hosts inside the network that webhooks may lead to, with http too, comma separated: "
        "`ci.example.internal, 10.0.0.7:8080`",
    )
    public_address: str | None = setting(
        ADDRESS,
        "",
        "where people find the page, for the links in mails, such as https://models.example.org; not set: the first of "
        "`origins`",
    )
    smtp: MailSettings = group(MailSettings, "smtp")
    # 20 calls and 15 minutes: what the longest workflow with repairs takes, and then as much again.
    run_budget: BudgetLimits = group(BudgetLimits, "budget_run", "per run", calls="20", seconds="900")
    person_budget: BudgetLimits = group(BudgetLimits, "budget_person", "per person and day")
    project_budget: BudgetLimits = group(BudgetLimits, "budget_project", "per project and day")
    workflow_budgets: tuple[WorkflowBudget, ...] = setting(
        WORKFLOW_BUDGETS,
        "",
        "another budget for the runs of a workflow or for one persona in a round, comma separated: "
        "`discuss.calls=60, discuss.Solver.money=0.50`",
    )
    project_quotas: ProjectQuotas = group(ProjectQuotas, "quota_project")
    person_quotas: PersonQuotas = group(PersonQuotas, "quota_person")
    quota_contact: str = setting(
        LINE, "", "whom people ask for more, a name or an address; not set: whoever runs this server"
    )
    retention: RetentionDays = group(RetentionDays, "retention")
    max_model_calls: int = setting(
        number(1, 9),
        "5",
        "model calls with tools for one question, at most 9; a person may let it go on as long again",
    )
    context_tokens: int = setting(
        number(1_000, 1_000_000),
        "8000",
        "tokens that a model of any size takes of a prompt at most: all of it, or names and what is talked about",
    )
    documents: DocumentLimits = group(DocumentLimits, "document")
    discuss_rounds: int = setting(number(1, 200), "50", "rounds that one discussion may have, at most 200")
    discuss_topic: int = setting(number(10, 100_000), "100000", "characters of the topic of a discussion")
    discuss_per_minute: int | None = setting(
        LIMIT, "", "discussions that one person may begin in a minute; empty for no limit"
    )
    requests_per_minute: int | None = setting(
        LIMIT, "", "requests over REST that one person may make in a minute; empty: no limit"
    )
    writes_per_minute: int | None = setting(
        LIMIT,
        "",
        "requests that change something and commands over the WebSocket, of one person in a minute; empty: no limit",
    )
    captures_per_minute: int | None = setting(
        LIMIT,
        "",
        "previews of the context that a person may ask for in a minute; empty: no limit, most come from a cache",
    )
    plugins: tuple[str, ...] = setting(
        listed(PACKAGE),
        "",
        "packages that bring rules, formats, tools and profiles, comma separated; only those named here are loaded",
    )
    plugin_seconds: int = setting(number(1, 3_600), "20", "seconds that one call of a plugin may take")
    prices: tuple[PriceOverride, ...] = setting(
        PRICES, "", "own prices, comma separated: `PROVIDER:NAME=INPUT/CACHED/OUTPUT` in dollars per million tokens"
    )
    customary_keys: Mapping[str, Secret] = field(default_factory=dict[str, Secret])
    """No setting: per provider, the key in its customary variable; sent to that provider's own host only (R-32)."""

    @property
    def chain(self) -> tuple[str, ...]:
        """The fallback chain: the language models to try, in this order."""
        return (self.model, *self.fallback)

    @property
    def page(self) -> str | None:
        """Where people find the page, without a slash at its end; None where nobody says so."""
        found = self.public_address or next(iter(self.origins), None)
        return None if found is None else found.rstrip("/")

    @property
    def models(self) -> tuple[str, ...]:
        """Every language model that is configured: the fallback chain, and those of single workflows."""
        chosen = (choice.model for choice in self.model_choices if choice.model is not None)
        return tuple(dict.fromkeys((*self.chain, *chosen)))

    @classmethod
    def read(cls, environment: Mapping[str, str], command_line: Mapping[str, str] | None = None) -> Settings:
        """Read the environment, then the file in the data folder.

        `command_line` holds settings given as options; a secret among them is refused, because other users of the
        machine see it in the list of processes. Raises `InvalidCommand`, which names the variable or the line.
        """
        given = dict(command_line or {})
        _refuse_secrets(given)
        _refuse_unknown_variables(environment)
        named = given.get("data") or environment.get("GRAPHWRIGHT_DATA")
        data = Path(named or _default_folder(environment)).expanduser()
        sources = _Sources(command_line=given, environment=environment, file=_read_file(data / FILE_NAME))
        values: dict[str, Any] = {each.name: sources.value_of(each) for each in fields(cls) if each.metadata}
        values |= {"data": data, "customary_keys": _customary_keys(environment)}
        read = cls(**values)
        _check_sign_in(read)
        _check_servers(read)
        _check_mail(read)
        return read


SETTINGS: Final = tuple(each for declared in fields(Settings) for each in settings_of(declared))
"""Every setting, in the order of the table in the docs."""
_BY_KEY: Final = MappingProxyType({each.key: each for each in SETTINGS})


class _Sources(Struct, frozen=True):
    """The texts of all three sources."""

    command_line: Mapping[str, str]
    environment: Mapping[str, str]
    file: Mapping[str, str]

    def value_of(self, declared: Field[Any]) -> Any:  # noqa: ANN401 - as many types as there are settings
        """The value of a field of `Settings`. Raises `InvalidCommand`."""
        if GROUPED in declared.metadata:
            grouped = cast("SettingGroup", declared.metadata[GROUPED])
            return grouped.of(**{name: self._read(member) for name, member in grouped.members.items()})
        return self._read(_BY_KEY[declared.name])

    def _read(self, wanted: Setting) -> object:
        place, text = self._given(wanted)
        try:
            return wanted.kind.read(text)
        except UnfitValue as unfit:
            hides = wanted.secret or ("://" in text and ("@" in text or "?" in text))  # a password, or a key in a query
            came = "the value is not shown because it may hold a secret" if hides else f"not {text!r}"
            message = f"{place} must be {unfit.expected}; {came}"
            raise InvalidCommand(message, setting=wanted.key) from None

    def _given(self, wanted: Setting) -> tuple[str, str]:
        """Where the text of a setting stands, and the text; of the default the place is the environment."""
        option, variable = f"--{wanted.key.replace('_', '-')}", wanted.variable
        places = (
            (option, self.command_line.get(wanted.key)),
            (variable, self.environment.get(variable)),
            (f"{wanted.key!r} in {FILE_NAME}", self.file.get(wanted.key)),
        )
        given = ((place, text.strip()) for place, text in places if text and text.strip())
        return next(given, (variable, wanted.default))


def _check_sign_in(read: Settings) -> None:
    """What only fits together. `InvalidCommand`, which names what is missing."""
    oidc = read.oidc
    if oidc.issuer is not None and not oidc.client_id:
        raise InvalidCommand("GRAPHWRIGHT_OIDC_ISSUER needs GRAPHWRIGHT_OIDC_CLIENT_ID", setting="oidc_client_id")
    if oidc.issuer is not None and "openid" not in oidc.scopes:
        raise InvalidCommand("GRAPHWRIGHT_OIDC_SCOPES must hold openid", setting="oidc_scopes")
    if oidc.client_secret is not None and oidc.client_secret_file:
        message = "set one of GRAPHWRIGHT_OIDC_CLIENT_SECRET and GRAPHWRIGHT_OIDC_CLIENT_SECRET_FILE, not both"
        raise InvalidCommand(message, setting="oidc_client_secret")
    if (read.tls_certificate is None) != (read.tls_key is None):
        message = "set GRAPHWRIGHT_TLS_CERTIFICATE and GRAPHWRIGHT_TLS_KEY, or neither"
        raise InvalidCommand(message, setting="tls_certificate")
    if read.tls_certificate is not None and read.internal_address is not None:
        message = "several servers have a proxy in front, which speaks HTTPS: leave out GRAPHWRIGHT_TLS_CERTIFICATE"
        raise InvalidCommand(message, setting="tls_certificate")
    if not read.passwords and oidc.issuer is None:
        message = (
            "GRAPHWRIGHT_PASSWORDS=no needs an identity provider, else nobody could log in: set GRAPHWRIGHT_OIDC_ISSUER"
        )
        raise InvalidCommand(message, setting="passwords")


def _check_servers(read: Settings) -> None:
    """What several servers need. `InvalidCommand`."""
    if read.internal_address is not None and not is_postgres(read.database.reveal()):
        message = "GRAPHWRIGHT_INTERNAL_ADDRESS is for servers on a PostgreSQL: set GRAPHWRIGHT_DATABASE to it"
        raise InvalidCommand(message, setting="internal_address")
    if read.internal_address is not None and urlsplit(read.internal_address).path:
        message = "GRAPHWRIGHT_INTERNAL_ADDRESS names a server and no place on it: http://HOST:PORT"
        raise InvalidCommand(message, setting="internal_address")


def _check_mail(read: Settings) -> None:
    """What mails need. `InvalidCommand`, which names what is missing."""
    smtp = read.smtp
    if not smtp.host:
        return
    if smtp.sender is None:
        message = "GRAPHWRIGHT_SMTP_HOST needs GRAPHWRIGHT_SMTP_SENDER, the address that mails come from"
        raise InvalidCommand(message, setting="smtp_sender")
    if read.page is None:
        message = (
            "GRAPHWRIGHT_SMTP_HOST needs GRAPHWRIGHT_PUBLIC_ADDRESS: mails hold links, and people follow them there"
        )
        raise InvalidCommand(message, setting="public_address")
    if bool(smtp.user) != (smtp.password is not None):
        message = "set GRAPHWRIGHT_SMTP_USER and GRAPHWRIGHT_SMTP_PASSWORD, or neither"
        raise InvalidCommand(message, setting="smtp_password")
    if smtp.password is not None and smtp.tls == "none":
        message = "GRAPHWRIGHT_SMTP_TLS=none would send the password readable for everybody: choose starttls or tls"
        raise InvalidCommand(message, setting="smtp_tls")


def _customary_keys(environment: Mapping[str, str]) -> Mapping[str, Secret]:
    found = {
        provider: environment[variable].strip()
        for provider, variable in KEY_VARIABLES.items()
        if variable is not None and environment.get(variable, "").strip()
    }
    return MappingProxyType({provider: Secret(text) for provider, text in found.items()})


def _nearest(key: str) -> str:
    close = difflib.get_close_matches(key, _BY_KEY, n=1)
    return f"; did you mean {close[0]}?" if close else "; there are " + ", ".join(_BY_KEY)


def _holds_secret(key: str, text: str) -> bool:
    """Whether the value is one to hide: a key, or an address with a password in it."""
    declared = _BY_KEY[key]
    return declared.secret and text.strip() not in {"", declared.default} and (declared.kind is KEY or "@" in text)


def _refuse_secrets(command_line: Mapping[str, str]) -> None:
    for key, text in command_line.items():
        if key not in _BY_KEY:
            raise InvalidCommand(f"no setting is called {key!r}" + _nearest(key), setting=key)
        if _holds_secret(key, text):
            variable = _BY_KEY[key].variable
            raise InvalidCommand(
                f"a secret does not belong on the command line, where others can read it; set {variable}", setting=key
            )


def _refuse_unknown_variables(environment: Mapping[str, str]) -> None:
    known = {each.variable for each in SETTINGS}
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
