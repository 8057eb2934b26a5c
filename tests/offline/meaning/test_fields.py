"""The fields of a schema: one is added, dropped or renamed, and what the struct says of the others stays."""

from __future__ import annotations

import json
from typing import Final

import pytest

from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation, Understood
from graphwright.protocol.operations import NodeUpdate
from tests.graph.build import graph_of

STRUCT: Final = '{"positions": "array", "tariff": "number", "owner": {"name": "string"}}'
_OTHERS: Final = {"positions": "array", "owner": {"name": "string"}}


def heard(text: str, struct: str = STRUCT) -> Understood:
    """What comes of a sentence about a meter reading with typed fields."""
    graph = graph_of("Meter:SYS", f"MeterReading:SCHEMA | What was read. [struct={struct}]", "ReadMeter:FUNC")
    return understand(text, Situation(graph, NodeIndex(graph)))


def fields(understood: Understood) -> object:
    """The struct that an order leaves; nothing where it leaves the schema alone."""
    if not isinstance(understood, Change):
        return None
    written = [each.set.attributes for each in understood.operations if isinstance(each, NodeUpdate)]
    return json.loads(str(written[0]["struct"])) if written else None


@pytest.mark.requirement("U-28")
@pytest.mark.parametrize(
    "text",
    [
        "Rename the field tariff of MeterReading to rate",
        "Benenne das Feld tariff von MeterReading in rate um",
        "Renomme le champ tariff de MeterReading en rate",
    ],
)
def test_a_renamed_field_keeps_its_type_and_its_place(text: str) -> None:
    found = fields(heard(text))

    assert found == {"positions": "array", "rate": "number", "owner": {"name": "string"}}
    assert list(found) == ["positions", "rate", "owner"]  # type: ignore[call-overload]


@pytest.mark.requirement("U-28")
@pytest.mark.parametrize(
    "text",
    [
        "Drop the field tariff from MeterReading",
        "Entferne das Feld tariff aus MeterReading",
        "Supprime le champ tariff de MeterReading",
    ],
)
def test_the_fields_beside_a_dropped_one_keep_their_types(text: str) -> None:
    assert fields(heard(text)) == _OTHERS


@pytest.mark.requirement("U-28")
@pytest.mark.parametrize(
    "text",
    [
        "Add the field unit to MeterReading",
        "MeterReading needs a field unit",
        "Ergänze in MeterReading das Feld unit",
        "Ajoute le champ unit à MeterReading",
    ],
)
def test_the_fields_beside_a_new_one_keep_their_types(text: str) -> None:
    understood = heard(text)

    assert fields(understood) == {**_OTHERS, "tariff": "number", "unit": "string"}
    assert isinstance(understood, Change)
    assert not understood.proposes


@pytest.mark.requirement("U-28")
@pytest.mark.parametrize(
    "text",
    [
        "MeterReading needs a unit",
        "Create backup in MeterReading",
        "MeterReading braucht ein Backup",
        "MeterReading soll eine Kopie haben",
        "Le MeterReading doit avoir une sauvegarde",
        "MeterReading a besoin d'une remise",
    ],
)
def test_what_nobody_calls_a_field_becomes_one_only_if_a_person_agrees(text: str) -> None:
    understood = heard(text)

    assert fields(understood) is not None
    assert isinstance(understood, Change)
    assert understood.proposes


@pytest.mark.requirement("U-28")
@pytest.mark.parametrize(
    "text",
    [
        "MeterReading needs to be encrypted",
        "MeterReading needs protection against theft",
        "MeterReading soll verschlüsselt werden",
        "MeterReading braucht Schutz gegen Diebstahl",
        "MeterReading a besoin d'être chiffré",
        "MeterReading doit avoir une protection contre le vol",
    ],
)
def test_what_is_demanded_of_data_is_no_field(text: str) -> None:
    assert fields(heard(text)) is None


@pytest.mark.requirement("U-28")
@pytest.mark.parametrize(
    "text",
    [
        "Add the field unit to MeterReading",
        "Ergänze in MeterReading das Feld unit",
        "Ajoute le champ unit à MeterReading",
        "MeterReading consists of unit, number and date.",
    ],
)
def test_a_struct_in_words_is_never_written_over(text: str) -> None:
    assert fields(heard(text, "a number, then its unit")) is None
