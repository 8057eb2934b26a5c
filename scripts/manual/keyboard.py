"""The keys that hold everywhere on the page, read from the list that the page itself listens to."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from scripts.manual.tables import table

UI: Final = Path(__file__).resolve().parents[2] / "web" / "src" / "ui"
_BINDING: Final = re.compile(r'\{ keys: "([^"]+)", label: say\("([^"]+)"\)')
_WORD: Final = re.compile(r'^ +"?([\w.]+)"?: "(.*)",$', re.MULTILINE)


def keys() -> str:
    """Every binding with its English label."""
    labels: dict[str, str] = {}
    for name, text in _WORD.findall((UI / "words.ts").read_text(encoding="utf-8")):
        labels.setdefault(name, text)  # English stands first
    source = (UI / "useBindings.ts").read_text(encoding="utf-8")
    bindings = _BINDING.findall(source)
    if len(bindings) != source.count("{ keys: "):
        message = "useBindings.ts writes a binding in a way that scripts/manual/keyboard.py cannot read"
        raise SystemExit(message)
    return table(("Keys", "What happens"), ((_shown(pressed), labels[label]) for pressed, label in bindings))


def _shown(pressed: str) -> str:
    names = pressed.replace("Mod", "Ctrl").replace("Escape", "Esc").split(" ")
    return " then ".join(f"`{name}`" for name in names)
