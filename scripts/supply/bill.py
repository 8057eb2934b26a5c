"""The bill of materials of what is shipped, as CycloneDX: `python -m scripts.supply.bill [FILE]`.

Made from the lock files alone, so that the same commit gives the same bytes. Libraries of tests and tools are no part
of it; those of the page are, because they lie compiled in the wheel.
"""

from __future__ import annotations

import sys
import uuid
from datetime import datetime
from pathlib import Path
from typing import Final

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from graphwright.version import VERSION
from scripts.supply.commit import commit_time
from scripts.supply.locks import LockedPackage, locked_packages

_SPACE: Final = uuid.UUID("8a9e4b1e-6a55-4f5c-9d0a-3f8f2f0b7c11")
"""In which the serial number of a bill is the digest of what it lists."""


def bill(at: datetime) -> str:
    """The bill as JSON; at: when what it speaks of was made."""
    shipped = sorted({each for each in locked_packages() if each.is_shipped})
    root = Component(
        name="graphwright",
        version=VERSION,
        type=ComponentType.APPLICATION,
        bom_ref=f"graphwright@{VERSION}",
        purl=PackageURL("pypi", name="graphwright", version=VERSION),
    )
    made = Bom(components=[_component(each) for each in shipped], metadata=BomMetaData(component=root, timestamp=at))
    made.serial_number = uuid.uuid5(_SPACE, repr([VERSION, *shipped]))
    made.register_dependency(root, made.components)
    return JsonV1Dot6(made).output_as_string(indent=1)


def _component(each: LockedPackage) -> Component:
    group, _, name = each.name.rpartition("/")
    kind = "pypi" if each.ecosystem == "PyPI" else "npm"
    purl = PackageURL(kind, namespace=group or None, name=name, version=each.version)
    return Component(
        name=name,
        group=group or None,
        version=each.version,
        type=ComponentType.LIBRARY,
        bom_ref=f"{purl.to_string()}#{each.lock}",
        purl=purl,
        hashes=[HashType(alg=HashAlgorithm(algorithm), content=digest) for algorithm, digest in each.digests],
    )


def main() -> None:
    """Write it to a file, or print it."""
    told = bill(commit_time())
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(told + "\n", encoding="utf-8")
    else:
        print(told)


if __name__ == "__main__":
    main()
