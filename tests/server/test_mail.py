"""Notices by mail over REST: an address confirmed, what others say sent there once, read first and not sent, ended."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from graphwright.mail.mailboxes import MAX_CODES, MAX_TRIES
from graphwright.mail.postman import MAX_AN_HOUR
from graphwright.redelivery import GIVE_UP, MIN_ATTEMPTS
from graphwright.server.serve import housekeeping
from graphwright.store.memory import MemoryStore
from tests.mail.mail_server import MailServer, open_mail_server
from tests.server.place import Place, create, open_place, uuid
from tests.server.test_rest import shop
from tests.waiting import until

OWN = "/api/session/mail"
SAID = "/api/projects/shop/comments"
BUNDLE = timedelta(minutes=5)


class Scene:
    """A server with a mail server, an author and somebody who is mailed."""

    def __init__(self, place: Place, mails: MailServer, ben: Any, ana: Any, node: str) -> None:
        self.place, self.mails, self.ben, self.ana, self.node = place, mails, ben, ana, node
        self._number = 100

    @property
    def postman(self) -> Any:
        return self.place.server_state.postman

    async def give(self, address: str = "ana@example.org", client: Any = None, **more: str) -> Any:
        """Give an address and confirm it with the code that arrives there."""
        client = client or self.ana
        asked = await client.put(OWN, json={"address": address, **more})
        assert asked.status_code == 200, asked.text
        code = re.search(r"^    (\d{6})$", self.mails.received.pop().text, re.MULTILINE)
        assert code is not None
        confirmed = await client.post(f"{OWN}/confirmation", json={"code": code[1]})
        assert confirmed.status_code == 200, confirmed.text
        return confirmed.json()

    async def say(self, text: str, *, client: Any = None, to: str | None = None) -> str:
        self._number += 1
        body: dict[str, Any] = {"commandId": uuid(self._number), "text": text}
        path = SAID if to is None else f"{SAID}/{to}/replies"
        if to is None:
            body |= {"kind": "node", "about": self.node}
        answer = await (client or self.ben).post(path, json=body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["commentId"])

    async def later(self, after: timedelta = BUNDLE) -> None:
        """The next round after so long; what was said before was found in one before."""
        await self.postman.go_round()
        self.place.clock.ahead += after.total_seconds()
        await self.postman.go_round()


@pytest.fixture
async def mails() -> AsyncIterator[MailServer]:
    async with open_mail_server() as opened:
        yield opened


@pytest.fixture
async def scene(mails: MailServer) -> AsyncIterator[Scene]:
    async with open_place(**mails.settings()) as place:
        ben = await shop(place, *create(("SYS", "Shop")))
        ana = await place.somebody("Ana", shop="editor")
        nodes = (await ben.get("/api/projects/shop/graph")).json()["nodes"]
        opened = Scene(place, mails, ben, ana, nodes[0]["nodeId"])
        await opened.postman.go_round()
        yield opened


@pytest.mark.requirement("U-450", "U-451")
async def test_whoever_is_mentioned_gets_one_mail_that_leads_to_the_remark(scene):
    assert await scene.give() == {
        "isOffered": True, "address": "ana@example.org", "comments": True,
    }  # fmt: skip
    said = await scene.say("@Ana who is that?")
    await scene.later()
    await scene.later()
    [mail] = scene.mails.received
    assert mail.recipients == ["ana@example.org"]
    assert re.fullmatch(r"\S+ mentions you in shop", mail.message["Subject"])
    assert f"https://models.example.org/#/p/shop?drawer=comments&comment={said}" in mail.text


@pytest.mark.requirement("U-452")
async def test_what_is_said_within_some_minutes_is_one_mail(scene):
    await scene.give()
    first = await scene.say("@Ana one")
    await scene.postman.go_round()
    await scene.say("@Ana two")
    await scene.say("mine", client=scene.ana, to=first)
    await scene.say("an answer to both", to=first)
    scene.place.clock.ahead += BUNDLE.total_seconds() - 30
    await scene.postman.go_round()
    assert scene.mails.received == []
    await scene.later(timedelta(seconds=31))
    [mail] = scene.mails.received
    assert mail.message["Subject"] == "2 comments and proposals for you"
    assert [line for line in mail.text.splitlines() if line.startswith(">")] == ["> @Ana two", "> an answer to both"]


@pytest.mark.requirement("U-452")
@pytest.mark.parametrize("how", ["read", "resolved", "removed", "answered", "elsewhere", "unmentioned"])
async def test_what_was_dealt_with_before_is_not_mailed(scene, how):
    await scene.give()
    said = await scene.say("@Ana who is that?")
    await scene.postman.go_round()
    match how:
        case "read":
            done = await scene.ana.post(f"{SAID}/seen", json={"commentIds": [said]})
        case "resolved":
            done = await scene.ben.patch(f"{SAID}/{said}", json={"commandId": uuid(50), "resolved": True})
        case "removed":
            done = await scene.ben.delete(f"{SAID}/{said}")
        case "answered":
            done = await scene.ana.post(f"{SAID}/{said}/replies", json={"commandId": uuid(50), "text": "The buyer."})
        case "elsewhere":
            me = (await scene.ana.get("/api/session")).json()["person"]["personId"]
            done = await scene.ben.put("/api/projects/shop/members", json={"personId": me, "access": None})
        case _:
            done = await scene.ben.patch(f"{SAID}/{said}", json={"commandId": uuid(50), "text": "Who is that?"})
    assert done.status_code < 300, done.text
    await scene.later()
    assert scene.mails.received == []


@pytest.mark.requirement("U-452", "X-199")
async def test_what_is_said_after_something_was_dealt_with_is_mailed_alone(scene):
    await scene.give()
    said = await scene.say("@Ana one")
    await scene.postman.go_round()
    assert (await scene.ana.post(f"{SAID}/seen", json={"commentIds": [said]})).status_code < 300
    await scene.later()
    await scene.say("@Ana two")
    await scene.later()
    [mail] = scene.mails.received
    assert [line for line in mail.text.splitlines() if line.startswith(">")] == ["> @Ana two"]


@pytest.mark.requirement("U-453")
async def test_an_address_counts_once_its_code_is_known_and_nothing_else_is_sent_before(scene):
    asked = await scene.ana.put(OWN, json={"address": " ana@example.org ", "language": "de"})
    assert asked.json() == {"isOffered": True, "awaited": "ana@example.org", "comments": True}
    await scene.say("@Ana before it counts")
    await scene.later()
    [mail] = scene.mails.received
    assert re.fullmatch(r"\d{6} ist Ihr Code für Graphwright", mail.message["Subject"])
    code = mail.message["Subject"][:6]
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    for _ in range(MAX_TRIES):
        answer = await scene.ana.post(f"{OWN}/confirmation", json={"code": wrong})
        assert (answer.status_code, answer.json()["fields"]["path"]) == (400, "$.code")
    assert (await scene.ana.post(f"{OWN}/confirmation", json={"code": code})).status_code == 404
    await scene.give()
    await scene.say("@Ana now")
    await scene.later()
    assert "now" in scene.mails.received[-1].text
    assert "before it counts" not in scene.mails.received[-1].text


@pytest.mark.requirement("U-453")
async def test_nobody_fills_a_foreign_mailbox_with_codes(scene):
    for number in range(MAX_CODES):
        assert (await scene.ana.put(OWN, json={"address": f"a{number}@example.org"})).status_code == 200
    answer = await scene.ana.put(OWN, json={"address": "one-more@example.org"})
    assert (answer.status_code, len(scene.mails.received)) == (429, MAX_CODES)
    scene.place.clock.ahead += 3_600
    assert (await scene.ana.put(OWN, json={"address": "one-more@example.org"})).status_code == 200


@pytest.mark.requirement("U-453", "Z-173")
@pytest.mark.parametrize(
    "address",
    ["", "ana", "a@b@c", "ana@example.org\r\nBcc: all@example.org", "ana <a@b.c>", "a" * 65 + "@b.c", "ä@b.c"],
)
async def test_what_is_no_address_is_refused_and_nothing_is_sent(scene, address):
    answer = await scene.ana.put(OWN, json={"address": address})
    assert (answer.status_code, scene.mails.received) == (400, [])
    assert (await scene.ana.get(OWN)).json() == {"isOffered": True, "comments": True}


@pytest.mark.requirement("U-454", "Z-174")
async def test_one_click_ends_the_mails_without_logging_in(scene):
    await scene.give()
    await scene.say("@Ana one")
    await scene.later()
    mail = scene.mails.received.pop()
    assert mail.message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = mail.message["List-Unsubscribe"].strip("<>")
    path = link.removeprefix("https://models.example.org")
    program = scene.place.anybody()
    del program.headers["origin"]
    # A scanner that only looks at the link ends nothing, and leads a person to the page that does.
    looked = await program.get(path)
    assert (looked.status_code, looked.headers["location"]) == (303, f"/#unsubscribe={path.rpartition('/')[2]}")
    assert (await scene.ana.get(OWN)).json()["comments"] is True
    clicked = await program.post(path, data={"List-Unsubscribe": "One-Click"})
    assert (clicked.status_code, clicked.json()) == (200, {"unsubscribed": True})
    assert (await program.post(path, files={"List-Unsubscribe": (None, "One-Click")})).status_code == 200
    assert (await scene.ana.get(OWN)).json() == {"isOffered": True, "address": "ana@example.org"}
    await scene.say("@Ana two")
    await scene.later()
    assert scene.mails.received == []
    assert (await program.post("/api/mail/unsubscribed/guessed")).status_code == 404


@pytest.mark.requirement("U-454", "X-199")
async def test_whoever_wants_mails_again_gets_none_of_what_waited_when_they_ended_them(scene):
    await scene.give()
    await scene.say("@Ana one")
    await scene.postman.go_round()
    for wanted in (False, True):
        assert (await scene.ana.patch(OWN, json={"comments": wanted})).status_code == 200
        await scene.postman.go_round()
    await scene.later()
    assert scene.mails.received == []


@pytest.mark.requirement("U-451")
async def test_mails_come_in_the_language_that_was_chosen_last(scene):
    await scene.give()
    for chosen in ({"language": "de"}, {"comments": True}):
        assert (await scene.ana.patch(OWN, json=chosen)).status_code == 200
    await scene.say("@Ana one")
    await scene.later()
    [mail] = scene.mails.received
    assert "erwähnt" in str(mail.message["Subject"])


@pytest.mark.requirement("U-455")
async def test_what_is_said_right_behind_the_first_start_is_looked_for(mails):
    store = MemoryStore()
    async with open_place(store=store, **mails.settings()) as place:
        await shop(place, *create(("SYS", "Shop")))
        async with housekeeping(place.server_state):
            async with asyncio.timeout(10):
                while not (looked := dict(await store.records("mailCursor"))):
                    await asyncio.sleep(0)  # and the clock stands still

    assert "began" in looked


@pytest.mark.requirement("Z-174", "R-40")
@pytest.mark.parametrize("guessed", ["a%0d%0aset-cookie:%20x=1", "%F0%9F%90%88", "a%23b..", "%C2%9F"])
async def test_whatever_stands_in_such_a_link_stays_one_part_of_the_way_to_the_page(scene, guessed: str):
    looked = await scene.place.anybody().get(f"/api/mail/unsubscribed/{guessed}")

    assert (looked.status_code, "set-cookie" in looked.headers) == (303, False)
    assert re.fullmatch(r"/#unsubscribe=[\w%.-]+", looked.headers["location"])


@pytest.mark.requirement("U-455")
async def test_a_mail_that_is_not_taken_is_sent_again_as_the_same_and_none_is_lost(mails):
    store = MemoryStore()
    async with open_place(store=store, **mails.settings()) as place:
        ben = await shop(place, *create(("SYS", "Shop")))
        ana = await place.somebody("Ana", shop="editor")
        node = (await ben.get("/api/projects/shop/graph")).json()["nodes"][0]["nodeId"]
        scene = Scene(place, mails, ben, ana, node)
        await scene.postman.go_round()
        await scene.give()
        await scene.say("@Ana one")
        mails.answers = ["451 later", "451 later"]
        await scene.later()
        await scene.say("@Ana two")
        await scene.later(timedelta(seconds=7))
        assert (mails.answers, mails.received) == ([], [])
    # Started again, as after a crash.
    async with open_place(store=store, **mails.settings()) as place:
        place.clock.ahead = scene.place.clock.ahead
        again = Scene(place, mails, ben, ana, node)
        await again.later(timedelta(seconds=30))
        await again.later()
    assert ["@Ana one" in each.text for each in mails.received] == [True, False]
    assert ["@Ana two" in each.text for each in mails.received] == [False, True]
    first = [each.message["Message-ID"] for each in mails.offered if "@Ana one" in each.text]
    assert (len(first), len(set(first))) == (3, 1)


@pytest.mark.requirement("U-455")
async def test_mails_that_nobody_takes_for_days_are_given_up_and_the_administrator_sees_it(scene):
    await scene.give()
    scene.mails.refused["ana@example.org"] = "550 no such user"
    await scene.say("@Ana one")
    await scene.later()
    owner = await scene.place.owner()

    async def standing() -> Any:
        told = (await owner.get("/api/installation")).json()["mail"]
        return {name: value for name, value in told.items() if name not in {"server", "failingSince"}}

    people = {"sender": "workbench@example.org", "people": 1}
    assert await standing() == {**people, "waiting": 1, "failing": 1, "givenUp": 0, "problem": "recipient"}
    for _ in range(MIN_ATTEMPTS):
        await scene.later(GIVE_UP / 6)  # longer than any pause
    assert await standing() == {**people, "waiting": 0, "failing": 0, "givenUp": 1}
    mine = (await scene.ana.get(OWN)).json()
    assert ("givenUpAt" in mine, mine["problem"]) == (True, "recipient")
    del scene.mails.refused["ana@example.org"]
    await scene.give()
    await scene.say("@Ana two")
    await scene.later()
    assert ["@Ana two" in each.text for each in scene.mails.received] == [True]


@pytest.mark.requirement("U-455")
async def test_a_mail_server_that_is_away_is_called_once_a_round_and_not_for_everybody(scene):
    await scene.give()
    carl = await scene.place.somebody("Carl", shop="editor")
    await scene.give("carl@example.org", client=carl)
    await scene.say("@Ana @Carl both")
    scene.mails.answers = ["421 closing"] * 2
    await scene.later()
    assert len(scene.mails.answers) == 1
    scene.mails.answers = []
    await scene.later(timedelta(seconds=20))
    assert {each.recipients[0] for each in scene.mails.received} == {"ana@example.org", "carl@example.org"}


@pytest.mark.requirement("U-452")
async def test_nobody_gets_more_than_some_mails_an_hour(scene):
    await scene.give()
    for number in range(MAX_AN_HOUR + 1):
        await scene.say(f"@Ana {number}")
        await scene.later()
    assert len(scene.mails.received) == MAX_AN_HOUR
    await scene.later(timedelta(hours=1))
    assert len(scene.mails.received) == MAX_AN_HOUR + 1


@pytest.mark.requirement("U-451")
async def test_reviews_are_mailed_to_whoever_wants_them_and_may_decide(scene):
    await scene.give()
    viewer = await scene.place.somebody("Vera", shop="viewer")
    await scene.give("vera@example.org", client=viewer)
    for client in (scene.ana, viewer):
        assert (await client.patch(OWN, json={"reviews": True, "comments": False})).status_code == 200
    body = {"commandId": uuid(50), "baseRevision": 1, "operations": create(("FUNC", "Sell")), "reason": "it is missing"}
    proposed = await scene.ben.post("/api/projects/shop/proposals", json=body)
    assert proposed.status_code == 201, proposed.text
    await scene.say("@Ana this one is not wanted")
    await scene.later()
    [mail] = scene.mails.received
    assert mail.recipients == ["ana@example.org"]
    assert f"drawer=review&proposal={proposed.json()['proposalId']}" in mail.text
    assert "> it is missing" in mail.text


@pytest.mark.requirement("Z-175")
async def test_an_address_is_in_its_persons_export_and_nowhere_else_and_goes_with_them(scene):
    await scene.give("ana@mails.example.org")
    said = await scene.say("@Ana one")
    await scene.ana.post(f"{SAID}/seen", json={"commentIds": [said]})
    await scene.say("@Ana two")
    await scene.postman.go_round()
    mine = (await scene.ana.get("/api/session/data")).text
    assert '"address":"ana@mails.example.org"' in mine
    secret = (await scene.place.workbench.mailboxes.all())[0].secret
    assert secret not in mine
    owner = await scene.place.owner()
    for path in (
        "/api/projects/shop/members", "/api/projects/shop/journal", "/api/projects/shop/export?format=json",
        "/api/people", "/api/session/data", "/api/installation", SAID,
    ):  # fmt: skip
        answer = await owner.get(path)
        assert answer.status_code == 200, (path, answer.text)
        assert "mails.example.org" not in answer.text, path
    ana = (await scene.ana.get("/api/session")).json()["person"]["personId"]
    done = await owner.put(f"/api/people/{ana}/deletion", json={"name": "Ana"})
    assert done.status_code == 200, done.text
    store = scene.place.workbench.store
    assert [await store.records(kind) for kind in ("mailbox", "mailboxState", "seenComments")] == [[], [], []]
    await scene.later()
    assert scene.mails.received == []


@pytest.mark.requirement("Z-175")
async def test_whoever_forgets_their_address_is_mailed_no_more_and_nothing_is_kept(scene):
    await scene.give()
    await scene.say("@Ana one")
    await scene.postman.go_round()
    assert (await scene.ana.delete(OWN)).json() == {"isOffered": True, "comments": True}
    await scene.later()
    store = scene.place.workbench.store
    assert scene.mails.received == []
    assert [await store.records(kind) for kind in ("mailbox", "mailboxState", "seenComments")] == [[], [], []]


@pytest.mark.requirement("Z-175")
async def test_whoever_sends_brings_no_forgotten_mailbox_back(scene):
    await scene.give()
    boxes = scene.place.workbench.mailboxes
    [box] = await boxes.all()
    await boxes.forget(box.person_id)
    assert await boxes.update(box.person_id, lambda state: state) is None
    assert [await boxes.store.records(kind) for kind in ("mailbox", "mailboxState", "seenComments")] == [[], [], []]


@pytest.mark.requirement("U-456")
async def test_an_administrator_sends_a_test_and_is_told_what_the_mail_server_says(scene):
    owner = await scene.place.owner()
    sent = await owner.post("/api/mail/test", json={"address": "op@example.org", "language": "fr"})
    assert (sent.json(), scene.mails.received[0].message["Subject"]) == ({}, "Message d’essai de Graphwright")
    scene.mails.refused["op@example.org"] = "550 relaying denied"
    refused = await owner.post("/api/mail/test", json={"address": "op@example.org"})
    assert refused.json() == {"problem": "recipient", "reply": "550 relaying denied"}
    assert (await scene.ana.post("/api/mail/test", json={"address": "op@example.org"})).status_code == 403


@pytest.mark.requirement("U-456")
async def test_without_a_mail_server_nothing_of_it_is_offered_or_kept():
    async with open_place() as place:
        await shop(place, *create(("SYS", "Shop")))
        ana = await place.somebody("Ana", shop="editor")
        assert (await ana.get(OWN)).json() == {"isOffered": False}
        assert (await ana.put(OWN, json={"address": "ana@example.org"})).status_code == 404
        assert (await ana.post(f"{SAID}/seen", json={"commentIds": ["x"]})).status_code == 200
        assert "mail" not in (await (await place.owner()).get("/api/installation")).json()
        store = place.workbench.store
        assert [await store.records(kind) for kind in ("mailbox", "seenComments", "mailCursor")] == [[], [], []]


@pytest.mark.requirement("U-455")
async def test_of_several_servers_one_sends(scene, monkeypatch):
    monkeypatch.setattr("graphwright.server.serve.MAIL_EVERY_S", 0.01)
    await scene.give()
    await scene.say("@Ana one")
    rounds: list[bool] = []

    def tidies() -> bool:
        rounds.append(False)
        return False

    async with housekeeping(scene.place.server_state, tidies=tidies):
        await until(lambda: len(rounds) > 3)
    state = await scene.place.workbench.mailboxes.state_of((await scene.place.workbench.mailboxes.all())[0].person_id)
    assert state.pending == []
    async with housekeeping(scene.place.server_state):
        scene.place.clock.ahead += BUNDLE.total_seconds()
        await until(lambda: len(scene.mails.received) == 1)
