"""What the documents of a project take together is counted as they come, change and go."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from graphwright.documents.headers import DocumentHeaders
from graphwright.protocol.documents import SourceDocument
from graphwright.protocol.ids import DocumentId
from graphwright.settings import DocumentLimits
from tests.documents.place import library_of


@pytest.mark.requirement("X-187")
async def test_what_was_counted_on_the_way_is_what_stands():
    place = await library_of(DocumentLimits())
    one = (await place.library.add("a.md", b"# A\n\nIt is.", place.author)).document
    people = [replace(one.added_by, person_id=f"p{at}") for at in range(3)]
    dice, headers = random.Random(1), DocumentHeaders()
    standing: dict[DocumentId, SourceDocument] = {}
    for _ in range(500):
        name = DocumentId(f"d{dice.randrange(20)}")
        if dice.random() < 0.3:
            headers.drop(name)
            standing.pop(name, None)
            continue
        header = replace(
            one, document_id=name, name=f"{name}.md", added_by=dice.choice(people), bytes=dice.randrange(99), passages=dice.randrange(9)
        )  # fmt: skip
        headers.put(header)
        standing[name] = header

        assert headers.by_id == standing
        assert headers.passages == sum(each.passages for each in standing.values())
        assert headers.bytes == sum(each.bytes for each in standing.values())
        for person in people:
            own = [each.bytes for each in standing.values() if each.added_by.person_id == person.person_id]
            assert headers.bytes_of(person.person_id) == sum(own)
        assert headers.named(header.name) == header
        assert headers.named("d99.md") is None
