"""The types of the page are made from the protocol, and whoever forgets to make them anew is told."""

from __future__ import annotations

import pytest

from scripts import generate_protocol
from scripts.generate_protocol import constants, document, main


def test_the_types_of_the_page_are_up_to_date(capsys):
    assert (main(["--check"]), capsys.readouterr().out) == (0, "up to date\n")


@pytest.mark.parametrize("has_node", [True, False])
def test_an_outdated_file_is_found_with_and_without_node(has_node, tmp_path, monkeypatch, capsys):
    """Without node the digest in the first lines decides."""
    stale = tmp_path / "generated.ts"
    stale.write_text("// Written long ago\n", encoding="utf-8")
    monkeypatch.setattr(generate_protocol, "ROOT", tmp_path)
    monkeypatch.setattr(generate_protocol, "GENERATED", stale)
    if not has_node:
        monkeypatch.setattr(generate_protocol, "COMPILER", tmp_path / "no-compiler")
    assert main(["--check"]) == 1
    assert "out of date: generated.ts" in capsys.readouterr().out


def test_a_union_is_printed_under_its_name_wherever_it_is_used():
    growing = document()["components"]["schemas"]["ProposalGrowing"]
    assert growing["properties"]["operation"] == {"$ref": "#/components/schemas/Operation"}


def test_the_tables_name_every_error_once():
    codes = constants()["ERROR_CODES"]
    assert isinstance(codes, list)
    assert len(codes) == len(set(codes)) > 20
