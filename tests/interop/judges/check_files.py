"""Reads a SARIF log and a JUnit file, and prints what it sees of them. Runs among the judges, not the tests."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from junitparser import Error, Failure, JUnitXml
from sarif_pydantic import Sarif

log = Sarif.model_validate_json(Path(sys.argv[1]).read_text(encoding="utf-8"))
results = [
    {
        "rule": result.rule_id,
        "level": result.level.value,
        "text": result.message.text,
        "places": [
            [each.physical_location.artifact_location.uri, each.physical_location.region.start_line]
            for each in result.locations or []
            if each.physical_location
        ],
    }
    for run in log.runs
    for result in run.results
]
cases = [
    {
        "rule": case.classname,
        "name": case.name,
        "failed": [each.type for each in case.result if isinstance(each, Failure | Error)],
    }
    for suite in JUnitXml.fromfile(sys.argv[2])
    for case in suite
]
rules = [[rule.id for rule in run.tool.driver.rules] for run in log.runs]
json.dump({"version": log.version, "rules": rules, "results": results, "cases": cases}, sys.stdout)
