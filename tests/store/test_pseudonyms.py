"""A name is replaced wherever it stands beside its person's id or was handed on alone, and nowhere else (ADR-59)."""

from __future__ import annotations

import pytest
from msgspec import structs

from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId
from graphwright.protocol.wire import decode_durable, encode
from graphwright.store.chain import START as NOTHING
from graphwright.store.chain import is_redacted, link, unmarked
from graphwright.store.entries import event_of
from graphwright.store.pseudonyms import Renaming, results_in, with_results
from tests.store.samples import ANA, commit, form_answered, thread

BEN = Author(person_id=PersonId("ben"), name="Ben")
ANA_IS_GONE = Renaming(ANA.person_id, ANA.name, "Somebody")


@pytest.mark.requirement("R-128")
@pytest.mark.parametrize(
    ("stored", "renamed"),
    [
        ('{"personId":"ana","name":"Ana"}', '{"personId":"ana","name":"Somebody"}'),
        ('{"personId":"ana","name":"Ana as she was"}', '{"personId":"ana","name":"Somebody"}'),
        (r'{"personId":"ana","name":"An\"a"}', '{"personId":"ana","name":"Somebody"}'),
        ('{"name":"Ana","personId":"ana"}', '{"name":"Somebody","personId":"ana"}'),
        ('[{"name":"Ben","personId":"ben"},{"name":"Ana","personId":"ana"}]',
         '[{"name":"Ben","personId":"ben"},{"name":"Somebody","personId":"ana"}]'),
        ('{"name":"Ana","text":"I am Ana"}', '{"name":"Somebody","text":"I am Ana"}'),
        ('{"action":"pause","name":"Ana"}', '{"action":"pause","name":"Somebody"}'),
    ],
    ids=["behind the id", "by another name", "with a quote", "before the id", "one of two", "said", "steered"],
)  # fmt: skip
def test_a_name_is_replaced_where_it_is_theirs(stored: str, renamed: str):
    assert ANA_IS_GONE.of(stored.encode()) == renamed.encode()
    assert ANA_IS_GONE.of(renamed.encode()) == renamed.encode()


@pytest.mark.requirement("R-128")
@pytest.mark.parametrize(
    "stored",
    [
        '{"personId":"ben","name":"Ana"}',
        '{"name":"Ana","personId":"ben"}',
        '{"personId":"ana2","name":"Ana"}',
        '{"text":"Ana"}',
        '{"name":"Ana","descr":"a part of the plane"}',
        r'{"text":"{\"personId\":\"ana\",\"name\":\"Ana\"}"}',
    ],
    ids=["a namesake", "a namesake before", "another id", "a text", "an element", "JSON in a text"],
)
def test_what_only_looks_like_a_name_stays(stored: str):
    assert ANA_IS_GONE.of(stored.encode()) == stored.encode()


@pytest.mark.requirement("R-128", "I-05")
def test_entries_say_less_and_everything_else_of_them_stays():
    rows, _ = link([thread(), commit(1), form_answered()], NOTHING)

    renamed = [ANA_IS_GONE.of_entry(row, {}) for row in rows]

    assert renamed[0] is None, "nothing of hers is in it"
    for row, now in zip(rows[1:], renamed[1:], strict=True):
        assert now is not None
        assert is_redacted(now)
        event = decode_durable(unmarked(now.whole))
        field = "author" if row.type == "commit.applied" else "person"
        nobody = structs.replace(ANA, name="Somebody")
        assert event == structs.replace(event_of(row), sequence=None, **{field: nobody})
        assert structs.replace(now, body=row.body) == row
        assert Renaming(BEN.person_id, BEN.name, "Nobody").of_entry(row, {}) is None


@pytest.mark.requirement("R-128")
def test_results_that_lie_apart_are_found_and_led_to_what_replaces_them():
    old, new, other = "a" * 64, "b" * 64, "c" * 64
    data = encode({"steps": [{"resultRef": old}, {"resultRef": other}], "sha256": old})

    assert results_in(data) == {old, other}
    assert with_results(data, {old: new}) == encode(
        {"steps": [{"resultRef": new}, {"resultRef": other}], "sha256": old}
    )
    assert with_results(data, {}) == data
