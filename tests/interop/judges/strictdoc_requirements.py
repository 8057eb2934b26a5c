"""Reads a document with StrictDoc and prints its requirements. Runs among the judges, not among the tests."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from strictdoc.backend.sdoc.reader import SDReader

document = SDReader.read(Path(sys.argv[1]).read_text(encoding="utf-8"), file_path=sys.argv[1])
found = {}
for each in document.section_contents:
    parents = [relation.ref_uid for relation in each.relations]
    found[each.reserved_uid] = [
        each.reserved_title,
        each.reserved_statement.strip(),
        (each.rationale or "").strip(),
        parents,
    ]
json.dump(found, sys.stdout)
