"""What is remembered of tables over REST: by everybody who may build, for everybody who may read."""

from __future__ import annotations

import pytest

from tests.interop.test_reading import COUNT
from tests.server.place import error_of
from tests.server.test_rest import shop

AT = "/api/projects/shop"
OCTETS = {"content-type": "application/octet-stream"}
TABLE = b"No,What\n1,Pump\n"


@pytest.mark.requirement("X-111")
@pytest.mark.parametrize(
    ("data", "dry_run", "expected"),
    [
        (b"ID,Type,Name\na,REQ,A\nb,Gadget,B\n", "true", (200, "refused")),
        (b"ID,Type,Name\na,REQ,A\n", "true", (200, "planned")),
        (b"ID,Type,Name\na,REQ,A\n", "false", (201, "applied")),
    ],
)
async def test_only_an_import_that_made_something_answers_created(
    place, data: bytes, dry_run: str, expected: tuple[int, str]
):
    client = await shop(place)

    answer = await client.post(
        f"{AT}/import", params={"name": "may.csv", "dryRun": dry_run}, content=data, headers=OCTETS
    )

    assert (answer.status_code, answer.json()["outcome"]) == expected


@pytest.mark.requirement("X-110")
async def test_what_was_said_of_a_table_is_listed_said_anew_and_forgotten(place):
    client = await shop(place)
    said = {"name": "may.csv", "map": "may=MOD\nmay.What=name"}

    async def planned(data: bytes = TABLE) -> dict[str, object]:
        answer = await client.post(
            f"{AT}/import", params={"name": "june.csv", "dryRun": "true"}, content=data, headers=OCTETS
        )
        (table,) = answer.json()["report"]["tables"]
        return {key: table.get(key) for key in ("nodeType", "corrections", "remembered")}

    await client.post(f"{AT}/import", params={**said, "dryRun": "true"}, content=TABLE, headers=OCTETS)
    assert (await client.get(f"{AT}/mappings")).json() == {"mappings": []}, "a dry run remembers nothing"
    await client.post(f"{AT}/import", params=said, content=TABLE, headers=OCTETS)
    (known,) = (await client.get(f"{AT}/mappings")).json()["mappings"]
    own = known["mappingId"]

    assert (known["sheet"], known["headers"], known["file"]) == ("may", ["No", "What"], "may.csv")
    assert await planned() == {"nodeType": "MOD", "corrections": known["corrections"], "remembered": own}
    large = b"No,What\n" + b"".join(b"%d,%s\n" % (at, b"x" * 300) for at in range(COUNT))
    assert (await planned(large))["nodeType"] == "MOD", "also in the process that reads a large file"

    anew = await client.put(f"{AT}/mappings/{own}", json={"corrections": {"": "FUNC"}})
    assert (anew.status_code, anew.json()["corrections"]) == (200, {"": "FUNC"})
    assert (await planned())["nodeType"] == "FUNC"
    for wrong in ({"": "Gadget"}, {"What": "colour"}, {"Wat": "name"}):
        answer = await client.put(f"{AT}/mappings/{own}", json={"corrections": wrong})
        assert error_of(answer) == (400, "invalidCommand"), wrong

    bare = await client.put(f"{AT}/mappings/{own}", json={"corrections": {}})
    assert (bare.status_code, bare.json()["corrections"]) == (200, {}), "it stays at hand to be corrected again"
    assert (await planned())["nodeType"] == "REQ"

    assert (await client.delete(f"{AT}/mappings/{own}")).json() == bare.json()
    assert error_of(await client.delete(f"{AT}/mappings/{own}")) == (404, "notFound")
    assert (await planned())["nodeType"] == "REQ"
