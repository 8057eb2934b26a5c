"""Reads needs.json with sphinx-needs and prints what is wrong with it and its links. Runs among the judges."""

from __future__ import annotations

import json
import sys

from sphinx_needs.needsfile import check_needs_file

errors = [str(each) for each in check_needs_file(sys.argv[1]).schema]
json.dump(errors, sys.stdout)
