"""Reads an ArchiMate exchange file with pyArchimate and prints what it sees. Runs among the judges, not among the tests."""

from __future__ import annotations

import json
import sys

from pyArchimate import Model, check_valid_relationship

model = Model("judged")
model.read(sys.argv[1])
elements = {each.uuid: [each.type, each.name, each.desc or ""] for each in model.elements}
relations = sorted([each.type, each.source.uuid, each.target.uuid, each.name or ""] for each in model.relationships)
invalid = sorted(
    f"{each.type} {each.source.type} {each.target.type}"
    for each in model.relationships
    if not check_valid_relationship(each.type, each.source.type, each.target.type)
)
json.dump({"elements": elements, "relations": relations, "invalid": invalid}, sys.stdout)
