"""Writes what server and page say alike for the page: web/src/locales/generated/, one file a language.

`told`: the texts of rules, problems and notes, from `languages/*/findings.toml`. Keys are the paths in it; of a case
`.0` is what is wrong, `.1` what to do. `steps` and `tools`: what each kind of step is called and what each tool does,
from `languages/*/sentences.toml`.
`attributes`, `values`: what people call the attributes of the profiles and what stands in them, the first of their
words in `languages/*/meaning.toml`.
`audit`, in a file of its own because it comes later: what entries of the audit say, from `languages/*/sentences.toml`.
`titles`: what titles of columns mean, in all languages at once, as the import of tables reads them.
With `--check` nothing is written; exit code 1 says that a file is out of date. Needs no network and no node.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path
from typing import Any, Final

import msgspec

from graphwright.interop.tables.wording import HOLDS, KINDS, MEANINGS, NUMBER
from graphwright.languages import LANGUAGES, Language, leaves
from graphwright.text.recognition import Recogniser

FOLDER: Final = Path(__file__).resolve().parent.parent / "web" / "src" / "locales" / "generated"
_TABLES: Final = ("types", "phases", "relations", "rules", "plugins", "problems", "terms", "notes", "cells", "quotas")
_WORDS: Final = ("attributes", "values")
_LETTERS: Final = r"\p{L}\p{N}_"


def text(language: Language) -> str:
    """The file of one language."""
    tables = _document(language, "findings")
    tables["terms"]["and"] = tables["writing"]["and"]  # numbers a browser writes by itself
    told = [each for table in _TABLES for each in leaves(tables[table], table)]
    said = _document(language, "sentences")
    head = _head(language)
    if language != LANGUAGES[0]:
        head += 'import type { Translation } from "../translation";\n'
    meaning = _document(language, "meaning")
    first = {name: [(key, words.split(",")[0]) for key, words in meaning[name].items()] for name in _WORDS}
    areas = {"told": told, "steps": said["steps"].items(), "tools": said["tools"].items(), **first}
    return head + "".join(_area(name, texts, language) for name, texts in areas.items())


def audit_text(language: Language) -> str:
    """The file of what the audit says in one language; `action.session.post` is in the table `actions`."""
    tables = _document(language, "sentences")["audit"].items()
    texts = [(f"{table.removesuffix('s')}.{key}", said) for table, rows in tables for key, said in rows.items()]
    lines = "".join(_line(key, said) for key, said in texts)
    return f"{_head(language)}\nexport const audit = {{\n{lines}}} as const;\n"


def titles_text() -> str:
    """The file of what titles of columns mean: expressions that find it, as a browser reads them."""
    areas = {
        "WHOLE": {meaning: _whole(words.pattern.pattern) for meaning, words in MEANINGS.items()},
        "HELD": {meaning: words.pattern.pattern for meaning, words in HOLDS.items()},
        "ROWS": {kind: _whole(_called(kind)) for kind in _document(LANGUAGES[0], "findings")["types"]},
    }
    lines = [f"export const NUMBER = {_expression(_whole(NUMBER.pattern.pattern))};\n"]
    lines += (f"\nexport const {name} = {_table(rows)} as const;\n" for name, rows in areas.items())
    return "// Written by scripts/generate_locales.py out of languages/*/words.toml; never edited.\n\n" + "".join(lines)


def _called(kind: str) -> str:
    """What rows of one type are called, one or several, in every language."""
    titles = [title for each in LANGUAGES for title in _document(each, "findings")["types"][kind].split(" || ")]
    known: Recogniser | None = KINDS.get(kind)
    return "|".join([*dict.fromkeys(map(_literally, titles)), *([] if known is None else [known.pattern.pattern])])


def _literally(title: str) -> str:
    return re.sub(r"([\\^$.|?*+()\[\]{}/])", r"\\\1", title.casefold())


def _whole(pattern: str) -> str:
    return f"^(?:{pattern})$"


def _table(rows: Mapping[str, str]) -> str:
    return "{\n" + "".join(f"  {key}: {_expression(pattern)},\n" for key, pattern in rows.items()) + "}"


def _expression(pattern: str) -> str:
    # `\w` of Python knows the letters of every language, that of a browser only those of English.
    return f"/{pattern.replace('/', chr(92) + '/').replace(chr(92) + 'w', '[' + _LETTERS + ']')}/iu"


def _head(language: Language) -> str:
    return f"// Written by scripts/generate_locales.py out of languages/{language}/; never edited.\n"


def _area(name: str, texts: Iterable[tuple[str, object]], language: Language) -> str:
    lines = "".join(_line(key, value) for key, value in texts)
    if language == LANGUAGES[0]:
        return f"\nexport const {name} = {{\n{lines}}} as const;\n"
    return f'\nexport const {name}: Translation["{name}"] = {{\n{lines}}};\n'


def _line(key: str, value: object) -> str:
    return f"  {msgspec.json.encode(key).decode()}: {msgspec.json.encode(value).decode()},\n"


def _document(language: Language, file: str) -> dict[str, Any]:
    source = resources.files("graphwright.languages") / language / f"{file}.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))


def main(arguments: list[str]) -> int:
    """Write the files; with `--check` only say whether one is out of date."""
    wrong = 0
    files = {f"{each}.ts": text(each) for each in LANGUAGES} | {
        f"audit/{each}.ts": audit_text(each) for each in LANGUAGES
    }
    files["titles.ts"] = titles_text()
    for name, made in files.items():
        path = FOLDER / name
        if path.exists() and path.read_text(encoding="utf-8") == made:
            continue
        wrong = 1
        if "--check" in arguments:
            print(f"out of date: {name}; run: python scripts/generate_locales.py")
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(made, encoding="utf-8")
        print(f"wrote: web/src/locales/generated/{name}")
    return wrong if "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
