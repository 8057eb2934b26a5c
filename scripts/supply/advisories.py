"""Holds the lock files against a kept file of advisories: `python -m scripts.supply.advisories`.

Nothing is asked for over the network, so the answer is as good as the file is new. Somebody with a network renews it:
unpack the exports `PyPI/all.zip` and `npm/all.zip` of osv.dev and run `... --renew FOLDER`, which keeps the records
that speak of a package in our locks. A record that does not concern us goes into `accepted`, with the reason.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from scripts.supply.locks import LockedPackage, locked_packages

KEPT: Final = Path(__file__).with_name("advisories.json")
_FIELDS: Final = ("id", "aliases", "summary", "modified", "withdrawn")


def known_name(ecosystem: str, name: str) -> str:
    """A package as two spellings of it are compared."""
    return canonicalize_name(name) if ecosystem == "PyPI" else name


def is_affected(version: str, affected: Mapping[str, Any]) -> bool:
    """Does an entry of a record name this version, or a range around it? What cannot be compared counts as affected."""
    if version in affected.get("versions", ()):
        return True
    return any(
        _is_within(version, each["events"])
        for each in affected.get("ranges", ())
        if each.get("type") in {"ECOSYSTEM", "SEMVER"}
    )


def _is_within(version: str, events: list[Mapping[str, str]]) -> bool:
    """By OSV's own rule: the last event that is not after the version decides."""
    try:
        mine = Version(version)
        inside = False
        for event in sorted(events, key=lambda each: Version(next(iter(each.values())))):
            ((kind, at),) = event.items()
            limit = Version(at)
            if kind == "introduced" and mine >= limit:
                inside = True
            elif (kind == "fixed" and mine >= limit) or (kind == "last_affected" and mine > limit):
                inside = False
    except InvalidVersion:
        return True
    return inside


def vulnerable(
    packages: list[LockedPackage], kept: Mapping[str, Any]
) -> Iterator[tuple[LockedPackage, Mapping[str, Any]]]:
    """Locked packages with the record that names them."""
    accepted = set(kept["accepted"])
    for record in kept["advisories"]:
        if "withdrawn" in record or record["id"] in accepted:
            continue
        for affected in record["affected"]:
            ecosystem, name = affected["package"]["ecosystem"], affected["package"]["name"]
            for each in packages:
                same = each.ecosystem == ecosystem and known_name(ecosystem, each.name) == known_name(ecosystem, name)
                if same and is_affected(each.version, affected):
                    yield each, record


def renewed(folder: Path, kept: Mapping[str, Any], packages: list[LockedPackage]) -> dict[str, Any]:
    """The kept file with the records of an export that speak of our packages."""
    ours = {(each.ecosystem, known_name(each.ecosystem, each.name)) for each in packages}
    records: list[dict[str, Any]] = []
    newest = kept["asOf"]
    for path in sorted(folder.rglob("*.json")):
        record = json.loads(path.read_bytes())
        mine = [
            {name: each[name] for name in ("package", "ranges", "versions") if name in each}
            for each in record.get("affected", ())
            if (each["package"]["ecosystem"], known_name(each["package"]["ecosystem"], each["package"]["name"])) in ours
        ]
        newest = max(newest, record.get("modified", "")[:10])
        if mine and "withdrawn" not in record:
            records.append({name: record[name] for name in _FIELDS if name in record} | {"affected": mine})
    return {**kept, "asOf": newest, "advisories": sorted(records, key=lambda each: each["id"])}


def main() -> int:
    """Tell what is vulnerable, and fail then."""
    asked = argparse.ArgumentParser(prog="python -m scripts.supply.advisories", description=__doc__)
    asked.add_argument("--renew", type=Path, metavar="FOLDER", help="take the advisories from an export of osv.dev")
    folder: Path | None = asked.parse_args().renew
    packages, kept = locked_packages(), json.loads(KEPT.read_bytes())
    if folder is not None:
        kept = renewed(folder, kept, packages)
        KEPT.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    found = list(vulnerable(packages, kept))
    for each, record in found:
        print(f"{each.lock}: {each.name} {each.version}: {record['id']}: {record.get('summary', '')}")
    count = len({(each.ecosystem, each.name, each.version) for each in packages})
    told = "none is known to be vulnerable" if not found else f"{len(found)} findings"
    print(f"{count:,} locked packages, {len(kept['advisories'])} advisories as of {kept['asOf']}: {told}")
    return int(bool(found))


if __name__ == "__main__":
    raise SystemExit(main())
