"""The page of figures says first what it misses."""

from __future__ import annotations

import pytest

from scripts.manual.goals import told

PAGE = """# How fast it is

## The door

| not | a | table | of | figures | <= 1 s | **no** | told in prose |

<!-- figures of door -->

2026-11-29, Python 3.11.7

one operation, per change set

| row | p10 | median | p90 | x limit | goal | reached | note |
| --- | --- | --- | --- | --- | --- | --- | --- |
| limit: append | 1 ms | 2 ms | 3 ms | 1 |  |  |  |
| one caller | 2 ms | 7 ms | 9 ms | 3.5 | <= 3 x | **no** |  |
| 64 callers | 1 ms | 1 ms | 2 ms | 0.5 | <= 1 x | yes |  |

<!-- end of figures -->

## Its memory

<!-- figures of memory -->

after an hour, per process

| row | p10 | median | p90 | x limit | goal | reached | note |
| --- | --- | --- | --- | --- | --- | --- | --- |
| gained | 2 MiB | 2 MiB | 2 MiB | - | <= 1 MiB | **no** |  |
| on a busy machine | 2 s | 9 s | 9 s | 4.5 | <= 5 x |  |  |

<!-- end of figures -->
"""


@pytest.mark.requirement("Z-176")
def test_goals_are_counted_by_section_and_what_misses_one_is_told_with_its_figure():
    assert (
        told(PAGE)
        == """\
| Section | Goals | Reached |
| --- | --- | --- |
| [The door](#the-door) | 2 | 1 |
| [Its memory](#its-memory) | 2 | 0 |
| all | 4 | 1 |

What misses its goal:

| Section | What | Is | Goal |
| --- | --- | --- | --- |
| The door | one operation: one caller | 3.5 x | <= 3 x |
| Its memory | after an hour: gained | 2 MiB | <= 1 MiB |
"""
    )
