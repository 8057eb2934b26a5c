"""What is shipped and what it is built of: known weaknesses, the bill of materials, the same bytes twice, provenance."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from scripts.supply.advisories import KEPT, is_affected, renewed, vulnerable
from scripts.supply.bill import bill
from scripts.supply.commit import commit
from scripts.supply.locks import NPM_LOCKS, PYTHON_LOCKS, LockedPackage, locked_packages
from scripts.supply.release import release

AT = datetime(2026, 11, 23, tzinfo=UTC)
RANGES = {"ranges": [{"type": "ECOSYSTEM", "events": [
    {"introduced": "1.0"}, {"fixed": "1.5"}, {"introduced": "2.0"}, {"last_affected": "2.3"}]}], "versions": ["0.3"]}  # fmt: skip


@pytest.mark.requirement("Q-60")
def test_nothing_that_is_locked_is_known_to_be_vulnerable():
    kept = json.loads(KEPT.read_bytes())

    assert [(each.name, each.version, record["id"]) for each, record in vulnerable(locked_packages(), kept)] == []


@pytest.mark.requirement("Q-60")
@pytest.mark.parametrize(
    ("version", "affected"),
    [("0.3", True), ("0.9", False), ("1.0", True), ("1.4.9", True), ("1.5", False), ("1.5rc1", True), ("2.3", True),
     ("2.3.1", False), ("2.10", False), ("of-no-order", True)],
)  # fmt: skip
def test_a_version_is_affected_by_the_last_event_before_it(version, affected):
    assert is_affected(version, RANGES) is affected


@pytest.mark.requirement("Q-60")
def test_a_weakness_is_found_however_a_name_is_spelled_unless_it_was_withdrawn_or_accepted():
    package = LockedPackage("PyPI", "Py_Thing", "1.2", "requirements.lock", is_shipped=True, digests=())
    record = {"id": "X-1", "affected": [{"package": {"ecosystem": "PyPI", "name": "py-thing"}, **RANGES}]}
    npm = {"id": "X-2", "affected": [{"package": {"ecosystem": "npm", "name": "py-thing"}, **RANGES}]}
    kept = {"accepted": {}, "advisories": [record, npm]}

    assert list(vulnerable([package], kept)) == [(package, record)]
    assert list(vulnerable([package], {**kept, "accepted": {"X-1": "only with an option that we do not set"}})) == []
    assert list(vulnerable([package], {**kept, "advisories": [{**record, "withdrawn": "2026-01-01"}]})) == []


@pytest.mark.requirement("Q-60")
def test_renewing_keeps_what_speaks_of_our_packages(tmp_path: Path):
    package = LockedPackage("npm", "@a/b", "1.2", "web/package-lock.json", is_shipped=True, digests=())
    ours = {"package": {"ecosystem": "npm", "name": "@a/b"}, **RANGES, "database_specific": {"x": 1}}
    other = {"package": {"ecosystem": "npm", "name": "c"}, **RANGES}
    records = {
        "one": {
            "id": "X-1",
            "modified": "2027-01-02T00:00:00Z",
            "summary": "s",
            "affected": [ours, other],
            "credits": [],
        },
        "two": {"id": "X-2", "modified": "2027-01-03T00:00:00Z", "affected": [other]},
    }
    for name, record in records.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(record))

    kept = renewed(tmp_path, {"asOf": "2026-11-23", "accepted": {"A": "b"}, "advisories": [{"id": "old"}]}, [package])

    assert kept == {
        "asOf": "2027-01-03",
        "accepted": {"A": "b"},
        "advisories": [
            {"id": "X-1", "summary": "s", "modified": "2027-01-02T00:00:00Z",
             "affected": [{"package": ours["package"], **RANGES}]},
        ],
    }  # fmt: skip


@pytest.mark.requirement("Q-61")
def test_the_bill_of_materials_lists_every_shipped_library_with_its_digests_and_is_valid():
    told = bill(AT)
    listed = json.loads(told)
    shipped = {(each.name, each.version) for each in locked_packages() if each.is_shipped}

    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(told) is None
    assert told == bill(AT)
    names = {
        ("/".join(filter(None, (each.get("group"), each["name"]))), each["version"]) for each in listed["components"]
    }
    assert names == shipped
    assert {"msgspec", "react"} <= {name for name, _ in names}
    assert not {"pytest", "vite"} & {name for name, _ in names}
    assert [each["name"] for each in listed["components"] if not each.get("hashes")] == []


@pytest.mark.slow
@pytest.mark.requirement("Q-62")
def test_a_wheel_that_is_built_twice_is_the_same_bytes_and_comes_with_its_provenance(tmp_path: Path):
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text("<!doctype html>")

    built, sbom, proof, sums = release(tmp_path / "dist", page)

    digests = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (built, sbom, proof)}
    assert sums.read_text().splitlines() == [f"{digest}  {name}" for name, digest in digests.items()]
    told = json.loads(proof.read_bytes())
    assert {each["name"]: each["digest"]["sha256"] for each in told["subject"]} == {
        path.name: digests[path.name] for path in (built, sbom)
    }
    defined = told["predicate"]["buildDefinition"]
    assert defined["externalParameters"]["commit"] == commit()
    assert {each["name"] for each in defined["resolvedDependencies"][1:]} == {*PYTHON_LOCKS, *NPM_LOCKS}
