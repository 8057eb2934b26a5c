"""SARIF 2.1.0: what code scanning of build servers reads."""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec

from graphwright.interop.checks.report import CheckedFault, CheckedModel, CheckedRule
from graphwright.protocol.base import JsonValue
from graphwright.protocol.operations import Severity
from graphwright.version import VERSION

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS: Final[dict[Severity, str]] = {"error": "error", "warning": "warning", "info": "note"}


def write_sarif(checked: CheckedModel) -> str:
    """A log with one run."""
    places = {each.rule_id: number for number, each in enumerate(checked.rules)}
    driver: dict[str, JsonValue] = {
        "name": "graphwright",
        "version": VERSION,
        "rules": [_rule(each) for each in checked.rules],
    }
    run: dict[str, JsonValue] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(each, places) for each in checked.faults],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return msgspec.json.format(msgspec.json.encode(log), indent=2).decode() + "\n"


def _rule(rule: CheckedRule) -> JsonValue:
    return {
        "id": rule.rule_id,
        "shortDescription": {"text": rule.title},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(fault: CheckedFault, places: dict[str, int]) -> JsonValue:
    result: dict[str, JsonValue] = {
        "ruleId": fault.rule_id,
        "level": _LEVELS[fault.severity],
        "message": {"text": f"{fault.message} {fault.hint}".strip()},
        "partialFingerprints": {"graphwright/v1": hashlib.sha256(fault.fingerprint.encode()).hexdigest()[:32]},
    }
    if fault.rule_id in places:
        result["ruleIndex"] = places[fault.rule_id]
    location: dict[str, JsonValue] = {}
    if fault.path:
        location["physicalLocation"] = {
            "artifactLocation": {"uri": fault.path},
            "region": {"startLine": fault.line},
        }
    if fault.subject:
        location["logicalLocations"] = [{"fullyQualifiedName": fault.subject, "kind": "element"}]
    return {**result, "locations": [location]} if location else result
