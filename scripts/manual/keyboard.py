"""The keys of the page: those that hold everywhere from the list it listens to, the others from its table of keys."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from scripts.manual.tables import table

UI: Final = Path(__file__).resolve().parents[2] / "web" / "src" / "ui"
_BINDING: Final = re.compile(r'\bkeys: "([^"]+)",\s*label: say\("([^"]+)"\)')
_GROUP: Final = re.compile(r'^    title: \{ en: "([^"]+)"', re.MULTILINE)
_ROW: Final = re.compile(r'^      \{\s*keys: "([^"]+)",\s*en: "([^"]+)"', re.MULTILINE)
_WORD: Final = re.compile(r'^ +"?([\w.]+)"?: "(.*)",$', re.MULTILINE)


def keys() -> str:
    """Every binding with its English label."""
    labels: dict[str, str] = {}
    for name, text in _WORD.findall((UI / "words.ts").read_text(encoding="utf-8")):
        labels.setdefault(name, text)  # English stands first
    source = (UI / "useBindings.ts").read_text(encoding="utf-8")
    bindings = _BINDING.findall(source)
    if len(bindings) != source.count('keys: "'):
        message = "useBindings.ts writes a binding in a way that scripts/manual/keyboard.py cannot read"
        raise SystemExit(message)
    return table(("Keys", "What happens"), ((_shown(pressed), labels[label]) for pressed, label in bindings))


def canvas_keys() -> str:
    """What canvases and drawers listen to, each under its heading."""
    _, *parts = _GROUP.split((UI / "keyTable.ts").read_text(encoding="utf-8"))
    groups = zip(parts[::2], parts[1::2], strict=True)
    return "\n".join(f"## {title}\n\n{_group(rows)}" for title, rows in groups)


def _group(rows: str) -> str:
    return table(
        ("Keys", "What happens"),
        ((", ".join(f"`{key}`" for key in pressed.split(", ")), meaning) for pressed, meaning in _ROW.findall(rows)),
    )


def _shown(pressed: str) -> str:
    names = pressed.replace("Mod", "Ctrl").replace("Escape", "Esc").split(" ")
    return " then ".join(f"`{name}`" for name in names)
