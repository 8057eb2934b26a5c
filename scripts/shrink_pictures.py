"""Pictures that pages are compared with, in 256 colours: a third of their size, run by `make pictures`.

Each colour stays within what `web/e2e/pictures.story.ts` lets pass. What is in few colours already stays as it is.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PIL import Image

FOLDER: Final = Path(__file__).parents[1] / "web/e2e/references/places"


def shrink(path: Path) -> None:
    """Write a picture anew in 256 colours; the same picture comes out the same, byte for byte."""
    with Image.open(path) as kept:
        if kept.mode == "P":
            return
        few = kept.convert("RGB").quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


if __name__ == "__main__":
    for each in sorted(FOLDER.glob("*.png")):
        shrink(each)
