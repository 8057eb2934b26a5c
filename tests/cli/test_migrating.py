"""The commands about all data, on a folder and on a PostgreSQL, as somebody types them."""

from __future__ import annotations

import pytest

from tests.postgres import running_postgres


@pytest.mark.slow
@pytest.mark.requirement("Z-70", "Z-71")
def test_a_model_moves_into_a_database_is_checked_backed_up_there_and_comes_back(type_, tmp_path, monkeypatch):
    type_("say", "shop", "A customer places an order")
    shown = type_("show", "shop", "--format", "format-e").out
    with running_postgres() as server:
        moved = type_("migrate", str(tmp_path / "data"), server.address(), "--json")
        assert (moved.code, moved.json["projects"]) == (0, 1)

        again = type_("migrate", str(tmp_path / "data"), server.address())
        assert again.code != 0
        assert "the database is not empty: it holds 1 projects" in again.err

        monkeypatch.setenv("GRAPHWRIGHT_DATA", str(tmp_path / "beside"))
        monkeypatch.setenv("GRAPHWRIGHT_DATABASE", server.address())
        assert type_("show", "shop", "--format", "format-e").out == shown
        assert "everything derived follows from the journal" in type_("check", "shop", "--deep").out
        assert type_("backup", str(tmp_path / "copy")).code == 0

        server.sql("CREATE DATABASE second")
        monkeypatch.setenv("GRAPHWRIGHT_DATABASE", server.address("second"))
        assert type_("restore", str(tmp_path / "copy")).out == "restored into the database\n"
        assert type_("show", "shop", "--format", "format-e").out == shown

        server.sql("UPDATE graphwright.journal SET body = body || ' '::bytea WHERE sequence = 2", "second")
        damaged = type_("check", "shop", "--deep")
        assert damaged.code != 0
        assert "its body is not what was written" in damaged.err

        back = str(tmp_path / "back")
        told = type_("migrate", server.address(), back)
        assert told.code == 0
        assert "every hash verified; the source stays as it was" in told.out
    monkeypatch.setenv("GRAPHWRIGHT_DATABASE", "sqlite")
    monkeypatch.setenv("GRAPHWRIGHT_DATA", back)
    assert type_("show", "shop", "--format", "format-e").out == shown
