"""The keys of the page: those that hold everywhere from its table of commands, the others from its table of keys."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from scripts.manual.tables import table

PAGE: Final = Path(__file__).resolve().parents[2] / "web" / "src"
_COMMAND: Final = re.compile(r'\{\s*id: "[^"]+",\s*keys: "([^"]+)",\s*title: "([^"]+)"')
_GROUP: Final = re.compile(r'^    title: "([^"]+)"', re.MULTILINE)
_ROW: Final = re.compile(r'\bkeys: "([^"]+)",\s*label: "([^"]+)"')
_TEXT: Final = re.compile(r'^ +"?([\w.]+)"?:\s+"(.*)",$', re.MULTILINE)


def keys() -> str:
    """Every command with its English title."""
    labels = _english("frame")
    commands = _COMMAND.findall((PAGE / "ui" / "commands.ts").read_text(encoding="utf-8"))
    return table(("Keys", "What happens"), ((_shown(pressed), labels[title]) for pressed, title in commands))


def canvas_keys() -> str:
    """What canvases and drawers listen to, each under its heading."""
    labels = _english("keys")
    _, *parts = _GROUP.split((PAGE / "ui" / "keyTable.ts").read_text(encoding="utf-8"))
    groups = zip(parts[::2], parts[1::2], strict=True)
    return "\n".join(f"## {labels[title]}\n\n{_group(rows, labels)}" for title, rows in groups)


def _group(rows: str, labels: dict[str, str]) -> str:
    return table(
        ("Keys", "What happens"),
        (
            (", ".join(f"`{key}`" for key in pressed.split(", ")), labels[label])
            for pressed, label in _ROW.findall(rows)
        ),
    )


def _english(area: str) -> dict[str, str]:
    """The English texts of an area of the page."""
    return dict(_TEXT.findall((PAGE / "locales" / "en" / f"{area}.ts").read_text(encoding="utf-8")))


def _shown(pressed: str) -> str:
    names = pressed.replace("Mod", "Ctrl").replace("Escape", "Esc").split(" ")
    return " then ".join(f"`{name}`" for name in names)
