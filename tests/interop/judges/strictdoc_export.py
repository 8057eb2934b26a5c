"""Has StrictDoc itself export a folder, which checks documents against their grammars. Prints nothing where all is well."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

with tempfile.TemporaryDirectory() as folder:
    program = Path(sys.executable).with_name("strictdoc")
    command = [program, "export", sys.argv[1], "--formats", "json", "--output-dir", folder]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
if done.returncode:
    print((done.stdout + done.stderr)[-2000:])
