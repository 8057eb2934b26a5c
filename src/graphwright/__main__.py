"""`python -m graphwright`."""

from __future__ import annotations

import sys

from graphwright.cli import main

sys.exit(main())
