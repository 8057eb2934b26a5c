"""Reads a document with StrictDoc and prints each requirement behind its section. Runs among the judges."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from strictdoc.backend.sdoc.reader import SDReader


def requirements(parent: object, title: str) -> list[str]:
    found: list[str] = []
    for each in parent.section_contents:
        if each.node_type == "SECTION":
            found += requirements(each, each.reserved_title)
        elif each.node_type == "REQUIREMENT":
            found.append(f"{title}: {each.reserved_uid}")
    return found


document = SDReader.read(Path(sys.argv[1]).read_text(encoding="utf-8"), file_path=sys.argv[1])
json.dump(requirements(document, ""), sys.stdout)
