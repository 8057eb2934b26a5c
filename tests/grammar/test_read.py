"""What sentences are read to say: one phenomenon in three languages, the reading compared whole, as lines."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.grammar.read import read
from graphwright.grammar.records import Focus, FocusedElement
from graphwright.grammar.tree import tree_of
from graphwright.languages import LANGUAGES

