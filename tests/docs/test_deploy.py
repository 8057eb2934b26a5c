"""The files of `deploy/` name settings, figures and commands that exist, and their own programs can read them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from graphwright.cli.arguments import COMMANDS
from graphwright.ports import SystemClock
from graphwright.rooms.rooms import Rooms
from graphwright.server.telemetry import Telemetry
from graphwright.settings import SETTINGS
from tests.conftest import ROOT

DEPLOY = ROOT / "deploy"
pytestmark = pytest.mark.requirement("Z-76")

_FIGURE = re.compile(r"\b(?:graphwright|canvas)_\w+")
_SUFFIX = re.compile(r"_(?:bucket|count|sum|total)$")


def figures() -> set[str]:
    text = Telemetry(SystemClock(), Rooms()).text().decode()
    return {_SUFFIX.sub("", family.name) for family in text_string_to_metric_families(text)}


def read(name: str) -> Any:
    return yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))


def expressions() -> Iterator[tuple[str, str]]:
    """Every query, with where it stands."""
    for group in read("alerts.yaml")["groups"]:
        for rule in group["rules"]:
            yield rule["alert"], rule["expr"]
    for panel in json.loads((DEPLOY / "dashboard.json").read_text(encoding="utf-8"))["panels"]:
        for target in panel["targets"]:
            yield panel["title"], target["expr"]


@pytest.mark.parametrize(("name", "query"), list(expressions()))
def test_a_query_asks_for_figures_that_there_are(name, query):
    assert {_SUFFIX.sub("", each) for each in _FIGURE.findall(query)} <= figures(), name


def test_an_alert_says_how_urgent_it_is_and_what_to_do():
    for group in read("alerts.yaml")["groups"]:
        for rule in group["rules"]:
            assert set(rule) - {"for"} == {"alert", "expr", "labels", "annotations"}
            assert rule["labels"]["severity"] in {"page", "ticket"}
            assert set(rule["annotations"]) == {"summary", "what"}


@pytest.mark.parametrize("name", ["Containerfile", "compose.yaml", "graphwright.service", "compose.three.yaml"])
def test_settings_and_commands_exist(name):
    text = (DEPLOY / name).read_text(encoding="utf-8")
    assert set(re.findall(r"GRAPHWRIGHT_[A-Z_]+", text)) <= {setting.variable for setting in SETTINGS}
    words = {"serve", "password"} & set(re.findall(r"graphwright[\", ]+(\w+)", text))
    assert words <= {command.name for command in COMMANDS}
    assert "serve" in text


def test_every_service_is_built_or_named_and_finds_what_it_needs():
    compose = read("compose.yaml")
    services = compose["services"]
    for service in services.values():
        assert ("build" in service) != ("image" in service)
        assert set(service.get("depends_on", ())) <= set(services)
        assert set(service.get("networks", ())) <= set(compose["networks"])
        assert set(service.get("secrets", ())) <= set(compose["secrets"])
        named = {volume.partition(":")[0] for volume in service.get("volumes", ())}
        assert {name for name in named if not name.startswith(".")} <= set(compose["volumes"])
        assert all((DEPLOY / name).exists() for name in named if name.startswith("."))
    assert (DEPLOY.parent / services["server"]["build"]["dockerfile"]).exists()
    assert (
        services["server"]["environment"]["GRAPHWRIGHT_TRUSTED_PROXIES"]
        == (compose["networks"]["inner"]["ipam"]["config"][0]["subnet"])
    )


def test_each_of_three_servers_has_an_address_and_a_folder_of_its_own_and_the_proxy_knows_them():
    one, three = read("compose.yaml"), read("compose.three.yaml")
    servers = [name for name in three["services"] if name.startswith("server")]
    told = [three["services"][name]["environment"] for name in servers]
    assert told == [{"GRAPHWRIGHT_INTERNAL_ADDRESS": f"http://{name}:8426"} for name in servers]
    assert servers[0] in one["services"]
    folders = [one["services"][servers[0]]["volumes"], *(three["services"][name]["volumes"] for name in servers[1:])]
    assert folders == [["data:/data"], ["data2:/data"], ["data3:/data"]]
    assert {"data2", "data3"} == set(three["volumes"])
    extended = {"file": "compose.yaml", "service": servers[0]}
    assert [three["services"][name]["extends"] for name in servers[1:]] == [extended, extended]
    assert three["services"]["proxy"]["depends_on"] == servers
    (mounted,) = three["services"]["proxy"]["volumes"]
    caddyfile = (DEPLOY / mounted.partition(":")[0]).read_text(encoding="utf-8")
    assert re.findall(r"(server\d?):8426", caddyfile) == servers


# what Prometheus itself says ------------------------------------------------------------------------------------------


def promtool(*arguments: object, told: str = "") -> str:
    """What the checker of Prometheus answers; an error when it finds something wrong."""
    program = shutil.which("promtool")
    if program is None:
        missing = "no promtool on this machine (it comes with Prometheus)"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    done = subprocess.run(
        [program, *map(str, arguments)], input=told, cwd=DEPLOY, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_prometheus_reads_what_it_is_to_ask_and_every_query(tmp_path):
    promtool("check", "config", "--syntax-only", "prometheus.yaml")
    rules = [{"record": f"query:{place}", "expr": query} for place, (_, query) in enumerate(expressions())]
    (tmp_path / "rules.yaml").write_text(json.dumps({"groups": [{"name": "all", "rules": rules}]}), encoding="utf-8")
    assert f"{len(rules)} rules found" in promtool("check", "rules", tmp_path / "rules.yaml")


def test_prometheus_reads_the_figures():
    assert promtool("check", "metrics", told=Telemetry(SystemClock(), Rooms()).text().decode()) == ""


_HTTP = 'graphwright_http_seconds_{}{{job="graphwright",instance="one",operation="commit"{}}}'
_SLOW_REQUESTS = {
    _HTTP.format("bucket", ',status="200",le="1"'): "0x60",
    _HTTP.format("bucket", ',status="200",le="5"'): "0+60x60",
    _HTTP.format("bucket", ',status="200",le="+Inf"'): "0+60x60",
}
_LATE_LOOP = {
    f'graphwright_loop_lag_seconds_bucket{{job="graphwright",instance="one",le="{le}"}}': values
    for le, values in (("0.05", "0x60"), ("0.25", "0+60x60"), ("+Inf", "0+60x60"))
}
_RUNS = 'graphwright_runs_total{{job="graphwright",instance="one",workflow="build",status="{}"}}'
WORSE_AND_WORSE: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "GraphwrightGone": ({'up{job="graphwright",instance="one"}': "1x20 0x40"}, {"job": "graphwright"}),
    "GraphwrightRefusesChanges": ({_HTTP.format("count", ',status="503"'): "0x20 0+60x40"}, {}),
    "GraphwrightFails": ({_HTTP.format("count", ',status="500"'): "_x54 1x6"}, {"operation": "commit"}),
    "GraphwrightSlow": (_SLOW_REQUESTS, {}),
    "GraphwrightLoopLate": (_LATE_LOOP, {}),
    "GraphwrightClientsCut": (
        {'graphwright_sessions_cut{job="graphwright",instance="one"}': "0x50 0+5x10"},
        {"job": "graphwright"},
    ),
    "GraphwrightRunsFail": ({_RUNS.format("failed"): "0+3x60", _RUNS.format("completed"): "0+1x60"}, {}),
}
"""By alert: figures, minute by minute for an hour, at whose end it rings, and the labels that it has besides."""


def test_an_alert_rings_when_it_should_and_not_while_all_is_well(tmp_path):
    rules = {rule["alert"]: rule for group in read("alerts.yaml")["groups"] for rule in group["rules"]}
    assert WORSE_AND_WORSE.keys() == rules.keys()
    well = {
        'up{job="graphwright",instance="one"}': "1x60",
        _HTTP.format("count", ',status="200"'): "0+60x60",
        _RUNS.format("completed"): "0+3x60",
        _RUNS.format("failed"): "0+1x60",
        'graphwright_sessions_cut{job="graphwright",instance="one"}': "0+1x60",
    }
    hours: list[tuple[dict[str, str], dict[str, dict[str, str]]]] = [(well, {})]
    hours += [(series, {alert: labels}) for alert, (series, labels) in WORSE_AND_WORSE.items()]
    told = [
        {
            "interval": "1m",
            "input_series": [{"series": name, "values": values} for name, values in series.items()],
            "alert_rule_test": [
                {
                    "eval_time": "1h",
                    "alertname": alert,
                    "exp_alerts": [
                        {
                            "exp_labels": {"instance": "one"} | rule["labels"] | labels,
                            "exp_annotations": rule["annotations"],
                        }
                        for labels in [rings[alert]]
                    ]
                    if alert in rings
                    else [],
                }
                for alert, rule in rules.items()
            ],
        }
        for series, rings in hours
    ]
    file = tmp_path / "test.yaml"
    file.write_text(json.dumps({"rule_files": [str(DEPLOY / "alerts.yaml")], "tests": told}), encoding="utf-8")
    promtool("test", "rules", file)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd on this machine")
def test_systemd_reads_the_unit(tmp_path):
    unit = tmp_path / "graphwright.service"
    text = (DEPLOY / unit.name).read_text(encoding="utf-8")
    unit.write_text(text.replace("/opt/graphwright/bin/graphwright serve", "/bin/true"), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
