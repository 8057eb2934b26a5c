"""What an operator writes, and what comes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphwright.errors import InvalidCommand
from graphwright.setting_kinds import KEY as KEY_KIND
from graphwright.setting_kinds import PriceOverride, Secret, UnfitValue
from graphwright.settings import SETTINGS, BudgetLimits, DocumentLimits, Settings

HOME = {"HOME": "/srv/ana"}
KEY = "sk-canary-1234567890"


def in_file(folder: Path, text: str, *, mode: int = 0o600, **environment: str) -> Settings:
    file = folder / "graphwright.toml"
    file.write_text(text, encoding="utf-8")
    file.chmod(mode)
    return Settings.read({**HOME, "GRAPHWRIGHT_DATA": str(folder), **environment})


@pytest.mark.requirement("R-43")
def test_without_any_setting_everything_has_its_default():
    assert Settings.read(HOME) == Settings(
        data=Path("/srv/ana/.local/share/graphwright"),
        model="offline",
        fallback=(),
        base_url=None,
        api_key=None,
        customary_keys={},
        embeddings="auto",
        embeddings_url=None,
        database=Secret("sqlite"),
        policy="auto",
        language="auto",
        host="127.0.0.1",
        port=8426,
        origins=(),
        run_budget=BudgetLimits(calls=20, seconds=900),
        person_budget=BudgetLimits(),
        project_budget=BudgetLimits(),
        documents=DocumentLimits(),
        requests_per_minute=None,
        writes_per_minute=None,
        captures_per_minute=None,
        prices=(),
        max_model_calls=5,
        discuss_rounds=50,
        discuss_topic=100_000,
        discuss_per_minute=None,
    )


@pytest.mark.requirement("R-43")
def test_the_command_line_wins_over_the_environment_and_that_over_the_file(tmp_path):
    text = 'model = "ollama:a"\nport = 1\nhost = "0.0.0.0"\nfallback = ["deepseek:b", "offline"]\n'
    (tmp_path / "graphwright.toml").write_text(text)
    environment = {**HOME, "GRAPHWRIGHT_DATA": "/elsewhere", "GRAPHWRIGHT_PORT": "2", "GRAPHWRIGHT_HOST": "::1"}
    read = Settings.read(environment, {"data": str(tmp_path), "port": "3"})
    assert (read.data, read.port, read.host, read.model) == (tmp_path, 3, "::1", "ollama:a")
    assert read.models == ("ollama:a", "deepseek:b", "offline")


@pytest.mark.requirement("R-43")
def test_the_data_folder_follows_the_xdg_variable():
    assert Settings.read({**HOME, "XDG_DATA_HOME": "/data"}).data == Path("/data/graphwright")
    assert Settings.read({**HOME, "XDG_DATA_HOME": "relative"}).data == Path("/srv/ana/.local/share/graphwright")


@pytest.mark.requirement("R-62")
def test_budgets_and_prices_are_written_in_dollars_and_kept_in_millionths(tmp_path):
    text = 'budget_run_money = 2.5\nbudget_person_calls = 100\nprices = ["openai:x=1.25/0.125/10"]\n'
    read = in_file(tmp_path, text, GRAPHWRIGHT_BUDGET_RUN_CALLS="7", GRAPHWRIGHT_BUDGET_PROJECT_TOKENS="1000000")
    assert read.run_budget == BudgetLimits(calls=7, seconds=900, money=2_500_000)
    assert read.person_budget == BudgetLimits(calls=100)
    assert read.project_budget == BudgetLimits(tokens=1_000_000)
    assert read.prices == (PriceOverride("openai:x", 1_250_000, 125_000, 10_000_000),)


@pytest.mark.requirement("R-43")
@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [
        ("GRAPHWRIGHT_MODLE", "x", "GRAPHWRIGHT_MODLE is no setting; did you mean model?"),
        ("GRAPHWRIGHT_ZZZZ", "x", "GRAPHWRIGHT_ZZZZ is no setting; there are data, model, "),
        ("GRAPHWRIGHT_MODEL", "gpt-5", "GRAPHWRIGHT_MODEL must be offline or PROVIDER:NAME"),
        ("GRAPHWRIGHT_MODEL", "acme:x", "not 'acme:x'"),
        ("GRAPHWRIGHT_MODEL", "openai:", "not 'openai:'"),
        ("GRAPHWRIGHT_MODEL", "ollama:a,offline", "belong into GRAPHWRIGHT_FALLBACK"),
        ("GRAPHWRIGHT_FALLBACK", "ollama:a, b", "GRAPHWRIGHT_FALLBACK must be"),
        ("GRAPHWRIGHT_BASE_URL", "localhost:8000", "an http or https address"),
        ("GRAPHWRIGHT_BASE_URL", "https://", "an http or https address"),
        ("GRAPHWRIGHT_BASE_URL", "https://user:pass@host/v1", "without user"),
        ("GRAPHWRIGHT_BASE_URL", "https://host/v1?key=1", "without user, query"),
        ("GRAPHWRIGHT_BASE_URL", "http://[::1", "an http or https address"),
        ("GRAPHWRIGHT_BASE_URL", "http://host:99999", "an http or https address"),
        ("GRAPHWRIGHT_API_KEY", "a\nb", "printable ASCII characters without spaces"),
        ("GRAPHWRIGHT_EMBEDDINGS", "on", "must be auto, local, none or PROVIDER:NAME"),
        ("GRAPHWRIGHT_DATABASE", "mysql://x", "sqlite, memory, or an address"),
        ("GRAPHWRIGHT_POLICY", "yolo", "one of auto, review, locked; not 'yolo'"),
        ("GRAPHWRIGHT_LANGUAGE", "xx", "one of auto, de, en, fr"),
        ("GRAPHWRIGHT_PORT", "65536", "a number from 0 to 65535"),
        ("GRAPHWRIGHT_PORT", "-1", "a number from 0 to 65535"),
        ("GRAPHWRIGHT_PORT", "²", "a number from 0 to 65535"),
        ("GRAPHWRIGHT_PORT", "9" * 5000, "a number from 0 to 65535"),
        ("GRAPHWRIGHT_BUDGET_RUN_CALLS", "many", "a whole number"),
        ("GRAPHWRIGHT_BUDGET_RUN_MONEY", "nan", "an amount in dollars"),
        ("GRAPHWRIGHT_BUDGET_RUN_MONEY", "-1", "an amount in dollars"),
        ("GRAPHWRIGHT_PRICES", "openai:x=1/2", "PROVIDER:NAME=INPUT/CACHED/OUTPUT"),
        ("GRAPHWRIGHT_PRICES", "=1/2/3", "PROVIDER:NAME=INPUT/CACHED/OUTPUT"),
        ("GRAPHWRIGHT_PRICES", "openai:x=1/2/1e999", "PROVIDER:NAME=INPUT/CACHED/OUTPUT"),
    ],
)
def test_a_wrong_value_names_its_variable_and_what_was_expected(variable, value, says):
    with pytest.raises(InvalidCommand) as error:
        Settings.read({**HOME, variable: value})
    assert says in error.value.message


@pytest.mark.requirement("R-43")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('modle = "x"', "has an unknown setting 'modle'; did you mean model?"),
        ('data = "/x"', "cannot say where that is; set GRAPHWRIGHT_DATA"),
        ("port = true", "'port' must be a text, a number or a list of texts"),
        ("fallback = [1]", "'fallback' must be a text"),
        ("[model]\nname = 1", "'model' must be a text"),
        ("port = 70000", "'port' in graphwright.toml must be a number from 0 to 65535; not '70000'"),
        ("model = ", "is not TOML"),
        ("x = " + "[" * 20_000, "is not TOML"),
        ("#" * 70_000, "is larger than 65536 bytes"),
    ],
)
def test_a_wrong_line_of_the_file_says_what_is_wrong(text, says, tmp_path):
    with pytest.raises(InvalidCommand) as error:
        in_file(tmp_path, text)
    assert says in error.value.message


@pytest.mark.requirement("R-50")
def test_no_secret_is_shown_by_printing_the_settings(tmp_path):
    read = in_file(
        tmp_path, f'api_key = "{KEY}"\ndatabase = "postgresql://u:{KEY}@db/x"', OPENAI_API_KEY=KEY, GROQ_API_KEY=" "
    )
    assert KEY not in repr(read) + str(read)
    assert (read.api_key, dict(read.customary_keys)) == (Secret(KEY), {"openai": Secret(KEY)})
    assert read.database.reveal().startswith("postgresql://")


@pytest.mark.requirement("R-50")
def test_an_error_about_a_secret_does_not_repeat_it():
    for variable in ("GRAPHWRIGHT_API_KEY", "GRAPHWRIGHT_DATABASE"):
        with pytest.raises(InvalidCommand) as error:
            Settings.read({**HOME, variable: f"{KEY} and more"})
        assert KEY not in error.value.message + str(error.value.fields)


@pytest.mark.requirement("R-50")
@pytest.mark.parametrize("variable", ["BASE_URL", "EMBEDDINGS_URL", "ORIGINS", "OIDC_ISSUER"])
@pytest.mark.parametrize("address", [f"https://u:{KEY}@h.example/v1", f"https://h.example/v1?key={KEY}"])
def test_an_error_about_an_address_does_not_repeat_what_it_may_hide(variable, address):
    with pytest.raises(InvalidCommand, match="may hold a secret") as error:
        Settings.read({**HOME, f"GRAPHWRIGHT_{variable}": address})
    assert KEY not in error.value.message + str(error.value.fields)


@pytest.mark.requirement("R-50")
@pytest.mark.parametrize(
    "options", [{"api_key": KEY}, {"database": f"postgresql://u:{KEY}@db/x"}], ids=["key", "password"]
)
def test_a_secret_on_the_command_line_is_refused(options):
    with pytest.raises(InvalidCommand, match="does not belong on the command line") as error:
        Settings.read(HOME, options)
    assert KEY not in error.value.message
    assert Settings.read(HOME, {"database": "postgresql://db/x"}).database.reveal() == "postgresql://db/x"


@pytest.mark.requirement("R-50", "X-203")
@pytest.mark.parametrize("declared", [each for each in SETTINGS if each.kind is KEY_KIND], ids=lambda each: each.key)
def test_a_key_of_a_group_of_settings_is_hidden_and_refused_like_any_other(declared, tmp_path):
    with pytest.raises(InvalidCommand, match="may hold a secret") as error:
        Settings.read({**HOME, declared.variable: f"{KEY} and more"})
    assert KEY not in error.value.message + str(error.value.fields)
    with pytest.raises(InvalidCommand, match="does not belong on the command line"):
        Settings.read(HOME, {declared.key: KEY})
    with pytest.raises(InvalidCommand, match="chmod 600"):
        in_file(tmp_path, f'{declared.key} = "{KEY}"', mode=0o644)


@pytest.mark.requirement("R-50")
def test_a_file_with_a_secret_that_others_can_read_is_refused(tmp_path):
    with pytest.raises(InvalidCommand, match="chmod 600"):
        in_file(tmp_path, f'api_key = "{KEY}"', mode=0o644)
    assert in_file(tmp_path, "port = 1", mode=0o644).port == 1


@pytest.mark.requirement("R-43", "H-101")
def test_the_table_of_settings_names_each_setting_once_with_a_default_that_can_be_read():
    keys = [setting.key for setting in SETTINGS]
    assert len(set(keys)) == len(keys)
    assert all(setting.meaning for setting in SETTINGS)
    written = {setting.variable: setting.default for setting in SETTINGS}
    assert Settings.read({**HOME, **written}) == Settings.read(HOME)


@pytest.mark.requirement("H-101")
@pytest.mark.parametrize(
    "declared", [each for each in SETTINGS if each.key not in {"data", "host"}], ids=lambda each: each.key
)
def test_every_setting_refuses_what_does_not_fit_with_its_own_words(declared):
    """Any text names a folder or a host."""
    unfit = "\x00 ,no, such value"
    with pytest.raises(UnfitValue) as refused:
        declared.kind.read(unfit)
    with pytest.raises(InvalidCommand) as error:
        Settings.read({**HOME, declared.variable: unfit})
    assert error.value.message.startswith(f"{declared.variable} must be {refused.value.expected}; ")
    assert error.value.fields == {"setting": declared.key}


@pytest.mark.requirement("Z-56")
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "set GRAPHWRIGHT_DATABASE to it"),
        (
            {"GRAPHWRIGHT_DATABASE": "postgresql://u@h/x", "GRAPHWRIGHT_INTERNAL_ADDRESS": "http://h:1/x"},
            "no place on it",
        ),
        (
            {"GRAPHWRIGHT_DATABASE": "postgresql://u@h/x", "GRAPHWRIGHT_INTERNAL_ADDRESS": "h:1"},
            "an http or https address",
        ),
        (
            {
                "GRAPHWRIGHT_DATABASE": "postgresql://u@h/x",
                "GRAPHWRIGHT_TLS_CERTIFICATE": "/c.pem",
                "GRAPHWRIGHT_TLS_KEY": "/k.pem",
            },
            "GRAPHWRIGHT_TLS_CERTIFICATE",
        ),
    ],
)
def test_what_several_servers_cannot_be_set_to_is_named(given, told, tmp_path):
    environment = {"GRAPHWRIGHT_INTERNAL_ADDRESS": "http://10.0.0.5:8426", "GRAPHWRIGHT_DATA": str(tmp_path)}
    with pytest.raises(InvalidCommand, match=told):
        Settings.read(environment | given)


MAILED = {
    "GRAPHWRIGHT_SMTP_HOST": "mail.example.org",
    "GRAPHWRIGHT_SMTP_SENDER": "workbench@example.org",
    "GRAPHWRIGHT_PUBLIC_ADDRESS": "https://models.example.org/",
}


@pytest.mark.requirement("U-456")
@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"SMTP_SENDER": ""}, "needs GRAPHWRIGHT_SMTP_SENDER"),
        ({"SMTP_SENDER": "Us <us@example.org>"}, "must be a mail address such as ana@example.org"),
        ({"PUBLIC_ADDRESS": ""}, "needs GRAPHWRIGHT_PUBLIC_ADDRESS"),
        ({"SMTP_USER": "us"}, "SMTP_USER and GRAPHWRIGHT_SMTP_PASSWORD, or neither"),
        ({"SMTP_USER": "us", "SMTP_PASSWORD": "x", "SMTP_TLS": "none"}, "choose starttls or tls"),
        ({"SMTP_TLS": "ssl"}, "must be one of starttls, tls, none"),
        ({"SMTP_PORT": "0"}, "GRAPHWRIGHT_SMTP_PORT must be"),
    ],
)
def test_a_mail_server_that_cannot_work_is_refused_with_what_is_missing(changed, says):
    given = {**HOME, **MAILED, **{f"GRAPHWRIGHT_{name}": value for name, value in changed.items()}}
    with pytest.raises(InvalidCommand, match=says):
        Settings.read(given)


@pytest.mark.requirement("U-456")
def test_links_in_mails_lead_to_the_public_address_or_else_to_the_first_origin():
    assert Settings.read({**HOME, **MAILED}).page == "https://models.example.org"
    others = {**MAILED, "GRAPHWRIGHT_PUBLIC_ADDRESS": "", "GRAPHWRIGHT_ORIGINS": "https://a.example, https://b.example"}
    assert Settings.read({**HOME, **others}).page == "https://a.example"
