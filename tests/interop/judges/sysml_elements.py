"""Reads SysML v2, as text or as elements of its API, with the OpenMBEE toolkit and prints what it sees. Runs among the judges, not among the tests."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from sysml import Model, standard_library

EDGES = ("SatisfyRequirementUsage", "AllocationUsage", "Dependency", "RequirementVerificationMembership")


def short_of(element) -> str | None:
    while element is not None and getattr(element, "declaredShortName", None) is None:
        element = element.owner
    return None if element is None else element.declaredShortName


if sys.argv[1].endswith(".json"):
    model = Model.from_full_json(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
else:
    model = Model.from_toolkit(sys.argv[1], library_dir=standard_library())
elements = {}
for kind in ("PartUsage", "ActionUsage", "ItemUsage", "RequirementUsage", "ItemDefinition"):
    for each in model.elements_of_type(kind):
        if each.declaredShortName is not None:
            docs = [doc.body.strip() for doc in each.documentation]
            elements[each.declaredShortName] = [type(each).__name__, each.declaredName, short_of(each.owner), docs]
counts = {kind: len(list(model.elements_of_type(kind))) for kind in EDGES}
referring = [
    [short_of(each.owner), type(each).__name__, each.direction or "ref"]
    for kind in ("PartUsage", "ActionUsage", "ItemUsage")
    for each in model.elements_of_type(kind)
    if each.declaredShortName is None and type(each).__name__ == kind and each.ownedReferenceSubsetting is not None
]
dependencies = [[short_of(each.client[0]), short_of(each.supplier[0])] for each in model.elements_of_type("Dependency")]
satisfied = [each.satisfiedRequirement.declaredShortName for each in model.elements_of_type("SatisfyRequirementUsage")]
json.dump(
    {
        "elements": elements,
        "counts": counts,
        "referring": referring,
        "dependencies": dependencies,
        "satisfied": satisfied,
    },
    sys.stdout,
)
