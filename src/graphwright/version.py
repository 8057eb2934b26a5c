"""The version of this program, as its package has it too."""

from typing import Final

VERSION: Final = "0.1.0"
