"""Writes the texts of rules, problems and notes for the page: web/src/locales/generated/, one file a language.

One source: `languages/*/findings.toml`. Keys are the paths in it; of a case `.0` is what is wrong, `.1` what to do.
With `--check` nothing is written; exit code 1 says that a file is out of date. Needs no network and no node.
"""

from __future__ import annotations

import sys
import tomllib
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec

from graphwright.languages import LANGUAGES, Language, leaves

FOLDER: Final = Path(__file__).resolve().parent.parent / "web" / "src" / "locales" / "generated"
_TABLES: Final = ("rules", "problems", "terms", "notes")


def text(language: Language) -> str:
    """The file of one language."""
    source = resources.files("graphwright.languages") / language / "findings.toml"
    tables = tomllib.loads(source.read_text(encoding="utf-8"))
    tables["terms"]["and"] = tables["writing"]["and"]  # numbers a browser writes by itself
    lines = [
        f"  {msgspec.json.encode(key).decode()}: {msgspec.json.encode(value).decode()},\n"
        for table in _TABLES
        for key, value in leaves(tables[table], table)
    ]
    head = f"// Written by scripts/generate_locales.py out of languages/{language}/findings.toml; never edited.\n"
    if language == LANGUAGES[0]:
        return f"{head}export const told = {{\n{''.join(lines)}}} as const;\n"
    translation = 'import type { Translation } from "../translation";\n\nexport const told: Translation["told"]'
    return f"{head}{translation} = {{\n{''.join(lines)}}};\n"


def main(arguments: list[str]) -> int:
    """Write the files; with `--check` only say whether one is out of date."""
    wrong = 0
    for language in LANGUAGES:
        path = FOLDER / f"{language}.ts"
        made = text(language)
        if path.exists() and path.read_text(encoding="utf-8") == made:
            continue
        wrong = 1
        if "--check" in arguments:
            print(f"out of date: {path.name}; run: python scripts/generate_locales.py")
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(made, encoding="utf-8")
        print(f"wrote: web/src/locales/generated/{path.name}")
    return wrong if "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
