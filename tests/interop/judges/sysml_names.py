"""Compiles SysML v2 text with Mercurio, which refuses names that mean nothing. Prints what it says, or nothing."""

from __future__ import annotations

import sys
from pathlib import Path

from mercurio._core import ModelBuilder

try:
    ModelBuilder.from_sysml_files({"model.sysml": Path(sys.argv[1]).read_text(encoding="utf-8")}).compile_json()
except ValueError as error:
    sys.stdout.write(str(error))
